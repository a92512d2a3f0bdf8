"""Options as numbers: the same option of the same question always has the same index in a game.

A game's catalogue, `actions.json` in its package, lists the options of its questions, and an option's index is its
place in that list. The list only ever grows at its end, so an index keeps its meaning from one release to the next.
Before the catalogue stands a block of spare indices: options that it does not list take them in the order in which the
rules offer them, which is the same whenever the same question is asked in the same position.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from flagplot.engine.errors import DataError
from flagplot.engine.game import Game
from flagplot.engine.words import Option, is_plain

FILE = "actions.json"
SPARES = 128  # more options than any question offers at once that a catalogue does not list
LONGEST = 100_000  # entries of a catalogue; a larger one is a mistake

Block = tuple[str, list[Any]]  # the key of a question, and options of it


class Catalogue:
    """The indices of a game's options."""

    def __init__(self, blocks: Sequence[Block]) -> None:
        self.entries: list[tuple[str, Option]] = []  # what each index after the spare ones means
        self._indices: dict[str, dict[Option, int]] = {}
        for ask, options in blocks:
            indices = self._indices.setdefault(ask, {})
            for option in options:
                plain = as_option(option)
                if plain in indices:
                    raise DataError(f"The catalogue of options lists {plain!r:.80} of '{ask}' twice.")
                indices[plain] = SPARES + len(self.entries)
                self.entries.append((ask, plain))
        self.size = SPARES + len(self.entries)

    def numbered(self, ask: str, options: Sequence[Option]) -> dict[int, Option]:
        """The options of a question by their indices, in the order in which they are offered."""
        try:
            return dict(zip(map(self._indices[ask].__getitem__, options), options, strict=True))
        except KeyError:
            return self._numbered_with_spares(ask, options)

    def _numbered_with_spares(self, ask: str, options: Sequence[Option]) -> dict[int, Option]:
        known, spare = self._indices.get(ask, {}), 0
        found: dict[int, Option] = {}
        for option in options:
            index = known.get(option)
            if index is None:
                index, spare = spare, spare + 1
                if index >= SPARES:
                    continue  # it is not offered; the others are
            found[index] = option
        return found

    def lists(self, ask: str, option: Option) -> bool:
        """Whether an option of a question has an index of its own."""
        return option in self._indices.get(ask, {})


def as_option(value: Any) -> Option:
    """An option as the rules write it, from JSON, which has lists where they have tuples."""
    option = tuple(map(as_option, value)) if isinstance(value, list) else value
    if isinstance(option, bool) or not is_plain(option):
        raise DataError(f"The catalogue of options lists {option!r:.80}, which is not a string, an integer or a list.")
    return option


@functools.cache
def catalogue(game_package: Path) -> Catalogue:
    """The catalogue of the game in a package; a game without one has spare indices only."""
    file = game_package / FILE
    return Catalogue(read(file) if file.exists() else [])


def catalogue_of(game: Game[Any]) -> Catalogue:
    """The catalogue of a game."""
    return catalogue(game.package)


def read(file: Path) -> list[Block]:
    """The blocks of a catalogue; DataError in one sentence when it cannot be read."""
    try:
        blocks = msgspec.json.decode(file.read_bytes(), type=list[tuple[str, list[Any]]])
    except (OSError, msgspec.DecodeError, RecursionError) as error:
        raise DataError(f"{file.name} of {file.parent.name} is not a catalogue of options: {error}.") from None
    if sum(len(options) for _, options in blocks) > LONGEST:
        raise DataError(f"{file.name} of {file.parent.name} lists more than {LONGEST} options.")
    return blocks
