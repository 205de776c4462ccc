"""Server processes: sockets, log lines, deadlines, and an end that loses nothing."""

from __future__ import annotations

import json
import logging
import os
import signal
import sys
from typing import TYPE_CHECKING, Any

import h11
import structlog
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.supervisors import Multiprocess

from viergewinnt.errors import OptionError
from viergewinnt.server.app import create_app
from viergewinnt.server.settings import PREFIX
from viergewinnt.server.store import GameStore

if TYPE_CHECKING:
    import asyncio
    import socket
    from collections.abc import Callable

    from fastapi import FastAPI

    from viergewinnt.server.settings import ServerSettings

__all__ = ["Protocol", "Server", "configure_log", "serve", "worker_app"]

HEADER_S = 10.0
KEEP_ALIVE_S = 30
BACKLOG = 2048
FAULT = 3


class Protocol(H11Protocol):
    """HTTP/1.1 that closes connections whose request headers do not come."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """The first request is awaited."""
        super().connection_made(transport)
        self._arm()

    def data_received(self, data: bytes) -> None:
        """A request whose headers are complete is no longer awaited."""
        super().data_received(data)
        if self.conn.their_state is h11.IDLE:
            self._arm()
        else:
            self._disarm()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is awaited any more."""
        self._disarm()
        super().connection_lost(exc)

    def shutdown(self) -> None:
        """Ends event streams too, which would keep the process from ending."""
        app: Any = self.config.loaded_app
        app.state.service.hub.close()
        super().shutdown()

    def _arm(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(HEADER_S, self._give_up)

    def _disarm(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _give_up(self) -> None:
        self._deadline = None
        if self.conn.their_state is h11.IDLE and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """Says when it listens."""

    def __init__(self, config: uvicorn.Config, listening: Callable[[], None]) -> None:
        super().__init__(config)
        self._listening = listening

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See `uvicorn.Server`."""
        await super().startup(sockets)
        if self.started:
            self._listening()


def configure_log() -> None:
    """One JSON object a line, on stderr."""
    logging.basicConfig(level=logging.WARNING, stream=sys.stderr, format="%(message)s")
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            structlog.processors.format_exc_info,
            structlog.processors.JSONRenderer(),
        ],
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=True,
    )


def worker_app() -> FastAPI:
    """The application of one process, with the settings of its environment."""
    configure_log()
    return create_app()


def serve(settings: ServerSettings, listening: Callable[[int], None]) -> None:
    """Serves until SIGINT or SIGTERM; `listening` is called with the port that was taken."""
    if settings.workers > 1 and not (settings.database or "").startswith("postgres"):
        raise OptionError(
            f"workers is {settings.workers}; more than one needs PostgreSQL, as one SQLite file has"
            " one server",
            code="bad_option",
            option="workers",
        )
    for name, value in settings.model_dump(mode="json", exclude_defaults=True).items():
        text = value if isinstance(value, str) else json.dumps(value)
        os.environ[f"{PREFIX}{name.upper()}"] = text
    config = uvicorn.Config(
        "viergewinnt.server.process:worker_app",
        factory=True,
        host=settings.host,
        port=settings.port,
        workers=settings.workers,
        http=Protocol,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        proxy_headers=False,
        server_header=False,
        timeout_keep_alive=KEEP_ALIVE_S,
        timeout_graceful_shutdown=max(1, round(settings.shutdown_s)),
        backlog=BACKLOG,
    )
    try:
        bound = config.bind_socket()
    except SystemExit:
        raise OptionError(
            f"cannot listen on {settings.host} port {settings.port}; is it in use?",
            code="bad_option",
            option="port",
        ) from None
    port: int = bound.getsockname()[1]
    if settings.workers > 1:
        GameStore.open(settings.database).close()  # refused here, not in each process
        listening(port)
        Multiprocess(config, sockets=[bound]).run()
        return
    server = Server(config, lambda: listening(port))
    # uvicorn ends on these signals and, when all is done, gives them to whoever had them before.
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, lambda *_: None if server.started else sys.exit(0))
    server.run(sockets=[bound])
    if not server.started:
        raise SystemExit(FAULT)
