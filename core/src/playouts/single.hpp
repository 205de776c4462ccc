// One playout by itself, the same as a vector path plays it.
#pragma once

#include <cassert>
#include <cstdint>

#include "playouts/stream.hpp"
#include "vier/position.hpp"

namespace vier::playouts {

// The result for the side to move of an undecided position: 1, 0 or -1.
inline int play_single(Bitboard own, Bitboard all, std::uint64_t stream) {
  constexpr Bitboard sentinels = kBottomRow << kRows;
  assert(all != kBoard);
  for (int sign = 1;; sign = -sign) {
    const std::uint64_t high = stream >> 32;
    const std::uint64_t number = (stream ^ high) & 0xffffffff;
    stream = (stream & 0xffffffff) * kStreamFactor + high;
    const Bitboard above = all + kBottomRow;
    const Bitboard open = (sentinels & ~above) >> kRows;
    const std::uint64_t columns = (open * kBottomRow) >> (kColumns - 1) * kColumnBits & 127;
    const std::uint64_t rank = (number * columns) >> 32;
    // The first column up to which more than `rank` columns are open has its sentinel set.
    const Bitboard reached = (open + 63 - rank) * kBottomRow & sentinels;
    const Bitboard chosen = reached & (~reached + 1);
    const Bitboard stones = own | (above & (chosen - (chosen >> kRows)));
    own ^= all;
    all = own | stones;
    if (has_four(stones)) return sign;
    if (all == kBoard) return 0;
  }
}

}  // namespace vier::playouts
