"""Movement and placement (section 7): the Allied fleet, the Axis fleet, submarines, land air."""

from __future__ import annotations

from dataclasses import replace

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.fleet import place_of, shift
from flagplot.games.sea_control.gunnery import fortress_fire
from flagplot.games.sea_control.orders import Voyage, give_order
from flagplot.games.sea_control.routes import (
    PASSPORT,
    convoy_ways,
    guns,
    open_ports,
    outward,
    transit,
)
from flagplot.games.sea_control.state import Order, State
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    BALTIC,
    CONVOY,
    DOCKED,
    DOCKING_VP,
    ENEMY,
    LAND_AIR,
    LOST,
    MAP,
    OFF_BOARD,
    PORTS,
    SUBMARINE,
    TASK_FORCES,
    UNITS,
)
from flagplot.games.sea_control.words import (
    AIR_PLACED,
    BALTIC_CLOSED,
    CONVOY_DOCKS,
    CONVOY_ONE_AREA,
    NO_PLANE_ICON,
    NO_SHIPS_THERE,
    NO_WAY,
    NOT_CONTROLLED,
    NOT_THERE,
    PLACE_LAND_AIR,
    PLACE_SUBMARINE,
    PORT_LOST,
    SAIL,
    SAILED,
    SPENT,
    SUBMARINE_PLACED,
    WHO_GOES,
)

KEEP = "keep"


def allied_movement(table: Table[State]) -> str:
    """(2) The Allied player moves all his surface ships (SC-MOV-01)."""
    if give_order(table, ALLIED, SAIL, voyages_of, takers, sail, voyages_again, may_stop=True):
        return "allied_movement"
    table.state.opening = True
    return "axis_movement"


def axis_movement(table: Table[State]) -> str:
    """(3) The Axis player moves all his surface ships; his submarines follow (SC-MOV-01)."""
    if give_order(table, AXIS, SAIL, voyages_of, takers, sail, voyages_again, may_stop=True):
        return "axis_movement"
    lose_ships_in_closed_ports(table)
    return "submarine_placement"


# Voyages


def voyages_of(state: State, side: str) -> list[Voyage]:
    """The voyages of a side: from port, for the Allies in a task force too, and of convoys at sea (SC-CNV-01)."""
    voyages = voyages_from_port(state, side)
    if side == AXIS:
        return voyages
    free = [name for name in TASK_FORCES if name not in state.task_forces]
    if state.options.task_force and free:
        voyages += [(*voyage, free[0]) for voyage in voyages]
    for area in AREAS:
        if state.at[area] and convoys_to_move(state, area):
            voyages += [(area, destination) for destination in convoy_ways(area, state.turn)]
    return voyages


def voyages_from_port(state: State, side: str) -> list[Voyage]:
    """From which port to which area a side has a ship to send (SC-MOV-02 to SC-MOV-06)."""
    held = transit(state, side)
    voyages: list[Voyage] = []
    for port in PORTS:
        ships = state.at[port]
        if not ships or UNITS[ships[0]].side != side:
            continue
        if state.spent:
            ships = [ship for ship in ships if ship not in state.spent]
        destinations: dict[str, str] = {}
        for passport in dict.fromkeys([PASSPORT[ship] for ship in ships]):
            destinations.update(outward(state.options, passport, port, held))
        voyages += [(port, destination) for destination in destinations]
    return voyages


def convoys_to_move(state: State, area: str) -> list[str]:
    """The convoys in an area that have not moved in this turn."""
    return [unit for unit in state.at[area] if UNITS[unit].kind == CONVOY and unit not in state.spent]


def takers(state: State, order: Order) -> list[str]:
    """The ships that can make a voyage."""
    origin, destination = order.origin, order.destination
    if origin in AREAS:
        return convoys_to_move(state, origin)
    ships = state.at[origin]
    if not ships:
        return []
    held = transit(state, UNITS[ships[0]].side)
    able = {
        passport: destination in outward(state.options, passport, origin, held)
        for passport in {PASSPORT[ship] for ship in ships}
    }
    return [ship for ship in ships if able[PASSPORT[ship]] and ship not in state.spent]


