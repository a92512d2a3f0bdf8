"""Time Lapse (section 1.10): segments come off the ends of a Trajectory as time goes by."""

from __future__ import annotations

import functools

from msgspec.structs import replace

from flagplot.engine import Table
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import ARCTIC, NO_HEX
from flagplot.games.atlantic_chase.model.forces import along, put, side_of
from flagplot.games.atlantic_chase.rules.seats import choose
from flagplot.games.atlantic_chase.rules.trajectories import become_station
from flagplot.games.atlantic_chase.state import State, TaskForce

Removal = tuple[int, int, int]  # how many go at the first end, how many at the last, whether by the Intel Limit


def time_lapse(table: Table[State], key: str, launch: int = NO_HEX) -> None:
    """A Trajectory loses segments, each by itself (AC-TL-11); aircraft's Launch Point is the last to go (AC-AS-07)."""
    state = table.state
    force = state.forces.get(key)
    if force is None or not force.line:
        return  # an air base, a boat or a Station (AC-AMB-11)
    amount = lapse_amount(table, force)
    intel = tuple([number in force.intel_at for number in force.line])
    at = force.line.index(launch) if launch in force.line else None
    options = removals(intel, amount, t.INTEL_LIMIT[force.speed], at)
    removal = choose(table, side_of(key), say.LAPSE, list(options), force=key, amount=amount)
    remove(table, replace(force, must_lapse=False) if force.must_lapse else force, removal, launch)


def lapse_amount(table: Table[State], force: TaskForce) -> int:
    """How many segments must go: by the table in Good Weather, by the die in Bad (AC-TL-01, AC-TL-02, AC-TL-08)."""
    by_table = t.LAPSE[force.speed]
    by_die = table.state.weather == t.BAD or not force.mask & ~ARCTIC
    if not by_die and force.mask & ARCTIC:
        answers = say.LAPSE_BY.answers
        by_die = choose(table, side_of(force.key), say.LAPSE_BY, answers, force=force.key, amount=by_table) == say.DIE
    return table.roll("1d6", say.LAPSE_DIE, force=force.key).sum if by_die else by_table


@functools.cache
def removals(intel: tuple[bool, ...], amount: int, limit: int, launch: int | None) -> tuple[Removal, ...]:
    """The ways to take segments off: exactly so many, or as many as can go (AC-TL-04, AC-TL-05), or by the Intel Limit.

    A segment with Intel does not go unless the limit is invoked, with the die in sight (AC-AMB-02).
    """
    return (*_within_limit(intel, min(amount, limit), launch), *_in_full(intel, amount, launch))[::-1]


def _in_full(intel: tuple[bool, ...], amount: int, launch: int | None) -> list[Removal]:
    size = len(intel)
    first = intel.index(True) if True in intel else size
    last = intel[::-1].index(True) if True in intel else size
    if launch is not None:
        first, last = min(first, launch), min(last, size - 1 - launch)
    if amount >= size and True not in intel:
        return [(size, 0, 0)]
    most = min(amount, first + last) if launch is not None or True in intel else amount
    if launch is not None and amount > first + last and not intel[launch]:
        # Nothing else can go any more: the Launch Point does, if it has become an end.
        if first == launch:
            return [(first + 1, last, 0)]
        if last == size - 1 - launch:
            return [(first, last + 1, 0)]
    return [(left, most - left, 0) for left in range(max(0, most - last), min(first, most) + 1)][::-1]


def _within_limit(intel: tuple[bool, ...], limit: int, launch: int | None) -> list[Removal]:
    """Exactly one Intel marker goes, and no more segments than the limit (AC-TL-06, AC-TL-07)."""
    size = len(intel)
    found = []
    for total in range(1, min(limit, size) + 1):
        for left in range(total, -1, -1):
            right = total - left
            gone = [*range(left), *range(size - right, size)]
            if sum(intel[number] for number in gone) != 1:
                continue
            if launch in gone and total < size:
                continue
            if total == size and left != size:
                continue  # all go, whichever way it is counted
            found.append((left, right, 1))
    return found[::-1]


def remove(table: Table[State], force: TaskForce, removal: Removal, launch: int = NO_HEX) -> None:
    """Take the segments off; without any the task force is a Station in one of the hexes just lost (AC-TL-10)."""
    left, right, by_limit = removal
    kept = force.line[left : len(force.line) - right]
    lost = [number for number in force.line if number not in kept]
    if by_limit:
        table.tell(say.INTEL_LIMIT_INVOKED, force=force.key)
    table.tell(say.LAPSED, force=force.key, segments=len(lost), left=len(kept))
    if kept:
        put(table.state, along(force, kept))
    else:
        become_station(table, force, lost, launch)
