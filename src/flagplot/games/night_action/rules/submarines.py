"""Submarines (NA-SUB-01): diving, periscope depth, surfacing, and depth charges."""

from __future__ import annotations

from flagplot.engine import Modifier, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import path_comes_near
from flagplot.games.night_action.model.fleet import marker_id
from flagplot.games.night_action.rules.contacts import become_marker, reveal
from flagplot.games.night_action.rules.damage import lose_boxes
from flagplot.games.night_action.state import AFLOAT, Ship, State


def order_dive(table: Table[State], ship: Ship) -> None:
    """A submarine begins to dive, which takes three turns (NA-SUB-01)."""
    ship.depth = t.DIVING
    table.tell(say.DIVES, ship=ship.id)


def dive_on(table: Table[State]) -> None:
    """In the end phase boats that dive go deeper; after three turns they are markers at periscope depth."""
    state = table.state
    for ship in state.ships.values():
        if ship.status != AFLOAT or not t.SURFACED < ship.depth < t.PERISCOPE:
            continue
        ship.depth += 1
        if ship.depth == t.PERISCOPE:
            unit = state.units[ship.id]
            become_marker(state, unit)
            unit.is_known = True
            table.tell(say.AT_PERISCOPE_DEPTH, ship=ship.id, marker=marker_id(unit.side, unit.marker))


def surface(table: Table[State], key: str) -> None:
    """A submarine spends its move coming up, and is a ship again (NA-SUB-01)."""
    ship = table.state.ships[key]
    ship.depth = t.SURFACED
    ship.moved, ship.turned, ship.path = 0, 0, ()
    table.tell(say.SURFACES, ship=key)
    reveal(table, key)


def depth_charges(table: Table[State], ship: Ship) -> None:
    """A ship that has depth charges attacks dived enemies that its path came near (NA-SUB-01, NA-AMB-20)."""
    state = table.state
    if not ship.path:
        return
    for boat in [one for one in state.ships.values() if one.depth == t.PERISCOPE]:
        if (
            boat.side == ship.side
            or boat.status != AFLOAT
            or ship.charges >= t.CHARGES
            or not path_comes_near(ship.path, boat.x, boat.y, t.CHARGED_WITHIN)
        ):
            continue
        ship.charges += 1
        modifiers: list[Modifier] = [t.CHARGE_FOUND] if boat.found_in >= state.turn - 1 else []
        if table.consult(t.CHARGE_HIT, say.DEPTH_CHARGES, modifiers, ship=ship.id) == t.MISS:
            table.tell(say.CHARGES_MISS, ship=ship.id)
            continue
        table.tell(say.DEPTH_CHARGED, ship=ship.id)
        lose_boxes(table, boat, table.roll(t.CHARGE_DICE, say.DEPTH_CHARGE_DAMAGE, target=boat.id).sum)
