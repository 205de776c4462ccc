#include "vier/leaf.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "vier/choice.hpp"
#include "vier/watch.hpp"

namespace vier {
namespace {

class NoEvaluation : public LeafEvaluation {
 public:
  bool is_antisymmetric() const override { return true; }
  double draw() const override { return 0; }
  bool estimate(std::span<const Position> positions, bool, std::span<double> estimates,
                Watch&) const override {
    std::fill_n(estimates.begin(), positions.size(), 0.0);
    return true;
  }
  std::uint64_t playouts(const Position&) const override { return 0; }
  bool is_costly() const override { return false; }
};

// The windows in one direction that hold stones of one side only, by how many they hold; the bit of
// a window is its first cell.
struct Windows {
  Bitboard two, three, four;
};

Windows windows_towards(int step, Bitboard own, Bitboard other) {
  const Bitboard inside =
      kBoard & (kBoard >> step) & (kBoard >> (2 * step)) & (kBoard >> (3 * step));
  const Bitboard a = own;
  const Bitboard b = own >> step;
  const Bitboard c = own >> (2 * step);
  const Bitboard d = own >> (3 * step);
  const Bitboard pure =
      inside & ~(other | (other >> step) | (other >> (2 * step)) | (other >> (3 * step)));
  const Bitboard both_ab = a & b;
  const Bitboard one_ab = a ^ b;
  const Bitboard both_cd = c & d;
  const Bitboard one_cd = c ^ d;
  return {pure & ((one_ab & one_cd) | (both_ab & ~(c | d)) | (both_cd & ~(a | b))),
          pure & ((both_ab & one_cd) | (both_cd & one_ab)), pure & both_ab & both_cd};
}

class WindowEvaluation : public LeafEvaluation {
 public:
  explicit WindowEvaluation(const WindowWeights& weights) : weights_(weights) {
    for (const double weight : {weights.complete, weights.one_missing, weights.two_missing,
                                weights.other_one_missing, weights.middle})
      if (!(std::abs(weight) <= kMostWeight))
        throw std::invalid_argument("a weight must lie between -1e6 and 1e6");
  }
  bool is_antisymmetric() const override { return false; }
  double draw() const override { return 0; }
  bool estimate(std::span<const Position> positions, bool for_mover, std::span<double> estimates,
                Watch&) const override {
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const Position& position = positions[i];
      estimates[i] = for_mover ? points(position.own(), position.other())
                               : points(position.other(), position.own());
    }
    return true;
  }
  std::uint64_t playouts(const Position&) const override { return 0; }
  bool is_costly() const override { return false; }

 private:
  double points(Bitboard own, Bitboard other) const {
    int two = 0;
    int three = 0;
    int four = 0;
    int other_three = 0;
    for (const int step : kDirections) {
      const Windows ours = windows_towards(step, own, other);
      const Windows theirs = windows_towards(step, other, own);
      two += std::popcount(ours.two);
      three += std::popcount(ours.three);
      four += std::popcount(ours.four);
      other_three += std::popcount(theirs.three);
    }
    const int middle = std::popcount(own & column_cells(kColumns / 2));
    return weights_.complete * four + weights_.one_missing * three + weights_.two_missing * two +
           weights_.other_one_missing * other_three + weights_.middle * middle;
  }

  WindowWeights weights_;
};

class PlayoutEvaluation : public LeafEvaluation {
 public:
  PlayoutEvaluation(const PlayoutEvaluationOptions& options, const Playouts& playouts)
      : options_(options), playouts_(playouts) {
    if (options.playouts == 0) throw std::invalid_argument("playouts must be at least 1");
    if (!(options.draw_share >= 0 && options.draw_share <= 1))
      throw std::invalid_argument("the share of a draw must lie between 0 and 1");
  }
  bool is_antisymmetric() const override { return options_.draw_share == 0.5; }
  double draw() const override { return 2 * options_.draw_share - 1; }
  bool estimate(std::span<const Position> positions, bool for_mover, std::span<double> estimates,
                Watch& watch) const override {
    return options_.reading == Reading::share ? by_share(positions, for_mover, estimates, watch)
                                              : by_moves(positions, for_mover, estimates, watch);
  }
  std::uint64_t playouts(const Position& position) const override {
    if (options_.reading == Reading::share) return options_.playouts;
    return options_.playouts * static_cast<std::uint64_t>(std::popcount(open_columns(position)));
  }
  bool is_costly() const override { return true; }

 private:
  bool by_share(std::span<const Position> positions, bool for_mover, std::span<double> estimates,
                Watch& watch) const {
    std::vector<Tally> tallies(positions.size());
    if (!tally(positions, tallies, watch)) return false;
    for (std::size_t i = 0; i < positions.size(); ++i)
      estimates[i] = 2 * share(for_mover ? tallies[i] : tallies[i].for_other_side()) - 1;
    return true;
  }

  bool by_moves(std::span<const Position> positions, bool for_mover, std::span<double> estimates,
                Watch& watch) const {
    std::vector<Position> children;
    for (const Position& position : positions) {
      // The moves of both mirror images in one order, so that sums and firsts are the same.
      const Position image =
          position.canonical_key() == position.key() ? position : position.mirrored();
      for (int column = 0; column < kColumns; ++column)
        if (!image.is_column_full(column)) children.push_back(image.play_unchecked(column));
    }
    std::vector<Tally> tallies(children.size());
    if (!tally(children, tallies, watch)) return false;
    std::size_t next = 0;
    for (std::size_t i = 0; i < positions.size(); ++i) {
      const auto moves = static_cast<std::size_t>(std::popcount(open_columns(positions[i])));
      estimates[i] = 2 * read(std::span(tallies).subspan(next, moves), for_mover) - 1;
      next += moves;
    }
    return true;
  }

  // What the tallies of all moves say; each is counted by the side that has to reply.
  double read(std::span<const Tally> replies, bool for_mover) const {
    const auto seen = [&](const Tally& reply) {
      return share(for_mover ? reply.for_other_side() : reply);
    };
    if (options_.reading == Reading::best) {
      const auto best = std::max_element(
          replies.begin(), replies.end(), [&](const Tally& one, const Tally& other) {
            return share(one.for_other_side()) < share(other.for_other_side());
          });
      return seen(*best);
    }
    double sum = 0;
    for (const Tally& reply : replies) sum += seen(reply);
    return sum / static_cast<double>(replies.size());
  }

  bool tally(std::span<const Position> positions, std::span<Tally> tallies, Watch& watch) const {
    return playouts_.tally_all(positions, tallies, options_.playouts, options_.seed, 0, watch);
  }
  double share(const Tally& tally) const { return tally.share(options_.draw_share); }

  PlayoutEvaluationOptions options_;
  Playouts playouts_;
};

}  // namespace

std::shared_ptr<const LeafEvaluation> no_evaluation() { return std::make_shared<NoEvaluation>(); }

std::shared_ptr<const LeafEvaluation> window_evaluation(const WindowWeights& weights) {
  return std::make_shared<WindowEvaluation>(weights);
}

std::shared_ptr<const LeafEvaluation> playout_evaluation(const PlayoutEvaluationOptions& options,
                                                         const Playouts& playouts) {
  return std::make_shared<PlayoutEvaluation>(options, playouts);
}

}  // namespace vier
