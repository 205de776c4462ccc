#include "depth/tree.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace vier::depth {
namespace {

// Between two looks at the limits, in nodes; a playout counts as a small part of one.
constexpr std::uint64_t kWorkAtOnce = 2048;
constexpr std::uint64_t kPlayoutsPerNode = 4;
// The leaves of so many plies are estimated together: at most 7^5.
constexpr int kPliesTogether = 5;

int column_of(Bitboard cell) { return std::countr_zero(cell) / kColumnBits; }

}  // namespace

Tree::Tree(const DepthSearchOptions& options, ValueTable& table, const Position& root, int depth,
           Budget& budget)
    : options_(options),
      evaluation_(*options.evaluation),
      is_costly_(evaluation_.is_costly()),
      table_(table),
      root_(root),
      depth_(depth),
      budget_(budget) {}

Value Tree::value_of_move(int column, Value alpha) {
  const Position child = root_.play_unchecked(column);
  Line line;
  const Value value = options_.algorithm == Algorithm::minimax
                          ? -child_by_minimax(child, depth_ - 1, line)
                          : -child_by_alphabeta(child, depth_ - 1, kWorst, -alpha, line);
  line_.assign(line.columns.begin(), line.columns.begin() + line.length);
  return value;
}

std::optional<Value> Tree::value_without_moves(const Position& child, int left) {
  count_node();
  // Only the player who has just moved can have won.
  if (child.is_lost()) return lost_at(child.ply());
  if (child.all() == kBoard) return drawn(child);
  if (const auto known = from_rows(child, left)) return known;
  if (left == 0) return leaf_value(child);
  return std::nullopt;
}

Value Tree::child_by_alphabeta(const Position& child, int left, Value alpha, Value beta,
                               Line& line) {
  line.length = 0;
  if (const auto known = value_without_moves(child, left)) return *known;
  return alphabeta(child, left, alpha, beta, line);
}

Value Tree::alphabeta(const Position& position, int left, Value alpha, Value beta, Line& line) {
  const int ply = position.ply();
  const Bitboard landing = position.landing_cells();
  if (const Bitboard wins = position.own_threats() & landing; wins != 0) {
    // Nothing is better than to win with the next stone.
    count_node();
    line.set(column_of(wins), Line{});
    return won_at(ply + 1);
  }
  Bitboard moves = landing;
  if (left >= 2) {
    // A move that lets the other side win with its next stone is worth that and no more, and no
    // move is worth less.
    const Bitboard threats = position.other_threats();
    const Bitboard forced = threats & landing;
    moves = (forced != 0 ? forced : landing) & ~(threats >> 1);
    if ((forced & (forced - 1)) != 0) moves = 0;
    if (moves == 0) {
      const Bitboard move = landing & (~landing + 1);
      const Bitboard answers = (((position.all() | move) + kBottomRow) & kBoard) & threats;
      Line last;
      count_node();
      last.set(column_of(answers), Line{});
      line.set(column_of(move), last);
      return lost_at(ply + 2);
    }
  }

  const bool has_table = options_.table != TableUse::none;
  bool is_mirrored = false;
  std::uint64_t key = 0;
  Known known{0, Bound::exact, kColumns};
  if (has_table) {
    key = key_of(position, is_mirrored);
    if (table_.find(key, ply + left, known) &&
        (known.bound == Bound::exact || (known.bound == Bound::lower && known.value >= beta) ||
         (known.bound == Bound::upper && known.value <= alpha))) {
      if (known.best_column < kColumns)
        line.set(is_mirrored ? kColumns - 1 - known.best_column : known.best_column, Line{});
      return known.value;
    }
    if (is_mirrored && known.best_column < kColumns)
      known.best_column = kColumns - 1 - known.best_column;
  }

  Value best = kWorst;
  int best_column = kColumns;
  Value floor = alpha;
  Line rest;
  const auto try_column = [&](int column) {
    const Bitboard cell = moves & column_cells(column);
    if (cell == 0) return false;
    const Position child = position.play_cell_unchecked(cell);
    const Value value = -child_by_alphabeta(child, left - 1, -beta, -floor, rest);
    if (value <= best) return false;
    best = value;
    best_column = column;
    if (value > floor) {
      floor = value;
      line.set(column, rest);
    }
    return floor >= beta;
  };
  const int first = known.best_column;
  bool is_cut = first < kColumns && try_column(first);
  for (std::size_t i = 0; i < kColumns && !is_cut; ++i)
    if (kFromTheMiddle[i] != first) is_cut = try_column(kFromTheMiddle[i]);

  if (has_table) {
    const Bound bound = best >= beta ? Bound::lower : best <= alpha ? Bound::upper : Bound::exact;
    table_.store(key, ply + left,
                 {best, bound, is_mirrored ? kColumns - 1 - best_column : best_column});
  }
  return best;
}

Value Tree::child_by_minimax(const Position& child, int left, Line& line) {
  line.length = 0;
  if (const auto known = value_without_moves(child, left)) return *known;
  if (is_costly_ && options_.table == TableUse::none && !has_estimates_ && left <= kPliesTogether)
    return estimate_together(child, left, line);
  return minimax(child, left, line);
}

