// The random numbers of playouts, and what the vector paths offer.
//
// Each playout has a stream of its own, which depends only on the seed, the position up to its
// mirror image, and the number of the playout. So counts do not depend on how playouts are shared
// out among lanes, threads and paths.
//
// Translation units compiled for a newer processor include only this header, the lanes and the
// kernel: plain data and functions that are not inline or lie in an unnamed namespace, so that no
// code for a newer processor can be linked into the rest.
#pragma once

#include <cstdint>

namespace vier::playouts {

// A stream is a 64-bit multiply-with-carry generator: the low half times this factor plus the high
// half is the next state, and the two halves xored are a number of 32 bits.
inline constexpr std::uint64_t kStreamFactor = 4294883355;

inline constexpr std::uint64_t kStreamStep = 0x9e3779b97f4a7c15;

namespace {

// The finalizer of splitmix64: one to one and without visible pattern.
inline std::uint64_t mixed(std::uint64_t value) {
  value = (value ^ (value >> 30)) * 0xbf58476d1ce4e5b9;
  value = (value ^ (value >> 27)) * 0x94d049bb133111eb;
  return value ^ (value >> 31);
}

// Where the streams of a position begin; playout i has the stream at `base + i * kStreamStep`.
inline std::uint64_t stream_base(std::uint64_t seed, std::uint64_t canonical_key) {
  return mixed(mixed(seed + kStreamStep) ^ (canonical_key * kStreamStep));
}

inline std::uint64_t stream_of(std::uint64_t base, std::uint64_t playout) {
  return mixed(base + playout * kStreamStep);
}

}  // namespace

// Playouts `first` to `first + number - 1` of an undecided position, and how they ended for the
// side to move in it. Mirror images have the same counts when both are given as the canonical one.
struct Task {
  std::uint64_t own;
  std::uint64_t all;
  std::uint64_t base;
  std::uint64_t first;
  std::uint64_t number;
  std::uint64_t wins;
  std::uint64_t draws;
  std::uint64_t losses;
};

// Adds to the counts of the task.
using PlayTask = void (*)(Task& task);

void play_task_portable(Task& task);
void play_task_avx2(Task& task);
void play_task_avx512(Task& task);

}  // namespace vier::playouts
