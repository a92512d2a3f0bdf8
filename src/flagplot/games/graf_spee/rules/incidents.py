"""Incidents (section 13): markers are drawn by the alert level and take effect one by one."""

from __future__ import annotations

from flagplot.engine import Next, Table, call
from flagplot.games.graf_spee import incident_words as chart
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.model.fleet import KINDS
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.contact import meeting
from flagplot.games.graf_spee.rules.ending import check_fleet
from flagplot.games.graf_spee.rules.incident_effects import EFFECTS
from flagplot.games.graf_spee.rules.movement import awaits_incidents
from flagplot.games.graf_spee.rules.redeployment import redeploy, return_quiet_seas
from flagplot.games.graf_spee.spaces import BASE, PORT, ZONE
from flagplot.games.graf_spee.state import Draw, State

ENEMY_PORTS = frozenset(space for space, kind in KINDS.items() if kind in (PORT, BASE))  # until they are captured
LASTING = frozenset((t.STORMY, t.LIMITED_VISIBILITY))  # kinds that may last until the end of the turn


def incidents_phase(table: Table[State], sailed: tuple[str, ...]) -> Next:
    """When all ships have sailed, night may fall, and incidents are drawn where they are (GS-INC-01, GS-OPT-21)."""
    state = table.state
    if state.options.night:
        fall_of_night(table)
    spaces = []
    for name in sailed:
        space = state.ships[name].space
        if space and space not in spaces:
            spaces.append(space)
    return next_draw(table, tuple(spaces))


def fall_of_night(table: Table[State]) -> None:
    """Once a day, when all ships have moved: 1 or 2 is night, but never two days in a row (GS-OPT-21, GS-AMB-49)."""
    state = table.state
    if not state.night_before and table.consult(t.NIGHT_CHART, chart.NIGHT_ROLL):
        state.night = True
        table.tell(chart.NIGHT_FALLS)


def next_draw(table: Table[State], spaces: tuple[str, ...]) -> Next:
    """Incidents are drawn in one space with German ships after the other; then the ports await them (GS-INC-01)."""
    state = table.state
    while spaces:
        space, spaces = spaces[0], spaces[1:]
        if is_occupied(state, space) and awaits_incidents(state, space):
            state.draw = Draw(space, state.alert, [], space in state.stormy_in)
            if meets_patrol(table, state.draw):
                return call("battle").then("draw", spaces)
            return draw_phase(table, spaces)
    return end_movement(table)


def is_occupied(state: State, space: str) -> bool:
    """Whether a German ship is in a space."""
    for ship in state.ships.values():  # noqa: SIM110  a generator takes four times as long
        if ship.space == space:
            return True
    return False


def meets_patrol(table: Table[State], draw: Draw) -> bool:
    """Whether the Allied ships of a zone, if contact was not rolled there today, bring a combat (GS-AMB-27)."""
    state = table.state
    space = draw.space
    if KINDS[space] != ZONE or space in state.met_in or space in state.fought_in or not is_held(state, space):
        return False
    if draw.stormy:
        table.tell(chart.SEAS_TOO_HIGH)
        return False
    table.tell(chart.PATROL_COMES, space=space)
    return meeting(table, space, space)


def draw_phase(table: Table[State], spaces: tuple[str, ...]) -> Next:
    """As many markers as the alert level was take effect one by one (GS-INC-01, GS-AMB-04).

    A combat interrupts the draw. `spaces` are those whose draws follow.
    """
    state = table.state
    draw = state.draw
    assert draw is not None
    drawn, size = draw.drawn, draw.size
    for number in range(len(drawn) + 1, size + 1):
        if draw.broken_off or not (state.incidents and is_occupied(state, draw.space)):
            break
        kind = table.draw(state.incidents, chart.INCIDENT_DRAW, number=number, size=size)
        drawn.append(kind)
        EFFECTS[kind](table, draw)
        table.mark()
        if state.battle:
            return call("battle").then("draw", spaces)
    end_draw(table, draw)
    return next_draw(table, spaces)


def end_draw(table: Table[State], draw: Draw) -> None:
    """The markers go back into the pool (GS-INC-01); after a break-off some were not drawn (GS-INC-02)."""
    state = table.state
    left = draw.size - len(draw.drawn)
    if draw.broken_off and left and is_occupied(state, draw.space):
        table.tell(chart.INCIDENTS_CANCELLED, left=left)
    check_fleet(table)
    put_back(state, draw)
    state.draw = None
    if state.quiet_aside and not state.cups:
        return_quiet_seas(state)


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
    if LASTING.isdisjoint(draw.drawn):
        state.incidents += draw.drawn
        return
    for kind in draw.drawn:
        if kind == t.STORMY or (kind == t.LIMITED_VISIBILITY and draw.limited):
            state.held.append(kind)
        else:
            state.incidents.append(kind)
