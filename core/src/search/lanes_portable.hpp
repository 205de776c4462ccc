// Eight 64-bit lanes in plain C++, for any processor.
#pragma once

#include <cstdint>

#define VIER_INLINE __attribute__((always_inline)) inline

namespace vier::search {
namespace {

struct Lanes {
  std::uint64_t v[8];

  template <class F>
  static VIER_INLINE Lanes each(F value) {
    Lanes result;
    for (int i = 0; i < 8; ++i) result.v[i] = value(i);
    return result;
  }
  template <class F>
  static VIER_INLINE std::uint32_t bits(F holds) {
    std::uint32_t result = 0;
    for (int i = 0; i < 8; ++i) result |= static_cast<std::uint32_t>(holds(i)) << i;
    return result;
  }

  static VIER_INLINE Lanes all(std::uint64_t x) {
    return each([&](int) { return x; });
  }
  static VIER_INLINE Lanes load(const std::uint64_t* from) {
    return each([&](int i) { return from[i]; });
  }
  VIER_INLINE void store(std::uint64_t* to) const {
    for (int i = 0; i < 8; ++i) to[i] = v[i];
  }

  friend VIER_INLINE Lanes operator&(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] & b.v[i]; });
  }
  friend VIER_INLINE Lanes operator|(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] | b.v[i]; });
  }
  friend VIER_INLINE Lanes operator^(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] ^ b.v[i]; });
  }
  friend VIER_INLINE Lanes operator+(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] + b.v[i]; });
  }
  friend VIER_INLINE Lanes operator-(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] - b.v[i]; });
  }
  friend VIER_INLINE Lanes without(const Lanes& a, const Lanes& b) {
    return each([&](int i) { return a.v[i] & ~b.v[i]; });
  }
  template <int k>
  friend VIER_INLINE Lanes up(const Lanes& a) {
    return each([&](int i) { return a.v[i] << k; });
  }
  template <int k>
  friend VIER_INLINE Lanes down(const Lanes& a) {
    return each([&](int i) { return a.v[i] >> k; });
  }
  VIER_INLINE Lanes down_by(std::uint32_t k) const {
    return each([&](int i) { return v[i] >> k; });
  }
  // The low 49 bits or more of the product.
  VIER_INLINE Lanes times(std::uint64_t factor) const {
    return each([&](int i) { return v[i] * factor; });
  }
  VIER_INLINE Lanes minimum(const Lanes& b) const {
    return each([&](int i) { return v[i] < b.v[i] ? v[i] : b.v[i]; });
  }
  VIER_INLINE Lanes count() const {
    return each([&](int i) {
      std::uint64_t x = v[i];
      x -= x >> 1 & 0x5555555555555555;
      x = (x & 0x3333333333333333) + (x >> 2 & 0x3333333333333333);
      x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0f;
      x += x >> 8;
      x += x >> 16;
      x += x >> 32;
      return x & 127;
    });
  }

  // One bit for each lane.
  VIER_INLINE std::uint32_t zero() const {
    return bits([&](int i) { return v[i] == 0; });
  }
  VIER_INLINE std::uint32_t nonzero() const {
    return bits([&](int i) { return v[i] != 0; });
  }
  VIER_INLINE std::uint32_t at_most(int x) const {
    return bits([&](int i) { return static_cast<std::int64_t>(v[i]) <= x; });
  }
  VIER_INLINE std::uint32_t at_least(int x) const {
    return bits([&](int i) { return static_cast<std::int64_t>(v[i]) >= x; });
  }
  static VIER_INLINE Lanes where_zero(const Lanes& test, const Lanes& yes, const Lanes& no) {
    return each([&](int i) { return test.v[i] == 0 ? yes.v[i] : no.v[i]; });
  }
  // One aligned 8-byte load for each lane in which `wanted` is not zero, 0 elsewhere.
  static VIER_INLINE Lanes gather(const std::uint64_t* base, const Lanes& index,
                                  const Lanes& wanted) {
    return each([&](int i) {
      return wanted.v[i] == 0 ? 0 : __atomic_load_n(base + index.v[i], __ATOMIC_RELAXED);
    });
  }
};

// The lanes still to be tried, from the highest rank to the lowest, equal ones from the left.
class Order {
 public:
  VIER_INLINE Order(const Lanes& ranks, std::uint32_t active) : left_(active) {
    for (int i = 0; i < 8; ++i) keys_[i] = static_cast<int>(ranks.v[i]) * 8 - i;
  }

  // A lane, or -1 when none is left.
  VIER_INLINE int next() {
    if (left_ == 0) return -1;
    int first = __builtin_ctz(left_);
    for (std::uint32_t rest = left_ & (left_ - 1); rest != 0; rest &= rest - 1) {
      const int lane = __builtin_ctz(rest);
      if (keys_[lane] > keys_[first]) first = lane;
    }
    left_ ^= 1U << first;
    return first;
  }

 private:
  int keys_[8];
  std::uint32_t left_;
};

}  // namespace
}  // namespace vier::search
