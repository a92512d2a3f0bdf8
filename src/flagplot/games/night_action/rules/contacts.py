"""Contact markers (NA-CON): turning over, proximity, their own movement, and losing contact."""

from __future__ import annotations

from flagplot.engine import Next, Table, go_to
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.fleet import (
    enemies_of,
    is_within,
    marker_id,
    markers_of,
    models,
    unit_of,
    unit_with_marker,
)
from flagplot.games.night_action.model.helm import codes_and_settings
from flagplot.games.night_action.model.sight import in_light, is_lit
from flagplot.games.night_action.rules.divisions import leave_unit
from flagplot.games.night_action.ships import ENEMY, SIDES
from flagplot.games.night_action.state import IN_COLUMN, Ship, State, Unit


def become_marker(state: State, unit: Unit) -> None:
    """A unit lies under a contact marker from now on, with a number of its own."""
    number = state.markers.get(unit.side, 0) + 1
    state.markers[unit.side] = number
    unit.marker = number
    leader = state.ships[unit.ships[0]]
    unit.sighted = (leader.x, leader.y)
    unit.as_seen = (leader.heading, leader.setting, leader.carried, int(leader.raised))
    unit.trail_seen = unit.trail
    for key in unit.ships:
        state.ships[key].marker = number


def reveal(table: Table[State], key: str) -> None:
    """A marker becomes its ships; a dummy is removed (NA-CON-03)."""
    state = table.state
    unit = state.units[key]
    marker = marker_id(unit.side, unit.marker)
    if state.ships[key].is_dummy:
        del state.units[key], state.ships[key]
        table.tell(say.FALSE_CONTACT, marker=marker)
        return
    unit.marker, unit.pool, unit.is_known = 0, "", True
    unit.sighted = unit.as_seen = unit.trail_seen = ()
    for one in unit.ships:
        state.ships[one].marker = 0
    table.tell(say.TURNED_OVER, marker=marker, ships=tuple(unit.ships))


# Turning over by choice


def turn_over_to_move(table: Table[State], side: str) -> Next:
    """At the start of phase 2 markers can be turned over, so that their ships move in it."""
    return _turn_over(table, side, "turn_over_to_move", "drifting")


def turn_over_to_fire(table: Table[State], side: str) -> Next:
    """At the start of phase 5 markers can be turned over, so that their ships fire in it."""
    return _turn_over(table, side, "turn_over_to_fire", "air_attacks")


def turn_over_to_launch(table: Table[State], side: str) -> Next:
    """At the start of phase 6 markers can be turned over, so that their ships launch in it."""
    return _turn_over(table, side, "turn_over_to_launch", "tracks")


def _turn_over(table: Table[State], side: str, phase: str, following: str) -> Next:
    """A side may turn over markers of its own, one after the other (NA-CON-03).

    The side with the initiative is asked first (NA-AMB-28).
    """
    state = table.state
    for one in (side, ENEMY[side]) if side == state.winner else (side,):
        hidden = markers_of(state, one)
        if not hidden:
            continue
        own = [marker_id(one, state.units[key].marker) for key in hidden]
        choice = table.choose(one, say.TURN_OVER, (*own, say.NONE))
        if choice != say.NONE:
            reveal(table, unit_with_marker(state, choice))
            return go_to(phase, one)
    return following


# Proximity


def proximity(table: Table[State]) -> None:
    """Markers near enemies, or lit near enemy models, become their ships; allied markers first (NA-CON-05)."""
    state = table.state
    hidden = [(unit.side, unit.marker, unit.ships[0]) for unit in state.units.values() if unit.marker]
    enemies: dict[str, list[Ship]] = {}  # of a side; nothing that becomes of its own markers changes them
    for side, _, key in sorted(hidden) if hidden else ():
        if side not in enemies:
            enemies[side] = enemies_of(state, side)
        if is_too_near(state, state.ships[key], enemies[side]):
            reveal(table, key)


def is_too_near(state: State, leader: Ship, enemies: list[Ship]) -> bool:
    """Whether a marker cannot stay one (NA-CON-03); a submarine at periscope depth can."""
    if leader.depth == t.PERISCOPE:
        return False
    if is_within(leader, enemies, t.REVEAL):
        return True
    if not state.lights or not in_light(state, leader.x, leader.y):
        return False
    return is_within(leader, [enemy for enemy in enemies if not enemy.marker], t.REVEAL_LIT)


# Movement of markers (phase 7)


def marker_options(state: State, unit: Unit) -> tuple[object, ...]:
    """What a marker can do: programmes at the present setting, other settings, and surfacing (NA-CON-02)."""
    options = codes_and_settings(state, unit)
    return (*options, say.SURFACE) if state.ships[unit.ships[0]].depth == t.PERISCOPE else options


# Losing contact


def lose_contact(table: Table[State]) -> None:
    """Ships that began hidden and have drawn off unseen become markers again (NA-CON-04)."""
    state = table.state
    if state.light == t.DAY:
        return
    for side in SIDES:
        enemies = enemies_of(state, side)
        lost = [ship.id for ship in models(state, side) if is_lost_from_sight(state, ship, enemies)]
        for ship in lost:
            unit = unit_of(state, ship)
            if unit is None or unit.marker:
                continue
            for one in unit.ships[:]:
                if one not in lost or unit.together != IN_COLUMN:
                    leave_unit(table, state.ships[one])
            hidden = unit_of(state, ship)
            assert hidden is not None
            become_marker(state, hidden)
            table.tell(say.CONTACT_LOST, ships=tuple(hidden.ships), marker=marker_id(side, hidden.marker))


def is_lost_from_sight(state: State, ship: Ship, enemies: list[Ship]) -> bool:
    """Whether the enemy loses a ship from sight in this end phase (NA-CON-04)."""
    if not ship.began_hidden or ship.fired_in == state.turn or ship.depth or is_lit(state, ship):
        return False
    return not is_within(ship, enemies, t.LOSE_BEYOND[state.light])
