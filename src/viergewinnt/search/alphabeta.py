"""Alpha-beta in negamax form: the values of minimax for a fraction of the positions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Generic, Literal, TypeAlias

from viergewinnt.search.evaluation import Evaluation, NoEvaluation
from viergewinnt.search.game import Move, Side, StateT, canonical_symmetry
from viergewinnt.search.result import (
    SearchResult,
    require_at_least_one,
    require_moves,
    result_of,
    winning_moves,
)
from viergewinnt.search.value import BEST, WORST, Value

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence

__all__ = ["AlphaBeta", "TableUse"]

TableUse: TypeAlias = Literal["none", "plain", "symmetric"]
"""Remember no position, each position, or each position together with its symmetric images."""


@dataclass(frozen=True, slots=True)
class _Entry:
    """What is known of a position: its value lies between the bounds, both included."""

    lower: Value
    upper: Value
    best: Move
    """The best move, or the one that was good enough, named as in the image the key belongs to."""


@dataclass(slots=True)
class _Search(Generic[StateT]):
    """The state of one search.

    The table needs no depth in its entries: all ways to a position are equally long, so that within
    one search it is always searched to the same depth. For the same reason the side to move in it
    is always the same, so its key alone tells whose estimate an entry holds.
    """

    evaluation: Evaluation[StateT]
    root_side: Side
    table: TableUse
    order: Callable[[StateT], Sequence[Move]]
    entries: dict[int, _Entry]
    nodes: int = 0

    def value(self, state: StateT, depth: int, alpha: Value, beta: Value) -> Value:
        """Return the value of `state` for the side to move in it, within a window.

        A result inside (alpha, beta) is exact; one of alpha or less is an upper bound of the value,
        one of beta or more a lower bound.
        """
        self.nodes += 1
        # Only the player who has just moved can have won.
        if state.winner is not None:
            return Value.lost_at(state.ply)
        if state.is_over:
            return self._from_root_side(state, self.evaluation.draw)
        if depth == 0:
            return self._from_root_side(state, self.evaluation.estimate(state, self.root_side))
        if self.table == "none":
            return self._best_of_moves(state, self.order(state), depth, alpha, beta)[0]
        return self._value_by_table(state, depth, alpha, beta)

    def _from_root_side(self, state: StateT, estimate: float) -> Value:
        """Turn an estimate of the root side's chances to the side to move.

        Every leaf is estimated from the root side, even when the other side is to move there: an
        evaluation in which the sides' estimates are not each other's opposite would otherwise mean
        one thing at odd depths and another at even ones.
        """
        return Value.estimated(estimate if state.to_move == self.root_side else -estimate)

    def _best_of_moves(
        self, state: StateT, moves: Sequence[Move], depth: int, alpha: Value, beta: Value
    ) -> tuple[Value, Move]:
        best, best_move = WORST, moves[0]
        for move in moves:
            value = -self.value(state.play(move), depth - 1, -beta, -alpha)
            if value > best:
                best, best_move = value, move
                alpha = max(alpha, value)
                if alpha >= beta:
                    break
        return best, best_move

    def _value_by_table(self, state: StateT, depth: int, alpha: Value, beta: Value) -> Value:
        symmetry = canonical_symmetry(state) if self.table == "symmetric" else 0
        key = state.keys[symmetry]
        moves = self.order(state)
        entry = self.entries.get(key)
        known_lower, known_upper = WORST, BEST
        if entry is not None:
            known_lower, known_upper = entry.lower, entry.upper
            if known_lower == known_upper or known_lower >= beta:
                return known_lower
            if known_upper <= alpha:
                return known_upper
            first = state.move_of_image(entry.best, symmetry)
            moves = [first, *(move for move in moves if move != first)]

        value, best_move = self._best_of_moves(state, moves, depth, alpha, beta)
        self.entries[key] = _Entry(
            lower=max(known_lower, value) if value > alpha else known_lower,
            upper=min(known_upper, value) if value < beta else known_upper,
            best=state.image_of_move(best_move, symmetry),
        )
        return value


def _in_ascending_order(state: StateT) -> Sequence[Move]:
    return state.legal_moves


class AlphaBeta(Generic[StateT]):
    """Alpha-beta that sees `depth` moves ahead, its own first one included; `None`: to the end.

    Its value and its best moves are those of `Minimax`. Equal moves are chosen at random from
    `rng`, or without one the lowest is.
    """

    def __init__(
        self,
        depth: int | None = 5,
        evaluation: Evaluation[StateT] | None = None,
        *,
        table: TableUse = "symmetric",
        order: Callable[[StateT], Sequence[Move]] = _in_ascending_order,
        all_values: bool = True,
        rng: random.Random | None = None,
    ) -> None:
        """Settle what does not change from one position to the next.

        `order` says in which order the legal moves of a state are tried, good ones first for speed.
        A symmetric table needs an evaluation that is the same for all images of a position. Without
        `all_values` moves worse than the best are not searched to the end and have no value.
        """
        if depth is not None:
            require_at_least_one("depth", depth)
        self.depth = depth
        self.evaluation: Evaluation[StateT] = NoEvaluation() if evaluation is None else evaluation
        self.table = table
        self.all_values = all_values
        self._order = order
        self._rng = rng

    def choose(self, state: StateT) -> SearchResult:
        """Search from `state`; raise `IllegalMove` when the game is over."""
        moves = require_moves(state)
        depth = state.plies_left if self.depth is None else self.depth
        if wins := winning_moves(state):
            won = dict.fromkeys(wins, Value.won_at(state.ply + 1))
            return result_of(won, depth=depth, nodes=len(moves), rng=self._rng)
        search = _Search(self.evaluation, state.to_move, self.table, self._order, {})
        values: dict[Move, Value] = {}
        best = WORST
        for move in self._order(state):
            # A window that begins just below the best value keeps equal values exact.
            alpha = WORST if self.all_values else best.just_below()
            value = -search.value(state.play(move), depth - 1, WORST, -alpha)
            if value > alpha:
                values[move] = value
                best = max(best, value)
        exact = values if self.all_values else {m: v for m, v in values.items() if v == best}
        return result_of(exact, depth=depth, nodes=search.nodes, rng=self._rng)
