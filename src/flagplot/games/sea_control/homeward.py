"""The way home (section 11): ships return to ports of their side, past the guns of the straits."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import of_kinds, shift
from flagplot.games.sea_control.gunnery import fortress_fire
from flagplot.games.sea_control.orders import Voyage
from flagplot.games.sea_control.routes import guns, homeward
from flagplot.games.sea_control.state import Order, State
from flagplot.games.sea_control.tables import (
    AXIS,
    BATTLESHIP,
    CARRIER,
    CRUISER,
    LOST,
    MAP,
    SOUTH_AMERICA,
    SOUTH_ATLANTIC,
    UNITS,
)
from flagplot.games.sea_control.words import NO_PORT, RETURNED

WARSHIPS = (BATTLESHIP, CRUISER, CARRIER)  # convoys stay at sea (SC-CNV-02)


def ports_from(state: State, area: str, side: str) -> list[Voyage]:
    """From an area to which ports a side has a ship to send home (SC-END-02)."""
    ports: dict[str, str] = {}
    for ship in of_kinds(state, area, side, WARSHIPS):
        ports.update(homeward(state, ship, area))
    return [(area, port) for port in ports]


def returning(state: State, order: Order) -> list[str]:
    """The ships that can go home by this way."""
    area, port = order.origin, order.destination
    ships = of_kinds(state, area, MAP.port[port].side, WARSHIPS)
    return [ship for ship in ships if port in homeward(state, ship, area)]


def home_again(state: State, area: str, side: str) -> list[tuple[str, Order]]:
    """The ships of a side in an area that can go back to the port from which they sailed (SC-AMB-43)."""
    return [
        (ship, Order(area, port))
        for ship in of_kinds(state, area, side, WARSHIPS)
        if (port := state.voyages.get(ship, ("", ""))[0]) in homeward(state, ship, area)
    ]


def return_home(table: Table[State], ship: str, order: Order) -> None:
    """A ship returns to a port and is fired at where it passes guns (SC-END-01, SC-GIB-01)."""
    state, label = table.state, UNITS[ship]
    area, port = order.origin, order.destination
    between = homeward(state, ship, area)[port]
    dice = guns(state.options, label, area, between) if between else 0
    if dice and not fortress_fire(table, ship, dice, area, area):
        return
    shift(state, ship, area, port)
    table.tell(RETURNED, to=[label.side], ship=ship, area=area, port=port)


def return_by_the_only_way(table: Table[State], area: str, side: str) -> None:
    """Ships that can go to one port alone do so; those that can go to none are lost (SC-AMB-18)."""
    state = table.state
    for ship in of_kinds(state, area, side, WARSHIPS):
        ways = homeward(state, ship, area)
        if len(ways) == 1:
            return_home(table, ship, Order(area, next(iter(ways))))
        elif not ways and (side, area) == (AXIS, SOUTH_ATLANTIC):
            shift(state, ship, area, SOUTH_AMERICA)
        elif not ways:
            table.tell(NO_PORT, ship=ship)
            shift(state, ship, area, LOST)
