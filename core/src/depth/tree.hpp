// One search of one position to one depth.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "depth/value_table.hpp"
#include "vier/depth_search.hpp"
#include "vier/watch.hpp"

namespace vier::depth {

// What all depths of one call share.
struct Budget {
  Watch* watch;
  std::uint64_t max_nodes;
  std::uint64_t max_playouts;
  std::uint64_t nodes = 0;
  std::uint64_t playouts = 0;
  std::uint64_t memory_hits = 0;
  std::uint64_t work_until_look = 0;
};

class Tree {
 public:
  Tree(const DepthSearchOptions& options, ValueTable& table, const Position& root, int depth,
       Budget& budget);

  // The value that the child of the root, reached by `column`, has for the side to move at the
  // root. Exact when it is above alpha; otherwise the value is no higher than what is returned.
  // Throws Ended, and whatever the watch throws.
  Value value_of_move(int column, Value alpha);

  // The line that the last value_of_move found after its column, as far as it is known.
  const std::vector<int>& line() const { return line_; }

 private:
  // The best moves from one ply on, gathered on the way back.
  struct Line {
    std::array<std::int8_t, kCells> columns;
    int length = 0;
    void set(int column, const Line& rest) {
      columns[0] = static_cast<std::int8_t>(column);
      for (int i = 0; i < rest.length; ++i)
        columns[static_cast<std::size_t>(i) + 1] = rest.columns[static_cast<std::size_t>(i)];
      length = rest.length + 1;
    }
  };

  // Values of undecided positions for the side to move in them. The first gives an exact value
  // within (alpha, beta), at or below alpha an upper bound and from beta on a lower one.
  Value alphabeta(const Position& position, int left, Value alpha, Value beta, Line& line);
  Value minimax(const Position& position, int left, Line& line);

  // The value of a position reached by a move, which may be over, for the side to move in it.
  Value child_by_alphabeta(const Position& child, int left, Value alpha, Value beta, Line& line);
  Value child_by_minimax(const Position& child, int left, Line& line);

  // If the game is over, or a row or the evaluation tells the value. Counts the node.
  std::optional<Value> value_without_moves(const Position& child, int left);

  // Minimax with all leaves of a subtree estimated together: they are listed first.
  void list_leaves(const Position& position, int left);
  Value estimate_together(const Position& position, int left, Line& line);

  Value estimate(const Position& leaf);
  Value leaf_value(const Position& leaf);
  Value drawn(const Position& position) const;
  std::optional<Value> from_rows(const Position& position, int left);

  std::uint64_t key_of(const Position& position, bool& is_mirrored) const;
  bool is_root_side(const Position& position) const {
    return (position.ply() - root_.ply()) % 2 == 0;
  }

  void count_node();
  void spend_playouts(std::uint64_t playouts);
  void look();

  const DepthSearchOptions& options_;
  const LeafEvaluation& evaluation_;
  const bool is_costly_;
  ValueTable& table_;
  const Position root_;
  const int depth_;
  Budget& budget_;
  std::vector<int> line_;
  std::vector<Position> leaves_;
  std::vector<double> estimates_;
  std::size_t next_estimate_ = 0;
  bool has_estimates_ = false;
};

}  // namespace vier::depth
