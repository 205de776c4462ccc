#include "vier/solver.hpp"

#include <algorithm>
#include <cassert>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "search/dispatch.hpp"
#include "search/searcher.hpp"
#include "search/team.hpp"
#include "vier/table.hpp"

namespace vier {
namespace {

using search::Quiet;
using search::Range;
using search::Root;
using search::Searcher;
using search::Stopped;

constexpr std::uint64_t kNoBudget = std::numeric_limits<std::uint64_t>::max();
// A position that one thread can do in so many nodes, a few milliseconds, is not worth a team.
constexpr std::uint64_t kAloneNodes = 65536;
constexpr int kNoTeamFrom = 18;
constexpr std::array<int, kColumns> kFromTheMiddle = {3, 2, 4, 1, 5, 0, 6};
constexpr auto kProgressEvery = std::chrono::milliseconds(50);

void require_unfinished(const Position& position, const std::string& which) {
  if (position.is_over())
    throw FinishedPosition(which + (position.is_lost() ? " is won already" : " is full") +
                           ": it has no score for a side to move");
}

// The score of a win by the next stone.
int score_of_win(const Position& position) { return (43 - position.ply()) / 2; }

// Joins its threads whatever happens.
class Threads {
 public:
  explicit Threads(std::atomic<bool>& cancelled) : cancelled_(cancelled) {}
  ~Threads() {
    cancelled_.store(true);
    join();
  }
  // Runs `work`; the first thing thrown by any thread cancels the others and comes out of finish().
  template <class Work>
  void start(Work work) {
    threads_.emplace_back([this, work = std::move(work)] { run(work); });
  }
  template <class Work>
  void run(const Work& work) {
    try {
      work();
    } catch (...) {
      const std::scoped_lock lock(mutex_);
      // A thread that was cancelled tells nothing of why.
      if (!thrown_ && !cancelled_.load()) thrown_ = std::current_exception();
      cancelled_.store(true);
    }
  }
  void finish() {
    join();
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  void join() {
    for (std::thread& thread : threads_)
      if (thread.joinable()) thread.join();
  }
  std::atomic<bool>& cancelled_;
  std::mutex mutex_;
  std::exception_ptr thrown_;
  std::vector<std::thread> threads_;
};

}  // namespace

Busy::Busy()
    : std::logic_error("the solver is busy with another call; use one solver for each thread") {}

class Solver::Engine {
 public:
  explicit Engine(const SolverOptions& options)
      : path_(search::resolve_path(options.path)),
        book_(options.book),
        table_(options.table_mb << 20) {
    if (options.threads < 1)
      throw std::invalid_argument("a solver needs at least one thread, not " +
                                  std::to_string(options.threads));
    for (int i = 0; i < options.threads; ++i)
      searchers_.push_back(
          std::make_unique<Searcher>(search::null_window_of(path_), table_, book_));
  }

  // Keeps other callers out and counts the nodes of the call.
  class Call {
   public:
    explicit Call(Engine& engine) : engine_(engine) {
      if (engine_.is_busy_.exchange(true, std::memory_order_acquire)) throw Busy();
    }
    ~Call() {
      const bool has_searched = count() > 0;
      const bool has_reached_book = engine_.has_reached_book_.exchange(false) || has_searched;
      bool has_left_book = engine_.book_ == nullptr || !has_reached_book;
      for (const auto& searcher : engine_.searchers_)
        has_left_book = searcher->take_left_book() || has_left_book;
      engine_.answered_by_book_.store(!has_left_book, std::memory_order_relaxed);
      engine_.is_busy_.store(false, std::memory_order_release);
    }
    Call(const Call&) = delete;
    Call& operator=(const Call&) = delete;
    std::uint64_t count() {
      std::uint64_t nodes = 0;
      for (const auto& searcher : engine_.searchers_) nodes += searcher->take_nodes();
      engine_.nodes_.store(engine_.nodes_.load(std::memory_order_relaxed) + nodes,
                           std::memory_order_relaxed);
      return total_ += nodes;
    }

   private:
    Engine& engine_;
    std::uint64_t total_ = 0;
  };

  int score(const Position& position, const Limits& limits) {
    check(limits);
    return solve(position, limits);
  }

  Analysis analyse(const Position& position, const Limits& limits) {
    check(limits);
    Analysis analysis{solve(position, limits), {}, 0};
    for (const int column : kFromTheMiddle) {
      if (position.is_column_full(column)) continue;
      analysis.moves[static_cast<std::size_t>(column)] =
          solve_move(position, column, analysis.score, limits);
    }
    return analysis;
  }

