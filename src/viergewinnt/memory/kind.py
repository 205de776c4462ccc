"""What kinds of databases there are: positions here, games in the server's room."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from viergewinnt.memory.schema import REVISIONS

__all__ = ["POSITIONS", "DatabaseKind"]


@dataclass(frozen=True, slots=True)
class DatabaseKind:
    """What one kind of database is called, and how its tables are made and brought up to date."""

    title: str
    """As messages call it."""
    file: str
    """The user's own one, in the directory for data."""
    migrate_command: str
    revisions: tuple[str, ...]
    """The versions that this program knows, in their order; the last one is what it works with."""
    version_table: str
    migrations: Path
    """Alembic's folder."""
    lock: int
    """Taken in PostgreSQL while it is migrated: any number that no other program takes."""

    @property
    def revision(self) -> str:
        """The version that this program works with."""
        return self.revisions[-1]


POSITIONS = DatabaseKind(
    title="position database",
    file="positions.db",
    migrate_command="viergewinnt positions migrate",
    revisions=REVISIONS,
    version_table="positions_version",
    migrations=Path(__file__).parent / "migrations",
    lock=0x56474D50,
)
