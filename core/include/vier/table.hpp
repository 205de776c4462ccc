// A transposition table: bounds of scores by position.
//
// An entry is one 64-bit word; its bits are listed in src/search/worker.hpp. The position is
// reduced to a 49-bit hash by a one-to-one map of its exact key; the upper bits of the hash are the
// slot and the rest stands in the entry, so an entry never answers for another position.
//
// Races. Threads read and write entries without locks. Every access is one aligned 64-bit load or
// store, which the processors we know never tear, so whatever a thread reads is an entry some
// thread wrote whole, or the empty one. Accepted and harmless: two threads that write the same slot
// at once lose one of the two entries, and a thread that merges a bound into an entry may overwrite
// a bound that was written in between. Every bound is true forever and of its own, so all that is
// ever lost is work.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>

namespace vier {

class Table {
 public:
  // The largest power of two of entries that fits into that many bytes, at least 64 KiB. Memory is
  // taken from the system when first written to. Throws std::bad_alloc.
  explicit Table(std::size_t bytes);

  std::uint64_t* entries() const { return entries_.get(); }
  int index_bits() const { return index_bits_; }
  std::size_t bytes() const { return sizeof(std::uint64_t) << index_bits_; }

  // Forgets all entries by going on to the next generation; once in 65,535 times that is done by
  // clearing the memory.
  void clear();
  std::uint64_t generation() const { return generation_; }

 private:
  struct Free {
    void operator()(std::uint64_t* entries) const;
  };
  std::unique_ptr<std::uint64_t[], Free> entries_;
  int index_bits_;
  std::uint64_t generation_ = 1;
};

}  // namespace vier
