"""The version of a database, and bringing it to the newest one.

The user's own SQLite file is brought there when it is opened. A database named by URL is changed
only by an explicit command: others may be using it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from viergewinnt.memory.faults import schema_missing, schema_newer, schema_older

if TYPE_CHECKING:
    from collections.abc import Callable

    from sqlalchemy import Connection

    from viergewinnt.memory.connection import Database
    from viergewinnt.memory.kind import DatabaseKind

__all__ = ["check_schema", "migrate", "prepare"]


def prepare(database: Database) -> None:
    """Makes the user's own database ready, and refuses any other that is not."""
    if database.is_default:
        database.make_folder()
        if database.read(_reader(database)) != database.kind.revision:
            migrate(database)
    check_schema(database)


def check_schema(database: Database) -> None:
    """Raises unless the tables are those that this program works with."""
    database.require()
    revision, kind = database.read(_reader(database)), database.kind
    if revision is None:
        raise schema_missing(database.name, kind)
    if revision not in kind.revisions:
        raise schema_newer(database.name, revision, kind)
    if revision != kind.revision:
        raise schema_older(database.name, revision, kind)


def migrate(database: Database) -> tuple[str | None, str]:
    """Brings the tables to the newest version, all or nothing; the versions before and after.

    Of several that try at once one does it. An unknown version is refused.
    """
    kind = database.kind

    def upgrade(connection: Connection) -> str | None:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": kind.lock})
        before = _revision(connection, kind)
        if before is not None and before not in kind.revisions:
            raise schema_newer(database.name, before, kind)
        if before != kind.revision:
            _upgrade(connection, kind)
        return before

    return database.write(upgrade), kind.revision


def _reader(database: Database) -> Callable[[Connection], str | None]:
    return lambda connection: _revision(connection, database.kind)


def _revision(connection: Connection, kind: DatabaseKind) -> str | None:
    if not inspect(connection).has_table(kind.version_table):
        return None
    query = text(f"SELECT version_num FROM {kind.version_table}")  # noqa: S608 - a constant
    return connection.execute(query).scalar()


def _upgrade(connection: Connection, kind: DatabaseKind) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(kind.migrations))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = kind.version_table
    command.upgrade(config, kind.revision)
