#include "vier/memory_rows.hpp"

#include <bit>

namespace vier {

MemoryRows::MemoryRows(std::span<const MemoryRow> rows)
    : slots_(std::bit_ceil(rows.size() * 2 + 1), MemoryRow{0, 0, -1, false}) {
  for (const MemoryRow& row : rows) {
    std::size_t slot = slot_of(row.key);
    while (slots_[slot].depth >= 0 &&
           (slots_[slot].key != row.key || slots_[slot].for_mover != row.for_mover))
      slot = (slot + 1) & (slots_.size() - 1);
    if (slots_[slot].depth < 0) ++size_;
    if (row.depth >= slots_[slot].depth) slots_[slot] = row;
  }
}

std::optional<Value> MemoryRows::find(std::uint64_t key, int depth,
                                      std::optional<bool> for_mover) const {
  for (std::size_t slot = slot_of(key); slots_[slot].depth >= 0;
       slot = (slot + 1) & (slots_.size() - 1)) {
    const MemoryRow& row = slots_[slot];
    if (row.key == key && row.depth >= depth && for_mover.value_or(row.for_mover) == row.for_mover)
      return row.value;
  }
  return std::nullopt;
}

std::size_t MemoryRows::slot_of(std::uint64_t key) const {
  return (key * 0x9e3779b97f4a7c15) >> 32 & (slots_.size() - 1);
}

}  // namespace vier
