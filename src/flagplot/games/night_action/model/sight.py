"""Sight: lines of sight, smoke, light, and who is lit (NA-GEO-06, NA-ILL)."""

from __future__ import annotations

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import crosses_path, square
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.state import Ship, State

TANGENT_OF_15_DEGREES = 267_949  # in millionths
# The square of the distance at which haze hides everything, by scenario (NA-AMB-15)
FARTHEST_SIGHT = {
    key: t.squared(scenario.visibility) if scenario.visibility else 10**12 for key, scenario in SCENARIOS.items()
}


def in_sight(state: State, x1: int, y1: int, x2: int, y2: int, apart: int) -> bool:
    """Whether neither smoke nor haze is between two places, whose distance squared is `apart` (NA-AMB-15)."""
    if apart > FARTHEST_SIGHT[state.scenario]:
        return False
    if state.smoke and apart > t.CLEAR_SIGHT:
        west, east = x1, x2
        if x1 > x2:
            west, east = x2, x1
        north, south = y1, y2
        if y1 > y2:
            north, south = y2, y1
        for smoke in state.smoke:
            if (
                smoke.west <= east
                and smoke.east >= west
                and smoke.north <= south
                and smoke.south >= north
                and crosses_path(x1, y1, x2, y2, smoke.path)
            ):
                return False
    return True


def in_light(state: State, x: int, y: int) -> bool:
    """Whether a place is in an illuminated area."""
    for light in state.lights:
        dx, dy = light.x - x, light.y - y
        if dx * dx + dy * dy <= light.radius * light.radius:
            return True
    return False


def is_lit(state: State, ship: Ship) -> bool:
    """Whether a ship is lit: by a light, by a searchlight, by using one, or by fire (NA-ILL-04)."""
    if ship.fires or ship.lit_to >= state.turn or ship.beam_in == state.turn:
        return True
    return bool(state.lights) and in_light(state, ship.x, ship.y)


def has_fired_lately(state: State, ship: Ship) -> bool:
    """Whether a ship fired in this or in the previous turn."""
    return ship.fired_in >= state.turn - 1


def is_against_light(state: State, x: int, y: int, target: Ship) -> bool:
    """Whether a target has a light behind it, seen from a place (NA-ILL-04)."""
    dx, dy = target.x - x, target.y - y
    for light in state.lights:
        lx, ly = light.x - x, light.y - y
        if lx * lx + ly * ly <= dx * dx + dy * dy or square(light.x, light.y, target.x, target.y) > t.BEHIND:
            continue
        along, across = dx * lx + dy * ly, dx * ly - dy * lx
        if along > 0 and abs(across) * 1_000_000 <= along * TANGENT_OF_15_DEGREES:
            return True
    return False


def is_unlit_for(state: State, x: int, y: int, target: Ship) -> bool:
    """Whether fire from a place at a target suffers from darkness (NA-ILL-04)."""
    if state.light != t.NIGHT or has_fired_lately(state, target) or is_lit(state, target):
        return False
    return not (state.lights and is_against_light(state, x, y, target))
