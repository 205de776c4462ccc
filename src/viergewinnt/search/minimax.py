"""Minimax to a fixed depth: every line of play, with no shortcut but one.

The shortcut is the rule that a move that wins at once is taken before anything else is looked at.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Generic

from viergewinnt.search.evaluation import Evaluation, NoEvaluation
from viergewinnt.search.game import Side, StateT
from viergewinnt.search.result import (
    SearchResult,
    require_at_least_one,
    require_moves,
    result_of,
    winning_moves,
)
from viergewinnt.search.value import Value

if TYPE_CHECKING:
    import random

__all__ = ["Minimax"]


class Minimax(Generic[StateT]):
    """Minimax that sees `depth` moves ahead, its own first one included.

    Equal moves are chosen at random from `rng`, or without one the lowest is.
    """

    def __init__(
        self,
        depth: int = 5,
        evaluation: Evaluation[StateT] | None = None,
        *,
        rng: random.Random | None = None,
    ) -> None:
        require_at_least_one("depth", depth)
        self.depth = depth
        self.evaluation: Evaluation[StateT] = NoEvaluation() if evaluation is None else evaluation
        self._rng = rng
        self._nodes = 0

    def choose(self, state: StateT) -> SearchResult:
        """Search every move; raise `IllegalMove` when the game is over."""
        moves = require_moves(state)
        root_side = state.to_move
        if wins := winning_moves(state):
            won = dict.fromkeys(wins, Value.won_at(state.ply + 1))
            return result_of(won, depth=self.depth, nodes=len(moves), rng=self._rng)
        self._nodes = 0
        values = {move: self._value(state.play(move), self.depth - 1, root_side) for move in moves}
        return result_of(values, depth=self.depth, nodes=self._nodes, rng=self._rng)

    def _value(self, state: StateT, depth: int, root_side: Side) -> Value:
        """Return the value that `state` has for the side to move at the root."""
        self._nodes += 1
        # Only the player who has just moved can have won.
        if state.winner is not None:
            if state.winner == root_side:
                return Value.won_at(state.ply)
            return Value.lost_at(state.ply)
        moves = state.legal_moves
        if not moves:
            return Value.estimated(self.evaluation.draw)
        if depth == 0:
            return Value.estimated(self.evaluation.estimate(state, root_side))
        values = [self._value(state.play(move), depth - 1, root_side) for move in moves]
        return max(values) if state.to_move == root_side else min(values)
