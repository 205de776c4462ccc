"""Random positions without a winner."""

from __future__ import annotations

import random
from typing import Literal

from viergewinnt import _native
from viergewinnt.errors import OptionError
from viergewinnt.rules.position import Position

__all__ = ["random_position"]

MAX_STONES = 42


def random_position(
    stones: int,
    *,
    over: Literal["games", "positions"] = "games",
    rng: random.Random | None = None,
    seed: int | None = None,
) -> Position:
    """A random position with exactly so many stones and no winner.

    Over games: every move is uniform among the open columns, and games won on the way are drawn
    again. Over positions: every distinct position that play can reach is equally likely. The
    same `seed`, or the same state of `rng`, gives the same position on every machine; without
    either it is fresh.
    """
    if not 0 <= stones <= MAX_STONES:
        raise OptionError(f"stones is {stones}; allowed are 0 to {MAX_STONES}", code="bad_option")
    if over not in ("games", "positions"):
        raise OptionError(f"over is {over!r}; allowed are 'games', 'positions'", code="bad_option")
    if rng is not None and seed is not None:
        raise OptionError("give either rng or seed, not both", code="bad_option")
    source = rng if rng is not None else random.Random(seed)
    return _native.random_position(Position, stones, over == "games", source.getrandbits(64))
