"""Accounts and sessions, the company at a table, notices and ratings."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the tables, and give every match its owner and the version of its rules."""
    _people()
    _matches()
    _company()
    _fill_matches(op.get_bind())


def _people() -> None:
    op.add_column("guests", sa.Column("legacy", sa.Boolean, nullable=False, server_default=sa.false()))
    op.add_column("guests", sa.Column("created", sa.String(30), nullable=False, server_default=""))
    op.execute(sa.update(sa.table("guests", sa.column("legacy", sa.Boolean))).values(legacy=True))
    op.create_table(
        "accounts",
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("name_key", sa.String(60), nullable=False, unique=True),
        sa.Column("password", sa.Text, nullable=False),
        sa.Column("email", sa.String(254)),
        sa.Column("email_confirmed", sa.Boolean, nullable=False),
        sa.Column("wants_mail", sa.Boolean, nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
    )
    op.create_table(
        "sessions",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("created", sa.String(30), nullable=False),
        sa.Column("seen", sa.String(30), nullable=False),
        sa.Column("agent", sa.String(200), nullable=False),
    )
    op.create_index("sessions_by_guest", "sessions", ["guest"])
    op.create_table(
        "tokens",
        sa.Column("id", sa.String(64), primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), nullable=False),
        sa.Column("value", sa.Text, nullable=False),
        sa.Column("expires", sa.String(30), nullable=False),
    )
    op.create_table(
        "attempts",
        sa.Column("key", sa.String(100), primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("until", sa.String(30), nullable=False),
    )


def _matches() -> None:
    for column in (
        sa.Column("owner", sa.String(32)),
        sa.Column("access", sa.String(10), nullable=False, server_default="private"),
        sa.Column("rated", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.Column("pace", sa.Integer),
        sa.Column("deadline", sa.String(30)),
        sa.Column("rules", sa.Integer, nullable=False, server_default="1"),
        sa.Column("invite", sa.String(40)),
        sa.Column("sheet", sa.Text, nullable=False, server_default="{}"),
        sa.Column("version", sa.Integer, nullable=False, server_default="0"),
    ):
        op.add_column("matches", column)
    op.create_index("matches_by_invite", "matches", ["invite"], unique=True)
    op.create_index("matches_by_access", "matches", ["access", "over"])


def _company() -> None:
    op.create_table(
        "talk",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("n", sa.Integer, primary_key=True),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("seat", sa.String(40)),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="SET NULL")),
        sa.Column("text", sa.Text, nullable=False),
        sa.Column("lines", sa.Text, nullable=False),
        sa.Column("to", sa.String(40)),
        sa.Column("at", sa.String(30), nullable=False),
    )
    op.create_table(
        "notes",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("text", sa.Text, nullable=False),
    )
    op.create_table(
        "notices",
        sa.Column("match_id", sa.String(32), sa.ForeignKey("matches.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("guest", sa.String(32), sa.ForeignKey("guests.id", ondelete="CASCADE"), primary_key=True),
        sa.Column("due", sa.String(30), nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
    )
    op.create_index("notices_by_due", "notices", ["due"])
    op.create_table(
        "ratings",
        sa.Column("game", sa.String(40), primary_key=True),
        sa.Column("who", sa.String(60), primary_key=True),
        sa.Column("mu", sa.Float, nullable=False),
        sa.Column("sigma", sa.Float, nullable=False),
        sa.Column("won", sa.Integer, nullable=False),
        sa.Column("drawn", sa.Integer, nullable=False),
        sa.Column("lost", sa.Integer, nullable=False),
        sa.Column("changed", sa.String(30), nullable=False),
    )
    op.create_table(
        "rated_games",
        sa.Column("match_id", sa.String(32), primary_key=True),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("players", sa.Text, nullable=False),
        sa.Column("winner", sa.String(40)),
        sa.Column("at", sa.String(30), nullable=False),
    )


def _fill_matches(connection: sa.Connection) -> None:
    """Whoever holds the first seat that a guest holds is the owner; the rules are those of the latest save."""
    matches = sa.table("matches", sa.column("id"), sa.column("owner"), sa.column("rules"), sa.column("snapshot"))
    seats = sa.table("seats", sa.column("match_id"), sa.column("seat"), sa.column("guest"))
    held = sa.select(seats).where(seats.c.guest.is_not(None)).order_by(seats.c.seat.desc())
    owners = {row.match_id: row.guest for row in connection.execute(held)}
    for match_id in connection.scalars(sa.select(matches.c.id)).all():
        save = connection.scalar(sa.select(matches.c.snapshot).where(matches.c.id == match_id))
        values = {"owner": owners.get(match_id), "rules": _rules_of(bytes(save or b""))}
        connection.execute(sa.update(matches).where(matches.c.id == match_id).values(values))


def _rules_of(save: bytes) -> int:
    try:
        return int(json.loads(save)["rules"])
    except (ValueError, KeyError, TypeError):
        return 1
