// Which of several equal columns is played.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "vier/position.hpp"

namespace vier {

// The order in which searches try columns.
inline constexpr std::array<int, kColumns> kFromTheMiddle = {3, 2, 4, 1, 5, 0, 6};

// A set of columns, bit by bit.
using ColumnSet = std::uint32_t;

// The open columns of a position that is not over; none of one that is.
ColumnSet open_columns(const Position& position);

// One of the columns, of which there must be at least one. With a seed by chance, all equally
// likely, otherwise the one nearest the middle. What is picked depends only on the arguments, and
// is mirrored when position and columns are: of two columns equally near the middle it is the left
// one of the image whose key is canonical.
int pick_column(const Position& position, ColumnSet columns, std::optional<std::uint64_t> seed);

}  // namespace vier
