"""Who listens to which game, in this process."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

from viergewinnt.server.problems import HttpProblem

if TYPE_CHECKING:
    from viergewinnt.server.game import ServedGame

__all__ = ["Hub", "Listener"]


class Listener:
    """Holds the newest state that was not fetched yet: a slow reader misses states, never ends."""

    def __init__(self) -> None:
        self._newest: ServedGame | None = None
        self._gone = False
        self._changed = asyncio.Event()

    def put(self, game: ServedGame | None) -> None:
        """A newer state, or None: the game was deleted."""
        if game is None:
            self._gone = True
        elif self._newest is None or game.version > self._newest.version:
            self._newest = game
        self._changed.set()

    async def next(self) -> ServedGame | None:
        """Waits for the next state; None when there will be no other."""
        await self._changed.wait()
        self._changed.clear()
        game, self._newest = self._newest, None
        return None if self._gone else game


class Hub:
    """Hands every change to the listeners of its game."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._listeners: dict[str, set[Listener]] = {}
        self.count = 0

    def listen(self, game_id: str) -> Listener:
        """A new listener, to be given to `leave`."""
        if self.count >= self._most:
            raise HttpProblem("too_many_listeners")
        listener = Listener()
        self._listeners.setdefault(game_id, set()).add(listener)
        self.count += 1
        return listener

    def leave(self, game_id: str, listener: Listener) -> None:
        """Ends listening."""
        listeners = self._listeners[game_id]
        listeners.remove(listener)
        self.count -= 1
        if not listeners:
            del self._listeners[game_id]

    def has_listeners(self, game_id: str) -> bool:
        """Whether anybody here listens."""
        return game_id in self._listeners

    @property
    def games(self) -> list[str]:
        """The games that have listeners."""
        return list(self._listeners)

    def publish(self, game: ServedGame) -> None:
        """Hands a state on."""
        for listener in self._listeners.get(game.id, ()):
            listener.put(game)

    def end(self, game_id: str) -> None:
        """Tells all that the game is gone."""
        for listener in self._listeners.get(game_id, ()):
            listener.put(None)

    def close(self) -> None:
        """Ends all listening."""
        for game_id in self.games:
            self.end(game_id)
