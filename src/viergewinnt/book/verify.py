"""Verifying a book: its positions searched once more, without it."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from viergewinnt import _native
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import numpy.typing as npt

    from viergewinnt.book.book import Book

__all__ = ["Difference", "sample_keys", "verify"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A position whose score in the book is not what search says, or that the book lacks."""

    position: Position
    in_book: int | None
    searched: int


def sample_keys(stones: int, count: int | None, seed: int) -> npt.NDArray[np.uint64]:
    """The keys of so many members of a section, drawn without repetition; None: all of them.

    Which positions are members is worked out anew from the rules; the book is not asked.
    """
    keys = np.array(list(_members(stones)), np.uint64)
    if count is None or count >= len(keys):
        return keys
    chosen = random.Random(seed * 100 + stones).sample(range(len(keys)), count)
    return keys[sorted(chosen)]


def _members(stones: int) -> Iterator[int]:
    for chunk in range(_native.book_chunks(stones)):
        yield from _native.book_members(stones, chunk)


def verify(
    book: Book,
    keys: npt.NDArray[np.uint64],
    *,
    threads: int = 1,
    table_mb: int = 512,
    progress: Callable[[int, int], object] | None = None,
) -> list[Difference]:
    """The positions with these keys for which the book says anything but what search finds."""
    scores = np.empty(len(keys), np.int8)
    _native.Solver(threads, table_mb, "automatic", None).scores_of(keys, scores, progress)
    found: list[Difference] = []
    for key, searched in zip(map(int, keys), map(int, scores), strict=True):
        position = Position.from_key(key)
        in_book = book.lookup(position)
        if in_book != searched:
            found.append(Difference(position, in_book, searched))
    return found
