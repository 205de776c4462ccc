#include "vier/solver.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "calls.hpp"
#include "vier/book_chunk.hpp"
#include "vier/book_file.hpp"

using namespace nb::literals;
using vier::Position;

namespace {

using Keys = nb::ndarray<const std::uint64_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;
using Scores = nb::ndarray<std::int8_t, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

// A batch is decoded in parts, so that its memory does not grow with it.
constexpr std::size_t kPartSize = 65536;
constexpr auto kProgressEvery = std::chrono::milliseconds(50);

// A solver with its stop flag. While it searches the interpreter lock is free, and Python's signal
// handlers run about every 10 ms.
class BoundSolver {
 private:
  // Keeps a second caller away from the stop flag, which belongs to the call under way.
  class Turn {
   public:
    explicit Turn(BoundSolver& solver) : solver_(solver) {
      if (solver_.is_called_.exchange(true)) raise("solver_busy");
      solver_.stop_ = false;
    }
    ~Turn() { solver_.is_called_ = false; }
    Turn(const Turn&) = delete;
    Turn& operator=(const Turn&) = delete;

   private:
    BoundSolver& solver_;
  };

  template <class Call>
  auto run(std::optional<double> time_s, const Call& call) {
    const vier::Limits limits = limits_of(&stop_, time_s);
    const Turn turn(*this);
    const auto outcome = [&] {
      const nb::gil_scoped_release unlocked;
      return call(limits);
    }();
    if (outcome.is_stopped()) raise("search_stopped");
    return outcome.value();
  }

 public:
  BoundSolver(int threads, std::size_t table_mb, const std::string& path,
              const vier::book::BookFile* book)
      : solver_(vier::SolverOptions{
            .table_mb = table_mb, .threads = threads, .path = path_named(path), .book = book}) {}

  void stop() { stop_ = true; }

  int score(nb::handle_t<Position> source, std::optional<double> time_s) {
    const Position& position = unfinished(source);
    return run(time_s, [&](const vier::Limits& limits) { return solver_.score(position, limits); });
  }

  nb::tuple analyse(nb::handle_t<Position> source, std::optional<double> time_s) {
    const Position& position = unfinished(source);
    bool is_from_book = false;
    const vier::Analysis analysis = run(time_s, [&](const vier::Limits& limits) {
      auto outcome = solver_.analyse(position, limits);
      is_from_book = solver_.answered_by_book();  // of this call: no other one has begun yet
      return outcome;
    });
    nb::dict columns;
    for (int column = 0; column < vier::kColumns; ++column)
      if (const auto& score = analysis.moves[static_cast<std::size_t>(column)])
        columns[nb::int_(column + 1)] = *score;
    return nb::make_tuple(columns, analysis.nodes, is_from_book);
  }

  std::string line(nb::handle_t<Position> source, std::optional<double> time_s) {
    const Position& position = unfinished(source);
    const std::vector<int> columns =
        run(time_s, [&](const vier::Limits& limits) { return solver_.line(position, limits); });
    std::string digits;
    for (const int column : columns) digits.push_back(static_cast<char>('1' + column));
    return digits;
  }

  // Keys that are no positions are reported before anything is searched.
  void scores(const Keys& keys, const Scores& scores, const nb::object& progress,
              std::optional<double> time_s) {
    if (scores.shape(0) != keys.shape(0))
      throw nb::value_error("there must be a score for each key");
    const std::size_t total = keys.shape(0);
    for (std::size_t i = 0; i < total; ++i) undecided(keys, i);
    std::size_t before = 0;
    auto reported = std::chrono::steady_clock::now();
    vier::Solver::Progress report;
    if (!progress.is_none())
      report = [&](std::size_t done) {
        const auto now = std::chrono::steady_clock::now();
        if (now - reported < kProgressEvery && before + done < total) return;
        reported = now;
        const nb::gil_scoped_acquire locked;
        progress(before + done, total);
      };
    run(time_s, [&](const vier::Limits& limits) {
      std::vector<Position> part;
      vier::Outcome<std::size_t> outcome(0);
      do {
        const std::size_t size = std::min(kPartSize, total - before);
        part.clear();
        for (std::size_t i = 0; i < size; ++i) part.push_back(undecided(keys, before + i));
        outcome = solver_.scores(part, {scores.data() + before, size}, report, limits);
        before += size;
      } while (before < total && !outcome.is_stopped());
      return outcome;
    });
  }

