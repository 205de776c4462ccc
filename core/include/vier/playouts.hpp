// Games played out at random.
//
// A playout goes on from a position with uniformly random legal moves to the end of the game. The
// random numbers of a playout depend only on the seed, the position up to its mirror image and the
// number of the playout: counts are the same for every vector path and number of threads, and a
// position and its mirror image have the same ones. The first n of more playouts are the same n
// playouts.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "vier/choice.hpp"
#include "vier/limits.hpp"
#include "vier/path.hpp"
#include "vier/position.hpp"

namespace vier {

// How a number of playouts ended for one side.
struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  std::uint64_t playouts() const { return wins + draws + losses; }
  Tally for_other_side() const { return {losses, draws, wins}; }
  // The share of wins, a draw counted as `draw_share` of one.
  double share(double draw_share) const {
    return (static_cast<double>(wins) + draw_share * static_cast<double>(draws)) /
           static_cast<double>(playouts());
  }
  Tally& operator+=(const Tally& other) {
    wins += other.wins;
    draws += other.draws;
    losses += other.losses;
    return *this;
  }
  friend bool operator==(const Tally&, const Tally&) = default;
};

struct PlayoutOptions {
  int threads = 1;
  Path path = Path::automatic;  // automatic: the fastest available
};

class Watch;

// Immutable: any number of threads may use one at the same time.
class Playouts {
 public:
  // Throws std::invalid_argument for a path that is not available or fewer threads than one.
  explicit Playouts(const PlayoutOptions& options = {});

  // Playouts `first` to `first + number - 1` of the position, counted from the side to move. All
  // playouts of a finished game are that game. Nothing when a limit ended the call.
  Outcome<Tally> tally(const Position& position, std::uint64_t number, std::uint64_t seed,
                       std::uint64_t first = 0, const Limits& limits = {}) const;

  // The same for many positions, added to `tallies`. False when the watch ended the call; some of
  // the tallies then lack some of their playouts. The caller alone is asked by the watch.
  bool tally_all(std::span<const Position> positions, std::span<Tally> tallies,
                 std::uint64_t number, std::uint64_t seed, std::uint64_t first, Watch& watch) const;

  Path path() const { return path_; }  // never automatic
  int threads() const { return threads_; }

 private:
  int threads_;
  Path path_;
};

// The playouts of every open column, counted from the side to move before the stone.
struct ColumnTallies {
  std::array<std::optional<Tally>, kColumns> columns;
  bool is_complete = true;  // otherwise each column has the same, smaller number of playouts
};

// Plays out every open column `number` times, or as often as `most` playouts in all allow, at least
// once. Where a column wins at once, all its playouts are wins. A call that a limit ends has at
// least a few playouts of each column. Throws std::invalid_argument for a position that is over or
// a number of 0.
ColumnTallies play_out_columns(const Playouts& playouts, const Position& position,
                               std::uint64_t number, std::uint64_t seed,
                               std::optional<std::uint64_t> most = std::nullopt,
                               const Limits& limits = {});

// The columns that win at once; if there is none, those of the highest share, draws counted half.
ColumnSet best_columns(const Position& position, const ColumnTallies& tallies);

}  // namespace vier
