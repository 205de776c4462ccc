"""What every engine offers, and what all engines of this package share."""

from __future__ import annotations

import secrets
import time
from abc import ABC, abstractmethod
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from threading import Lock
from typing import TYPE_CHECKING, ClassVar, Generic, Protocol, TypeVar

from viergewinnt import _native
from viergewinnt.engines.choice import Choice
from viergewinnt.engines.limit import NO_LIMIT, Limit
from viergewinnt.engines.memory import Row, Wanted
from viergewinnt.errors import OptionError, StoreError, engine_busy, finished_position
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from viergewinnt.engines.memory import Memory
    from viergewinnt.engines.options import Options, Value

__all__ = ["BaseEngine", "Engine", "EngineKind", "OptionsT", "Parts", "no_memory"]

OptionsT = TypeVar("OptionsT", bound="Options")
T = TypeVar("T")
# Faults of a database that was never made ready: whoever named it has to hear of them.
NOT_READY = {"driver_missing", "schema_missing", "schema_newer", "schema_older"}


class Engine(Protocol):
    """Picks a column in any undecided position. One engine serves one call at a time."""

    @property
    def name(self) -> str:
        """The name in the registry."""

    @property
    def spec(self) -> str:
        """The canonical SPEC: `vg.engine(e.spec)` is an engine like this one."""

    @property
    def sight(self) -> int | None:
        """Stones ahead, its own first one included, that it is sure of; None: not by depth."""

    def choose(self, position: Position | str, limit: Limit | None = None) -> Choice:
        """A column, within the limit.

        A pure function of SPEC, seed, position up to mirror, and the limits other than time;
        without a seed chance is fresh for each call. Raises `FinishedPosition` after the end and
        `EngineBusy` when another thread is being served.
        """

    def stop(self) -> None:
        """Ends the call under way in another thread, if there is one, with its best so far."""

    def reset(self) -> None:
        """Forgets what earlier calls have left, as for a new game."""

    def row(self, position: Position, choice: Choice, *, at: datetime) -> Row | None:
        """What a position database keeps of a choice; None where there is nothing to keep."""


@dataclass(frozen=True, slots=True)
class Parts:
    """What an engine is given by whoever puts the parts together."""

    open_memory: Callable[[], Memory]


def no_memory() -> Memory:
    """The refusal of engines that were built without a position database."""
    raise OptionError(
        "memory=database needs a position database, and none was given",
        code="bad_option",
        option="memory",
    )


@dataclass(frozen=True, slots=True)
class EngineKind(Generic[OptionsT]):
    """One kind of engine: its options and how to build it."""

    summary: str
    options: type[OptionsT]
    build: Callable[[str, OptionsT, str, Parts], Engine]
    """From name, options, canonical SPEC and parts."""
    defaults: Mapping[str, Value]
    """Where they differ from those of the options model."""


class BaseEngine(ABC, Generic[OptionsT]):
    """Serves one call at a time, keeps time, draws seeds, and asks the memory at the root."""

    uses_memory: ClassVar[bool] = True

    def __init__(self, name: str, options: OptionsT, spec: str, parts: Parts) -> None:
        self._name = name
        self._options = options
        self._spec = spec
        self._parts = parts
        self._stop_flag = _native.StopFlag()
        self._state = Lock()
        self._serving = False
        self._warnings: list[str] = []

    def __repr__(self) -> str:
        return f"<engine {self._spec}>"

    @property
    def name(self) -> str:
        """See `Engine`."""
        return self._name

    @property
    def spec(self) -> str:
        """See `Engine`."""
        return self._spec

    @property
    def options(self) -> OptionsT:
        """Every option with its value."""
        return self._options

    @property
    @abstractmethod
    def sight(self) -> int | None:
        """See `Engine`."""

    @abstractmethod
    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        """The answer to an undecided position, without what all engines fill in alike."""

    def choose(self, position: Position | str, limit: Limit | None = None) -> Choice:
        """See `Engine`."""
        position = Position.parse(position)
        if position.is_over:
            raise finished_position(position.text)
        with self._state:
            if self._serving:
                raise engine_busy(self._spec)
            self._serving = True
            self._stop_flag.clear()
        self._warnings.clear()
        try:
            started = time.perf_counter()
            limit = NO_LIMIT if limit is None else limit
            choice = self._recalled(position, limit)
            if choice is None:
                choice = self._search(position, limit, self._seed())
                self._remember(position, choice)
            return replace(
                choice,
                elapsed_s=time.perf_counter() - started,
                engine=self._spec,
                warnings=tuple(dict.fromkeys(self._warnings)),
            )
        finally:
            with self._state:
                self._serving = False

    def stop(self) -> None:
        """See `Engine`."""
        with self._state:
            if self._serving:
                self._stop_flag.set()

    def reset(self) -> None:
        """See `Engine`."""

    def _seed(self) -> int:
        seed: int | None = getattr(self._options, "seed", None)
        return secrets.randbits(63) if seed is None else seed

    # ------------------------------------------------------------------------------- memory

    @property
    def _has_memory(self) -> bool:
        return self.uses_memory and getattr(self._options, "memory", "none") == "database"

    @cached_property
    def _memory(self) -> Memory:
        return self._parts.open_memory()

    def wanted(self, position: Position, limit: Limit = NO_LIMIT) -> Wanted | None:  # noqa: ARG002
        """What a row must have for this engine to believe it; None: it keeps no rows."""
        return None

    def known(self, position: Position, limit: Limit = NO_LIMIT) -> Row | None:
        """The best row of the engine's memory, believed or not."""
        wanted = self.wanted(position, limit)
        if wanted is None or not self._has_memory:
            return None
        return self._from_memory(lambda: self._memory.lookup(position, wanted))

    def _from_memory(self, ask: Callable[[], T]) -> T | None:
        """What the memory answers; None, and a warning with the choice, when it fails.

        The game goes on without a database that is locked, full, or out of reach.
        """
        try:
            return ask()
        except StoreError as fault:
            if fault.code in NOT_READY:
                raise
            self._warnings.append(f"{fault} [{fault.code}]")
            return None

    def _recalled(self, position: Position, limit: Limit) -> Choice | None:
        if not self._has_memory:
            return None  # before anything is worked out: most engines have none
        wanted, row = self.wanted(position, limit), self.known(position, limit)
        if row is None or wanted is None or not wanted.accepts(row):
            return None
        return self._from_row(position, row)

    def _from_row(self, position: Position, row: Row) -> Choice:
        """The choice that a believed row stands for; its column, not a new pick among equals."""
        return Choice(
            row.column_for(position),
            row.score.value,
            row.score.kind,
            columns=row.columns_for(position) or {},
            depth=row.depth,
            playouts=row.playouts or 0,
            source="database",
        )

    def _remember(self, position: Position, choice: Choice) -> None:
        if self._has_memory:
            row = self.row(position, choice, at=datetime.now(UTC))
            if row is not None:
                self._from_memory(lambda: self._memory.store(row))

    def row(self, position: Position, choice: Choice, *, at: datetime) -> Row | None:
        """See `Engine`."""
        wanted = self.wanted(position)
        if wanted is None or choice.source != "search" or not self._is_worth_keeping(choice):
            return None
        row = Row.of(position, choice, wanted, at=at)
        if choice.depth and choice.column in choice.proven:
            # No deeper search would find anything else, so the full depth is not asked for again.
            return replace(row, depth=max(choice.depth, wanted.depth or 0))
        return row

    def _is_worth_keeping(self, choice: Choice) -> bool:
        """Whether the choice comes from any work at all."""
        return bool(choice.depth or choice.playouts)
