"""`flagplot admin` for many users: clearing, blocking, sessions, and the audit log in which every command stands."""

from __future__ import annotations

import argparse
import functools
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import msgspec
from rich import box
from rich.table import Table

from flagplot.engine.errors import FlagplotError
from flagplot.terminal.desk import Desk

LONGEST_TIME, MOST_ENTRIES = 3650, 100_000  # days, lines of the audit log
USUAL_ENTRIES = 50
NOT_ARGUMENTS = ("db", "run", "json", "yes", "note_of")  # what is not written down: where, and how it is printed

Run = Callable[[argparse.Namespace], int]
AddCommand = Callable[..., argparse.ArgumentParser]


class AdminError(FlagplotError):
    """What an operator asked for cannot be done."""


@dataclass(slots=True)
class Note:
    """What a command adds to its entry in the audit log."""

    outcome: str = ""
    about: str | None = None  # the guest whom it concerned
    arguments: str | None = None  # instead of those that were given


def with_the_server(run: Run) -> Run:
    """A command that needs the packages of the server."""

    @functools.wraps(run)
    def checked(args: argparse.Namespace) -> int:
        try:
            return run(args)
        except ImportError as error:
            raise AdminError(
                f"This needs more packages ({error}); install them with pip install 'flagplot[web]'."
            ) from None
        except FlagplotError:
            raise
        except Exception as error:
            if reason := _trouble_of_database(error):
                raise AdminError(f"The database cannot do that right now: {reason}.") from None
            raise

    return checked


def _trouble_of_database(error: Exception) -> str:
    """What the driver of a database says, in one line; empty when the error is another one."""
    from sqlalchemy.exc import DBAPIError  # which is there, else nothing could have been asked of a database

    return " ".join(str(error.orig).split()).rstrip(".") if isinstance(error, DBAPIError) else ""


def audited(command: str, run: Run) -> Run:
    """A command that is written into the audit log, whatever comes of it."""

    @functools.wraps(run)
    def written_down(args: argparse.Namespace) -> int:
        note = args.note_of = Note()
        try:
            code = run(args)
        except FlagplotError as error:
            _write_down(args, command, note, f"refused: {' '.join(str(error).split())}")
            raise
        except BaseException as error:
            _write_down(args, command, note, f"interrupted: {type(error).__name__}")
            raise
        _write_down(args, command, note, note.outcome or ("done" if code == 0 else f"exit code {code}"))
        return code

    return written_down


def _write_down(args: argparse.Namespace, command: str, note: Note, outcome: str) -> None:
    try:
        from flagplot.server.operating import auditing
    except ImportError:
        return
    arguments = _arguments(args) if note.arguments is None else note.arguments
    if trouble := auditing.write_down(args.db, command, arguments, outcome, note.about):
        print(f"flagplot: Could not write this command to the audit log: {trouble}.", file=sys.stderr)


def _arguments(args: argparse.Namespace) -> str:
    """What was asked for; none of it is a secret, but a database URL can be, and is left out."""
    given = {name: value for name, value in vars(args).items() if name not in NOT_ARGUMENTS}
    shown = [(name, value) for name, value in given.items() if value not in (None, False, "", [])]
    return " ".join(name if value is True else f"{name}={_in_words(value)}" for name, value in shown)


def _in_words(value: Any) -> str:
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


# The commands and their arguments


def add_operating(commands: Any, add_command: AddCommand) -> list[argparse.ArgumentParser]:
    """The commands of this module."""

    def add(name: str, run: Run, purpose: str, *examples: str) -> argparse.ArgumentParser:
        return add_command(commands, name, audited(name, run), purpose, *examples)

    prune = add(
        "prune",
        prune_command,
        "delete guests who no longer come, and games without any account, also while the server runs",
        "flagplot admin prune --days 90 --dry-run",
        "flagplot admin prune --days 90 --yes",
    )
    prune.add_argument(
        "--days", metavar="N", type=_days, required=True, help="delete what was not used for this many days (1 to 3650)"
    )
    prune.add_argument("--dry-run", action="store_true", help="only print what would be deleted")
    prune.add_argument("--yes", action="store_true", help="do not ask first")
    block = add(
        "block",
        block_command,
        "block a name (nobody can use it or sign in with it), an address or a network",
        "flagplot admin block name Eve --note 'insults in the lobby'",
        "flagplot admin block address 203.0.113.7",
        "flagplot admin block address 2001:db8::/32",
    )
    block.add_argument("--note", metavar="TEXT", default="", help="why, for yourself")
    unblock = add(
        "unblock",
        unblock_command,
        "end a block",
        "flagplot admin unblock name Eve",
        "flagplot admin unblock address 203.0.113.0/24",
    )
    for command in (block, unblock):
        command.add_argument("kind", metavar="KIND", choices=("name", "address"), help="name or address")
        command.add_argument("value", metavar="VALUE", help="the name; or the address, or a network as 203.0.113.0/24")
    blocks = add("blocks", blocks_command, "list what is blocked", "flagplot admin blocks")
    sessions = add(
        "sessions",
        sessions_command,
        "list the sessions of a player, and when they were last used",
        "flagplot admin sessions Ann",
    )
    sessions.add_argument("name", metavar="NAME", help="a player, with or without account, by name or id")
    end = add("end-session", end_session_command, "end one session", "flagplot admin end-session 3f9a0c51b2d4")
    end.add_argument("session", metavar="ID", help="as flagplot admin sessions lists it")
    end.add_argument(
        "--yes",
        action="store_true",
        help="do not ask before ending the session of a guest without account, who cannot come back",
    )
    audit = add_command(
        commands,
        "audit",
        audit_command,
        "show which admin commands were run, by whom, and with what result, newest last",
        "flagplot admin audit",
        "flagplot admin audit --limit 500 --json",
    )
    audit.add_argument(
        "--limit",
        metavar="N",
        type=_entries,
        default=USUAL_ENTRIES,
        help=f"how many entries to show; default: {USUAL_ENTRIES}",
    )
    for command in (blocks, sessions, audit):
        command.add_argument("--json", action="store_true", help="print JSON instead of a table")
    return [prune, block, unblock, blocks, sessions, end, audit]


