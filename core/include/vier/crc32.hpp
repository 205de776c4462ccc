// The CRC-32 of zlib, PNG and gzip, eight bytes at a time.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace vier {

namespace detail {
using CrcTables = std::array<std::array<std::uint32_t, 256>, 8>;

constexpr CrcTables make_crc_tables() {
  CrcTables tables{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t value = byte;
    for (int bit = 0; bit < 8; ++bit) value = value >> 1 ^ ((value & 1) != 0 ? 0xedb88320U : 0U);
    tables[0][byte] = value;
  }
  for (std::size_t i = 1; i < tables.size(); ++i)
    for (std::size_t byte = 0; byte < 256; ++byte)
      tables[i][byte] = tables[i - 1][byte] >> 8 ^ tables[0][tables[i - 1][byte] & 0xff];
  return tables;
}

inline constexpr CrcTables kCrcTables = make_crc_tables();
}  // namespace detail

// `before` is the checksum of what stands before these bytes.
constexpr std::uint32_t crc32(std::span<const std::uint8_t> bytes, std::uint32_t before = 0) {
  const auto& tables = detail::kCrcTables;
  std::uint32_t value = ~before;
  std::size_t i = 0;
  for (; i + 8 <= bytes.size(); i += 8) {
    std::uint32_t low = value;
    for (std::size_t k = 0; k < 4; ++k) low ^= std::uint32_t{bytes[i + k]} << (8 * k);
    value = tables[7][low & 0xff] ^ tables[6][low >> 8 & 0xff] ^ tables[5][low >> 16 & 0xff] ^
            tables[4][low >> 24] ^ tables[3][bytes[i + 4]] ^ tables[2][bytes[i + 5]] ^
            tables[1][bytes[i + 6]] ^ tables[0][bytes[i + 7]];
  }
  for (; i < bytes.size(); ++i) value = value >> 8 ^ tables[0][(value ^ bytes[i]) & 0xff];
  return ~value;
}

}  // namespace vier
