// The bitboard rules against a board of plain cells, on random games and on boards made by hand.
#include "vier/position.hpp"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "check.hpp"
#include "vier/random.hpp"

namespace {

using namespace vier;

// Slow on purpose: cells[column][row], 0 empty, 1 and 2 the sides, lines counted cell by cell.
struct PlainBoard {
  std::array<std::array<int, kRows>, kColumns> cells{};
  int ply = 0;

  int mover() const { return ply % 2 + 1; }
  int height(int column) const {
    int height = 0;
    while (height < kRows && at(column, height) != 0) ++height;
    return height;
  }
  int at(int column, int row) const {
    if (column < 0 || column >= kColumns || row < 0 || row >= kRows) return -1;
    return cells[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)];
  }
  void set(int column, int row, int side) {
    cells[static_cast<std::size_t>(column)][static_cast<std::size_t>(row)] = side;
  }
  void play(int column) {
    set(column, height(column), mover());
    ++ply;
  }
  Bitboard fours(int side) const {
    Bitboard found = 0;
    constexpr std::array<std::array<int, 2>, 4> steps = {{{0, 1}, {1, 0}, {1, 1}, {1, -1}}};
    for (int column = 0; column < kColumns; ++column)
      for (int row = 0; row < kRows; ++row)
        for (const auto& [right, up] : steps) {
          int length = 0;
          while (length < 4 && at(column + right * length, row + up * length) == side) ++length;
          if (length == 4)
            for (int i = 0; i < 4; ++i) found |= cell_bit(column + right * i, row + up * i);
        }
    return found;
  }
  Bitboard threats(int side) {
    Bitboard found = 0;
    for (int column = 0; column < kColumns; ++column)
      for (int row = 0; row < kRows; ++row)
        if (at(column, row) == 0) {
          set(column, row, side);
          if ((fours(side) & cell_bit(column, row)) != 0) found |= cell_bit(column, row);
          set(column, row, 0);
        }
    return found;
  }
};

void compare(const Position& position, PlainBoard& plain) {
  const int mover = plain.mover();
  const int other = 3 - mover;
  CHECK_EQUAL(position.ply(), plain.ply);
  for (int column = 0; column < kColumns; ++column) {
    CHECK_EQUAL(position.height(column), plain.height(column));
    CHECK_EQUAL(position.is_column_full(column), plain.height(column) == kRows);
    for (int row = 0; row < kRows; ++row) {
      const Bitboard cell = cell_bit(column, row);
      const int expected = plain.at(column, row);
      CHECK_EQUAL((position.own() & cell) != 0, expected == mover);
      CHECK_EQUAL((position.other() & cell) != 0, expected == other);
    }
  }
  CHECK_EQUAL(cells_of_fours(position.other()), plain.fours(other));
  CHECK_EQUAL(position.is_lost(), plain.fours(other) != 0);
  CHECK_EQUAL(has_four(position.own()), plain.fours(mover) != 0);
  CHECK_EQUAL(position.own_threats(), plain.threats(mover));
  CHECK_EQUAL(position.other_threats(), plain.threats(other));

  CHECK(!Position::find_defect(position.own(), position.all()));
  const auto stones = Position::decode(position.key());
  CHECK(stones && stones->own == position.own() && stones->all == position.all());
  const Position mirrored = position.mirrored();
  CHECK(mirrored.mirrored() == position);
  CHECK_EQUAL(mirrored.canonical_key(), position.canonical_key());
  CHECK_EQUAL(position.canonical_key(), std::min(position.key(), mirrored.key()));
  CHECK_EQUAL(mirrored.is_lost(), position.is_lost());
  CHECK_EQUAL(mirror(position.own_threats()), mirrored.own_threats());
  for (int column = 0; column < kColumns; ++column)
    CHECK_EQUAL(mirrored.height(column), position.height(kColumns - 1 - column));
}

void random_games_agree_with_the_plain_board(std::uint64_t seed) {
  Random random(seed);
  for (int game = 0; game < 3000; ++game) {
    Position position;
    PlainBoard plain;
    compare(position, plain);
    while (!position.is_over()) {
      const int column = static_cast<int>(random.below(kColumns));
      if (position.is_column_full(column)) continue;
      position = position.play_unchecked(column);
      plain.play(column);
      compare(position, plain);
    }
    CHECK(position.is_lost() || plain.ply == kCells);
  }
}

// Rows from the top, x the side to move.
std::optional<Defect> defect_of(const std::array<std::string_view, kRows>& rows) {
  Bitboard own = 0;
  Bitboard all = 0;
  for (int row = 0; row < kRows; ++row)
    for (int column = 0; column < kColumns; ++column) {
      const char sign =
          rows[static_cast<std::size_t>(kRows - 1 - row)][static_cast<std::size_t>(column)];
      if (sign != '.') all |= cell_bit(column, row);
      if (sign == 'x') own |= cell_bit(column, row);
    }
  return Position::find_defect(own, all);
}

void every_defect_is_named() {
  CHECK(Position::find_defect(1, 0) == Defect::overlap_or_outside);
  CHECK(Position::find_defect(0, Bitboard{1} << 6) == Defect::overlap_or_outside);
  CHECK(Position::find_defect(0, Bitboard{1} << 60) == Defect::overlap_or_outside);
  const std::string_view none = ".......";
  CHECK(defect_of({none, none, none, none, "o......", "......."}) == Defect::floating_stone);
  CHECK(defect_of({none, none, none, none, none, "oo....."}) == Defect::count_mismatch);
  CHECK(defect_of({none, none, none, none, none, "x......"}) == Defect::count_mismatch);
  CHECK(defect_of({none, none, none, none, "xxxx...", "oooo..."}) == Defect::two_winners);
  CHECK(defect_of({none, none, none, "o......", "ooo....", "xxxx..."}) == Defect::winner_not_last);
  CHECK(defect_of({none, none, none, none, "xxox...", "oooo..x"}) == Defect::play_after_win);
  CHECK(defect_of({none, none, none, "xx.....", "oooo...", "xxox..."}) == std::nullopt);
  // Four fours that one last stone completes together, and two that no single stone explains.
  CHECK(defect_of({none, none, none, none, "xxx.xxx", "ooooooo"}) == std::nullopt);
  CHECK(defect_of({none, none, none, "x......", "xxxoooo", "xxxoooo"}) == Defect::play_after_win);
}

void keys_that_stand_for_no_board_are_refused() {
  CHECK(!Position::decode(std::uint64_t{1} << kKeyBits));
  CHECK(!Position::decode(127));  // seven stones in the first column
  CHECK(!Position::decode(~std::uint64_t{0}));
  CHECK(Position::decode(0).has_value());
  CHECK_EQUAL(Position().key(), std::uint64_t{0});
}

}  // namespace

int main() {
  random_games_agree_with_the_plain_board(test_seed());
  every_defect_is_named();
  keys_that_stand_for_no_board_are_refused();
}
