"""Blocks, the audit log, messages of commands to a server on SQLite, and indexes for forgetting many guests."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables and the indexes."""
    op.create_table(
        "blocks",
        sa.Column("kind", sa.String(10), primary_key=True),
        sa.Column("value", sa.String(60), primary_key=True),
        sa.Column("shown", sa.String(60), nullable=False),
        sa.Column("note", sa.String(200), nullable=False),
        sa.Column("at", sa.String(30), nullable=False),
    )
    op.create_table(
        "audit",
        sa.Column("id", sa.String(20), primary_key=True),
        sa.Column("at", sa.String(30), nullable=False),
        sa.Column("who", sa.String(100), nullable=False),
        sa.Column("command", sa.String(20), nullable=False),
        sa.Column("arguments", sa.Text, nullable=False),
        sa.Column("outcome", sa.Text, nullable=False),
        sa.Column("about", sa.String(32)),
    )
    op.create_index("audit_by_time", "audit", ["at"])
    op.create_table(
        "messages",
        sa.Column("id", sa.Integer, primary_key=True, autoincrement=True),
        sa.Column("topic", sa.String(20), nullable=False),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("at", sa.String(30), nullable=False),
        sqlite_autoincrement=True,
    )
    for table in ("talk", "notes", "notices", "tokens"):
        op.create_index(f"{table}_by_guest", table, ["guest"])
