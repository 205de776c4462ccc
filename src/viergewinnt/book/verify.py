"""Verifying a book: its positions searched once more, without it."""

from __future__ import annotations

import functools
import json
import random
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

import numpy as np

from viergewinnt import _native
from viergewinnt.book.book import Book
from viergewinnt.errors import OptionError
from viergewinnt.jobs import Job
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

    import numpy.typing as npt

    from viergewinnt.jobs import JSON

__all__ = ["Difference", "differences_in", "sample_keys", "verify", "verify_job"]

TABLE_MB = 512
# Of so many places members stand at more than one, so that drawing places soon finds a few.
FEW = 4


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
    if count is not None and count < 1:
        raise OptionError(
            f"the sample is {count}; allowed are whole numbers from 1 on", code="bad_option"
        )
    rng = random.Random(seed * 100 + stones)
    places = _native.book_places(stones)
    if count is not None and count < places // FEW:
        found: dict[int, int] = {}
        while len(found) < count:
            place = rng.randrange(places)
            if (key := _native.book_member(stones, place)) is not None:
                found[place] = key
        return np.array([found[place] for place in sorted(found)], np.uint64)
    keys = np.array(list(_members(stones)), np.uint64)
    if count is None or count >= len(keys):
        return keys
    return keys[sorted(rng.sample(range(len(keys)), count))]


def _members(stones: int) -> Iterator[int]:
    for chunk in range(_native.book_chunks(stones)):
        yield from _native.book_members(stones, chunk)


def verify(
    book: Book,
    keys: npt.NDArray[np.uint64],
    solver: _native.Solver,
    *,
    progress: Callable[[int, int], object] | None = None,
) -> list[Difference]:
    """The positions with these keys for which the book says anything but what search finds.

    The solver must be one without a book, or nothing would be verified.
    """
    if getattr(solver, "book", None) is not None:
        raise OptionError("a book is verified by a solver with book=None", code="bad_option")
    scores = np.empty(len(keys), np.int8)
    solver.scores_of(keys, scores, progress)
    found: list[Difference] = []
    for key, searched in zip(map(int, keys), map(int, scores), strict=True):
        position = Position.from_key(key)
        in_book = book.lookup(position)
        if in_book != searched:
            found.append(Difference(position, in_book, searched))
    return found


def verify_job(book: Book, stones: int) -> Job:
    """The job that verifies a whole section, a chunk for each shape; see `differences_in`."""
    return Job(
        name="verify",
        # Workers may run in other folders than this one.
        parameters={
            "book": str(book.path.absolute()),
            "crc32": f"{book.checksum:08x}",
            "stones": stones,
        },
        chunks=_native.book_chunks(stones),
        work=verify_chunk,
        unit=f"shapes of {stones} stones",
    )


def verify_chunk(parameters: Mapping[str, JSON], chunk: int) -> bytes:
    """The differences of one shape as JSON: key, what the book says, what search finds."""
    book, solver = _tools(cast("str", parameters["book"]), cast("str", parameters["crc32"]))
    keys = np.array(_native.book_members(cast("int", parameters["stones"]), chunk), np.uint64)
    found = verify(book, keys, solver)
    return json.dumps([(one.position.key, one.in_book, one.searched) for one in found]).encode()


def differences_in(chunks: Iterable[bytes]) -> list[Difference]:
    """What the finished chunks of a job found."""
    return [
        Difference(Position.from_key(key), in_book, searched)
        for chunk in chunks
        for key, in_book, searched in json.loads(chunk)
    ]


@functools.lru_cache(maxsize=1)
def _tools(path: str, crc32: str) -> tuple[Book, _native.Solver]:
    book = Book(path)
    if f"{book.checksum:08x}" != crc32:
        raise OptionError(f"{path} is not the book to verify any more", code="bad_option")
    return book, _native.Solver(1, TABLE_MB, "automatic", None)
