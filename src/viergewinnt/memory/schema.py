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
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Text,
    UniqueConstraint,
)

__all__ = ["EITHER", "KEY_BITS", "REVISION", "REVISIONS", "engines", "evaluations", "positions",
           "totals"]  # fmt: skip

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

KEY_BITS = 49

# The place of a row is the number of stones, then the key in the lower 49 bits: one number in which
# all rows up to some ply lie side by side, so that no second index is needed. Columns stand in the
# order of their widths, so that PostgreSQL pads none of them.
positions = Table(
    "positions",
    metadata,
    Column("place", BigInteger, nullable=False),
    Column("score", Double, nullable=False),
    Column("at_us", BigInteger, nullable=False),
    Column("playouts", BigInteger),
    Column("engine_id", ForeignKey("engines.id"), nullable=False),
    Column("evaluation_id", ForeignKey("evaluations.id"), nullable=False),
    Column("depth", SmallInteger),
    Column("best_column", SmallInteger, nullable=False),
    Column("score_kind", String(6), nullable=False),
    Column("columns", LargeBinary),
    PrimaryKeyConstraint("place", "engine_id"),
    sqlite_with_rowid=False,
)

# One row: counting a million rows at every write would take longer than the write.
totals = Table(
    "totals",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("row_count", BigInteger, nullable=False),
)
