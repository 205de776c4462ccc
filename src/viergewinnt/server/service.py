"""What a server process does with games, beside HTTP: changes, engines, and who hears of them."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from viergewinnt.errors import GameRefused, StoreError
from viergewinnt.server.access import Actor, identify
from viergewinnt.server.computers import Computers
from viergewinnt.server.engine_pool import EnginePool
from viergewinnt.server.game import ServedGame
from viergewinnt.server.hub import Hub
from viergewinnt.server.moves import check_version
from viergewinnt.server.notices import hear_notices
from viergewinnt.server.problems import HttpProblem
from viergewinnt.server.store import GameStore, now_ms

if TYPE_CHECKING:
    from viergewinnt.server.game import Person
    from viergewinnt.server.settings import ServerSettings

__all__ = ["GameService", "StaleVersion", "Transition"]

Changed: TypeAlias = ServedGame | tuple[ServedGame, ServedGame | None]
Transition: TypeAlias = Callable[[ServedGame, Actor, int], Changed]
"""From a game, who asks and the time to the game after a change, perhaps with a new one."""

SEEN_AGAIN_MS = 20_000


class StaleVersion(Exception):  # noqa: N818 - an answer more than an error
    """A change for an older version, with the game as it is."""

    def __init__(self, refusal: GameRefused, game: ServedGame, actor: Actor) -> None:
        super().__init__(str(refusal))
        self.refusal, self.game, self.actor = refusal, game, actor


class GameService:
    """One server process; `start` and `close` are called in its event loop."""

    def __init__(self, settings: ServerSettings) -> None:
        self.settings = settings
        self.store = GameStore.open(settings.database)
        self.pool = EnginePool(
            threads=settings.engine_threads,
            queue=settings.engine_queue,
            time_s=settings.engine_time_s,
            memory_mb=settings.engine_memory_mb,
        )
        self.hub = Hub(settings.max_listeners)
        self.computers = Computers(self.store, self.pool, self.published)
        self._hearing: asyncio.Task[None] | None = None
        self._touching: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        """Begins to make computers' moves and to hear of other processes."""
        self.computers.start()
        if not self.store.database.is_sqlite:
            self._hearing = asyncio.create_task(
                hear_notices(self.store.database.url, self._changed_elsewhere, self._look_again)
            )

    async def close(self) -> None:
        """Ends event streams, hands back work, finishes writes."""
        self.hub.close()
        if self._hearing is not None:
            self._hearing.cancel()
            await asyncio.gather(self._hearing, return_exceptions=True)
        await self.computers.close()
        await self.pool.close()
        await asyncio.gather(*self._touching, return_exceptions=True)
        await asyncio.to_thread(self.store.close)

    # ---------------------------------------------------------------------------------------- games

    async def create(self, game: ServedGame) -> None:
        """Keeps a new game."""
        await asyncio.wrap_future(self.store.create(game))
        self.published(game)

    async def get(self, game_id: str, secret: str | None) -> tuple[ServedGame, Actor]:
        """The game and who asks for it."""
        game = await asyncio.wrap_future(self.store.get(game_id))
        if game is None:
            raise HttpProblem("no_such_game")
        actor = identify(game, secret)
        self.seen(game, actor)
        return game, actor

    async def get_at(
        self, game_id: str, secret: str | None, version: int
    ) -> tuple[ServedGame, Actor]:
        """Like `get`; raises `StaleVersion` when the version is not that of the game."""
        game, actor = await self.get(game_id, secret)
        _check_version(game, actor, version)
        return game, actor

    async def change(
        self,
        game_id: str,
        secret: str | None,
        transition: Transition,
        *,
        version: int | None = None,
    ) -> tuple[ServedGame, Actor, ServedGame | None]:
        """Changes a game as its rules say; the game after it, who asked, and a new game.

        Raises `StaleVersion` when the version is not that of the game.
        """
        made: dict[str, tuple[Actor, ServedGame | None]] = {}

        def work(game: ServedGame) -> tuple[ServedGame, ServedGame | None]:
            actor = identify(game, secret)
            if version is not None:
                _check_version(game, actor, version)
            result = transition(game, actor, now_ms())
            after, new = result if isinstance(result, tuple) else (result, None)
            made["it"] = actor, new
            return after, new

        after = await asyncio.wrap_future(self.store.change(game_id, work))
        if after is None:
            raise HttpProblem("no_such_game")
        actor, new = made["it"]
        self.published(after)
        if new is not None:
            self.published(new)
        return after, actor, new

    async def delete(self, game_id: str, check: Callable[[ServedGame], None]) -> None:
        """Removes a game, unless the check raises."""
        if not await asyncio.wrap_future(self.store.delete(game_id, check)):
            raise HttpProblem("no_such_game")
        self.hub.end(game_id)
        self.computers.forget(game_id)

    # --------------------------------------------------------------------------------------- others

    def published(self, game: ServedGame) -> None:
        """Tells all who listen here, and the engines."""
        self.hub.publish(game)
        self.computers.notice(game)

    def seen(self, game: ServedGame, actor: Actor) -> None:
        """Notes that a person was heard of, when that was some time ago."""
        if actor.person is None:
            return
        person: Person = actor.person
        last = game.owner_seen_ms if person == "owner" else game.seats[person].seen_ms
        now = now_ms()
        if now - last > SEEN_AGAIN_MS:
            task = asyncio.create_task(self._touch(game.id, person, now))
            self._touching.add(task)
            task.add_done_callback(self._touching.discard)

    async def _touch(self, game_id: str, person: Person, at_ms: int) -> None:
        with contextlib.suppress(StoreError):
            await asyncio.wrap_future(self.store.touch(game_id, person, at_ms))

    async def _changed_elsewhere(self, game_id: str) -> None:
        if not (self.hub.has_listeners(game_id) or self.computers.works_on(game_id)):
            return
        try:
            game = await asyncio.wrap_future(self.store.get(game_id))
        except StoreError:
            return
        if game is None:
            self.hub.end(game_id)
            self.computers.forget(game_id)
        else:
            self.published(game)

    async def _look_again(self) -> None:
        for game_id in self.hub.games:
            await self._changed_elsewhere(game_id)


def _check_version(game: ServedGame, actor: Actor, version: int) -> None:
    try:
        check_version(game, version)
    except GameRefused as refusal:
        raise StaleVersion(refusal, game, actor) from None
