"""`flagplot rules`: the rule book of a game, and where its figures come from."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import flagplot
from flagplot.engine import Game
from flagplot.engine.errors import FlagplotError
from flagplot.terminal import rules, sources
from flagplot.terminal.desk import Desk

AddCommand = Callable[..., argparse.ArgumentParser]


class NotInTheBook(FlagplotError):
    """What was looked for in a rule book is not there."""


def add_rules(commands: Any, add_command: AddCommand) -> argparse.ArgumentParser:
    """The command `flagplot rules`."""
    parser = add_command(
        commands,
        "rules",
        rules_command,
        "read the rule book of a game",
        "flagplot rules atlantic-wolves",
        "flagplot rules atlantic-wolves AW-ATK-05          (one clause)",
        "flagplot rules atlantic-wolves ATK                (one chapter)",
        "flagplot rules atlantic-wolves --search scatter",
        "flagplot rules sea-control --search convoy",
        "flagplot rules sea-control --sources              (which figures are reconstructed)",
    )
    parser.add_argument("game", metavar="GAME", help="the slug of a game, as listed by flagplot games")
    wanted = parser.add_mutually_exclusive_group()
    wanted.add_argument("clause", metavar="CLAUSE", nargs="?", help="the number of a clause, or the key of a chapter")
    wanted.add_argument("--search", metavar="WORDS", nargs="+", help="the clauses that contain all these words")
    wanted.add_argument(
        "--sources", action="store_true", help="where the figures come from, and which are reconstructed"
    )
    parser.add_argument("--json", action="store_true", help="with --sources: print one JSON object instead")
    return parser


def rules_command(args: argparse.Namespace) -> int:
    """Print the rule book, or what was asked for."""
    if args.json and not args.sources:
        raise NotInTheBook("Only the sources can be printed as JSON. Add --sources, or leave out --json.")
    game = flagplot.game(args.game)
    if args.json:
        print(sources.as_json(game))
        return 0
    desk = Desk()
    if note := sources.figures_note(game):
        desk.say_unbroken(note)
    desk.say(*sources.listing(game) if args.sources else _clauses(game, args))
    return 0


def _clauses(game: Game[Any], args: argparse.Namespace) -> list[Any]:
    book = game.rulebook
    if args.search:
        words = " ".join(args.search)
        found = rules.search(book, words)
        if not found:
            raise NotInTheBook(f"No clause of {book.title} contains '{words}'. Try fewer or shorter words.")
        return found
    return rules.lookup(book, args.clause) if args.clause else list(rules.contents(book))
