// Seeded random numbers and random positions. The same seed gives the same result on every machine.
#pragma once

#include <array>
#include <cstdint>

#include "vier/position.hpp"

namespace vier {

// xoshiro256** by Blackman and Vigna, seeded through splitmix64.
class Random {
 public:
  explicit Random(std::uint64_t seed);

  std::uint64_t next();

  // Uniform over 0 ... bound - 1, without bias; bound is at least 1.
  std::uint32_t below(std::uint32_t bound);

 private:
  std::array<std::uint64_t, 4> state_;
};

// Both draw a position with exactly `stones` stones (0-42) and no winner.
//
// Over games: every move of a game is uniform among the open columns; games that are won within
// `stones` stones are thrown away and drawn again.
Position random_position_over_games(int stones, Random& random);

// Over positions: every position without a winner that some order of moves reaches is equally
// likely, its mirror image counted as a position of its own.
Position random_position_over_positions(int stones, Random& random);

}  // namespace vier
