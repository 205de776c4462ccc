#include "vier/choice.hpp"

#include <bit>
#include <cassert>

#include "vier/random.hpp"

namespace vier {
ColumnSet open_columns(const Position& position) {
  ColumnSet columns = 0;
  if (position.is_lost()) return columns;
  for (int column = 0; column < kColumns; ++column)
    if (!position.is_column_full(column)) columns |= 1U << column;
  return columns;
}

int pick_column(const Position& position, ColumnSet columns, std::optional<std::uint64_t> seed) {
  assert(columns != 0 && columns >> kColumns == 0);
  const bool is_mirrored = position.canonical_key() != position.key();
  auto skip = seed ? Random(*seed ^ position.canonical_key() * 0x9e3779b97f4a7c15)
                         .below(static_cast<std::uint32_t>(std::popcount(columns)))
                   : 0;
  for (const int canonical : kFromTheMiddle) {
    const int column = is_mirrored ? kColumns - 1 - canonical : canonical;
    if ((columns >> column & 1) != 0 && skip-- == 0) return column;
  }
  return -1;
}

}  // namespace vier
