"""What several commands have in common: their arguments, and how these are read."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from flagplot.engine import Game
from flagplot.engine.data import OWNERS_DIRECTORY
from flagplot.engine.errors import BadOption, FlagplotError
from flagplot.terminal.menu import is_number

SWITCHES = {"on": True, "yes": True, "true": True, "1": True, "off": False, "no": False, "false": False, "0": False}

AddCommand = Callable[..., argparse.ArgumentParser]


class UserError(FlagplotError):
    """What was asked for on the command line cannot be done."""


def add_game(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME", help="the slug of a game, as listed by flagplot games")


def add_figures(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data",
        metavar="DIR",
        type=Path,
        default=os.environ.get(OWNERS_DIRECTORY) or None,
        help="play with your own figures, from DIR/GAME/*.toml; see docs/data.md",
    )


def add_variant(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--scenario", metavar="X", help="which scenario; default: the first one")
    parser.add_argument(
        "--option",
        metavar="NAME[=VALUE]",
        action="append",
        default=[],
        help="switch an optional rule on, or set it (flagplot games lists them); may be given several times",
    )


def whole_number(text: str) -> int:
    if not is_number(text):
        raise argparse.ArgumentTypeError(f"'{text}' is not a whole number from 0 up")
    return int(text)


def read_options(game: Game[Any], given: Sequence[str]) -> dict[str, bool | int]:
    """The optional rules from NAME or NAME=VALUE, checked by the game."""
    kinds = {option.name: option.kind for option in game.options}
    options: dict[str, Any] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not equals:
            value = "on"
        if kinds.get(name) is bool and value.casefold() in SWITCHES:
            options[name] = SWITCHES[value.casefold()]
        elif kinds.get(name) is int and is_number(value.removeprefix("-")):
            options[name] = int(value)
        elif name in kinds:
            expected = "on or off" if kinds[name] is bool else "a whole number"
            raise BadOption(f"Option '{name}' of {game.title} cannot be '{value}'. Expected {expected}.")
        else:
            options[name] = value
    game.read_options(options)
    return options


def read_players(game: Game[Any], given: Sequence[str]) -> dict[str, str]:
    """Who plays which seat, from SEAT=PLAYER."""
    seats: dict[str, str] = {}
    for text in given:
        seat, equals, player = text.partition("=")
        if not equals:
            raise UserError(
                f"'{text}' does not say who plays which seat. Expected something like {game.seats[0].id}=captain."
            )
        seats[seat] = player
    return seats