  std::vector<int> line(Position position, const Limits& limits) {
    check(limits);
    int score = solve(position, limits);
    std::vector<int> columns;
    while (!position.is_over()) {
      const int column = best_column(position, score, limits);
      columns.push_back(column);
      position = position.play_unchecked(column);
      score = -score;
    }
    return columns;
  }

  void scores(std::span<const Position> positions, std::span<std::int8_t> scores,
              const Progress& progress, const Limits& limits);

  void clear() {
    table_.clear();
    for (const auto& searcher : searchers_) searcher->clear();
    nodes_.store(0, std::memory_order_relaxed);
  }

  Path path() const { return path_; }
  int threads() const { return static_cast<int>(searchers_.size()); }
  std::size_t table_bytes() const { return table_.bytes(); }
  std::uint64_t nodes() const { return nodes_.load(std::memory_order_relaxed); }
  bool answered_by_book() const { return answered_by_book_.load(std::memory_order_relaxed); }

 private:
  // A search asks only every so many nodes; short calls are asked here.
  static void check(const Limits& limits) {
    if (limits.stop != nullptr && limits.stop->load(std::memory_order_relaxed)) throw Stopped{};
    if (limits.deadline && std::chrono::steady_clock::now() >= *limits.deadline) throw Stopped{};
  }

  // Whether the book reaches so far; what the rules decide there counts as answered by it.
  bool is_in_reach(const Position& position) const {
    if (book_ == nullptr || position.ply() > std::min(book_->last_ply(), kLastBookPly))
      return false;
    has_reached_book_.store(true, std::memory_order_relaxed);
    return true;
  }

  std::optional<int> from_book(const Position& position) const {
    return is_in_reach(position) ? book_->lookup(position) : std::nullopt;
  }

  int solve(const Position& position, const Limits& limits) {
    Root root = search::root_of(position);
    const bool is_early = is_in_reach(position);
    if (root.is_known) return root.score;
    if (const auto score = is_early ? book_->lookup(position) : std::nullopt) return *score;
    return narrow(root.quiet, root.range, search::next_beta(root.range), limits);
  }

  // What `column` gets the side to move, when the best move gets `best`.
  int solve_move(const Position& position, int column, int best, const Limits& limits) {
    const Position child = position.play_unchecked(column);
    if (child.is_lost()) return score_of_win(position);
    if (child.is_over()) return 0;
    Root root = search::root_of(child);
    if (root.is_known) return -root.score;
    if (const auto score = from_book(child)) return -*score;
    root.range.lower = std::max(root.range.lower, -best);
    return -narrow(root.quiet, root.range, 1 - best, limits);
  }

  int best_column(const Position& position, int score, const Limits& limits) {
    for (const int column : kFromTheMiddle)
      if (!position.is_column_full(column) && gets(position, column, score, limits)) return column;
    assert(false);
    return -1;
  }

  // Whether `column` gets the side to move as much as the best move, which gets `score`.
  bool gets(const Position& position, int column, int score, const Limits& limits) {
    const Position child = position.play_unchecked(column);
    if (child.is_lost()) return score_of_win(position) >= score;
    if (child.is_over()) return 0 >= score;
    const Root root = search::root_of(child);
    if (root.is_known) return -root.score >= score;
    if (const auto known = from_book(child)) return -*known >= score;
    if (1 - score > root.range.upper) return true;
    if (1 - score <= root.range.lower) return false;
    Searcher& caller = *searchers_.front();
    caller.prepare(root.quiet.ply, &limits, nullptr, true);
    return caller.is_at_most(root.quiet, -score);
  }

  int narrow(const Quiet& quiet, Range range, int beta, const Limits& limits) {
    Searcher& caller = *searchers_.front();
    caller.prepare(quiet.ply, &limits, nullptr, true);
    const bool is_team = searchers_.size() > 1 && quiet.ply < kNoTeamFrom;
    try {
      caller.narrow(quiet, range, beta, is_team ? kAloneNodes : kNoBudget);
      return range.lower;
    } catch (const search::BudgetSpent&) {
    }
    return narrow_together(quiet, range, limits);
  }

  int narrow_together(const Quiet& quiet, const Range& range, const Limits& limits) {
    search::Team team;
    team.lower = range.lower;
    team.upper = range.upper;
    Threads threads(team.stopped);
    for (auto& searcher : searchers_)
      searcher->prepare(quiet.ply, &limits, &team.stopped, searcher == searchers_.front());
    for (std::size_t i = 1; i < searchers_.size(); ++i)
      threads.start([&, i] { searchers_[i]->narrow_together(quiet, team); });
    threads.run([&] { searchers_.front()->narrow_together(quiet, team); });
    threads.finish();
    return team.lower;
  }

