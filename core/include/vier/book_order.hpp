// The order in which an opening book keeps positions, by which it finds them without storing keys.
//
// A position of n stones is a shape, how many stones each column has, and a colouring, which of
// the n stones belong to the side to move. Shapes are in the order of their heights read from the
// right column to the left one. The colourings of a shape are numbers of n bits, one for each
// stone, from the bottom of the left column upwards and so on to the right, of which n / 2, rounded
// down, are set; they are in numerical order. So the place of a position follows from counting.
//
// Of a shape and its mirror image only the earlier one is kept, and of the two colourings of a
// symmetric shape that mirror each other only the one with the smaller key. A place is empty, too,
// when its position is over, is won by the next stone, or is not reached by any game: such
// positions are no members of a book. Membership is a property of the position alone, so every
// build of a book has the same members in the same places.
#pragma once

#include <array>
#include <cstdint>

#include "vier/position.hpp"

namespace vier::book {

// Colourings are counted in 32 bits, which is enough for so many stones by far.
inline constexpr int kLastPly = 14;

using Heights = std::array<int, kColumns>;

// How many shapes there are with that many stones, and how many colourings each of them has.
std::uint32_t shape_count(int plies);
std::uint32_t colouring_count(int plies);

// The number of a shape in the order above, and back.
std::uint32_t rank_of_shape(const Heights& heights, int plies);
Heights shape_at(std::uint32_t rank, int plies);

// Whether the shape is kept: it does not come after its mirror image.
bool is_kept(const Heights& heights);

struct Place {
  std::uint32_t shape;      // rank among all shapes
  std::uint32_t colouring;  // rank among the colourings of the shape
};

// Where a position, or its mirror image, stands. It may be a place that no member stands at.
Place place_of(const Position& position);

// The stones at a place of a kept shape. They may have defects, for instance fours of both sides.
Position::Stones stones_at(const Heights& heights, std::uint32_t colouring);

// Whether these stones, of a kept shape, are a member in the orientation that is kept.
bool is_member(const Position::Stones& stones);

}  // namespace vier::book
