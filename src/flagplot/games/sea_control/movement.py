"""Movement and placement (section 7): the Allied fleet, the Axis fleet, submarines, land air."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.sea_control.fleet import CONVOYS, SUBMARINES, place_of, present, shift
from flagplot.games.sea_control.orders import Voyage, give_order
from flagplot.games.sea_control.passage import after_passage, foresee_passage, go_unless_guarded, put_to_sea
from flagplot.games.sea_control.routes import (
    CONNECTED,
    convoy_ways,
    open_ports,
    outward,
    transit,
    voyages_out,
)
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    BALTIC,
    DOCKED,
    DOCKING_VP,
    ENEMY,
    LAND_AIR,
    LOST,
    MAP,
    OFF_BOARD,
    PORTS,
    PORTS_OF,
    TASK_FORCES,
    UNITS,
)
from flagplot.games.sea_control.words import (
    AIR_PLACED,
    BALTIC_CLOSED,
    CONVOY_DOCKS,
    CONVOY_ONE_AREA,
    GOES_ALREADY,
    NO_PLANE_ICON,
    NO_SHIPS_THERE,
    NO_WAY,
    NOT_CONTROLLED,
    NOT_THERE,
    PLACE_LAND_AIR,
    PLACE_SUBMARINE,
    PORT_LOST,
    RUSSIANS_STAY,
    SAIL,
    SPENT,
    SUBMARINE_PLACED,
    WHO_ELSE,
    WHO_GOES,
)

KEEP = "keep"


def allied_movement(table: Table[State]) -> str:
    """(2) The Allied player moves all his surface ships (SC-MOV-01)."""
    if give_order(table, ALLIED, SAIL, voyages_of, takers, sail, voyages_again, may_stop=True):
        return after_passage(table.state, "allied_movement")
    forget_voyages_of_ships_in_port(table.state, ALLIED)
    table.state.opening = True
    return "axis_movement"


def axis_movement(table: Table[State]) -> str:
    """(3) The Axis player moves all his surface ships; his submarines follow (SC-MOV-01)."""
    if give_order(table, AXIS, SAIL, voyages_of, takers, sail, voyages_again, may_stop=True):
        return after_passage(table.state, "axis_movement")
    forget_voyages_of_ships_in_port(table.state, AXIS)
    lose_ships_in_closed_ports(table)
    return "submarine_placement"


# Voyages


def voyages_of(state: State, side: str) -> list[Voyage]:
    """The voyages of a side: from port, for the Allies in a task force too, and of convoys at sea (SC-CNV-01)."""
    voyages = voyages_from_port(state, side)
    if side == AXIS:
        return voyages
    if state.options.task_force:
        free = [name for name in TASK_FORCES if name not in state.task_forces]
        voyages += [(*voyage, name) for name in free[:1] for voyage in voyages]
    for area in AREAS:
        if not CONVOYS.isdisjoint(state.at[area]) and convoys_to_move(state, area):
            voyages += [(area, destination) for destination in convoy_ways(area, state.turn)]
    return voyages


def voyages_from_port(state: State, side: str) -> list[Voyage]:
    """From which port to which area a side has a ship to send (SC-MOV-02 to SC-MOV-06)."""
    voyages: list[Voyage] = []
    for port, chances in voyages_out(state, side).items():
        ships = state.at[port]
        if ships:
            if state.spent:
                ships = [ship for ship in ships if ship not in state.spent]
            voyages += [voyage for voyage, able in chances.items() if not able.isdisjoint(ships)]
    return voyages


def convoys_to_move(state: State, area: str) -> list[str]:
    """The convoys in an area that have not moved in this turn, and may stay where they are (SC-CNV-06)."""
    return [convoy for convoy in present(state, area, CONVOYS) if convoy not in state.spent]


def takers(state: State, voyage: Voyage) -> list[str]:
    """The ships that can make a voyage."""
    origin, area = voyage[:2]
    if origin in MAP.area:
        return convoys_to_move(state, origin)
    ships = state.at[origin]
    if not ships:
        return []
    able = voyages_out(state, UNITS[ships[0]].side)[origin][origin, area]
    ready = list(filter(able.__contains__, ships))
    return [ship for ship in ready if ship not in state.spent] if state.spent else ready


def voyages_again(state: State, side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships of a side that can sail as in the turn before, each with its voyage (SC-AMB-43)."""
    held = transit(state, side)
    for port in PORTS_OF[side]:
        for ship in state.at[port]:
            voyage = state.voyages.get(ship)
            if voyage and voyage[0] == port and voyage[1] in outward(state, ship, port, held):
                yield ship, voyage


