"""The perfect solver as a Python object."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt import _native
from viergewinnt.book import open_book
from viergewinnt.errors import OptionError, bad_key_in_batch
from viergewinnt.rules.notation import quote
from viergewinnt.rules.position import Position
from viergewinnt.solver.evaluation import Analysis, Evaluation, Source

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path as FilePath

    import numpy as np
    import numpy.typing as npt

    from viergewinnt.book import Book

__all__ = ["Path", "Solver"]

Path: TypeAlias = Literal["automatic", "portable", "avx2", "avx512"]

MAX_THREADS, MAX_TABLE_MB = 1024, 1 << 20


class Solver(_native.Solver):
    """Finds exact values by search.

    A solver remembers what it has searched, so that related positions follow quickly. It serves one
    call at a time: a second thread gets `SolverBusy`. Every call leaves other Python threads
    running, heeds Ctrl-C, and ends with `SearchStopped` when `stop` is called or `time_s` is
    over.

    >>> s = Solver(table_mb=8)
    >>> s.score("121212")
    18
    """

    book: Book | None
    """The opening book it looks into, if there is one."""

    def __init__(
        self,
        *,
        threads: int = 1,
        table_mb: int = 64,
        book: Book | FilePath | str | None = "default",
        path: Path = "automatic",
    ) -> None:
        """Reserves the table, which takes memory as it fills.

        `book` is `default`, the file of another opening book, or None to search only; a file that
        is no good book is refused with `BookError`. `path` forces a set of vector instructions.
        Results are the same with each.
        """
        if not 1 <= threads <= MAX_THREADS:
            raise OptionError(
                f"threads is {threads}; allowed are 1 to {MAX_THREADS}", code="bad_option"
            )
        if not 1 <= table_mb <= MAX_TABLE_MB:
            raise OptionError(
                f"table_mb is {table_mb}; allowed are 1 to {MAX_TABLE_MB}", code="bad_option"
            )
        allowed = ("automatic", *_native.available_paths())
        if path not in allowed:
            raise OptionError(
                f"path is {path!r}; this machine has {', '.join(allowed)}", code="bad_option"
            )
        opened = open_book(book)
        super().__init__(threads, table_mb, path, opened)
        self.book = opened

    def score(self, position: Position | str, *, time_s: float | None = None) -> int:
        """The exact score for the side to move.

        n is a win with the side's n-th stone counted from its last possible one, 0 a draw,
        -n a loss to such a stone of the other side.
        """
        return self.score_of(_position(position), time_s)

    def analyse(self, position: Position | str, *, time_s: float | None = None) -> Analysis:
        """The exact values of all legal columns."""
        position = _position(position)
        started = time.perf_counter()
        scores, nodes, is_from_book = self.analyse_columns(position, time_s)
        elapsed_s = time.perf_counter() - started
        columns = {column: Evaluation.of(score, position) for column, score in scores.items()}
        source: Source = "book" if is_from_book else "search"
        return Analysis(position, columns, nodes, elapsed_s, source)

    @property
    def source(self) -> Source:
        """Where the values of the last call came from.

        `book`: from the opening book, from the rules, or from a search whose every line ended in
        the book; never where the book does not reach.
        """
        return "book" if self.answered_by_book else "search"

    def line(self, position: Position | str, *, time_s: float | None = None) -> str:
        """The columns of best play to the end of the game.

        Of equally good columns the one nearest the middle is played, of two such the left one.
        """
        return self.line_of(_position(position), time_s)

    def scores(
        self,
        positions: npt.NDArray[np.uint64] | Iterable[Position | str | int],
        *,
        progress: Callable[[int, int], object] | None = None,
        time_s: float | None = None,
    ) -> npt.NDArray[np.int8]:
        """The scores of many positions or exact keys, on all threads of this solver.

        `progress` is called with the number done and the number of all, at most 20 times a second.
        The first key that is no undecided position is refused by its place, before any search.
        """
        import numpy as np

        if isinstance(positions, str):
            raise OptionError(
                f"positions is the one text {quote(positions)}; give a sequence of positions",
                code="bad_option",
            )
        keys = positions if isinstance(positions, np.ndarray) else _keys_of(positions)
        if keys.dtype.kind not in "ui" or keys.ndim != 1:
            raise OptionError(
                f"keys must be one row of whole numbers, not {keys.ndim} dimensions of"
                f" {keys.dtype}",
                code="bad_option",
            )
        if keys.dtype.kind == "i" and keys.size and keys.min() < 0:
            raise OptionError(f"a key is {keys.min()}; keys are not negative", code="bad_option")
        scores = np.empty(keys.shape, np.int8)
        self.scores_of(np.ascontiguousarray(keys, np.uint64), scores, progress, time_s)
        return scores


def _position(source: Position | str) -> Position:
    return source if isinstance(source, Position) else Position.parse(source)


def _keys_of(positions: Iterable[Position | str | int]) -> npt.NDArray[np.uint64]:
    import numpy as np

    keys = []
    for place, one in enumerate(positions):
        if not isinstance(one, int | np.integer):
            keys.append(Position.parse(one).key)
        elif 0 <= one < 1 << 49:
            keys.append(int(one))
        else:
            raise bad_key_in_batch(int(one), place)
    return np.array(keys, np.uint64)
