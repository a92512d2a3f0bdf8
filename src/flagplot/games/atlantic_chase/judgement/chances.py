"""The chances of an attack, exactly, from the tables alone: what players, captains and the imaginary player weigh."""

from __future__ import annotations

import functools
import operator
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from msgspec.structs import replace

from flagplot.engine import Chart
from flagplot.engine.odds import sums_of
from flagplot.engine.words import total as added
from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase import words as say
from flagplot.games.atlantic_chase.hexes import NO_HEX
from flagplot.games.atlantic_chase.model.forces import weather_at
from flagplot.games.atlantic_chase.rules.attacks import KINDS
from flagplot.games.atlantic_chase.rules.modifiers import (
    air_modifier,
    air_sources,
    coordination,
    coordinators,
    modifiers_of,
)
from flagplot.games.atlantic_chase.rules.trajectories import total_of_lines, trajectory_total
from flagplot.games.atlantic_chase.state import Attack, State

WAYS = tuple(Counter(one + other for one in range(1, 7) for other in range(1, 7)).items())  # of 2d6: each sum, ways
ALL_WAYS = 36
NO_SUPPORT = ("", NO_HEX)
HITS = {t.HIT_IF_VERY_SLOW: t.VERY_SLOW, t.HIT_IF_SLOW: t.SLOW, t.HIT: t.FAST, t.DAMAGE: t.FAST}


@functools.cache
def cells(kind: str, total: int, plus: int) -> tuple[tuple[t.Cell, int], ...]:
    """What the dice of an attack can lead to, and in how many of 36 ways."""
    chart = KINDS[kind].table.by_total[total]
    found: Counter[t.Cell] = Counter()
    for thrown, ways in WAYS:
        found[chart[thrown + plus]] += ways
    return tuple(found.items())


class Weighed(NamedTuple):
    """An attack, how its table is read, and in how many of 36 ways it does what it is made for (AC-IP-20)."""

    ways: int
    total: int  # the Trajectory Total
    plus: int  # what is added to the dice
    attack: Attack


def weigh(state: State, attack: Attack) -> Weighed:
    """Weigh an attack as it stands."""
    total, plus = trajectory_total(state, attack), added(modifiers_of(state, attack))
    speed, is_faster = _speeds(state, attack)
    return Weighed(_success(attack.kind, total, plus, speed, is_faster), total, plus, attack)


def _speeds(state: State, attack: Attack) -> tuple[int, bool]:
    """The target's speed, and whether the task force that engages it is faster."""
    speed = state.forces[attack.target].speed
    return speed, attack.kind == say.ENGAGE and state.forces[attack.active].speed > speed


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


def best_help(state: State, side: str, attack: Attack) -> Weighed:
    """The attack with the help that is best for a side; task forces with Intel are never added (AC-IP-11)."""
    is_own = side == state.active
    supports = [NO_SUPPORT]
    if not (is_own and attack.kind == say.STRIKE):
        supports += [source for source in air_sources(state, side, attack.hex) if not _carries_intel(state, source[0])]
    elif attack.support:
        supports = [(attack.support, attack.launch)]
    helpers = ["", *(key for key in coordinators(state, side, attack) if not _carries_intel(state, key))]
    return best_of(state, attack, is_own, helpers, supports)


def best_of(
    state: State, attack: Attack, is_own: bool, helpers: Sequence[str], supports: Sequence[tuple[str, int]]
) -> Weighed:
    """The attack with the coordinator and the Air Support that are best for a side; of equals the first.

    A coordinator or a source without a name stands for none, so whoever lists it first prefers the least help.
    """
    if len(helpers) == len(supports) == 1:
        return weigh(state, with_help(attack, is_own, helpers[0], supports[0]))
    bare = with_help(attack, is_own, "", NO_SUPPORT)
    kind, number = attack.kind, attack.hex
    speed, is_faster = _speeds(state, attack)
    without = added(modifiers_of(state, bare))
    by_coordination = coordination(is_own, weather_at(state, number), attack.walker)
    own, others = (attack.active, bare.coordinating, bare.support), (bare.enemy_coordinating, bare.enemy_support)
    found = []
    for key in helpers:
        for source, launch in supports:
            plus = without + (by_coordination if key else 0) + (air_modifier(is_own, launch, number) if source else 0)
            if is_own:
                own = (attack.active, key, source)
            else:
                others = (key, source)
            total = total_of_lines(state, own, attack.target, others)
            ways = _success(kind, total, plus, speed, is_faster)
            found.append((ways if is_own else -ways, total, plus, key, (source, launch)))
    chance, total, plus, key, support = max(found, key=operator.itemgetter(0))
    return Weighed(abs(chance), total, plus, with_help(bare, is_own, key, support))


def with_help(attack: Attack, is_own: bool, coordinating: str, support: tuple[str, int]) -> Attack:
    """An attack with this help for one of the sides."""
    source, launch = support
    if is_own:
        if attack.coordinating == coordinating and attack.support == source and attack.launch == launch:
            return attack
        return replace(attack, coordinating=coordinating, support=source, launch=launch)
    if attack.enemy_coordinating == coordinating and attack.enemy_support == source and attack.enemy_launch == launch:
        return attack
    return replace(attack, enemy_coordinating=coordinating, enemy_support=source, enemy_launch=launch)


def _carries_intel(state: State, key: str) -> bool:
    force = state.forces.get(key)
    return bool(force and force.intel)
