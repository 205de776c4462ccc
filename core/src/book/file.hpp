// The layout of a book file in numbers; vier/book_file.hpp draws it.
#pragma once

#include <array>
#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>

namespace vier::book {

static_assert(std::endian::native == std::endian::little,
              "book files are read and written as they lie in memory");

inline constexpr std::array<std::uint8_t, 8> kMagic = {'V', 'I', 'E', 'R', 'B', 'O', 'O', 'K'};
inline constexpr std::size_t kVersionAt = 8;
inline constexpr std::size_t kChecksumAt = 12;
inline constexpr std::size_t kSizeAt = 16;
inline constexpr std::size_t kSectionCountAt = 24;
inline constexpr std::size_t kLengthsAt = 32;
inline constexpr std::size_t kRecordsAt = 80;
inline constexpr std::size_t kRecordBytes = 24;
inline constexpr std::size_t kPadding = 64;
inline constexpr std::uint32_t kNotKept = 0xffffffff;

template <std::unsigned_integral Number>
Number read(const std::uint8_t* from) {
  Number value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <std::unsigned_integral Number>
void write(std::uint8_t* to, Number value) {
  std::memcpy(to, &value, sizeof value);
}

}  // namespace vier::book
