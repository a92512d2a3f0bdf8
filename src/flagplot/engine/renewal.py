"""A running match with other dice to come: what a copy of it tells must not be what the match itself will throw."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from flagplot.engine import dice as chance
from flagplot.engine.dice import Dice, Relayed
from flagplot.engine.match import Match
from flagplot.engine.start import starting_state
from flagplot.engine.words import Roll


class _Heard(Relayed[Dice]):
    """Dice that fall as others do, and write down how."""

    def __init__(self, dice: Dice, fallen: list[int]) -> None:
        super().__init__(dice)
        self._fallen = fallen

    def face(self, sides: int, roll: Roll) -> int:
        self._fallen.append(self._dice.face(sides, roll))
        return self._fallen[-1]

    def faces(self, count: int, sides: int, roll: Roll) -> Sequence[int]:
        faces = self._dice.faces(count, sides, roll)
        self._fallen.extend(faces)
        return faces

    def pick(self, pool: Sequence[Any], roll: Roll) -> int:
        self._fallen.append(self._dice.pick(pool, roll))
        return self._fallen[-1]


class _Listening(Match[Any]):
    """A match of which all dice are written down as it is played again."""

    fallen: list[int]

    def _dice(self, position: int) -> Dice:
        return _Heard(super()._dice(position), self.fallen)


def renewed(match: Match[Any], seed: bytes | None = None) -> Match[Any]:
    """The same match, with all that happened in it, but with all coming dice from another seed."""
    record = match.record
    listening = _Listening(match.game, replace(record, choices=record.choices[:]), starting_state(match.game, record))
    listening.fallen = []
    listening.state  # noqa: B018  all of it is played again
    seed = seed or chance.new_seed()
    start = record.start
    if start is not None:
        start = {**start, "tape": 0, "seed_hash": "" if record.typed else chance.commitment(seed)}
    fresh = replace(
        record,
        seed=seed.hex(),
        script=None,
        start=start,
        fallen=listening.fallen,
        choices=record.choices[:],
        wound=[],
        reasons={},  # they tell what is hidden, and the match goes on
    )
    return Match(match.game, fresh, starting_state(match.game, fresh))
