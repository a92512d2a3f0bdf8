"""Mines (NA-MIN-01): ships that pass through a minefield."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import length_inside
from flagplot.games.night_action.model.fleet import unit_of
from flagplot.games.night_action.rules.contacts import reveal
from flagplot.games.night_action.rules.torpedo_damage import underwater_hit
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import AFLOAT, Ship, State


def sweep_through(table: Table[State], ship: Ship) -> None:
    """A die for each 20 cm of path in a minefield, or part of it (NA-MIN-01); a strike shows a marker (NA-AMB-27)."""
    state = table.state
    class_ = KINDS[ship.type].class_
    inside = sum(length_inside(ship.path, one.west, one.north, one.east, one.south) for one in state.mines)
    for _ in range(-(-inside // t.MINE_PATH)):
        if ship.status != AFLOAT or table.consult(t.MINE[class_], say.MINE, ship=ship.id) == t.CLEAR:
            continue
        if class_ == 1 and table.consult(t.MINE_CONFIRMED, say.MINE_CONFIRMED, ship=ship.id) == t.CLEAR:
            continue
        if ship.marker:
            unit = unit_of(state, ship.id)
            assert unit is not None
            reveal(table, unit.ships[0])
        table.tell(say.MINED, ship=ship.id, side=ship.side)
        underwater_hit(table, ship, t.MINE_DICE)
