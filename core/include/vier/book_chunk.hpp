// The work of building an opening book: the scores of one shape after another.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "vier/book_order.hpp"
#include "vier/solver.hpp"

namespace vier::book {

// What a book says of a place: kAbsent, or a score plus kSymbolOfDraw.
using Symbol = std::uint8_t;
inline constexpr Symbol kAbsent = 0;
inline constexpr int kSymbolOfDraw = 22;
inline constexpr int kSymbols = 44;  // scores run from -21 to 21

// The kept shapes of so many stones, in order. Chunk i of a build is the i-th of them.
std::vector<std::uint32_t> kept_shapes(int plies);

// The symbols of all places of these shapes, shape after shape; nothing when a limit ended the
// search. `solver` uses all its threads.
Outcome<std::vector<Symbol>> solve_shapes(Solver& solver, int plies,
                                          std::span<const std::uint32_t> shapes,
                                          const Limits& limits = {});

}  // namespace vier::book
