// A Connect Four position as two bitboards, and everything the rules say of it.
//
// Layout: bit = 7 * column + row. The top bit of each column is a sentinel that is always empty in
// a stone bitboard; it keeps shifted lines from running on into the next column.
//
//   sentinel   6 13 20 27 34 41 48
//   row 5      5 12 19 26 33 40 47
//   row 4      4 11 18 25 32 39 46
//   row 3      3 10 17 24 31 38 45
//   row 2      2  9 16 23 30 37 44
//   row 1      1  8 15 22 29 36 43
//   row 0      0  7 14 21 28 35 42
//   column     0  1  2  3  4  5  6
//
// Inside the core columns are 0-6 and rows 0-5. People and other programs see 1-7 and 1-6; the
// bindings convert.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>

namespace vier {

using Bitboard = std::uint64_t;

inline constexpr int kColumns = 7;
inline constexpr int kRows = 6;
inline constexpr int kCells = kColumns * kRows;
inline constexpr int kColumnBits = kRows + 1;  // the cells of a column and its sentinel
inline constexpr int kKeyBits = kColumns * kColumnBits;

constexpr Bitboard cell_bit(int column, int row) {
  return Bitboard{1} << (column * kColumnBits + row);
}

constexpr Bitboard column_cells(int column) {
  return ((Bitboard{1} << kRows) - 1) << (column * kColumnBits);
}

namespace detail {
constexpr Bitboard repeat_in_columns(Bitboard pattern) {
  Bitboard result = 0;
  for (int column = 0; column < kColumns; ++column) result |= pattern << (column * kColumnBits);
  return result;
}
}  // namespace detail

inline constexpr Bitboard kBottomRow = detail::repeat_in_columns(1);
inline constexpr Bitboard kBoard = detail::repeat_in_columns((Bitboard{1} << kRows) - 1);

// Distances between neighbours in a line: upwards, to the right, down-right, up-right.
inline constexpr std::array<int, 4> kDirections = {1, kColumnBits, kColumnBits - 1,
                                                   kColumnBits + 1};

constexpr bool has_four(Bitboard stones) {
  for (const int step : kDirections) {
    const Bitboard pairs = stones & (stones >> step);
    if ((pairs & (pairs >> (2 * step))) != 0) return true;
  }
  return false;
}

// All cells that belong to at least one four of `stones`.
constexpr Bitboard cells_of_fours(Bitboard stones) {
  Bitboard cells = 0;
  for (const int step : kDirections) {
    const Bitboard pairs = stones & (stones >> step);
    const Bitboard starts = pairs & (pairs >> (2 * step));
    cells |= starts | (starts << step) | (starts << (2 * step)) | (starts << (3 * step));
  }
  return cells;
}

// The cells of every four of `stones` at once; all of the board when there is none.
constexpr Bitboard cells_in_every_four(Bitboard stones) {
  Bitboard common = kBoard;
  for (const int step : kDirections) {
    const Bitboard pairs = stones & (stones >> step);
    Bitboard starts = pairs & (pairs >> (2 * step));
    for (; starts != 0; starts &= starts - 1) {
      const Bitboard start = starts & (~starts + 1);
      common &= start | (start << step) | (start << (2 * step)) | (start << (3 * step));
    }
  }
  return common;
}

// Cells, empty or not, reachable yet or not, that complete a four of `stones`.
constexpr Bitboard completing_cells(Bitboard stones) {
  // Upwards only the cell above three stones can still be free.
  Bitboard cells = (stones << 1) & (stones << 2) & (stones << 3);
  for (int i = 1; i < 4; ++i) {
    const int step = kDirections[static_cast<std::size_t>(i)];
    const Bitboard two_before = (stones << step) & (stones << (2 * step));
    const Bitboard two_after = (stones >> step) & (stones >> (2 * step));
    cells |= two_before & ((stones << (3 * step)) | (stones >> step));
    cells |= two_after & ((stones >> (3 * step)) | (stones << step));
  }
  return cells & kBoard;
}

constexpr Bitboard mirror(Bitboard bits) {
  constexpr Bitboard whole_column = (Bitboard{1} << kColumnBits) - 1;
  Bitboard result = 0;
  for (int column = 0; column < kColumns; ++column) {
    result <<= kColumnBits;
    result |= (bits >> (column * kColumnBits)) & whole_column;
  }
  return result;
}

// Why two bitboards are no position that play could end in, in the order in which it is reported.
enum class Defect : std::uint8_t {
  overlap_or_outside,  // an own stone that is not among all stones, or a stone off the board
  floating_stone,
  count_mismatch,   // the side to move must have as many stones as the other side, or one fewer
  two_winners,      // both sides have a four
  winner_not_last,  // the side to move has a four: it would have won before
  play_after_win,   // no single last stone explains all fours of the other side
};

class Position {
 public:
  // The empty board.
  constexpr Position() = default;

