"""Positions as a whole: what a seat may imagine, what never changes, what is wrong with one made by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from flagplot.engine import Occasion
from flagplot.games.sea_control.fleet import place_of, shift
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

SHUFFLES = 50  # tries to deal the ships of a pool to places in which all of them may be


# What a seat may imagine


def sample(state: State, seat: str, rng: Random) -> State:
    """A full state that agrees with what a seat knows: enemy ships that it cannot tell apart change places."""
    enemy = ENEMY[seat]
    state.voyages = {ship: voyage for ship, voyage in state.voyages.items() if UNITS[ship].side == seat}
    pools: dict[str, list[str]] = {}
    for space in (*AREAS, *PORTS, ARRIVALS):
        for unit in state.at[space]:
            if UNITS[unit].side == enemy and unit in state.pools:
                pools.setdefault(state.pools[unit], []).append(unit)
    for ships in pools.values():
        if len(ships) > 1:
            _share_out_repairs(state, ships, rng)
            _deal_anew(state, ships, rng)
    if enemy == ALLIED:
        _deal_task_forces_anew(state, rng)
    return state


def _share_out_repairs(state: State, ships: list[str], rng: Random) -> None:
    """Which ships of a pool were repaired is not known, only how much was."""
    seen = {ship: state.shown.get(ship, UNITS[ship].sp) for ship in ships}
    repaired = sum(state.sp[ship] - seen[ship] for ship in ships)
    for ship in ships:
        state.sp[ship] = seen[ship]
    for _ in range(repaired):
        ship = rng.choice([ship for ship in ships if state.sp[ship] < UNITS[ship].sp])
        state.sp[ship] += 1


def _deal_anew(state: State, ships: list[str], rng: Random) -> None:
    """The ships of a pool take each other's places, in ports, areas and task forces."""
    place = {ship: place_of(state, ship) for ship in ships}
    dealt = ships[:]
    for _ in range(SHUFFLES):
        rng.shuffle(dealt)
        stand_in = dict(zip(ships, dealt, strict=True))
        if all(_may_be_in(state, new, place[old]) for old, new in stand_in.items()) and all(
            _may_pass(state, stand_in.get(ship, ship), tuple(voyage)) for ship, *voyage in state.passing
        ):
            break
    else:
        return
    for space in set(place.values()):
        state.at[space] = [stand_in.get(unit, unit) for unit in state.at[space]]
    state.passing = [(stand_in.get(ship, ship), *voyage) for ship, *voyage in state.passing]
    state.spent = [stand_in.get(unit, unit) for unit in state.spent]
    for name, force in state.task_forces.items():
        state.task_forces[name] = replace(force, ships=tuple(stand_in.get(ship, ship) for ship in force.ships))


def _may_be_in(state: State, ship: str, place: str) -> bool:
    """Whether a ship could have come to a place: not into waters closed to it, no convoy by a second move."""
    if place not in AREAS:
        return place not in PORTS or may_use(state.options, UNITS[ship], place)
    is_near = UNITS[ship].kind != CONVOY or any(
        place in port.connects for port in MAP.port.values() if port.side == ALLIED
    )
    return is_near and may_enter(state.options, UNITS[ship], place)


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


def _deal_task_forces_anew(state: State, rng: Random) -> None:
    """Which of the task forces from one port holds which ships, and which is a decoy, is not known."""
    for name, force in list(state.task_forces.items()):
        others = [other for other, one in state.task_forces.items() if one.origin == force.origin]
        for ship in force.ships:
            if state.pools[ship] == ship:  # it has been shown on its way
                continue
            to = rng.choice([other for other in others if _may_be_in(state, ship, state.task_forces[other].area)])
            if to != name:
                source, goal = state.task_forces[name], state.task_forces[to]
                state.task_forces[name] = replace(source, ships=tuple(one for one in source.ships if one != ship))
                state.task_forces[to] = replace(goal, ships=(*goal.ships, ship))
                shift(state, ship, source.area, goal.area)


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
    for name, force in state.task_forces.items():
        if name not in TASK_FORCES or not set(force.ships) <= set(state.at.get(force.area, [])):
            yield f"Task force '{name}' must be one of {', '.join(TASK_FORCES)}, with its ships in its area."


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
