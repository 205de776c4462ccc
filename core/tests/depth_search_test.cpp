// Depth search against minimax in plain steps, with every table and evaluation, and its limits.
#include "vier/depth_search.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <vector>

#include "check.hpp"
#include "trials.hpp"
#include "vier/random.hpp"
#include "vier/watch.hpp"

namespace {

using namespace vier;
using std::chrono::steady_clock;

using Evaluation = std::shared_ptr<const LeafEvaluation>;

double estimate(const LeafEvaluation& evaluation, const Position& position, bool for_mover) {
  const Limits limits;
  Watch watch(limits);
  double result = 0;
  CHECK(evaluation.estimate({&position, 1}, for_mover, {&result, 1}, watch));
  return result;
}

// Minimax from the side of the root, without any of the tricks.
Value value_for_root(const LeafEvaluation& evaluation, const Position& position, int left,
                     bool is_root_side) {
  if (position.is_lost()) return is_root_side ? lost_at(position.ply()) : won_at(position.ply());
  if (position.is_over()) return evaluation.draw();
  if (left == 0) return estimate(evaluation, position, is_root_side);
  std::optional<Value> best;
  for (int column = 0; column < kColumns; ++column) {
    if (position.is_column_full(column)) continue;
    const Value value =
        value_for_root(evaluation, position.play_unchecked(column), left - 1, !is_root_side);
    if (!best || (is_root_side ? value > *best : value < *best)) best = value;
  }
  return *best;
}

std::vector<Evaluation> evaluations() {
  std::vector<Evaluation> all = {no_evaluation(), window_evaluation(),
                                 window_evaluation({15, 3.25, -1, -2, 0.5})};
  for (const Reading reading : {Reading::share, Reading::best, Reading::mean})
    for (const double draw_share : {0.5, 0.0})
      all.push_back(playout_evaluation(
          {.playouts = 3, .reading = reading, .draw_share = draw_share, .seed = 5}, Playouts()));
  return all;
}

bool wins_at_once(const Position& position) {
  return (position.own_threats() & position.landing_cells()) != 0;
}

void check_result(const Position& position, int depth, const LeafEvaluation& evaluation,
                  const DepthResult& result) {
  CHECK(result.is_complete);
  Value best = kWorst;
  for (int column = 0; column < kColumns; ++column) {
    const auto& value = result.columns[static_cast<std::size_t>(column)];
    if (position.is_column_full(column)) {
      CHECK(!value);
      continue;
    }
    const Position child = position.play_unchecked(column);
    if (wins_at_once(position)) {
      CHECK_EQUAL(value.has_value(), child.is_lost());
      continue;
    }
    const int left = std::min(depth, kCells - position.ply()) - 1;
    CHECK_EQUAL(*value, value_for_root(evaluation, child, left, false));
    best = std::max(best, *value);
  }
  if (wins_at_once(position)) best = won_at(position.ply() + 1);
  CHECK_EQUAL(result.value, best);
  CHECK((result.best >> result.column & 1) != 0);
  CHECK_EQUAL(result.line.front(), result.column);
  // The line is legal, and a decided one that goes all the way ends as its value says.
  Position end = position;
  for (const int column : result.line) end = end.play_unchecked(column);
  if (is_decided(result.value) && end.is_lost())
    CHECK_EQUAL(end.ply(), kHorizon - std::abs(parts_of(result.value).decided));
}

void test_values_are_those_of_plain_minimax(Random& random) {
  const auto all = evaluations();
  for (int trial = 0; trial < 3 * kScale; ++trial) {
    const Position position =
        random_position_over_games(static_cast<int>(random.below(40)), random);
    for (const Evaluation& evaluation : all) {
      const bool is_costly = evaluation->is_costly();
      const int depth = 1 + static_cast<int>(random.below(is_costly ? 3 : 5));
      for (const Algorithm algorithm : {Algorithm::minimax, Algorithm::alphabeta})
        for (const TableUse table : {TableUse::none, TableUse::plain, TableUse::symmetric}) {
          DepthSearch search(
              {.algorithm = algorithm, .table = table, .table_mb = 1, .evaluation = evaluation});
          const DepthResult exact = search.search(position, {.depth = depth});
          check_result(position, depth, *evaluation, exact);
          const DepthResult narrow =
              search.search(position, {.depth = depth, .deepen = true, .all_values = false});
          CHECK_EQUAL(narrow.value, exact.value);
          CHECK_EQUAL(narrow.best, exact.best);
          const DepthResult mirrored = search.search(position.mirrored(), {.depth = depth});
          CHECK_EQUAL(mirrored.nodes, exact.nodes);
          // Of a position that is its own mirror image there is no telling which one it is.
          if (position != position.mirrored())
            CHECK_EQUAL(mirrored.column, kColumns - 1 - exact.column);
          for (std::size_t column = 0; column < kColumns; ++column)
            CHECK(mirrored.columns[kColumns - 1 - column] == exact.columns[column]);
        }
    }
  }
}

void test_algorithms_agree_at_greater_depths(Random& random) {
  for (int trial = 0; trial < kScale; ++trial) {
    const Position position =
        random_position_over_games(10 + static_cast<int>(random.below(25)), random);
    for (const Evaluation& evaluation : {no_evaluation(), window_evaluation()})
      for (const int depth : {6, 7, 8}) {
        DepthSearch minimax({.algorithm = Algorithm::minimax, .evaluation = evaluation});
        DepthSearch alphabeta({.evaluation = evaluation});
        const auto expected = minimax.search(position, {.depth = depth});
        const auto found = alphabeta.search(position, {.depth = depth});
        CHECK(expected.columns == found.columns);
      }
  }
}

void test_threads_and_paths_change_nothing(Random& random) {
  const Position position = random_position_over_games(8, random);
  std::optional<Value> expected;
  for (const Path path : available_paths())
    for (const int threads : {1, 2}) {
      DepthSearch search(
          {.algorithm = Algorithm::minimax,
           .table = TableUse::none,
           .evaluation = playout_evaluation({.playouts = 50, .seed = 9},
                                            Playouts({.threads = threads, .path = path}))});
      const DepthResult result = search.search(position, {.depth = 4});
      if (!expected) expected = result.value;
      CHECK_EQUAL(result.value, *expected);
    }
}

void test_ties() {
  DepthSearch search;
  const DepthResult lowest = search.search(Position(), {.depth = 2, .ties = Ties::lowest});
  CHECK_EQUAL(lowest.best, 127U);
  CHECK_EQUAL(lowest.column, 0);
  CHECK_EQUAL(search.search(Position(), {.depth = 2}).column, 3);
  ColumnSet seen = 0;
  for (std::uint64_t seed = 0; seed < 400; ++seed)
    seen |=
        1U << search.search(Position(), {.depth = 1, .ties = Ties::random, .seed = seed}).column;
  CHECK_EQUAL(seen, 127U);  // each column is missed with a chance of (6/7)^400 < 10^-26
  const Position position = Position().play_unchecked(1);
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    const DepthQuestion question{.depth = 1, .ties = Ties::random, .seed = seed};
    CHECK_EQUAL(search.search(position, question).column,
                kColumns - 1 - search.search(position.mirrored(), question).column);
  }
}