  // Asserts, but does not otherwise check, that the bitboards have no defect.
  static constexpr Position from_bitboards_unchecked(Bitboard own, Bitboard all) {
    assert(!find_defect(own, all));
    return Position(own, all);
  }

  static constexpr std::optional<Defect> find_defect(Bitboard own, Bitboard all) {
    if ((own & ~all) != 0 || (all & ~kBoard) != 0) return Defect::overlap_or_outside;
    if (((all + kBottomRow) & all) != 0) return Defect::floating_stone;
    const Bitboard other = own ^ all;
    if (std::popcount(own) != std::popcount(all) / 2) return Defect::count_mismatch;
    const bool own_four = has_four(own);
    const bool other_four = has_four(other);
    if (own_four && other_four) return Defect::two_winners;
    if (own_four) return Defect::winner_not_last;
    if (other_four && (cells_in_every_four(other) & top_stones(all)) == 0)
      return Defect::play_after_win;
    return std::nullopt;
  }

  // Stones of the side to move, of the other side, of both.
  constexpr Bitboard own() const { return own_; }
  constexpr Bitboard other() const { return own_ ^ all_; }
  constexpr Bitboard all() const { return all_; }

  constexpr int ply() const { return std::popcount(all_); }
  constexpr int height(int column) const { return std::popcount(all_ & column_cells(column)); }

  // Only the side that moved last can have won.
  constexpr bool is_lost() const { return has_four(other()); }
  constexpr bool is_over() const { return all_ == kBoard || is_lost(); }

  // The cell in each open column where the next stone lands, also after the end of the game.
  constexpr Bitboard landing_cells() const { return (all_ + kBottomRow) & kBoard; }
  constexpr Bitboard landing_cell(int column) const {
    return (all_ + cell_bit(column, 0)) & column_cells(column);
  }
  constexpr bool is_column_full(int column) const { return landing_cell(column) == 0; }

  // Empty cells that would complete a four of the side to move (own) or of the other side.
  constexpr Bitboard own_threats() const { return completing_cells(own_) & ~all_; }
  constexpr Bitboard other_threats() const { return completing_cells(other()) & ~all_; }

  constexpr Position play_unchecked(int column) const {
    assert(column >= 0 && column < kColumns && !is_over() && !is_column_full(column));
    return play_cell_unchecked(landing_cell(column));
  }
  constexpr Position play_cell_unchecked(Bitboard cell) const {
    assert(std::has_single_bit(cell) && (cell & landing_cells()) != 0);
    return Position(own_ ^ all_, all_ | cell);
  }

  constexpr Position mirrored() const { return Position(mirror(own_), mirror(all_)); }

  // An exact 49-bit key: in each column the own stones as a binary number plus 2^height - 1.
  // A board and its colour-inverted twin have the same key, for both are relative to the side to
  // move.
  constexpr std::uint64_t key() const { return own_ + all_; }

  // The same for a position and its mirror image.
  constexpr std::uint64_t canonical_key() const {
    const std::uint64_t straight = key();
    const std::uint64_t reversed = mirror(straight);
    return straight < reversed ? straight : reversed;
  }

  // The bitboards a key stands for; nothing when it is no key of stones on a board. The result may
  // still have defects of count or of fours.
  struct Stones {
    Bitboard own;
    Bitboard all;
  };
  static constexpr std::optional<Stones> decode(std::uint64_t key) {
    if ((key >> kKeyBits) != 0) return std::nullopt;
    Stones stones{0, 0};
    for (int column = 0; column < kColumns; ++column) {
      const std::uint64_t code = ((key >> (column * kColumnBits)) & ((1U << kColumnBits) - 1)) + 1;
      const int height = static_cast<int>(std::bit_width(code)) - 1;
      if (height > kRows) return std::nullopt;
      const std::uint64_t base = std::uint64_t{1} << height;
      stones.own |= (code - base) << (column * kColumnBits);
      stones.all |= (base - 1) << (column * kColumnBits);
    }
    return stones;
  }

  friend constexpr bool operator==(const Position&, const Position&) = default;

 private:
  constexpr Position(Bitboard own, Bitboard all) : own_(own), all_(all) {}

  // The highest stone of each column that has one.
  static constexpr Bitboard top_stones(Bitboard all) { return all & ((all + kBottomRow) >> 1); }

  Bitboard own_ = 0;
  Bitboard all_ = 0;
};

static_assert(sizeof(Position) == 16);

}  // namespace vier
