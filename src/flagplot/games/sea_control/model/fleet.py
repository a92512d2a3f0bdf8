"""The blocks: finding them, moving them, hiding them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.state import Battle, State


def all_of(side: str, *kinds: str) -> frozenset[str]:
    """The ids of all units of a side that are of one of these kinds."""
    return frozenset(key for key, unit in t.UNITS.items() if unit.side == side and unit.kind in kinds)


SIDES = (t.AXIS, t.ALLIED)
UNITS_OF = {side: all_of(side, *t.KINDS) for side in SIDES}
SURFACE_SHIPS = {side: all_of(side, *t.SURFACE) for side in SIDES}
SHIPS = SURFACE_SHIPS[t.AXIS] | SURFACE_SHIPS[t.ALLIED]
WARSHIPS = {side: all_of(side, t.BATTLESHIP, t.CRUISER, t.CARRIER) for side in SIDES}
STATION_SHIPS = {side: all_of(side, *t.STATION) for side in SIDES}
AIR_UNITS = {side: all_of(side, *t.FLYING) for side in SIDES}
SUBMARINES = all_of(t.AXIS, t.SUBMARINE)
CONVOYS = all_of(t.ALLIED, t.CONVOY)
HIDING = {side: UNITS_OF[side] - {t.LAND_AIR[side]} for side in SIDES}  # whose faces the enemy does not see
SUBMARINES_AND_AIR = frozenset((*SUBMARINES, *t.LAND_AIR.values()))


def present(state: State, space: str, wanted: frozenset[str]) -> list[str]:
    """The units in a place that are among those wanted."""
    found: list[str] = []  # a comprehension or a filter would take longer for these few
    for unit in state.at[space]:
        if unit in wanted:
            found.append(unit)
    return found


def surface_ships(state: State, area: str, side: str) -> list[str]:
    """Battleships, cruisers, carriers and convoys of a side in an area."""
    return present(state, area, SURFACE_SHIPS[side])


def station_ships(state: State, area: str, side: str) -> list[str]:
    """The ships of a side that stand in its battle station (SC-COM-02)."""
    return present(state, area, STATION_SHIPS[side])


def air_units(state: State, area: str, side: str) -> list[str]:
    """The carriers and the land air unit of a side in an area."""
    return present(state, area, AIR_UNITS[side])


def submarines(state: State, area: str) -> list[str]:
    """The Axis submarines in an area."""
    return present(state, area, SUBMARINES)


def shift(state: State, unit: str, origin: str, destination: str) -> None:
    """A unit leaves one place and enters another."""
    state.at[origin].remove(unit)
    state.at[destination].append(unit)


def move(state: State, ships: Sequence[str], origin: str, destination: str) -> None:
    """Ships leave one place together and enter another."""
    left = state.at[origin]
    if len(ships) == len(left):
        state.at[origin] = []
    else:
        for ship in ships:
            left.remove(ship)
    state.at[destination] += ships


def in_roster_order(ships: Iterable[str]) -> list[str]:
    """Ships in the order of the roster, which tells nothing of when they came to a place, or from where."""
    return sorted(ships, key=t.ROSTER.__getitem__)


def place_of(state: State, unit: str) -> str:
    """Where a unit is."""
    return next(space for space, units in state.at.items() if unit in units)


# What the enemy can tell apart (SC-UNI-02, SC-AMB-38)


def show(state: State, units: list[str]) -> None:
    """Both sides see these units: the enemy knows who they are, and how strong.

    No task force hides them any more.
    """
    pools, shown, sp = state.pools, state.shown, state.sp
    for unit in units:
        pools[unit] = unit
        shown[unit] = sp[unit]
    for name, force in state.task_forces.items():
        if not set(units).isdisjoint(force.ships):
            state.task_forces[name] = replace(force, ships=tuple(ship for ship in force.ships if ship not in units))


def mix(state: State, place: str, side: str) -> None:
    """The blocks of a side in a place can no longer be told from each other, nor from those of their pools elsewhere.

    So it is in port, and at sea as soon as any of them leaves: the enemy sees how many go, and not who.
    """
    units, pool_of, ships = state.at[place], state.pools, SURFACE_SHIPS[side]
    if len(units) < 2:
        return
    pools: set[str] = set()
    for ship in units:
        if ship in ships:
            pools.add(pool_of[ship])
    if len(pools) > 1:
        name = f"{side} {place} {state.turn}"
        if pools.issubset(units):  # all of them were shown, and each is a pool of its own
            pool_of.update(dict.fromkeys(pools, name))
            return
        for ship, pool in pool_of.items():
            if pool in pools:
                pool_of[ship] = name


def known_convoys(state: State, area: str) -> list[str]:
    """The blocks in an area that can only be convoys: they were at sea when all others had gone home (SC-CNV-02)."""
    return [
        convoy
        for convoy in present(state, area, CONVOYS)
        if convoy not in state.spent or state.voyages.get(convoy, ("",))[0] in t.AREAS
    ]


def is_in_task_force(state: State, ship: str) -> bool:
    """Whether a task force hides a ship, at sea or on its way home (SC-AMB-35)."""
    return any(ship in force.ships for force in state.task_forces.values())


def counted_in_port(state: State, port: str) -> list[str]:
    """The ships that an enemy counts in a port: also those in task forces from there (SC-AMB-35)."""
    if not state.task_forces:
        return state.at[port]
    hidden = [ship for force in state.task_forces.values() if force.origin == port for ship in force.ships]
    return [ship for ship in state.at[port] if not is_in_task_force(state, ship)] + hidden


def backs(state: State, place: str, side: str) -> int:
    """How many blocks of a side an enemy counts in a place.

    A task force is one, whatever is in it. Its ships count as in the port that they left, until it opens or the turn
    is over (SC-AMB-35). Land air is not a block, because its face is seen.
    """
    if not state.task_forces or side != t.ALLIED:
        return len(HIDING[side].intersection(state.at[place]))
    if place not in t.AREAS:
        return len(counted_in_port(state, place))
    forces = sum(force.area == place for force in state.task_forces.values())
    return forces + sum(not is_in_task_force(state, ship) for ship in present(state, place, HIDING[side]))


def the_battle(state: State) -> Battle:
    """The battle that is being fought."""
    assert state.battle
    return state.battle


def contested_areas(state: State) -> list[str]:
    """The areas with units of both sides of which any can be fired at; ports are safe (SC-COM-01, SC-RP-04)."""
    return [
        area
        for area in t.AREAS
        if (units := state.at[area])
        and not UNITS_OF[t.AXIS].isdisjoint(units)
        and not UNITS_OF[t.ALLIED].isdisjoint(units)
        and any(t.UNITS[unit].kind != t.AIR for unit in units)
    ]
