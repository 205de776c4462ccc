"""Computers' moves: each made once, by whichever server process holds its lease."""

from __future__ import annotations

import asyncio
import contextlib
from typing import TYPE_CHECKING

import structlog

from viergewinnt.errors import StoreError, VierGewinntError
from viergewinnt.server.engine_pool import Work
from viergewinnt.server.moves import play_computer_move
from viergewinnt.server.problems import HttpProblem
from viergewinnt.server.store import now_ms
from viergewinnt.server.tokens import new_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from viergewinnt.server.engine_pool import EnginePool
    from viergewinnt.server.game import ServedGame
    from viergewinnt.server.lease import Lease
    from viergewinnt.server.store import GameStore

__all__ = ["Computers"]

LEASE_MS = 3_000  # so that another process takes over within seconds
RENEW_S = 1.0
LOOK_S = 0.1
PUT_OFF_MS = 1_000
FAULT_MS = 10_000

log = structlog.get_logger(__name__)


class Computers:
    """Looks for moves that are due, lets engines choose them, and gives up what became stale."""

    def __init__(
        self, store: GameStore, pool: EnginePool, publish: Callable[[ServedGame], None]
    ) -> None:
        self._store, self._pool, self._publish = store, pool, publish
        self.holder = new_id()
        self._wake = asyncio.Event()
        self._work: dict[str, tuple[Lease, Work]] = {}
        self._moves: set[asyncio.Task[None]] = set()
        self._loops: list[asyncio.Task[None]] = []
        self._closing = False

    def start(self) -> None:
        """Begins to look for work."""
        self._loops = [asyncio.create_task(self._look()), asyncio.create_task(self._renew())]

    async def close(self) -> None:
        """Hands back all leases; whoever comes next makes those moves."""
        self._closing = True
        for _, work in self._work.values():
            work.cancel()
        for task in (*self._loops, *self._moves):
            task.cancel()
        await asyncio.gather(*self._loops, *self._moves, return_exceptions=True)
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self._store.free_leases(self.holder))

    def notice(self, game: ServedGame) -> None:
        """A game has changed: work for an older turn is stopped, new work looked for at once."""
        found = self._work.get(game.id)
        if found is not None and found[0].turn != game.turn:
            found[1].cancel()
        if game.thinking:
            self._wake.set()

    def works_on(self, game_id: str) -> bool:
        """Whether a move of this game is being made here."""
        return game_id in self._work

    def forget(self, game_id: str) -> None:
        """A game was deleted."""
        if game_id in self._work:
            self._work[game_id][1].cancel()

    async def _look(self) -> None:
        while not self._closing:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self._wake.wait(), LOOK_S)
            self._wake.clear()
            try:
                await self._take()
            except StoreError as fault:
                log.warning("computers.database", code=fault.code)
                await asyncio.sleep(RENEW_S)

    async def _take(self) -> None:
        most = self._pool.free_threads
        now = now_ms()
        if not most or not await asyncio.wrap_future(self._store.has_due(now)):
            return
        taking = self._store.take_leases(self.holder, at_ms=now, until_ms=now + LEASE_MS, most=most)
        for lease in await asyncio.wrap_future(taking):
            work = Work()
            self._work[lease.game_id] = (lease, work)
            task = asyncio.create_task(self._move(lease, work))
            self._moves.add(task)
            task.add_done_callback(self._moves.discard)

    async def _renew(self) -> None:
        while not self._closing:
            await asyncio.sleep(RENEW_S)
            if self._work:
                try:
                    renewing = self._store.renew_leases(self.holder, until_ms=now_ms() + LEASE_MS)
                    await asyncio.wrap_future(renewing)
                except StoreError as fault:
                    log.warning("computers.database", code=fault.code)

    async def _move(self, lease: Lease, work: Work) -> None:
        try:
            await self._make(lease, work)
        except HttpProblem:  # all engines are busy
            await self._put_off(lease, PUT_OFF_MS)
        except StoreError as fault:
            log.warning("computers.database", code=fault.code, game=lease.game_id)
        except VierGewinntError as fault:
            log.error("computers.failed", code=fault.code, game=lease.game_id, error=str(fault))
            await self._put_off(lease, FAULT_MS)
        except Exception:
            log.exception("computers.failed", game=lease.game_id)
            await self._put_off(lease, FAULT_MS)
        finally:
            if self._work.get(lease.game_id, (None,))[0] == lease:
                del self._work[lease.game_id]
            self._wake.set()

    async def _make(self, lease: Lease, work: Work) -> None:
        game = await asyncio.wrap_future(self._store.get(lease.game_id))
        if game is None or game.turn != lease.turn or game.to_move is None:
            return
        spec = game.players[game.to_move].engine
        choice = await self._pool.choose(spec, game.position, work=work)
        if choice is None:
            return
        making = self._store.change(
            game.id,
            lambda found: (play_computer_move(found, choice, now_ms=now_ms()), None),
            lease=lease,
        )
        after = await asyncio.wrap_future(making)
        if after is not None:
            self._publish(after)

    async def _put_off(self, lease: Lease, for_ms: int) -> None:
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self._store.put_off(lease, now_ms() + for_ms))
