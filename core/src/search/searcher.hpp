// One thread of the solver: its small table, its limits, and the narrowing of a score.
#pragma once

#include <cstdint>
#include <utility>

#include "search/team.hpp"
#include "search/worker.hpp"
#include "vier/solver.hpp"
#include "vier/table.hpp"

namespace vier::search {

// Thrown out of a search to end it.
struct Stopped {};      // by a limit
struct BudgetSpent {};  // by the number of nodes it was given

// What is known of a score.
struct Range {
  int lower;
  int upper;
  bool is_exact() const { return lower == upper; }
};

// A position before any search: its score, or what to search.
struct Root {
  bool is_known;
  int score;  // when known
  Quiet quiet;
  Range range;
};
// The position must not be over.
Root root_of(const Position& position);

// The question that narrows a range best, as far as measured: the sign first, then halves.
int next_beta(const Range& range);

class Searcher {
 public:
  Searcher(NullWindow null_window, const Table& shared, const Book* book);
  Searcher(const Searcher&) = delete;  // the worker points back here
  Searcher& operator=(const Searcher&) = delete;

  // Before every search: where it starts decides how much of the small table is used, for a short
  // search is over before a large one would have come into the cache.
  void prepare(int ply, const Limits* limits, const std::atomic<bool>* cancelled, bool is_caller);

  // The following throw Stopped, BudgetSpent where they have a budget, and what
  // limits->keep_going throws.

  // Narrows the range, which is kept up to date whatever is thrown, to the score. Starts
  // with `beta` if that lies in the range. `budget` counts nodes.
  void narrow(const Quiet& position, Range& range, int beta, std::uint64_t budget);

  // Whether the score is at most `most`, by a single question.
  bool is_at_most(const Quiet& position, int most);

  // Works in a team on the score of `position` until it is known.
  void narrow_together(const Quiet& position, Team& team);

  void clear() { small_.clear(); }

  // Whether a search since the last call of this has gone on where the book ends or beyond.
  bool take_left_book() { return std::exchange(has_left_book_, false); }
  std::uint64_t take_nodes();

 private:
  // See NullWindow for the result, which in a team may also be kAborted.
  int decide(const Quiet& position, int beta) { return null_window_(worker_, position, beta); }
  void check();
  void view_tables(int small_bits);

  static constexpr std::size_t kSmallBytes = std::size_t{2} << 20;  // one huge page

  NullWindow null_window_;
  const Table& shared_;
  Table small_;
  const Book* book_;
  Worker worker_{};
  Trail trail_;
  int small_bits_ = 0;
  std::uint64_t shared_generation_ = 0;
  std::uint64_t small_generation_ = 0;

  const Limits* limits_ = nullptr;
  const std::atomic<bool>* cancelled_ = nullptr;
  bool is_caller_ = false;
  bool has_left_book_ = false;
  std::uint64_t last_node_ = 0;
  std::uint32_t checks_ = 0;
};

}  // namespace vier::search
