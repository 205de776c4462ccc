#include "vier/reach.hpp"

#include <array>
#include <bit>
#include <cstdint>

namespace vier {

std::optional<std::vector<int>> find_moves(const Position& position) {
  // Depth-first over the heights already filled, three bits a column; which side plays the next
  // stone follows from how many there are. A four is only met at the end: `position` has no defect,
  // so either it has none, or one last stone explains all of them, and only that one may be last.
  struct Step {
    std::uint32_t heights;
    std::uint32_t index;
    int ply;
    int column;  // that led here
  };
  const int stones = position.ply();
  const Bitboard first = stones % 2 == 0 ? position.own() : position.other();
  const Bitboard last = position.is_lost() ? cells_in_every_four(position.other()) : kBoard;
  // Heights up to those of `position` as one number, so that few stones need little memory.
  std::array<std::uint32_t, kColumns> stride{};
  std::uint32_t vectors = 1;
  for (int column = 0; column < kColumns; ++column) {
    stride[static_cast<std::size_t>(column)] = vectors;
    vectors *= static_cast<std::uint32_t>(position.height(column)) + 1;
  }
  std::vector<bool> seen(vectors, false);
  std::vector<Step> open = {{0, 0, 0, -1}};
  std::vector<int> moves(static_cast<std::size_t>(stones));
  while (!open.empty()) {
    const Step step = open.back();
    open.pop_back();
    // What stands before this ply is the way to the step's parent, the last one taken there.
    if (step.ply > 0) moves[static_cast<std::size_t>(step.ply - 1)] = step.column;
    if (step.ply == stones) return moves;
    const Bitboard mover = step.ply % 2 == 0 ? first : first ^ position.all();
    for (int column = 0; column < kColumns; ++column) {
      const auto height = static_cast<int>((step.heights >> (3 * column)) & 7);
      if (height == kRows) continue;
      const Bitboard cell = cell_bit(column, height);
      if ((mover & cell) == 0) continue;
      if (step.ply + 1 == stones && (last & cell) == 0) continue;
      const std::uint32_t index = step.index + stride[static_cast<std::size_t>(column)];
      if (seen[index]) continue;
      seen[index] = true;
      open.push_back({step.heights + (1U << (3 * column)), index, step.ply + 1, column});
    }
  }
  return std::nullopt;
}

}  // namespace vier
