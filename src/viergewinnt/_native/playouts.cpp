#include "vier/playouts.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstdint>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "bindings.hpp"
#include "calls.hpp"
#include "columns.hpp"
#include "vier/choice.hpp"

using namespace nb::literals;
using vier::Position;
using vier::Tally;

namespace {

nb::tuple tuple_of(const Tally& tally) {
  return nb::make_tuple(tally.wins, tally.draws, tally.losses);
}

std::optional<nb::tuple> count_playouts(const Position& position, std::uint64_t playouts,
                                        std::uint64_t seed, int threads, const std::string& path,
                                        const StopFlag* stop, std::optional<double> time_s) {
  const vier::Playouts player({.threads = threads, .path = path_named(path)});
  const vier::Limits limits = limits_of(stop, time_s);
  vier::Outcome<Tally> tally;
  {
    const nb::gil_scoped_release unlocked;
    tally = player.tally(position, playouts, seed, 0, limits);
  }
  if (tally.is_stopped()) raise("search_stopped");
  return tuple_of(tally.value());
}

// The playouts of all columns, with what Python asks of them.
struct ColumnPlayouts {
  vier::ColumnTallies tallies;
  vier::ColumnSet best;

  nb::dict columns() const {
    nb::dict result;
    for (int column = 0; column < vier::kColumns; ++column)
      if (const auto& tally = tallies.columns[static_cast<std::size_t>(column)])
        result[nb::int_(column + 1)] = tuple_of(*tally);
    return result;
  }
  std::uint64_t playouts() const {
    std::uint64_t sum = 0;
    for (const auto& tally : tallies.columns)
      if (tally) sum += tally->playouts();
    return sum;
  }
};

ColumnPlayouts play_out_columns(nb::handle_t<Position> source, std::uint64_t playouts,
                                std::uint64_t seed, int threads, const std::string& path,
                                const StopFlag* stop, std::optional<double> time_s,
                                std::optional<std::uint64_t> max_playouts) {
  const Position& position = unfinished(source);
  const vier::Playouts player({.threads = threads, .path = path_named(path)});
  const vier::Limits limits = limits_of(stop, time_s);
  ColumnPlayouts result;
  {
    const nb::gil_scoped_release unlocked;
    result.tallies = play_out_columns(player, position, playouts, seed, max_playouts, limits);
  }
  result.best = best_columns(position, result.tallies);
  return result;
}

int pick_column(const Position& position, const std::vector<int>& columns,
                std::optional<std::uint64_t> seed) {
  vier::ColumnSet set = 0;
  for (const int column : columns) {
    if (column < 1 || column > vier::kColumns) throw nb::value_error("columns are 1 to 7");
    set |= 1U << (column - 1);
  }
  if (set == 0) throw nb::value_error("there is no column to pick from");
  return vier::pick_column(position, set, seed) + 1;
}

int random_column(nb::handle_t<Position> source, std::uint64_t seed) {
  const Position& position = unfinished(source);
  return vier::pick_column(position, vier::open_columns(position), seed) + 1;
}

}  // namespace

void bind_playouts(nb::module_& module) {
  nb::class_<StopFlag>(module, "StopFlag", "Ends the calls it is given to, from any thread.")
      .def(nb::init<>())
      .def("set", [](StopFlag& flag) { flag.is_set = true; })
      .def("clear", [](StopFlag& flag) { flag.is_set = false; })
      .def_prop_ro("is_set", [](const StopFlag& flag) { return flag.is_set.load(); });

  module.def(
      "count_playouts", &count_playouts, "position"_a, "playouts"_a, "seed"_a, nb::kw_only(),
      "threads"_a = 1, "path"_a = "automatic", "stop"_a = nb::none(), "time_s"_a = nb::none(),
      nb::sig("def count_playouts(position: Position, playouts: int, seed: int, *, threads: int = "
              "1, path: str = 'automatic', stop: StopFlag | None = None, time_s: float | None = "
              "None) -> tuple[int, int, int]"),
      "Wins, draws and losses of the side to move in random playouts.");

  nb::class_<ColumnPlayouts>(module, "ColumnPlayouts", "The playouts of all open columns.")
      .def_prop_ro("columns", &ColumnPlayouts::columns,
                   nb::sig("def columns(self) -> dict[int, tuple[int, int, int]]"),
                   "Wins, draws and losses of the side to move after playing the column.")
      .def_prop_ro("playouts", &ColumnPlayouts::playouts,
                   "In all, those not needed after a winning move included.")
      .def_prop_ro(
          "complete", [](const ColumnPlayouts& result) { return result.tallies.is_complete; },
          "False when a limit left each column with fewer playouts than asked for.")
      .def_prop_ro(
          "best", [](const ColumnPlayouts& result) { return columns_of(result.best); },
          nb::sig("def best(self) -> tuple[int, ...]"),
          "Columns that win at once, otherwise those of the highest share, draws counted half.");

  module.def("play_out_columns", &play_out_columns, "position"_a, "playouts"_a, "seed"_a,
             nb::kw_only(), "threads"_a = 1, "path"_a = "automatic", "stop"_a = nb::none(),
             "time_s"_a = nb::none(), "max_playouts"_a = nb::none(),
             nb::sig("def play_out_columns(position: Position, playouts: int, seed: int, *, "
                     "threads: int = 1, path: str = 'automatic', stop: StopFlag | None = None, "
                     "time_s: float | None = None, max_playouts: int | None = None) -> "
                     "ColumnPlayouts"),
             "Plays out each open column so many times.");
  module.def(
      "pick_column", &pick_column, "position"_a, "columns"_a, nb::kw_only(), "seed"_a = nb::none(),
      "One of the columns: by chance, or without a seed the one nearest the middle; mirrored "
      "for the mirror image.");
  module.def("random_column", &random_column, "position"_a, "seed"_a,
             nb::sig("def random_column(position: Position, seed: int) -> int"),
             "One of the open columns by chance.");
}
