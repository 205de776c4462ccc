// The search, a template over nothing but the type `Lanes` of the file included before.
#pragma once

#include <cassert>
#include <cstdint>

#include "search/entry.hpp"
#include "search/proofs.hpp"
#include "search/team.hpp"
#include "search/worker.hpp"

namespace vier::search {
namespace {

constexpr int kLaneCount = 8;

// Lane by lane the columns from the middle outwards; the last lane has none.
alignas(64) constexpr Bits kLaneColumns[kLaneCount] = {
    Bits{63} << 21, Bits{63} << 14, Bits{63} << 28, Bits{63} << 7,
    Bits{63} << 35, Bits{63},       Bits{63} << 42, 0};

template <class T>
VIER_INLINE T mirrored(T key) {
  constexpr Bits column = 127;
  return (key & constant<T>(column << 21)) | (up<42>(key) & constant<T>(column << 42)) |
         (up<28>(key) & constant<T>(column << 35)) | (up<14>(key) & constant<T>(column << 28)) |
         (down<14>(key) & constant<T>(column << 14)) | (down<28>(key) & constant<T>(column << 7)) |
         (down<42>(key) & constant<T>(column));
}

constexpr Bits kHashMask = (Bits{1} << kHashBits) - 1;

VIER_INLINE Bits hash_of(Bits own, Bits all, int ply) {
  Bits key = own + all;
  if (ply < kMirrorBelow) {
    const Bits other = mirrored(key);
    key = key < other ? key : other;
  }
  return (key * kHashFactor) & kHashMask;
}

template <bool kMirror, bool kTable, bool kShared>
int visit(Worker& worker, Bits own, Bits other, Bits moves, Bits hash, int ply, int beta);

template <bool kShared>
VIER_INLINE int visit_at(Worker& worker, Bits own, Bits other, Bits moves, Bits hash, int ply,
                         int beta) {
  if constexpr (kShared) {
    if (ply < worker.shared_below)
      return visit<true, true, true>(worker, own, other, moves, hash, ply, beta);
  }
  if (ply >= kNoTableFrom - 1)
    return visit<false, false, false>(worker, own, other, moves, hash, ply, beta);
  if (ply >= kMirrorBelow - 1)
    return visit<false, true, false>(worker, own, other, moves, hash, ply, beta);
  return visit<true, true, false>(worker, own, other, moves, hash, ply, beta);
}

// Plays moves as long as there is only one, then decides the position reached. Where the book ends
// it stops, so that no search gets past the book unasked.
template <bool kShared>
VIER_INLINE int descend(Worker& worker, Bits own, Bits other, Bits moves, Bits hash, int ply,
                        int beta) {
  int sign = 1;
  Bits other_threats = 0;
  bool moved = false;
  while ((moves & (moves - 1)) == 0 && ply != worker.book_until) {
    const Bits mover = own | moves;
    const Bits all = mover | other;
    ++ply;
    sign = -sign;
    moved = true;
    other_threats = without(completing(mover) & kCells, all);
    const Bits landing = (all + kBottom) & kCells;
    const Bits forced = landing & other_threats;
    moves = without(forced != 0 ? forced : landing, other_threats >> 1);
    if ((forced & (forced - 1)) != 0) moves = 0;
    own = other;
    other = mover;
    if (moves == 0) return all == kCells ? 0 : -sign * ((42 - ply) / 2);
    if (ply >= 40) return 0;
  }
  beta = sign > 0 ? beta : 1 - beta;
  if (const int most = (41 - ply) / 2; beta > most) return sign * most;
  if (const int least = -((40 - ply) / 2); beta <= least) return sign * least;
  if (moved) {
    if ((ply & 1) == 0 && beta >= 0) {
      const Bits all = own | other;
      const Proof<Bits> proof =
          second_follows_up(own, kCells ^ all, (all + kBottom) & kCells, other_threats);
      if (proof.refuted == 0) {
        const int most = -__builtin_popcountll(proof.gain);
        if (beta > most) return sign * most;
      }
    }
    if (ply < kNoTableFrom) {
      hash = hash_of(own, own | other, ply);
      int bound;
      if (look_up(worker.tables[ply], hash, beta, bound)) return sign * bound;
    }
  }
  const int bound = visit_at<kShared>(worker, own, other, moves, hash, ply, beta);
  return kShared && bound == kAborted ? kAborted : sign * bound;
}

struct Shared {
  Bits own, other, hash;
  int ply, beta;
};

// Tries the moves of a position at a shared ply; see search/team.hpp.
int try_shared(Worker& worker, const Shared& p, Lanes ranks, std::uint32_t active,
               const Bits* after, const Bits* answers, const Bits* hashes, int best) {
  Team& team = *worker.team;
  Trail& trail = *worker.trail;
  const int step = trail.length++;
  trail.steps[step] = {p.hash, p.ply, p.beta};
  std::uint32_t later = 0;
  bool is_first = true;
  for (bool is_last_round = false; best < p.beta; is_last_round = true) {
    Order order(ranks, is_last_round ? later : active);
    if (is_last_round) later = 0;
    for (int lane = order.next(); lane >= 0 && best < p.beta; lane = order.next()) {
      const Bits hash = hashes[lane];
      bool is_overtaken_here = !is_first && is_overtaken(worker);
      int value = kAborted;
      if (!is_overtaken_here) {
        if (!is_first && look_up(worker.tables[p.ply + 1], hash, 1 - p.beta, value)) {
          value = -value;
        } else {
          if (!is_first && !is_last_round && is_busy(team, hash)) {
            later |= 1U << lane;
            continue;
          }
          is_first = false;
          const bool entered = enter(team, hash);
          value = descend<true>(worker, p.other, after[lane], answers[lane], hash, p.ply + 1,
                                1 - p.beta);
          if (entered) leave(team, hash, value != kAborted);
          is_overtaken_here = value == kAborted;
          if (!is_overtaken_here) value = -value;
        }
      }
      if (is_overtaken_here) {
        if (trail.back_to == step && !look_up(worker.tables[p.ply], p.hash, p.beta, value)) {
          // Decided, but the entry has been overwritten since: this move has to be tried again.
          later |= 1U << lane;
          continue;
        }
        trail.length = step;
        return trail.back_to == step ? value : kAborted;
      }
      if (value > best) best = value;
    }
    if (later == 0) break;
  }
  trail.length = step;
  return best;
}

// Decides a position with at least one move, a score neither side can be denied by its first move
// left out by the caller: -(40 - ply) / 2 < beta <= (41 - ply) / 2.
template <bool kMirror, bool kTable, bool kShared>
int visit(Worker& worker, Bits own, Bits other, Bits moves, Bits hash, int ply, int beta) {
  if ((++worker.nodes & (kPollNodes - 1)) == 0) worker.poll(worker);
  assert(moves != 0 && ply < 40);
  assert(beta <= (41 - ply) / 2 && beta > -((40 - ply) / 2));

  if constexpr (kMirror) {
    if (ply <= worker.book_until) {
      const int score = worker.ask(worker, own, own | other);
      if (score != kNotInBook) return score;
    }
  }

  // Every move at once: what it threatens and how it can be answered without losing at once.
  const Lanes board = Lanes::all(kCells);
  const Lanes move = Lanes::all(moves) & Lanes::load(kLaneColumns);
  const Lanes mover = Lanes::all(own) | move;
  const Lanes all = Lanes::all(own | other) | move;
  const Lanes landing = (all + Lanes::all(kBottom)) & board;
  const Lanes empty = without(board, all);
  const Lanes threats = completing(mover) & empty;
  const Lanes forced = landing & threats;
  Lanes replies = without(Lanes::where_zero(forced, landing, forced), down<1>(threats));
  replies = Lanes::where_zero(forced & (forced - Lanes::all(1)), replies, Lanes::all(0));
  const std::uint32_t legal = move.nonzero();
  if ((replies.zero() & legal) != 0) return (41 - ply) / 2;
  if (const int most = (39 - ply) / 2; beta > most) return most;
  if (ply >= 39) return 0;

  // A move that leads to a position with a proof.
  if ((ply & 1) != 0) {
    if (beta <= 3) {
      const Proof<Lanes> proof = second_follows_up(Lanes::all(other), empty, landing, threats);
      std::uint32_t proven = proof.refuted.zero() & legal;
      if (beta > 0) proven &= proof.gain.count().at_least(beta);
      if (proven != 0) return beta > 0 ? beta : 0;
    }
  } else if (beta <= 2) {
    const Lanes goals = forcing_goals(landing, threats);
    std::uint32_t proven = goals.nonzero() & legal;
    if (proven != 0) {
      const Proof<Lanes> proof = first_forces(Lanes::all(other), empty, landing, threats, goals);
      proven &= proof.refuted.zero();
      if (beta > 1) proven &= proof.gain.count().at_least(beta);
      if (proven != 0) return beta > 1 ? beta : 1;
    }
  }

  std::uint32_t active = legal;
  alignas(64) Bits hashes[kLaneCount];
  if constexpr (kTable) {
    Lanes key = Lanes::all(other) + all;
    if (kMirror && (!kShared || ply + 1 < kMirrorBelow)) key = key.minimum(mirrored(key));
    const Lanes hashed = key.times(kHashFactor) & Lanes::all(kHashMask);
    hashed.store(hashes);
    const TableView& table = worker.tables[ply + 1];
    const Lanes entries = Lanes::gather(table.entries, hashed.down_by(table.index_shift), move);
    const Lanes mask = Lanes::all(table.label_mask);
    const Lanes label =
        Lanes::all(table.generation) |
        (up<kLabelAt>(hashed) & Lanes::all(table.label_mask & ((Bits{1} << kGenerationAt) - 1)));
    const std::uint32_t known = ((entries ^ label) & mask).zero() & legal;
    const Lanes lower = entries & Lanes::all(63);
    const Lanes upper = down<6>(entries) & Lanes::all(63);
    if ((upper.at_most(kScoreBias - beta) & known) != 0) {
      store(worker.tables[ply], hash, beta, beta);
      return beta;
    }
    active &= ~(lower.at_least(kScoreBias + 1 - beta) & known);
  }

  alignas(64) Bits after[kLaneCount];
  alignas(64) Bits answers[kLaneCount];
  mover.store(after);
  replies.store(answers);
  const Lanes no_threat = Lanes::where_zero(forced, Lanes::all(0), Lanes::all(1));
  const Lanes ranks = up<2>(threats.count()) - no_threat;
  int best = active == legal ? -kScoreBias : beta - 1;
  if constexpr (kShared) {
    const Shared family{own, other, hash, ply, beta};
    best = try_shared(worker, family, ranks, active, after, answers, hashes, best);
    if (best == kAborted) return kAborted;
  } else {
    Order order(ranks, active);
    for (int lane = order.next(); lane >= 0; lane = order.next()) {
      const int value = -descend<false>(worker, other, after[lane], answers[lane],
                                        kTable ? hashes[lane] : 0, ply + 1, 1 - beta);
      if (value > best) {
        best = value;
        if (value >= beta) break;
      }
    }
  }
  if (kTable || ply < kNoTableFrom) store(worker.tables[ply], hash, best, beta);
  return best;
}

int null_window(Worker& worker, const Quiet& root, int beta) {
  const Bits all = root.own | root.other;
  const Bits hash = root.ply < kNoTableFrom ? hash_of(root.own, all, root.ply) : 0;
  if (worker.team != nullptr)
    return descend<true>(worker, root.own, root.other, root.moves, hash, root.ply, beta);
  return descend<false>(worker, root.own, root.other, root.moves, hash, root.ply, beta);
}

}  // namespace
}  // namespace vier::search
