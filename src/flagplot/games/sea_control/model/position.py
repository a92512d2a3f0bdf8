"""Positions as a whole: what never changes, what is worth counting, what is wrong with one made by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from flagplot.common.checks import frames_of, out_of_bounds, strayed, unknown
from flagplot.common.pieces import everywhere
from flagplot.engine import Occasion
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control.model.routes import guns_on_the_way, homeward, may_enter, may_use, outward, transit
from flagplot.games.sea_control.state import State

# The phases of a battle, and the phases in which ships make voyages
BATTLE_PHASES = ("submarine_combat", "air_combat", "surface_combat", "pursuit", "withdrawal")
VOYAGE_PHASES = ("allied_movement", "axis_movement", "withdrawal", "axis_return", "allied_return")


# What never changes, what is worth counting, and what goes on


def occasion(state: State) -> Occasion:
    """The turn, and the battle in an area; there is at most one in each area and turn (SC-COM-01)."""
    turn = str(state.turn)
    return Occasion(turn, f"{turn} {state.battle.area}" if state.battle else "")


def inventory(state: State) -> dict[str, int]:
    """The blocks of each side and kind, wherever they are."""
    labels = [t.UNITS[unit] for unit in everywhere(state.at)]
    return dict(sorted(Counter(f"{label.side} {label.kind}" for label in labels).items()))


def metrics(state: State) -> dict[str, float]:
    """What a simulation reports of a finished game."""
    lost = [t.UNITS[unit] for unit in state.at[t.LOST]]
    docked = len(state.at[t.DOCKED])
    return {
        "axis_lead": float(state.marker),
        "axis_ships_lost": float(sum(unit.side == t.AXIS and unit.is_surface for unit in lost)),
        "allied_ships_lost": float(sum(unit.side == t.ALLIED and unit.is_surface for unit in lost)),
        "convoys_docked": float(docked),
        "convoys_sunk": float(sum(unit.kind == t.CONVOY for unit in lost)),
        "turns": float(state.turn),
    }


# What is wrong with a position made by hand


def defects(state: State) -> list[str]:
    """What is wrong with a position, each in one sentence."""
    if tuple(state.at) != t.SPACES:
        return [f"The places must be {', '.join(t.SPACES)}, in this order."]
    # Where the units themselves are wrong, nothing more can be said of them.
    return [*_unit_defects(state)] or [*_place_defects(state), *_figure_defects(state), *_frame_defects(state)]


def _unit_defects(state: State) -> Iterator[str]:
    expected = sorted(key for key, unit in t.UNITS.items() if not unit.option or getattr(state.options, unit.option))
    if sorted(everywhere(state.at)) != expected:
        yield "Every unit of the game must be in exactly one place, and no other unit in any."
        return
    if sorted(state.sp) != expected:
        yield "Every unit of the game must have strength points, and no other."
        return
    for unit, strength in state.sp.items():
        least = 0 if unit in state.at[t.LOST] or t.UNITS[unit].kind == t.AIR else 1
        if state.battle and unit in state.battle.sunk:
            least = 0
        if not least <= strength <= t.UNITS[unit].sp:
            yield f"{t.UNITS[unit].name} has {strength} SP; it must have {least} to {t.UNITS[unit].sp}."
    if sorted(state.due) != sorted(state.at[t.REINFORCEMENTS]):
        yield "Every unit among the reinforcements must have a turn in which it is due, and no other unit."


def _place_defects(state: State) -> Iterator[str]:
    for port in t.PORTS:
        side = t.AXIS if t.MAP.port[port].side == t.NEUTRAL else t.MAP.port[port].side
        for unit in state.at[port]:
            label = t.UNITS[unit]
            if label.side != side or not label.is_surface or not may_use(state.options, label, port):
                yield f"{t.UNITS[unit].name} cannot be in {t.MAP.port[port].name}."
    for unit in state.at[t.OFF_BOARD]:
        if t.UNITS[unit].kind not in (t.SUBMARINE, t.AIR):
            yield f"{t.UNITS[unit].name} cannot be off board."
    for area in t.AREAS:
        for unit in state.at[area]:
            if t.UNITS[unit].is_surface and not may_enter(state.options, t.UNITS[unit], area):
                yield f"{t.UNITS[unit].name} may not be in the {t.MAP.area[area].name}."
            elif t.UNITS[unit].kind == t.AIR and t.UNITS[unit].side not in t.MAP.area[area].air:
                yield f"{t.UNITS[unit].name} may not be over the {t.MAP.area[area].name}."
    at_large = {
        unit for space in (*t.AREAS, *t.PORTS, t.ARRIVALS) for unit in state.at[space] if t.UNITS[unit].is_surface
    }
    if not at_large <= state.pools.keys():
        yield "Every surface ship on the map must be in a pool of ships that the enemy cannot tell apart."
    for ship, pool in state.pools.items():
        if pool in t.UNITS and pool != ship:
            yield f"The pool '{pool}' is that of a ship which was shown, and cannot hold another, such as '{ship:.40}'."
    home = t.PORTS_OF[t.ALLIED] if state.phase == "allied_return" else ()
    in_port = {ship for port in home for ship in state.at[port]}
    for name, force in state.task_forces.items():
        if name not in t.TASK_FORCES or not set(force.ships) <= {*state.at.get(force.area, []), *in_port}:
            yield f"Task force '{name}' must be one of {', '.join(t.TASK_FORCES)}, with its ships in its area."


def _figure_defects(state: State) -> Iterator[str]:
    cap = state.options.vp_cap
    yield from out_of_bounds([("turn", state.turn, 1, t.LAST_TURN), ("VP marker", state.marker, -cap, cap)])
    for area, side in state.control.items():
        if area not in t.AREAS or side not in t.ENEMY:
            yield f"'{side}' cannot control '{area}'; expected {t.AXIS} or {t.ALLIED}, and a sea area."
    for side, place in state.raids.items():
        if side not in t.LAND_AIR or place not in t.PORTS:
            yield f"'{side}' cannot raid '{place}'; expected {t.AXIS} or {t.ALLIED}, and a port."
    if sorted(state.points) != sorted(t.ENEMY):
        yield f"There must be points for {t.AXIS} and {t.ALLIED}."


# Where play is, and where it goes on when a procedure has ended


def _frame_defects(state: State) -> Iterator[str]:
    if state.battle:
        yield from unknown("sea area", [state.battle.area], t.AREAS)
    yield from strayed(state, _callers_of)
    for frame in frames_of(state):
        if frame.phase in BATTLE_PHASES and state.battle is None:
            yield f"In the phase '{frame.phase}' there must be a battle."
        match (frame.phase, *frame.args):  # the engine tells of arguments that are not of these kinds
            case ("battles", tuple() as areas):
                yield from unknown("sea area", areas, t.AREAS)
            case ("fortress_fire", tuple() as ships, str() as origin, str() as destination):
                yield from _passage_defects(state, ships, origin, destination)


def _callers_of(phase: str) -> tuple[str, ...]:
    """The phases that call a phase; none if it is a step of the turn."""
    if phase == "fortress_fire":
        return VOYAGE_PHASES
    return ("battles",) if phase in BATTLE_PHASES else ()


def _passage_defects(state: State, ships: tuple[Any, ...], origin: str, destination: str) -> Iterator[str]:
    if not ships:
        yield "In the phase 'fortress_fire' a ship must be waiting for its passage."
    for ship in ships:
        if ship not in state.at.get(origin, []) or not _may_pass(state, ship, origin, destination):
            yield f"'{ship}' cannot be waiting for its passage from {origin} to {destination}."


def _may_pass(state: State, ship: str, origin: str, destination: str) -> bool:
    """Whether a ship could be one that comes under guns on this voyage."""
    if origin in t.PORTS:
        ways = outward(state, ship, origin, transit(state, t.UNITS[ship].side))
    elif origin in t.AREAS:
        ways = homeward(state, ship, origin)
    else:
        return False
    return destination in ways and guns_on_the_way(state, ship, origin, destination)[0] > 0