def voyages_again(state: State, side: str) -> list[tuple[str, Order]]:
    """The ships of a side that can sail as in the turn before, each with its voyage (SC-AMB-43)."""
    held = transit(state, side)
    return [
        (ship, Order(*voyage))
        for ship, voyage in state.voyages.items()
        if UNITS[ship].side == side
        and ship in state.at[voyage[0]]
        and voyage[0] in PORTS
        and voyage[1] in outward(state.options, PASSPORT[ship], voyage[0], held)
    ]


# A ship makes its voyage


def sail(table: Table[State], ship: str, order: Order) -> None:
    """A ship sails from its port, or a convoy goes on (SC-MOV-02, SC-CNV-03)."""
    state, label = table.state, UNITS[ship]
    if label.kind == CONVOY:
        state.spent.append(ship)
    if order.destination in PORTS:
        dock(table, ship, order.origin, order.destination)
        return
    if order.origin in PORTS and not passes_guns(table, ship, order):
        return
    shift(state, ship, order.origin, order.destination)
    state.voyages[ship] = (order.origin, order.destination)
    table.tell(SAILED, to=[label.side], ship=ship, origin=order.origin, destination=order.destination)
    if order.task_force:
        force = state.task_forces[order.task_force]
        state.task_forces[order.task_force] = replace(force, ships=(*force.ships, ship))


def passes_guns(table: Table[State], ship: str, order: Order) -> bool:
    """Whether a ship gets past the guns on its way, if there are any; who does not has had his move."""
    state, label = table.state, UNITS[ship]
    between = outward(state.options, PASSPORT[ship], order.origin, transit(state, label.side))[order.destination]
    if not between:
        return True
    dice = guns(state.options, label, between, order.destination)
    if dice and not fortress_fire(table, ship, dice, order.origin, between):
        state.spent.append(ship)
        return False
    return True


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
            for ship in state.at[port][:]:
                shift(state, ship, port, LOST)
                table.tell(PORT_LOST, ship=ship, port=port)


# Submarines and land air


def submarine_placement(table: Table[State]) -> str:
    """Submarines are placed in any area, whoever controls it; or they are kept off board (SC-MOV-08, SC-AMB-41)."""
    state = table.state
    packs = [unit for unit in state.at[OFF_BOARD] if UNITS[unit].kind == SUBMARINE]
    if packs:
        area = table.choose(AXIS, PLACE_SUBMARINE, (*AREAS, KEEP), left=len(packs))
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
    """Where the land air unit of a side can go (SC-MAP-07, SC-MAP-08, SC-AMB-41)."""
    places = [area for area in AREAS if side in MAP.area[area].air]
    if state.options.air_raid:
        places += [port for port in open_ports(ENEMY[side], state.turn) if MAP.port[port].air_raid]
    return [*places, KEEP]


# Why not?


@SAIL.why_not
def voyage_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if not (isinstance(option, tuple) and len(option) > 1 and option[0] in PORTS and option[1] in AREAS):
        return None
    port, area = option[:2]
    ships = [ship for ship in state.at[port] if ship not in state.spent]
    if not ships:
        return NO_SHIPS_THERE, {"port": port}
    if area == BALTIC and area in MAP.port[port].connects:
        return BALTIC_CLOSED
    between = [first for first in MAP.port[port].connects if area in MAP.area[first].adjacent]
    if not between:
        return NO_WAY, {"port": port, "area": area}
    return NOT_CONTROLLED, {"area": area, "between": between}


@WHO_GOES.why_not
def ship_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option not in state.sp:
        return None
    if place_of(state, option) != about["origin"]:
        return NOT_THERE, {"ship": option}
    if option in state.spent:
        return SPENT, {"ship": option}
    if UNITS[option].kind == CONVOY:
        return CONVOY_ONE_AREA
    return BALTIC_CLOSED


@PLACE_LAND_AIR.why_not
def air_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option in AREAS:
        return NO_PLANE_ICON, {"area": option}
    return None
