#include "vier/depth_search.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>

#include <array>
#include <cmath>
#include <cstdint>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bindings.hpp"
#include "calls.hpp"
#include "columns.hpp"
#include "vier/leaf.hpp"
#include "vier/memory_rows.hpp"
#include "vier/solver.hpp"
#include "vier/watch.hpp"

using namespace nb::literals;
using vier::Position;

namespace {

template <class T>
using Array = nb::ndarray<const T, nb::ndim<1>, nb::c_contig, nb::device::cpu>;

template <class T, std::size_t size>
T named(const char* option, const std::string& name,
        const std::array<std::pair<const char*, T>, size>& names) {
  for (const auto& [its_name, value] : names)
    if (name == its_name) return value;
  throw nb::value_error((std::string("no such ") + option).c_str());
}

constexpr std::array kReadings = {std::pair("share", vier::Reading::share),
                                  std::pair("best", vier::Reading::best),
                                  std::pair("mean", vier::Reading::mean)};
constexpr std::array kAlgorithms = {std::pair("minimax", vier::Algorithm::minimax),
                                    std::pair("alphabeta", vier::Algorithm::alphabeta)};
constexpr std::array kTableUses = {std::pair("none", vier::TableUse::none),
                                   std::pair("plain", vier::TableUse::plain),
                                   std::pair("symmetric", vier::TableUse::symmetric)};
constexpr std::array kTies = {std::pair("lowest", vier::Ties::lowest),
                              std::pair("middle", vier::Ties::middle),
                              std::pair("random", vier::Ties::random)};

// An evaluation is handed to many searches.
struct BoundEvaluation {
  std::shared_ptr<const vier::LeafEvaluation> evaluation;

  double estimate(nb::handle_t<Position> source, bool for_mover) const {
    const Position& position = unfinished(source);
    const vier::Limits limits = limits_of(static_cast<const StopFlag*>(nullptr), std::nullopt);
    vier::Watch watch(limits);
    double estimate = 0;
    const nb::gil_scoped_release unlocked;
    evaluation->estimate({&position, 1}, for_mover, {&estimate, 1}, watch);
    return estimate;
  }
};

BoundEvaluation of_playouts(std::uint64_t playouts, const std::string& reading, double draw_share,
                            std::uint64_t seed, int threads, const std::string& path) {
  return {vier::playout_evaluation({.playouts = playouts,
                                    .reading = named("reading", reading, kReadings),
                                    .draw_share = draw_share,
                                    .seed = seed},
                                   vier::Playouts({.threads = threads, .path = path_named(path)}))};
}

BoundEvaluation of_windows(double complete, double one_missing, double two_missing,
                           double other_one_missing, double middle) {
  return {vier::window_evaluation({complete, one_missing, two_missing, other_one_missing, middle})};
}

std::pair<int, double> pair_of(vier::Value value) {
  const auto parts = vier::parts_of(value);
  return {parts.decided, parts.estimate};
}

vier::MemoryRows rows_of(const Array<std::uint64_t>& keys, const Array<std::uint8_t>& depths,
                         const Array<std::int32_t>& decided, const Array<double>& estimates,
                         const Array<std::uint8_t>& for_mover) {
  const std::size_t number = keys.shape(0);
  if (depths.shape(0) != number || decided.shape(0) != number || estimates.shape(0) != number ||
      for_mover.shape(0) != number)
    throw nb::value_error("all arrays must have the same length");
  std::vector<vier::MemoryRow> rows;
  rows.reserve(number);
  for (std::size_t i = 0; i < number; ++i) {
    const vier::ValueParts parts{decided.data()[i], estimates.data()[i]};
    if (std::abs(parts.decided) >= vier::kHorizon || !(std::abs(parts.estimate) < 1e11))
      throw nb::value_error("a value is out of bounds");
    rows.push_back(
        {keys.data()[i], vier::value_of(parts), depths.data()[i], for_mover.data()[i] != 0});
  }
  return vier::MemoryRows(rows);
}

class BoundSearch {
 public:
  BoundSearch(const BoundEvaluation& evaluation, const std::string& algorithm,
              const std::string& table, std::size_t table_mb,
              std::shared_ptr<vier::MemoryRows> rows, int rows_until_ply)
      : search_({.algorithm = named("algorithm", algorithm, kAlgorithms),
                 .table = named("table", table, kTableUses),
                 .table_mb = table_mb,
                 .evaluation = evaluation.evaluation,
                 .rows = std::move(rows),
                 .rows_until_ply = rows_until_ply}) {}

  vier::DepthResult search(nb::handle_t<Position> source, int depth, bool deepen, bool all_values,
                           const std::string& ties, std::uint64_t seed,
                           std::optional<double> time_s, std::optional<std::uint64_t> nodes,
                           std::optional<std::uint64_t> playouts, const StopFlag* stop) {
    const Position& position = unfinished(source);
    const vier::DepthQuestion question{.depth = depth,
                                       .deepen = deepen,
                                       .all_values = all_values,
                                       .ties = named("ties", ties, kTies),
                                       .seed = seed,
                                       .max_nodes = nodes,
                                       .max_playouts = playouts};
    const vier::Limits limits = limits_of(stop, time_s);
    try {
      const nb::gil_scoped_release unlocked;
      return search_.search(position, question, limits);
    } catch (const vier::Busy&) {
      // The error is made below, with the lock.
    }
    raise("search_busy");
  }

  std::size_t table_bytes() const { return search_.table_bytes(); }