  Path path_;
  const Book* book_;
  Table table_;
  std::vector<std::unique_ptr<Searcher>> searchers_;
  std::atomic<bool> is_busy_{false};
  std::atomic<std::uint64_t> nodes_{0};
  std::atomic<bool> answered_by_book_{false};
  mutable std::atomic<bool> has_reached_book_{false};
};

void Solver::Engine::scores(std::span<const Position> positions, std::span<std::int8_t> scores,
                            const Progress& progress, const Limits& limits) {
  check(limits);
  std::atomic<bool> cancelled{false};
  std::atomic<std::size_t> next{0};
  std::atomic<std::size_t> done{0};
  const auto work = [&](Searcher& searcher, bool is_caller) {
    auto reported = std::chrono::steady_clock::now();
    for (std::size_t i = next.fetch_add(1); i < positions.size(); i = next.fetch_add(1)) {
      check(limits);
      if (cancelled.load(std::memory_order_relaxed)) return;
      Root root = search::root_of(positions[i]);
      if (root.is_known) {
        root.range = {root.score, root.score};
      } else if (const auto score = from_book(positions[i])) {
        root.range = {*score, *score};
      } else {
        searcher.prepare(root.quiet.ply, &limits, &cancelled, is_caller);
        searcher.narrow(root.quiet, root.range, search::next_beta(root.range), kNoBudget);
      }
      scores[i] = static_cast<std::int8_t>(root.range.lower);
      done.fetch_add(1, std::memory_order_relaxed);
      if (!is_caller || !progress) continue;
      if (const auto now = std::chrono::steady_clock::now(); now - reported >= kProgressEvery) {
        reported = now;
        progress(done.load(std::memory_order_relaxed));
      }
    }
  };
  Threads threads(cancelled);
  const std::size_t helpers =
      std::min(searchers_.size(), std::max<std::size_t>(positions.size(), 1)) - 1;
  for (std::size_t i = 1; i <= helpers; ++i) threads.start([&, i] { work(*searchers_[i], false); });
  threads.run([&] { work(*searchers_.front(), true); });
  threads.finish();
  if (progress) progress(positions.size());
}

Solver::Solver(const SolverOptions& options) : engine_(std::make_unique<Engine>(options)) {}
Solver::~Solver() = default;
Solver::Solver(Solver&&) noexcept = default;
Solver& Solver::operator=(Solver&&) noexcept = default;

Outcome<int> Solver::score(const Position& position, const Limits& limits) {
  const Engine::Call call(*engine_);
  require_unfinished(position, "the position");
  try {
    return engine_->score(position, limits);
  } catch (const Stopped&) {
    return {};
  }
}

Outcome<Analysis> Solver::analyse(const Position& position, const Limits& limits) {
  Engine::Call call(*engine_);
  require_unfinished(position, "the position");
  try {
    Analysis analysis = engine_->analyse(position, limits);
    analysis.nodes = call.count();
    return analysis;
  } catch (const Stopped&) {
    return {};
  }
}

Outcome<std::vector<int>> Solver::line(const Position& position, const Limits& limits) {
  const Engine::Call call(*engine_);
  require_unfinished(position, "the position");
  try {
    return engine_->line(position, limits);
  } catch (const Stopped&) {
    return {};
  }
}

Outcome<std::size_t> Solver::scores(std::span<const Position> positions,
                                    std::span<std::int8_t> scores, const Progress& progress,
                                    const Limits& limits) {
  const Engine::Call call(*engine_);
  if (scores.size() < positions.size())
    throw std::invalid_argument("there must be room for a score of each position");
  for (std::size_t i = 0; i < positions.size(); ++i)
    require_unfinished(positions[i], "position " + std::to_string(i + 1));
  try {
    engine_->scores(positions, scores, progress, limits);
    return positions.size();
  } catch (const Stopped&) {
    return {};
  }
}

void Solver::reset() {
  const Engine::Call call(*engine_);
  engine_->clear();
}

std::uint64_t Solver::nodes() const { return engine_->nodes(); }
bool Solver::answered_by_book() const { return engine_->answered_by_book(); }
Path Solver::path() const { return engine_->path(); }
int Solver::threads() const { return engine_->threads(); }
std::size_t Solver::table_bytes() const { return engine_->table_bytes(); }

}  // namespace vier
