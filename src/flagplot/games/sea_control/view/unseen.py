"""What a seat does not see of the enemy's fleet, for the search plot (SC-AMB-38)."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from types import MappingProxyType

from flagplot.engine.whereabouts import NAMES as BY_NAME
from flagplot.engine.whereabouts import Sought, Unseen
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.fleet import HIDING, SURFACE_SHIPS
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.view.names import NAMES
from flagplot.games.sea_control.view.view import sees_all

IN_WORDS = {
    t.BATTLESHIP: "Battleships",
    t.CRUISER: "Cruisers",
    t.CARRIER: "Carriers",
    t.CONVOY: "Convoys",
    t.SUBMARINE: "Submarines",
}
KINDS = MappingProxyType({kind: Sought(kind, name) for kind, name in IN_WORDS.items()})
STRENGTH = Sought("strength", "Strength of the fleet", unit="points")
MANNED = Sought("manned", "Task forces that are real")
# The place of each space on the board; ships for which a port is still to be chosen lie in the box of arrivals
SPACES = MappingProxyType({place: place for place in (*t.AREAS, *t.PORTS)} | {t.ARRIVALS: t.REINFORCEMENTS})


def unseen(state: State, seat: str) -> Iterator[Unseen]:
    """The enemy's ships behind the backs of blocks: by kind, strength and name, and which task forces are manned."""
    enemy = t.ENEMY[seat]
    for place, space in SPACES.items():
        if not state.at[place] or sees_all(state, seat, enemy, place):
            continue
        for unit in state.at[place]:
            if unit in HIDING[enemy]:
                yield Unseen(KINDS[t.UNITS[unit].kind], space)
                yield Unseen(_named(unit), space)
                if unit in SURFACE_SHIPS[enemy]:
                    yield Unseen(STRENGTH, space, state.sp[unit])
    if enemy == t.ALLIED:
        for force in state.task_forces.values():
            if force.ships and not sees_all(state, seat, enemy, force.area):
                yield Unseen(MANNED, force.area)


@functools.cache
def _named(unit: str) -> Sought:
    return Sought(unit, NAMES[unit], BY_NAME)
