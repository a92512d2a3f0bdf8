"""Bringing a database to the present layout, step by step, with Alembic.

Alembic takes long to load, so a server whose database is up to date starts without it.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import Connection, inspect, text
from sqlalchemy.engine import Engine

from flagplot.server.errors import ServerTrouble
from flagplot.server.storage.opening import POSTGRESQL

if TYPE_CHECKING:
    from alembic.config import Config

HEAD = "head"
VERSIONS = Path(__file__).parent / "versions"  # each file is named after its revision: m0003_operators.py
ALEMBIC_TABLE = "alembic_version"
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
    if to == HEAD and _is_present(connection):
        return
    from alembic import command
    from alembic.util import CommandError

    config = _config()
    config.attributes["connection"] = connection
    try:
        command.upgrade(config, to)
    except CommandError:
        raise ServerTrouble(
            "The database has been used by a newer Flagplot, which changed its layout; start that one, or restore a "
            "backup that was made before."
        ) from None


def _is_present(connection: Connection) -> bool:
    """Whether the layout of the database is the present one."""
    if not inspect(connection).has_table(ALEMBIC_TABLE):
        return False
    return bool(connection.scalar(text(f"SELECT version_num FROM {ALEMBIC_TABLE}")) == revisions()[-1])


def revisions() -> list[str]:
    """The revisions that this Flagplot knows, oldest first."""
    return sorted(file.name[1:5] for file in VERSIONS.glob("m*.py"))


def _config() -> Config:
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).parent).replace("%", "%%"))
    return config
