"""The blocks: finding them, moving them, hiding them again."""

from __future__ import annotations

from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AIR,
    ALLIED,
    AREAS,
    AXIS,
    BATTLESHIP,
    CARRIER,
    CONVOY,
    CRUISER,
    FLYING,
    KINDS,
    LAND_AIR,
    PORTS,
    STATION,
    SUBMARINE,
    SURFACE,
    UNITS,
)


def all_of(side: str, *kinds: str) -> frozenset[str]:
    """The ids of all units of a side that are of one of these kinds."""
    return frozenset(key for key, unit in UNITS.items() if unit.side == side and unit.kind in kinds)


SIDES = (AXIS, ALLIED)
UNITS_OF = {side: all_of(side, *KINDS) for side in SIDES}
SURFACE_SHIPS = {side: all_of(side, *SURFACE) for side in SIDES}
SHIPS = SURFACE_SHIPS[AXIS] | SURFACE_SHIPS[ALLIED]
WARSHIPS = {side: all_of(side, BATTLESHIP, CRUISER, CARRIER) for side in SIDES}
STATION_SHIPS = {side: all_of(side, *STATION) for side in SIDES}
AIR_UNITS = {side: all_of(side, *FLYING) for side in SIDES}
SUBMARINES = all_of(AXIS, SUBMARINE)
CONVOYS = all_of(ALLIED, CONVOY)
SUBMARINES_AND_AIR = frozenset((*SUBMARINES, *LAND_AIR.values()))


def present(state: State, space: str, wanted: frozenset[str]) -> list[str]:
    """The units in a place that are among those wanted."""
    return list(filter(wanted.__contains__, state.at[space]))


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


def move(state: State, ships: list[str], origin: str, destination: str) -> None:
    """Ships leave one place together and enter another."""
    left = state.at[origin]
    if len(ships) == len(left):
        state.at[origin] = []
    else:
        for ship in ships:
            left.remove(ship)
    state.at[destination] += ships


def place_of(state: State, unit: str) -> str:
    """Where a unit is."""
    return next(space for space, units in state.at.items() if unit in units)


# What the enemy can tell apart (SC-UNI-02, SC-AMB-38)


def show(state: State, units: list[str]) -> None:
    """Both sides see these units: the enemy knows who they are, and how strong."""
    pools, shown, sp = state.pools, state.shown, state.sp
    for unit in units:
        pools[unit] = unit
        shown[unit] = sp[unit]


def mix_in_ports(state: State) -> None:
    """Blocks that stand up again among others in a port cannot be told from them.

    A pool has the name of a ship only while both sides know that it is that ship (see `show`).
    """
    pools_in = {port: {*map(state.pools.__getitem__, ships)} for port in PORTS if (ships := state.at[port])}
    merged: dict[str, str] = {}  # the pools that are mixed with others, and the name that they get together
    for port, pools in pools_in.items():
        if len(pools) > 1:
            name = f"{port} {state.turn}"
            if not merged.keys().isdisjoint(pools):  # some are mixed with others in another port
                also = {merged[pool] for pool in pools if pool in merged}
                merged |= {pool: name for pool, other in merged.items() if other in also}
            merged |= dict.fromkeys(pools, name)
    for port, pools in pools_in.items():
        any_pool = next(iter(pools))
        if any_pool in merged:
            state.pools |= dict.fromkeys(state.at[port], merged[any_pool])


def contested_areas(state: State) -> list[str]:
    """The areas with units of both sides of which any can be fired at; ports are safe (SC-COM-01, SC-RP-04)."""
    return [
        area
        for area in AREAS
        if (units := state.at[area])
        and not UNITS_OF[AXIS].isdisjoint(units)
        and not UNITS_OF[ALLIED].isdisjoint(units)
        and any(UNITS[unit].kind != AIR for unit in units)
    ]
