#include "vier/random.hpp"

#include <bit>
#include <cassert>

#include "vier/reach.hpp"

namespace vier {
namespace {

std::uint64_t splitmix64(std::uint64_t& state) {
  state += 0x9e3779b97f4a7c15;
  std::uint64_t value = state;
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// ways[columns][stones]: height vectors of so many columns with so many stones in all.
using HeightCounts = std::array<std::array<std::uint32_t, kCells + 1>, kColumns + 1>;

constexpr HeightCounts count_height_vectors() {
  HeightCounts ways{};
  ways[0][0] = 1;
  for (std::size_t columns = 1; columns <= kColumns; ++columns)
    for (std::size_t stones = 0; stones <= kCells; ++stones)
      for (std::size_t height = 0; height <= kRows && height <= stones; ++height)
        ways[columns][stones] += ways[columns - 1][stones - height];
  return ways;
}

constexpr HeightCounts kHeightVectors = count_height_vectors();

// Every height vector with that many stones is equally likely.
Bitboard random_filling(int stones, Random& random) {
  Bitboard all = 0;
  auto left = static_cast<std::size_t>(stones);
  for (int column = 0; column < kColumns; ++column) {
    const auto others = static_cast<std::size_t>(kColumns - 1 - column);
    std::uint32_t pick = random.below(kHeightVectors[others + 1][left]);
    std::size_t height = 0;
    while (pick >= kHeightVectors[others][left - height]) {
      pick -= kHeightVectors[others][left - height];
      ++height;
    }
    all |= ((Bitboard{1} << height) - 1) << (column * kColumnBits);
    left -= height;
  }
  return all;
}

Bitboard random_subset(Bitboard cells, int size, Random& random) {
  Bitboard chosen = 0;
  auto left = static_cast<std::uint32_t>(std::popcount(cells));
  auto wanted = static_cast<std::uint32_t>(size);
  for (; wanted > 0; cells &= cells - 1, --left) {
    if (random.below(left) < wanted) {
      chosen |= cells & (~cells + 1);
      --wanted;
    }
  }
  return chosen;
}

}  // namespace

Random::Random(std::uint64_t seed) {
  for (std::uint64_t& word : state_) word = splitmix64(seed);
}

std::uint64_t Random::next() {
  const std::uint64_t result = std::rotl(state_[1] * 5, 7) * 9;
  const std::uint64_t shifted = state_[1] << 17;
  state_[2] ^= state_[0];
  state_[3] ^= state_[1];
  state_[1] ^= state_[2];
  state_[0] ^= state_[3];
  state_[2] ^= shifted;
  state_[3] = std::rotl(state_[3], 45);
  return result;
}

std::uint32_t Random::below(std::uint32_t bound) {
  assert(bound > 0);
  // Lemire's method: the high half of a product, redrawn in the few cases that would bias it.
  std::uint64_t product = (next() >> 32) * bound;
  if (static_cast<std::uint32_t>(product) < bound) {
    const std::uint32_t threshold = (0U - bound) % bound;
    while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
  }
  return static_cast<std::uint32_t>(product >> 32);
}

Position random_position_over_games(int stones, Random& random) {
  assert(stones >= 0 && stones <= kCells);
  for (;;) {
    Position position;
    while (position.ply() < stones && !position.is_lost()) {
      Bitboard cells = position.landing_cells();
      auto skip = random.below(static_cast<std::uint32_t>(std::popcount(cells)));
      for (; skip > 0; --skip) cells &= cells - 1;
      position = position.play_cell_unchecked(cells & (~cells + 1));
    }
    if (position.ply() == stones && !position.is_lost()) return position;
  }
}

Position random_position_over_positions(int stones, Random& random) {
  assert(stones >= 0 && stones <= kCells);
  // Uniform over all ways to fill the columns and share out the stones; what is no position
  // without a winner is drawn again, so that the rest stay equally likely.
  for (;;) {
    const Bitboard all = random_filling(stones, random);
    const Bitboard own = random_subset(all, stones / 2, random);
    if (has_four(own) || has_four(own ^ all)) continue;
    const Position position = Position::from_bitboards_unchecked(own, all);
    if (find_moves(position)) return position;
  }
}

}  // namespace vier
