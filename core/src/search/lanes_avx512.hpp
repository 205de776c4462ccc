// Eight 64-bit lanes in one AVX-512 register.
#pragma once

#include <immintrin.h>

#include <cstdint>

#define VIER_INLINE __attribute__((always_inline)) inline

namespace vier::search {
namespace {

struct Lanes {
  __m512i v;

  static VIER_INLINE Lanes all(std::uint64_t x) {
    return {_mm512_set1_epi64(static_cast<long long>(x))};
  }
  static VIER_INLINE Lanes load(const std::uint64_t* from) { return {_mm512_load_si512(from)}; }
  VIER_INLINE void store(std::uint64_t* to) const { _mm512_store_si512(to, v); }

  friend VIER_INLINE Lanes operator&(Lanes a, Lanes b) { return {_mm512_and_si512(a.v, b.v)}; }
  friend VIER_INLINE Lanes operator|(Lanes a, Lanes b) { return {_mm512_or_si512(a.v, b.v)}; }
  friend VIER_INLINE Lanes operator^(Lanes a, Lanes b) { return {_mm512_xor_si512(a.v, b.v)}; }
  friend VIER_INLINE Lanes operator+(Lanes a, Lanes b) { return {_mm512_add_epi64(a.v, b.v)}; }
  friend VIER_INLINE Lanes operator-(Lanes a, Lanes b) { return {_mm512_sub_epi64(a.v, b.v)}; }
  friend VIER_INLINE Lanes without(Lanes a, Lanes b) { return {_mm512_andnot_si512(b.v, a.v)}; }
  template <int k>
  friend VIER_INLINE Lanes up(Lanes a) {
    return {_mm512_slli_epi64(a.v, k)};
  }
  template <int k>
  friend VIER_INLINE Lanes down(Lanes a) {
    return {_mm512_srli_epi64(a.v, k)};
  }
  VIER_INLINE Lanes down_by(std::uint32_t k) const {
    return {_mm512_srl_epi64(v, _mm_cvtsi32_si128(static_cast<int>(k)))};
  }
  // The low 49 bits or more of the product; both factors are below 2^52.
  VIER_INLINE Lanes times(std::uint64_t factor) const {
    return {_mm512_madd52lo_epu64(_mm512_setzero_si512(), v, all(factor).v)};
  }
  VIER_INLINE Lanes minimum(Lanes b) const { return {_mm512_min_epu64(v, b.v)}; }
  VIER_INLINE Lanes count() const { return {_mm512_popcnt_epi64(v)}; }

  // One bit for each lane.
  VIER_INLINE std::uint32_t zero() const { return _mm512_testn_epi64_mask(v, v); }
  VIER_INLINE std::uint32_t nonzero() const { return _mm512_test_epi64_mask(v, v); }
  VIER_INLINE std::uint32_t at_most(int x) const {
    return _mm512_cmple_epi64_mask(v, _mm512_set1_epi64(x));
  }
  VIER_INLINE std::uint32_t at_least(int x) const {
    return _mm512_cmpge_epi64_mask(v, _mm512_set1_epi64(x));
  }
  static VIER_INLINE Lanes where_zero(Lanes test, Lanes yes, Lanes no) {
    return {_mm512_mask_blend_epi64(_mm512_testn_epi64_mask(test.v, test.v), no.v, yes.v)};
  }
  // One aligned 8-byte load for each lane in which `wanted` is not zero, 0 elsewhere.
  static VIER_INLINE Lanes gather(const std::uint64_t* base, Lanes index, Lanes wanted) {
    return {_mm512_mask_i64gather_epi64(
        _mm512_setzero_si512(), _mm512_test_epi64_mask(wanted.v, wanted.v), index.v, base, 8)};
  }
};

// The lanes still to be tried, from the highest rank to the lowest, equal ones from the left.
class Order {
 public:
  VIER_INLINE Order(Lanes ranks, std::uint32_t active)
      : keys_(_mm_mask_sub_epi16(_mm_set1_epi16(-1), static_cast<__mmask8>(active),
                                 _mm_set1_epi16(1024), _mm512_cvtepi64_epi16(ranks.v))) {}

  // A lane, or -1 when none is left.
  VIER_INLINE int next() {
    const auto found = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(keys_)));
    if ((found & 0xffff) == 0xffff) return -1;
    const std::uint32_t lane = found >> 16;
    keys_ = _mm_mask_mov_epi16(keys_, static_cast<__mmask8>(1U << lane), _mm_set1_epi16(-1));
    return static_cast<int>(lane);
  }

 private:
  __m128i keys_;
};

}  // namespace
}  // namespace vier::search
