// The tree of a Monte Carlo tree search.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vier/mcts.hpp"

namespace vier::mcts {

// Everything in a node is seen from the player whose move leads to it.
struct Node {
  std::uint32_t visits = 0;
  std::int32_t balance = 0;  // playouts won less playouts lost
  std::uint32_t first_child = 0;
  std::uint8_t children = 0;  // 0: not expanded, or over
  std::uint8_t column = 0;
  Proven proven = Proven::no;
};
static_assert(sizeof(Node) == 16);

constexpr Proven opposite(Proven proven) {
  return proven == Proven::win ? Proven::loss : proven == Proven::loss ? Proven::win : proven;
}

class Tree {
 public:
  static constexpr std::uint32_t kRoot = 0;

  explicit Tree(std::size_t max_nodes) : max_nodes_(max_nodes) {}

  bool is_empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  std::size_t bytes() const { return nodes_.size() * sizeof(Node); }
  const Position& root() const { return root_; }

  Node& operator[](std::uint32_t node) { return nodes_[node]; }
  const Node& operator[](std::uint32_t node) const { return nodes_[node]; }
  std::span<const Node> children(const Node& node) const {
    return {nodes_.data() + node.first_child, node.children};
  }

  void clear();

  // Begins a tree with this root.
  void start(const Position& root);

  // Makes the most visited node of this position, if there is one, or else that of its mirror
  // image, the root, and drops all that is not below it.
  bool move_root_to(const Position& position);

  // Adds the children of an undecided node without any; those decided by the rules are proven. The
  // node is proven when one of them wins or all are. False when there is no room.
  bool expand(std::uint32_t node, const Position& position);

  // Proves the node if its children do.
  void prove_by_children(std::uint32_t node);

  // Of a node with children: one proven to win, else the most visited not proven to lose, else the
  // most visited; of equal ones the first. An index of a node.
  std::uint32_t best_child(std::uint32_t node) const;

 private:
  void find(const Position& target, const Position& position, std::uint32_t node,
            std::optional<std::uint32_t>& found) const;

  std::size_t max_nodes_;
  Position root_;
  std::vector<Node> nodes_;
};

}  // namespace vier::mcts