  nb::bytes book_chunk(int stones, std::uint32_t chunk) {
    require_stones_of_book(stones);
    const auto shapes = vier::book::kept_shapes(stones);
    if (chunk >= shapes.size()) throw nb::value_error("no such chunk");
    const auto symbols = run(std::nullopt, [&](const vier::Limits& limits) {
      return vier::book::solve_shapes(solver_, stones, {&shapes[chunk], 1}, limits);
    });
    return nb::bytes(symbols.data(), symbols.size());
  }

  void reset() {
    const Turn turn(*this);
    solver_.reset();
  }

  const vier::Solver& solver() const { return solver_; }

 private:
  // May be called without the lock. Whoever owns the keys may change them at any time.
  static Position undecided(const Keys& keys, std::size_t i) {
    const std::uint64_t key = keys.data()[i];
    const auto stones = Position::decode(key);
    if (!stones || Position::find_defect(stones->own, stones->all)) {
      const nb::gil_scoped_acquire locked;
      raise("bad_key_in_batch", key, i);
    }
    const auto position = Position::from_bitboards_unchecked(stones->own, stones->all);
    if (position.is_over()) {
      const nb::gil_scoped_acquire locked;
      raise("finished_position_in_batch", key, i);
    }
    return position;
  }

  vier::Solver solver_;
  std::atomic<bool> is_called_ = false;
  std::atomic<bool> stop_ = false;  // of the call under way
};

}  // namespace

void bind_solver(nb::module_& module) {
  nb::class_<BoundSolver>(module, "Solver", "Exact scores by search, one call at a time.")
      .def(nb::init<int, std::size_t, std::string, const vier::book::BookFile*>(), "threads"_a,
           "table_mb"_a, "path"_a, "book"_a.none(), nb::keep_alive<1, 5>())
      .def("score_of", &BoundSolver::score, "position"_a, "time_s"_a = nb::none())
      .def("analyse_columns", &BoundSolver::analyse, "position"_a, "time_s"_a = nb::none(),
           nb::sig("def analyse_columns(self, position: Position, time_s: float | None = None) -> "
                   "tuple[dict[int, int], int, bool]"),
           "The score of each legal column, the nodes searched, and whether the book answered.")
      .def("line_of", &BoundSolver::line, "position"_a, "time_s"_a = nb::none())
      .def("scores_of", &BoundSolver::scores, "keys"_a.noconvert(), "scores"_a.noconvert(),
           "progress"_a = nb::none(), "time_s"_a = nb::none(),
           nb::sig("def scores_of(self, keys: object, scores: object, progress: "
                   "typing.Callable[[int, int], object] | None = None, time_s: float | None = None)"
                   " -> None"),
           "Scores an array of 64-bit keys into an array of signed bytes.")
      .def("stop", &BoundSolver::stop,
           "Ends the call under way in another thread, if there is one.")
      .def("book_chunk", &BoundSolver::book_chunk, "stones"_a, "chunk"_a,
           "The symbols of a chunk of a book.")
      .def("reset", &BoundSolver::reset, "Forgets everything learned.")
      .def_prop_ro(
          "nodes", [](const BoundSolver& solver) { return solver.solver().nodes(); },
          "Positions searched since the solver was made or reset.")
      .def_prop_ro(
          "answered_by_book",
          [](const BoundSolver& solver) { return solver.solver().answered_by_book(); },
          "Whether the last call took every value from the book, from the rules, or from a search "
          "that ended in the book; never where the book does not reach.")
      .def_prop_ro("path",
                   [](const BoundSolver& solver) {
                     return std::string(vier::path_name(solver.solver().path()));
                   })
      .def_prop_ro("threads", [](const BoundSolver& solver) { return solver.solver().threads(); })
      .def_prop_ro("table_bytes",
                   [](const BoundSolver& solver) { return solver.solver().table_bytes(); });

  module.def(
      "available_paths",
      [] {
        nb::list names;
        for (const auto path : {vier::Path::portable, vier::Path::avx2, vier::Path::avx512})
          if (vier::is_path_available(path)) names.append(std::string(vier::path_name(path)));
        return nb::tuple(names);
      },
      nb::sig("def available_paths() -> tuple[str, ...]"),
      "The vector paths that this processor can run, the slowest first.");
}
