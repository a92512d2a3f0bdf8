"""`flagplot new-game`: write a small game that works, from which another can be made."""

from __future__ import annotations

import argparse
import os
import shlex
from collections.abc import Callable
from pathlib import Path
from typing import Any

from flagplot import new_game
from flagplot.engine import rulebook
from flagplot.games import MORE_GAMES, OWN_GAMES, packages, slugs

AddCommand = Callable[..., argparse.ArgumentParser]


def add_new_game(commands: Any, add_command: AddCommand) -> None:
    """The command `flagplot new-game`."""
    parser = add_command(
        commands,
        "new-game",
        new_game_command,
        "write a small working game, as a start for your own",
        "flagplot new-game arctic-run",
        "flagplot new-game arctic-run --into ~/my-games",
    )
    parser.add_argument("slug", metavar="SLUG", help="the name of the game in small letters, as arctic-run")
    parser.add_argument(
        "--into",
        metavar="DIR",
        type=Path,
        help="the directory for its package and its test; default: among Flagplot's own games",
    )


def new_game_command(args: argparse.Namespace) -> int:
    """Write the skeleton of a game, and say what to do with it."""
    into = args.into.expanduser() if args.into else OWN_GAMES
    our_tests = OWN_GAMES.parents[2] / "tests" / "games"
    tests = our_tests if into == OWN_GAMES and our_tests.is_dir() else into / "tests"
    if args.slug in slugs():
        raise new_game.CannotBegin(f"There is already a game '{args.slug}'. Choose another slug.")
    prefixes = [rulebook.load(package / "rulebook.toml").prefix for package in packages()]
    for path in new_game.write(args.slug, into, tests, prefixes):
        print(path)
    where = "" if into == OWN_GAMES else f"{MORE_GAMES}={shlex.quote(os.path.abspath(into))} "
    print(f"\nPlay it now: {where}flagplot play {args.slug}, or in the browser: {where}flagplot serve")
    print("docs/adding-a-game.md says what to change, in steps.")
    return 0
