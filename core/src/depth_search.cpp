#include "vier/depth_search.hpp"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <string>

#include "depth/tree.hpp"
#include "depth/value_table.hpp"
#include "turn.hpp"
#include "vier/watch.hpp"

namespace vier {
namespace {

using depth::Budget;
using depth::Tree;
using depth::ValueTable;

constexpr std::uint64_t kUnlimited = std::numeric_limits<std::uint64_t>::max();

// What is known of the moves of the root, by the columns of its canonical image.
struct Found {
  std::array<std::optional<Value>, kColumns> values;
  std::array<std::vector<int>, kColumns> lines;
  int depth = 0;

  Value best() const {
    Value best = kWorst;
    for (const auto& value : values)
      if (value) best = std::max(best, *value);
    return best;
  }
  bool is_empty() const {
    return std::none_of(values.begin(), values.end(), [](const auto& v) { return v.has_value(); });
  }
};

ColumnSet winning_columns(const Position& position) {
  const Bitboard wins = position.own_threats() & position.landing_cells();
  ColumnSet columns = 0;
  for (int column = 0; column < kColumns; ++column)
    if ((wins & column_cells(column)) != 0) columns |= 1U << column;
  return columns;
}

}  // namespace

class DepthSearch::Engine {
 public:
  explicit Engine(const DepthSearchOptions& options)
      : options_(options),
        table_(options.table == TableUse::none ? 0
                                               : std::max<std::size_t>(options.table_mb, 1) << 20) {
    if (options.evaluation == nullptr)
      throw std::invalid_argument("a depth search needs an evaluation");
  }

  DepthResult search(const Position& position, const DepthQuestion& question,
                     const Limits& limits) {
    const Turn turn(is_busy_);
    if (position.is_over()) throw FinishedPosition("the game is over: there is no move to choose");
    if (question.depth < 1)
      throw std::invalid_argument("depth must be at least 1, not " +
                                  std::to_string(question.depth));
    const int depth = std::min(question.depth, kCells - position.ply());
    if (const ColumnSet wins = winning_columns(position); wins != 0)
      return won(position, wins, depth, question);

    const bool is_mirrored = position.canonical_key() != position.key();
    const Position root = is_mirrored ? position.mirrored() : position;
    Watch watch(limits);
    Budget budget{&watch, question.max_nodes.value_or(kUnlimited),
                  question.max_playouts.value_or(kUnlimited)};
    Found found;
    const bool is_complete = search_depths(root, depth, question, budget, found);
    return result(position, is_mirrored, found, question, budget, is_complete);
  }

  std::size_t table_bytes() const { return table_.bytes(); }

 private:
  // False when a limit ended the search.
  bool search_depths(const Position& root, int depth, const DepthQuestion& question, Budget& budget,
                     Found& found) {
    table_.clear();
    for (int some = question.deepen ? 1 : depth; some <= depth; ++some) {
      Found now;
      try {
        search_moves(root, some, question.all_values, budget, found, now);
      } catch (const Ended&) {
        if (found.is_empty()) found = std::move(now);
        return false;
      }
      found = std::move(now);
      found.depth = some;
      const bool is_settled = std::all_of(found.values.begin(), found.values.end(),
                                          [](const auto& v) { return !v || is_decided(*v); });
      // No search of more depth can find an earlier win or a later loss.
      if (is_settled) break;
    }
    return true;
  }

  void search_moves(const Position& root, int depth, bool all_values, Budget& budget,
                    const Found& before, Found& now) {
    Tree tree(options_, table_, root, depth, budget);
    std::array<int, kColumns> order = kFromTheMiddle;
    std::stable_sort(order.begin(), order.end(), [&](int one, int other) {
      const auto rank = [&](int column) {
        return before.values[static_cast<std::size_t>(column)].value_or(kWorst);
      };
      return rank(one) > rank(other);
    });
    Value best = kWorst;
    for (const int column : order) {
      if (root.is_column_full(column)) continue;
      const bool is_exact = all_values || options_.algorithm == Algorithm::minimax;
      // A window that begins just below the best value keeps equal values exact.
      const Value alpha = is_exact || best == kWorst ? kWorst : std::nextafter(best, kWorst);
      const Value value = tree.value_of_move(column, alpha);
      if (value <= alpha) continue;
      const auto at = static_cast<std::size_t>(column);
      now.values[at] = value;
      now.lines[at] = tree.line();
      best = std::max(best, value);
    }
    if (all_values) return;
    for (auto& value : now.values)
      if (value && *value < best) value.reset();
  }

  static int pick(const Position& position, ColumnSet best, const DepthQuestion& question) {
    if (question.ties == Ties::lowest) return std::countr_zero(best);
    return pick_column(position, best,
                       question.ties == Ties::random ? std::optional(question.seed) : std::nullopt);
  }

  static DepthResult won(const Position& position, ColumnSet wins, int depth,
                         const DepthQuestion& question) {
    DepthResult result{};
    result.best = wins;
    result.value = won_at(position.ply() + 1);
    for (std::size_t column = 0; column < kColumns; ++column)
      if ((wins >> column & 1) != 0) result.columns[column] = result.value;
    result.column = pick(position, wins, question);
    result.line = {result.column};
    result.depth = depth;
    result.nodes = static_cast<std::uint64_t>(std::popcount(open_columns(position)));
    result.is_complete = true;
    return result;
  }

  static DepthResult result(const Position& position, bool is_mirrored, const Found& found,
                            const DepthQuestion& question, const Budget& budget, bool is_complete) {
    DepthResult result{};
    const auto here = [&](std::size_t column) {
      return is_mirrored ? kColumns - 1 - column : column;
    };
    if (found.is_empty()) {
      result.best = open_columns(position);
    } else {
      result.value = found.best();
      for (std::size_t column = 0; column < kColumns; ++column) {
        const auto& value = found.values[column];
        result.columns[here(column)] = value;
        if (value && *value == result.value) result.best |= 1U << here(column);
      }
    }
    result.column = pick(position, result.best, question);
    result.line = {result.column};
    for (const int column : found.lines[here(static_cast<std::size_t>(result.column))])
      result.line.push_back(is_mirrored ? kColumns - 1 - column : column);
    result.depth = found.depth;
    result.nodes = budget.nodes;
    result.playouts = budget.playouts;
    result.memory_hits = budget.memory_hits;
    result.is_complete = is_complete;
    return result;
  }

  DepthSearchOptions options_;
  ValueTable table_;
  std::atomic<bool> is_busy_{false};
};

DepthSearch::DepthSearch(const DepthSearchOptions& options)
    : engine_(std::make_unique<Engine>(options)) {}
DepthSearch::~DepthSearch() = default;
DepthSearch::DepthSearch(DepthSearch&&) noexcept = default;
DepthSearch& DepthSearch::operator=(DepthSearch&&) noexcept = default;

DepthResult DepthSearch::search(const Position& position, const DepthQuestion& question,
                                const Limits& limits) {
  return engine_->search(position, question, limits);
}

std::size_t DepthSearch::table_bytes() const { return engine_->table_bytes(); }

}  // namespace vier
