"""Divisions (NA-FOR): ships that leave their column, and the column that goes on without them."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.columns import shortened
from flagplot.games.night_action.model.fleet import maximum_setting
from flagplot.games.night_action.state import SOUND, Ship, State, Unit


def drop_from_unit(state: State, ship: str) -> None:
    """A ship is in no unit any more; the next in line leads if it led (NA-FOR-04)."""
    key = next((key for key, unit in state.units.items() if ship in unit.ships), "")
    if not key:
        return
    unit = state.units[key]
    place = unit.ships.index(ship)
    del unit.ships[place], unit.behind[place]
    if place:
        return
    following = unit.ships[0] if unit.ships else ""
    if following:
        gap = unit.behind[0]
        unit.behind = [behind - gap for behind in unit.behind]
        unit.trail = shortened(unit.trail, gap)
        state.units = {following if one == key else one: unit for one, unit in state.units.items()}
    else:
        del state.units[key]
    if state.held == key:
        state.held = following


def leave_unit(table: Table[State], ship: Ship) -> None:
    """A ship is a unit of its own from now on (NA-FOR-04)."""
    state = table.state
    old = next(unit for unit in state.units.values() if ship.id in unit.ships)
    if len(old.ships) == 1:
        return
    drop_from_unit(state, ship.id)
    state.units[ship.id] = Unit(
        side=ship.side, ships=[ship.id], behind=[0], trail=(), has_moved=old.has_moved, is_known=True
    )
    table.tell(say.LEFT_UNIT, ship=ship.id)


def must_leave(state: State, ship: Ship, setting: int) -> bool:
    """Whether a ship cannot keep its place in a column that goes at a setting (NA-FOR-04)."""
    return ship.rudder != SOUND or ship.slow_gear or ship.straight > 0 or maximum_setting(state, ship) < setting


def leave_where_due(table: Table[State], side: str) -> None:
    """Ships of a side that cannot keep up leave their columns (NA-FOR-04)."""
    state = table.state
    columns = [unit for unit in state.units.values() if len(unit.ships) > 1 and unit.side == side and not unit.marker]
    for unit in columns:
        setting = max(state.ships[key].setting for key in unit.ships)
        for key in unit.ships[:]:
            ship = state.ships[key]
            if len(unit.ships) > 1 and must_leave(state, ship, setting):
                leave_unit(table, ship)
