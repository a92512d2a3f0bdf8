"""Movement and placement (section 7): the Allied fleet, the Axis fleet, submarines, land air."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.fleet import CONVOYS, SUBMARINES, in_roster_order, present, shift
from flagplot.games.sea_control.orders import Orders, Voyage, give_order
from flagplot.games.sea_control.orders_barred import order_barred
from flagplot.games.sea_control.passage import after_passage, go_unless_guarded, put_to_sea
from flagplot.games.sea_control.routes import Reaches, convoy_reaches, open_ports, reaches_to_sea
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    DOCKED,
    DOCKING_VP,
    ENEMY,
    LAND_AIR,
    LOST,
    MAP,
    OFF_BOARD,
    PORTS,
    PORTS_OF,
)
from flagplot.games.sea_control.words import (
    AIR_PLACED,
    CONVOY_DOCKS,
    KEEP,
    NO_PLANE_ICON,
    NO_SEA_AREA,
    PLACE_LAND_AIR,
    PLACE_SUBMARINE,
    PORT_LOST,
    SAIL,
    SUBMARINE_PLACED,
)


def allied_movement(table: Table[State]) -> str:
    """(2) The Allied player moves all his surface ships (SC-MOV-01)."""
    if give_order(table, ALLIED, MOVEMENT):
        return after_passage(table.state, "allied_movement")
    forget_voyages_of_ships_in_port(table.state, ALLIED)
    table.state.opening = True
    return "axis_movement"


def axis_movement(table: Table[State]) -> str:
    """(3) The Axis player moves all his surface ships; his submarines follow (SC-MOV-01)."""
    if give_order(table, AXIS, MOVEMENT):
        return after_passage(table.state, "axis_movement")
    forget_voyages_of_ships_in_port(table.state, AXIS)
    lose_ships_in_closed_ports(table)
    return "submarine_placement"


# The ships that can sail, and where to


def ready_to_sail(state: State, side: str) -> dict[str, list[str]]:
    """The ships of a side in its ports, and its convoys at sea, that can still move (SC-MOV-02, SC-CNV-01).

    Nobody has to (SC-CNV-06).
    """
    at = state.at
    musters = {port: ships for port in PORTS_OF[side] if (ships := at[port])}
    if side == ALLIED:
        musters |= {area: convoys for area in AREAS if at[area] and (convoys := present(state, area, CONVOYS))}
    if state.spent:
        spent = frozenset(state.spent)
        for place, ships in list(musters.items()):
            if not spent.isdisjoint(ships):
                musters[place] = [ship for ship in ships if ship not in spent]
        musters = {place: ships for place, ships in musters.items() if ships}
    return musters


def reaches_by_sea(state: State, side: str, place: str) -> Reaches:
    """Where ships can go from a port, or convoys at sea (SC-MOV-02 to SC-MOV-06, SC-CNV-01)."""
    return convoy_reaches(place, state.turn) if place in MAP.area else reaches_to_sea(state, side)[place]


def voyages_again(state: State, side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships of a side that can sail as in the turn before, each with its voyage (SC-AMB-43)."""
    voyages = state.voyages
    for port, reaches in reaches_to_sea(state, side).items():
        for ship in filter(voyages.__contains__, state.at[port]):
            if voyages[ship][0] == port and voyages[ship][1] in reaches[ship]:
                yield ship, voyages[ship]


def forget_voyages_of_ships_in_port(state: State, side: str) -> None:
    """Ships that stayed in port in this turn have no voyage to repeat in the next."""
    for port in PORTS_OF[side]:
        for ship in filter(state.voyages.__contains__, state.at[port]):
            if ship not in state.spent:
                del state.voyages[ship]


# Ships make their voyages


def sail(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships sail from their port, or convoys go on; those that go without being fired at (SC-CNV-01)."""
    origin, destination = voyage[:2]
    if destination in DOCKING_VP:
        for convoy in ships:
            dock(table, convoy, origin, destination)
        return ships
    ships = go_unless_guarded(table.state, ships, voyage)
    if ships:
        put_to_sea(table, ships, voyage)
    return ships


def dock(table: Table[State], convoy: str, area: str, port: str) -> None:
    """A convoy that enters port scores and leaves play (SC-CNV-03)."""
    state = table.state
    vp = DOCKING_VP[port]
    shift(state, convoy, area, DOCKED)
    state.points[ALLIED] += vp
    table.tell(CONVOY_DOCKS, convoy=convoy, port=port, vp=vp)


def lose_ships_in_closed_ports(table: Table[State]) -> None:
    """Ships that are still in a port after its last turn are lost (SC-AMB-16)."""
    state = table.state
    for port in PORTS:
        if state.at[port] and state.turn > MAP.port[port].turns[1]:
            for ship in in_roster_order(state.at[port]):
                shift(state, ship, port, LOST)
                table.tell(PORT_LOST, ship=ship, port=port)


MOVEMENT = Orders(SAIL, ready_to_sail, reaches_by_sea, sail, voyages_again, may_stop=True)
SAIL.why_not(order_barred)


# Submarines and land air


def submarine_placement(table: Table[State]) -> str:
    """Submarines are placed in any area, whoever controls it; or they are kept off board (SC-MOV-08, SC-AMB-41)."""
    state = table.state
    packs = present(state, OFF_BOARD, SUBMARINES)
    if packs:
        area = table.choose(AXIS, PLACE_SUBMARINE, PLACE_SUBMARINE.answers, left=len(packs))
        if area != KEEP:
            shift(state, packs[0], OFF_BOARD, area)
            table.tell(SUBMARINE_PLACED, area=area)
            return "submarine_placement"
    return "allied_air"


def allied_air(table: Table[State]) -> str:
    """(4) The Allied player places his land air unit (SC-UNI-09)."""
    place_land_air(table, ALLIED)
    return "axis_air"


def axis_air(table: Table[State]) -> str:
    """(4) Then the Axis player places his."""
    place_land_air(table, AXIS)
    return "air_raids"


def place_land_air(table: Table[State], side: str) -> None:
    """A land air unit goes to an area with its icon, over a port that it may raid, or nowhere (SC-MAP-07)."""
    state = table.state
    place = table.choose(side, PLACE_LAND_AIR, air_places(state, side), side=side)
    if place in AREAS:
        shift(state, LAND_AIR[side], OFF_BOARD, place)
    elif place in PORTS:
        state.raids[side] = place
    table.tell(AIR_PLACED, side=side, place=place)


def air_places(state: State, side: str) -> list[str]:
    """Where the land air unit of a side can go (SC-MAP-07, SC-MAP-08, SC-AMB-07, SC-AMB-41)."""
    places = [area for area in AREAS if side in MAP.area[area].air]
    if state.options.air_raid:
        places += [port for port in open_ports(ENEMY[side], state.turn) if MAP.port[port].air_raid]
    return [*places, KEEP]


# Why not?


@PLACE_LAND_AIR.why_not
@PLACE_SUBMARINE.why_not
def placing_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option in AREAS:
        return NO_PLANE_ICON, {"area": option}
    if option in PORTS:
        return NO_SEA_AREA, {"place": option}
    return None
