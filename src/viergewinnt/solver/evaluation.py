"""What the solver says of a position and of each of its columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt.rules.setup import COLUMNS, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.rules.position import Position

__all__ = ["Analysis", "Evaluation", "Outcome", "Source"]

Outcome: TypeAlias = Literal["win", "draw", "loss"]
Source: TypeAlias = Literal["search", "book"]

STONES_A_SIDE = COLUMNS * ROWS // 2


@dataclass(frozen=True, slots=True)
class Evaluation:
    """An exact value for the side to move, under best play of both sides."""

    score: int
    """0 is a draw, n a win with the side's n-th stone counted from its last possible one, -n a loss
    to such a stone of the other side."""
    plies: int
    """Stones until the end of the game, this side's next one included."""

    @property
    def outcome(self) -> Outcome:
        """The score without its size."""
        return "draw" if self.score == 0 else "win" if self.score > 0 else "loss"

    @classmethod
    def of(cls, score: int, position: Position) -> Evaluation:
        """The evaluation that a score means in this position."""
        return _evaluation(score, position.ply)


@cache  # There are few, and making seven of them takes longer than looking them up in a book.
def _evaluation(score: int, ply: int) -> Evaluation:
    if score == 0:
        return Evaluation(0, 2 * STONES_A_SIDE - ply)
    stones_at_end = STONES_A_SIDE + 1 - abs(score)  # of the winner
    if score > 0:
        return Evaluation(score, 2 * (stones_at_end - ply // 2) - 1)
    return Evaluation(score, 2 * (stones_at_end - (ply + 1) // 2))


@dataclass(frozen=True, slots=True)
class Analysis:
    """The exact values of all legal columns of a position."""

    position: Position
    columns: Mapping[int, Evaluation]
    """For each legal column, what playing it is worth to the side to move."""
    nodes: int
    """Positions searched; 0 when the answer needed no search."""
    elapsed_s: float
    source: Source
    """`book` when every value came from the opening book, from the rules, or from a few moves of
    search that ended in the book; never where the book does not reach."""

    @property
    def best(self) -> tuple[int, ...]:
        """The columns of the highest score, in ascending order."""
        top = self.evaluation.score
        return tuple(column for column, found in self.columns.items() if found.score == top)

    @property
    def evaluation(self) -> Evaluation:
        """The value of the position itself."""
        return max(self.columns.values(), key=lambda found: found.score)
