#include "vier/playouts.hpp"

#include <algorithm>
#include <atomic>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "playouts/dispatch.hpp"
#include "search/dispatch.hpp"
#include "vier/watch.hpp"

namespace vier {
namespace {

using playouts::Task;

// Some hundred microseconds of work: the longest time between two looks at the limits.
constexpr std::uint64_t kPlayoutsAtOnce = 4096;
// A thread costs about as much as so many playouts.
constexpr std::uint64_t kPlayoutsWorthAThread = 2048;
// The playouts of each column that a call makes whatever its limits.
constexpr std::uint64_t kFirstRound = 64;
constexpr std::uint64_t kLastRound = 65536;

Tally finished_tally(const Position& position, std::uint64_t number) {
  return position.is_lost() ? Tally{0, 0, number} : Tally{0, number, 0};
}

Position canonical(const Position& position) {
  const Position mirrored = position.mirrored();
  return mirrored.key() < position.key() ? mirrored : position;
}

}  // namespace

Playouts::Playouts(const PlayoutOptions& options)
    : threads_(options.threads), path_(search::resolve_path(options.path)) {
  if (threads_ < 1)
    throw std::invalid_argument("playouts need at least one thread, not " +
                                std::to_string(threads_));
}

Outcome<Tally> Playouts::tally(const Position& position, std::uint64_t number, std::uint64_t seed,
                               std::uint64_t first, const Limits& limits) const {
  Watch watch(limits);
  Tally result;
  if (!tally_all({&position, 1}, {&result, 1}, number, seed, first, watch)) return {};
  return result;
}

bool Playouts::tally_all(std::span<const Position> positions, std::span<Tally> tallies,
                         std::uint64_t number, std::uint64_t seed, std::uint64_t first,
                         Watch& watch) const {
  const playouts::PlayTask play = playouts::play_task_of(path_);
  // Every position is a few pieces of work; the threads take one after the other.
  const std::uint64_t pieces_each = (number + kPlayoutsAtOnce - 1) / kPlayoutsAtOnce;
  const std::uint64_t pieces = positions.size() * pieces_each;
  const auto piece_of = [&](std::uint64_t piece, Tally& sum) {
    const Position& position = positions[piece / pieces_each];
    const std::uint64_t start = piece % pieces_each * kPlayoutsAtOnce;
    const std::uint64_t some = std::min(number - start, kPlayoutsAtOnce);
    if (position.is_over()) {
      sum += finished_tally(position, some);
      return;
    }
    const Position image = canonical(position);
    Task task{image.own(),
              image.all(),
              playouts::stream_base(seed, image.key()),
              first + start,
              some,
              0,
              0,
              0};
    play(task);
    sum += Tally{task.wins, task.draws, task.losses};
  };
  // More than a few small pieces between two looks at the limits would make a stop late.
  const std::uint64_t pieces_at_once = std::max<std::uint64_t>(1, kPlayoutsAtOnce / (number + 1));

  const std::uint64_t worth = positions.size() * number / kPlayoutsWorthAThread;
  const auto helpers =
      static_cast<int>(std::min<std::uint64_t>(static_cast<std::uint64_t>(threads_) - 1, worth));
  if (helpers == 0) {
    for (std::uint64_t piece = 0; piece < pieces; ++piece) {
      if (piece % pieces_at_once == 0 && watch.has_ended_for_caller()) return false;
      piece_of(piece, tallies[piece / pieces_each]);
    }
    return true;
  }

  // Each thread counts for itself; what it has counted is added at the end, in any order.
  std::atomic<std::uint64_t> next{0};
  std::atomic<bool> is_whole{true};
  std::vector<std::vector<Tally>> counted(static_cast<std::size_t>(helpers));
  const auto work = [&](std::span<Tally> sums, bool is_caller) {
    for (;;) {
      const std::uint64_t from = next.fetch_add(pieces_at_once);
      if (from >= pieces) return;
      if (is_caller ? watch.has_ended_for_caller() : watch.has_ended()) {
        is_whole = false;
        return;
      }
      const std::uint64_t to = std::min(pieces, from + pieces_at_once);
      for (std::uint64_t piece = from; piece < to; ++piece)
        piece_of(piece, sums[piece / pieces_each]);
    }
  };
  for (auto& sums : counted) sums.resize(positions.size());
  {
    std::vector<std::jthread> threads;
    for (auto& sums : counted) threads.emplace_back([&] { work(sums, false); });
    work(tallies, true);
  }
  for (const auto& sums : counted)
    for (std::size_t i = 0; i < sums.size(); ++i) tallies[i] += sums[i];
  return is_whole;
}

ColumnTallies play_out_columns(const Playouts& playouts, const Position& position,
                               std::uint64_t number, std::uint64_t seed,
                               std::optional<std::uint64_t> most, const Limits& limits) {
  if (position.is_over()) throw std::invalid_argument("the position is over: it has no moves");
  if (number == 0) throw std::invalid_argument("there must be at least one playout a column");
  std::vector<int> columns;
  std::vector<Position> children;
  for (int column = 0; column < kColumns; ++column) {
    if (position.is_column_full(column)) continue;
    columns.push_back(column);
    children.push_back(position.play_unchecked(column));
  }
  const std::uint64_t wanted =
      most ? std::min(number, std::max<std::uint64_t>(1, *most / columns.size())) : number;
  Watch watch(limits);
  const Limits none;
  Watch unlimited(none);
  std::vector<Tally> sums(children.size());
  std::uint64_t done = 0;
  // A round counts only when it was finished for all columns. They grow, so that threads pay.
  for (std::uint64_t round = kFirstRound; done < wanted; round = std::min(round * 4, kLastRound)) {
    const std::uint64_t some = std::min(round, wanted - done);
    std::vector<Tally> more(children.size());
    if (!playouts.tally_all(children, more, some, seed, done, done == 0 ? unlimited : watch)) break;
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += more[i];
    done += some;
  }
  ColumnTallies result;
  for (std::size_t i = 0; i < columns.size(); ++i)
    result.columns[static_cast<std::size_t>(columns[i])] = sums[i].for_other_side();
  result.is_complete = done == number;
  return result;
}

ColumnSet best_columns(const Position& position, const ColumnTallies& tallies) {
  double top = -1;
  ColumnSet best = 0;
  ColumnSet wins = 0;
  for (int column = 0; column < kColumns; ++column) {
    const auto& tally = tallies.columns[static_cast<std::size_t>(column)];
    if (!tally) continue;
    if (position.play_unchecked(column).is_lost()) wins |= 1U << column;
    const double share = tally->share(0.5);
    if (share > top) best = 0;
    if (share >= top) best |= 1U << column;
    top = std::max(top, share);
  }
  return wins != 0 ? wins : best;
}

}  // namespace vier
