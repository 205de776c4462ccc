"""Served games in SQLite or PostgreSQL.

All calls return futures, so that an event loop never waits here. SQLite has one thread that writes:
it takes all changes that wait into one transaction, each behind a savepoint of its own, and answers
them when that is committed. PostgreSQL has several writers, and rows are locked.
"""

from __future__ import annotations

import time
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TYPE_CHECKING, Any, Self, TypeVar

from sqlalchemy import bindparam, delete, insert, or_, select, text, update

from viergewinnt.errors import StoreError
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import prepare
from viergewinnt.server.file_lock import FileLock
from viergewinnt.server.lease import Lease
from viergewinnt.server.records import due_ms, game_from_rows, game_row, seat_rows, stone_row
from viergewinnt.server.schema import GAMES, games, seats, stones
from viergewinnt.server.writer import GroupWriter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from sqlalchemy import ColumnElement, Connection

    from viergewinnt.server.game import Person, ServedGame

__all__ = ["CHANNEL", "GameStore", "now_ms"]

T = TypeVar("T")

READERS = 4
WRITERS = 8  # of PostgreSQL
MOST_READINGS = 100
CHANNEL = "viergewinnt_games"
_GAME = select(games).where(games.c.id == bindparam("id"))
_STONES = select(stones).where(stones.c.game_id == bindparam("id")).order_by(stones.c.number)
_SEATS = select(seats).where(seats.c.game_id == bindparam("id"))
_NOTIFY = text("SELECT pg_notify(:channel, :id)")
_VERSION = select(games.c.version).where(games.c.id == bindparam("id"))
_UPDATE = update(games).where(games.c.id == bindparam("game"))
_SEAT = (
    update(seats)
    .where(seats.c.game_id == bindparam("game"), seats.c.person == bindparam("who"))
    .values(
        secret_hash=bindparam("secret_hash"),
        handed=bindparam("handed"),
        seen_ms=bindparam("seen_ms"),
        code_hash=bindparam("code_hash"),
    )
)


