"""Ship movement (sections 6.1 and 12): who sails with whom, and each leg of the way."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Option, Table
from flagplot.games.graf_spee.contact import contact_modifiers, foresee_carrier, meeting
from flagplot.games.graf_spee.fleet import (
    flag,
    flag_of,
    has_bonus,
    leave,
    lower,
    may_sail,
    raise_alert,
    ships_in,
    terrain,
)
from flagplot.games.graf_spee.routes import allowance, is_closed, reach
from flagplot.games.graf_spee.royal_navy import is_held
from flagplot.games.graf_spee.spaces import DISTANCE, SOUTHERN, SPACES, ZONE
from flagplot.games.graf_spee.state import Ship, State
from flagplot.games.graf_spee.tables import (
    CONTACT_CHART,
    CRUISE,
    EMERGENCY,
    ENGINE_CHECK,
    ENGINE_CHECK_WITH_ENGINEERS,
    ENGINEERS,
    ENGINES,
    OIL,
)
from flagplot.games.graf_spee.words import (
    ARRIVES,
    CONTACT_OUTCOME,
    CONTACT_ROLL,
    ENGINE_CHECK_ROLL,
    ENGINES_HOLD,
    INCIDENTS_AWAIT,
    JOIN,
    JOIN_SISTER,
    NO_INCIDENTS_HERE,
    NOBODY_TO_MEET,
    OUT_AND_BACK,
    PORT_CLOSED,
    SAIL,
    SAIL_TOGETHER,
    TOGETHER,
    TOO_FAR,
    WAY_BLOCKED,
)


def begin_movement(state: State) -> str:
    """All ships that are afloat are to sail; one alone does so at once."""
    afloat = [ship.id for ship in state.ships.values() if ship.space]
    state.to_draw = []
    if len(afloat) > 1:
        state.waiting = afloat
        return "grouping"
    state.group, state.sailed, state.broke_off = afloat, 0, False
    return "sailing"


def end_of_leg(state: State) -> str:
    """How the day goes on when a group has sailed; incidents wait for the other ship (GS-INC-01, GS-AMB-48)."""
    for name in state.group:
        space = state.ships[name].space
        if space and space not in state.to_draw and not state.broke_off:
            state.to_draw.append(space)
    return "grouping" if state.waiting else "incidents"


def grouping_phase(table: Table[State]) -> str:
    """The next ship in hand, or both if they sail together; when all have sailed, the day goes on (GS-SHP-01)."""
    state = table.state
    state.waiting = [name for name in state.waiting if state.ships[name].space]
    if not state.waiting:
        return "incidents"  # the last one was sunk beside her sister
    take_in_hand(state, next_group(table))
    return "sailing"


def take_in_hand(state: State, names: list[str]) -> None:
    """These ships sail now."""
    state.group = names
    state.waiting = [name for name in state.waiting if name not in names]
    state.sailed, state.broke_off = 0, False


def next_group(table: Table[State]) -> list[str]:
    """Who sails next, in the players' order (GS-SHP-01); ships that both stay where they are act as one."""
    state = table.state
    if len(state.waiting) == 1:
        return state.waiting[:]
    one, other = (state.ships[name] for name in state.waiting)
    is_one_space = one.space == other.space
    if is_one_space and not may_sail(one) and not may_sail(other):
        return state.waiting[:]
    answers = [one.id, other.id]
    if is_one_space and may_sail(one) and may_sail(other):
        answers.insert(0, TOGETHER)
    answer = table.choose(flag(state), SAIL_TOGETHER, answers)
    if answer == TOGETHER:
        return state.waiting[:] if joins(table, other) else [one.id]
    return [answer]


def joins(table: Table[State], ship: Ship) -> bool:
    """Whether a ship's own captain lets her go where her sister goes (GS-AMB-48)."""
    answer: str = table.choose(ship.id, JOIN_SISTER, JOIN_SISTER.answers, ship=ship.id)
    return answer == JOIN


