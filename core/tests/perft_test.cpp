#include "vier/perft.hpp"

#include <array>

#include "check.hpp"

namespace {

using namespace vier;

// Published by John Tromp (OEIS A212693).
constexpr std::array<std::uint64_t, 11> kPublishedPositions = {
    1, 7, 49, 238, 1120, 4263, 16422, 54859, 184275, 558186, 1662623};

std::uint64_t count_games(const Position& position, int plies) {
  if (plies == 0) return 1;
  if (position.is_over()) return 0;
  std::uint64_t games = 0;
  for (int column = 0; column < kColumns; ++column)
    if (!position.is_column_full(column))
      games += count_games(position.play_unchecked(column), plies - 1);
  return games;
}

void counts_agree_with_the_published_ones_and_with_playing_all_games() {
  Perft perft;
  for (int ply = 0; ply < static_cast<int>(kPublishedPositions.size()); ++ply) {
    CHECK_EQUAL(perft.ply(), ply);
    CHECK_EQUAL(perft.counts().positions, kPublishedPositions[static_cast<std::size_t>(ply)]);
    if (ply <= 7) CHECK_EQUAL(perft.counts().sequences, count_games(Position(), ply));
    CHECK(perft.advance([] { return true; }));
  }
}

void a_stopped_walk_stays_where_it_was() {
  Perft perft;
  CHECK(perft.advance([] { return true; }));
  CHECK(!perft.advance([] { return false; }));
  CHECK_EQUAL(perft.ply(), 1);
  CHECK(perft.advance([] { return true; }));
  CHECK_EQUAL(perft.counts().positions, std::uint64_t{49});
}

}  // namespace

int main() {
  counts_agree_with_the_published_ones_and_with_playing_all_games();
  a_stopped_walk_stays_where_it_was();
}
