#include <cstddef>

#include "vier/book_chunk.hpp"

namespace vier::book {

std::vector<std::uint32_t> kept_shapes(int plies) {
  std::vector<std::uint32_t> shapes;
  for (std::uint32_t rank = 0; rank < shape_count(plies); ++rank)
    if (is_kept(shape_at(rank, plies))) shapes.push_back(rank);
  return shapes;
}

Outcome<std::vector<Symbol>> solve_shapes(Solver& solver, int plies,
                                          std::span<const std::uint32_t> shapes,
                                          const Limits& limits) {
  const std::uint32_t colourings = colouring_count(plies);
  std::vector<Symbol> symbols(shapes.size() * colourings, kAbsent);
  std::vector<Position> members;
  std::vector<std::size_t> places;
  for (std::size_t i = 0; i < shapes.size(); ++i) {
    const Heights heights = shape_at(shapes[i], plies);
    for (std::uint32_t colouring = 0; colouring < colourings; ++colouring) {
      const Position::Stones stones = stones_at(heights, colouring);
      if (!is_member(stones)) continue;
      members.push_back(Position::from_bitboards_unchecked(stones.own, stones.all));
      places.push_back(i * colourings + colouring);
    }
  }
  std::vector<std::int8_t> scores(members.size());
  if (solver.scores(members, scores, {}, limits).is_stopped()) return {};
  for (std::size_t i = 0; i < members.size(); ++i)
    symbols[places[i]] = static_cast<Symbol>(scores[i] + kSymbolOfDraw);
  return symbols;
}

}  // namespace vier::book
