"""Positions as a whole: what never changes, what is worth counting, what is wrong with one made by hand."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import Occasion
from flagplot.games.sea_control.orders import Voyage
from flagplot.games.sea_control.passage import guns_on_the_way
from flagplot.games.sea_control.routes import homeward, may_enter, may_use, outward, transit
from flagplot.games.sea_control.state import State
from flagplot.games.sea_control.tables import (
    AIR,
    ALLIED,
    AREAS,
    ARRIVALS,
    AXIS,
    CONVOY,
    DOCKED,
    ENEMY,
    LAND_AIR,
    LAST_TURN,
    LOST,
    MAP,
    NEUTRAL,
    OFF_BOARD,
    PORTS,
    PORTS_OF,
    REINFORCEMENTS,
    SPACES,
    SUBMARINE,
    TASK_FORCES,
    UNITS,
)

# The phases in which a battle is fought, in which orders are given, and in which ships pass under guns
BATTLE_PHASES = (
    "submarine_combat", "air_combat", "surface_combat", "stay_or_withdraw", "pursuit", "withdrawal", "battle_over",
)  # fmt: skip
ORDER_PHASES = ("allied_movement", "axis_movement", "withdrawal", "axis_return", "allied_return")
PASSAGE_PHASES = ("passage", "fortress_fire")


# What never changes, what is worth counting, and what goes on


def occasion(state: State) -> Occasion:
    """The turn, and the battle in an area; there is at most one in each area and turn (SC-COM-01)."""
    turn = str(state.turn)
    return Occasion(turn, f"{turn} {state.battle.area}" if state.battle else "")


def inventory(state: State) -> dict[str, int]:
    """The blocks of each side and kind, wherever they are."""
    count: dict[str, int] = {}
    for units in state.at.values():
        for unit in units:
            key = f"{UNITS[unit].side} {UNITS[unit].kind}"
            count[key] = count.get(key, 0) + 1
    return dict(sorted(count.items()))


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    lost = [UNITS[unit] for unit in state.at[LOST]]
    docked = len(state.at[DOCKED])
    return {
        "axis_lead": float(state.marker),
        "axis_ships_lost": float(sum(unit.side == AXIS and unit.is_surface for unit in lost)),
        "allied_ships_lost": float(sum(unit.side == ALLIED and unit.is_surface for unit in lost)),
        "convoys_docked": float(docked),
        "convoys_sunk": float(sum(unit.kind == CONVOY for unit in lost)),
    }


# What is wrong with a position made by hand


def defects(state: State) -> list[str]:
    """What is wrong with a position, each in one sentence."""
    if tuple(state.at) != SPACES:
        return [f"The places must be {', '.join(SPACES)}, in this order."]
    # Where the units themselves are wrong, nothing more can be said of them.
    return [*_unit_defects(state)] or [*_place_defects(state), *_figure_defects(state)]


def _unit_defects(state: State) -> Iterator[str]:
    expected = sorted(key for key, unit in UNITS.items() if not unit.option or getattr(state.options, unit.option))
    if sorted(unit for units in state.at.values() for unit in units) != expected:
        yield "Every unit of the game must be in exactly one place, and no other unit in any."
        return
    if sorted(state.sp) != expected:
        yield "Every unit of the game must have strength points, and no other."
        return
    for unit, strength in state.sp.items():
        least = 0 if unit in state.at[LOST] or UNITS[unit].kind == AIR else 1
        if state.battle and unit in state.battle.sunk:
            least = 0
        if not least <= strength <= UNITS[unit].sp:
            yield f"{UNITS[unit].name} has {strength} SP; it must have {least} to {UNITS[unit].sp}."
    if sorted(state.due) != sorted(state.at[REINFORCEMENTS]):
        yield "Every unit among the reinforcements must have a turn in which it is due, and no other unit."


def _place_defects(state: State) -> Iterator[str]:
    for port in PORTS:
        side = AXIS if MAP.port[port].side == NEUTRAL else MAP.port[port].side
        for unit in state.at[port]:
            label = UNITS[unit]
            if label.side != side or not label.is_surface or not may_use(state.options, label, port):
                yield f"{UNITS[unit].name} cannot be in {MAP.port[port].name}."
    for unit in state.at[OFF_BOARD]:
        if UNITS[unit].kind not in (SUBMARINE, AIR):
            yield f"{UNITS[unit].name} cannot be off board."
    for area in AREAS:
        for unit in state.at[area]:
            if UNITS[unit].is_surface and not may_enter(state.options, UNITS[unit], area):
                yield f"{UNITS[unit].name} may not be in the {MAP.area[area].name}."
            elif UNITS[unit].kind == AIR and UNITS[unit].side not in MAP.area[area].air:
                yield f"{UNITS[unit].name} may not be over the {MAP.area[area].name}."
    at_large = {unit for space in (*AREAS, *PORTS, ARRIVALS) for unit in state.at[space] if UNITS[unit].is_surface}
    if not at_large <= state.pools.keys():
        yield "Every surface ship on the map must be in a pool of ships that the enemy cannot tell apart."
    home = PORTS_OF[ALLIED] if state.phase == "allied_return" else ()
    in_port = {ship for port in home for ship in state.at[port]}
    for name, force in state.task_forces.items():
        if name not in TASK_FORCES or not set(force.ships) <= {*state.at.get(force.area, []), *in_port}:
            yield f"Task force '{name}' must be one of {', '.join(TASK_FORCES)}, with its ships in its area."


def _may_pass(state: State, ship: str, voyage: Voyage) -> bool:
    """Whether a ship could be the one that comes under the guns on this voyage."""
    origin, destination = voyage[:2]
    if origin in PORTS:
        ways = outward(state, ship, origin, transit(state, UNITS[ship].side))
    elif origin in AREAS:
        ways = homeward(state, ship, origin)
    else:
        return False
    return destination in ways and guns_on_the_way(state, ship, voyage)[0] > 0


def _figure_defects(state: State) -> Iterator[str]:
    cap = state.options.vp_cap
    for what, value, least, most in (
        ("The turn", state.turn, 1, LAST_TURN),
        ("The VP marker", state.marker, -cap, cap),
    ):
        if not least <= value <= most:
            yield f"{what} is {value}; it must be from {least} to {most}."
    for area, side in state.control.items():
        if area not in AREAS or side not in ENEMY:
            yield f"'{side}' cannot control '{area}'; expected are {AXIS} or {ALLIED}, and a sea area."
    for side, place in state.raids.items():
        if side not in LAND_AIR or place not in PORTS:
            yield f"'{side}' cannot raid '{place}'; expected are {AXIS} or {ALLIED}, and a port."
    if state.phase in BATTLE_PHASES and state.battle is None:
        yield f"In the phase '{state.phase}' there must be a battle."
    if state.phase in PASSAGE_PHASES and state.resume not in ORDER_PHASES:
        yield f"In the phase '{state.phase}' one of {', '.join(ORDER_PHASES)} must be named to resume."
    if state.phase == "fortress_fire" and not state.passing:
        yield "In the phase 'fortress_fire' a ship must be waiting for its passage."
    for ship, *voyage in state.passing:
        if len(voyage) < 2 or ship not in state.at.get(voyage[0], []) or not _may_pass(state, ship, tuple(voyage)):
            yield f"'{ship}' cannot be waiting for its passage from {' to '.join(voyage)}."
    if sorted(state.points) != sorted(ENEMY):
        yield f"There must be points for {AXIS} and {ALLIED}."
    for area in [*state.waiting, *([state.battle.area] if state.battle else [])]:
        if area not in AREAS:
            yield f"There is no sea area '{area}'; there are {', '.join(AREAS)}."
