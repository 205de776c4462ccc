// Playouts: the same counts by every path, lane and thread, and shares as exact enumeration has
// them.
#include "vier/playouts.hpp"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cmath>
#include <map>
#include <optional>
#include <stdexcept>
#include <utility>
#include <vector>

#include "check.hpp"
#include "playouts/single.hpp"
#include "trials.hpp"
#include "vier/random.hpp"

namespace {

using namespace vier;
using std::chrono::steady_clock;

Tally tally(const Position& position, std::uint64_t number, std::uint64_t seed,
            const PlayoutOptions& options = {}, std::uint64_t first = 0) {
  return Playouts(options).tally(position, number, seed, first).value();
}

Position random_open_position(Random& random, std::uint32_t stones_below = 41) {
  return random_position_over_games(static_cast<int>(random.below(stones_below)), random);
}

// One playout in plain steps; shares only the random numbers with the product.
int play_in_steps(Position position, std::uint64_t stream) {
  for (int sign = 1;; sign = -sign) {
    const auto number = static_cast<std::uint32_t>(stream ^ stream >> 32);
    stream = (stream & 0xffffffff) * playouts::kStreamFactor + (stream >> 32);
    std::vector<int> open;
    for (int column = 0; column < kColumns; ++column)
      if (!position.is_column_full(column)) open.push_back(column);
    position = position.play_unchecked(open[std::uint64_t{number} * open.size() >> 32]);
    if (position.is_lost()) return sign;
    if (position.is_over()) return 0;
  }
}

void test_every_path_plays_the_same_games(Random& random) {
  for (int trial = 0; trial < 20 * kScale; ++trial) {
    Position position = random_open_position(random);
    if (position.canonical_key() != position.key()) position = position.mirrored();
    const std::uint64_t seed = random.next();
    const std::uint64_t first = random.below(5000);
    const std::uint64_t number = 1 + random.below(trial % 5 == 0 ? 3000 : 100);
    const std::uint64_t base = playouts::stream_base(seed, position.key());
    Tally expected;
    for (std::uint64_t i = first; i < first + number; ++i) {
      const std::uint64_t stream = playouts::stream_of(base, i);
      const int result = play_in_steps(position, stream);
      CHECK_EQUAL(playouts::play_single(position.own(), position.all(), stream), result);
      ++(result > 0 ? expected.wins : result < 0 ? expected.losses : expected.draws);
    }
    for (const Path path : available_paths()) {
      CHECK(tally(position, number, seed, {.path = path}, first) == expected);
      CHECK(tally(position.mirrored(), number, seed, {.path = path}, first) == expected);
    }
  }
}

void test_threads_change_nothing(Random& random) {
  for (int trial = 0; trial < 2 * kScale; ++trial) {
    const Position position = random_open_position(random, 20);
    const std::uint64_t seed = random.next();
    const std::uint64_t number = 20000 + random.below(20000);
    const Tally expected = tally(position, number, seed);
    CHECK_EQUAL(expected.playouts(), number);
    for (const int threads : {2, 3, 7})
      CHECK(tally(position, number, seed, {.threads = threads}) == expected);
    // A part and the rest of it are the whole.
    Tally parts = tally(position, number / 3, seed);
    parts += tally(position, number - number / 3, seed, {.threads = 2}, number / 3);
    CHECK(parts == expected);
  }
}

void test_seeds_differ() {
  const Position position;
  CHECK(!(tally(position, 1000, 1) == tally(position, 1000, 2)));
  CHECK(!(tally(position, 1000, 1) == tally(position.play_unchecked(3), 1000, 1)));
}

// The exact chances of win, draw and loss for the side to move in random play.
class Chances {
 public:
  struct Of {
    double win, draw, loss;
  };

  Of of(const Position& position) {
    if (position.is_lost()) return {0, 0, 1};
    if (position.is_over()) return {0, 1, 0};
    const auto known = known_.find(position.key());
    if (known != known_.end()) return known->second;
    Of sum{0, 0, 0};
    int moves = 0;
    for (int column = 0; column < kColumns; ++column) {
      if (position.is_column_full(column)) continue;
      const Of child = of(position.play_unchecked(column));
      sum.win += child.loss;
      sum.draw += child.draw;
      sum.loss += child.win;
      ++moves;
    }
    const Of result{sum.win / moves, sum.draw / moves, sum.loss / moves};
    known_[position.key()] = result;
    return result;
  }

