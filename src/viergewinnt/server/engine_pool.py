"""Engines at work beside the event loop: a few threads, a bounded queue, and work that can stop."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, Any

from viergewinnt.composition import engine as build
from viergewinnt.engines.limit import Limit
from viergewinnt.engines.registry import kind_of
from viergewinnt.engines.spec import format_spec, read_spec
from viergewinnt.errors import OptionError
from viergewinnt.server.problems import HttpProblem

if TYPE_CHECKING:
    from viergewinnt.engines.choice import Choice
    from viergewinnt.engines.engine import Engine
    from viergewinnt.rules.position import Position

__all__ = ["EnginePool", "Work", "check_spec"]

STOP_AGAIN_S = 0.02
MEMORY_OPTIONS = ("table_mb", "memory_mb")


def check_spec(spec: str, *, threads: int, memory_mb: int) -> str:
    """The canonical SPEC; `OptionError` when it is none or asks for more than is given here."""
    name, given = read_spec(spec)
    kind = kind_of(name)
    options = kind.options.of(name, given, kind.defaults)
    for option, most in {"threads": threads, **dict.fromkeys(MEMORY_OPTIONS, memory_mb)}.items():
        value = getattr(options, option, None)
        if option in given and value is not None and value > most:
            raise OptionError(
                f"{option} is {value}; this server allows up to {most}",
                code="bad_option",
                option=option,
                value=value,
            )
    return format_spec(name, options.given(kind.defaults))


class Work:
    """One choice in the making; `cancel` ends it soon, with whatever the engine has then."""

    def __init__(self) -> None:
        self._cancelled = threading.Event()
        self._engine: Engine | None = None
        self._state = threading.Lock()

    def is_cancelled(self) -> bool:
        """Whether nobody wants the answer any more."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """May be called from any thread, at any time."""
        self._cancelled.set()
        with self._state:
            if self._engine is not None:
                self._engine.stop()

    def serve(self, engine: Engine | None) -> None:
        """Says which engine works, or that none does any more."""
        with self._state:
            self._engine = engine


class EnginePool:
    """Chooses columns in threads of its own. Engines are kept for a while, with their tables."""

    def __init__(self, *, threads: int, queue: int, time_s: float, memory_mb: int) -> None:
        self.threads, self.time_s, self.memory_mb = threads, time_s, memory_mb
        self._most = threads + queue
        self._threads = ThreadPoolExecutor(threads, "vier-engine")
        self._idle: dict[str, list[Engine]] = {}
        self._state = threading.Lock()
        self._under_way: set[Work] = set()

    @property
    def under_way(self) -> int:
        """Choices being made or waiting for a thread."""
        return len(self._under_way)

    @property
    def free_threads(self) -> int:
        """Threads that would start at once."""
        return max(0, self.threads - len(self._under_way))

    def check(self, spec: str) -> str:
        """See `check_spec`."""
        return check_spec(spec, threads=self.threads, memory_mb=self.memory_mb)

    async def choose(
        self, spec: str, position: Position, limit: Limit | None = None, work: Work | None = None
    ) -> Choice | None:
        """The choice of an engine within the limit and the server's own; None when cancelled."""
        if len(self._under_way) >= self._most:
            raise HttpProblem("engines_busy")
        work = work or Work()
        self._under_way.add(work)
        try:
            loop = asyncio.get_running_loop()
            running = loop.run_in_executor(self._threads, self._choose, spec, position, limit, work)
            try:
                return await asyncio.shield(running)
            except asyncio.CancelledError:
                await self._abandon(work, running)
                raise
        finally:
            self._under_way.discard(work)

    async def _abandon(self, work: Work, running: asyncio.Future[Any]) -> None:
        """Stops it until it has stopped: a stop just before a search began is not heeded."""
        while not running.done():
            work.cancel()
            await asyncio.wait([running], timeout=STOP_AGAIN_S)
        if not running.cancelled():
            running.exception()

    def _choose(
        self, spec: str, position: Position, limit: Limit | None, work: Work
    ) -> Choice | None:
        if work.is_cancelled():
            return None
        with self._state:
            idle = self._idle.get(spec)
            engine = idle.pop() if idle else None
        if engine is None:
            engine = build(spec)
        work.serve(engine)
        try:
            if work.is_cancelled():
                return None
            choice = engine.choose(position, self._capped(limit))
        finally:
            work.serve(None)
            self._keep(spec, engine)
        return None if work.is_cancelled() else choice

    def _capped(self, limit: Limit | None) -> Limit:
        if limit is None:
            return Limit(time_s=self.time_s)
        asked = self.time_s if limit.time_s is None else limit.time_s
        return Limit(
            time_s=min(asked, self.time_s),
            depth=limit.depth,
            nodes=limit.nodes,
            playouts=limit.playouts,
        )

    def _keep(self, spec: str, engine: Engine) -> None:
        with self._state:
            self._idle.setdefault(spec, []).append(engine)
            # The oldest SPEC goes first.
            while sum(map(len, self._idle.values())) > 2 * self.threads:
                oldest = next(iter(self._idle))
                self._idle[oldest].pop(0)
                if not self._idle[oldest]:
                    del self._idle[oldest]

    async def close(self) -> None:
        """Stops all that is under way."""
        for work in list(self._under_way):
            work.cancel()
        while self._under_way:
            for work in list(self._under_way):
                work.cancel()
            await asyncio.sleep(STOP_AGAIN_S)
        self._threads.shutdown()
