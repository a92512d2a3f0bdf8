"""What a unit can do with its move: settings in reach, programmes, and why others are barred."""

from __future__ import annotations

import functools

import msgspec

from flagplot.games.night_action import programmes as prog
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.model.fleet import distance_at, maximum_setting
from flagplot.games.night_action.ships import KINDS
from flagplot.games.night_action.state import (
    AMIDSHIPS,
    FROZEN,
    HARD_PORT,
    HARD_STARBOARD,
    IN_COLUMN,
    NO_RAISING,
    RUDDER_LOST,
    Ship,
    State,
    Unit,
)

STRAIGHT_ONLY = (prog.STRAIGHT,)


class Handling(msgspec.Struct, frozen=True, gc=False):
    """What sets the turns of a unit: its longest stretch, narrowest limit, and the run that its leader carries."""

    stretch: int
    carried: int
    limit: int


def ships_of(state: State, unit: Unit) -> list[Ship]:
    """The ships of a unit, its leader first."""
    return list(map(state.ships.__getitem__, unit.ships))


def handling(state: State, unit: Unit) -> Handling:
    """How a unit turns (NA-MOV-03, NA-FOR-01)."""
    if len(unit.ships) == 1:
        ship = state.ships[unit.ships[0]]
        return _handling(KINDS[ship.type].handling, ship.slow_gear, ship.rudder == RUDDER_LOST, ship.carried)
    stretch, limit = 0, 99
    for key in unit.ships:
        ship = state.ships[key]
        how = KINDS[ship.type].handling
        own = t.STRETCH[how] * 2 if ship.slow_gear else t.STRETCH[how]
        if own > stretch:
            stretch = own
        most = 1 if ship.rudder == RUDDER_LOST else t.MOST_STEPS[how]
        if most < limit:
            limit = most
    carried = state.ships[unit.ships[0]].carried
    return Handling(stretch, carried if carried < stretch else stretch, limit)


@functools.lru_cache(maxsize=4096)
def _handling(how: str, has_slow_gear: bool, is_rudder_lost: bool, carried: int) -> Handling:
    """How a ship turns by itself; ships that turn alike share the answer."""
    stretch = t.STRETCH[how] * 2 if has_slow_gear else t.STRETCH[how]
    return Handling(stretch, min(stretch, carried), 1 if is_rudder_lost else t.MOST_STEPS[how])


def distance(state: State, unit: Unit, setting: int) -> int:
    """How far a unit goes at a setting: as far as the slowest of its ships."""
    if len(unit.ships) == 1:
        return distance_at(state.ships[unit.ships[0]], setting)
    return min([distance_at(state.ships[key], setting) for key in unit.ships])


def settings_in_reach(state: State, unit: Unit) -> tuple[int, int]:
    """The lowest and the highest setting that a unit can take in this turn (NA-MOV-02, NA-MOV-09)."""
    if len(unit.ships) == 1:
        return ship_settings(state, state.ships[unit.ships[0]])
    least, most = 0, t.FULL
    for key in unit.ships:
        low, high = ship_settings(state, state.ships[key])
        if low > least:
            least = low
        if high < most:
            most = high
    return least, most


def ship_settings(state: State, ship: Ship) -> tuple[int, int]:
    """The lowest and the highest setting that a ship can take in this turn."""
    now = ship.setting
    if ship.keeps_setting or ship.acceleration == FROZEN:
        return now, now
    can_raise = ship.acceleration != NO_RAISING
    return _settings(KINDS[ship.type].handling, now, can_raise, ship.raised, maximum_setting(state, ship))


@functools.cache
def _settings(how: str, now: int, can_raise: bool, raised: bool, limit: int) -> tuple[int, int]:
    """The lowest and the highest setting by handling, present setting and limit."""
    most = now + t.UP[how]
    if now == 0:
        most = max(most, t.CRASH_START[how])
    if not can_raise or (raised and t.RESTS_AFTER_UP[how]):
        most = now
    return max(0, now - t.DOWN[how]), min(limit, most)


