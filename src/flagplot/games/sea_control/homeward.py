"""The way home (section 11): ships return to ports of their side, past the guns of the straits."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import WARSHIPS, present, shift
from flagplot.games.sea_control.orders import Voyage, tell_enemy
from flagplot.games.sea_control.passage import enter_port, go_unless_guarded
from flagplot.games.sea_control.routes import CONNECTED, homeward, only_ways_home, voyages_home
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AXIS,
    LOST,
    MAP,
    SOUTH_AMERICA,
    SOUTH_ATLANTIC,
)
from flagplot.games.sea_control.words import NO_PORT


def ports_from(state: State, areas: Sequence[str], side: str) -> list[Voyage]:
    """From which of these areas to which ports a side has a ship to send home (SC-END-02)."""
    voyages: list[Voyage] = []
    chances = voyages_home(state, side)
    for area in areas:
        ships = state.at[area]
        if ships:
            voyages += [voyage for voyage, able in chances[area].items() if not able.isdisjoint(ships)]
    return voyages


def returning(state: State, voyage: Voyage) -> list[str]:
    """The ships that can go home by this way."""
    area, port = voyage
    able = voyages_home(state, MAP.port[port].side)[area][area, port]
    return list(filter(able.__contains__, state.at[area]))


def home_again(state: State, areas: Sequence[str], side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships of a side in these areas that can go back to the port from which they sailed (SC-AMB-43)."""
    for area in areas:
        for ship in present(state, area, WARSHIPS[side]):
            port = state.voyages.get(ship, ("", ""))[0]
            if port in homeward(state, ship, area):
                yield ship, (area, port)


def return_home(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships return to a port; those that do so without being fired at (SC-END-01)."""
    area, port = voyage
    if area not in CONNECTED[port]:
        ships = go_unless_guarded(table.state, ships, voyage)
    if ships:
        enter_port(table, ships, voyage)
    return ships


def return_by_the_only_way(table: Table[State], area: str, side: str) -> None:
    """Ships that can go to one port alone do so; those that can go to none are lost (SC-AMB-18)."""
    state = table.state
    only = only_ways_home(state, side, area) if state.at[area] else {}
    if not only:
        return
    for port in dict.fromkeys([only[ship] for ship in state.at[area] if only.get(ship)]):
        ships = return_home(table, [ship for ship in state.at[area] if only.get(ship) == port], (area, port))
        if ships:
            tell_enemy(table, side, (area, port), len(ships))
    for ship in [ship for ship in state.at[area] if ship in only and not only[ship]]:
        if (side, area) == (AXIS, SOUTH_ATLANTIC):
            shift(state, ship, area, SOUTH_AMERICA)
        else:
            table.tell(NO_PORT, ship=ship)
            shift(state, ship, area, LOST)
