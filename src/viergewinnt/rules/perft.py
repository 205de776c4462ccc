"""Counting games and positions by ply, to check the rules against published numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["PlyCount", "perft"]

MAX_PLY = 42


@dataclass(frozen=True, slots=True)
class PlyCount:
    """Games of exactly `ply` stones and the distinct positions after them, finished ones too."""

    ply: int
    sequences: int
    positions: int


def perft(depth: int) -> Iterator[PlyCount]:
    """Counts every ply from 0 to `depth`, each as soon as it is known.

    >>> [count.positions for count in perft(4)]
    [1, 7, 49, 238, 1120]
    """
    if not 0 <= depth <= MAX_PLY:
        raise OptionError(f"depth is {depth}; allowed are 0 to {MAX_PLY}", code="bad_option")
    return _walk(depth)


def _walk(depth: int) -> Iterator[PlyCount]:
    walk = _native.Perft()
    yield PlyCount(0, walk.sequences, walk.positions)
    for ply in range(1, depth + 1):
        walk.advance()
        yield PlyCount(ply, walk.sequences, walk.positions)
