// What a depth search remembers of positions.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "vier/position.hpp"
#include "vier/value.hpp"

namespace vier::depth {

enum class Bound : std::uint8_t { exact, lower, upper };

// What is known of a position searched to some horizon, the ply of the leaves.
struct Known {
  Value value;
  Bound bound;
  int best_column;  // of the image that the key belongs to; 7: none
};

class ValueTable {
 public:
  // The largest power of two of entries that fits.
  explicit ValueTable(std::size_t bytes)
      : entries_(bytes < sizeof(Entry) ? 0 : std::bit_floor(bytes / sizeof(Entry))) {}

  std::size_t bytes() const { return entries_.size() * sizeof(Entry); }

  // Forgets everything; once in fifteen times by clearing the memory.
  void clear() {
    if (++generation_ == 16) {
      entries_.assign(entries_.size(), Entry{});
      generation_ = 1;
    }
  }

  // Whether the position is known to this horizon. If it is known to any, the best column is set.
  bool find(std::uint64_t key, int horizon, Known& known) const {
    const Entry& entry = entries_[slot_of(key)];
    if (((entry.word ^ label_of(key)) & kLabelMask) != 0) return false;
    known.best_column = static_cast<int>(entry.word >> kColumnAt & 7);
    if (static_cast<int>(entry.word >> kHorizonAt & 63) != horizon) return false;
    known.bound = static_cast<Bound>(entry.word >> kBoundAt & 3);
    known.value = entry.value;
    return true;
  }

  // Whatever was in the slot is forgotten.
  void store(std::uint64_t key, int horizon, const Known& known) {
    entries_[slot_of(key)] = {label_of(key) |
                                  static_cast<std::uint64_t>(known.best_column) << kColumnAt |
                                  static_cast<std::uint64_t>(known.bound) << kBoundAt |
                                  static_cast<std::uint64_t>(horizon) << kHorizonAt,
                              known.value};
  }

 private:
  // The word:
  //   bits  0-48  the key
  //   bits 49-51  the best column
  //   bits 52-53  the kind of bound
  //   bits 54-59  the horizon
  //   bits 60-63  the generation; 0: empty
  struct Entry {
    std::uint64_t word = 0;
    Value value = 0;
  };
  static constexpr int kColumnAt = kKeyBits;
  static constexpr int kBoundAt = 52;
  static constexpr int kHorizonAt = 54;
  static constexpr int kGenerationAt = 60;
  static constexpr std::uint64_t kLabelMask =
      (std::uint64_t{15} << kGenerationAt) | ((std::uint64_t{1} << kKeyBits) - 1);

  std::uint64_t label_of(std::uint64_t key) const { return key | generation_ << kGenerationAt; }
  std::size_t slot_of(std::uint64_t key) const {
    return (key * 0x9e3779b97f4a7c15) >> 20 & (entries_.size() - 1);
  }

  std::vector<Entry> entries_;
  std::uint64_t generation_ = 1;
};

}  // namespace vier::depth
