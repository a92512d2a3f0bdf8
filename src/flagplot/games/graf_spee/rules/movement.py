"""Ship movement (sections 6.1 and 12): who sails with whom, and each leg of the way."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Bar, Next, Option, Table, call, go_to
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.model.fleet import (
    HARBOURS,
    flag,
    flag_of,
    has_bonus,
    may_sail,
    may_sail_together,
    terrain,
)
from flagplot.games.graf_spee.model.routes import allowance, is_closed, reach
from flagplot.games.graf_spee.model.royal_navy import is_held
from flagplot.games.graf_spee.rules.contact import meeting
from flagplot.games.graf_spee.rules.ships import leave, lower, raise_alert
from flagplot.games.graf_spee.spaces import DISTANCE, SOUTHERN, SPACES, ZONE
from flagplot.games.graf_spee.state import Ship, State

Group = tuple[str, ...]  # the ships that sail together


def movement_phase(table: Table[State], sailed: Group) -> Next:
    """The ships that have not sailed today do so, one after the other or together (GS-SHP-01, GS-AMB-48)."""
    state = table.state
    waiting = []
    for ship in state.ships.values():
        if ship.space and ship.id not in sailed:
            waiting.append(ship)
    if not waiting:
        return go_to("incidents", sailed)
    group = (waiting[0].id,) if len(waiting) == 1 else next_group(table, waiting)
    sail_group(table, group)
    sailed += group
    if state.battle:
        return call("battle").then("movement", sailed)
    return go_to("movement" if len(group) < len(waiting) else "incidents", sailed)


def next_group(table: Table[State], waiting: Sequence[Ship]) -> Group:
    """The group that sails next of two ships, as the players choose (GS-SHP-01); ships that both stay act as one."""
    one, other = waiting
    everybody = (one.id, other.id)
    is_one_space = one.space == other.space
    if is_one_space and not may_sail(one) and not may_sail(other):
        return everybody
    answers = [one.id, other.id]
    if is_one_space and may_sail(one) and may_sail(other):
        answers.insert(0, say.TOGETHER)
    answer = table.choose(flag(table.state), say.SAIL_TOGETHER, answers)
    if answer == say.TOGETHER:
        return everybody if joins(table, other) else (one.id,)
    return (answer,)


def joins(table: Table[State], ship: Ship) -> bool:
    """Whether a ship's own captain lets her go where her sister goes (GS-AMB-48)."""
    answer: str = table.choose(ship.id, say.JOIN_SISTER, say.JOIN_SISTER.answers, ship=ship.id)
    return answer == say.JOIN


def sail_group(table: Table[State], group: Group) -> None:
    """Ships sail leg by leg: up to where they halt, or where they stay (GS-MOV-01, GS-AMB-28)."""
    state = table.state
    ships, sailed = [], 0
    for name in group:
        ships.append(state.ships[name])
    while may_sail_together(ships):
        space = ships[0].space
        left = allowance(ships, sailed) - sailed
        if left < 0:
            left = 0
        ways = reach(state, space, left)
        goal = table.choose(flag_of(ships), say.SAIL, ways.goals, ships=group, space=space, spaces=left, sailed=sailed)
        if goal == space:
            break
        after = sailed + ways.steps[goal]
        goal = space if goal == say.OUT_AND_BACK else goal
        sail(table, ships, goal, sailed, after)
        sailed = after
        if not is_held(state, goal):
            break
        if meeting(table, goal, goal):
            return
        if ends_movement(goal) or sailed >= allowance(ships, sailed):  # a zone may be passed (GS-MOV-02, GS-AMB-12)
            break
    end_of_way(table, ships[0].space)


def end_of_way(table: Table[State], space: str) -> None:
    """The ships have ended their movement in a space; how many markers will be drawn there is known (GS-INC-01)."""
    if awaits_incidents(table.state, space):
        table.tell(say.INCIDENTS_AWAIT, space=space, markers=table.state.alert)
    else:
        table.tell(say.NO_INCIDENTS_HERE, space=space)
    table.mark()


def awaits_incidents(state: State, space: str) -> bool:
    """Whether incidents are drawn in a space: not in friendly ports, nor where a ship has broken off (GS-INC-02)."""
    if space in HARBOURS and not terrain(state, space).incidents:
        return False
    for ship in state.ships.values():  # noqa: SIM110  a generator takes four times as long
        if ship.broke_off and ship.space == space:
            return False
    return True


def sail(table: Table[State], ships: Sequence[Ship], goal: str, before: int, after: int) -> None:
    """The ships go on to another space, burn their oil, and raise the alert where they come (GS-MOV-01, GS-MOV-03).

    `before` and `after` are the spaces that they have sailed today.
    """
    state = table.state
    for ship in ships:
        leave(state, ship, goal)
    state.crossed = state.crossed or goal in SOUTHERN  # GS-ORD-04
    table.tell(say.ARRIVES, ships=tuple([ship.id for ship in ships]), space=goal, moved=after)
    if after > t.CRUISE:
        burn_oil(table, ships, before, after)
    if alert := terrain(state, goal).alert:
        raise_alert(table, alert)


def burn_oil(table: Table[State], ships: Sequence[Ship], before: int, after: int) -> None:
    """The fifth and the sixth space of a day cost oil, and the sixth may cost engines (GS-MOV-01)."""
    for ship in ships:
        lower(table, ship, t.OIL, after - max(before, t.CRUISE))
        if after == t.EMERGENCY > before:
            check_engines(table, ship)


def check_engines(table: Table[State], ship: Ship) -> None:
    """Emergency speed may damage the engines (GS-MOV-01, GS-AMB-20)."""
    chart = t.ENGINE_CHECK_WITH_ENGINEERS if has_bonus(table.state, t.ENGINEERS) else t.ENGINE_CHECK
    damage = table.consult(chart, say.ENGINE_CHECK_ROLL, ship=ship.id)
    if damage:
        lower(table, ship, t.ENGINES, damage)
    else:
        table.tell(say.ENGINES_HOLD, ship=ship.id)


def ends_movement(space: str) -> bool:
    """Whether a space with Allied ships ends movement even when there is no contact: all but zones (GS-PRT-01)."""
    return SPACES[space].kind != ZONE


@say.SAIL.why_not
def leg_barred(state: State, about: About, option: Option) -> Bar | None:
    """Why a space cannot be reached in this leg."""
    if option == say.OUT_AND_BACK:
        return say.NOBODY_TO_MEET if not is_held(state, about["space"]) else say.NO_WAY_OUT
    if option not in SPACES:
        return None
    if is_closed(state, option):
        return say.PORT_CLOSED
    start, spaces = about["space"], about["spaces"]
    return say.WAY_BLOCKED if DISTANCE[start][option] <= spaces else say.TOO_FAR