def now_ms() -> int:
    """The time of the wall clock, in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


class GameStore:
    """The games of one database; `close` finishes what is under way."""

    def __init__(self, database: Database, lock: FileLock | None) -> None:
        """Games of a database whose tables are ready; `open` makes sure of that."""
        self.database = database
        self._lock = lock
        self._readers = ThreadPoolExecutor(READERS, "vier-read")
        self._writer = GroupWriter(database) if database.is_sqlite else None
        self._writers = ThreadPoolExecutor(WRITERS, "vier-write") if self._writer is None else None

    @classmethod
    def open(cls, url: str | None = None) -> Self:
        """Opens what is named or the user's own file, which only one server may have open."""
        database = Database(url, GAMES)
        prepare(database)
        lock = None
        if database.path is not None:
            lock = FileLock(database.path)
        store = cls(database, lock)
        if lock is not None:
            store.free_all_leases().result()
        return store

    def close(self) -> None:
        """Finishes all that was asked for, then closes the connections."""
        for part in (self._writer, self._writers, self._readers):
            if part is not None:
                part.shutdown()
        self.database.close()
        if self._lock is not None:
            self._lock.release()

    def _read(self, work: Callable[[Connection], T]) -> Future[T]:
        return self._readers.submit(self.database.read, work)

    def _write(self, work: Callable[[Connection], T]) -> Future[T]:
        if self._writer is not None:
            return self._writer.submit(work)
        assert self._writers is not None  # noqa: S101 - one of the two is there
        return self._writers.submit(self.database.write, work)

    def _tell(self, connection: Connection, game_id: str) -> None:
        """Tells all processes that share a PostgreSQL database, once this is committed."""
        if not self.database.is_sqlite:
            connection.execute(_NOTIFY, {"channel": CHANNEL, "id": game_id})

    # ---------------------------------------------------------------------------------------- games

    def create(self, game: ServedGame) -> Future[None]:
        """Keeps a new game."""
        return self._write(lambda connection: _insert(connection, game))

    def get(self, game_id: str) -> Future[ServedGame | None]:
        """The game, or None."""

        def work(connection: Connection) -> ServedGame | None:
            # Each statement sees the newest state: they are repeated until they saw the same.
            for _ in range(MOST_READINGS):
                rows = _rows(connection, game_id)
                version = connection.execute(_VERSION, {"id": game_id}).scalar()
                if rows is None or version is None:
                    return None
                if rows[0].version == version:
                    return game_from_rows(*rows)
            raise StoreError(
                f"the game {game_id} changes faster than it can be read",
                code="database_locked",
                database=self.database.name,
            )

        return self._read(work)

    def change(
        self,
        game_id: str,
        transition: Callable[[ServedGame], tuple[ServedGame, ServedGame | None]],
        *,
        lease: Lease | None = None,
    ) -> Future[ServedGame | None]:
        """Changes a game in one transaction; None when it is not there.

        The transition gives the game after the change and perhaps a new one to keep; what it raises
        changes nothing. It may be called twice. With a lease nothing is done, and None returned,
        when the lease is lost.
        """

        def work(connection: Connection) -> ServedGame | None:
            rows = _rows(connection, game_id, for_update=not self.database.is_sqlite)
            if rows is None:
                return None
            row, game = rows[0], game_from_rows(*rows)
            if lease is not None and (row.turn, row.lease_holder) != (lease.turn, lease.holder):
                return None
            after, new = transition(game)
            _save(connection, game, after, keep_lease=after.turn == game.turn)
            self._tell(connection, game_id)
            if new is not None:
                _insert(connection, new)
            return after

        return self._write(work)

    def delete(self, game_id: str, check: Callable[[ServedGame], None]) -> Future[bool]:
        """Removes a game for good, unless the check raises; False when it is not there."""

        def work(connection: Connection) -> bool:
            rows = _rows(connection, game_id, for_update=not self.database.is_sqlite)
            if rows is None:
                return False
            check(game_from_rows(*rows))
            for table, column in ((stones, stones.c.game_id), (seats, seats.c.game_id)):
                connection.execute(delete(table).where(column == game_id))
            connection.execute(delete(games).where(games.c.id == game_id))
            self._tell(connection, game_id)
            return True

        return self._write(work)

    def game_of_code(self, code_hash: str) -> Future[str | None]:
        """The id of the game whose seat an invitation opens."""
        query = select(seats.c.game_id).where(seats.c.code_hash == code_hash)
        return self._read(lambda connection: connection.execute(query).scalar())

    def touch(self, game_id: str, person: Person, at_ms: int) -> Future[None]:
        """Notes that a person was heard of."""
        statement = (
            update(seats)
            .where(seats.c.game_id == game_id, seats.c.person == person, seats.c.seen_ms < at_ms)
            .values(seen_ms=at_ms)
        )
        return self._write(lambda connection: _execute(connection, statement))

    def versions(self, ids: Iterable[str]) -> Future[dict[str, int]]:
        """The versions of those games that are there."""
        query = select(games.c.id, games.c.version).where(games.c.id.in_(list(ids)))
        return self._read(lambda c: {row.id: row.version for row in c.execute(query)})

    def check(self) -> Future[None]:
        """Raises unless the database answers."""
        return self._read(lambda connection: _execute(connection, select(1)))

    # --------------------------------------------------------------------------------------- leases

    def has_due(self, at_ms: int) -> Future[bool]:
        """Whether `take_leases` would find anything; a look costs less than a transaction."""
        query = select(games.c.id).where(*_due(at_ms)).limit(1)
        return self._read(lambda connection: connection.execute(query).first() is not None)

    def take_leases(
        self, holder: str, *, at_ms: int, until_ms: int, most: int
    ) -> Future[list[Lease]]:
        """Takes computer's moves that are due and nobody's, or whose holder has gone."""
        due = (
            select(games.c.id, games.c.turn)
            .where(*_due(at_ms))
            .order_by(games.c.due_ms)
            .limit(most)
            .with_for_update(skip_locked=True)
        )

        def work(connection: Connection) -> list[Lease]:
            found = [Lease(row.id, row.turn, holder) for row in connection.execute(due)]
            if found:
                connection.execute(
                    update(games)
                    .where(games.c.id.in_([lease.game_id for lease in found]))
                    .values(lease_holder=holder, lease_until_ms=until_ms)
                )
            return found

        return self._write(work)

    def renew_leases(self, holder: str, *, until_ms: int) -> Future[None]:
        """Keeps all that a holder has."""
        statement = (
            update(games).where(games.c.lease_holder == holder).values(lease_until_ms=until_ms)
        )
        return self._write(lambda connection: _execute(connection, statement))

    def free_leases(self, holder: str) -> Future[None]:
        """Hands back all that a holder has."""
        statement = (
            update(games)
            .where(games.c.lease_holder == holder)
            .values(lease_holder=None, lease_until_ms=None)
        )
        return self._write(lambda connection: _execute(connection, statement))

    def free_all_leases(self) -> Future[None]:
        """Hands back what servers that are gone have left; only for a file, which is ours alone."""
        statement = (
            update(games)
            .where(games.c.lease_holder.is_not(None))
            .values(lease_holder=None, lease_until_ms=None)
        )
        return self._write(lambda connection: _execute(connection, statement))

    def put_off(self, lease: Lease, due_at_ms: int) -> Future[None]:
        """Hands one back, to be taken again from then on."""
        statement = (
            update(games)
            .where(games.c.id == lease.game_id, games.c.turn == lease.turn)
            .where(games.c.lease_holder == lease.holder)
            .values(lease_holder=None, lease_until_ms=None, due_ms=due_at_ms)
        )
        return self._write(lambda connection: _execute(connection, statement))


