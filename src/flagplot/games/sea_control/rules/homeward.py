"""The way home (section 11, and Combat Pursuit Fire): ships return to ports of their side."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import Ask, Next, Table
from flagplot.engine.frames import Call
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import WARSHIPS, in_roster_order, present, shift, show
from flagplot.games.sea_control.model.routes import only_ways_home, reaches_home
from flagplot.games.sea_control.rules.orders import Order, take_order
from flagplot.games.sea_control.rules.voyages import make_voyage
from flagplot.games.sea_control.state import State


def return_ships(table: Table[State], side: str, areas: Sequence[str], ask: Ask) -> Next:
    """Warships of a side go home from these areas, order by order; None when all of them are in port (SC-END-01).

    Those that can go to one port alone do so unasked.
    """
    state = table.state
    passage = return_by_the_only_way(table, side, areas)
    if passage:
        return passage
    order = take_order(table, side, ask, at_sea(state, side, areas), reaches_home(state, side))
    return make_voyage(table, side, order) or state.phase if order else None


def at_sea(state: State, side: str, areas: Sequence[str]) -> dict[str, list[str]]:
    """The warships of a side in each of these areas; convoys stay at sea (SC-END-02, SC-CNV-02)."""
    warships, at = WARSHIPS[side], state.at
    found: dict[str, list[str]] = {}
    for area in areas:
        if (units := at[area]) and not warships.isdisjoint(units):
            found[area] = units if warships.issuperset(units) else present(state, area, warships)
    return found


def return_by_the_only_way(table: Table[State], side: str, areas: Sequence[str]) -> Call | None:
    """Ships that can go to one port alone do so; those that can go to none are lost (SC-AMB-18)."""
    state = table.state
    for area, only in only_ways_home(state, side).items():
        if only.keys().isdisjoint(state.at[area]) or area not in areas:
            continue
        ships = in_roster_order([ship for ship in state.at[area] if ship in only])
        for port in dict.fromkeys([only[ship] for ship in ships if only[ship]]):
            order = Order([ship for ship in ships if only[ship] == port], area, port)
            if passage := make_voyage(table, side, order):
                return passage
        for ship in [ship for ship in ships if not only[ship]]:
            find_no_port(table, ship, area)
    return None


def find_no_port(table: Table[State], ship: str, area: str) -> None:
    """A ship that can reach no port is lost; an Axis ship in the South Atlantic is taken in by a neutral one."""
    if (t.UNITS[ship].side, area) == (t.AXIS, t.SOUTH_ATLANTIC):
        shift(table.state, ship, area, t.SOUTH_AMERICA)
    else:
        show(table.state, [ship])
        table.tell(say.NO_PORT, ship=ship)
        shift(table.state, ship, area, t.LOST)
