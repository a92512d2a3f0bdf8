"""The games, found by their slugs; each is loaded when it is first wanted.

A game is a package beside this module, or in a directory that the environment variable FLAGPLOT_GAMES names.
"""

from __future__ import annotations

import functools
import importlib
import os
from pathlib import Path
from typing import Any

from flagplot.engine.data import slug_of
from flagplot.engine.errors import FlagplotError, UnknownGame
from flagplot.engine.game import Game

OWN_GAMES = Path(__file__).parent
MORE_GAMES = "FLAGPLOT_GAMES"  # directories with further games, as PATH has them

__path__ += [folder for folder in os.environ.get(MORE_GAMES, "").split(os.pathsep) if folder]


def packages() -> list[Path]:
    """Where the games are, without loading any of them."""
    found = [rulebook.parent for folder in __path__ for rulebook in Path(folder).glob("*/rulebook.toml")]
    return sorted(found, key=lambda package: package.name)


def slugs() -> list[str]:
    """The slugs of all games, without loading any of them."""
    return [slug_of(package) for package in packages()]


@functools.cache
def find(slug: str) -> Game[Any]:
    """The game of that slug."""
    if slug not in slugs():
        raise UnknownGame(f"There is no game '{slug}'; there are {', '.join(slugs())}.")
    game: Game[Any] = importlib.import_module(f"{__name__}.{slug.replace('-', '_')}").GAME
    return game


def all_that_load() -> tuple[list[Game[Any]], dict[str, str]]:
    """The games that can be played, and by the slugs of the others why they cannot: a data file may be broken."""
    games, troubles = [], {}
    for slug in slugs():
        try:
            games.append(find(slug))
        except FlagplotError as error:
            troubles[slug] = str(error)
    return games, troubles
