"""Incidents (section 13): markers are drawn by the alert level and take effect one by one."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.graf_spee.ending import check_fleet
from flagplot.games.graf_spee.fleet import KINDS, ships_in, terrain
from flagplot.games.graf_spee.incident_effects import EFFECTS
from flagplot.games.graf_spee.movement import next_ship
from flagplot.games.graf_spee.royal_navy import redeploy, return_quiet_seas
from flagplot.games.graf_spee.spaces import BASE, PORT
from flagplot.games.graf_spee.state import Draw, State
from flagplot.games.graf_spee.tables import LIMITED_VISIBILITY, NIGHT_CHART, STORMY
from flagplot.games.graf_spee.words import (
    INCIDENT_DRAW,
    INCIDENTS_CANCELLED,
    NIGHT_FALLS,
    NIGHT_ROLL,
)

ENEMY_PORTS = frozenset(space for space, kind in KINDS.items() if kind in (PORT, BASE))  # until they are captured


def incidents_phase(table: Table[State]) -> str:
    """One marker takes effect; the phase repeats itself until all of the draw have (GS-INC-01, GS-AMB-04)."""
    state = table.state
    if state.draw is None and not begin_draw(table):
        return end_movement(table)
    draw = state.draw
    assert draw is not None
    if draw.drawn:
        if len(draw.drawn) >= draw.size or not ships_in(state, draw.space):
            return end_movement(table)
        if state.broke_off:
            table.tell(INCIDENTS_CANCELLED, left=draw.size - len(draw.drawn))  # GS-INC-02
            return end_movement(table)
    if not state.incidents:
        return end_movement(table)
    kind = table.draw(state.incidents, INCIDENT_DRAW, number=len(draw.drawn) + 1, size=draw.size)
    draw.drawn.append(kind)
    EFFECTS[kind](table, draw)
    if state.battle:
        return "battle"
    return "incidents" if len(draw.drawn) < draw.size else end_movement(table)


def begin_draw(table: Table[State]) -> bool:
    """Whether incidents are drawn where the ships in hand are: not in friendly ports, not after a break-off."""
    state = table.state
    if state.options.night and not state.night_rolled:
        fall_of_night(table)
    space = state.ships[state.group[0]].space or state.ships[state.group[-1]].space
    if not space or state.broke_off or not terrain(state, space).incidents:
        return False
    state.draw = Draw(space, state.alert, [], space in state.stormy_in)
    return True


def fall_of_night(table: Table[State]) -> None:
    """Once a day, when ships have moved: 1 or 2 is night, but never two days in a row (GS-OPT-21, GS-AMB-49)."""
    state = table.state
    state.night_rolled = True
    if not state.night_before and table.consult(NIGHT_CHART, NIGHT_ROLL):
        state.night = True
        table.tell(NIGHT_FALLS)


def end_movement(table: Table[State]) -> str:
    """The markers go back into the pool, and repairs draw the Royal Navy's attention (GS-INC-01, GS-SEQ-05)."""
    state = table.state
    check_fleet(table)
    if state.draw:
        put_back(state, state.draw)
        state.draw = None
        if state.quiet_aside and not state.cups:
            return_quiet_seas(state)
    for ship in state.ships.values():
        if ship.repaired and (ship.id in state.group or not ship.space):
            ship.repaired = False
            redeploy(table)
            break
    for name in state.group:
        if state.ships[name].space in ENEMY_PORTS:
            return "bombardment"
    return next_ship(state)


def put_back(state: State, draw: Draw) -> None:
    """The markers of a draw go back into the pool, but for those that last until the end of the turn (GS-INC-01)."""
    for kind in draw.drawn:
        if kind == STORMY or (kind == LIMITED_VISIBILITY and draw.limited):
            state.held.append(kind)
        else:
            state.incidents.append(kind)
