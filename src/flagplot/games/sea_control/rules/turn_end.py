"""Control, victory points, the return to port and the end of the turn (sections 9 to 12)."""

from __future__ import annotations

from flagplot.engine import Next, Table
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.model.fleet import SUBMARINES, SUBMARINES_AND_AIR, SURFACE_SHIPS, present, shift
from flagplot.games.sea_control.rules.homeward import return_ships
from flagplot.games.sea_control.state import State, TurnScore


def control(table: Table[State]) -> Next:
    """(7) When all combat is over, control is determined and points are counted (SC-CTL-01, SC-VP-01, SC-VP-02).

    The points of convoys are netted with those of areas (SC-AMB-14); after the last turn the game is over (SC-SEQ-02).
    """
    state = table.state
    state.control = {area: side for area in t.AREAS if (side := who_controls(table, area))}
    net = state.points[t.AXIS] - state.points[t.ALLIED]
    cap = state.options.vp_cap
    state.marker = max(-cap, min(cap, state.marker + net))
    state.scores.append(TurnScore(state.points[t.AXIS], state.points[t.ALLIED], state.marker))
    table.tell(
        say.TURN_SCORED,
        turn=state.turn,
        axis=state.points[t.AXIS],
        allied=state.points[t.ALLIED],
        lead=lead(state.marker),
    )
    if state.turn == t.LAST_TURN:
        determine_victory(table)
    take_off_submarines_and_air(state)
    if state.turn == t.MAP.port[t.BREST].turns[1]:
        table.tell(say.BREST_CLOSES, to=[t.AXIS])
    return "axis_return"


def who_controls(table: Table[State], area: str) -> str:
    """The side that alone has surface ships in an area, unless a submarine denies it (SC-CTL-02, SC-AMB-21).

    Only that side scores the area (SC-CTL-03).
    """
    state = table.state
    units = state.at[area]
    has_axis_ships = not SURFACE_SHIPS[t.AXIS].isdisjoint(units)
    has_allied_ships = not SURFACE_SHIPS[t.ALLIED].isdisjoint(units)
    if has_axis_ships == has_allied_ships or (has_allied_ships and not SUBMARINES.isdisjoint(units)):
        if area in state.control:
            table.tell(say.NOBODY_CONTROLS, area=area)
        return ""
    side = t.AXIS if has_axis_ships else t.ALLIED
    vp = t.MAP.area[area].vp[side]
    state.points[side] += vp
    table.tell(say.CONTROLLED, area=area, side=side, vp=vp)
    return side


def lead(marker: int) -> str:
    """Where the marker stands, in words."""
    if marker == 0:
        return "nobody leads"
    return f"{'the Axis' if marker > 0 else 'the Allies'} lead{'s' * (marker > 0)} by {abs(marker)}"


def determine_victory(table: Table[State]) -> None:
    """The side that leads has won; when neither does, the Axis has (SC-VIC-01, SC-AMB-34)."""
    marker = table.state.marker
    score = {t.AXIS: marker, t.ALLIED: -marker}
    if marker == 0:
        table.end(say.TIE, t.AXIS, score)
    if marker > 0:
        table.end(say.AXIS_VICTORY, t.AXIS, score)
    table.end(say.ALLIED_VICTORY, t.ALLIED, score)


def take_off_submarines_and_air(state: State) -> None:
    """Submarines and air units go off board."""
    for area in t.AREAS:
        for unit in present(state, area, SUBMARINES_AND_AIR):
            shift(state, unit, area, t.OFF_BOARD)


def axis_return(table: Table[State]) -> Next:
    """(8) The Axis ships return to port first (SC-END-01, SC-AMB-29)."""
    return return_ships(table, t.AXIS, t.AREAS, say.RETURN_TO) or "allied_return"


def allied_return(table: Table[State]) -> Next:
    """(8) Then the Allied ships do; convoys stay at sea (SC-CNV-02)."""
    return return_ships(table, t.ALLIED, t.AREAS, say.RETURN_TO) or "next_turn"


def next_turn(table: Table[State]) -> Next:
    """(9) The turn marker moves on (SC-SEQ-01)."""
    state = table.state
    state.turn += 1
    state.points = {t.AXIS: 0, t.ALLIED: 0}
    state.spent = []
    state.task_forces = {}  # nobody learns what they held (SC-AMB-35)
    if state.turn == t.MAP.port[t.BREST].turns[1] + 1 and state.at[t.BREST]:
        table.tell(say.BREST_CLOSED, to=[t.AXIS], ships=tuple(state.at[t.BREST]))
    return "reinforcements"