def _due(at_ms: int) -> tuple[ColumnElement[bool], ...]:
    free = or_(games.c.lease_holder.is_(None), games.c.lease_until_ms < at_ms)
    return games.c.due_ms <= at_ms, free


def _execute(connection: Connection, statement: object) -> None:
    connection.execute(statement)  # type: ignore[call-overload]


def _rows(
    connection: Connection, game_id: str, *, for_update: bool = False
) -> tuple[Any, Sequence[Any], Sequence[Any]] | None:
    query = _GAME.with_for_update() if for_update else _GAME
    row = connection.execute(query, {"id": game_id}).first()
    if row is None:
        return None
    stone_rows = connection.execute(_STONES, {"id": game_id}).all()
    return row, stone_rows, connection.execute(_SEATS, {"id": game_id}).all()


def _insert(connection: Connection, game: ServedGame) -> None:
    connection.execute(insert(games), {**game_row(game), "due_ms": due_ms(game)})
    connection.execute(insert(seats), seat_rows(game))
    if game.stones:
        rows = [stone_row(game.id, n, stone) for n, stone in enumerate(game.stones, 1)]
        connection.execute(insert(stones), rows)


def _save(
    connection: Connection, before: ServedGame, after: ServedGame, *, keep_lease: bool
) -> None:
    values = game_row(after)
    del values["id"]
    if not keep_lease:
        values |= {"due_ms": due_ms(after), "lease_holder": None, "lease_until_ms": None}
    connection.execute(_UPDATE.values(**values), {"game": after.id})
    same = 0
    for one, other in zip(before.stones, after.stones, strict=False):
        if one is not other:
            break
        same += 1
    if same < len(before.stones):
        gone = (stones.c.game_id == after.id, stones.c.number > same)
        connection.execute(delete(stones).where(*gone))
    new = [stone_row(after.id, n, s) for n, s in enumerate(after.stones[same:], same + 1)]
    if new:
        connection.execute(insert(stones), new)
    if (before.seats, before.owner_seen_ms) != (after.seats, after.owner_seen_ms):
        for row in seat_rows(after):
            person = row.pop("person")
            row.pop("game_id")
            connection.execute(_SEAT, {"game": after.id, "who": person, **row})
