"""`flagplot admin`: backups, people and games of a server, for whoever runs it."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec
from rich import box
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from flagplot.cli_operate import AddCommand, AdminError, add_operating, audited, make_sure, minute, with_the_server
from flagplot.terminal.desk import Desk, plain_console

DIFFERS = 1


def add_admin(all_commands: Any, add_command: AddCommand, number: Callable[[str], int]) -> None:
    """The command `flagplot admin` with those below it."""

    def show_help(_: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser = add_command(
        all_commands,
        "admin",
        show_help,
        "manage a server: backups, accounts, games, blocks, cleaning up",
        "flagplot admin backup evening.backup",
        "flagplot admin users",
        "flagplot admin games --verify",
        "flagplot admin prune --days 90 --dry-run",
        "flagplot admin audit",
    )
    which = "the database of the server; default: the one in your data directory"
    parser.add_argument("--db", metavar="URL", help=which)
    commands = parser.add_subparsers(title="commands", metavar="COMMAND", parser_class=type(parser))
    backup = add_command(
        commands,
        "backup",
        audited("backup", backup_command),
        "write the whole database into one file, also while the server runs",
        "flagplot admin backup evening.backup",
        "flagplot admin --db postgresql://flagplot@/flagplot backup /var/backups/flagplot/today.backup",
    )
    backup.add_argument("file", metavar="FILE", type=Path, help="a new file; it contains secrets, so keep it safe")
    restore = add_command(
        commands,
        "restore",
        audited("restore", restore_command),
        "fill an empty database from a backup, of either kind of database",
        "flagplot admin --db sqlite:////srv/flagplot/games.db restore evening.backup",
        "flagplot admin --db postgresql://flagplot@/flagplot restore evening.backup",
    )
    restore.add_argument("file", metavar="FILE", type=Path, help="a file that flagplot admin backup wrote")
    users = add_command(
        commands,
        "users",
        audited("users", users_command),
        "list the players of the server, reset a password, or delete a player",
        "flagplot admin users",
        "flagplot admin users --reset Ann                  (a new password, which is printed)",
        "flagplot admin users --delete Ann",
    )
    what = users.add_mutually_exclusive_group()
    what.add_argument("--reset", metavar="NAME", help="give an account a new password, and sign it out everywhere")
    what.add_argument("--delete", metavar="NAME", help="delete a player, with or without account, by name or id")
    what.add_argument("--json", action="store_true", help="print JSON instead of a table")
    users.add_argument("--yes", action="store_true", help="with --delete: do not ask first")
    games = add_command(
        commands,
        "games",
        audited("games", games_command),
        "list the games, or replay them under the present rules",
        "flagplot admin games --open --game sea-control",
        "flagplot admin games --verify                     (exit code 1 when a game differs)",
        "flagplot admin games --verify --jobs 0 --json",
        "flagplot admin games --verify 1f6c0a2b9d44",
    )
    games.add_argument("ids", metavar="ID", nargs="*", help="these games only")
    games.add_argument("--game", metavar="GAME", help="of this game only, by its slug")
    games.add_argument("--open", action="store_true", help="those that are not over")
    games.add_argument(
        "--verify", action="store_true", help="replay them under the present rules, and list those that differ"
    )
    games.add_argument("--jobs", metavar="J", type=number, help="with --verify: processes; 0 for all cores")
    games.add_argument("--json", action="store_true", help="print JSON instead of a table")
    for command in (backup, restore, users, games, *add_operating(commands, add_command)):
        command.add_argument("--db", metavar="URL", default=argparse.SUPPRESS, help=which)


@with_the_server
def backup_command(args: argparse.Namespace) -> int:
    """Write a backup."""
    from flagplot.server.operating import admin
    from flagplot.server.storage import backup

    with admin.at_work(args.db, of_any_layout=True) as engine, progress_bar("rows") as progress:
        rows = backup.back_up(engine, args.file, progress)
    Desk().say_unbroken(f"Wrote {rows:,} rows to {args.file}.")
    return 0


@with_the_server
def restore_command(args: argparse.Namespace) -> int:
    """Fill an empty database."""
    from flagplot.server.storage import backup
    from flagplot.server.storage.opening import default_url

    with progress_bar("rows") as progress:
        rows = backup.restore(default_url() if args.db is None else args.db, args.file, progress)
    Desk().say_unbroken(f"Restored {rows:,} rows from {args.file}.")
    return 0


@with_the_server
def users_command(args: argparse.Namespace) -> int:
    """List people, or see to one."""
    from flagplot.server.operating import admin

    if args.yes and args.delete is None:
        raise AdminError("--yes works only with --delete, which then does not ask.")
    desk = Desk()
    with admin.at_work(args.db) as engine:
        if args.reset is not None:
            password, args.note_of.about = admin.reset_password(engine, args.reset)
            desk.say_unbroken(f"The password of {args.reset} is now {password}")
            return 0
        if args.delete is not None:
            user = admin.find_user(engine, args.delete)
            args.note_of.about = user.id
            make_sure(
                args, desk, f"Delete {user.name}, with {user.games} games of which {user.open_games} are still open?"
            )
            touched = admin.delete_user(engine, user)
            args.note_of.arguments, args.note_of.about = "delete", None  # nothing names them any more
            desk.say_unbroken(f"{user.name} was deleted; {touched} games were changed or deleted.")
            return 0
        found = admin.users(engine)
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    table = Table("Name", "Account", "Games", "Open", "Last seen", "Id", box=box.SIMPLE_HEAD, header_style="dim")
    for user in found:
        seen = minute(user.seen or user.created)
        figures = (str(user.games), str(user.open_games))
        table.add_row(user.name, "yes" if user.account else "", *figures, seen, user.id)
    desk.say(table)
    return 0


@with_the_server
def games_command(args: argparse.Namespace) -> int:
    """List games, or verify them."""
    from flagplot.server.operating import admin

    if args.jobs is not None and not args.verify:
        raise AdminError("--jobs works only with --verify.")
    with admin.at_work(args.db) as engine:
        found = admin.games(engine, args.game, args.open, args.ids)
        if args.verify:
            with progress_bar("games") as progress:
                differing = list(admin.verify(engine, found, 1 if args.jobs is None else args.jobs, progress))
            _tell_differing(args, len(found), differing)
            return DIFFERS if differing else 0
    if args.json:
        print(msgspec.json.encode(found).decode())
        return 0
    table = Table("Id", "Game", "Players", "To decide", "Rules", "Last change", box=box.SIMPLE_HEAD, header_style="dim")
    for one in found:
        players = ", ".join(f"{seat}: {who}" for seat, who in one.players.items())
        decides = "over" if one.over else one.to_move or ""
        table.add_row(one.id, one.game, players, decides, str(one.rules), minute(one.changed))
    Desk().say(table)
    return 0


def _tell_differing(args: argparse.Namespace, total: int, differing: list[Any]) -> None:
    if args.json:
        print(msgspec.json.encode({"games": total, "differing": differing}).decode())
        return
    desk = Desk()
    for one in differing:
        where = f"choice {one.choice}" if one.choice else "the beginning"
        desk.say_unbroken(f"{one.id} ({one.game}) differs at {where}{f', {one.rule}' if one.rule else ''}: {one.what}")
    desk.say_unbroken(
        f"{total - len(differing):,} of {total:,} games replay without a difference under the present rules."
    )


@contextmanager
def progress_bar(what: str) -> Iterator[Callable[[int, int], None]]:
    """A callback that moves a bar on a terminal."""
    console = plain_console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(what, total=None)
        yield lambda done, total: progress.update(task, completed=done, total=total)