def codes(state: State, unit: Unit, setting: int) -> tuple[str, ...]:
    """The programmes that a unit can run at a setting, as a shared list (NA-MOV-08, NA-MOV-09)."""
    return codes_of(state.ships[unit.ships[0]], handling(state, unit), distance(state, unit, setting))


def codes_of(leader: Ship, how: Handling, far: int) -> tuple[str, ...]:
    """The programmes of a unit by its leader, by how it turns and by how far it goes."""
    if leader.straight or leader.rudder == AMIDSHIPS:
        return STRAIGHT_ONLY
    if leader.rudder in (HARD_PORT, HARD_STARBOARD):
        most = prog.most_steps(far, how.stretch, how.carried, how.limit)
        side = prog.PORT_SIDE if leader.rudder == HARD_PORT else prog.STARBOARD_SIDE
        return (f"{side}{most}",) if most else STRAIGHT_ONLY
    return prog.programmes(far, how.stretch, how.carried, how.limit)


@functools.cache
def other_settings(least: int, most: int, now: int) -> tuple[tuple[str, int], ...]:
    """The options by which settings in reach other than the present one are ordered."""
    return tuple((prog.SPEED, setting) for setting in range(least, most + 1) if setting != now)


def codes_and_settings(state: State, unit: Unit) -> tuple[str | tuple[str, int], ...]:
    """The programmes of a unit at its present setting, then the other settings in its reach, as a shared list."""
    leader = state.ships[unit.ships[0]]
    now = leader.setting
    if len(unit.ships) == 1 and is_sound(leader):
        return _codes_of_sound(leader.type, now, leader.carried, leader.raised, maximum_setting(state, leader))
    least, most = settings_in_reach(state, unit)
    settings = other_settings(least, most, now)
    if leader.straight or 0 < leader.rudder < RUDDER_LOST:
        return (*codes(state, unit, now), *settings)
    how = handling(state, unit)
    return prog.with_settings(distance(state, unit, now), how.stretch, how.carried, how.limit, settings)


def is_sound(ship: Ship) -> bool:
    """Whether nothing but her maximum setting limits how a ship moves."""
    return not (ship.rudder or ship.acceleration or ship.straight or ship.keeps_setting or ship.slow_gear or ship.depth)


@functools.lru_cache(maxsize=16384)
def _codes_of_sound(type_: str, now: int, carried: int, raised: bool, limit: int) -> tuple[str | tuple[str, int], ...]:
    """The programmes and the other settings of a sound ship, by her type and the figures that they depend on."""
    kind = KINDS[type_]
    settings = other_settings(*_settings(kind.handling, now, True, raised, limit), now)
    how = _handling(kind.handling, False, False, carried)
    return prog.with_settings(kind.distance[now], how.stretch, how.carried, how.limit, settings)


def run_of(state: State, unit: Unit, code: str, setting: int) -> prog.Run:
    """A programme run by a unit's leader."""
    how = handling(state, unit)
    leader = state.ships[unit.ships[0]]
    return prog.run(code, distance(state, unit, setting), how.stretch, how.carried, leader.heading)


def lies_on_one_heading(state: State, unit: Unit) -> bool:
    """Whether all ships of a column lie on the heading of its leader."""
    heading = state.ships[unit.ships[0]].heading
    return unit.together == IN_COLUMN and all(state.ships[key].heading == heading for key in unit.ships)


def codes_together(state: State, unit: Unit, setting: int) -> tuple[str, ...]:
    """The programmes that the ships of a column can run together (NA-FOR-03)."""
    if len(unit.ships) < 2 or not lies_on_one_heading(state, unit):
        return ()
    how = handling(state, unit)
    return prog.at_once(distance(state, unit, setting), how.stretch, how.carried, how.limit)
