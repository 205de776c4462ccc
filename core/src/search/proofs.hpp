// What a position proves without search, for one position (T = Bits) or a lane each (T = Lanes).
//
// Zugzwang proofs. `first` is the side that moves when an even number of stones lies on the board.
// Rows count from 1. Both proofs give one side a strategy of pairs: whenever the other side fills
// one cell of a pair, it fills the other one. The pairs are
//   - in every column, from the top down, an odd row and the even row above it;
//   - the landing cells of the columns with an odd number of empty cells, two and two. All of them
//     are on even rows and can be filled at once.
// Such an answer is always possible, so the other side never gets both cells of a pair. An early
// four of the side that answers only ends the game sooner.
//
// Second follows up (first to move: an even number of empty cells, all of them in pairs). First can
// get no empty cell of an even row other than a landing cell. If first has no four on its stones,
// the odd rows and the landing cells, first never wins. If besides second threatens an even cell
// above the landing cell, it gets that cell or first never plays the cell below. So no cell above
// is ever played, and first runs out of other moves: second wins. The last moment: all cells are
// filled but, in each column with such a threat, those from the cell below the lowest threat
// upwards; first then plays one of the cells below. That makes the score of second, at least, the
// number of even cells from the lowest threat up, summed over these columns.
//
// First forces a column (second to move: an odd number of empty cells). First threatens an odd cell
// `goal` of a column whose landing cell `foot` is on an even row and below it. In this column the
// pairs start at foot: an even row and the odd row above it, so that the cell just below goal is
// left over. First answers in pairs and never touches that cell; second runs out of other moves,
// has to fill it, and first wins on goal - unless second gets a four before. Second can get: odd
// rows of the other columns, their landing cells, even rows of this column below goal. Above goal,
// and above even cells that first threatens in other columns, nothing is played. The score of
// first is, at least, the number of odd cells from goal up in this column and of even cells from
// the lowest even threat up in the others.
#pragma once

#include <cstdint>

namespace vier::search {
namespace {

using Bits = std::uint64_t;

constexpr Bits kBottom = 0x40810204081;
constexpr Bits kCells = kBottom * 63;
constexpr Bits kOddRows = kBottom * 21;  // rows 1, 3, 5

template <int k>
VIER_INLINE Bits up(Bits a) {
  return a << k;
}
template <int k>
VIER_INLINE Bits down(Bits a) {
  return a >> k;
}
VIER_INLINE Bits without(Bits a, Bits b) { return a & ~b; }

template <class T>
VIER_INLINE T constant(Bits bits) {
  if constexpr (requires { T::all(bits); })
    return T::all(bits);
  else
    return bits;
}

template <int k, class T>
VIER_INLINE T completing_in_line(T stones) {
  const T after = up<k>(stones);
  const T before = down<k>(stones);
  return (after & up<2 * k>(stones) & (up<3 * k>(stones) | before)) |
         (before & down<2 * k>(stones) & (down<3 * k>(stones) | after));
}

// Cells that complete a four of `stones`; filled cells and bits off the board may be among them.
template <class T>
VIER_INLINE T completing(T stones) {
  return (up<1>(stones) & up<2>(stones) & up<3>(stones)) | completing_in_line<6>(stones) |
         completing_in_line<7>(stones) | completing_in_line<8>(stones);
}

template <int k, class T>
VIER_INLINE T fours_in_line(T stones) {
  const T pairs = stones & down<k>(stones);
  return pairs & down<2 * k>(pairs);
}

// Not zero when `stones` have a four.
template <class T>
VIER_INLINE T fours(T stones) {
  return fours_in_line<1>(stones) | fours_in_line<6>(stones) | fours_in_line<7>(stones) |
         fours_in_line<8>(stones);
}

// In the columns of `marks`, which are empty cells, the empty cells from the lowest mark up; a
// second mark in a column may be left out.
template <class T>
VIER_INLINE T from_up(T empty, T marks) {
  return without(empty, empty + marks);
}

template <class T>
struct Proof {
  T refuted;  // zero when the proof holds
  T gain;     // the number of these cells is what the score is at least
};

// Second follows up; gain is for second. `threats` of second: only empty cells.
template <class T>
VIER_INLINE Proof<T> second_follows_up(T first, T empty, T landing, T threats) {
  const T odd_rows = constant<T>(kOddRows);
  const T never = from_up(empty, without(without(threats, odd_rows), landing));
  return {fours(first | without(empty & odd_rows, never) | landing), without(never, odd_rows)};
}

// The odd threats with an even landing cell below.
template <class T>
VIER_INLINE T forcing_goals(T landing, T threats) {
  const T feet = without(landing, constant<T>(kOddRows));
  return threats & constant<T>(kOddRows) & (up<1>(feet) | up<3>(feet));
}

// First forces the column of one of `goals`, which are the forcing goals and not empty; gain is for
// first. `threats` of first: only empty cells.
template <class T>
VIER_INLINE Proof<T> first_forces(T second, T empty, T landing, T threats, T goals) {
  const T odd_rows = constant<T>(kOddRows);
  const T feet = without(landing, odd_rows);
  const T goal = goals & (constant<T>(0) - goals);
  const T foot = (down<1>(goal) | down<3>(goal)) & feet;
  const T column = from_up(empty, foot);
  const T never = from_up(empty, without(without(without(threats, odd_rows), landing), column));
  const T hopes = second | feet | without(without(empty & odd_rows, column), never) |
                  without(goal - foot, odd_rows);
  return {fours(hopes), (from_up(empty, goal) & odd_rows) | without(never, odd_rows)};
}

}  // namespace
}  // namespace vier::search
