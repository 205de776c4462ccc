#include "vier/position.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/typing.h>

#include <optional>
#include <string>
#include <utility>

#include "bindings.hpp"
#include "vier/random.hpp"
#include "vier/reach.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using vier::Bitboard;
using vier::Position;

namespace {

const char* name_of(vier::Defect defect) {
  switch (defect) {
    case vier::Defect::overlap_or_outside:
      return "overlap_or_outside";
    case vier::Defect::floating_stone:
      return "floating_stone";
    case vier::Defect::count_mismatch:
      return "count_mismatch";
    case vier::Defect::two_winners:
      return "two_winners";
    case vier::Defect::winner_not_last:
      return "winner_not_last";
    case vier::Defect::play_after_win:
      return "play_after_win";
  }
  return "unknown";
}

const char* side_at(int ply) { return ply % 2 == 0 ? "first" : "second"; }

// A new instance of the given class, which may be a Python subclass of the bound one.
nb::object instance_of(nb::handle type, Position position) {
  nb::object result = nb::inst_alloc(type);
  new (nb::inst_ptr<Position>(result)) Position(position);
  nb::inst_mark_ready(result);
  return result;
}

const Position& position_of(nb::handle self) { return *nb::inst_ptr<Position>(self); }

[[noreturn]] void refuse_move(nb::handle self, nb::handle column, const char* code) {
  const nb::object error = nb::module_::import_("viergewinnt.errors")
                               .attr("illegal_move")(code, column, self.attr("text"));
  PyErr_SetObject(reinterpret_cast<PyObject*>(Py_TYPE(error.ptr())), error.ptr());
  throw nb::python_error();
}

// The core's column for what the caller calls 1-7; anything else that is a whole number is -1.
int core_column(nb::handle column) {
  const Py_ssize_t number = PyNumber_AsSsize_t(column.ptr(), nullptr);
  if (number == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
  return number >= 1 && number <= vier::kColumns ? static_cast<int>(number) - 1 : -1;
}

nb::object play(nb::handle self, nb::handle column) {
  const Position& position = position_of(self);
  const int index = core_column(column);
  if (index < 0) refuse_move(self, column, "no_such_column");
  if (position.is_lost()) refuse_move(self, column, "game_over");
  if (position.is_column_full(index))
    refuse_move(self, column, position.all() == vier::kBoard ? "game_over" : "column_full");
  return instance_of(self.type(), position.play_unchecked(index));
}

nb::tuple legal_moves(const Position& position) {
  nb::list columns;
  if (!position.is_over())
    for (int column = 0; column < vier::kColumns; ++column)
      if (!position.is_column_full(column)) columns.append(column + 1);
  return nb::tuple(columns);
}

nb::tuple heights(const Position& position) {
  nb::list result;
  for (int column = 0; column < vier::kColumns; ++column) result.append(position.height(column));
  return nb::tuple(result);
}

std::optional<std::string> digits(const Position& position) {
  const auto moves = vier::find_moves(position);
  if (!moves) return std::nullopt;
  std::string text;
  for (const int column : *moves) text.push_back(static_cast<char>('1' + column));
  return text;
}

nb::tuple cells(Bitboard bits) {
  nb::list result;
  for (int column = 0; column < vier::kColumns; ++column)
    for (int row = 0; row < vier::kRows; ++row)
      if ((bits & vier::cell_bit(column, row)) != 0)
        result.append(nb::make_tuple(column + 1, row + 1));
  return nb::tuple(result);
}

std::optional<const char*> winner(const Position& position) {
  if (!position.is_lost()) return std::nullopt;
  return side_at(position.ply() + 1);
}

std::optional<const char*> find_defect(Bitboard own, Bitboard all) {
  const auto defect = Position::find_defect(own, all);
  return defect ? std::optional(name_of(*defect)) : std::nullopt;
}

nb::object from_bitboards(nb::type_object type, Bitboard own, Bitboard all) {
  if (Position::find_defect(own, all)) throw nb::value_error("no position has these bitboards");
  return instance_of(type, Position::from_bitboards_unchecked(own, all));
}

std::optional<std::pair<Bitboard, Bitboard>> decode_key(std::uint64_t key) {
  const auto stones = Position::decode(key);
  return stones ? std::optional(std::pair(stones->own, stones->all)) : std::nullopt;
}

nb::object random_position(nb::type_object type, int stones, bool over_games, std::uint64_t seed) {
  if (stones < 0 || stones > vier::kCells) throw nb::value_error("stones must be 0 to 42");
  Position position;
  {
    const nb::gil_scoped_release unlocked;
    vier::Random random(seed);
    position = over_games ? random_position_over_games(stones, random)
                          : random_position_over_positions(stones, random);
  }
  return instance_of(type, position);
}

bool is_same_position(const Position& position, nb::handle other) {
  Position other_position;
  return nb::try_cast(other, other_position) && position == other_position;
}

}  // namespace

void bind_position(nb::module_& module) {
  nb::class_<Position>(module, "Position", "The rules of a position, without its texts.")
      .def(nb::init<>())
      .def("play", &play, "column"_a,
           nb::sig("def play(self, column: typing.SupportsIndex) -> typing.Self"),
           "The position after a stone in this column.")
      .def(
          "mirrored",
          [](nb::handle self) { return instance_of(self.type(), position_of(self).mirrored()); },
          nb::sig("def mirrored(self) -> typing.Self"), "The mirror image, left and right swapped.")
      .def_prop_ro("legal_moves", &legal_moves, nb::sig("def legal_moves(self) -> tuple[int, ...]"),
                   "Open columns in ascending order; none when the game is over.")
      .def_prop_ro("ply", &Position::ply, "Stones on the board.")
      .def_prop_ro(
          "to_move", [](const Position& position) { return side_at(position.ply()); },
          nb::sig("def to_move(self) -> typing.Literal['first', 'second']"),
          "The side whose turn it is or, after the end, would be.")
      .def_prop_ro("winner", &winner,
                   nb::sig("def winner(self) -> typing.Literal['first', 'second'] | None"))
      .def_prop_ro("is_over", &Position::is_over)
      .def_prop_ro("is_draw",
                   [](const Position& position) {
                     return position.all() == vier::kBoard && !position.is_lost();
                   })
      .def_prop_ro("digits", &digits, nb::sig("def digits(self) -> str | None"),
                   "The columns of some game that leads here, or None when no order of moves does.")
      .def_prop_ro(
          "winning_cells",
          [](const Position& position) { return cells(vier::cells_of_fours(position.other())); },
          nb::sig("def winning_cells(self) -> tuple[tuple[int, int], ...]"),
          "Every (column, row) of a four; none while nobody has won.")
      .def_prop_ro("heights", &heights, nb::sig("def heights(self) -> tuple[int, ...]"),
                   "Stones in each column, from the left.")
      .def_prop_ro("key", &Position::key, "Exact 49-bit key, relative to the side to move.")
      .def_prop_ro("canonical_key", &Position::canonical_key,
                   "The key that a position and its mirror image share.")
      .def_prop_ro(
          "bitboards",
          [](const Position& position) { return std::pair(position.own(), position.all()); },
          "The stones of the side to move and all stones, 7 bits a column.")
      .def("__eq__", &is_same_position, nb::is_operator(),
           nb::sig("def __eq__(self, other: object, /) -> bool"))
      .def("__hash__", [](const Position& position) {
        // Mersenne prime 2^61 - 1 is Python's own modulus for whole numbers: a key is its own hash.
        return static_cast<Py_hash_t>(position.key());
      });

  module.attr("T") = nb::type_var("T", "bound"_a = module.attr("Position"));
  module.def("find_defect", &find_defect, "own"_a, "all"_a,
             "Why these bitboards are no position, or None.");
  module.def("from_bitboards", &from_bitboards, "type"_a, "own"_a, "all"_a,
             nb::sig("def from_bitboards(type: type[T], own: int, all: int) -> T"));
  module.def(
      "cells_of_fours", [](Bitboard stones) { return cells(vier::cells_of_fours(stones)); },
      "stones"_a, nb::sig("def cells_of_fours(stones: int) -> tuple[tuple[int, int], ...]"));
  module.def("decode_key", &decode_key, "key"_a, "The bitboards of a key, or None.");
  module.def(
      "random_position", &random_position, "type"_a, "stones"_a, "over_games"_a, "seed"_a,
      nb::sig("def random_position(type: type[T], stones: int, over_games: bool, seed: int) -> T"));
}
