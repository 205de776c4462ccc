#include "vier/mcts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <optional>
#include <string>

#include "bindings.hpp"
#include "calls.hpp"
#include "columns.hpp"
#include "vier/solver.hpp"

using namespace nb::literals;
using vier::Position;

namespace {

std::optional<const char*> name_of(vier::Proven proven) {
  switch (proven) {
    case vier::Proven::no:
      return std::nullopt;
    case vier::Proven::win:
      return "win";
    case vier::Proven::draw:
      return "draw";
    case vier::Proven::loss:
      return "loss";
  }
  return std::nullopt;
}

// Calls, and raises when another thread is in a call.
template <class Call>
auto unless_busy(const Call& call) {
  try {
    const nb::gil_scoped_release unlocked;
    return call();
  } catch (const vier::Busy&) {
    // The error is made below, with the lock.
  }
  raise("search_busy");
}

class BoundMcts {
 public:
  BoundMcts(double exploration, int playouts, std::size_t memory_mb, const std::string& path)
      : mcts_({.exploration = exploration,
               .playouts = playouts,
               .memory_mb = memory_mb,
               .path = path_named(path)}) {}

  vier::MctsResult search(nb::handle_t<Position> source, std::optional<std::uint64_t> simulations,
                          std::optional<double> time_s, std::uint64_t seed, bool reuse,
                          const StopFlag* stop, std::optional<std::uint64_t> playouts) {
    const Position& position = unfinished(source);
    const vier::MctsQuestion question{
        .simulations = simulations, .max_playouts = playouts, .seed = seed, .reuse = reuse};
    const vier::Limits limits = limits_of(stop, time_s);
    return unless_busy([&] { return mcts_.search(position, question, limits); });
  }

  void forget() {
    unless_busy([&] { mcts_.forget(); });
  }

  std::size_t tree_bytes() const { return mcts_.tree_bytes(); }

 private:
  vier::Mcts mcts_;
};

nb::dict columns_by_name(const vier::MctsResult& result) {
  nb::dict columns;
  for (int column = 0; column < vier::kColumns; ++column)
    if (const auto& found = result.columns[static_cast<std::size_t>(column)])
      columns[nb::int_(column + 1)] = nb::cast(*found);
  return columns;
}

}  // namespace

void bind_mcts(nb::module_& module) {
  using vier::MctsColumn;
  using vier::MctsResult;
  nb::class_<MctsColumn>(module, "MctsColumn", "What a tree search found of one column.")
      .def_ro("visits", &MctsColumn::visits,
              "Simulations through it, those kept from earlier calls included.")
      .def_ro("share", &MctsColumn::share,
              "The share of wins for the side to move, draws counted half.")
      .def_prop_ro(
          "proven", [](const MctsColumn& column) { return name_of(column.proven); },
          nb::sig("def proven(self) -> typing.Literal['win', 'draw', 'loss'] | None"));

  nb::class_<MctsResult>(module, "MctsResult", "What a tree search found.")
      .def_prop_ro("column", [](const MctsResult& result) { return result.column + 1; })
      .def_prop_ro("columns", &columns_by_name,
                   nb::sig("def columns(self) -> dict[int, MctsColumn]"))
      .def_prop_ro(
          "share",
          [](const MctsResult& result) {
            return result.columns[static_cast<std::size_t>(result.column)]->share;
          },
          "Of the column picked.")
      .def_prop_ro(
          "proven", [](const MctsResult& result) { return name_of(result.proven); },
          nb::sig("def proven(self) -> typing.Literal['win', 'draw', 'loss'] | None"),
          "What the position is proven to be for the side to move.")
      .def_prop_ro(
          "line", [](const MctsResult& result) { return line_of(result.line); },
          nb::sig("def line(self) -> tuple[int, ...]"))
      .def_ro("simulations", &MctsResult::simulations, "Of this call.")
      .def_ro("playouts", &MctsResult::playouts, "Of this call.")
      .def_ro("nodes", &MctsResult::nodes, "In the tree.")
      .def_ro("reused", &MctsResult::reused, "Simulations kept from earlier calls.")
      .def_ro("complete", &MctsResult::is_complete,
              "False when a limit came before the simulations asked for, or a stop before the end "
              "of the "
              "time.");

  nb::class_<BoundMcts>(module, "Mcts", "Monte Carlo tree search, one call at a time.")
      .def(nb::init<double, int, std::size_t, std::string>(), nb::kw_only(), "exploration"_a = 1.0,
           "playouts"_a = 1, "memory_mb"_a = 256, "path"_a = "automatic")
      .def("search", &BoundMcts::search, "position"_a, nb::kw_only(), "simulations"_a = nb::none(),
           "time_s"_a = nb::none(), "seed"_a = 0, "reuse"_a = false, "stop"_a = nb::none(),
           "playouts"_a = nb::none(),
           nb::sig("def search(self, position: Position, *, simulations: int | None = None, "
                   "time_s: float | None = None, seed: int = 0, reuse: bool = False, stop: "
                   "StopFlag | None = None, playouts: int | None = None) -> MctsResult"))
      .def("forget", &BoundMcts::forget, "Drops the tree.")
      .def_prop_ro("tree_bytes", &BoundMcts::tree_bytes);
}
