// Counting positions by ply.
#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include "vier/position.hpp"

namespace vier {

// Walks the game ply by ply from the empty board and keeps one entry for every undecided position
// up to mirror image, with the number of move orders that lead to it.
class Perft {
 public:
  struct Counts {
    std::uint64_t sequences;  // games of exactly this length, finished ones included
    std::uint64_t positions;  // distinct positions, mirror images apart, finished ones included
  };

  Perft();

  int ply() const { return ply_; }
  const Counts& counts() const { return counts_; }

  // Goes on to the next ply. Every 65,536 positions it asks `keep_going`; when that says no, it
  // returns false and the walk stays at the ply where it was.
  bool advance(const std::function<bool()>& keep_going);

 private:
  struct Entry {
    std::uint64_t key;
    std::uint64_t sequences;
  };
  static void merge_equal_keys(std::vector<Entry>& entries);

  int ply_ = 0;
  Counts counts_{1, 1};
  std::vector<Entry> undecided_;
};

}  // namespace vier
