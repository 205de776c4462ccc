"""The position database as tournaments see it: shared by many engines, and never written."""

from __future__ import annotations

from contextlib import AbstractContextManager, ExitStack
from functools import cached_property
from typing import TYPE_CHECKING, Self

from viergewinnt.composition import open_database

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.engines.memory import Memory, Row, Wanted
    from viergewinnt.rules.position import Position

__all__ = ["Reader"]


class Reader:
    """A `Memory` that opens the position database when the first engine asks, and only reads it.

    What was preloaded for one game is there for the next. A context manager, which closes it.
    """

    def __init__(self) -> None:
        self._open = ExitStack()
        self._preloaded: dict[tuple[int, Wanted], Sequence[Row]] = {}

    @cached_property
    def _memory(self) -> Memory:
        memory = open_database()
        if isinstance(memory, AbstractContextManager):
            self._open.enter_context(memory)
        return memory

    def lookup(self, position: Position, wanted: Wanted) -> Row | None:
        """See `Memory`."""
        return self._memory.lookup(position, wanted)

    def store(self, row: Row) -> bool:  # noqa: ARG002 - nothing is written
        """Writes nothing."""
        return False

    def preload(self, max_ply: int, wanted: Wanted) -> Sequence[Row]:
        """See `Memory`."""
        asked = max_ply, wanted
        if asked not in self._preloaded:
            self._preloaded[asked] = self._memory.preload(max_ply, wanted)
        return self._preloaded[asked]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()
