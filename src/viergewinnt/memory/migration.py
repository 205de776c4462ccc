"""The version of a database, and bringing it to the newest one.

The user's own SQLite file is brought there when it is opened. A database named by URL is changed
only by `viergewinnt positions migrate`: others may be using it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from viergewinnt.memory.faults import schema_missing, schema_newer, schema_older
from viergewinnt.memory.schema import REVISION, REVISIONS

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from viergewinnt.memory.connection import Database

__all__ = ["check_schema", "migrate", "prepare"]

VERSION_TABLE = "positions_version"
MIGRATION_LOCK = 0x56474D50  # any number that no other program takes


def prepare(database: Database) -> None:
    """Makes the user's own database ready, and refuses any other that is not."""
    if database.is_default:
        database.make_folder()
        if database.read(_revision) != REVISION:
            migrate(database)
    check_schema(database)


def check_schema(database: Database) -> None:
    """Raises unless the tables are those that this program works with."""
    database.require()
    revision = database.read(_revision)
    if revision is None:
        raise schema_missing(database.name)
    if revision not in REVISIONS:
        raise schema_newer(database.name, revision)
    if revision != REVISION:
        raise schema_older(database.name, revision)


def migrate(database: Database) -> tuple[str | None, str]:
    """Brings the tables to the newest version, all or nothing; the versions before and after.

    Of several that try at once one does it. An unknown version is refused.
    """

    def upgrade(connection: Connection) -> str | None:
        if not database.is_sqlite:
            connection.execute(text("SELECT pg_advisory_xact_lock(:n)"), {"n": MIGRATION_LOCK})
        before = _revision(connection)
        if before is not None and before not in REVISIONS:
            raise schema_newer(database.name, before)
        if before != REVISION:
            _upgrade(connection)
        return before

    return database.write(upgrade), REVISION


def _revision(connection: Connection) -> str | None:
    if not inspect(connection).has_table(VERSION_TABLE):
        return None
    query = text(f"SELECT version_num FROM {VERSION_TABLE}")  # noqa: S608 - a constant
    return connection.execute(query).scalar()


def _upgrade(connection: Connection) -> None:
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent / "migrations"))
    config.attributes["connection"] = connection
    config.attributes["version_table"] = VERSION_TABLE
    command.upgrade(config, REVISION)
