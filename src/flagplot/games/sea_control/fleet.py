"""The blocks: finding them, moving them, hiding them again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    FLYING,
    PORTS,
    STATION,
    SUBMARINE,
    SURFACE,
    UNITS,
)


def units_of(state: State, space: str, side: str) -> list[str]:
    """All units of a side in a place."""
    return [unit for unit in state.at[space] if UNITS[unit].side == side]


def of_kinds(state: State, space: str, side: str, kinds: Sequence[str]) -> list[str]:
    """The units of a side in a place that are of one of these kinds."""
    return [unit for unit in state.at[space] if (label := UNITS[unit]).side == side and label.kind in kinds]


def surface_ships(state: State, area: str, side: str) -> list[str]:
    """Battleships, cruisers, carriers and convoys of a side in an area."""
    return of_kinds(state, area, side, SURFACE)


def station_ships(state: State, area: str, side: str) -> list[str]:
    """The ships of a side that stand in its battle station (SC-COM-02)."""
    return of_kinds(state, area, side, STATION)


def air_units(state: State, area: str, side: str) -> list[str]:
    """The carriers and the land air unit of a side in an area."""
    return of_kinds(state, area, side, FLYING)


def submarines(state: State, area: str) -> list[str]:
    """The Axis submarines in an area."""
    return of_kinds(state, area, AXIS, (SUBMARINE,))


def shift(state: State, unit: str, origin: str, destination: str) -> None:
    """A unit leaves one place and enters another."""
    state.at[origin].remove(unit)
    state.at[destination].append(unit)


def place_of(state: State, unit: str) -> str:
    """Where a unit is."""
    return next(space for space, units in state.at.items() if unit in units)


def strongest_first(state: State, units: Iterable[str]) -> list[str]:
    """Units in the order in which their targets are asked for."""
    return sorted(units, key=lambda unit: (-UNITS[unit].dice, unit))


# What the enemy can tell apart (SC-UNI-02, SC-AMB-38)


def show(state: State, units: Iterable[str]) -> None:
    """Both sides see these units: the enemy knows who they are, and how strong."""
    for unit in units:
        state.pools[unit] = unit
        state.shown[unit] = state.sp[unit]


def mix_in_ports(state: State) -> None:
    """Blocks that stand up again among others in a port cannot be told from them."""
    pools = state.pools
    for port in PORTS:
        merged = {pools[unit] for unit in state.at[port]}
        if len(merged) > 1:
            name = min(merged)
            for unit, pool in pools.items():
                if pool in merged:
                    pools[unit] = name


def is_contested(state: State, area: str) -> bool:
    """Whether units of both sides are in an area, and any of them can be fired at (SC-COM-01)."""
    return bool(
        units_of(state, area, AXIS)
        and units_of(state, area, ALLIED)
        and any(UNITS[unit].kind in (*SURFACE, SUBMARINE) for unit in state.at[area])
    )


def contested_areas(state: State) -> list[str]:
    """The areas in which there is combat."""
    return [area for area in AREAS if is_contested(state, area)]
