"""Positions, the engines and evaluations that judged them, and how many there are."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "engines",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("spec", sa.Text, nullable=False),
        sa.Column("side", sa.String(7), nullable=False),
        sa.UniqueConstraint("spec", "side", name="engines_spec_side"),
        sa.CheckConstraint("side IN ('either', 'to_move', 'other')", name="engines_side"),
    )
    op.create_table(
        "evaluations",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
        sa.UniqueConstraint("text", name="evaluations_text"),
    )
    op.create_table(
        "positions",
        sa.Column("place", sa.BigInteger, nullable=False),
        sa.Column("score", sa.Double, nullable=False),
        sa.Column("at_us", sa.BigInteger, nullable=False),
        sa.Column("playouts", sa.BigInteger),
        sa.Column("engine_id", sa.Integer, sa.ForeignKey("engines.id"), nullable=False),
        sa.Column("evaluation_id", sa.Integer, sa.ForeignKey("evaluations.id"), nullable=False),
        sa.Column("depth", sa.SmallInteger),
        sa.Column("best_column", sa.SmallInteger, nullable=False),
        sa.Column("score_kind", sa.String(6), nullable=False),
        sa.Column("columns", sa.LargeBinary),
        sa.PrimaryKeyConstraint("place", "engine_id"),
        sa.CheckConstraint("place >= 0 AND place >> 49 <= 41", name="positions_place"),
        sa.CheckConstraint("best_column BETWEEN 1 AND 7", name="positions_best_column"),
        sa.CheckConstraint(
            "score_kind IN ('exact', 'share', 'points')", name="positions_score_kind"
        ),
        sqlite_with_rowid=False,
    )
    totals = op.create_table(
        "totals",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("row_count", sa.BigInteger, nullable=False),
        sa.CheckConstraint("id = 1", name="totals_one_row"),
    )
    op.bulk_insert(totals, [{"id": 1, "row_count": 0}])
