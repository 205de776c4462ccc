// The prefix code of a book file.
#pragma once

#include <array>
#include <cstdint>

#include "vier/book_chunk.hpp"

namespace vier::book {

inline constexpr int kMaxCodeBits = 12;
inline constexpr std::uint32_t kPlacesOfBlock = 32;

using CodeLengths = std::array<std::uint8_t, kSymbols>;
using Codes = std::array<std::uint16_t, kSymbols>;

// The lengths of a best code of at most 12 bits, or nearly so. Symbols that do not occur get none.
CodeLengths code_lengths(const std::array<std::uint64_t, kSymbols>& counts);

// Whether the lengths are those of a code that leaves no sequence of bits without a meaning.
bool is_complete(const CodeLengths& lengths);

// The codes of these lengths as they stand in the file: the bit read first is the lowest one.
Codes reversed_codes(const CodeLengths& lengths);

}  // namespace vier::book
