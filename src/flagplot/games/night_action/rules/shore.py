"""Shore batteries (NA-SHO-01): ships off the table fire at them at the end of phase 5."""

from __future__ import annotations

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import ALL_ROUND
from flagplot.games.night_action.model.fleet import scenario_of
from flagplot.games.night_action.rules.guns import hit, shoot
from flagplot.games.night_action.ships import KINDS, mount
from flagplot.games.night_action.state import AFLOAT, Ship, State


def bombardment(table: Table[State]) -> Next:
    """Each ship off the table fires at the enemy pit with the fewest boxes left (NA-SHO-01, NA-AMB-21)."""
    state = table.state
    for firer in scenario_of(state).offtable:
        pits = [
            ship
            for ship in state.ships.values()
            if KINDS[ship.type].is_battery and ship.side != firer.side and ship.status == AFLOAT
        ]
        if pits:
            target = min(pits, key=lambda pit: pit.hull)
            table.tell(say.BOMBARDS, name=firer.name, target=target.id)
            for weapon in firer.mounts:
                _bombard(table, firer.name, weapon, target)
    return go_to("turn_over_to_launch", state.winner)


def _bombard(table: Table[State], name: str, weapon: str, target: Ship) -> None:
    if target.status != AFLOAT:
        return
    fitted = mount(f"{weapon}:ALL")
    hits, boxes = shoot(table, name, fitted, target, t.OFF_TABLE.value)
    hit(table, name, target, [(fitted.group, hits)] if hits else [], hits, boxes, ALL_ROUND)
