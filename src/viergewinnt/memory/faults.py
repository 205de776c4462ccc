"""What databases refuse, in our words."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from sqlalchemy import exc

from viergewinnt.errors import StoreError
from viergewinnt.memory.kind import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from viergewinnt.errors import ErrorCode
    from viergewinnt.memory.kind import DatabaseKind

__all__ = [
    "driver_missing",
    "named_faults",
    "schema_missing",
    "schema_newer",
    "schema_older",
    "unreachable",
]

# Primary names come first in the extended ones: SQLITE_BUSY_SNAPSHOT, SQLITE_READONLY_DIRECTORY.
SQLITE_CODES: dict[str, ErrorCode] = {
    "SQLITE_BUSY": "database_locked",
    "SQLITE_LOCKED": "database_locked",
    "SQLITE_FULL": "disk_full",
    "SQLITE_CANTOPEN": "database_unreachable",
    "SQLITE_PERM": "database_unreachable",
    "SQLITE_AUTH": "database_unreachable",
    "SQLITE_READONLY": "database_read_only",
    "SQLITE_NOTADB": "database_damaged",
    "SQLITE_CORRUPT": "database_damaged",
}
# SQLSTATE, or the class of it that its first two characters name.
POSTGRESQL_CODES: dict[str, ErrorCode] = {
    "08": "database_unreachable",
    "28": "database_unreachable",
    "3D": "database_unreachable",
    "57": "database_unreachable",
    "53300": "database_unreachable",
    "53100": "disk_full",
    "55P03": "database_locked",
    "40": "database_locked",
    "25006": "database_read_only",
    "42501": "database_read_only",
    "42P01": "schema_missing",
    "XX": "database_damaged",
}
WORDS: dict[ErrorCode, str] = {
    "database_locked": "another program holds it locked; try again when that has finished",
    "disk_full": "its disk is full; nothing of this write was kept",
    "database_unreachable": "it cannot be reached",
    "database_read_only": "it may only be read here",
    "database_damaged": "it is damaged or no database of this kind",
}


@contextlib.contextmanager
def named_faults(database: str, kind: DatabaseKind = POSITIONS) -> Iterator[None]:
    """Turns what the database or its driver raises into `StoreError`."""
    try:
        yield
    except exc.SQLAlchemyError as fault:
        raise _store_error(fault, database, kind) from fault


def _store_error(fault: exc.SQLAlchemyError, database: str, kind: DatabaseKind) -> StoreError:
    original = fault.orig if isinstance(fault, exc.DBAPIError) else None
    reason = " ".join(str(original or fault).split())
    code = _code(original)
    if code == "schema_missing":
        return schema_missing(database, kind)
    words = WORDS.get(code, "it failed")
    return StoreError(
        f"the {kind.title} {database}: {words} ({reason:.300})", code=code, database=database
    )


def _code(original: BaseException | None) -> ErrorCode:
    name = getattr(original, "sqlite_errorname", None)
    if isinstance(name, str):
        if name == "SQLITE_ERROR" and "no such table" in str(original):
            return "schema_missing"
        return SQLITE_CODES.get("_".join(name.split("_")[:2]), "database_failed")
    state = getattr(original, "sqlstate", None)
    if isinstance(state, str):
        return POSTGRESQL_CODES.get(state) or POSTGRESQL_CODES.get(state[:2]) or "database_failed"
    # psycopg gives no SQLSTATE where no server answered, or the connection broke.
    if type(original).__name__ in {"OperationalError", "ConnectionTimeout"}:
        return "database_unreachable"
    return "database_failed"


def unreachable(database: str, reason: str, kind: DatabaseKind) -> StoreError:
    message = f"the {kind.title} {database}: it cannot be reached ({reason})"
    return StoreError(message, code="database_unreachable", database=database)


def driver_missing(database: str, kind: DatabaseKind) -> StoreError:
    message = (
        f"the {kind.title} {database}: PostgreSQL needs psycopg, which is not installed here;"
        " install it with: python -m pip install 'viergewinnt[postgresql]'"
    )
    return StoreError(message, code="driver_missing", database=database)


def schema_missing(database: str, kind: DatabaseKind) -> StoreError:
    message = (
        f"the {kind.title} {database} has no tables yet; make them with:"
        f" {kind.migrate_command} --database {database}"
    )
    return StoreError(message, code="schema_missing", database=database)


def schema_older(database: str, revision: str, kind: DatabaseKind) -> StoreError:
    message = (
        f"the {kind.title} {database} is of version {revision}, and this program needs"
        f" {kind.revision}; bring it there with: {kind.migrate_command} --database {database}"
    )
    return StoreError(message, code="schema_older", database=database, revision=revision)


def schema_newer(database: str, revision: str, kind: DatabaseKind) -> StoreError:
    message = (
        f"the {kind.title} {database} is of version {revision}, which a newer program made;"
        f" this one knows versions up to {kind.revision}: update it, or name another database"
    )
    return StoreError(message, code="schema_newer", database=database, revision=revision)
