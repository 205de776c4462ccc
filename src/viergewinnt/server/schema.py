"""The tables of served games.

A game is its start, its stones and its settings. The stones taken back stay as rows behind those on
the board. Settings are a JSON text, because nothing is ever searched by them.
"""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    MetaData,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
)

from viergewinnt.memory.kind import DatabaseKind

__all__ = ["GAMES", "games", "seats", "stones"]

GAMES = DatabaseKind(
    title="game database",
    file="games.db",
    migrate_command="viergewinnt games migrate",
    revisions=("0001",),
    version_table="games_version",
    migrations=Path(__file__).parent / "migrations",
    lock=0x56474741,
)

metadata = MetaData()

games = Table(
    "games",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("turn", BigInteger, nullable=False),
    Column("start", Text, nullable=False),
    Column("moves", String(42), nullable=False),  # those that can be played again included
    Column("played", SmallInteger, nullable=False),
    Column("settings", Text, nullable=False),
    Column("is_over", Boolean, nullable=False),
    Column("created_ms", BigInteger, nullable=False),
    Column("changed_ms", BigInteger, nullable=False),
    # When a computer's move is due, and who is making it until when.
    Column("due_ms", BigInteger),
    Column("lease_holder", String(32)),
    Column("lease_until_ms", BigInteger),
    Index("games_due", "due_ms"),
)

stones = Table(
    "stones",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("number", SmallInteger, nullable=False),
    Column("decided_by", String(9), nullable=False),
    Column("at_ms", BigInteger, nullable=False),
    Column("engine", Text),
    Column("source", String(8)),
    Column("score", Double),
    Column("score_kind", String(6)),
    Column("depth", SmallInteger),
    Column("nodes", BigInteger),
    Column("playouts", BigInteger),
    Column("elapsed_ms", Double),
    PrimaryKeyConstraint("game_id", "number"),
    sqlite_with_rowid=False,
)

seats = Table(
    "seats",
    metadata,
    Column("game_id", ForeignKey("games.id", ondelete="CASCADE"), nullable=False),
    Column("person", String(6), nullable=False),
    Column("secret_hash", String(64)),
    Column("handed", Boolean, nullable=False),
    Column("seen_ms", BigInteger, nullable=False),
    Column("code_hash", String(64)),
    PrimaryKeyConstraint("game_id", "person"),
    Index("seats_code", "code_hash", unique=True),
    sqlite_with_rowid=False,
)
