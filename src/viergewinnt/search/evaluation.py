"""Estimates for positions where a search of limited depth has to stop."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Generic, Literal, Protocol, TypeAlias, TypeVar

from viergewinnt.errors import OptionError
from viergewinnt.search.game import Side, State, StateT, canonical_symmetry
from viergewinnt.search.montecarlo import tally
from viergewinnt.search.result import require_at_least_one

if TYPE_CHECKING:
    from viergewinnt.search.connect import ConnectPosition

__all__ = [
    "CachedEvaluation",
    "Evaluation",
    "NoEvaluation",
    "PlayoutEvaluation",
    "Reading",
    "WindowEvaluation",
    "WindowWeights",
]

StateT_contra = TypeVar("StateT_contra", bound=State, contravariant=True)

Reading: TypeAlias = Literal["share", "best", "mean"]


class Evaluation(Protocol[StateT_contra]):
    """Estimates how well an undecided position stands for a side: 0 is even, more is better.

    The estimate may depend only on the position up to symmetry and on whether the side is to move.
    """

    @property
    def antisymmetric(self) -> bool:
        """Whether the estimates for the two sides are always each other's opposite."""

    @property
    def draw(self) -> float:
        """The estimate of a drawn game, for either side."""

    def estimate(self, state: StateT_contra, side: Side) -> float:
        """Return the estimate of an undecided `state` for `side`."""


class NoEvaluation:
    """Takes every undecided position for even."""

    antisymmetric = True
    draw = 0.0

    def estimate(self, state: State, side: Side) -> float:  # noqa: ARG002 - it looks at nothing
        """Return 0."""
        return 0.0


@dataclass(frozen=True)
class PlayoutEvaluation:
    """Estimates by random playouts, from -1 (all lost) to 1 (all won): twice the share less one.

    The share of a side is, by `reading`:

    - `share`: its wins in `playouts` playouts of the position;
    - `best`: its wins in `playouts` playouts of the reply that does best for the side to move;
    - `mean`: the mean of its wins over all moves, each played out `playouts` times.

    A draw counts as `draw_share` of a win. With one half the shares of the two sides add to one;
    with less, a draw is worse than an even game for both. The playouts of a position depend only on
    `seed` and on the position up to symmetry and the names of the sides.
    """

    playouts: int = 100
    reading: Reading = "share"
    draw_share: float = 0.5
    seed: int = 0

    def __post_init__(self) -> None:
        require_at_least_one("playouts", self.playouts)
        if self.reading not in ("share", "best", "mean"):
            message = f"reading is {self.reading!r}: allowed are 'share', 'best', 'mean'"
            raise OptionError(message, code="bad_option", option="reading", value=self.reading)
        if not 0 <= self.draw_share <= 1:
            message = f"draw_share is {self.draw_share}: it must lie between 0 and 1"
            raise OptionError(message, code="bad_option", option="draw_share")

    @property
    def antisymmetric(self) -> bool:
        """True when a draw counts half."""
        return self.draw_share == 0.5

    @property
    def draw(self) -> float:
        """The estimate when all playouts are draws."""
        return 2 * self.draw_share - 1

    def estimate(self, state: State, side: Side) -> float:
        """Return twice the share of `side` less one."""
        return 2 * self.share(state, side) - 1

    def share(self, state: State, side: Side) -> float:
        """Return the share of `side`, from 0 to 1."""
        # Playing out always the same one of the symmetric images gives all of them the same result.
        state = state.image(canonical_symmetry(state))
        mover = state.to_move
        rng = random.Random(f"{self.seed}/{state.keys[0]}")
        if self.reading == "share":
            tallies = [tally(state, mover, self.playouts, rng)]
        else:
            tallies = [
                tally(state.play(move), mover, self.playouts, rng) for move in state.legal_moves
            ]
        if self.reading == "best":
            tallies = [max(tallies, key=lambda reply: reply.share(self.draw_share))]
        if side != mover:
            tallies = [reply.for_other_side() for reply in tallies]
        return sum(reply.share(self.draw_share) for reply in tallies) / len(tallies)


@dataclass(frozen=True)
class WindowWeights:
    """Points for each window (line of `run` cells) and for stones in the middle column."""

    complete: float = 15.0
    """All cells own."""
    one_missing: float = 3.0
    """All own but one, and that one empty."""
    two_missing: float = 1.0
    """At least one own, and two empty."""
    other_one_missing: float = -2.0
    """All the other side's but one, and that one empty."""
    middle: float = 3.5
    """Each own stone in the middle column; a board with an even number of columns has none."""


@dataclass(frozen=True)
class WindowEvaluation:
    """Adds up points over all windows of a Connect Four position.

    What a side gains for its own windows is not what the other side loses by them, so this is not
    antisymmetric.
    """

    weights: WindowWeights = field(default_factory=WindowWeights)
    antisymmetric = False
    draw = 0.0

    def estimate(self, state: ConnectPosition, side: Side) -> float:
        """Return the points of `side`."""
        board, weights = state.board, self.weights
        points = 0.0
        for window in board.windows:
            stones = [state.stone(cell) for cell in window]
            empty = stones.count(None)
            own = stones.count(side)
            if own + empty == board.run:
                points += self._own_window(own, empty)
            elif own == 0 and empty == 1:
                points += weights.other_one_missing
        if board.columns % 2 == 1:
            middle = state.columns[board.columns // 2]
            points += weights.middle * middle.count(side)
        return points

    def _own_window(self, own: int, empty: int) -> float:
        """Return the points of a window without stones of the other side."""
        if own == 0:
            return 0.0
        if empty == 0:
            return self.weights.complete
        if empty == 1:
            return self.weights.one_missing
        return self.weights.two_missing if empty == 2 else 0.0


class CachedEvaluation(Generic[StateT]):
    """Estimates each position only once, together with its symmetric images.

    Worth it for an evaluation that costs far more than a look into a table. It may serve any number
    of searches.
    """

    def __init__(self, evaluation: Evaluation[StateT]) -> None:
        self.evaluation = evaluation
        self._estimates: dict[tuple[int, bool], float] = {}

    @property
    def antisymmetric(self) -> bool:
        """As the evaluation inside."""
        return self.evaluation.antisymmetric

    @property
    def draw(self) -> float:
        """As the evaluation inside."""
        return self.evaluation.draw

    def __len__(self) -> int:
        """Return the number of estimates kept."""
        return len(self._estimates)

    def estimate(self, state: StateT, side: Side) -> float:
        """Return the estimate, computed now or before."""
        moves_next = side == state.to_move
        if self.antisymmetric and not moves_next:
            return -self.estimate(state, state.to_move)
        # Keys are relative to the side to move. Where the two sides' estimates are not each other's
        # opposite, the table's key must also say whose estimate it is.
        key = (min(state.keys), moves_next)
        if key not in self._estimates:
            self._estimates[key] = self.evaluation.estimate(state, side)
        return self._estimates[key]
