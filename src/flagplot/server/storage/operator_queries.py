"""What operators keep in the database: blocked names and addresses, and the audit log of their commands."""

from __future__ import annotations

import secrets
from typing import Any

from sqlalchemy import Connection, Row, delete, insert, select, update

from flagplot.server.storage.match_queries import now
from flagplot.server.storage.schema import audit, blocks

NAME, ADDRESS = "name", "address"  # what can be blocked


# Blocks


def add_block(connection: Connection, kind: str, value: str, shown: str, note: str) -> bool:
    """Block a name by its key, or a network; False when it is blocked already."""
    if connection.scalar(select(blocks.c.kind).where(_is(kind, value))) is not None:
        return False
    connection.execute(insert(blocks), {"kind": kind, "value": value, "shown": shown, "note": note, "at": now()})
    return True


def drop_block(connection: Connection, kind: str, value: str) -> bool:
    """End a block; False when there was none."""
    return connection.execute(delete(blocks).where(_is(kind, value))).rowcount == 1


def all_blocks(connection: Connection) -> list[Row[Any]]:
    """Everything that is blocked, oldest first."""
    return list(connection.execute(select(blocks).order_by(blocks.c.at, blocks.c.kind, blocks.c.value)))


def is_name_blocked(connection: Connection, key: str) -> bool:
    """Whether nobody may have the name of that key."""
    return connection.scalar(select(blocks.c.kind).where(_is(NAME, key))) is not None


def blocked_networks(connection: Connection) -> list[str]:
    """The networks from which nobody may come."""
    return list(connection.scalars(select(blocks.c.value).where(blocks.c.kind == ADDRESS)))


def _is(kind: str, value: str) -> Any:
    return (blocks.c.kind == kind) & (blocks.c.value == value)


# The audit log


def add_to_audit(
    connection: Connection, who: str, command: str, arguments: str, outcome: str, about: str | None
) -> None:
    """Write down a command, and the guest whom it was about."""
    values = {"id": secrets.token_hex(8), "at": now(), "who": who, "command": command}
    connection.execute(insert(audit), {**values, "arguments": arguments, "outcome": outcome, "about": about})


def audited(connection: Connection, most: int) -> list[Row[Any]]:
    """The last commands, newest last."""
    newest = select(audit).order_by(audit.c.at.desc(), audit.c.id.desc()).limit(most)
    return list(connection.execute(newest))[::-1]


def scrub_audit(connection: Connection, guest: str) -> None:
    """Somebody is forgotten: commands about them stay in the log, but name nobody."""
    connection.execute(update(audit).where(audit.c.about == guest).values(arguments="", outcome="", about=None))