 private:
  std::map<std::uint64_t, Of> known_;
};

// By Bernstein's inequality a count of n playouts of chance p is off by more than
// sqrt(2 n p (1 - p) L) + 2 L / 3 with a probability of at most 2 exp(-L). With L = 30 and fewer
// than 10,000 counts a right program fails less than once in 10^8 runs.
void check_count(std::uint64_t count, std::uint64_t number, double chance) {
  const double logarithm = 30;
  const auto n = static_cast<double>(number);
  const double deviation = std::abs(static_cast<double>(count) - n * chance);
  CHECK(deviation <=
        std::sqrt(2 * n * chance * (1 - chance) * logarithm) + 2 * logarithm / 3 + 1e-6);
}

void test_shares_are_those_of_random_play(Random& random) {
  for (int trial = 0; trial < 20 * kScale; ++trial) {
    const Position position =
        random_position_over_games(28 + static_cast<int>(random.below(13)), random);
    const std::uint64_t number = 20000 * kScale;
    const Tally found = tally(position, number, random.next());
    Chances chances;
    const auto expected = chances.of(position);
    check_count(found.wins, number, expected.win);
    check_count(found.draws, number, expected.draw);
    check_count(found.losses, number, expected.loss);
  }
}

void test_finished_games_stay_as_they_are() {
  Position won;
  for (const int column : {3, 0, 3, 0, 3, 0, 3}) won = won.play_unchecked(column);
  CHECK(tally(won, 123, 1) == (Tally{0, 0, 123}));
}

void test_columns(Random& random) {
  for (int trial = 0; trial < 5 * kScale; ++trial) {
    const Position position = random_open_position(random, 38);
    const std::uint64_t seed = random.next();
    const std::uint64_t number = 1 + random.below(3000);
    const ColumnTallies found = play_out_columns(Playouts(), position, number, seed);
    const ColumnTallies mirrored =
        play_out_columns(Playouts({.threads = 2}), position.mirrored(), number, seed);
    CHECK(found.is_complete);
    for (std::size_t column = 0; column < kColumns; ++column) {
      CHECK(found.columns[column] == mirrored.columns[kColumns - 1 - column]);
      if (position.is_column_full(static_cast<int>(column))) {
        CHECK(!found.columns[column]);
        continue;
      }
      const Position child = position.play_unchecked(static_cast<int>(column));
      CHECK(*found.columns[column] == tally(child, number, seed).for_other_side());
      if (child.is_lost()) CHECK_EQUAL(found.columns[column]->wins, number);
    }
  }
}

void test_limits_end_a_call() {
  const std::atomic<bool> stop{true};
  CHECK(Playouts().tally(Position(), 1'000'000'000'000, 1, 0, {.stop = &stop}).is_stopped());
  const ColumnTallies stopped =
      play_out_columns(Playouts(), Position(), 1'000'000'000, 1, std::nullopt, {.stop = &stop});
  CHECK(!stopped.is_complete);
  const std::uint64_t each = stopped.columns[0]->playouts();
  CHECK(each > 0 && each < 100000);
  for (const auto& tally : stopped.columns) CHECK_EQUAL(tally->playouts(), each);
  const auto started = steady_clock::now();
  const Limits soon{.deadline = started + std::chrono::milliseconds(20)};
  CHECK(Playouts({.threads = 2}).tally(Position(), 1'000'000'000'000, 1, 0, soon).is_stopped());
  CHECK(steady_clock::now() - started < std::chrono::milliseconds(500));
  // The budget is shared out evenly.
  const ColumnTallies few = play_out_columns(Playouts(), Position(), 1000, 1, 75);
  for (const auto& tally : few.columns) CHECK_EQUAL(tally->playouts(), std::uint64_t{10});
}

void test_bad_options_are_refused() {
  bool is_refused = false;
  try {
    const Playouts playouts({.threads = 0});
  } catch (const std::invalid_argument&) {
    is_refused = true;
  }
  CHECK(is_refused);
}

}  // namespace

int main() {
  Random random(test_seed());
  test_every_path_plays_the_same_games(random);
  test_threads_change_nothing(random);
  test_seeds_differ();
  test_shares_are_those_of_random_play(random);
  test_finished_games_stay_as_they_are();
  test_columns(random);
  test_limits_end_a_call();
  test_bad_options_are_refused();
}
