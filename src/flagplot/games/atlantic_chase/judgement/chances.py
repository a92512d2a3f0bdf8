"""The chances of an attack, exactly, from the tables alone: what players, captains and the imaginary player weigh."""

from __future__ import annotations

import functools
from collections import Counter

from msgspec.structs import replace

from flagplot.engine import Chart
from flagplot.engine.odds import sums_of
from flagplot.engine.words import total as added
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import NO_HEX
from flagplot.games.atlantic_chase.rules.attacks import KINDS
from flagplot.games.atlantic_chase.rules.modifiers import air_sources, coordinators, modifiers_of
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.state import Attack, State

WAYS = tuple(Counter(one + other for one in range(1, 7) for other in range(1, 7)).items())  # of 2d6: each sum, ways
ALL_WAYS = 36
HITS = {t.HIT_IF_VERY_SLOW: t.VERY_SLOW, t.HIT_IF_SLOW: t.SLOW, t.HIT: t.FAST, t.DAMAGE: t.FAST}


@functools.cache
def cells(kind: str, total: int, plus: int) -> tuple[tuple[t.Cell, int], ...]:
    """What the dice of an attack can lead to, and in how many of 36 ways."""
    chart = KINDS[kind].table.by_total[total]
    found: Counter[t.Cell] = Counter()
    for thrown, ways in WAYS:
        found[chart[thrown + plus]] += ways
    return tuple(found.items())


def reading(state: State, attack: Attack) -> tuple[str, int, int]:
    """How the table of an attack is read: its kind, the Trajectory Total, and what is added to the dice."""
    return attack.kind, trajectory_total(state, attack), added(modifiers_of(state, attack))


def success(state: State, attack: Attack) -> int:
    """In how many of 36 ways an attack does what it is made for (AC-IP-20)."""
    target = state.forces[attack.target]
    is_faster = attack.kind == say.ENGAGE and state.forces[attack.active].speed > target.speed
    return _success(*reading(state, attack), target.speed, is_faster)


@functools.cache
def _success(kind: str, total: int, plus: int, speed: int, is_faster: bool) -> int:
    return sum(ways for cell, ways in cells(kind, total, plus) if _succeeds(kind, cell, speed, is_faster))


def _succeeds(kind: str, cell: t.Cell, speed: int, is_faster: bool) -> bool:
    """Whether a result is a success: a battle, a sighting, or a Hit that applies."""
    if kind == say.SEARCH:
        return t.SIGHTED in cell
    if kind == say.ENGAGE:
        wanted = (t.BATTLE, t.SURPRISE, t.CLOSING_IN, t.SKIRMISH) if is_faster else (t.BATTLE, t.SURPRISE)
        return any(result in wanted for result in cell)
    return any(speed <= HITS[result] for result in cell if result in HITS)


def hitting(chart: Chart[int], plus: int) -> int:
    """In how many of a hundred tries guns or torpedoes hit at all."""
    sums = sums_of(chart.dice)
    ways = sum(count for count, _ in sums.values())
    return round(100 * sum(count for thrown, (count, _) in sums.items() if chart[thrown + plus]) / ways)


def best_help(state: State, side: str, attack: Attack) -> Attack:
    """The attack with the help that is best for a side; task forces with Intel are never added (AC-IP-11)."""
    is_own = side == state.active
    helpers = ["", *(key for key in coordinators(state, side, attack) if not _carries_intel(state, key))]
    supports = [("", NO_HEX)]
    if not (is_own and attack.kind == say.STRIKE):
        supports += [source for source in air_sources(state, side, attack.hex) if not _carries_intel(state, source[0])]
    elif attack.support:
        supports = [(attack.support, attack.launch)]
    sign = 1 if is_own else -1
    found = [with_help(attack, is_own, key, source) for key in helpers for source in supports]
    if len(found) == 1:
        return found[0]
    return max(found, key=lambda one: sign * success(state, one))  # of equals the first, with the least help


def with_help(attack: Attack, is_own: bool, coordinating: str, support: tuple[str, int]) -> Attack:
    """An attack with this help for one of the sides."""
    source, launch = support
    if is_own:
        return replace(attack, coordinating=coordinating, support=source, launch=launch)
    return replace(attack, enemy_coordinating=coordinating, enemy_support=source, enemy_launch=launch)


def _carries_intel(state: State, key: str) -> bool:
    force = state.forces.get(key)
    return bool(force and force.intel)