void test_limits_leave_the_best_so_far() {
  DepthSearch search({.evaluation = window_evaluation()});
  const DepthResult whole = search.search(Position(), {.depth = 6});
  const DepthResult none = search.search(Position(), {.depth = 6, .max_nodes = 3});
  CHECK(!none.is_complete);
  CHECK_EQUAL(none.depth, 0);
  CHECK_EQUAL(none.nodes, std::uint64_t{3});
  const DepthResult some =
      search.search(Position(), {.depth = 6, .deepen = true, .max_nodes = whole.nodes / 2});
  CHECK(!some.is_complete && some.depth >= 1 && some.depth < 6);
  const DepthResult same = search.search(Position(), {.depth = some.depth});
  CHECK(same.columns == some.columns);

  const std::atomic<bool> stop{true};
  const DepthResult stopped =
      search.search(Position(), {.depth = 42, .deepen = true}, {.stop = &stop});
  CHECK(!stopped.is_complete);
  CHECK(stopped.column >= 0 && stopped.column < kColumns);
  for (const Algorithm algorithm : {Algorithm::minimax, Algorithm::alphabeta}) {
    DepthSearch costly({.algorithm = algorithm,
                        .evaluation = playout_evaluation({.playouts = 100000}, Playouts())});
    const auto started = steady_clock::now();
    const DepthResult late = costly.search(Position(), {.depth = 10, .deepen = true},
                                           {.deadline = started + std::chrono::milliseconds(20)});
    CHECK(!late.is_complete);
    CHECK(steady_clock::now() - started < std::chrono::milliseconds(500));
    const DepthResult few =
        costly.search(Position(), {.depth = 10, .deepen = true, .max_playouts = 700000});
    CHECK_EQUAL(few.depth, 1);
    CHECK(few.playouts <= 700000);
  }
}

