// The value of a position in a search of limited depth, as one number.
//
// Values are from one side's point of view and compare as numbers do; the negative is the value for
// the other side. A finished game outranks any estimate, an earlier win is higher and a later loss
// is higher. A value counts from the start of the game: that of a position does not depend on where
// the search began.
#pragma once

namespace vier {

using Value = double;

// Estimates stay well below, and whole numbers above are exact.
inline constexpr Value kFinished = 1e12;
inline constexpr int kHorizon = 1'000'000;  // larger than the number of plies of any game

constexpr Value won_at(int ply) { return kFinished + (kHorizon - ply); }
constexpr Value lost_at(int ply) { return -won_at(ply); }

inline constexpr Value kBest = kFinished + kHorizon;
inline constexpr Value kWorst = -kBest;

constexpr bool is_decided(Value value) { return value >= kFinished || value <= -kFinished; }

// A value in two parts: `decided` is kHorizon less the ply of a win, the negative of that for a
// loss, and 0 for all else; only then is there an estimate.
struct ValueParts {
  int decided;
  double estimate;
};

constexpr ValueParts parts_of(Value value) {
  if (value >= kFinished) return {static_cast<int>(value - kFinished), 0};
  if (value <= -kFinished) return {static_cast<int>(value + kFinished), 0};
  return {0, value + 0.0};  // no negative zero
}

constexpr Value value_of(const ValueParts& parts) {
  if (parts.decided > 0) return kFinished + parts.decided;
  if (parts.decided < 0) return parts.decided - kFinished;
  return parts.estimate;
}

}  // namespace vier
