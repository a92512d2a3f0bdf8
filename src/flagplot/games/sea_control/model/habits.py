"""Where captains keep their ships: how likely each place is for a ship of a kind, as far as an enemy can know that.

The figures are in habits.json, which tools/fit_habits.py writes.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from flagplot.engine.errors import RulesError
from flagplot.games.sea_control import tables as t

FILE = t.PACKAGE / "habits.json"

# The steps of a turn, by when ships have sailed: nobody yet, only the Allies, both sides
MOMENTS = {
    "reinforcements": "allied_movement",
    "allied_bases": "allied_movement",
    "allied_movement": "allied_movement",
    "axis_movement": "axis_movement",
}
BOTH_HAVE_SAILED = "combat"

RARE = 0.0005  # the share of a spot in which no such ship was seen

# How many blocks of its side lie in the same place: the next figure from this number on
CROWDS = (1, 2, 4, 7)

Shares = Mapping[str, float]  # of each spot: a place and how crowded it is


def moment(phase: str) -> str:
    """The moment of a turn to which a phase belongs."""
    return MOMENTS.get(phase, BOTH_HAVE_SAILED)


def kind_of(ship: str, sp: int) -> str:
    """What decides where captains keep a ship: its nation, kind and dice, and whether it is sound."""
    unit = t.UNITS[ship]
    return f"{unit.nation} {unit.kind} {unit.dice} {'sound' if sp == unit.sp else 'damaged'}"


def spot(place: str, blocks: int) -> str:
    """A place with so many blocks of a side, as far as habits tell such places apart."""
    return f"{place} {max(crowd for crowd in CROWDS if crowd <= blocks)}"


def shares(phase: str, kind: str) -> Shares:
    """How likely captains have a ship of a kind in each spot at that moment; none where no such ship was seen."""
    return _habits().get(moment(phase), {}).get(kind, {})


@cache
def _habits() -> Mapping[str, Mapping[str, Shares]]:
    try:
        return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, dict[str, float]]])
    except (OSError, msgspec.DecodeError) as error:
        raise RulesError(f"{FILE.name} of Sea Control cannot be read: {error}.") from None
