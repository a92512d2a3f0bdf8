"""Stations and Trajectories (sections 1.8, 1.9) and the Trajectory action: a course is drawn segment by segment."""

from __future__ import annotations

import functools
from collections.abc import Sequence

from msgspec.structs import replace

from flagplot.engine import About, Next, Option, Table
from flagplot.games.atlantic_chase import hexes as h
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import BESIDE, BIT, GERMAN, HEXES, NEIGHBOURS, NO_HEX, hexes_in, listed
from flagplot.games.atlantic_chase.model.forces import (
    KEYS,
    all_ships,
    can_fly,
    length,
    put,
    scenario_of,
    side_of,
    stationed,
    stealth_of,
    waters_in,
)
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.ships import CAPITAL_SHIPS
from flagplot.games.atlantic_chase.state import Attack, State, TaskForce

Step = tuple[int, int]  # at which end of the course, and into which hex

# The Trajectory Total (section 1.9)


def trajectory_total(state: State, attack: Attack) -> int:
    """The Trajectory Total of an attack; whose length it is does not matter for who attacks (AC-TT-05)."""
    own = (attack.active, attack.coordinating, attack.support)
    return total_of_lines(state, own, attack.target, (attack.enemy_coordinating, attack.enemy_support))


def total_of_lines(state: State, own: Sequence[str], target: str, helpers: tuple[str, str]) -> int:
    """The longest of the Active player's, plus the target, less the Inactive player's helpers (AC-TT-02, AC-TT-04)."""
    forces, longest = state.forces, 0
    for key in own:
        if key in forces and len(forces[key].line) > longest:  # air bases and boats have none (AC-TT-03)
            longest = len(forces[key].line)
    total = longest + len(forces[target].line)
    coordinating, support = helpers
    if coordinating and coordinating != target:
        total -= length(state, coordinating)
    if support and support not in (target, coordinating):  # each once (AC-AMB-17)
        total -= length(state, support)
    return total if total > 0 else 0


# Segments come and go


def become_station(table: Table[State], force: TaskForce, lost: Sequence[int], at: int = NO_HEX) -> None:
    """The last segment is gone: a Station takes one of the hexes just lost, its owner's choice (AC-ST-07, AC-TL-10)."""
    if at == NO_HEX:
        at = choose(table, side_of(force.key), say.STATION_AT, list(lost), force=force.key)
    put(table.state, stationed(force, at))
    table.tell(say.BECAME_STATION, force=force.key, hex=HEXES[at])


def triggers(state: State, side: str) -> int:
    """Where a segment of a side gets Intel: enemy ports, air bases, Stations and stealth forces (AC-IN-01).

    Enemy segments are none (AC-IN-03), and it matters only when a segment is placed (AC-IN-08).
    """
    found, own = waters_in(state).triggers[side], KEYS[side]
    for key, force in state.forces.items():
        if not force.line and key not in own:
            found |= force.mask
    for stealth in state.stealth.values():
        if stealth.side != side and stealth.hex != NO_HEX:
            found |= BIT[stealth.hex]
    return found


# The Trajectory action (section 1.23)


def trajectory_orders(state: State, forces: Sequence[TaskForce]) -> list[tuple[str, str]]:
    """The Trajectory actions of a side: whoever can convert a Station or add a segment (AC-TR-01, AC-AMB-25)."""
    if not scenario_of(state).keep_clear_of:  # most scenarios bar nobody
        return [(say.TRAJECTORY, force.key) for force in forces if force.next_hexes]
    return [(say.TRAJECTORY, force.key) for force in forces if can_set_course(state, force)]


def can_set_course(state: State, force: TaskForce) -> bool:
    """Whether a task force can be given a course, or a longer one."""
    return force.next_hexes & ~forbidden(state, force) != 0


