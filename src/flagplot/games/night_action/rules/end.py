"""The end phase (NA-END-01): wrecks, lights and smoke, lost contact, and the end of the game."""

from __future__ import annotations

from flagplot.engine import Next, Table
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import DIRECTIONS, HALF_TURN, direction_of, displacement
from flagplot.games.night_action.model.fleet import has_ships_left, scenario_of
from flagplot.games.night_action.rules.aircraft import fly_off
from flagplot.games.night_action.rules.contacts import lose_contact
from flagplot.games.night_action.rules.submarines import dive_on
from flagplot.games.night_action.rules.victory import finish
from flagplot.games.night_action.ships import SIDES
from flagplot.games.night_action.state import SINKING, SUNK, Light, State


def end(table: Table[State]) -> Next:
    """What a turn leaves behind; the game ends after the last, or when a side has no ship left (NA-END-01)."""
    state = table.state
    for ship in state.ships.values():
        if ship.status == SINKING:
            ship.status = SUNK
    _lights_and_smoke(state)
    dive_on(table)
    lose_contact(table)
    fly_off(table)
    if state.turn >= scenario_of(state).turns or not all(has_ships_left(state, side) for side in SIDES):
        finish(table)
    _next_turn(state)
    return "initiative"


def _lights_and_smoke(state: State) -> None:
    """Lights and smoke that are due end, and flares drift down wind (NA-ILL-01, NA-ILL-02, NA-ILL-05)."""
    down_wind = (direction_of(scenario_of(state).wind) + HALF_TURN) % DIRECTIONS
    dx, dy = displacement(down_wind, t.FLARE_DRIFT)
    state.lights = [
        Light(light.kind, light.x + dx, light.y + dy, light.radius, light.until) if light.kind == "flare" else light
        for light in state.lights
        if light.until > state.turn
    ]
    state.smoke = [smoke for smoke in state.smoke if smoke.until > state.turn]


def _next_turn(state: State) -> None:
    state.turn += 1
    state.shots = []
    for unit in state.units.values():
        unit.has_moved = False
    for ship in state.ships.values():
        ship.fired = ship.charges = 0
        ship.lost_last, ship.lost_now = ship.lost_now, 0
