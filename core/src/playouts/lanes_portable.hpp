// What playouts need of portable lanes beyond what the search does.
#pragma once

#include "search/lanes_portable.hpp"

namespace vier::playouts {
namespace {

using search::Lanes;

VIER_INLINE Lanes product_of_low_halves(const Lanes& a, const Lanes& b) {
  return Lanes::each([&](int i) { return (a.v[i] & 0xffffffff) * (b.v[i] & 0xffffffff); });
}

// In each column the number of open columns up to it; `open` has bits at the bottom of columns.
VIER_INLINE Lanes open_up_to(const Lanes& open) {
  constexpr std::uint64_t bottom = 0x40810204081;
  return Lanes::each([&](int i) { return open.v[i] * bottom; });
}

VIER_INLINE Lanes count_of_columns(const Lanes& open) {
  return down<42>(open_up_to(open)) & Lanes::all(127);
}

// In each column 63, plus the number of open columns up to it, less the rank.
VIER_INLINE Lanes open_up_to_less(const Lanes& open, const Lanes& rank) {
  constexpr std::uint64_t bottom = 0x40810204081;
  return Lanes::each([&](int i) { return (open.v[i] + 63 - rank.v[i]) * bottom; });
}

VIER_INLINE Lanes replaced(const Lanes& old, std::uint32_t lanes, const Lanes& by) {
  return Lanes::each([&](int i) { return (lanes >> i & 1) != 0 ? by.v[i] : old.v[i]; });
}

// The words from `next` on, one after the other, in those lanes.
VIER_INLINE Lanes expanded(const Lanes& old, std::uint32_t lanes, const std::uint64_t* next) {
  Lanes result = old;
  for (; lanes != 0; lanes &= lanes - 1) result.v[__builtin_ctz(lanes)] = *next++;
  return result;
}

VIER_INLINE std::uint32_t bit_count(std::uint32_t bits) {
  return static_cast<std::uint32_t>(__builtin_popcount(bits));
}

// The lowest `most` of eight bits.
VIER_INLINE std::uint32_t lowest_of(std::uint32_t bits, std::uint32_t most) {
  std::uint32_t rest = bits;
  for (; most > 0 && rest != 0; --most) rest &= rest - 1;
  return bits & ~rest;
}

}  // namespace
}  // namespace vier::playouts
