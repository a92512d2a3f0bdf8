"""The first tables: secrets, guests, matches, seats and moves."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make them."""
    op.create_table(
        "server_secrets",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("value", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "guests",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("name", sa.String(30), nullable=False),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("record", sa.Text, nullable=False),
        sa.Column("snapshot", sa.LargeBinary, nullable=False),
        sa.Column("snapshot_moves", sa.Integer, nullable=False),
        sa.Column("summary", sa.Text, nullable=False),
        sa.Column("to_move", sa.String(40)),
        sa.Column("over", sa.Boolean, nullable=False),
        sa.Column("started", sa.String(30), nullable=False),
        sa.Column("changed", sa.String(30), nullable=False),
    )
    op.create_index("matches_by_change", "matches", ["changed"])
    op.create_table(
        "seats",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), primary_key=True),
        sa.Column("player", sa.String(20), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id")),
    )
    op.create_index("seats_by_guest", "seats", ["guest"])
    op.create_table(
        "moves",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.String(40)),
        sa.Column("option", sa.Text, nullable=False),
        sa.Column("shown", sa.Text, nullable=False),
        sa.Column("log_length", sa.Integer, nullable=False),
        sa.Column("at", sa.String(30), nullable=False),
    )
