"""The value of a position in a search of limited depth."""

from __future__ import annotations

import math
from typing import Literal, NamedTuple

__all__ = ["Value"]

# Larger than the number of plies of any game.
_HORIZON = 1_000_000


class Value(NamedTuple):
    """A value from one side's point of view; values compare by `<` and `>`.

    `decided` comes first in every comparison, so that a finished game outranks any estimate. It is
    positive for a win and the larger the earlier the win comes, negative for a loss and the larger
    the later the loss comes, and 0 for all else. It counts from the start of the game, so the value
    of a position does not depend on where the search began.
    """

    decided: int
    estimate: float

    @classmethod
    def won_at(cls, ply: int) -> Value:
        """Return the value of a game won with its `ply`-th move."""
        return cls(_HORIZON - ply, 0.0)

    @classmethod
    def lost_at(cls, ply: int) -> Value:
        """Return the value of a game lost to its `ply`-th move."""
        return cls(ply - _HORIZON, 0.0)

    @classmethod
    def estimated(cls, estimate: float) -> Value:
        """Return the value of an undecided or drawn position."""
        return cls(0, estimate)

    def __neg__(self) -> Value:
        """Return the same value as the other side sees it."""
        return Value(-self.decided, -self.estimate)

    @property
    def outcome(self) -> Literal["win", "loss"] | None:
        """The end of the game that is certain, if one is."""
        if self.decided == 0:
            return None
        return "win" if self.decided > 0 else "loss"

    @property
    def end_ply(self) -> int | None:
        """The number of moves after which the win or loss comes, counted from the game's start."""
        return None if self.decided == 0 else _HORIZON - abs(self.decided)

    def just_below(self) -> Value:
        """Return the largest value that is smaller than this one."""
        return Value(self.decided, math.nextafter(self.estimate, -math.inf))


BEST = Value(_HORIZON, math.inf)
WORST = Value(-_HORIZON, -math.inf)
