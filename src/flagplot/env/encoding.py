"""What a seat knows as arrays of a fixed size: the game's own figures, the rules in force, the seat, its question."""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
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

NO_FIGURES = Observation({}, lambda known, seat, about: [])  # of a game that has none of its own yet


class Encoder:
    """Reads positions of a game as figures; their number and order depend on the game alone."""

    def __init__(self, game: Game[Any], scenario: str, options: Any, kind: Kind, actions: int) -> None:
        self.kind = kind
        self.actions = actions
        own = game.observation() if game.observation else NO_FIGURES
        self._read = own.read
        self._known = game.known
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
        # What does not change in an episode is packed once
        self._pack = struct.Struct(f"{sum(map(len, own.parts.values()))}f").pack
        self._fixed = {seat: _packed([*rules, *(float(one == seat) for one in seats)]) for seat in seats}
        self._of_ask = {key: _packed([float(key == one) for one in asks]) for key in asks}
        self._not_asked = _packed([0.0] * len(asks))
        self._slices = _slices(self.parts)
        self._most = np.ones(len(self.names), np.float32)  # arrays, because numpy compares them fastest
        self._least = -self._most

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
        known = state if self._known is None else self._known(state, seat)
        mask = bytearray(self.actions)
        if question is not None and question.seat == seat:
            about, asked = question.about, self._of_ask[question.ask.key]
            for index in numbered:
                mask[index] = 1
        else:
            about, asked = {}, self._not_asked
        packed = b"".join((self._pack(*self._read(known, seat, about)), self._fixed[seat], asked))
        figures = np.frombuffer(bytearray(packed), np.float32)
        np.minimum(figures, self._most, out=figures)
        np.maximum(figures, self._least, out=figures)
        allowed = np.frombuffer(mask, np.int8)
        if self.kind == "vector":
            return {"observation": figures, "action_mask": allowed}
        return {"observation": {part: figures[at] for part, at in self._slices.items()}, "action_mask": allowed}


def _packed(values: Sequence[float]) -> bytes:
    return struct.pack(f"{len(values)}f", *values)


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
