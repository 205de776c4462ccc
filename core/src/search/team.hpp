// Several threads on one position.
//
// All threads walk the same tree with the same tables. At the upper, shared plies a thread tells
// the others which position it is going into; apart from the first move of a position, a move that
// another thread is busy with is put off, and mostly its result is in the table when its turn
// comes. A thread also watches whether a position above it has been decided by another one; then
// its own work below has no use any more, and it goes back up to there.
//
// Only the order of work and what is cut short depends on the threads, never a result.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

#include "search/worker.hpp"

namespace vier::search {

inline constexpr int kAborted = -1000;  // no score: the result was not needed any more

// What all threads of a team see.
struct Team {
  // Slots of positions that threads are in: hash << 8 | number of threads. When two positions want
  // one slot the later one goes unnoticed.
  std::array<std::atomic<std::uint64_t>, 4096> busy{};
  // Counts results that another thread may be glad to hear of.
  std::atomic<std::uint32_t> news{0};
  // What is known of the score at the root.
  std::atomic<int> lower{0};
  std::atomic<int> upper{0};
  std::atomic<bool> stopped{false};
};

// Where a thread of a team is.
struct Trail {
  struct Step {
    std::uint64_t hash;
    int ply;
    int beta;
  };
  Step steps[42];
  int length = 0;
  int back_to = 0;  // after kAborted: the step that has been decided, -1 when it is the root
  int root_beta = 0;
  std::uint32_t news_seen = 0;
};

bool is_busy(const Team& team, std::uint64_t hash);
// Says whether the position is now marked; if so, it has to be left.
bool enter(Team& team, std::uint64_t hash);
void leave(Team& team, std::uint64_t hash, bool has_result);

// Whether a step of the trail, or the root, has been decided by another thread; if so, sets
// back_to.
bool is_overtaken(Worker& worker);

}  // namespace vier::search