Value Tree::minimax(const Position& position, int left, Line& line) {
  const bool has_table = options_.table != TableUse::none;
  bool is_mirrored = false;
  std::uint64_t key = 0;
  if (has_table) {
    key = key_of(position, is_mirrored);
    Known known{0, Bound::exact, kColumns};
    if (table_.find(key, position.ply() + left, known)) {
      line.set(is_mirrored ? kColumns - 1 - known.best_column : known.best_column, Line{});
      return known.value;
    }
  }
  Value best = kWorst;
  int best_column = kColumns;
  Line rest;
  for (const int column : kFromTheMiddle) {
    if (position.is_column_full(column)) continue;
    const Value value = -child_by_minimax(position.play_unchecked(column), left - 1, rest);
    if (value > best) {
      best = value;
      best_column = column;
      line.set(column, rest);
    }
  }
  if (has_table)
    table_.store(key, position.ply() + left,
                 {best, Bound::exact, is_mirrored ? kColumns - 1 - best_column : best_column});
  return best;
}

void Tree::list_leaves(const Position& position, int left) {
  // The same positions in the same order as minimax() will come to ask for.
  for (const int column : kFromTheMiddle) {
    if (position.is_column_full(column)) continue;
    const Position child = position.play_unchecked(column);
    if (child.is_over()) continue;
    if (options_.rows != nullptr && from_rows(child, left - 1)) {
      --budget_.memory_hits;
      continue;
    }
    if (left == 1) {
      leaves_.push_back(child);
      spend_playouts(evaluation_.playouts(child));
    } else {
      list_leaves(child, left - 1);
    }
  }
}

Value Tree::estimate_together(const Position& position, int left, Line& line) {
  leaves_.clear();
  list_leaves(position, left);
  estimates_.resize(leaves_.size());
  if (!leaves_.empty() &&
      !evaluation_.estimate(leaves_, is_root_side(leaves_.front()), estimates_, *budget_.watch))
    throw Ended{};
  next_estimate_ = 0;
  has_estimates_ = true;
  const Value value = minimax(position, left, line);
  assert(next_estimate_ == estimates_.size());
  has_estimates_ = false;
  return value;
}

Value Tree::leaf_value(const Position& leaf) {
  if (has_estimates_) {
    assert(leaves_[next_estimate_] == leaf);
    const double estimate = estimates_[next_estimate_++];
    return is_root_side(leaf) ? estimate : -estimate;
  }
  if (!is_costly_ || options_.table == TableUse::none) return estimate(leaf);
  bool is_mirrored = false;
  const std::uint64_t key = key_of(leaf, is_mirrored);
  Known known{0, Bound::exact, kColumns};
  if (table_.find(key, leaf.ply(), known)) return known.value;
  known = {estimate(leaf), Bound::exact, kColumns};
  table_.store(key, leaf.ply(), known);
  return known.value;
}

Value Tree::estimate(const Position& leaf) {
  const bool for_mover = is_root_side(leaf);
  if (is_costly_) spend_playouts(evaluation_.playouts(leaf));
  double estimate = 0;
  if (!evaluation_.estimate({&leaf, 1}, for_mover, {&estimate, 1}, *budget_.watch)) throw Ended{};
  return for_mover ? estimate : -estimate;
}

Value Tree::drawn(const Position& position) const {
  return is_root_side(position) ? evaluation_.draw() : -evaluation_.draw();
}

std::optional<Value> Tree::from_rows(const Position& position, int left) {
  if (options_.rows == nullptr || position.ply() > options_.rows_until_ply) return std::nullopt;
  const std::optional<bool> side =
      evaluation_.is_antisymmetric() ? std::nullopt : std::optional(is_root_side(position));
  const auto value = options_.rows->find(position.canonical_key(), left, side);
  if (value) ++budget_.memory_hits;
  return value;
}

std::uint64_t Tree::key_of(const Position& position, bool& is_mirrored) const {
  const std::uint64_t key = position.key();
  if (options_.table == TableUse::plain) return key;
  const std::uint64_t mirrored = mirror(key);
  is_mirrored = mirrored < key;
  return is_mirrored ? mirrored : key;
}

void Tree::count_node() {
  if (budget_.nodes == budget_.max_nodes) throw Ended{};
  ++budget_.nodes;
  if (budget_.work_until_look == 0) look();
  --budget_.work_until_look;
}

void Tree::spend_playouts(std::uint64_t playouts) {
  if (budget_.playouts + playouts > budget_.max_playouts) throw Ended{};
  budget_.playouts += playouts;
  // When they are played one leaf after the other, it is here that the time goes.
  if (has_estimates_) return;
  const std::uint64_t work = playouts / kPlayoutsPerNode;
  budget_.work_until_look -= std::min(budget_.work_until_look, work);
}

void Tree::look() {
  if (budget_.watch->has_ended_for_caller()) throw Ended{};
  budget_.work_until_look = kWorkAtOnce;
}

}  // namespace vier::depth
