"""The games of the day, who has tried them and how it ended, and the past of games that branched off."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables."""
    op.create_table(
        "day_games",
        sa.Column("day", sa.String(10), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("outcome", sa.String(10)),
        sa.Column("score", sa.Integer),
        sa.Column("moves", sa.Integer),
        sa.Column("finished", sa.String(30)),
    )
    op.create_index("day_games_by_guest", "day_games", ["guest"])
    op.create_table(
        "pasts",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("seat", sa.String(40), nullable=False),
        sa.Column("save", sa.LargeBinary, nullable=False),
        sa.Column("moments", sa.Text, nullable=False),
    )
