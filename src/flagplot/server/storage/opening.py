"""Opening a database by its URL, SQLite or PostgreSQL, and saying in one sentence why that cannot be."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine, event
from sqlalchemy.engine import URL, Engine, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError

from flagplot.places import data_directory
from flagplot.server.errors import ServerTrouble

SQLITE, POSTGRESQL = "sqlite", "postgresql"

# The write-ahead log is copied into the database by `Database`, so that no move waits for it.
PRAGMAS = (
    *("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON", "busy_timeout=5000", "wal_autocheckpoint=0"),
    "cache_size=-16000",  # kilobytes of a connection: enough for the games of a busy evening
)
# A statement that waits longer is given up, and a process that hangs in a transaction loses it.
TIMEOUTS = ("SET statement_timeout = '15s'", "SET idle_in_transaction_session_timeout = '60s'")
SECONDS_TO_CONNECT = 5
CONNECTIONS = 10

# What PostgreSQL says and what we make of it; any other trouble is told in its own words.
TROUBLES = (
    (r"password authentication failed", "PostgreSQL refused the password of {user} for {name}."),
    (r"no password supplied", "PostgreSQL needs a password of {user} for {name}. Put it into ~/.pgpass."),
    (r'database "[^"]*" does not exist', "There is no database '{database}' at {server}. Create it with createdb."),
    (
        r"Connection refused|No such file|failed to resolve|timeout|closed the connection|unreachable",
        "The PostgreSQL server at {server} cannot be reached: {reason}.",
    ),
)


def default_url() -> str:
    """The database in the user's data directory."""
    return str(URL.create(SQLITE, database=str(data_directory() / "server.db")))


def opened(url: str) -> Engine:
    """An engine for a database URL; ServerTrouble, in one sentence, when it is none or cannot be opened."""
    try:
        parsed = _read(url)
    except (ArgumentError, ValueError):
        shown = re.sub(r"[^/]*@", "***@", url)
        raise ServerTrouble(
            f"'{shown}' is not a database URL. Expected something like sqlite:////tmp/games.db or "
            "postgresql://flagplot@localhost/flagplot."
        ) from None
    name = _name(parsed)
    try:
        engine = _engine(parsed)
        with engine.connect():
            return engine
    except (NoSuchModuleError, ModuleNotFoundError) as error:
        raise ServerTrouble(f"The database '{name}' needs a driver that is not installed: {error}.") from None
    except DBAPIError as error:
        raise ServerTrouble(_in_words(parsed, str(error.orig))) from None
    except (TypeError, ValueError) as error:  # what stands behind the question mark is not a setting of the driver
        raise ServerTrouble(f"The database '{name}' cannot be opened: {str(error).splitlines()[0]}.") from None


def file_of(url: str) -> Path | None:
    """The file of a SQLite database; None for any other kind, and for what is no URL."""
    try:
        parsed = _read(url)
    except (ArgumentError, ValueError):
        return None
    return Path(parsed.database) if parsed.get_backend_name() == SQLITE and parsed.database else None


def _read(url: str) -> URL:
    parsed = make_url(url)
    if parsed.drivername in ("postgres", POSTGRESQL):
        return parsed.set(drivername=f"{POSTGRESQL}+psycopg")
    if parsed.get_backend_name() == SQLITE and parsed.host:
        raise ArgumentError("two slashes, where there must be three")
    return parsed


def _name(parsed: URL) -> str:
    """A URL as it may be shown: without passwords."""
    shown = parsed.set(query={}, drivername=parsed.get_backend_name())
    return shown.set(password=None).render_as_string()


def _engine(parsed: URL) -> Engine:
    backend = parsed.get_backend_name()
    if backend not in (SQLITE, POSTGRESQL):
        raise ServerTrouble(f"Games are kept in SQLite or PostgreSQL, not in {backend}.")
    if backend == SQLITE:
        _make_file(parsed)
        engine = create_engine(parsed, hide_parameters=True)
        event.listen(engine, "connect", _prepare_sqlite)
        return engine
    given = {"connect_timeout": SECONDS_TO_CONNECT, "application_name": "flagplot"}
    engine = create_engine(
        parsed,
        hide_parameters=True,
        pool_pre_ping=True,
        pool_size=CONNECTIONS,
        connect_args={name: value for name, value in given.items() if name not in parsed.query},
    )
    event.listen(engine, "connect", _prepare_postgresql)
    return engine


def _make_file(parsed: URL) -> None:
    """See to it that there is a file, which nobody else can read."""
    if not parsed.database or parsed.database.startswith((":", "file:")):
        raise ServerTrouble(f"'{_name(parsed)}' does not name a file. Games must be stored in a file.")
    path = Path(parsed.database)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise ServerTrouble(f"The directory of '{_name(parsed)}' cannot be created: {error.strerror}.") from None
    try:
        if not path.exists():
            path.touch(mode=0o600)  # it holds the server's secret and the seeds of all games
    except OSError as error:
        raise ServerTrouble(f"The file of '{_name(parsed)}' cannot be created: {error.strerror}.") from None


def _prepare_sqlite(connection: Any, _: Any) -> None:
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _prepare_postgresql(connection: Any, _: Any) -> None:
    for statement in TIMEOUTS:
        connection.execute(statement)
    connection.commit()


def _in_words(parsed: URL, trouble: str) -> str:
    """Why a database cannot be opened."""
    reason = trouble.splitlines()[0].rpartition(" failed: ")[2].removeprefix("FATAL:  ").rstrip(".")
    host = parsed.query.get("host") or parsed.host or "this machine"
    known = {
        "name": f"'{_name(parsed)}'",
        "user": f"'{parsed.username}'" if parsed.username else "this user",
        "database": parsed.database or parsed.username or "",
        "server": f"{host} port {parsed.port}" if parsed.port else str(host),
        "reason": reason,
    }
    if parsed.get_backend_name() == POSTGRESQL:
        for pattern, sentence in TROUBLES:
            if re.search(pattern, trouble):
                return sentence.format(**known)
    return f"The database '{_name(parsed)}' cannot be opened: {reason}."
