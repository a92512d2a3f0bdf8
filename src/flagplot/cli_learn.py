"""`flagplot learn`: the lessons of a game, in the terminal."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import flagplot
from flagplot.engine import Game, Match
from flagplot.engine.errors import FlagplotError, SaveError
from flagplot.players.lessons import Lesson, lesson, lessons
from flagplot.terminal import files
from flagplot.terminal.desk import Desk
from flagplot.terminal.lesson import LessonSession

AddCommand = Callable[..., argparse.ArgumentParser]


class NoTerminal(FlagplotError):
    """There is nobody at a terminal who could learn."""


def add_learn(commands: Any, add_command: AddCommand) -> argparse.ArgumentParser:
    """The command `flagplot learn`."""
    parser = add_command(
        commands,
        "learn",
        learn_command,
        "learn a game by playing it, one step at a time",
        "flagplot learn atlantic-wolves",
        "flagplot learn atlantic-wolves --list",
        "flagplot learn atlantic-wolves --again            (from the first step)",
    )
    parser.add_argument("game", metavar="GAME", help="the slug of a game, as listed by flagplot games")
    parser.add_argument("--lesson", metavar="X", help="which lesson; default: the first one")
    parser.add_argument("--list", action="store_true", help="list the lessons of the game")
    parser.add_argument("--again", action="store_true", help="begin again at the first step")
    return parser


def learn_command(args: argparse.Namespace) -> int:
    """Play a lesson in the terminal, from where it was left."""
    game = flagplot.game(args.game)
    taught = lesson(game, args.lesson)
    if args.list:
        for one in lessons(game).values():
            print(f"{one.key}: {one.title}, {len(one.steps)} steps, {one.minutes} minutes. {one.text}")
        return 0
    if not in_a_terminal():
        raise NoTerminal("A lesson needs a terminal, but the input or the output is not one.")
    path = files.in_data_directory(f"lesson-{game.slug}-{taught.key}.json")
    match = taught.begin(game) if args.again or not path.exists() else _taken_up(path, game, taught)
    return LessonSession(match, taught, Desk(), path, f"flagplot learn {game.slug} --lesson {taught.key}").play()


def _taken_up(path: Path, game: Game[Any], taught: Lesson) -> Match[Any]:
    """The lesson as it was left."""
    try:
        match = flagplot.load(files.read(path))
    except SaveError as error:
        raise SaveError(f"{path} cannot be loaded: {error} Begin again with --again.") from None
    if (match.game.slug, match.seed_hash) != (game.slug, taught.begin(game).seed_hash):
        raise SaveError(f"{path} is not this lesson as it is taught now. Begin again with --again.")
    return match


def in_a_terminal() -> bool:
    """Whether somebody types and reads."""
    return sys.stdin.isatty() and sys.stdout.isatty()