def _days(text: str) -> int:
    return _number(text, LONGEST_TIME, "a number of days")


def _entries(text: str) -> int:
    return _number(text, MOST_ENTRIES, "a number of entries")


def _number(text: str, most: int, what: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 10 and 1 <= int(text) <= most):
        raise argparse.ArgumentTypeError(f"'{text}' is not {what}; expected a whole number from 1 to {most}")
    return int(text)


# What they do


@with_the_server
def prune_command(args: argparse.Namespace) -> int:
    """Clear guests and games, or tell how many it would be."""
    from flagplot.server.operating import admin, pruning

    desk = Desk()
    with admin.at_work(args.db) as engine:
        found = pruning.count(engine, args.days)
        since = f"without account that were not used for {counted(args.days, 'day')}"
        what = f"{counted(found.games, 'game')} and {counted(found.guests, 'guest')} {since}"
        if args.dry_run:
            desk.say_unbroken(f"{what} would be deleted.")
            return 0
        if any(found):
            make_sure(args, desk, f"Clear {what}?")
        done = pruning.prune(engine, args.days)
    told = f"{counted(done.games, 'game')} and {counted(done.guests, 'guest')} were deleted."
    args.note_of.outcome = told
    desk.say_unbroken(told)
    return 0


@with_the_server
def block_command(args: argparse.Namespace) -> int:
    """Block a name or an address."""
    from flagplot.server.operating import admin, blocking

    with admin.at_work(args.db) as engine:
        is_new = blocking.block(engine, args.kind, args.value, args.note)
    Desk().say_unbroken(f"The {args.kind} {args.value} is blocked{'' if is_new else ' already'}.")
    return 0


@with_the_server
def unblock_command(args: argparse.Namespace) -> int:
    """End a block."""
    from flagplot.server.operating import admin, blocking

    with admin.at_work(args.db) as engine:
        blocking.unblock(engine, args.kind, args.value)
    Desk().say_unbroken(f"The {args.kind} {args.value} is no longer blocked.")
    return 0


@with_the_server
def blocks_command(args: argparse.Namespace) -> int:
    """List blocks."""
    from flagplot.server.operating import admin, blocking

    with admin.at_work(args.db) as engine:
        found = blocking.blocks(engine)
    rows = [(one.kind, one.value, minute(one.at), one.note) for one in found]
    return listed(args, found, ("Kind", "Blocked", "Since", "Note"), rows)


@with_the_server
def sessions_command(args: argparse.Namespace) -> int:
    """List the sessions of somebody."""
    from flagplot.server.operating import admin

    with admin.at_work(args.db) as engine:
        user = admin.find_user(engine, args.name)
        args.note_of.about = user.id
        found = admin.sessions_of(engine, user)
    rows = [(one.id, minute(one.created), minute(one.seen), one.agent) for one in found]
    return listed(args, found, ("Id", "Begun", "Last used", "Browser"), rows)


@with_the_server
def end_session_command(args: argparse.Namespace) -> int:
    """End one session."""
    from flagplot.server.operating import admin

    desk = Desk()
    with admin.at_work(args.db) as engine:
        session, user = admin.find_session(engine, args.session)
        args.note_of.about = user.id
        if not user.account:
            make_sure(
                args,
                desk,
                f"{user.name} has no account and could not come back to {user.games} games. End the session?",
            )
        admin.end_session(engine, session)
    desk.say_unbroken(f"Ended a session of {user.name}.")
    return 0


@with_the_server
def audit_command(args: argparse.Namespace) -> int:
    """Show the audit log."""
    from flagplot.server.operating import admin, auditing

    with admin.at_work(args.db) as engine:
        found = auditing.entries(engine, args.limit)
    rows = [(second(one.at), one.who, one.command, one.arguments, one.outcome) for one in found]
    return listed(args, found, ("When", "Who", "Command", "Arguments", "Outcome"), rows)


# What they share


def listed(args: argparse.Namespace, found: Any, heads: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> int:
    """Print a list as a table, or as JSON for programs."""
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    table = Table(*heads, box=box.SIMPLE_HEAD, header_style="dim")
    for row in rows:
        table.add_row(*row)
    Desk().say(table)
    return 0


def make_sure(args: argparse.Namespace, desk: Desk, question: str) -> None:
    """Ask whether something is meant that cannot be undone; AdminError when it is not."""
    if args.yes:
        return
    if not sys.stdin.isatty():
        raise AdminError("This command asks for confirmation, which needs a terminal. Confirm with --yes.")
    if not desk.agrees(question):
        raise AdminError("Nothing was changed.")


def counted(number: int, what: str) -> str:
    """A number of things, as one says it."""
    return f"{number:,} {what}{'' if number == 1 else 's'}"


def minute(moment: str) -> str:
    """A moment, as a table shows it."""
    return moment[:16].replace("T", " ")


def second(moment: str) -> str:
    """A moment to the second."""
    return moment[:19].replace("T", " ")
