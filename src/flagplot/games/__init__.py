"""The games, found by their slugs; each is loaded when it is first wanted."""

from __future__ import annotations

import functools
import importlib
from pathlib import Path
from typing import Any

from flagplot.engine.errors import UnknownGame
from flagplot.engine.game import Game

PACKAGES = {
    "atlantic-wolves": "flagplot.games.atlantic_wolves",
    "graf-spee": "flagplot.games.graf_spee",
    "sea-control": "flagplot.games.sea_control",
}


def packages() -> list[Path]:
    """Where the games are, without loading any of them."""
    return [Path(__file__).parent / name.rpartition(".")[2] for name in PACKAGES.values()]


@functools.cache
def find(slug: str) -> Game[Any]:
    """The game of that slug."""
    if slug not in PACKAGES:
        raise UnknownGame(f"There is no game '{slug}'; there are {', '.join(PACKAGES)}.")
    game: Game[Any] = importlib.import_module(PACKAGES[slug]).GAME
    return game