def sailing_phase(table: Table[State]) -> str:
    """A leg of the way: up to where the ships halt, or where they stay (GS-MOV-01, GS-AMB-28)."""
    state = table.state
    ships = [state.ships[name] for name in state.group]
    space = ships[0].space
    for ship in ships:
        if not may_sail(ship):
            return end_of_leg(state)
    left = allowance(ships, state.sailed) - state.sailed
    before = reach(state, space, left)
    goal = table.choose(flag_of(ships), SAIL, before.goals, ships=tuple(state.group), space=space, left=max(left, 0))
    if goal == space:
        return end_of_leg(state)
    steps = before.steps[goal]
    goal = space if goal == OUT_AND_BACK else goal
    sail(table, ships, goal, steps)
    if not is_held(state, goal):
        return end_of_leg(state)
    return meet(table, ships, goal)


def sail(table: Table[State], ships: Sequence[Ship], goal: str, spaces: int) -> None:
    """The ships go so many spaces, burn their oil, and raise the alert where they come (GS-MOV-01, GS-MOV-03)."""
    state = table.state
    before, after = state.sailed, state.sailed + spaces
    state.sailed = after
    for ship in ships:
        leave(state, ship, goal)
    state.crossed = state.crossed or goal in SOUTHERN  # GS-ORD-04
    table.tell(ARRIVES, ships=tuple([ship.id for ship in ships]), space=goal, moved=after)
    if after > CRUISE:
        burn_oil(table, ships, before, after)
    if alert := terrain(state, goal).alert:
        raise_alert(table, alert)


def burn_oil(table: Table[State], ships: Sequence[Ship], before: int, after: int) -> None:
    """The fifth and the sixth space of a day cost oil, and the sixth may cost engines (GS-MOV-01)."""
    for ship in ships:
        lower(table, ship, OIL, after - max(before, CRUISE))
        if after == EMERGENCY > before:
            check_engines(table, ship)


def check_engines(table: Table[State], ship: Ship) -> None:
    """Emergency speed may damage the engines (GS-MOV-01, GS-AMB-20)."""
    chart = ENGINE_CHECK_WITH_ENGINEERS if has_bonus(table.state, ENGINEERS) else ENGINE_CHECK
    damage = table.consult(chart, ENGINE_CHECK_ROLL, ship=ship.id)
    if damage:
        lower(table, ship, ENGINES, damage)
    else:
        table.tell(ENGINES_HOLD, ship=ship.id)


def meet(table: Table[State], ships: Sequence[Ship], space: str) -> str:
    """The contact roll in a space with Allied ships; without contact a zone may be passed (GS-MOV-02, GS-AMB-12)."""
    state = table.state
    if meeting(table, space, space):
        return "battle"
    if state.broke_off or ends_movement(space) or state.sailed >= allowance(ships, state.sailed):
        return end_of_leg(state)
    return "sailing"


def ends_movement(space: str) -> bool:
    """Whether a space with Allied ships ends movement even when there is no contact: all but zones (GS-PRT-01)."""
    return SPACES[space].kind != ZONE


@SAIL.preview
def foresee_leg(table: Table[State], about: About, option: Option) -> None:
    """What may come of a leg: engines, alert and contact; face-down counters are carriers or not (GS-CON-01)."""
    state = table.state
    ships = [state.ships[name] for name in about["ships"]]
    start = ships[0].space
    if option == start:
        foresee_incidents(table, start)
        return
    goal = start if option == OUT_AND_BACK else option
    sail(table, ships, goal, reach(state, start, about["left"]).steps[option])
    if not is_held(state, goal):
        foresee_incidents(table, goal)
        return
    is_carrier = foresee_carrier(table, goal)
    first = table.consult(
        CONTACT_CHART, CONTACT_ROLL, contact_modifiers(state, ships_in(state, goal), goal, is_carrier)
    )
    table.tell(CONTACT_OUTCOME[first], space=goal)


def foresee_incidents(table: Table[State], space: str) -> None:
    """How many markers will be drawn where the ships end their movement (GS-INC-01)."""
    if terrain(table.state, space).incidents:
        table.tell(INCIDENTS_AWAIT, markers=table.state.alert)
    else:
        table.tell(NO_INCIDENTS_HERE)


@SAIL.why_not
def leg_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a space cannot be reached in this leg."""
    if option == OUT_AND_BACK:
        return NOBODY_TO_MEET
    if option not in SPACES:
        return None
    if is_closed(state, option):
        return PORT_CLOSED
    start, left = about["space"], about["left"]
    return WAY_BLOCKED if DISTANCE[start][option] <= left else TOO_FAR
