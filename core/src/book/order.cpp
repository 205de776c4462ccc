#include <bit>
#include <cassert>

#include "vier/book_order.hpp"
#include "vier/reach.hpp"

namespace vier::book {
namespace {

constexpr std::size_t kStones = kLastPly + 1;

// ways[columns][stones]: shapes of so many columns with so many stones in all.
using Ways = std::array<std::array<std::uint32_t, kStones>, kColumns + 1>;

constexpr Ways count_ways() {
  Ways ways{};
  ways[0][0] = 1;
  for (std::size_t columns = 1; columns <= kColumns; ++columns)
    for (std::size_t stones = 0; stones < kStones; ++stones)
      for (std::size_t height = 0; height <= kRows && height <= stones; ++height)
        ways[columns][stones] += ways[columns - 1][stones - height];
  return ways;
}

constexpr Ways kWays = count_ways();

// before[column][stones][height]: shapes of the columns up to this one with so many stones in all
// that have fewer than `height` in this one.
using Before = std::array<std::array<std::array<std::uint32_t, kRows + 1>, kStones>, kColumns>;

constexpr Before count_before() {
  Before before{};
  for (std::size_t column = 0; column < kColumns; ++column)
    for (std::size_t stones = 0; stones < kStones; ++stones)
      for (std::size_t height = 1; height <= kRows; ++height)
        before[column][stones][height] =
            before[column][stones][height - 1] +
            (height - 1 <= stones ? kWays[column][stones - (height - 1)] : 0);
  return before;
}

constexpr Before kBefore = count_before();

// choose[n][k]: subsets of k out of n.
using Choose = std::array<std::array<std::uint32_t, kStones>, kStones>;

constexpr Choose count_subsets() {
  Choose choose{};
  for (std::size_t n = 0; n < kStones; ++n) {
    choose[n][0] = 1;
    for (std::size_t k = 1; k <= n; ++k) choose[n][k] = choose[n - 1][k - 1] + choose[n - 1][k];
  }
  return choose;
}

constexpr Choose kChoose = count_subsets();

// Heights as one number that orders like shapes: the right column counts most.
constexpr std::uint32_t packed(const Heights& heights) {
  std::uint32_t value = 0;
  for (std::size_t column = kColumns; column-- > 0;)
    value = value << 3 | static_cast<std::uint32_t>(heights[column]);
  return value;
}

constexpr std::uint32_t packed_mirror(const Heights& heights) {
  std::uint32_t value = 0;
  for (const int height : heights) value = value << 3 | static_cast<std::uint32_t>(height);
  return value;
}

Heights heights_of(Bitboard all) {
  Heights heights{};
  for (int column = 0; column < kColumns; ++column)
    heights[static_cast<std::size_t>(column)] =
        static_cast<int>(std::bit_width((all >> (column * kColumnBits)) & ((1U << kRows) - 1)));
  return heights;
}

std::uint32_t rank_of_colouring(Bitboard own, const Heights& heights) {
  std::uint32_t pattern = 0;
  int stones = 0;
  for (std::size_t column = 0; column < kColumns; ++column) {
    pattern |= static_cast<std::uint32_t>((own >> (column * kColumnBits)) & ((1U << kRows) - 1))
               << stones;
    stones += heights[column];
  }
  // In numerical order, the numbers before one with the bits p1 < p2 < ... are counted by choosing
  // 1 of p1, 2 of p2, ... bits.
  std::uint32_t rank = 0;
  for (std::size_t size = 1; pattern != 0; pattern &= pattern - 1, ++size)
    rank += kChoose[static_cast<std::size_t>(std::countr_zero(pattern))][size];
  return rank;
}

}  // namespace

std::uint32_t shape_count(int plies) { return kWays[kColumns][static_cast<std::size_t>(plies)]; }

std::uint32_t colouring_count(int plies) {
  const auto stones = static_cast<std::size_t>(plies);
  return kChoose[stones][stones / 2];
}

std::uint32_t rank_of_shape(const Heights& heights, int plies) {
  std::uint32_t rank = 0;
  auto left = static_cast<std::size_t>(plies);
  for (std::size_t column = kColumns; column-- > 0;) {
    const auto height = static_cast<std::size_t>(heights[column]);
    rank += kBefore[column][left][height];
    left -= height;
  }
  return rank;
}

Heights shape_at(std::uint32_t rank, int plies) {
  assert(rank < shape_count(plies));
  Heights heights{};
  auto left = static_cast<std::size_t>(plies);
  for (std::size_t column = kColumns; column-- > 0;) {
    std::size_t height = 0;
    while (height < kRows && height < left && kBefore[column][left][height + 1] <= rank) ++height;
    rank -= kBefore[column][left][height];
    heights[column] = static_cast<int>(height);
    left -= height;
  }
  assert(left == 0 && rank == 0);
  return heights;
}

bool is_kept(const Heights& heights) { return packed(heights) <= packed_mirror(heights); }

Place place_of(const Position& position) {
  const int plies = position.ply();
  assert(plies <= kLastPly);
  const Heights heights = heights_of(position.all());
  const std::uint32_t straight = packed(heights);
  const std::uint32_t reversed = packed_mirror(heights);
  if (straight < reversed || (straight == reversed && position.key() == position.canonical_key()))
    return {rank_of_shape(heights, plies), rank_of_colouring(position.own(), heights)};
  const Position image = position.mirrored();
  const Heights mirrored = heights_of(image.all());
  return {rank_of_shape(mirrored, plies), rank_of_colouring(image.own(), mirrored)};
}

Position::Stones stones_at(const Heights& heights, std::uint32_t colouring) {
  int stones = 0;
  for (const int height : heights) stones += height;
  std::uint32_t pattern = 0;
  int bit = stones - 1;
  for (auto size = static_cast<std::size_t>(stones / 2); size > 0; --size, --bit) {
    while (kChoose[static_cast<std::size_t>(bit)][size] > colouring) --bit;
    colouring -= kChoose[static_cast<std::size_t>(bit)][size];
    pattern |= 1U << bit;
  }
  assert(colouring == 0);
  Position::Stones result{0, 0};
  for (std::size_t column = 0; column < kColumns; ++column) {
    const Bitboard cells = (Bitboard{1} << heights[column]) - 1;
    result.all |= cells << (column * kColumnBits);
    result.own |= (pattern & cells) << (column * kColumnBits);
    pattern >>= heights[column];
  }
  return result;
}

bool is_member(const Position::Stones& stones) {
  // Fours first: most places fail for them or for the immediate win, at no cost.
  if (has_four(stones.own) || has_four(stones.own ^ stones.all)) return false;
  const Position position = Position::from_bitboards_unchecked(stones.own, stones.all);
  if ((position.own_threats() & position.landing_cells()) != 0) return false;
  const Heights heights = heights_of(stones.all);
  if (packed(heights) == packed_mirror(heights) && position.key() != position.canonical_key())
    return false;
  return find_moves(position).has_value();
}

}  // namespace vier::book
