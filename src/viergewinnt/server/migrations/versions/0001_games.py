"""Games, their stones, and who holds their secrets."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """From nothing."""
    op.create_table(
        "games",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("start", sa.Text, nullable=False),
        sa.Column("moves", sa.String(42), nullable=False),
        sa.Column("played", sa.SmallInteger, nullable=False),
        sa.Column("settings", sa.Text, nullable=False),
        sa.Column("is_over", sa.Boolean, nullable=False),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("changed_ms", sa.BigInteger, nullable=False),
        sa.Column("due_ms", sa.BigInteger),
        sa.Column("lease_holder", sa.String(32)),
        sa.Column("lease_until_ms", sa.BigInteger),
        sa.CheckConstraint("played BETWEEN 0 AND length(moves)", name="games_played"),
    )
    op.create_index("games_due", "games", ["due_ms"])
    op.create_table(
        "stones",
        sa.Column(
            "game_id", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("number", sa.SmallInteger, nullable=False),
        sa.Column("decided_by", sa.String(9), nullable=False),
        sa.Column("at_ms", sa.BigInteger, nullable=False),
        sa.Column("engine", sa.Text),
        sa.Column("source", sa.String(8)),
        sa.Column("score", sa.Double),
        sa.Column("score_kind", sa.String(6)),
        sa.Column("depth", sa.SmallInteger),
        sa.Column("nodes", sa.BigInteger),
        sa.Column("playouts", sa.BigInteger),
        sa.Column("elapsed_ms", sa.Double),
        sa.PrimaryKeyConstraint("game_id", "number"),
        sa.CheckConstraint("number BETWEEN 1 AND 42", name="stones_number"),
        sa.CheckConstraint(
            "decided_by IN ('person', 'best-move', 'computer')", name="stones_decided_by"
        ),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seats",
        sa.Column(
            "game_id", sa.String(32), sa.ForeignKey("games.id", ondelete="CASCADE"), nullable=False
        ),
        sa.Column("person", sa.String(6), nullable=False),
        sa.Column("secret_hash", sa.String(64)),
        sa.Column("handed", sa.Boolean, nullable=False),
        sa.Column("seen_ms", sa.BigInteger, nullable=False),
        sa.Column("code_hash", sa.String(64)),
        sa.PrimaryKeyConstraint("game_id", "person"),
        sa.CheckConstraint("person IN ('owner', 'first', 'second')", name="seats_person"),
        sqlite_with_rowid=False,
    )
    op.create_index("seats_code", "seats", ["code_hash"], unique=True)
