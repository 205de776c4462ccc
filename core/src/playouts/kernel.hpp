// Playouts, a template over nothing but the type `Lanes` of the file included before.
#pragma once

#include <cstdint>

#include "playouts/stream.hpp"

namespace vier::playouts {
namespace {

constexpr std::uint64_t repeated(std::uint64_t bits) {
  std::uint64_t result = 0;
  for (int column = 0; column < 7; ++column) result |= bits << (7 * column);
  return result;
}

constexpr std::uint64_t kBottomCells = repeated(1);
constexpr std::uint64_t kSentinels = repeated(64);
constexpr std::uint64_t kAllCells = repeated(63);

// One game in each lane. Lanes that are not live play on but count nothing.
struct Games {
  Lanes mover;  // stones of the side to move
  Lanes all;
  Lanes stream;
  std::uint32_t first_to_move;  // lanes in which the side to move at the start is to move
  std::uint32_t live;
};

template <int step>
VIER_INLINE Lanes fours_towards(const Lanes& stones) {
  const Lanes pairs = stones & down<step>(stones);
  return pairs & down<2 * step>(pairs);
}

// A stone in an open column, all of them equally likely (to within 7 in 2^32).
VIER_INLINE Lanes random_move(const Lanes& all, Lanes& stream) {
  const Lanes high = down<32>(stream);
  const Lanes number = stream ^ high;
  stream = product_of_low_halves(stream, Lanes::all(kStreamFactor)) + high;

  // In each open column the landing cell, in each full one the sentinel.
  const Lanes above = all + Lanes::all(kBottomCells);
  const Lanes open = down<6>(without(Lanes::all(kSentinels), above));
  const Lanes rank = down<32>(product_of_low_halves(number, count_of_columns(open)));
  // The first column up to which more than `rank` columns are open has its sentinel set, and so
  // have all to the right of it.
  const Lanes reached = open_up_to_less(open, rank) & Lanes::all(kSentinels);
  const Lanes chosen = reached & (Lanes::all(0) - reached);
  return above & (chosen - down<6>(chosen));
}

// Plays one stone in every lane; finished games are counted, and replaced while there are streams.
VIER_INLINE void play_stone(Games& games, Task& task, const Lanes& own, const Lanes& all,
                            const std::uint64_t*& next, std::uint32_t& left) {
  const Lanes move = random_move(games.all, games.stream);
  const Lanes stones = games.mover | move;
  games.mover = games.all ^ games.mover;
  games.all = games.all | move;
  const Lanes fours = fours_towards<1>(stones) | fours_towards<7>(stones) |
                      fours_towards<6>(stones) | fours_towards<8>(stones);
  const std::uint32_t won = fours.nonzero() & games.live;
  const std::uint32_t full = (games.all ^ Lanes::all(kAllCells)).zero() & games.live;
  const std::uint32_t finished = won | full;
  task.wins += bit_count(won & games.first_to_move);
  task.losses += bit_count(won & ~games.first_to_move);
  task.draws += bit_count(full & ~won);

  const std::uint32_t fresh = lowest_of(finished, left);
  games.stream = expanded(games.stream, fresh, next);
  games.mover = replaced(games.mover, fresh, own);
  games.all = replaced(games.all, fresh, all);
  games.first_to_move = ~games.first_to_move | fresh;
  games.live = (games.live & ~finished) | fresh;
  const std::uint32_t started = bit_count(fresh);
  next += started;
  left -= started;
}

constexpr std::uint32_t kLanes = 8;
constexpr std::uint32_t kStreamsAtOnce = 1024;

// Up to kStreamsAtOnce playouts, so many games at a time that each hides the latency of the others.
template <std::uint32_t kVectors>
void play_some(Task& task, std::uint64_t first, std::uint32_t number) {
  // Some room at the end, for streams are read as many at a time as there are lanes.
  alignas(64) std::uint64_t streams[kStreamsAtOnce + kLanes];
  for (std::uint32_t i = 0; i < number; ++i) streams[i] = stream_of(task.base, first + i);
  for (std::uint32_t i = number; i < number + kLanes; ++i) streams[i] = 0;

  const Lanes own = Lanes::all(task.own);
  const Lanes all = Lanes::all(task.all);
  const std::uint64_t* next = streams;
  std::uint32_t left = number;
  Task counts{0, 0, 0, 0, 0, 0, 0, 0};
  Games games[kVectors];
  for (Games& some : games) {
    const std::uint32_t started = left < kLanes ? left : kLanes;
    some = {own, all, Lanes::all(0), 0xff, (1U << started) - 1};
    some.stream = expanded(some.stream, some.live, next);
    next += started;
    left -= started;
  }
  for (std::uint32_t live = 1; live != 0;) {
    live = 0;
#pragma GCC unroll 8
    for (std::uint32_t i = 0; i < kVectors; ++i) {
      play_stone(games[i], counts, own, all, next, left);
      live |= games[i].live;
    }
  }
  task.wins += counts.wins;
  task.draws += counts.draws;
  task.losses += counts.losses;
}

template <std::uint32_t kVectors>
void play_all(Task& task) {
  for (std::uint64_t done = 0; done < task.number; done += kStreamsAtOnce) {
    const std::uint64_t rest = task.number - done;
    const auto some = static_cast<std::uint32_t>(rest < kStreamsAtOnce ? rest : kStreamsAtOnce);
    play_some<kVectors>(task, task.first + done, some);
  }
}

}  // namespace
}  // namespace vier::playouts
