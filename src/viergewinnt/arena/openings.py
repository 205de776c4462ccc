"""Opening positions: all that are fair to begin with at a ply, and draws among them."""

from __future__ import annotations

import random
from functools import lru_cache
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.errors import OptionError
from viergewinnt.rules.position import Position
from viergewinnt.rules.setup import COLUMNS, ROWS

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    Boards = npt.NDArray[np.uint64]

__all__ = ["MAX_OPENING_PLY", "draw_openings", "moves_to", "openings"]

MAX_OPENING_PLY = 12  # millions of positions; each further ply is about three times as many
COLUMN_BITS = ROWS + 1
COLUMN = (1 << ROWS) - 1
DIRECTIONS = (1, COLUMN_BITS - 1, COLUMN_BITS, COLUMN_BITS + 1)


@lru_cache(maxsize=2)
def openings(ply: int) -> tuple[Boards, Boards]:
    """All undecided positions of a ply where nobody wins with the next stone, up to mirror.

    As bitboards: the stones of the side to move, and all stones. Their order is always the same.
    """
    import numpy as np

    if not 0 <= ply <= MAX_OPENING_PLY:
        raise OptionError(
            f"opening_ply is {ply}; allowed are 0 to {MAX_OPENING_PLY}", code="bad_option"
        )
    own = every = np.zeros(1, np.uint64)
    for _ in range(ply):
        own, every = _next_ply(own, every)
    quiet = np.ones(len(own), bool)
    for column in range(COLUMNS):
        quiet &= ~_has_four(own | _stone(every, column))
    return own[quiet], every[quiet]


def draw_openings(ply: int, count: int, seed: int) -> tuple[str, ...]:
    """So many different openings, each as the digits of a game that leads there."""
    own, every = openings(ply)
    if not 1 <= count <= len(own):
        raise OptionError(
            f"{2 * count} games a pairing need {count} openings, each played with both colours;"
            f" at ply {ply} there are {len(own)}",
            code="bad_option",
            openings=len(own),
        )
    drawn = random.Random(f"{seed}/openings").sample(range(len(own)), count)
    boards = [(int(own[place]), int(every[place])) for place in drawn]
    return tuple(moves_to(_native.from_bitboards(Position, *pair)) for pair in boards)


def moves_to(position: Position) -> str:
    """Digits that lead to an undecided position; of several orders always the same one."""
    moves = _moves_back(*position.bitboards)
    if moves is None:
        raise OptionError(f"no order of moves leads to {position.text}", code="bad_option")
    return moves


def _moves_back(own: int, every: int) -> str | None:
    """Takes the last stone of the waiting side off, in each way until the board is empty."""
    if not every:
        return ""
    for column in range(COLUMNS):
        stones = every & COLUMN << column * COLUMN_BITS
        top = stones and 1 << stones.bit_length() - 1
        if top and not own & top:
            before = _moves_back(every ^ own ^ top, every ^ top)
            if before is not None:
                return f"{before}{column + 1}"
    return None


def _next_ply(own: Boards, every: Boards) -> tuple[Boards, Boards]:
    """The undecided positions after one more stone, each once up to mirror, in order of key."""
    import numpy as np

    after = []
    for column in range(COLUMNS):
        stone = _stone(every, column)
        played = (stone != 0) & ~_has_four(own | stone)
        waiting = own[played] | stone[played]
        all_stones = every[played] | stone[played]
        after.append((all_stones ^ waiting, all_stones))
    next_own, next_every = (np.concatenate(boards) for boards in zip(*after, strict=True))
    mirrored_own, mirrored_every = _mirrored(next_own), _mirrored(next_every)
    swap = mirrored_own + mirrored_every < next_own + next_every
    next_own = np.where(swap, mirrored_own, next_own)
    next_every = np.where(swap, mirrored_every, next_every)
    # The sum tells positions apart: in each column it is the stones of the side to move above the
    # bits below the column's height.
    _, first = np.unique(next_own + next_every, return_index=True)
    return next_own[first], next_every[first]


def _stone(every: Boards, column: int) -> Boards:
    """The bit of the next stone in a column; 0 where the column is full."""
    import numpy as np

    bottom, cells = 1 << column * COLUMN_BITS, COLUMN << column * COLUMN_BITS
    stones: Boards = (every + np.uint64(bottom)) & np.uint64(cells)
    return stones & ~every


def _has_four(stones: Boards) -> npt.NDArray[np.bool_]:
    import numpy as np

    found = np.zeros(len(stones), bool)
    for step in DIRECTIONS:
        twos = stones & stones >> np.uint64(step)
        found |= (twos & twos >> np.uint64(2 * step)) != 0
    return found


def _mirrored(boards: Boards) -> Boards:
    import numpy as np

    image = np.zeros_like(boards)
    for column in range(COLUMNS):
        cells = boards >> np.uint64(column * COLUMN_BITS) & np.uint64(COLUMN)
        image |= cells << np.uint64((COLUMNS - 1 - column) * COLUMN_BITS)
    return image
