"""Bringing a database to the present layout, step by step, with Alembic."""

from __future__ import annotations

from pathlib import Path

from alembic import command
from alembic.config import Config
from alembic.script import ScriptDirectory
from alembic.util import CommandError
from sqlalchemy import Connection, text
from sqlalchemy.engine import Engine

from flagplot.server.errors import ServerTrouble
from flagplot.server.keeping.opening import POSTGRESQL

HEAD = "head"
LOCK = 0x464C4147  # the advisory lock under which a PostgreSQL database is brought up to date


def migrate(engine: Engine, to: str = HEAD) -> None:
    """Bring the database to a revision; an empty one gets its tables."""
    with engine.begin() as connection:
        hold_off_others(connection)
        upgrade(connection, to)


def hold_off_others(connection: Connection) -> None:
    """Wait until no other process changes the layout, and let none do so until this transaction ends."""
    if connection.dialect.name == POSTGRESQL:
        connection.execute(text("SET LOCAL statement_timeout = 0"))
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": LOCK})
    else:
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def upgrade(connection: Connection, to: str = HEAD) -> None:
    """Bring the database to a revision within a transaction; ServerTrouble when it is of a newer Flagplot."""
    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        raise ServerTrouble(
            "The database has been used by a newer Flagplot, which changed its layout; start that one, or restore a "
            "backup that was made before."
        ) from None


def revisions() -> list[str]:
    """The revisions that this Flagplot knows, oldest first."""
    return [script.revision for script in ScriptDirectory.from_config(_config()).walk_revisions()][::-1]


def _config() -> Config:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
