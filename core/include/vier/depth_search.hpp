// Minimax and alpha-beta to a fixed depth.
//
// Depth n sees n stones, the first one of the side to move included. A move that wins at once is
// taken before anything else is looked at; at a leaf it is seen only whether the player who has
// just moved has won. Both algorithms, with and without a table, give the same values: those of the
// plain Python reference, viergewinnt.search. Leaves are always estimated for the side to move at
// the root. A position and its mirror image give mirrored results, to the last node.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "vier/choice.hpp"
#include "vier/leaf.hpp"
#include "vier/limits.hpp"
#include "vier/memory_rows.hpp"
#include "vier/position.hpp"
#include "vier/value.hpp"

namespace vier {

enum class Algorithm : std::uint8_t {
  minimax,    // every line of play, nothing cut off
  alphabeta,  // negamax with a window; also skips moves that a forced reply decides
};

// Positions a search remembers: none, each, or each together with its mirror image.
enum class TableUse : std::uint8_t { none, plain, symmetric };

struct DepthSearchOptions {
  Algorithm algorithm = Algorithm::alphabeta;
  TableUse table = TableUse::symmetric;
  std::size_t table_mb = 8;  // MiB; rounded down to a power of two
  std::shared_ptr<const LeafEvaluation> evaluation = no_evaluation();
  // Looked up at every position below the root of at most so many stones; believed where the depth
  // suffices and, unless the evaluation is antisymmetric, the side is that of the root.
  std::shared_ptr<const MemoryRows> rows = nullptr;
  int rows_until_ply = kCells;
};

// Which of the columns of the highest value is played.
enum class Ties : std::uint8_t {
  lowest,  // the first from the left
  middle,  // pick_column without a seed
  random,  // pick_column with the seed
};

struct DepthQuestion {
  int depth = 5;           // from 1; no more than the stones left to play is searched
  bool deepen = false;     // to depth 1, 2, ... in turn, so that there is a result to fall back on
  bool all_values = true;  // exact values of all columns, not only of the best
  Ties ties = Ties::middle;
  std::uint64_t seed = 0;
  std::optional<std::uint64_t> max_nodes = std::nullopt;
  std::optional<std::uint64_t> max_playouts = std::nullopt;
};

struct DepthResult {
  int column;
  ColumnSet best;  // of the highest value
  Value value;
  std::array<std::optional<Value>, kColumns> columns;  // exact ones
  // That the values are of. 0 when a limit ended the search before any depth was finished: then
  // there are values of no more than some columns, and without any all columns are best, of value
  // 0.
  int depth;
  std::vector<int> line;  // of best play, `column` first, as far as the search knows it
  std::uint64_t nodes;    // positions reached by a move
  std::uint64_t playouts;
  std::uint64_t memory_hits;  // positions whose value a row told
  bool is_complete;           // otherwise a limit ended the search
};

// Serves one call at a time; a second thread gets Busy (vier/solver.hpp).
class DepthSearch {
 public:
  // Throws std::invalid_argument without an evaluation, std::bad_alloc.
  explicit DepthSearch(const DepthSearchOptions& options = {});
  ~DepthSearch();
  DepthSearch(DepthSearch&&) noexcept;
  DepthSearch& operator=(DepthSearch&&) noexcept;

  // Throws FinishedPosition for a position that is over, std::invalid_argument for a depth below 1.
  DepthResult search(const Position& position, const DepthQuestion& question = {},
                     const Limits& limits = {});

  std::size_t table_bytes() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace vier
