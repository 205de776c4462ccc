// Positions whose values are known beforehand, for a depth search to believe inside its tree.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "vier/value.hpp"

namespace vier {

struct MemoryRow {
  std::uint64_t key;  // canonical
  Value value;        // for the side to move in the position
  int depth;          // stones that the value looks ahead; 0 is an estimate of the position itself
  bool for_mover;     // whether leaves were estimated for the side to move in the position
};

// Immutable: any number of searches may use one at the same time.
class MemoryRows {
 public:
  // Of several rows with the same key and side the deepest is kept, of equally deep ones the last.
  explicit MemoryRows(std::span<const MemoryRow> rows);

  std::size_t size() const { return size_; }

  // The value of a position that is at least so deep. `for_mover` is the side that leaves must have
  // been estimated for; nothing means that either will do.
  std::optional<Value> find(std::uint64_t key, int depth, std::optional<bool> for_mover) const;

 private:
  // Open addressing with linear steps; depth -1 is an empty slot.
  std::size_t slot_of(std::uint64_t key) const;
  std::vector<MemoryRow> slots_;
  std::size_t size_ = 0;
};

}  // namespace vier
