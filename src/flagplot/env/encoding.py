"""What a seat knows as arrays of a fixed size: the game's own figures, the rules in force, the seat, its question."""

from __future__ import annotations

from array import array
from collections.abc import Mapping
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from flagplot.engine.game import Game
from flagplot.engine.observation import Observation
from flagplot.engine.table import Question

Kind = Literal["vector", "dict"]
Figures = NDArray[np.float32]
Mask = NDArray[np.int8]

ONE, MINUS_ONE = np.float32(1), np.float32(-1)
NO_FIGURES = Observation({}, lambda known, seat, about: [])  # of a game that has none of its own yet


class Encoder:
    """Reads positions of a game as figures; their number and order depend on the game alone."""

    def __init__(self, game: Game[Any], scenario: str, options: Any, kind: Kind, actions: int) -> None:
        self.game = game
        self.kind = kind
        self.actions = actions
        own = game.observation() if game.observation else NO_FIGURES
        self._read = own.read
        seats, asks = game.seat_ids(), tuple(game.asks)
        self.parts: dict[str, tuple[str, ...]] = {
            **own.parts,
            "options": tuple(option.name for option in game.options),
            "scenario": tuple(game.scenarios),
            "seat": seats,
            "question": asks,
        }
        self.names = tuple(f"{part}: {name}" for part, names in self.parts.items() for name in names)
        rules = [
            *(_of_option(getattr(options, option.name), option.default) for option in game.options),
            *(float(one == scenario) for one in game.scenarios),
        ]
        self._fixed = {seat: [*rules, *(float(one == seat) for one in seats)] for seat in seats}
        self._of_ask = {key: [float(key == one) for one in asks] for key in asks}
        self._not_asked = [0.0] * len(asks)
        self._slices = _slices(self.parts)

    def new_space(self) -> spaces.Dict:
        """A space of the observations, with the mask of the actions that are allowed."""
        figures: spaces.Space[Any]
        if self.kind == "vector":
            figures = _figures(len(self.names))
        else:
            figures = spaces.Dict({part: _figures(len(names)) for part, names in self.parts.items() if names})
        return spaces.Dict({"observation": figures, "action_mask": spaces.Box(0, 1, (self.actions,), np.int8)})

    def observe(self, state: Any, seat: str, question: Question | None, numbered: Mapping[int, Any]) -> dict[str, Any]:
        """What a seat knows, and the indices that it may choose: none of them while another seat is asked."""
        known = self.game.known_to(state, seat)
        mask = bytearray(self.actions)
        if question is not None and question.seat == seat:
            values = self._read(known, seat, question.about)
            values += self._fixed[seat]
            values += self._of_ask[question.ask.key]
            for index in numbered:
                mask[index] = 1
        else:
            values = self._read(known, seat, {})
            values += self._fixed[seat]
            values += self._not_asked
        figures = np.frombuffer(array("f", values), np.float32)
        np.minimum(figures, ONE, figures)
        np.maximum(figures, MINUS_ONE, figures)
        allowed = np.frombuffer(mask, np.int8)
        if self.kind == "vector":
            return {"observation": figures, "action_mask": allowed}
        return {"observation": {part: figures[at] for part, at in self._slices.items()}, "action_mask": allowed}


def _figures(count: int) -> spaces.Box:
    return spaces.Box(-1, 1, (count,), np.float32)


def _slices(parts: Mapping[str, tuple[str, ...]]) -> dict[str, slice]:
    found, start = {}, 0
    for part, names in parts.items():
        if names:
            found[part] = slice(start, start + len(names))
        start += len(names)
    return found


def _of_option(value: bool | int, default: bool | int) -> float:
    """A switch as 0 or 1; a number on a scale without end, on which the default is the middle between 0 and 1."""
    return float(value) if isinstance(value, bool) else value / (abs(value) + max(1, abs(default)))
