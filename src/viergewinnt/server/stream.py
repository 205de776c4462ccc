"""Server-sent events of one game to one reader."""

from __future__ import annotations

import asyncio
import contextlib
import json
from typing import TYPE_CHECKING

from starlette.responses import Response

from viergewinnt.server.access import identify
from viergewinnt.server.views import state_of

if TYPE_CHECKING:
    from starlette.types import Receive, Scope, Send

    from viergewinnt.server.access import Actor
    from viergewinnt.server.game import ServedGame
    from viergewinnt.server.hub import Listener
    from viergewinnt.server.service import GameService

__all__ = ["EventStream", "event_of"]

PING_S = 15.0
PATIENCE_S = 20.0  # with a reader that takes nothing
HEADERS = {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-store",
    "x-accel-buffering": "no",
}


def event_of(game: ServedGame, actor: Actor) -> bytes:
    """The event that tells a state."""
    data = json.dumps(state_of(game, actor), separators=(",", ":"), ensure_ascii=False)
    return f"event: state\nid: {game.version}\ndata: {data}\n\n".encode()


class EventStream(Response):
    """One state at once and one for each change, always the newest; pings in between.

    It ends when the reader goes, when it takes nothing for some time, when its secret is no longer
    one of the game, when the game is deleted, and when the server stops.
    """

    media_type = "text/event-stream"

    def __init__(
        self, service: GameService, game: ServedGame, actor: Actor, secret: str | None
    ) -> None:
        super().__init__(headers=HEADERS)
        self._service, self._game, self._actor, self._secret = service, game, actor, secret

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002
        """Streams until something ends it."""
        hub = self._service.hub
        listener = hub.listen(self._game.id)
        try:
            headers = [(k.encode(), v.encode()) for k, v in HEADERS.items()]
            await send({"type": "http.response.start", "status": 200, "headers": headers})
            # A change may have come between the reading and the listening.
            newest, _ = await self._service.get(self._game.id, self._secret)
            listener.put(newest)
            gone = asyncio.create_task(_until_gone(receive))
            telling = asyncio.create_task(self._tell(listener, send))
            await asyncio.wait([gone, telling], return_when=asyncio.FIRST_COMPLETED)
            for task in (gone, telling):
                task.cancel()
            await asyncio.gather(gone, telling, return_exceptions=True)
            with contextlib.suppress(Exception):
                await asyncio.wait_for(send({"type": "http.response.body", "body": b""}), 1)
        finally:
            hub.leave(self._game.id, listener)

    async def _tell(self, listener: Listener, send: Send) -> None:
        waiting = asyncio.ensure_future(listener.next())
        try:
            while True:
                done, _ = await asyncio.wait([waiting], timeout=PING_S)
                if done:
                    game = waiting.result()
                    if game is None:
                        return
                    self._actor = identify(game, self._secret)
                    self._game = game
                    body = event_of(game, self._actor)
                    waiting = asyncio.ensure_future(listener.next())
                else:
                    self._service.seen(self._game, self._actor)
                    body = b": ping\n\n"
                message = {"type": "http.response.body", "body": body, "more_body": True}
                await asyncio.wait_for(send(message), PATIENCE_S)
        finally:
            waiting.cancel()


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
