"""How newcomers meet a game: how hard it is to learn, a mild first game, and what makes a game easier or harder.

All of it stands in the file `newcomers.toml` of the game's package; a game without the file is offered as it is.
"""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Annotated, Any

import msgspec

from flagplot.engine.data import read_as, slug_of
from flagplot.engine.errors import DataError, FlagplotError
from flagplot.engine.game import Game
from flagplot.players.ranks import Computer

FILE = "newcomers.toml"
Words = Annotated[str, msgspec.Meta(min_length=1, max_length=200)]


class FirstGame(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The game that a newcomer begins with: always the same, and mild."""

    text: Words  # what makes it mild
    seed: int
    seat: str  # the newcomer's
    scenario: str | None = None
    options: dict[str, bool | int] = {}
    opponent: Computer = "captain"  # in all seats of other sides


class Difficulty(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A set-up that is easier or harder than others."""

    title: Annotated[str, msgspec.Meta(min_length=1, max_length=30)]
    text: Words  # how hard it is
    scenario: str | None = None
    options: dict[str, bool | int] = {}
    opponent: Computer = "captain"


class Newcomers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What the file of a game says."""

    level: Annotated[int, msgspec.Meta(ge=1, le=3)] = 2  # 1 is easy to learn, 2 takes some practice, 3 is demanding
    first_game: FirstGame | None = None
    difficulties: tuple[Difficulty, ...] = ()  # the easiest first


def newcomers(game: Game[Any]) -> Newcomers:
    """How newcomers meet a game; DataError, naming the file, when something is wrong with it."""
    read = _read(game.package)
    try:
        set_ups: list[FirstGame | Difficulty] = [*read.difficulties]
        set_ups += [read.first_game] if read.first_game else []
        for one in set_ups:
            game.read_scenario(one.scenario)
            game.read_options(one.options)
        if read.first_game and read.first_game.seat not in game.seat_ids():
            raise DataError(f"{game.title} has no seat '{read.first_game.seat}'")
    except FlagplotError as error:
        raise DataError(f"{FILE} of {game.slug}: {str(error).rstrip('.')}.") from None
    return read


@functools.cache
def _read(package: Path) -> Newcomers:
    path = package / FILE
    return read_as(Newcomers, path, f"{FILE} of {slug_of(package)}") if path.is_file() else Newcomers()
