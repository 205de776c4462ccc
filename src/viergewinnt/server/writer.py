"""The one thread that writes to an SQLite file: many changes in one commit."""

from __future__ import annotations

import queue
import threading
from concurrent.futures import Future
from typing import TYPE_CHECKING, Any, TypeVar

from sqlalchemy.exc import DBAPIError, IntegrityError

from viergewinnt.errors import StoreError

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from viergewinnt.memory.connection import Database

__all__ = ["GroupWriter"]

T = TypeVar("T")

MOST_AT_ONCE = 64  # so that a change never waits long behind others
LONGEST_QUEUE = 4096


class GroupWriter:
    """Does what is submitted, in order; a future is done when its change outlives a power cut."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._queue: queue.Queue[tuple[Callable[[Connection], Any], Future[Any]] | None]
        self._queue = queue.Queue()
        self._state = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._run, name="vier-writer", daemon=True)
        self._thread.start()

    def submit(self, work: Callable[[Connection], T]) -> Future[T]:
        """Queues a change. What it raises undoes it alone."""
        future: Future[T] = Future()
        with self._state:
            if self._closed or self._queue.qsize() >= LONGEST_QUEUE:
                why = "is closed" if self._closed else "has too many changes waiting"
                raise StoreError(
                    f"the game database {self._database.name} {why}",
                    code="database_locked",
                    database=self._database.name,
                )
            self._queue.put((work, future))
        return future

    def shutdown(self) -> None:
        """Returns when all that was submitted is done."""
        with self._state:
            if not self._closed:
                self._closed = True
                self._queue.put(None)
        self._thread.join()

    def _run(self) -> None:
        open_ = True
        while open_:
            waiting = [self._queue.get()]
            while len(waiting) < MOST_AT_ONCE:
                try:
                    waiting.append(self._queue.get_nowait())
                except queue.Empty:
                    break
            open_ = None not in waiting
            group = [item for item in waiting if item and item[1].set_running_or_notify_cancel()]
            if group:
                self._do(group)

    def _do(self, group: list[tuple[Callable[[Connection], Any], Future[Any]]]) -> None:
        results: list[tuple[Any, BaseException | None]] = []

        def all_of_them(connection: Connection) -> None:
            results.clear()  # a lost connection has it done again
            for work, _ in group:
                savepoint = connection.begin_nested()
                try:
                    result = work(connection)
                    savepoint.commit()
                except Exception as refusal:
                    if isinstance(refusal, DBAPIError) and not isinstance(refusal, IntegrityError):
                        raise  # the database fails, and so all of them do
                    savepoint.rollback()
                    results.append((None, refusal))
                else:
                    results.append((result, None))

        try:
            self._database.write(all_of_them)
        except BaseException as fault:
            for _, future in group:
                future.set_exception(fault)
            return
        for (_, future), (result, refusal) in zip(group, results, strict=True):
            if refusal is None:
                future.set_result(result)
            else:
                future.set_exception(refusal)
