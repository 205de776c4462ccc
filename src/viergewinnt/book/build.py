"""Building a book: the longest positions by a job, the shorter ones by search that ends in those.

A book of n stones has the positions of n stones and all those of up to 8, or of up to n when n is
smaller. Between 8 and n a few moves of search lead to the positions of n stones, so these are left
out.
"""

from __future__ import annotations

import functools
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, cast

from viergewinnt import _native
from viergewinnt.book.book import Book, open_book
from viergewinnt.errors import OptionError
from viergewinnt.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from viergewinnt.jobs import JSON

__all__ = ["MAX_PLIES", "assemble", "book_job", "plies_of_book"]

FORMAT = 1
LONGEST_SHORT = 8
MAX_PLIES = 12
TABLE_MB = 512


def plies_of_book(plies: int) -> list[int]:
    """The numbers of stones of which a book with this longest one has positions, ascending."""
    if not 0 <= plies <= MAX_PLIES:
        raise OptionError(f"plies is {plies}; allowed are 0 to {MAX_PLIES}", code="bad_option")
    return sorted({*range(min(plies, LONGEST_SHORT) + 1), plies})


def book_job(plies: int, using: Path | str | None = None) -> Job:
    """The job that scores all positions of so many stones, a chunk for each shape.

    A book given as `using`, a file or `default`, shortens the search and changes no score. Every
    worker needs it; a bad one is refused here.
    """
    plies_of_book(plies)
    parameters: dict[str, JSON] = {"format": FORMAT, "plies": plies}
    if using == "default":
        parameters["using"] = "default"
    elif using is not None:
        # Workers may run in other folders than this one.
        parameters["using"] = str(Book(using).path.absolute())
    return Job(
        name="book",
        parameters=parameters,
        chunks=_native.book_chunks(plies),
        work=solve_chunk,
        unit="shapes",
    )


def solve_chunk(parameters: Mapping[str, JSON], chunk: int) -> bytes:
    """The symbols of one shape, as the core encodes them."""
    using = cast("str | None", parameters.get("using"))
    return _solver(using).book_chunk(cast("int", parameters["plies"]), chunk)


@functools.lru_cache(maxsize=1)
def _solver(using: str | None) -> _native.Solver:
    # Kept from chunk to chunk: neighbouring shapes lead to the same positions.
    return _native.Solver(1, TABLE_MB, "automatic", open_book(using))


def assemble(
    plies: int, chunks: Sequence[bytes], report: Callable[[int], object] = lambda _stones: None
) -> bytes:
    """The file of a book, from the finished chunks of its job.

    The sections of fewer stones are searched here, each with the help of those before; `report` is
    called with the number of stones when one is begun. Takes less than a minute.
    """
    sections = {plies: b"".join(chunks)}
    shorter = sorted(set(plies_of_book(plies)) - {plies}, reverse=True)
    with TemporaryDirectory() as folder:
        for stones in shorter:
            report(stones)
            path = Path(folder, f"{stones}.book")
            path.write_bytes(_native.encode_book(sections))
            solver = _native.Solver(1, TABLE_MB, "automatic", Book(path))
            sections[stones] = b"".join(
                solver.book_chunk(stones, chunk) for chunk in range(_native.book_chunks(stones))
            )
    return _native.encode_book(sections)
