// Eight 64-bit lanes in two AVX2 registers.
#pragma once

#include <immintrin.h>

#include <cstdint>

#define VIER_INLINE __attribute__((always_inline)) inline

namespace vier::search {
namespace {

struct Lanes {
  __m256i a, b;

  static VIER_INLINE Lanes all(std::uint64_t x) {
    const __m256i v = _mm256_set1_epi64x(static_cast<long long>(x));
    return {v, v};
  }
  static VIER_INLINE Lanes load(const std::uint64_t* from) {
    return {_mm256_load_si256(reinterpret_cast<const __m256i*>(from)),
            _mm256_load_si256(reinterpret_cast<const __m256i*>(from + 4))};
  }
  VIER_INLINE void store(std::uint64_t* to) const {
    _mm256_store_si256(reinterpret_cast<__m256i*>(to), a);
    _mm256_store_si256(reinterpret_cast<__m256i*>(to + 4), b);
  }

  friend VIER_INLINE Lanes operator&(Lanes x, Lanes y) {
    return {_mm256_and_si256(x.a, y.a), _mm256_and_si256(x.b, y.b)};
  }
  friend VIER_INLINE Lanes operator|(Lanes x, Lanes y) {
    return {_mm256_or_si256(x.a, y.a), _mm256_or_si256(x.b, y.b)};
  }
  friend VIER_INLINE Lanes operator^(Lanes x, Lanes y) {
    return {_mm256_xor_si256(x.a, y.a), _mm256_xor_si256(x.b, y.b)};
  }
  friend VIER_INLINE Lanes operator+(Lanes x, Lanes y) {
    return {_mm256_add_epi64(x.a, y.a), _mm256_add_epi64(x.b, y.b)};
  }
  friend VIER_INLINE Lanes operator-(Lanes x, Lanes y) {
    return {_mm256_sub_epi64(x.a, y.a), _mm256_sub_epi64(x.b, y.b)};
  }
  friend VIER_INLINE Lanes without(Lanes x, Lanes y) {
    return {_mm256_andnot_si256(y.a, x.a), _mm256_andnot_si256(y.b, x.b)};
  }
  template <int k>
  friend VIER_INLINE Lanes up(Lanes x) {
    return {_mm256_slli_epi64(x.a, k), _mm256_slli_epi64(x.b, k)};
  }
  template <int k>
  friend VIER_INLINE Lanes down(Lanes x) {
    return {_mm256_srli_epi64(x.a, k), _mm256_srli_epi64(x.b, k)};
  }
  VIER_INLINE Lanes down_by(std::uint32_t k) const {
    const __m128i by = _mm_cvtsi32_si128(static_cast<int>(k));
    return {_mm256_srl_epi64(a, by), _mm256_srl_epi64(b, by)};
  }
  // The low 49 bits or more of the product.
  VIER_INLINE Lanes times(std::uint64_t factor) const {
    return {product(a, factor), product(b, factor)};
  }
  VIER_INLINE Lanes minimum(Lanes y) const {
    return {_mm256_blendv_epi8(a, y.a, _mm256_cmpgt_epi64(a, y.a)),
            _mm256_blendv_epi8(b, y.b, _mm256_cmpgt_epi64(b, y.b))};
  }
  VIER_INLINE Lanes count() const { return {count(a), count(b)}; }

  // One bit for each lane.
  VIER_INLINE std::uint32_t zero() const { return bits(is_zero(a), is_zero(b)); }
  VIER_INLINE std::uint32_t nonzero() const { return zero() ^ 0xff; }
  VIER_INLINE std::uint32_t at_most(int x) const { return at_least(x + 1) ^ 0xff; }
  VIER_INLINE std::uint32_t at_least(int x) const {
    const __m256i below = _mm256_set1_epi64x(x - 1);
    return bits(_mm256_cmpgt_epi64(a, below), _mm256_cmpgt_epi64(b, below));
  }
  static VIER_INLINE Lanes where_zero(Lanes test, Lanes yes, Lanes no) {
    return {_mm256_blendv_epi8(no.a, yes.a, is_zero(test.a)),
            _mm256_blendv_epi8(no.b, yes.b, is_zero(test.b))};
  }
  // One aligned 8-byte load for each lane in which `wanted` is not zero, 0 elsewhere.
  static VIER_INLINE Lanes gather(const std::uint64_t* base, Lanes index, Lanes wanted) {
    return {gather(base, index.a, wanted.a), gather(base, index.b, wanted.b)};
  }

