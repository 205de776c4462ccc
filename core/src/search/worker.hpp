// What one thread of a search works with, and what the vector paths offer.
//
// Translation units compiled for a newer processor include only this header, the lanes and the
// kernel: plain data, functions that are not inline, constants. Whatever they define lies in an
// unnamed namespace, so that no code for a newer processor can be linked into the rest.
#pragma once

#include <cstdint>

namespace vier::search {

// A table as the search sees it; vier/table.hpp has the layout of an entry.
struct TableView {
  std::uint64_t* entries;
  std::uint64_t generation;   // in the place where entries have it
  std::uint64_t label_mask;   // the bits of an entry that tell position and generation
  std::uint32_t index_shift;  // hash >> index_shift is the slot
};

// An entry is one 64-bit word:
//   bits  0- 5  a lower bound of the score, plus kScoreBias; 0: none
//   bits  6-11  an upper bound of the score, plus kScoreBias; 63: none
//   bits 12-47  the bits of the hash that do not follow from the slot
//   bits 48-63  the generation; 0: empty
// The hash is a one-to-one image of the 49-bit key, so slot and label together name one position.
inline constexpr int kScoreBias = 19;
inline constexpr int kHashBits = 49;
inline constexpr int kLabelAt = 12;
inline constexpr int kGenerationAt = 48;
inline constexpr std::uint64_t kNoBounds = 63U << 6;
inline constexpr std::uint64_t kHashFactor = 0x1'79b9'7f4a'7c15;  // odd, below 2^49
inline constexpr int kMinIndexBits = kHashBits - (kGenerationAt - kLabelAt);

// Below this ply a position and its mirror image share one entry; from there on mirror images are
// too rare to pay for the look.
inline constexpr int kMirrorBelow = 18;
// From this ply on a position is searched faster than it is looked up.
inline constexpr int kNoTableFrom = 37;

struct Team;  // search/team.hpp
struct Trail;

struct Worker {
  TableView tables[kNoTableFrom + 1];  // by ply
  std::uint64_t nodes;
  // Called every kPollNodes nodes; throws to end the search.
  void (*poll)(Worker&);
  void* context;  // of poll

  Team* team;        // null: this thread searches alone
  Trail* trail;      // of this thread in the team
  int shared_below;  // above this ply the threads of a team divide the work

  // Positions of at most so many stones are first looked up in a book; -1: there is none. `ask`
  // returns the exact score or kNotInBook.
  int book_until;
  int (*ask)(Worker&, std::uint64_t own, std::uint64_t all);
};

inline constexpr int kNotInBook = 1000;

inline constexpr std::uint64_t kPollNodes = 1024;

// A position whose side to move cannot win at once and has a move that does not lose at once.
struct Quiet {
  std::uint64_t own;    // stones of the side to move
  std::uint64_t other;  // stones of the other side
  std::uint64_t moves;  // the landing cells that do not lose at once
  int ply;
};

// Decides whether the score of a position is at least beta. A result that is at least beta is a
// lower bound of the score, any other an upper bound.
using NullWindow = int (*)(Worker&, const Quiet&, int beta);

int null_window_portable(Worker& worker, const Quiet& position, int beta);
int null_window_avx2(Worker& worker, const Quiet& position, int beta);
int null_window_avx512(Worker& worker, const Quiet& position, int beta);

}  // namespace vier::search
