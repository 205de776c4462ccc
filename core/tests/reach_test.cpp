#include "vier/reach.hpp"

#include "check.hpp"
#include "vier/random.hpp"

namespace {

using namespace vier;

Position play_all(const std::vector<int>& columns) {
  Position position;
  for (const int column : columns) {
    CHECK(!position.is_over() && !position.is_column_full(column));
    position = position.play_unchecked(column);
  }
  return position;
}

void the_moves_found_lead_to_the_position(std::uint64_t seed) {
  Random random(seed);
  for (int game = 0; game < 300; ++game) {
    Position position;
    for (;;) {
      const auto moves = find_moves(position);
      CHECK(moves.has_value());
      CHECK(play_all(*moves) == position);
      if (position.is_over()) break;
      const int column = static_cast<int>(random.below(kColumns));
      if (!position.is_column_full(column)) position = position.play_unchecked(column);
    }
  }
}

void unreachable_boards_are_told_apart() {
  // The first column holds o o x x from below while x began: nobody could place the second stone.
  const Bitboard all = 0b1111;
  CHECK(!find_moves(Position::from_bitboards_unchecked(0b1100, all)));
  CHECK(find_moves(Position::from_bitboards_unchecked(0b0101, all)));
  // A finished game: the last stone completes a column of four.
  CHECK(find_moves(Position::from_bitboards_unchecked(0b111 << 7, 0b1111 | 0b111 << 7)));
}

}  // namespace

int main() {
  the_moves_found_lead_to_the_position(test_seed());
  unreachable_boards_are_told_apart();
}
