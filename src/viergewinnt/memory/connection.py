"""Connections to the database: one to read and one to write for each thread.

SQLite runs in WAL mode with full synchronisation: what was acknowledged outlives a power cut, and
readers never wait. Writes are short transactions that take their lock at once, so that two of them
queue up instead of meeting half-way.
"""

from __future__ import annotations

import contextlib
import os
import threading
import weakref
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError
from sqlalchemy.pool import NullPool

from viergewinnt.errors import OptionError
from viergewinnt.memory.faults import (
    driver_missing,
    named_faults,
    schema_missing,
    unreachable,
)
from viergewinnt.memory.kind import POSITIONS
from viergewinnt.memory.settings import default_path

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any, TypeVar

    from sqlalchemy import URL, Connection, Engine
    from sqlalchemy.engine.interfaces import DBAPIConnection

    from viergewinnt.memory.kind import DatabaseKind

    T = TypeVar("T")

__all__ = ["Database"]

WAIT_S = 10  # for a lock of another writer, and for a server to answer
READS = "viergewinnt_reads"


class Database:
    """An SQLite file or a PostgreSQL database, opened lazily; closing is final."""

    def __init__(self, named: str | None, kind: DatabaseKind = POSITIONS) -> None:
        """A URL, the path of an SQLite file, or None for the user's own database."""
        self.kind = kind
        self.is_default = named is None
        self._url = _read_url(named, kind)
        self.name = self._url.render_as_string(hide_password=True)
        self.is_sqlite = self._url.get_backend_name() == "sqlite"
        self._engine = _engine_for(self._url, self.name, kind)
        self._here = threading.local()
        self._process = os.getpid()
        self._all: weakref.WeakSet[Connection] = weakref.WeakSet()
        self._abandoned: list[object] = []

    @property
    def url(self) -> URL:
        """Where it is, with its password: not to be shown."""
        return self._url

    @property
    def path(self) -> Path | None:
        """The file of an SQLite database."""
        return Path(self._url.database or "") if self.is_sqlite else None

    def make_folder(self) -> None:
        """Makes the folder of an SQLite file."""
        if self.path is not None:
            try:
                self.path.parent.mkdir(parents=True, exist_ok=True)
            except OSError as fault:
                raise unreachable(self.name, str(fault), self.kind) from fault

    def require(self) -> None:
        """Refuses an SQLite file that is not there: opening it would make an empty one."""
        if self.path is not None and not self.path.exists():
            raise schema_missing(self.name, self.kind)

    def read(self, work: Callable[[Connection], T]) -> T:
        """Does what only reads, each statement seeing the newest acknowledged state.

        It is repeated once when the connection turns out to be lost.
        """
        return self._repeated(lambda: work(self._connection("reader")))

    def write(self, work: Callable[[Connection], T]) -> T:
        """Does it in one transaction, durable when this returns; nothing of it is kept on a fault.

        It is repeated once when the connection turns out to be lost, so it must bear that.
        """

        def in_transaction() -> T:
            connection = self._connection("writer")
            with connection.begin():
                return work(connection)

        return self._repeated(in_transaction)

    @contextlib.contextmanager
    def stream(self) -> Iterator[Connection]:
        """A connection of its own for one long read of one state."""
        with named_faults(self.name, self.kind), self._engine.connect() as connection:
            yield connection.execution_options(**{READS: True}, yield_per=1000, stream_results=True)

    def close(self) -> None:
        """Closes the connections of all threads."""
        if self._process == os.getpid():
            for connection in list(self._all):
                connection.close()
        self._here = threading.local()
        self._engine.dispose(close=self._process == os.getpid())

    def _repeated(self, work: Callable[[], T]) -> T:
        with named_faults(self.name, self.kind):
            try:
                return work()
            except DBAPIError as fault:
                self._drop()
                if not fault.connection_invalidated:
                    raise
                return work()

    def _connection(self, kind: str) -> Connection:
        if self._process != os.getpid():  # a fork: the connections belong to the other process
            self._abandoned += [self._here, *self._all]
            self._here, self._all, self._process = threading.local(), weakref.WeakSet(), os.getpid()
        found: Connection | None = getattr(self._here, kind, None)
        if found is None or found.closed:
            found = self._engine.connect()
            if kind == "reader":
                found = found.execution_options(**{READS: True}, isolation_level="AUTOCOMMIT")
            setattr(self._here, kind, found)
            self._all.add(found)
        return found

    def _drop(self) -> None:
        """Closes the connections of this thread; the next use opens new ones."""
        for kind in ("reader", "writer"):
            found: Connection | None = getattr(self._here, kind, None)
            setattr(self._here, kind, None)
            if found is not None:
                with contextlib.suppress(DBAPIError):
                    found.close()


def _read_url(named: str | None, kind: DatabaseKind) -> URL:
    if named is None:
        return make_url("sqlite://").set(database=str(default_path(kind.file)))
    if "://" not in named:
        return make_url("sqlite://").set(database=str(Path(named).absolute()))
    try:
        url = make_url(named)
    except (ArgumentError, ValueError):
        raise _bad_url(kind, "it cannot be read as a URL") from None
    if url.get_backend_name() in ("postgresql", "postgres"):
        return url.set(drivername="postgresql+psycopg")
    if url.get_backend_name() != "sqlite":
        raise _bad_url(kind, f"{url.get_backend_name()} is not among the databases served")
    if url.database in (None, "", ":memory:"):
        raise _bad_url(kind, "an SQLite database needs a file")
    return url.set(drivername="sqlite", database=str(Path(str(url.database)).absolute()))


def _bad_url(kind: DatabaseKind, why: str) -> OptionError:
    return OptionError(  # without the URL, which may hold a password
        f"the {kind.title}: {why}; allowed are the path of an SQLite file, sqlite:///FILE and"
        " postgresql://USER@HOST/NAME",
        code="bad_option",
    )


def _engine_for(url: URL, name: str, kind: DatabaseKind) -> Engine:
    arguments: dict[str, Any] = {"timeout": WAIT_S, "check_same_thread": False}
    if url.get_backend_name() != "sqlite":
        arguments = {"connect_timeout": WAIT_S}
        if "options" not in url.query:
            arguments["options"] = f"-c lock_timeout={WAIT_S * 1000}"
    try:
        engine = create_engine(url, poolclass=NullPool, connect_args=arguments)
    except ModuleNotFoundError as fault:
        raise driver_missing(name, kind) from fault
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _set_up_sqlite)
        event.listen(engine, "begin", _begin_sqlite)
    return engine


def _set_up_sqlite(connection: DBAPIConnection, _: object) -> None:
    connection.isolation_level = None  # transactions begin where we say so, below
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin_sqlite(connection: Connection) -> None:
    if not connection.get_execution_options().get(READS):
        connection.exec_driver_sql("BEGIN IMMEDIATE")