def forbidden(state: State, force: TaskForce) -> int:
    """Where a German capital ship may not go: near the carrier that the scenario names (AC-AMB-53)."""
    carrier = scenario_of(state).keep_clear_of
    if not carrier or state.is_order_lifted or side_of(force.key) != GERMAN:
        return 0
    if not any(ship.kind.kind in CAPITAL_SHIPS for ship in force.ships):
        return 0
    found = 0
    for other, ship in all_ships(state):
        if ship.part == carrier and can_fly(ship):
            for number in hexes_in(other.mask):
                found |= h.NEAR[t.KEPT_CLEAR][number]
    return found


def course(table: Table[State], key: str) -> Next:
    """A course is set: a segment for the Station, then segments at either end, to at most 15 (AC-TR-01, AC-ST-06)."""
    state = table.state
    force, side = state.forces[key], side_of(key)
    seen = triggers(state, side)
    barred = forbidden(state, force)
    has_grown = False
    if not force.line:
        starts = h.BOX_HEXES[force.box] if force.box else (force.station,)
        starts = tuple(number for number in starts if not barred & BIT[number])
        at = starts[0]
        if len(starts) > 1:
            at = choose(table, side, say.COURSE, [(say.LAST_END, number) for number in starts], force=key)[1]
        # Contact passes to the segment (AC-TR-03).
        force = add_segment(table, replace(force, station=NO_HEX, box=""), say.LAST_END, at, seen)
        has_grown = True
    taken = force.mask | barred
    while len(force.line) < t.LONGEST:
        options = course_steps(side, force.line, taken)
        if has_grown:
            if not options:
                break
            options.append(say.DONE)
        step = choose(table, side, say.COURSE, options, force=key)
        if step == say.DONE:
            break
        force = add_segment(table, force, step[0], step[1], seen)
        taken |= BIT[step[1]]
        has_grown = True
    table.tell(say.COURSE_SET, force=key, hex=HEXES[force.line[-1]], segments=len(force.line))
    return "order"  # the Initiative is kept (AC-TR-04)


def course_steps(side: str, line: Sequence[int], taken: int) -> list[Option]:
    """The hexes in which either end of a course can go on: no hex twice, but beside itself if it likes (AC-AMB-10).

    AC-ST-04, AC-ST-05.
    """
    beside, free = BESIDE[side], ~taken
    last = steps_into(side, say.LAST_END, line[-1], beside[line[-1]] & free)
    if len(line) == 1:
        return [*last]
    return [*steps_into(side, say.FIRST_END, line[0], beside[line[0]] & free), *last]


@functools.cache  # of six neighbours at most
def steps_into(side: str, end: int, number: int, free: int) -> tuple[Step, ...]:
    """The steps from a hex at one end of a course into those of its neighbours that are free."""
    return tuple([(end, other) for other in NEIGHBOURS[side][number] if free & BIT[other]])


def add_segment(table: Table[State], force: TaskForce, end: int, number: int, seen: int) -> TaskForce:
    """A segment is placed; where the enemy watches, Intel comes with it at once (AC-IN-01, AC-TR-02)."""
    line = (number, *force.line) if end == say.FIRST_END else (*force.line, number)
    if seen & BIT[number]:
        longer = replace(force, line=line, intel_at=listed(force.intel | BIT[number]))
        table.tell(say.INTEL_DRAWN, force=force.key, hex=HEXES[number])
    else:
        longer = replace(force, line=line)
    put(table.state, longer)
    return longer


@say.COURSE.why_not
def step_barred(state: State, about: About, option: Option) -> say.Barred:
    force = state.forces[about["force"]]
    number = option[1] if isinstance(option, tuple) and len(option) == 2 else option
    if not isinstance(number, int) or number not in h.HEX.values():
        return None
    if force.mask & BIT[number] and force.line:
        return say.TAKEN_ALREADY, {"hex": HEXES[number]}
    if forbidden(state, force) & BIT[number]:
        return say.TOO_NEAR_CARRIER, {"hex": HEXES[number]}
    return say.NOT_ADJACENT, {"hex": HEXES[number]}


def stealth_in(state: State, side: str, number: int) -> list[str]:
    """The stealth forces of a side in a hex."""
    return [force.key for force in stealth_of(state, side) if force.hex == number]
