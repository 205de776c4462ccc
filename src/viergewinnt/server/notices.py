"""What other server processes on the same PostgreSQL database have changed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import structlog

from viergewinnt.server.store import CHANNEL

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from sqlalchemy import URL

__all__ = ["hear_notices"]

AGAIN_S = 1.0

log = structlog.get_logger(__name__)


async def hear_notices(
    url: URL, changed: Callable[[str], Awaitable[None]], reconnected: Callable[[], Awaitable[None]]
) -> None:
    """Calls `changed` with the id of every game that changes, until it is cancelled.

    After each connection made `reconnected` is called: changes before it may have been missed.
    """
    import psycopg

    dsn = url.set(drivername="postgresql").render_as_string(hide_password=False)
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as connection:
                await connection.execute(f"LISTEN {CHANNEL}")
                await reconnected()
                async for notice in connection.notifies():
                    await changed(notice.payload)
        except (OSError, psycopg.Error) as fault:
            log.warning("notices.lost", error=type(fault).__name__)
        await asyncio.sleep(AGAIN_S)
