"""The tables of the position database.

SPEC and evaluation texts are long and few, so they stand in tables of their own. A position's key
is canonical and relative to the side to move; columns are in the orientation of that key.
"""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["EITHER", "REVISION", "REVISIONS", "engines", "evaluations", "positions", "totals"]

REVISIONS = ("0001",)
"""The versions that this program knows, in their order; the last one is what it works with."""
REVISION = REVISIONS[-1]

EITHER = "either"  # in engines.side: the estimates of the two sides are each other's opposite

metadata = MetaData()

engines = Table(
    "engines",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("spec", Text, nullable=False),
    Column("side", String(7), nullable=False),
    UniqueConstraint("spec", "side", name="engines_spec_side"),
)

evaluations = Table(
    "evaluations",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("text", Text, nullable=False),
    UniqueConstraint("text", name="evaluations_text"),
)

# The stones lead the primary key, so that all rows up to some ply lie side by side, and no second
# index is needed. That halves the file.
positions = Table(
    "positions",
    metadata,
    Column("ply", SmallInteger, primary_key=True, autoincrement=False),
    Column("key", BigInteger, primary_key=True, autoincrement=False),
    Column("engine_id", ForeignKey("engines.id"), primary_key=True, autoincrement=False),
    Column("evaluation_id", ForeignKey("evaluations.id"), nullable=False),
    Column("depth", SmallInteger),
    Column("playouts", BigInteger),
    Column("best_column", SmallInteger, nullable=False),
    Column("score", Double, nullable=False),
    Column("score_kind", String(6), nullable=False),
    Column("columns", LargeBinary),
    Column("at_us", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# One row: counting a million rows at every write would take longer than the write.
totals = Table(
    "totals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("row_count", BigInteger, nullable=False),
)
