#include <nanobind/nanobind.h>
#include <nanobind/stl/filesystem.h>
#include <nanobind/stl/string.h>

#include <cstdint>
#include <filesystem>
#include <map>
#include <vector>

#include "bindings.hpp"
#include "raise.hpp"
#include "vier/book_file.hpp"

namespace nb = nanobind;
using namespace nb::literals;
using vier::Position;
using vier::book::BookFile;
using vier::book::Fault;

namespace {

const char* code_of(Fault fault) {
  switch (fault) {
    case Fault::unreadable:
      return "book_unreadable";
    case Fault::foreign:
      return "not_a_book";
    case Fault::newer:
      return "book_newer";
    case Fault::truncated:
      return "book_truncated";
    case Fault::damaged:
      return "book_damaged";
  }
  return "book_damaged";
}

void open_book(BookFile* self, const std::filesystem::path& path) {
  try {
    const nb::gil_scoped_release unlocked;
    new (self) BookFile(path);
    return;
  } catch (const vier::book::BadBook& error) {
    raise("bad_book", path.string(), std::string(code_of(error.fault)), std::string(error.what()));
  }
}

nb::object lookup(const BookFile& book, const Position& position) {
  if (position.is_over()) return nb::none();
  const auto score = book.lookup(position);
  return score ? nb::object(nb::int_(*score)) : nb::none();
}

nb::dict sections(const BookFile& book) {
  nb::dict members;
  for (const BookFile::Section& section : book.sections())
    members[nb::int_(section.plies)] = section.members;
  return members;
}

nb::bytes encode(const nb::dict& sections) {
  std::map<int, std::vector<vier::book::Symbol>> symbols;
  for (const auto& [stones, bytes] : sections) {
    const auto text = nb::cast<nb::bytes>(bytes);
    const auto* const begin = static_cast<const std::uint8_t*>(text.data());
    symbols[nb::cast<int>(stones)].assign(begin, begin + text.size());
  }
  const auto bytes = [&] {
    const nb::gil_scoped_release unlocked;
    return vier::book::encode(symbols);
  }();
  return nb::bytes(bytes.data(), bytes.size());
}

nb::list members(int stones, std::uint32_t chunk) {
  require_stones_of_book(stones);
  const auto shapes = vier::book::kept_shapes(stones);
  if (chunk >= shapes.size()) throw nb::value_error("no such chunk");
  nb::list keys;
  const auto heights = vier::book::shape_at(shapes[chunk], stones);
  for (std::uint32_t i = 0; i < vier::book::colouring_count(stones); ++i)
    if (const auto at = vier::book::stones_at(heights, i); vier::book::is_member(at))
      keys.append(at.own + at.all);
  return keys;
}

nb::object member(int stones, std::uint64_t place) {
  require_stones_of_book(stones);
  static const auto shapes = [] {
    std::vector<std::vector<std::uint32_t>> of_all;
    for (int n = 0; n <= vier::book::kLastPly; ++n) of_all.push_back(vier::book::kept_shapes(n));
    return of_all;
  }();
  const auto& kept = shapes[static_cast<std::size_t>(stones)];
  const std::uint64_t colourings = vier::book::colouring_count(stones);
  if (place >= kept.size() * colourings) throw nb::value_error("no such place");
  const auto heights = vier::book::shape_at(kept[place / colourings], stones);
  const auto at = vier::book::stones_at(heights, static_cast<std::uint32_t>(place % colourings));
  return vier::book::is_member(at) ? nb::object(nb::int_(at.own + at.all)) : nb::none();
}

}  // namespace

void require_stones_of_book(int stones) {
  if (stones < 0 || stones > vier::book::kLastPly)
    throw nb::value_error("a book has positions of 0 to 14 stones");
}

void bind_book(nb::module_& module) {
  nb::class_<BookFile>(module, "Book", "An opening book in a file, checked as a whole.")
      .def("__init__", &open_book, "path"_a,
           nb::sig("def __init__(self, path: str | os.PathLike[str]) -> None"))
      .def("lookup", &lookup, "position"_a,
           nb::sig("def lookup(self, position: Position) -> int | None"),
           "The score of a position or its mirror image; None when it is not in the book.")
      .def_prop_ro("sections", &sections, nb::sig("def sections(self) -> dict[int, int]"),
                   "For each number of stones in the book, how many positions it has.")
      .def_prop_ro("last_ply", &BookFile::last_ply)
      .def_prop_ro("size", &BookFile::size, "Bytes of the file.")
      .def_prop_ro("checksum", &BookFile::checksum, "The CRC-32 the file carries.");

  module.def("encode_book", &encode, "sections"_a,
             nb::sig("def encode_book(sections: dict[int, bytes]) -> bytes"),
             "The bytes of a book from the symbols of all places, by number of stones.");
  module.def(
      "book_chunks",
      [](int stones) {
        require_stones_of_book(stones);
        return vier::book::kept_shapes(stones).size();
      },
      "stones"_a, "Into how many chunks the positions of so many stones are split.");
  module.def("book_members", &members, "stones"_a, "chunk"_a,
             nb::sig("def book_members(stones: int, chunk: int) -> list[int]"),
             "The keys of the members of a chunk, in the order of the book.");
  module.def(
      "book_places",
      [](int stones) {
        require_stones_of_book(stones);
        return vier::book::kept_shapes(stones).size() * vier::book::colouring_count(stones);
      },
      "stones"_a, "How many places there are for positions of so many stones.");
  module.def("book_member", &member, "stones"_a, "place"_a,
             nb::sig("def book_member(stones: int, place: int) -> int | None"),
             "The key of the member at a place; None when nothing stands there.");
}
