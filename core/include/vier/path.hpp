// Which vector instructions the hot loops use.
#pragma once

#include <cstdint>
#include <string_view>

namespace vier {

// The instructions that a search or a playout is made of.
enum class Path : std::uint8_t { automatic, portable, avx2, avx512 };

std::string_view path_name(Path path);

// Whether this program has the path and this processor can run it; automatic is always available.
bool is_path_available(Path path);

}  // namespace vier
