// Opening books as files.
//
// All numbers are little-endian.
//
//   offset  bytes
//        0      8  magic: VIERBOOK
//        8      4  version: 1
//       12      4  CRC-32 (zlib's) of everything from offset 16 on
//       16      8  size of the file in bytes
//       24      4  number of sections
//       28      4  zero
//       32     44  for each symbol the length of its code in bits, 0 when it has none
//       76      4  zero
//       80    24n  the sections: stones (4), members (4), places (4), zero (4), offset (8)
//
// A section, at an offset that is a multiple of 8, has the positions of one number of stones in the
// order of book_order.hpp:
//
//   4 bytes for each shape        the number of its first place; 2^32 - 1: not kept
//   4 bytes for each 32 places    the bit at which the code of the first of them begins
//   the codes, to a multiple of 8 bytes, and 64 more bytes of zeros
//
// Codes are those of a canonical Huffman code of at most 12 bits: shorter before longer, equally
// long ones in the order of their symbols, each one more than the one before. A code is written
// from its highest bit on into the bits of the bytes from the lowest on. Symbol 0 is a place
// without a member, any other one is a score plus 22.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <vector>

#include "vier/book.hpp"
#include "vier/book_chunk.hpp"

namespace vier::book {

inline constexpr std::uint32_t kVersion = 1;

// Why a file is no book that can be used.
enum class Fault : std::uint8_t { unreadable, foreign, newer, truncated, damaged };

class BadBook : public std::runtime_error {
 public:
  BadBook(Fault found, const std::string& what) : std::runtime_error(what), fault(found) {}
  Fault fault;
};

// The bytes of a book file: for each number of stones the symbols of all places of all kept shapes.
// Throws std::invalid_argument when there are too many or too few of them.
std::vector<std::uint8_t> encode(const std::map<int, std::vector<Symbol>>& sections);

class BookFile final : public Book {
 public:
  // Maps the file into memory. Throws BadBook; a book that opens has been checked as a whole, so a
  // lookup never leaves it.
  explicit BookFile(const std::filesystem::path& path);
  // The same for bytes in memory.
  explicit BookFile(std::vector<std::uint8_t> bytes);
  BookFile(const BookFile&) = delete;
  BookFile& operator=(const BookFile&) = delete;
  ~BookFile() override;

  struct Section {
    int plies;
    std::uint32_t members;
    std::uint32_t places;
  };
  // In ascending order of stones.
  std::vector<Section> sections() const;

  int last_ply() const noexcept override { return last_ply_; }
  std::optional<int> lookup(const Position& position) const noexcept override;

  std::size_t size() const { return bytes_.size(); }
  std::uint32_t checksum() const;

 private:
  struct View {
    const std::uint8_t* directory = nullptr;
    const std::uint8_t* blocks = nullptr;
    const std::uint8_t* codes = nullptr;
    std::uint32_t members = 0;
    std::uint32_t places = 0;
  };
  void check_and_index();
  void check_section(std::size_t record, std::size_t& end);
  void read_code();

  std::span<const std::uint8_t> bytes_;
  std::vector<std::uint8_t> owned_;
  void* mapped_ = nullptr;
  int last_ply_ = -1;
  std::array<View, kLastPly + 1> views_{};
  // What the next 12 bits begin with: symbol << 4 | length.
  std::array<std::uint16_t, 1 << 12> decoding_{};
};

}  // namespace vier::book
