#include "mcts/tree.hpp"

#include <algorithm>
#include <cassert>
#include <tuple>

#include "vier/choice.hpp"

namespace vier::mcts {
void Tree::clear() {
  nodes_.clear();
  nodes_.shrink_to_fit();
}

void Tree::start(const Position& root) {
  root_ = root;
  // Memory is taken from the system only as it is written to, and nodes never have to move.
  nodes_.reserve(max_nodes_);
  nodes_.assign(1, Node{});
}

bool Tree::move_root_to(const Position& position) {
  if (is_empty()) return false;
  std::optional<std::uint32_t> found;
  Position root = position;
  find(root, root_, kRoot, found);
  if (!found) {
    root = position.mirrored();
    find(root, root_, kRoot, found);
  }
  if (!found) return false;
  std::vector<Node> kept;
  kept.reserve(max_nodes_);
  kept.push_back(nodes_[*found]);
  // Each node is copied before its children, which its copy still points to in the old tree.
  for (std::size_t node = 0; node < kept.size(); ++node) {
    const auto from = nodes_.begin() + kept[node].first_child;
    const auto first = static_cast<std::uint32_t>(kept.size());
    kept.insert(kept.end(), from, from + kept[node].children);
    kept[node].first_child = first;
  }
  nodes_ = std::move(kept);
  root_ = root;
  return true;
}

void Tree::find(const Position& target, const Position& position, std::uint32_t node,
                std::optional<std::uint32_t>& found) const {
  if (position.ply() >= target.ply()) {
    if (position == target && (!found || nodes_[node].visits > nodes_[*found].visits)) found = node;
    return;
  }
  if (position.is_over()) return;
  const bool is_own = (target.ply() - position.ply()) % 2 == 0;
  const Bitboard stones = is_own ? target.own() : target.other();
  for (std::uint32_t i = 0; i < nodes_[node].children; ++i) {
    const std::uint32_t child = nodes_[node].first_child + i;
    if ((position.landing_cell(nodes_[child].column) & stones) != 0)
      find(target, position.play_unchecked(nodes_[child].column), child, found);
  }
}

bool Tree::expand(std::uint32_t node, const Position& position) {
  assert(nodes_[node].children == 0 && !position.is_over());
  if (nodes_.size() + kColumns > max_nodes_) return false;
  const Bitboard landing = position.landing_cells();
  const Bitboard wins = position.own_threats() & landing;
  const Bitboard threats = position.other_threats();
  const Bitboard forced = threats & landing;
  const auto first = static_cast<std::uint32_t>(nodes_.size());
  for (const int column : kFromTheMiddle) {
    const Bitboard cell = landing & column_cells(column);
    if (cell == 0) continue;
    Node child;
    child.column = static_cast<std::uint8_t>(column);
    if ((cell & wins) != 0)
      child.proven = Proven::win;
    else if ((position.all() | cell) == kBoard)
      child.proven = Proven::draw;
    else if ((forced & ~cell) != 0 || ((cell << 1) & threats) != 0)
      child.proven = Proven::loss;  // to the next stone
    nodes_.push_back(child);
  }
  nodes_[node].first_child = first;
  nodes_[node].children = static_cast<std::uint8_t>(nodes_.size() - first);
  prove_by_children(node);
  return true;
}

void Tree::prove_by_children(std::uint32_t node) {
  bool is_all_proven = true;
  bool is_draw = false;
  for (const Node& child : children(nodes_[node])) {
    if (child.proven == Proven::win) {
      nodes_[node].proven = Proven::loss;
      return;
    }
    is_all_proven &= child.proven != Proven::no;
    is_draw |= child.proven == Proven::draw;
  }
  if (is_all_proven) nodes_[node].proven = is_draw ? Proven::draw : Proven::win;
}

std::uint32_t Tree::best_child(std::uint32_t node) const {
  const auto rank = [](const Node& child) {
    return std::tuple(child.proven == Proven::win, child.proven != Proven::loss, child.visits);
  };
  const auto all = children(nodes_[node]);
  const auto best =
      std::max_element(all.begin(), all.end(),
                       [&](const Node& one, const Node& other) { return rank(one) < rank(other); });
  return nodes_[node].first_child + static_cast<std::uint32_t>(best - all.begin());
}

}  // namespace vier::mcts
