// Reading and writing single entries of a table.
#pragma once

#include <cstdint>

#include "search/worker.hpp"

namespace vier::search {
namespace {

inline std::uint64_t label_of(const TableView& table, std::uint64_t hash) {
  constexpr std::uint64_t below_generation = (std::uint64_t{1} << kGenerationAt) - 1;
  return (hash << kLabelAt & below_generation & table.label_mask) | table.generation;
}

// Whether the table decides if the score is at least beta; if so, a bound that proves it: a lower
// bound when it is at least beta, otherwise an upper one.
inline bool look_up(const TableView& table, std::uint64_t hash, int beta, int& bound) {
  const std::uint64_t entry =
      __atomic_load_n(table.entries + (hash >> table.index_shift), __ATOMIC_RELAXED);
  if (((entry ^ label_of(table, hash)) & table.label_mask) != 0) return false;
  const int lower = static_cast<int>(entry & 63) - kScoreBias;
  const int upper = static_cast<int>(entry >> 6 & 63) - kScoreBias;
  bound = lower >= beta ? lower : upper;
  return lower >= beta || upper < beta;
}

// Writes a bound; one of the other kind that is already there stays.
inline void store(const TableView& table, std::uint64_t hash, int bound, int beta) {
  std::uint64_t* const slot = table.entries + (hash >> table.index_shift);
  const std::uint64_t label = label_of(table, hash);
  const std::uint64_t old = __atomic_load_n(slot, __ATOMIC_RELAXED);
  const std::uint64_t bounds = ((old ^ label) & table.label_mask) == 0 ? old & 0xfff : kNoBounds;
  const auto value = static_cast<std::uint64_t>(bound + kScoreBias);
  const std::uint64_t merged =
      bound >= beta ? (bounds & kNoBounds) | value : (bounds & 63) | value << 6;
  __atomic_store_n(slot, label | merged, __ATOMIC_RELAXED);
}

}  // namespace
}  // namespace vier::search
