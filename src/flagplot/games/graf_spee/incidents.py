"""Incidents (section 13): markers are drawn by the alert level and take effect one by one."""

from __future__ import annotations

from flagplot.engine import Table
from flagplot.games.graf_spee.contact import meeting
from flagplot.games.graf_spee.ending import check_fleet
from flagplot.games.graf_spee.fleet import KINDS, terrain
from flagplot.games.graf_spee.incident_effects import EFFECTS
from flagplot.games.graf_spee.movement import end_of_leg
from flagplot.games.graf_spee.royal_navy import is_held, redeploy, return_quiet_seas
from flagplot.games.graf_spee.spaces import BASE, PORT, ZONE
from flagplot.games.graf_spee.state import Draw, State
from flagplot.games.graf_spee.tables import LIMITED_VISIBILITY, NIGHT_CHART, STORMY
from flagplot.games.graf_spee.words import (
    INCIDENT_DRAW,
    INCIDENTS_CANCELLED,
    NIGHT_FALLS,
    NIGHT_ROLL,
    PATROL_COMES,
    SEAS_TOO_HIGH,
)

ENEMY_PORTS = frozenset(space for space, kind in KINDS.items() if kind in (PORT, BASE))  # until they are captured


def incidents_phase(table: Table[State]) -> str:
    """One marker takes effect; the phase repeats itself until every draw is over (GS-INC-01, GS-AMB-04)."""
    state = table.state
    draw = state.draw
    if draw is None:
        draw = begin_draw(table)
        if draw is None:
            return end_movement(table)
        if meets_patrol(table, draw):
            return "battle"
    if len(draw.drawn) >= draw.size or not state.incidents or not is_occupied(state, draw.space):
        return end_draw(table, draw)
    if state.broke_off:
        table.tell(INCIDENTS_CANCELLED, left=draw.size - len(draw.drawn))  # GS-INC-02
        return end_draw(table, draw)
    kind = table.draw(state.incidents, INCIDENT_DRAW, number=len(draw.drawn) + 1, size=draw.size)
    draw.drawn.append(kind)
    EFFECTS[kind](table, draw)
    if state.battle:
        return "battle"
    return "incidents" if len(draw.drawn) < draw.size else end_draw(table, draw)


def begin_draw(table: Table[State]) -> Draw | None:
    """The draw of the next space with German ships: not in friendly ports, not after a break-off (GS-INC-01)."""
    state = table.state
    if state.options.night and not state.night_rolled:
        fall_of_night(table)
    if not state.to_draw:  # a position made by hand: the ships in hand have moved last
        end_of_leg(state)
    state.broke_off = False
    while state.to_draw:
        space = state.to_draw.pop(0)
        if is_occupied(state, space) and terrain(state, space).incidents and not has_broken_off(state, space):
            state.draw = Draw(space, state.alert, [], space in state.stormy_in)
            return state.draw
    return None


def is_occupied(state: State, space: str) -> bool:
    """Whether a German ship is in a space."""
    return space in [ship.space for ship in state.ships.values()]


def has_broken_off(state: State, space: str) -> bool:
    """Whether a ship in a space has broken off today, so that nothing is drawn there (GS-INC-02, GS-AMB-53)."""
    return space in [ship.space for ship in state.ships.values() if ship.broke_off]


def meets_patrol(table: Table[State], draw: Draw) -> bool:
    """Whether the Allied ships of a zone, if contact was not rolled there today, bring a combat (GS-AMB-27)."""
    state = table.state
    space = draw.space
    if KINDS[space] != ZONE or space in state.met_in or space in state.fought_in or not is_held(state, space):
        return False
    if draw.stormy:
        table.tell(SEAS_TOO_HIGH)
        return False
    table.tell(PATROL_COMES, space=space)
    return meeting(table, space, space)


def fall_of_night(table: Table[State]) -> None:
    """Once a day, when all ships have moved: 1 or 2 is night, but never two days in a row (GS-OPT-21, GS-AMB-49)."""
    state = table.state
    state.night_rolled = True
    if not state.night_before and table.consult(NIGHT_CHART, NIGHT_ROLL):
        state.night = True
        table.tell(NIGHT_FALLS)


def end_draw(table: Table[State], draw: Draw) -> str:
    """The markers go back into the pool; another space may have its own draw (GS-INC-01)."""
    state = table.state
    check_fleet(table)
    put_back(state, draw)
    state.draw = None
    if state.quiet_aside and not state.cups:
        return_quiet_seas(state)
    return "incidents" if state.to_draw else end_movement(table)


def end_movement(table: Table[State]) -> str:
    """Repairs draw the Royal Navy's attention, and ports await the ships (GS-SEQ-05)."""
    state = table.state
    has_repaired, following = False, "auxiliaries"
    for ship in state.ships.values():
        if ship.repaired:
            has_repaired, ship.repaired = True, False
        if ship.space in ENEMY_PORTS:
            following = "bombardment"
    if has_repaired:
        redeploy(table)
    return following


def put_back(state: State, draw: Draw) -> None:
    """The markers of a draw go back into the pool, but for those that last until the end of the turn (GS-INC-01)."""
    for kind in draw.drawn:
        if kind == STORMY or (kind == LIMITED_VISIBILITY and draw.limited):
            state.held.append(kind)
        else:
            state.incidents.append(kind)
