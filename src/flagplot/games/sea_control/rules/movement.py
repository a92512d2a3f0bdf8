"""Movement and placement (section 7): the Allied fleet, the Axis fleet, submarines, land air."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Next, Option, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import CONVOYS, SUBMARINES, in_roster_order, present, shift
from flagplot.games.sea_control.model.routes import open_ports, reaches_to_sea
from flagplot.games.sea_control.rules.orders import Order, take_order
from flagplot.games.sea_control.rules.voyages import make_voyage, tell_enemy
from flagplot.games.sea_control.state import State, TaskForce


def allied_movement(table: Table[State]) -> Next:
    """(2) The Allied player moves all his surface ships (SC-MOV-01)."""
    order = order_to_sail(table, t.ALLIED)
    return sail(table, t.ALLIED, order) if order else "axis_movement"


def axis_movement(table: Table[State]) -> Next:
    """(3) The Axis player moves all his surface ships; his submarines follow (SC-MOV-01)."""
    order = order_to_sail(table, t.AXIS)
    if order:
        return sail(table, t.AXIS, order)
    lose_ships_in_closed_ports(table)
    return "submarine_placement"


def order_to_sail(table: Table[State], side: str) -> Order | None:
    """One order to ships; None when all others stay where they are, as ships may (SC-MOV-01, SC-CNV-06)."""
    state = table.state
    order = take_order(table, side, say.SAIL, ready_to_sail(state, side), reaches_to_sea(state, side), may_stop=True)
    if not order:
        forget_voyages_of_ships_in_port(state, side)
    return order


def ready_to_sail(state: State, side: str) -> dict[str, list[str]]:
    """The ships of a side in its ports, and its convoys at sea, that can still move (SC-MOV-02, SC-CNV-01)."""
    at = state.at
    ready: dict[str, list[str]] = {}
    for port in t.PORTS_OF[side]:
        if ships := at[port]:
            ready[port] = ships
    if side == t.ALLIED:
        for area in t.AREAS:
            if (units := at[area]) and not CONVOYS.isdisjoint(units):
                ready[area] = present(state, area, CONVOYS)
    return without_spent(ready, state.spent) if state.spent else ready


def without_spent(ready: dict[str, list[str]], spent: Sequence[str]) -> dict[str, list[str]]:
    """The ships that have not had their move, by place."""
    able: dict[str, list[str]] = {}
    moved = set(spent)
    for place, ships in ready.items():
        left = ships if moved.isdisjoint(ships) else [ship for ship in ships if ship not in moved]
        if left:
            able[place] = left
    return able


def forget_voyages_of_ships_in_port(state: State, side: str) -> None:
    """Ships that stayed in port in this turn have no voyage to repeat in the next."""
    for port in t.PORTS_OF[side]:
        for ship in filter(state.voyages.__contains__, state.at[port]):
            if ship not in state.spent:
                del state.voyages[ship]


# Ships make their voyages


def sail(table: Table[State], side: str, order: Order) -> Next:
    """Ships sail from their port, and convoys go on or dock; then the step goes on (SC-MOV-02, SC-CNV-01)."""
    if order.destination in t.DOCKING_VP:
        return dock(table, order)
    if order.task_force:
        form_task_force(table, order)
    return make_voyage(table, side, order) or table.state.phase


def dock(table: Table[State], order: Order) -> Next:
    """Convoys that enter port score and leave play (SC-CNV-03)."""
    state = table.state
    vp = t.DOCKING_VP[order.destination]
    for convoy in order.ships:
        shift(state, convoy, order.origin, t.DOCKED)
        state.points[t.ALLIED] += vp
        table.tell(say.CONVOY_DOCKS, convoy=convoy, port=order.destination, vp=vp)
    tell_enemy(table, t.ALLIED, len(order.ships), order.origin, order.destination)
    return state.phase


def form_task_force(table: Table[State], order: Order) -> None:
    """A task force block puts to sea; what ships are in its box, if any, is not seen (SC-OPT-03, SC-AMB-35)."""
    table.state.task_forces[order.task_force] = TaskForce(order.origin, order.destination)
    table.tell(say.TASK_FORCE_FORMED, to=(t.ALLIED,), force=order.task_force, area=order.destination)


def lose_ships_in_closed_ports(table: Table[State]) -> None:
    """Ships that are still in a port after its last turn are lost (SC-AMB-16)."""
    state = table.state
    for port in t.PORTS:
        if state.at[port] and state.turn > t.MAP.port[port].turns[1]:
            for ship in in_roster_order(state.at[port]):
                shift(state, ship, port, t.LOST)
                table.tell(say.PORT_LOST, ship=ship, port=port)


# Submarines and land air


def submarine_placement(table: Table[State]) -> Next:
    """Submarines are placed in any area, whoever controls it; or they are kept off board (SC-MOV-08, SC-AMB-41)."""
    state = table.state
    packs = present(state, t.OFF_BOARD, SUBMARINES)
    if packs:
        area = table.choose(t.AXIS, say.PLACE_SUBMARINE, say.PLACE_SUBMARINE.answers, left=len(packs))
        if area != say.KEEP:
            shift(state, packs[0], t.OFF_BOARD, area)
            table.tell(say.SUBMARINE_PLACED, area=area)
            return "submarine_placement"
    return "air_placement"


def air_placement(table: Table[State]) -> Next:
    """(4) The Allied player places his land air unit, then the Axis player his (SC-UNI-09).

    Before repairs are made, those over ports attack the yards (SC-OPT-02, SC-AMB-40).
    """
    for side in (t.ALLIED, t.AXIS):
        place_land_air(table, side)
    for side in (t.ALLIED, t.AXIS):
        raid_port(table, side)
    return "allied_repair"


def place_land_air(table: Table[State], side: str) -> None:
    """A land air unit goes to an area with its icon, over a port that it may raid, or nowhere (SC-MAP-07)."""
    state = table.state
    place = table.choose(side, say.PLACE_LAND_AIR, air_places(state, side), side=side)
    if place in t.AREAS:
        shift(state, t.LAND_AIR[side], t.OFF_BOARD, place)
    elif place in t.PORTS:
        state.raids[side] = place
    table.tell(say.AIR_PLACED, side=side, place=place)


def air_places(state: State, side: str) -> list[str]:
    """Where the land air unit of a side can go (SC-MAP-07, SC-MAP-08, SC-AMB-07, SC-AMB-41)."""
    places = [area for area in t.AREAS if side in t.MAP.area[area].air]
    if state.options.air_raid:
        places += [port for port in open_ports(t.ENEMY[side], state.turn) if t.MAP.port[port].air_raid]
    return [*places, say.KEEP]


def raid_port(table: Table[State], side: str) -> None:
    """A land air unit over a port attacks its yards, and is gone until the next turn (SC-OPT-02)."""
    state = table.state
    port = state.raids.pop(side, "")
    if port:
        hits = table.volley(t.UNITS[t.LAND_AIR[side]].dice, t.AIR_RAID, say.RAID, side=side, port=port).count(t.HIT)
        state.capacity[port] = max(0, state.capacity[port] - t.RAID_DAMAGE * hits)
        table.tell(say.RAID_EFFECT, port=port, hits=hits, left=state.capacity[port])


# Why not?


@say.PLACE_SUBMARINE.why_not
def pack_barred(state: State, about: About, option: Option) -> say.Barred:
    return (say.NO_SEA_AREA, {"place": option}) if option in t.PORTS else None


@say.PLACE_LAND_AIR.why_not
def land_air_barred(state: State, about: About, option: Option) -> say.Barred:
    if option in t.AREAS:
        return say.NO_PLANE_ICON, {"area": option}
    if option in t.PORTS:
        return (say.NO_RAID, {"port": option}) if state.options.air_raid else (say.NO_SEA_AREA, {"place": option})
    return None
