#include "vier/random.hpp"

#include <map>
#include <set>
#include <vector>

#include "check.hpp"
#include "vier/reach.hpp"

namespace {

using namespace vier;

void the_same_seed_gives_the_same_numbers(std::uint64_t seed) {
  Random a(seed);
  Random b(seed);
  Random other(seed + 1);
  bool differs = false;
  for (int i = 0; i < 100; ++i) {
    const std::uint64_t value = a.next();
    CHECK_EQUAL(value, b.next());
    differs = differs || value != other.next();
  }
  CHECK(differs);
}

void the_generator_gives_its_published_numbers() {
  // xoshiro256** from the splitmix64 sequence of seed 0, computed with the authors' definition.
  Random random(0);
  CHECK_EQUAL(random.next(), std::uint64_t{0x99ec5f36cb75f2b4});
  CHECK_EQUAL(random.next(), std::uint64_t{0xbf6e1f784956452a});
}

void positions_have_the_asked_stones_and_no_winner(std::uint64_t seed) {
  Random random(seed);
  for (int stones = 0; stones <= kCells; ++stones)
    for (int i = 0; i < 10; ++i)
      for (const Position& position : {random_position_over_games(stones, random),
                                       random_position_over_positions(stones, random)}) {
        CHECK_EQUAL(position.ply(), stones);
        CHECK(!Position::find_defect(position.own(), position.all()));
        CHECK(!position.is_lost());
        CHECK(find_moves(position).has_value());
      }
}

// Every position with so many stones that play reaches, by playing all games.
void collect(const Position& position, int stones, std::set<std::uint64_t>& keys) {
  if (position.ply() == stones) {
    if (!position.is_lost()) keys.insert(position.key());
    return;
  }
  if (position.is_over()) return;
  for (int column = 0; column < kColumns; ++column)
    if (!position.is_column_full(column)) collect(position.play_unchecked(column), stones, keys);
}

void distinct_positions_are_equally_likely(std::uint64_t seed) {
  constexpr int stones = 5;
  std::set<std::uint64_t> all;
  collect(Position(), stones, all);
  CHECK_EQUAL(all.size(), std::size_t{4263});
  Random random(seed);
  const double expected = 100;
  std::map<std::uint64_t, int> drawn;
  for (int i = 0; i < 426300; ++i) ++drawn[random_position_over_positions(stones, random).key()];
  double chi_square = 0;
  for (const std::uint64_t key : all) {
    const double off = drawn[key] - expected;
    chi_square += off * off / expected;
  }
  CHECK_EQUAL(drawn.size(), all.size());
  // 4262 degrees of freedom, standard deviation 92: beyond six of them once in 10^9 runs.
  CHECK(chi_square < 4262 + 6 * 92.4);
}

}  // namespace

int main() {
  const std::uint64_t seed = test_seed();
  the_same_seed_gives_the_same_numbers(seed);
  the_generator_gives_its_published_numbers();
  positions_have_the_asked_stones_and_no_winner(seed);
  distinct_positions_are_equally_likely(seed);
}
