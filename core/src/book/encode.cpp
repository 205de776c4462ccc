#include <algorithm>
#include <span>
#include <stdexcept>
#include <string>

#include "code.hpp"
#include "file.hpp"
#include "vier/book_file.hpp"
#include "vier/crc32.hpp"

namespace vier::book {
namespace {

std::size_t round_up(std::size_t bytes) { return (bytes + 7) / 8 * 8; }

void check(int plies, const std::vector<Symbol>& symbols) {
  if (plies < 0 || plies > kLastPly)
    throw std::invalid_argument("a book has positions of 0 to " + std::to_string(kLastPly) +
                                " stones, not " + std::to_string(plies));
  const std::size_t expected = kept_shapes(plies).size() * colouring_count(plies);
  if (symbols.size() != expected)
    throw std::invalid_argument("the positions of " + std::to_string(plies) + " stones have " +
                                std::to_string(expected) + " places, not " +
                                std::to_string(symbols.size()));
  if (std::any_of(symbols.begin(), symbols.end(), [](Symbol s) { return s >= kSymbols; }))
    throw std::invalid_argument("not every symbol stands for a score");
}

// Appends a section; its record is the caller's.
void append_section(std::vector<std::uint8_t>& bytes, int plies, const std::vector<Symbol>& symbols,
                    const CodeLengths& lengths, const Codes& codes) {
  const std::uint32_t shapes = shape_count(plies);
  const std::size_t blocks = (symbols.size() + kPlacesOfBlock - 1) / kPlacesOfBlock;
  const std::size_t directory_at = bytes.size();
  const std::size_t blocks_at = directory_at + std::size_t{4} * shapes;
  const std::size_t codes_at = blocks_at + 4 * blocks;
  std::uint64_t bits = 0;
  for (const Symbol symbol : symbols) bits += lengths[symbol];
  bytes.resize(codes_at + round_up(bits / 8 + 1) + kPadding, 0);
  bytes.resize(round_up(bytes.size()), 0);

  std::uint32_t place = 0;
  for (std::uint32_t rank = 0; rank < shapes; ++rank) {
    const bool kept = is_kept(shape_at(rank, plies));
    write<std::uint32_t>(&bytes[directory_at + std::size_t{4} * rank], kept ? place : kNotKept);
    if (kept) place += colouring_count(plies);
  }
  std::uint64_t bit = 0;
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (i % kPlacesOfBlock == 0)
      write<std::uint32_t>(&bytes[blocks_at + 4 * (i / kPlacesOfBlock)],
                           static_cast<std::uint32_t>(bit));
    std::uint8_t* const word = &bytes[codes_at + bit / 8];
    write<std::uint32_t>(word,
                         read<std::uint32_t>(word) | std::uint32_t{codes[symbols[i]]} << (bit % 8));
    bit += lengths[symbols[i]];
  }
}

}  // namespace

std::vector<std::uint8_t> encode(const std::map<int, std::vector<Symbol>>& sections) {
  std::array<std::uint64_t, kSymbols> counts{};
  for (const auto& [plies, symbols] : sections) {
    check(plies, symbols);
    for (const Symbol symbol : symbols) ++counts[symbol];
  }
  const CodeLengths lengths = code_lengths(counts);
  const Codes codes = reversed_codes(lengths);

  std::vector<std::uint8_t> bytes(kRecordsAt + kRecordBytes * sections.size(), 0);
  std::copy(kMagic.begin(), kMagic.end(), bytes.begin());
  write<std::uint32_t>(&bytes[kVersionAt], kVersion);
  write<std::uint32_t>(&bytes[kSectionCountAt], static_cast<std::uint32_t>(sections.size()));
  std::copy(lengths.begin(), lengths.end(), bytes.begin() + kLengthsAt);
  std::size_t record = kRecordsAt;
  for (const auto& [plies, symbols] : sections) {
    const auto members = std::count_if(symbols.begin(), symbols.end(),
                                       [](Symbol symbol) { return symbol != kAbsent; });
    write<std::uint32_t>(&bytes[record], static_cast<std::uint32_t>(plies));
    write<std::uint32_t>(&bytes[record + 4], static_cast<std::uint32_t>(members));
    write<std::uint32_t>(&bytes[record + 8], static_cast<std::uint32_t>(symbols.size()));
    write<std::uint64_t>(&bytes[record + 16], bytes.size());
    record += kRecordBytes;
    append_section(bytes, plies, symbols, lengths, codes);
  }
  write<std::uint64_t>(&bytes[kSizeAt], bytes.size());
  write<std::uint32_t>(&bytes[kChecksumAt], crc32(std::span(bytes).subspan(kSizeAt)));
  return bytes;
}

}  // namespace vier::book