 private:
  static VIER_INLINE __m256i is_zero(__m256i x) {
    return _mm256_cmpeq_epi64(x, _mm256_setzero_si256());
  }
  static VIER_INLINE std::uint32_t bits(__m256i x, __m256i y) {
    return static_cast<std::uint32_t>(_mm256_movemask_pd(_mm256_castsi256_pd(x)) |
                                      _mm256_movemask_pd(_mm256_castsi256_pd(y)) << 4);
  }
  static VIER_INLINE __m256i product(__m256i x, std::uint64_t factor) {
    const __m256i low = _mm256_set1_epi64x(static_cast<long long>(factor & 0xffffffff));
    const __m256i high = _mm256_set1_epi64x(static_cast<long long>(factor >> 32));
    const __m256i crossed = _mm256_add_epi64(_mm256_mul_epu32(_mm256_srli_epi64(x, 32), low),
                                             _mm256_mul_epu32(x, high));
    return _mm256_add_epi64(_mm256_mul_epu32(x, low), _mm256_slli_epi64(crossed, 32));
  }
  static VIER_INLINE __m256i count(__m256i x) {
    const __m256i nibbles = _mm256_set1_epi8(15);
    const __m256i counts = _mm256_setr_epi8(0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4,  //
                                            0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4);
    const __m256i low = _mm256_shuffle_epi8(counts, _mm256_and_si256(x, nibbles));
    const __m256i high =
        _mm256_shuffle_epi8(counts, _mm256_and_si256(_mm256_srli_epi64(x, 4), nibbles));
    return _mm256_sad_epu8(_mm256_add_epi8(low, high), _mm256_setzero_si256());
  }
  static VIER_INLINE __m256i gather(const std::uint64_t* base, __m256i index, __m256i wanted) {
    const __m256i mask = _mm256_xor_si256(is_zero(wanted), _mm256_set1_epi64x(-1));
    return _mm256_mask_i64gather_epi64(_mm256_setzero_si256(),
                                       reinterpret_cast<const long long*>(base), index, mask, 8);
  }
};

// For each set of lanes 0xffff where a lane is not in the set.
struct LaneMasks {
  alignas(16) std::uint16_t absent[256][8];
  constexpr LaneMasks() : absent() {
    for (unsigned set = 0; set < 256; ++set)
      for (unsigned lane = 0; lane < 8; ++lane)
        absent[set][lane] = (set >> lane & 1) != 0 ? 0 : 0xffff;
  }
};
constexpr LaneMasks kLaneMasks;

// The lanes still to be tried, from the highest rank to the lowest, equal ones from the left.
class Order {
 public:
  VIER_INLINE Order(Lanes ranks, std::uint32_t active) {
    const __m256i words = _mm256_packus_epi32(ranks.a, ranks.b);
    const __m256i packed = _mm256_packus_epi32(words, words);
    const __m128i in_order =
        _mm_unpacklo_epi32(_mm256_castsi256_si128(packed), _mm256_extracti128_si256(packed, 1));
    keys_ = _mm_or_si128(_mm_sub_epi16(_mm_set1_epi16(1024), in_order), absent(active));
  }

  // A lane, or -1 when none is left.
  VIER_INLINE int next() {
    const auto found = static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_minpos_epu16(keys_)));
    if ((found & 0xffff) == 0xffff) return -1;
    const std::uint32_t lane = found >> 16;
    keys_ = _mm_or_si128(keys_, absent(0xff ^ (1U << lane)));
    return static_cast<int>(lane);
  }

 private:
  static VIER_INLINE __m128i absent(std::uint32_t set) {
    return _mm_load_si128(reinterpret_cast<const __m128i*>(kLaneMasks.absent[set]));
  }
  __m128i keys_;
};

}  // namespace
}  // namespace vier::search
