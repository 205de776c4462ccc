// Exact scores of any position.
//
// Scores are seen from the side to move. A win with the last stone that the winner could ever place
// is 1, one of its stones earlier 2, and so on; a draw is 0; a loss is the negative of what the
// other side wins. The empty board scores 1. A score stays the same, up to its sign, along the line
// of best play.
//
// Inside, a search only ever answers whether a score is at least some beta; a score is found by
// narrowing such questions (src/search/worker.hpp says what a returned bound means). Results are
// exact and the same for every vector path, number of threads and size of table; the number of
// nodes is the same for every path when there is one thread.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <vector>

#include "vier/book.hpp"
#include "vier/limits.hpp"
#include "vier/path.hpp"
#include "vier/position.hpp"

namespace vier {

struct SolverOptions {
  std::size_t table_mb = 64;  // MiB of the table all threads share; rounded down to a power of two
  int threads = 1;
  Path path = Path::automatic;  // automatic: the fastest available
  const Book* book = nullptr;   // must outlive the solver
};

struct Analysis {
  int score;                                       // of the position
  std::array<std::optional<int>, kColumns> moves;  // by column; what the side to move gets by it
  std::uint64_t nodes;                             // searched by this call
};

// The position is over, so nobody is to move.
class FinishedPosition : public std::invalid_argument {
 public:
  using std::invalid_argument::invalid_argument;
};

// A second thread called a solver while a call was under way.
class Busy : public std::logic_error {
 public:
  Busy();
};

// Serves one call at a time. Besides the table it takes 2 MiB for each thread.
//
// Calls throw Busy, and for a position that is over FinishedPosition; whatever a call throws, the
// solver stays fit for use.
class Solver {
 public:
  // Throws std::invalid_argument for a path that is not available or fewer threads than one, and
  // std::bad_alloc.
  explicit Solver(const SolverOptions& options = {});
  ~Solver();
  Solver(Solver&&) noexcept;
  Solver& operator=(Solver&&) noexcept;

  Outcome<int> score(const Position& position, const Limits& limits = {});
  Outcome<Analysis> analyse(const Position& position, const Limits& limits = {});

  // The columns (0-6) of best play to the end of the game. Of equally good moves the one nearest to
  // the middle is taken, of two equally near ones the left one.
  Outcome<std::vector<int>> line(const Position& position, const Limits& limits = {});

  // Scores many positions, each on one thread. All of them are checked before any is searched.
  // After every few positions, at most 20 times a second, `progress` is called on the calling
  // thread with the number done so far; what it throws ends the call. The result is the number of
  // positions scored; when stopped, `scores` is partly filled.
  using Progress = std::function<void(std::size_t done)>;
  Outcome<std::size_t> scores(std::span<const Position> positions, std::span<std::int8_t> scores,
                              const Progress& progress = {}, const Limits& limits = {});

  // Forgets everything learned and sets nodes() to zero; takes no time to speak of.
  void reset();

  // Nodes searched since the solver was made or reset.
  std::uint64_t nodes() const;

  // Whether the last call took every value from the book, from the rules, or from a search that
  // ended in the book; never where the book does not reach.
  bool answered_by_book() const;

  Path path() const;  // never automatic
  int threads() const;
  std::size_t table_bytes() const;

 private:
  class Engine;
  std::unique_ptr<Engine> engine_;
};

}  // namespace vier