def forget_voyages_of_ships_in_port(state: State, side: str) -> None:
    """Who stayed in port in this turn has no voyage to repeat in the next."""
    for port in PORTS_OF[side]:
        for ship in state.at[port]:
            if ship in state.voyages and ship not in state.spent:
                del state.voyages[ship]


# Ships make their voyages


def sail(table: Table[State], ships: list[str], voyage: Voyage) -> list[str]:
    """Ships sail from their port, or convoys go on; those that go without being fired at (SC-CNV-01)."""
    origin, destination = voyage[:2]
    if destination in DOCKING_VP:
        for convoy in ships:
            dock(table, convoy, origin, destination)
        return ships
    if origin in CONNECTED and destination not in CONNECTED[origin]:
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
            for ship in state.at[port][:]:
                shift(state, ship, port, LOST)
                table.tell(PORT_LOST, ship=ship, port=port)


# Submarines and land air


def submarine_placement(table: Table[State]) -> str:
    """Submarines are placed in any area, whoever controls it; or they are kept off board (SC-MOV-08, SC-AMB-41)."""
    state = table.state
    packs = present(state, OFF_BOARD, SUBMARINES)
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
    """Where the land air unit of a side can go (SC-MAP-07, SC-MAP-08, SC-AMB-07, SC-AMB-41)."""
    places = [area for area in AREAS if side in MAP.area[area].air]
    if state.options.air_raid:
        places += [port for port in open_ports(ENEMY[side], state.turn) if MAP.port[port].air_raid]
    return [*places, KEEP]


foresee_passage(SAIL, takers, sail)


# Why not?


@SAIL.why_not
def voyage_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if not (isinstance(option, tuple) and len(option) == 2 and option[0] in PORTS and option[1] in AREAS):
        return None
    port, area = option
    ships = [ship for ship in state.at[port] if ship not in state.spent] if port in PORTS_OF[about["side"]] else []
    if not ships:
        return NO_SHIPS_THERE, {"port": port}
    reached = MAP.port[port].connects
    between = [first for first in reached if area in MAP.area[first].adjacent]
    if area not in reached and not between:
        return NO_WAY, {"port": port, "area": area}
    if area not in reached and transit(state, about["side"]).isdisjoint(between):
        return NOT_CONTROLLED, {"area": area, "between": between}
    if area not in reached and CONVOYS.issuperset(ships):
        return CONVOY_ONE_AREA
    return BALTIC_CLOSED if area == BALTIC else RUSSIANS_STAY


@WHO_GOES.why_not
@WHO_ELSE.why_not
def ship_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option not in state.sp:
        return None
    if option in about["going"]:
        return GOES_ALREADY, {"ship": option}
    if place_of(state, option) != about["origin"]:
        return NOT_THERE, {"ship": option}
    if option in state.spent:
        return SPENT, {"ship": option}
    if option in CONVOYS:
        return CONVOY_ONE_AREA
    return BALTIC_CLOSED if about["destination"] == BALTIC else RUSSIANS_STAY


@PLACE_LAND_AIR.why_not
def air_barred(state: State, about: About, option: Option) -> Bar | tuple[Bar, About] | None:
    if option in AREAS:
        return NO_PLANE_ICON, {"area": option}
    return None
