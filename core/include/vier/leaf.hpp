// Estimates of positions at which a search of limited depth has to stop.
//
// An estimate is seen from one of the sides: 0 is even, more is better. It depends only on the
// position up to its mirror image and on whether that side is to move.
#pragma once

#include <cstdint>
#include <memory>
#include <span>

#include "vier/playouts.hpp"
#include "vier/position.hpp"

namespace vier {

class Watch;

// Immutable: any number of searches and threads may use one at the same time.
class LeafEvaluation {
 public:
  virtual ~LeafEvaluation() = default;

  // Whether the estimates for the two sides are always each other's opposite.
  virtual bool is_antisymmetric() const = 0;

  // The estimate of a drawn game, for either side.
  virtual double draw() const = 0;

  // Estimates of undecided positions for the side to move in them, or for the other side. False
  // when the watch ended the call; the estimates are then worth nothing.
  virtual bool estimate(std::span<const Position> positions, bool for_mover,
                        std::span<double> estimates, Watch& watch) const = 0;

  // The playouts that an estimate of the position takes; 0 for one that takes none.
  virtual std::uint64_t playouts(const Position& position) const = 0;

  // Whether an estimate costs far more than a look into a table.
  virtual bool is_costly() const = 0;
};

// All estimates are 0.
std::shared_ptr<const LeafEvaluation> no_evaluation();

// Points for each window of four cells in a row, and for stones in the middle column.
struct WindowWeights {
  double complete = 15.0;           // all four own
  double one_missing = 3.0;         // three own, one empty
  double two_missing = 1.0;         // two own, two empty
  double other_one_missing = -2.0;  // three of the other side, one empty
  double middle = 3.5;              // each own stone in the middle column
};

// Throws std::invalid_argument when a weight is not finite or its size exceeds kMostWeight.
inline constexpr double kMostWeight = 1e6;
std::shared_ptr<const LeafEvaluation> window_evaluation(const WindowWeights& weights = {});

// What is read from playouts as the share of a side:
//   share  its wins in playouts of the position
//   best   its wins in playouts of the reply that does best for the side to move
//   mean   the mean of its wins over all moves, each played out
enum class Reading : std::uint8_t { share, best, mean };

struct PlayoutEvaluationOptions {
  std::uint64_t playouts = 100;  // of the position (share) or of each of its moves
  Reading reading = Reading::share;
  double draw_share = 0.5;  // what a draw counts, from 0 to 1; antisymmetric when it is a half
  std::uint64_t seed = 0;
};

// Estimates are twice the share less one, from -1 to 1. Throws std::invalid_argument for options
// that are not allowed.
std::shared_ptr<const LeafEvaluation> playout_evaluation(const PlayoutEvaluationOptions& options,
                                                         const Playouts& playouts);

}  // namespace vier
