// What playouts need of AVX-512 lanes beyond what the search does.
#pragma once

#include "search/lanes_avx512.hpp"

namespace vier::playouts {
namespace {

using search::Lanes;

VIER_INLINE Lanes product_of_low_halves(Lanes a, Lanes b) { return {_mm512_mul_epu32(a.v, b.v)}; }

// Of bits at the bottom of some columns.
VIER_INLINE Lanes count_of_columns(Lanes open) { return open.count(); }

// In each column 63, plus the number of open columns up to it, less the rank.
VIER_INLINE Lanes open_up_to_less(Lanes open, Lanes rank) {
  constexpr long long bottom = 0x40810204081;
  const __m512i less = _mm512_permutexvar_epi64(
      rank.v, _mm512_setr_epi64(63 * bottom, 62 * bottom, 61 * bottom, 60 * bottom, 59 * bottom,
                                58 * bottom, 57 * bottom, 56 * bottom));
  return {_mm512_madd52lo_epu64(less, open.v, _mm512_set1_epi64(bottom))};
}

VIER_INLINE Lanes replaced(Lanes old, std::uint32_t lanes, Lanes by) {
  return {_mm512_mask_mov_epi64(old.v, static_cast<__mmask8>(lanes), by.v)};
}

// The words from `next` on, one after the other, in those lanes.
VIER_INLINE Lanes expanded(Lanes old, std::uint32_t lanes, const std::uint64_t* next) {
  return {_mm512_mask_expand_epi64(old.v, static_cast<__mmask8>(lanes), _mm512_loadu_si512(next))};
}

VIER_INLINE std::uint32_t bit_count(std::uint32_t bits) {
  return static_cast<std::uint32_t>(_mm_popcnt_u32(bits));
}

// The lowest `most` of eight bits.
VIER_INLINE std::uint32_t lowest_of(std::uint32_t bits, std::uint32_t most) {
  return _pdep_u32(_bzhi_u32(0xff, most < 8 ? most : 8), bits);
}

}  // namespace
}  // namespace vier::playouts
