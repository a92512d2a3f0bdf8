"""Illumination (NA-ILL): starshell, rocket flares and searchlights, all in phase 5."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import CM, DIRECTIONS, direction_to, displacement, square
from flagplot.games.night_action.model.fleet import marker_id, markers_of, unit_with_marker
from flagplot.games.night_action.model.guns import (
    ANY_FIRED,
    FLARE_FIRED,
    can_use_searchlight,
    starshell_mount,
    targets_of,
)
from flagplot.games.night_action.model.sight import is_lit
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import ENEMY, KINDS
from flagplot.games.night_action.state import Light, Ship, State

LightOption = tuple[str, ...]  # what, at whom, and for starshell where


def light_options(state: State, ship: Ship, targets: Sequence[Ship] | None = None) -> list[LightOption]:
    """What a ship can light up instead of firing a mount, or before it fires; by day nothing (NA-AMB-30).

    `targets` are those of its side, if they are already known.
    """
    kind = KINDS[ship.type]
    if state.light == t.DAY or kind.is_merchant or (kind.class_ == 1 and not SCENARIOS[state.scenario].rockets):
        return []
    if targets is None:
        targets = targets_of(state, ship.side)
    options: list[LightOption] = []
    if starshell_mount(state, ship) >= 0:
        for target in _targets_within(state, ship, targets, t.STARSHELL_RANGE):
            options += ((say.STARSHELL, target, say.OVER), (say.STARSHELL, target, say.BEYOND))
    if has_rockets(state, ship):
        options += [(say.ROCKET, target) for target in _targets_within(state, ship, targets, t.ROCKET_RANGE)]
    if can_use_searchlight(state, ship):
        x, y = ship.x, ship.y
        for enemy in targets:
            dx, dy = enemy.x - x, enemy.y - y
            if dx * dx + dy * dy <= t.SEARCHLIGHT_RANGE and not is_lit(state, enemy):
                options.append((say.SEARCHLIGHT, enemy.id))
    return options


def has_rockets(state: State, ship: Ship) -> bool:
    """Whether a ship can fire a rocket flare, before it fires otherwise (NA-ILL-02)."""
    return (
        ship.side in SCENARIOS[state.scenario].rockets
        and not ship.fired & ANY_FIRED
        and not KINDS[ship.type].is_merchant
    )


def _targets_within(state: State, ship: Ship, targets: Sequence[Ship], reach: int) -> list[str]:
    """The markers and seen ships within a distance, whose square is given."""
    found = []
    for enemy in targets:
        if square(ship.x, ship.y, enemy.x, enemy.y) <= reach:
            found.append(enemy.id)
    side = ENEMY[ship.side]
    for key in markers_of(state, side):
        leader = state.ships[key]
        if square(ship.x, ship.y, leader.x, leader.y) <= reach:
            found.append(marker_id(side, state.units[key].marker))
    return found


def illuminate(table: Table[State], ship: Ship, option: LightOption) -> None:
    """Carry out an order to light something up."""
    if option[0] == say.SEARCHLIGHT:
        searchlight(table, ship, table.state.ships[option[1]])
    elif option[0] == say.ROCKET:
        rocket(table, ship, option[1])
    else:
        starshell(table, ship, option[1], option[2] == say.BEYOND)


def _place_of(state: State, target: str) -> tuple[int, int]:
    ship = state.ships[target if target in state.ships else unit_with_marker(state, target)]
    return ship.x, ship.y


def starshell(table: Table[State], ship: Ship, target: str, is_beyond: bool) -> None:
    """A mount fires starshell over a target or beyond it; it scatters (NA-ILL-01)."""
    state = table.state
    ship.fired |= 1 << starshell_mount(state, ship)
    ship.fired_in = state.turn
    x, y = _place_of(state, target)
    if is_beyond:
        dx, dy = displacement(direction_to(x - ship.x, y - ship.y), t.BEYOND)
        x, y = x + dx, y + dy
    scatter = table.roll("1d10", say.STARSHELL_SCATTER, ship=ship.id).sum * CM
    direction = table.roll(f"1d{DIRECTIONS}", say.STARSHELL_BEARING, ship=ship.id).sum - 1
    dx, dy = displacement(direction, scatter)
    state.lights.append(Light("starshell", x + dx, y + dy, t.RADIUS["starshell"], state.turn + t.BURNS["starshell"]))
    table.tell(say.STARSHELL_BURSTS, ship=ship.id)


def rocket(table: Table[State], ship: Ship, target: str) -> None:
    """A rocket flare bursts over its target (NA-ILL-02)."""
    state = table.state
    ship.fired_in = state.turn
    ship.fired |= FLARE_FIRED
    x, y = _place_of(state, target)
    state.lights.append(Light("rocket", x, y, t.RADIUS["rocket"], state.turn + t.BURNS["rocket"]))
    table.tell(say.ROCKET_BURSTS, ship=ship.id)


def searchlight(table: Table[State], ship: Ship, target: Ship) -> None:
    """A searchlight is on a target in this turn, and shows its user to everybody (NA-ILL-03)."""
    state = table.state
    target.beam_in = state.turn
    ship.lit_to = state.turn + t.SEARCHLIGHT.turns
    table.tell(say.SEARCHLIGHT_ON, ship=ship.id, target=target.id)
