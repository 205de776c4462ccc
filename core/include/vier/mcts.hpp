// Monte Carlo tree search: UCT with proven results.
//
// A simulation goes down the tree, at each node to the child with the highest share of wins plus
// exploration * sqrt(ln(visits of the node) / visits of the child), adds nodes below a node that it
// reaches for the second time, plays out the position where it ends, and adds the result to every
// node on its way. Results that the rules prove are marked, and carried up the tree: a node with a
// move to a won position is won, one with all moves proven is worth the best of them. Where the
// tree ends in a proven node nothing is played out.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vier/limits.hpp"
#include "vier/playouts.hpp"
#include "vier/position.hpp"

namespace vier {

enum class Proven : std::uint8_t { no, win, draw, loss };

struct MctsOptions {
  double exploration = 1.0;     // for shares from 0 to 1
  int playouts = 1;             // of each simulation
  std::size_t memory_mb = 256;  // of the tree; a full tree does not grow, but is still searched
  Path path = Path::automatic;  // of playouts made several at once; results are the same
};

// At least one of the first two must be given, or a deadline.
struct MctsQuestion {
  std::optional<std::uint64_t> simulations = std::nullopt;
  std::optional<std::uint64_t> max_playouts = std::nullopt;
  std::uint64_t seed = 0;
  // Goes on with the tree of the last call, if the position is in it. The result then depends on
  // that call, too; otherwise it depends only on the seed, the position up to its mirror image and
  // the number of simulations.
  bool reuse = false;
};

struct MctsColumn {
  std::uint64_t visits;  // simulations through it, those kept from earlier calls included
  double share;          // of wins for the side to move, draws counted half; 0 without visits
  Proven proven;         // for the side to move
};

struct MctsResult {
  // Of a column proven to win; else of the one most visited among those not proven to lose.
  int column;
  std::array<std::optional<MctsColumn>, kColumns> columns;
  Proven proven;          // of the position, for the side to move
  std::vector<int> line;  // of such columns, as far as the tree goes
  std::uint64_t simulations;
  std::uint64_t playouts;
  std::uint64_t nodes;   // in the tree
  std::uint64_t reused;  // simulations kept from earlier calls
  // Otherwise simulations asked for were not all made, or, where only time was asked for, a stop
  // came before its end.
  bool is_complete;
};

// Serves one call at a time; a second thread gets Busy (vier/solver.hpp).
class Mcts {
 public:
  // Throws std::invalid_argument for options that are not allowed.
  explicit Mcts(const MctsOptions& options = {});
  ~Mcts();
  Mcts(Mcts&&) noexcept;
  Mcts& operator=(Mcts&&) noexcept;

  // Throws FinishedPosition for a position that is over, std::invalid_argument without any limit.
  MctsResult search(const Position& position, const MctsQuestion& question,
                    const Limits& limits = {});

  // Drops the tree.
  void forget();

  std::size_t tree_bytes() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace vier
