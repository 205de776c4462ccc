// What playouts need of AVX2 lanes beyond what the search does.
#pragma once

#include "search/lanes_avx2.hpp"

namespace vier::playouts {
namespace {

using search::Lanes;

VIER_INLINE Lanes product_of_low_halves(Lanes x, Lanes y) {
  return {_mm256_mul_epu32(x.a, y.a), _mm256_mul_epu32(x.b, y.b)};
}

// In each column the number of open columns up to it; `open` has bits at the bottom of columns.
VIER_INLINE Lanes open_up_to(Lanes open) {
  const Lanes two = open + up<7>(open);
  const Lanes four = two + up<14>(two);
  return four + up<28>(four);
}

VIER_INLINE Lanes count_of_columns(Lanes open) {
  return down<42>(open_up_to(open)) & Lanes::all(127);
}

// In each column 63, plus the number of open columns up to it, less the rank.
VIER_INLINE Lanes open_up_to_less(Lanes open, Lanes rank) {
  constexpr std::uint64_t bottom = 0x40810204081;
  const Lanes low = product_of_low_halves(rank, Lanes::all(bottom & 0x1fffffff));
  const Lanes ranks = low + up<35>(low & Lanes::all(0x3fff));
  return open_up_to(open) + Lanes::all(63 * bottom) - ranks;
}

// For each set of four lanes all ones in its lanes, and where an expansion takes its words from.
struct LaneSets {
  alignas(32) std::uint64_t ones[16][4];
  alignas(32) std::uint32_t sources[16][8];
  constexpr LaneSets() : ones(), sources() {
    for (unsigned set = 0; set < 16; ++set) {
      std::uint32_t taken = 0;
      for (unsigned lane = 0; lane < 4; ++lane) {
        const bool is_in = (set >> lane & 1) != 0;
        ones[set][lane] = is_in ? ~std::uint64_t{0} : 0;
        sources[set][2 * lane] = 2 * taken;
        sources[set][2 * lane + 1] = 2 * taken + 1;
        if (is_in) ++taken;
      }
    }
  }
};
constexpr LaneSets kLaneSets;

VIER_INLINE __m256i ones(std::uint32_t lanes) {
  return _mm256_load_si256(reinterpret_cast<const __m256i*>(kLaneSets.ones[lanes]));
}

VIER_INLINE std::uint32_t bit_count(std::uint32_t bits) {
  return static_cast<std::uint32_t>(_mm_popcnt_u32(bits));
}

VIER_INLINE Lanes replaced(Lanes old, std::uint32_t lanes, Lanes by) {
  return {_mm256_blendv_epi8(old.a, by.a, ones(lanes & 15)),
          _mm256_blendv_epi8(old.b, by.b, ones(lanes >> 4))};
}

VIER_INLINE __m256i words_for(std::uint32_t lanes, const std::uint64_t* next) {
  const __m256i words = _mm256_loadu_si256(reinterpret_cast<const __m256i*>(next));
  return _mm256_permutevar8x32_epi32(
      words, _mm256_load_si256(reinterpret_cast<const __m256i*>(kLaneSets.sources[lanes])));
}

// The words from `next` on, one after the other, in those lanes.
VIER_INLINE Lanes expanded(Lanes old, std::uint32_t lanes, const std::uint64_t* next) {
  const std::uint32_t low = lanes & 15;
  const std::uint32_t high = lanes >> 4;
  return {_mm256_blendv_epi8(old.a, words_for(low, next), ones(low)),
          _mm256_blendv_epi8(old.b, words_for(high, next + bit_count(low)), ones(high))};
}

// The lowest `most` of eight bits.
VIER_INLINE std::uint32_t lowest_of(std::uint32_t bits, std::uint32_t most) {
  return _pdep_u32(_bzhi_u32(0xff, most < 8 ? most : 8), bits);
}

}  // namespace
}  // namespace vier::playouts
