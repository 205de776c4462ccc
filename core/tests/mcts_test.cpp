// Tree search: what it proves is true, it is reproducible, and its tree can be kept.
#include "vier/mcts.hpp"

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

#include "check.hpp"
#include "trials.hpp"
#include "vier/random.hpp"
#include "vier/solver.hpp"

namespace {

using namespace vier;
using std::chrono::steady_clock;

bool is_same(const MctsResult& one, const MctsResult& other, bool is_mirrored = false) {
  for (std::size_t column = 0; column < kColumns; ++column) {
    const auto& mine = one.columns[column];
    const auto& theirs = other.columns[is_mirrored ? kColumns - 1 - column : column];
    if (mine.has_value() != theirs.has_value()) return false;
    if (mine && (mine->visits != theirs->visits || mine->share != theirs->share ||
                 mine->proven != theirs->proven))
      return false;
  }
  return one.column == (is_mirrored ? kColumns - 1 - other.column : other.column) &&
         one.simulations == other.simulations && one.nodes == other.nodes;
}

int sign(int score) { return score > 0 ? 1 : score < 0 ? -1 : 0; }

int sign_of(Proven proven) { return proven == Proven::win ? 1 : proven == Proven::loss ? -1 : 0; }

void test_what_is_proven_is_true(Random& random) {
  Solver solver({.table_mb = 8});
  int proven = 0;
  for (int trial = 0; trial < 20 * kScale; ++trial) {
    const Position position =
        random_position_over_games(22 + static_cast<int>(random.below(19)), random);
    const Analysis exact = solver.analyse(position).value();
    Mcts mcts;
    const MctsResult result = mcts.search(position, {.simulations = 3000, .seed = random.next()});
    if (result.proven != Proven::no) {
      ++proven;
      CHECK_EQUAL(sign_of(result.proven), sign(exact.score));
      CHECK_EQUAL(sign(*exact.moves[static_cast<std::size_t>(result.column)]), sign(exact.score));
    } else {
      CHECK_EQUAL(result.simulations, std::uint64_t{3000});
    }
    for (std::size_t column = 0; column < kColumns; ++column) {
      CHECK_EQUAL(result.columns[column].has_value(), exact.moves[column].has_value());
      if (result.columns[column] && result.columns[column]->proven != Proven::no)
        CHECK_EQUAL(sign_of(result.columns[column]->proven), sign(*exact.moves[column]));
    }
    Position end = position;
    for (const int column : result.line) end = end.play_unchecked(column);
  }
  CHECK(proven > 5 * kScale);
}

void test_results_are_reproducible_and_mirrored(Random& random) {
  for (int trial = 0; trial < 3 * kScale; ++trial) {
    const Position position =
        random_position_over_games(static_cast<int>(random.below(25)), random);
    const MctsQuestion question{.simulations = 500, .seed = random.next()};
    const bool has_mirror = position != position.mirrored();
    for (const int playouts : {1, 9}) {
      const MctsResult expected = Mcts({.playouts = playouts}).search(position, question);
      for (const Path path : available_paths()) {
        Mcts mcts({.playouts = playouts, .path = path});
        CHECK(is_same(mcts.search(position, question), expected));
        CHECK(is_same(mcts.search(position, question), expected));  // without reuse
        CHECK(is_same(mcts.search(position.mirrored(), question), expected, has_mirror));
      }
    }
  }
}

void test_a_tree_is_kept_from_move_to_move() {
  Mcts mcts;
  Position position;
  MctsResult result = mcts.search(position, {.simulations = 5000, .reuse = true});
  CHECK_EQUAL(result.reused, std::uint64_t{0});
  const std::uint64_t visits = result.columns[3]->visits;
  position = position.play_unchecked(3);
  result = mcts.search(position, {.simulations = 100, .reuse = true});
  CHECK_EQUAL(result.reused, visits);
  // Two plies on, in the mirror image.
  const Position next = position.play_unchecked(2).play_unchecked(3);
  result = mcts.search(next.mirrored(), {.simulations = 100, .reuse = true});
  CHECK(result.reused > 0);
  for (std::size_t column = 0; column < kColumns; ++column) CHECK(result.columns[column]);
  result = mcts.search(Position(), {.simulations = 100, .reuse = true});
  CHECK_EQUAL(result.reused, std::uint64_t{0});
  mcts.forget();
  CHECK_EQUAL(mcts.tree_bytes(), std::size_t{0});
}

void test_a_full_tree_is_still_searched() {
  Mcts mcts({.memory_mb = 1});
  const MctsResult result = mcts.search(Position(), {.simulations = 100000});
  CHECK_EQUAL(result.simulations, std::uint64_t{100000});
  CHECK(mcts.tree_bytes() <= std::size_t{1} << 20);
  CHECK(result.nodes > 60000);
}

void test_limits() {
  Mcts mcts;
  const auto started = steady_clock::now();
  const MctsResult timed =
      mcts.search(Position(), {}, {.deadline = started + std::chrono::milliseconds(20)});
  CHECK(timed.is_complete && timed.simulations > 0);
  const MctsResult both =
      mcts.search(Position(), {.simulations = 1000000000}, {.deadline = steady_clock::now()});
  CHECK(!both.is_complete);
  CHECK(steady_clock::now() - started < std::chrono::milliseconds(500));
  const std::atomic<bool> stop{true};
  const MctsResult stopped = mcts.search(Position(), {.simulations = 1000000000}, {.stop = &stop});
  CHECK(!stopped.is_complete && stopped.simulations < 10000);
  const MctsResult few = Mcts({.playouts = 10}).search(Position(), {.max_playouts = 105});
  CHECK_EQUAL(few.playouts, std::uint64_t{100});
  bool is_refused = false;
  try {
    mcts.search(Position(), {});
  } catch (const std::invalid_argument&) {
    is_refused = true;
  }
  CHECK(is_refused);
}

void test_a_win_at_once_is_taken() {
  Position position;
  for (const int column : {3, 0, 3, 0, 3, 1}) position = position.play_unchecked(column);
  const MctsResult result = Mcts().search(position, {.simulations = 1});
  CHECK_EQUAL(result.column, 3);
  CHECK(result.proven == Proven::win);
  CHECK_EQUAL(result.simulations, std::uint64_t{0});
}

}  // namespace

int main() {
  Random random(test_seed());
  test_what_is_proven_is_true(random);
  test_results_are_reproducible_and_mirrored(random);
  test_a_tree_is_kept_from_move_to_move();
  test_a_full_tree_is_still_searched();
  test_limits();
  test_a_win_at_once_is_taken();
}