// Rows that hold what a search would find change nothing; those of other sides or too little depth
// are not believed.
void test_rows_are_believed_where_they_suffice() {
  const Position root;
  const Position child = root.play_unchecked(3).play_unchecked(3);
  const Evaluation windows = window_evaluation();
  const auto search = [&](const std::vector<MemoryRow>& rows, const Evaluation& evaluation,
                          int until = kCells) {
    DepthSearch engine({.evaluation = evaluation,
                        .rows = std::make_shared<MemoryRows>(rows),
                        .rows_until_ply = until});
    return engine.search(root, {.depth = 5});
  };
  const Value high = 1000;
  const MemoryRow row{child.canonical_key(), high, 3, true};
  const DepthResult without = search({}, windows);
  CHECK_EQUAL(without.memory_hits, std::uint64_t{0});
  const DepthResult with = search({row}, windows);
  CHECK(with.memory_hits > 0);
  CHECK(with.columns != without.columns || with.nodes != without.nodes);
  MemoryRow shallow = row;
  shallow.depth = 2;
  MemoryRow other_side = row;
  other_side.for_mover = false;
  for (const MemoryRow& refused : {shallow, other_side}) {
    const DepthResult same = search({refused}, windows);
    CHECK_EQUAL(same.memory_hits, std::uint64_t{0});
    CHECK(same.columns == without.columns);
  }
  CHECK_EQUAL(search({row}, windows, 1).memory_hits, std::uint64_t{0});
  CHECK(search({other_side}, no_evaluation()).memory_hits > 0);  // antisymmetric: any side
  const MemoryRows rows(std::vector<MemoryRow>{shallow, row, other_side});
  CHECK_EQUAL(rows.size(), std::size_t{2});
  CHECK_EQUAL(*rows.find(row.key, 3, true), high);
  CHECK(!rows.find(row.key, 4, true));
  CHECK(!rows.find(row.key + 1, 0, true));
}

void test_parts_of_values() {
  CHECK_EQUAL(parts_of(won_at(7)).decided, kHorizon - 7);
  CHECK_EQUAL(parts_of(lost_at(42)).decided, 42 - kHorizon);
  CHECK_EQUAL(parts_of(-3.5).estimate, -3.5);
  CHECK(won_at(42) > 69 * kMostWeight * 4 && won_at(7) > won_at(9) && lost_at(9) > lost_at(7));
  for (const Value value : {won_at(7), lost_at(12), Value{0.25}, Value{0}})
    CHECK_EQUAL(value_of(parts_of(value)), value);
}

}  // namespace

int main() {
  Random random(test_seed());
  test_parts_of_values();
  test_values_are_those_of_plain_minimax(random);
  test_algorithms_agree_at_greater_depths(random);
  test_threads_and_paths_change_nothing(random);
  test_ties();
  test_limits_leave_the_best_so_far();
  test_rows_are_believed_where_they_suffice();
}