 private:
  vier::DepthSearch search_;
};

nb::dict values_of(const vier::DepthResult& result) {
  nb::dict columns;
  for (int column = 0; column < vier::kColumns; ++column)
    if (const auto& value = result.columns[static_cast<std::size_t>(column)])
      columns[nb::int_(column + 1)] = pair_of(*value);
  return columns;
}

void bind_evaluation(nb::module_& module) {
  nb::class_<BoundEvaluation>(module, "LeafEvaluation",
                              "Estimates positions where a search of limited depth has to stop.")
      .def_static("none", [] { return BoundEvaluation{vier::no_evaluation()}; })
      .def_static("windows", &of_windows, "complete"_a = 15.0, "one_missing"_a = 3.0,
                  "two_missing"_a = 1.0, "other_one_missing"_a = -2.0, "middle"_a = 3.5)
      .def_static("playouts", &of_playouts, "playouts"_a, nb::kw_only(), "reading"_a = "share",
                  "draw_share"_a = 0.5, "seed"_a = 0, "threads"_a = 1, "path"_a = "automatic")
      .def_prop_ro("antisymmetric",
                   [](const BoundEvaluation& self) { return self.evaluation->is_antisymmetric(); })
      .def_prop_ro(
          "draw", [](const BoundEvaluation& self) { return self.evaluation->draw(); },
          "The estimate of a drawn game for either side.")
      .def("estimate", &BoundEvaluation::estimate, "position"_a, nb::kw_only(),
           "for_mover"_a = true,
           nb::sig("def estimate(self, position: Position, *, for_mover: bool = True) -> float"),
           "The estimate for the side to move, or for the other one.");
}

void bind_rows(nb::module_& module) {
  nb::class_<vier::MemoryRows>(module, "MemoryRows",
                               "Positions with values for a search to believe.")
      .def(
          "__init__",
          [](vier::MemoryRows* self, const Array<std::uint64_t>& keys,
             const Array<std::uint8_t>& depths, const Array<std::int32_t>& decided,
             const Array<double>& estimates, const Array<std::uint8_t>& for_mover) {
            new (self) vier::MemoryRows(rows_of(keys, depths, decided, estimates, for_mover));
          },
          "keys"_a.noconvert(), "depths"_a.noconvert(), "decided"_a.noconvert(),
          "estimates"_a.noconvert(), "for_mover"_a.noconvert(),
          nb::sig("def __init__(self, keys: object, depths: object, decided: object, estimates: "
                  "object, for_mover: object) -> None"))
      .def("__len__", &vier::MemoryRows::size)
      .def(
          "find",
          [](const vier::MemoryRows& rows, std::uint64_t key, int depth, bool for_mover) {
            const auto value = rows.find(key, depth, for_mover);
            return value ? std::optional(pair_of(*value)) : std::nullopt;
          },
          "key"_a, "depth"_a, "for_mover"_a,
          "The value of a canonical key that is at least so deep, or None.");
}

void bind_result(nb::module_& module) {
  using vier::DepthResult;
  nb::class_<DepthResult>(module, "DepthResult", "What a depth search found.")
      .def_prop_ro("column", [](const DepthResult& result) { return result.column + 1; })
      .def_prop_ro(
          "best", [](const DepthResult& result) { return columns_of(result.best); },
          nb::sig("def best(self) -> tuple[int, ...]"), "The columns of the highest value.")
      .def_prop_ro(
          "value", [](const DepthResult& result) { return pair_of(result.value); },
          "`decided` and `estimate` of viergewinnt.search.Value.")
      .def_prop_ro("columns", &values_of,
                   nb::sig("def columns(self) -> dict[int, tuple[int, float]]"),
                   "Exact values, of all columns or of the best ones.")
      .def_ro("depth", &DepthResult::depth,
              "The depth that the values are of; 0: none was finished.")
      .def_prop_ro(
          "line", [](const DepthResult& result) { return line_of(result.line); },
          nb::sig("def line(self) -> tuple[int, ...]"),
          "Best play from here, as far as the search knows it.")
      .def_ro("nodes", &DepthResult::nodes)
      .def_ro("playouts", &DepthResult::playouts)
      .def_ro("memory_hits", &DepthResult::memory_hits)
      .def_ro("complete", &DepthResult::is_complete, "False when a limit ended the search.");
}

}  // namespace

void bind_depth_search(nb::module_& module) {
  bind_evaluation(module);
  bind_rows(module);
  bind_result(module);
  nb::class_<BoundSearch>(module, "DepthSearch", "Minimax or alpha-beta, one call at a time.")
      .def(nb::init<const BoundEvaluation&, std::string, std::string, std::size_t,
                    std::shared_ptr<vier::MemoryRows>, int>(),
           "evaluation"_a, nb::kw_only(), "algorithm"_a = "alphabeta", "table"_a = "symmetric",
           "table_mb"_a = 8, "rows"_a = nb::none(), "rows_until_ply"_a = vier::kCells)
      .def("search", &BoundSearch::search, "position"_a, "depth"_a, nb::kw_only(),
           "deepen"_a = false, "all_values"_a = true, "ties"_a = "middle", "seed"_a = 0,
           "time_s"_a = nb::none(), "nodes"_a = nb::none(), "playouts"_a = nb::none(),
           "stop"_a = nb::none(),
           nb::sig("def search(self, position: Position, depth: int, *, deepen: bool = False, "
                   "all_values: bool = True, ties: str = 'middle', seed: int = 0, time_s: float | "
                   "None = None, nodes: int | None = None, playouts: int | None = None, stop: "
                   "StopFlag | None = None) -> DepthResult"))
      .def_prop_ro("table_bytes", &BoundSearch::table_bytes);
}
