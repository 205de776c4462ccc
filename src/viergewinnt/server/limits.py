"""What one client may ask for: how much, how often, how long it may take to say it."""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from typing import TYPE_CHECKING

from viergewinnt.server.problems import HttpProblem, problem

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from viergewinnt.server.settings import ServerSettings

__all__ = ["Buckets", "Limits", "client_of"]

MOST_CLIENTS = 50_000
UNLIMITED = ("/healthz", "/readyz", "/metrics")


class Buckets:
    """Counts what each client takes: `burst` at once, and `per_s` a second that come back."""

    def __init__(
        self, *, per_s: float, burst: float, clock: Callable[[], float] = time.monotonic
    ) -> None:
        self._per_s, self._burst, self._clock = per_s, burst, clock
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, client: str) -> float:
        """Takes one; 0, or the seconds after which the next one may be taken."""
        now = self._clock()
        left, at = self._left.pop(client, (self._burst, now))
        left = min(self._burst, left + (now - at) * self._per_s)
        wait_s = 0.0 if left >= 1 else (1 - left) / self._per_s
        self._left[client] = (left - 1 if left >= 1 else left, now)
        while len(self._left) > MOST_CLIENTS:
            self._left.popitem(last=False)
        return wait_s


def client_of(scope: Scope, trusted_proxies: tuple[str, ...]) -> str:
    """The address of the client, as the nearest proxy that is not trusted names it."""
    peer = str((scope.get("client") or ("unknown", 0))[0])
    if peer not in trusted_proxies:
        return peer
    named: list[str] = [
        value.decode("latin-1") for key, value in scope["headers"] if key == b"x-forwarded-for"
    ]
    for hop in reversed([part.strip() for text in named for part in text.split(",")]):
        if hop and hop not in trusted_proxies:
            return hop[:64]
    return peer


class Limits:
    """ASGI middleware; refusals go to the application's handler of `HttpProblem`."""

    def __init__(self, app: ASGIApp, settings: ServerSettings) -> None:
        self._app, self._settings = app, settings
        self._requests = Buckets(per_s=settings.requests_per_s, burst=settings.request_burst)
        self._games = Buckets(per_s=settings.games_per_hour / 3600, burst=settings.games_per_hour)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Counts, then hands on with a `receive` that watches the body."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        refusal = self._refusal(scope)
        if refusal is not None:
            await answer(refusal, send)
            return
        body = _Body(receive, self._settings.max_body_bytes, self._settings.body_time_s)
        started = False

        async def watched(message: Message) -> None:
            nonlocal started
            started = True
            await send(message)

        try:
            await self._app(scope, body.receive, watched)
        except HttpProblem as late:
            if started:
                raise
            await answer(late, send)

    def _refusal(self, scope: Scope) -> HttpProblem | None:
        if scope["path"] in UNLIMITED:
            return None
        client = client_of(scope, self._settings.trusted_proxies)
        wait_s = self._requests.take(client)
        if not wait_s and scope["method"] == "POST" and scope["path"] == "/api/games":
            wait_s = self._games.take(client)
        if wait_s:
            return HttpProblem("too_many_requests", retry_after=str(max(1, round(wait_s + 0.5))))
        for key, value in scope["headers"]:
            if key == b"content-length" and int(value) > self._settings.max_body_bytes:
                return _too_large(self._settings.max_body_bytes)
        return None


class _Body:
    """The body of one request, counted and timed."""

    def __init__(self, receive: Receive, most: int, time_s: float) -> None:
        self._receive, self._most = receive, most
        self._deadline = time.monotonic() + time_s
        self._bytes = 0
        self._read = False

    async def receive(self) -> Message:
        """The next part; `HttpProblem` when it is too much or comes too late."""
        if self._read:  # what comes now is only the end of the connection
            return await self._receive()
        try:
            left_s = max(0.0, self._deadline - time.monotonic())
            message = await asyncio.wait_for(self._receive(), left_s)
        except TimeoutError:
            raise HttpProblem("body_timeout", connection="close") from None
        if message["type"] == "http.request":
            self._bytes += len(message.get("body", b""))
            self._read = not message.get("more_body", False)
            if self._bytes > self._most:
                raise _too_large(self._most)
        return message


def _too_large(most: int) -> HttpProblem:
    return HttpProblem(
        "body_too_large", f"the body is longer than {most} bytes", connection="close"
    )


async def answer(refusal: HttpProblem, send: Send) -> None:
    """Answers a refusal that comes before the application."""
    response = problem(refusal.status, refusal.code, str(refusal), headers=refusal.headers)
    start = {"type": "http.response.start", "status": refusal.status}
    await send({**start, "headers": response.raw_headers})
    await send({"type": "http.response.body", "body": response.body})
