"""A game on one screen: its goal, a turn, and three tips, with pictures. Guides begin with it."""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from flagplot.engine.data import read_as, slug_of
from flagplot.engine.errors import DataError

FILE = "glance.toml"
TIPS = 3
MOST_STEPS = 6
LONGEST = 160  # letters of a step or a tip: longer ones do not fit on the screen


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a turn or a tip; the picture is a kind of piece."""

    name: str
    text: str
    picture: str
    side: int = 0  # whose colours the picture has: the first side's or the second's


class Glance(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a newcomer reads before the first decision; `turn` is what the game calls one."""

    goal: str
    turn: str
    steps: tuple[Part, ...]
    tips: tuple[Part, ...]


@functools.cache
def glance(package: Path) -> Glance | None:
    """The first screen of a game's guide; DataError, naming the key, when something is wrong with it."""
    file = package / FILE
    if not file.is_file():
        return None
    where = f"{FILE} of {slug_of(package)}"
    read = read_as(Glance, file, where)
    if len(read.tips) != TIPS or not 1 <= len(read.steps) <= MOST_STEPS:
        raise DataError(f"{where}: expected {TIPS} tips and 1 to {MOST_STEPS} steps.")
    for part in (*read.steps, *read.tips):
        if len(part.text) > LONGEST:
            raise DataError(f"{where}, {part.name}: expected at most {LONGEST} letters.")
    return read
