"""The audit log: which admin commands were given, when, by which user of the system, and what came of them."""

from __future__ import annotations

import getpass
import os
import sys

import msgspec
from sqlalchemy import inspect
from sqlalchemy.engine import Engine
from sqlalchemy.exc import SQLAlchemyError

from flagplot.server.errors import ServerTrouble
from flagplot.server.storage import operator_queries
from flagplot.server.storage.opening import default_url, file_of, opened
from flagplot.server.storage.schema import audit

LONGEST = 500  # characters of arguments or outcome


class Entry(msgspec.Struct, frozen=True):
    """A command that was given."""

    at: str
    who: str
    command: str
    arguments: str
    outcome: str


def write_down(url: str | None, command: str, arguments: str, outcome: str, about: str | None) -> str:
    """Write a command into the log of its database; why that could not be, in words.

    Where there is no database with such a log, there is nothing to write into, and the command has said so itself.
    """
    url = default_url() if url is None else url
    path = file_of(url)
    if path and not path.exists():
        return ""
    try:
        engine = opened(url)
    except ServerTrouble:
        return ""
    try:
        if not inspect(engine).has_table(audit.name):
            return ""
        with engine.begin() as connection:
            values = (_short(who())[:100], command, _short(arguments), _short(outcome))
            operator_queries.add_to_audit(connection, *values, about)
    except SQLAlchemyError as error:
        return " ".join(str(getattr(error, "orig", error)).split())
    finally:
        engine.dispose()
    return ""


def entries(engine: Engine, most: int) -> list[Entry]:
    """The last commands, newest last."""
    with engine.connect() as connection:
        rows = operator_queries.audited(connection, most)
        return [Entry(row.at, row.who, row.command, row.arguments, row.outcome) for row in rows]


def who() -> str:
    """The user of the operating system who gives a command, and on whose behalf if sudo tells."""
    if sys.platform == "win32":
        return getpass.getuser()
    import pwd  # which Windows has not

    try:
        name = pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        name = f"user {os.getuid()}"
    behind = os.environ.get("SUDO_USER", "")
    return f"{name} ({behind[:40]})" if behind and behind != name else name


def _short(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)[:LONGEST]
