"""Control, victory points, the return to port and the end of the turn (sections 9 to 12)."""

from __future__ import annotations

from collections.abc import Iterator

from flagplot.engine import Table
from flagplot.games.sea_control.fleet import SUBMARINES, SUBMARINES_AND_AIR, SURFACE_SHIPS, present, shift
from flagplot.games.sea_control.homeward import (
    home_again,
    on_the_way_home,
    ports_for,
    return_by_the_only_way,
    return_home,
)
from flagplot.games.sea_control.orders import Orders, Voyage, give_order
from flagplot.games.sea_control.orders_barred import order_barred
from flagplot.games.sea_control.passage import after_passage
from flagplot.games.sea_control.state import State, TurnScore
from flagplot.games.sea_control.tables import (
    ALLIED,
    AREAS,
    AXIS,
    BREST,
    LAST_TURN,
    MAP,
    OFF_BOARD,
)
from flagplot.games.sea_control.words import (
    ALLIED_VICTORY,
    AXIS_VICTORY,
    BREST_CLOSED,
    BREST_CLOSES,
    CONTROLLED,
    NOBODY_CONTROLS,
    RETURN_TO,
    TIE,
    TURN_SCORED,
)


def control(table: Table[State]) -> str:
    """(7) When all combat is over, control is determined and points are counted (SC-CTL-01, SC-VP-01, SC-VP-02).

    The points of convoys are netted with those of areas (SC-AMB-14); after the last turn the game is over (SC-SEQ-02).
    """
    state = table.state
    state.control = {area: side for area in AREAS if (side := who_controls(table, area))}
    net = state.points[AXIS] - state.points[ALLIED]
    cap = state.options.vp_cap
    state.marker = max(-cap, min(cap, state.marker + net))
    state.scores.append(TurnScore(state.points[AXIS], state.points[ALLIED], state.marker))
    table.tell(
        TURN_SCORED, turn=state.turn, axis=state.points[AXIS], allied=state.points[ALLIED], lead=lead(state.marker)
    )
    if state.turn == LAST_TURN:
        determine_victory(table)
    take_off_submarines_and_air(state)
    if state.turn == MAP.port[BREST].turns[1]:
        table.tell(BREST_CLOSES, to=[AXIS])
    state.opening = True
    return "axis_return"


def who_controls(table: Table[State], area: str) -> str:
    """The side that alone has surface ships in an area, unless a submarine denies it (SC-CTL-02, SC-AMB-21).

    Only that side scores the area (SC-CTL-03).
    """
    state = table.state
    units = state.at[area]
    has_axis_ships = not SURFACE_SHIPS[AXIS].isdisjoint(units)
    has_allied_ships = not SURFACE_SHIPS[ALLIED].isdisjoint(units)
    if has_axis_ships == has_allied_ships or (has_allied_ships and not SUBMARINES.isdisjoint(units)):
        if area in state.control:
            table.tell(NOBODY_CONTROLS, area=area)
        return ""
    side = AXIS if has_axis_ships else ALLIED
    vp = MAP.area[area].vp[side]
    state.points[side] += vp
    table.tell(CONTROLLED, area=area, side=side, vp=vp)
    return side


def lead(marker: int) -> str:
    """Where the marker stands, in words."""
    if marker == 0:
        return "nobody leads"
    return f"{'the Axis' if marker > 0 else 'the Allies'} lead{'s' * (marker > 0)} by {abs(marker)}"


def determine_victory(table: Table[State]) -> None:
    """The side that leads has won; when neither does, the Axis has (SC-VIC-01, SC-AMB-34)."""
    marker = table.state.marker
    score = {AXIS: marker, ALLIED: -marker}
    if marker == 0:
        table.end(TIE, AXIS, score)
    if marker > 0:
        table.end(AXIS_VICTORY, AXIS, score)
    table.end(ALLIED_VICTORY, ALLIED, score)


def take_off_submarines_and_air(state: State) -> None:
    """Submarines and air units go off board."""
    for area in AREAS:
        for unit in present(state, area, SUBMARINES_AND_AIR):
            shift(state, unit, area, OFF_BOARD)


def axis_return(table: Table[State]) -> str:
    """(8) The Axis ships return to port first (SC-END-01, SC-AMB-29)."""
    return after_passage(table.state, "axis_return") if return_ships(table, AXIS) else "allied_return"


def allied_return(table: Table[State]) -> str:
    """(8) Then the Allied ships do; convoys stay at sea (SC-CNV-02)."""
    return after_passage(table.state, "allied_return") if return_ships(table, ALLIED) else "next_turn"


def return_ships(table: Table[State], side: str) -> bool:
    """One order to ships that go home; False when all of a side are in port."""
    state = table.state
    if state.opening:
        return_by_the_only_way(table, AREAS, side)
        if state.passing:
            return True
    if give_order(table, side, RETURN):
        return True
    state.opening = True
    return False


def all_at_sea(state: State, side: str) -> dict[str, list[str]]:
    """The warships of a side in all areas."""
    return on_the_way_home(state, AREAS, side)


def all_home_again(state: State, side: str) -> Iterator[tuple[str, Voyage]]:
    """The ships that can go back to the ports from which they sailed."""
    return home_again(state, AREAS, side)


RETURN = Orders(RETURN_TO, all_at_sea, ports_for, return_home, all_home_again)
RETURN_TO.why_not(order_barred)


def next_turn(table: Table[State]) -> str:
    """(9) The turn marker moves on (SC-SEQ-01)."""
    state = table.state
    state.turn += 1
    state.points = {AXIS: 0, ALLIED: 0}
    state.spent = []
    state.task_forces = {}  # nobody learns what they held (SC-AMB-35)
    if state.turn == MAP.port[BREST].turns[1] + 1 and state.at[BREST]:
        table.tell(BREST_CLOSED, to=[AXIS], ships=tuple(state.at[BREST]))
    return "reinforcements"
