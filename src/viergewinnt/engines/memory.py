"""What engines know of the position database: a protocol, its rows, and when a row is believed."""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Literal, Protocol, TypeAlias

from viergewinnt.engines.choice import Score
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from datetime import datetime

    from viergewinnt.engines.choice import Choice

__all__ = ["DictMemory", "Memory", "Perspective", "ReadOnly", "Row", "Wanted", "best_row"]

Perspective: TypeAlias = Literal["to_move", "other"]
"""Whose estimate the leaves of a search were, seen from the position of a row."""


def _mirrors(position: Position) -> bool:
    """Whether the canonical image of a position is its mirror image."""
    return position.key != position.canonical_key


def _turned(columns: Mapping[int, Score], position: Position) -> dict[int, Score]:
    """Scores by column, between a position's own and its canonical orientation."""
    if not _mirrors(position):
        return dict(columns)
    return {8 - column: columns[column] for column in sorted(columns, reverse=True)}


@dataclass(frozen=True, slots=True)
class Row:
    """One evaluated position, in canonical orientation: that of the image with the smaller key."""

    key: int
    """The canonical key: exact, and relative to the side to move."""
    engine: str
    """The canonical SPEC of what computed it, without seed, memory and threads."""
    evaluation: str
    """All that the score depends on besides the depth or playouts reached; compared as a whole."""
    depth: int | None
    playouts: int | None
    column: int
    score: Score
    columns: Mapping[int, Score] | None
    side: Perspective | None
    """None where the estimates of the two sides are each other's opposite."""
    at: datetime

    @classmethod
    def of(cls, position: Position, choice: Choice, wanted: Wanted, *, at: datetime) -> Row:
        """The row that keeps a choice made in a position by the engine that wanted such rows."""
        return cls(
            key=position.canonical_key,
            engine=wanted.engine,
            evaluation=wanted.evaluation,
            depth=choice.depth,
            playouts=choice.playouts if choice.depth is None else None,
            column=8 - choice.column if _mirrors(position) else choice.column,
            score=Score(choice.score, choice.score_kind),
            columns=_turned(choice.columns, position) if choice.columns else None,
            side=wanted.side,
            at=at,
        )

    def column_for(self, position: Position) -> int:
        """The best column in the orientation of a position with this canonical key."""
        return 8 - self.column if _mirrors(position) else self.column

    def columns_for(self, position: Position) -> Mapping[int, Score] | None:
        """The scores of the columns in the orientation of a position with this canonical key."""
        return None if self.columns is None else _turned(self.columns, position)


@dataclass(frozen=True, slots=True)
class Wanted:
    """What a row must have to be believed."""

    engine: str
    """Who asks, as rows of its own name it; not compared."""
    evaluation: str
    depth: int | None = None
    playouts: int | None = None
    side: Perspective | None = None

    def accepts(self, row: Row) -> bool:
        """Whether the row was evaluated alike and at least as deeply."""
        return (
            row.evaluation == self.evaluation
            and row.side == self.side
            and _suffices(row.depth, self.depth)
            and _suffices(row.playouts, self.playouts)
        )


def _suffices(reached: int | None, wanted: int | None) -> bool:
    return wanted is None or (reached is not None and reached >= wanted)


def _effort(row: Row) -> tuple[int, int]:
    return row.depth or 0, row.playouts or 0


def best_row(rows: Iterable[Row], wanted: Wanted) -> Row | None:
    """The row to use or, if none may be used, the one to show.

    Among the accepted rows, otherwise among all, the deepest, then that of most playouts, then the
    oldest.
    """
    rows = list(rows)
    accepted = [row for row in rows if wanted.accepts(row)]
    found = sorted(accepted or rows, key=lambda row: (row.at, row.engine))
    return max(found, key=_effort, default=None)


class Memory(Protocol):
    """Keeps rows for good. Several threads and processes may use one memory at once."""

    def lookup(self, position: Position, wanted: Wanted) -> Row | None:
        """`best_row` of the position; the caller asks `wanted.accepts` before it believes it."""

    def store(self, row: Row) -> bool:
        """Keeps the row, and says whether that changed anything.

        There is one row for each key, engine and side; it gives way only to one of more depth or
        more playouts.
        """

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        """The rows of positions of at most `max_ply` stones, evaluated as wanted, of any depth.

        At most one for each key, the deepest; scores of columns may be left out.
        """


class DictMemory:
    """A memory that lives as long as its process: the reference, and for tests."""

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows: dict[int, dict[tuple[str, Perspective | None], Row]] = {}
        self._lock = Lock()
        for row in rows:
            self.store(row)

    def __len__(self) -> int:
        return sum(len(rows) for rows in self._rows.values())

    def lookup(self, position: Position, wanted: Wanted) -> Row | None:
        """See `Memory`."""
        with self._lock:
            return best_row(self._rows.get(position.canonical_key, {}).values(), wanted)

    def store(self, row: Row) -> bool:
        """See `Memory`."""
        with self._lock:
            rows = self._rows.setdefault(row.key, {})
            known = rows.get((row.engine, row.side))
            if known is not None and _effort(known) >= _effort(row):
                return False
            rows[row.engine, row.side] = row
            return True

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        """See `Memory`."""
        any_depth = Wanted(wanted.engine, wanted.evaluation, side=wanted.side)
        with self._lock:
            shallow = [
                rows.values()
                for key, rows in self._rows.items()
                if Position.from_key(key).ply <= max_ply
            ]
        found = (best_row(filter(any_depth.accepts, rows), any_depth) for rows in shallow)
        return [row for row in found if row is not None]


class ReadOnly:
    """A memory that is asked but never written."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory

    def lookup(self, position: Position, wanted: Wanted) -> Row | None:
        """See `Memory`."""
        return self._memory.lookup(position, wanted)

    def store(self, row: Row) -> bool:  # noqa: ARG002 - nothing is written
        """Writes nothing."""
        return False

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        """See `Memory`."""
        return self._memory.preload(max_ply, wanted)
