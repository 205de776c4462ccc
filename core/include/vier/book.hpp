// What the solver asks an opening book.
#pragma once

#include <optional>

#include "vier/position.hpp"

namespace vier {

// Exact scores of positions of few stones. Lookups come from several threads at once.
class Book {
 public:
  virtual ~Book() = default;

  // The largest number of stones of a position it may know, at most kLastBookPly.
  virtual int last_ply() const noexcept = 0;

  // The score of the position, a mirror image counting as the same; nothing when it is not in the
  // book. Never asked for positions that are over.
  virtual std::optional<int> lookup(const Position& position) const noexcept = 0;
};

inline constexpr int kLastBookPly = 14;

}  // namespace vier
