"""The way home (section 11): ships return to ports of their side, past the guns of the straits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import WARSHIPS, in_roster_order, mix, present, shift, show
from flagplot.games.sea_control.orders import Voyage, blocks_that_move, tell_enemy
from flagplot.games.sea_control.passage import enter_port, go_unless_guarded
from flagplot.games.sea_control.routes import Reaches, only_ways_home, reaches_home
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import AXIS, LOST, SOUTH_AMERICA, SOUTH_ATLANTIC, UNITS
from flagplot.games.sea_control.words import NO_PORT


def on_the_way_home(state: State, areas: Sequence[str], side: str) -> dict[str, list[str]]:
    """The warships of a side in each of these areas (SC-END-02)."""
    return {area: ships for area in areas if state.at[area] and (ships := present(state, area, WARSHIPS[side]))}


def ports_for(state: State, side: str, area: str) -> Reaches:
    """The ports to which ships of a side can return from an area (SC-END-01)."""
    return reaches_home(state, side)[area]


def home_again(state: State, areas: Sequence[str], side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships of a side in these areas that can go back to the port from which they sailed (SC-AMB-43)."""
    voyages, reaches = state.voyages, reaches_home(state, side)
    for area in areas:
        for ship in filter(voyages.__contains__, state.at[area]):
            port = voyages[ship][0]
            if port in reaches[area].get(ship, ()):
                yield ship, (area, port)


def return_home(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships return to a port; those that do so without being fired at (SC-END-01)."""
    ships = go_unless_guarded(table.state, ships, voyage)
    if ships:
        mix(table.state, voyage[0], UNITS[ships[0]].side)
        enter_port(table, ships, voyage)
    return ships


def return_by_the_only_way(table: Table[State], areas: Sequence[str], side: str) -> None:
    """Ships that can go to one port alone do so; those that can go to none are lost (SC-AMB-18)."""
    state = table.state
    for area, only in only_ways_home(state, side).items():
        if area not in areas or not state.at[area]:
            continue
        ships = in_roster_order([ship for ship in state.at[area] if ship in only])
        for port in dict.fromkeys([only[ship] for ship in ships if only[ship]]):
            gone = return_home(table, [ship for ship in ships if only[ship] == port], (area, port))
            tell_enemy(table, side, (area, port), blocks_that_move(state, gone))
        for ship in [ship for ship in ships if not only[ship]]:
            find_no_port(table, ship, area)


def find_no_port(table: Table[State], ship: str, area: str) -> None:
    """A ship that can reach no port is lost; an Axis ship in the South Atlantic is taken in by a neutral one."""
    if (UNITS[ship].side, area) == (AXIS, SOUTH_ATLANTIC):
        shift(table.state, ship, area, SOUTH_AMERICA)
    else:
        show(table.state, [ship])
        table.tell(NO_PORT, ship=ship)
        shift(table.state, ship, area, LOST)
