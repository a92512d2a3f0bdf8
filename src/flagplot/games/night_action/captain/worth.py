"""What ships, fire and torpedoes are worth: points, chances to hit, boxes that hits cost."""

from __future__ import annotations

import functools
import itertools
import math
import re
from bisect import bisect_right
from collections.abc import Iterable

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import (
    AHEAD,
    ASTERN,
    CM,
    DIRECTIONS,
    PORT,
    STARBOARD,
    TOUCH,
    displacement,
    point_near_line,
)
from flagplot.games.night_action.model.known import Known, Sighting, Target
from flagplot.games.night_action.model.torpedoes import spread_of
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import DIRECTOR, ENEMY, GUNNERY, KINDS, mounts
from flagplot.games.night_action.state import Ship

A_POINT = 30.0 * CM  # the distance that a point is worth
FEAR = 0.5 * A_POINT  # and an own point
DICE = re.compile(r"(?:(\d*)d6)?([+-]\d+)?")
FACES = range(1, 11)
SPECIAL_WORTH = 0.4  # boxes that the special effect of a hit is worth
LAST_QUARTERS = (0.0, 2.0, 1.5, 1.1, 1.0)  # what a box counts by the quarters of the hull that are left
SECTORS = (AHEAD, STARBOARD, ASTERN, PORT)
BANDS = tuple(to for to, _ in t.BANDS)  # squares of distances
BAND_VALUES = tuple(value for _, value in t.BANDS)

TORPEDO_CHANCE = {1: 0.3, 2: 0.5, 3: 0.7}  # of a track that crosses a ship under way (V-T01 to V-T03)
STATIONARY_CHANCE = {1: 0.6, 2: 0.8, 3: 1.0}
# That a ship will be where she is expected after each turn, by how she is handled
STEADY = {"class1": 0.35, "class2": 0.6, "class3": 0.65, "merchant": 0.85}
LIVE = 0.85  # share of torpedoes that are not duds
WIDTH_OF_STEP = math.tan(math.radians(360 / DIRECTIONS))  # of a direction, at a distance of 1
LAUNCH_ERRORS = len(t.LAUNCH_ERROR.rows)
CLEAR_BY = 5 * CM  # by which a track should pass friends
FRIENDS_WITHIN = 70 * CM


# Points


@functools.cache
def worth(scenario: str, seat: str, type_: str) -> float:
    """The points that the loss of a ship of a type means to her enemy: what he wins, and what her side loses."""
    kind = KINDS[type_]
    score, of_enemy = SCENARIOS[scenario].score.get(seat), SCENARIOS[scenario].score.get(ENEMY[seat])
    points = float(kind.vp)
    if score:
        points = float(score.battery if kind.is_battery else score.sunk_or_stopped or kind.vp)
        points += score.torpedo_hit.get(type_, 0)
    if of_enemy:
        points += of_enemy.safe.get(type_, 0) + of_enemy.exit.get(type_, 0)
    return max(points, 1.0)


def worth_of(known: Known, target: Sighting) -> float:
    """The points that the loss of an enemy ship would mean."""
    return worth(known.scenario_key, known.seat, target.type)


# Guns


@functools.cache
def chance_to_hit(modifier: int) -> float:
    """The chance of a gun die with a modifier (NA-GUN-03)."""
    needed = GUNNERY.to_hit - modifier
    hits = sum(face > 1 and face >= needed for face in FACES)
    again = sum(face >= GUNNERY.again for face in FACES) / len(FACES) if needed > len(FACES) else 0.0
    return (hits + again) / len(FACES)


@functools.cache
def mean_boxes(group: str, class_: int, armour: int) -> float:
    """The boxes that a hit costs on the mean (NA-GUN-04)."""
    found = DICE.fullmatch(GUNNERY.hull[group][class_ - 1])
    if found is None or "d" not in found[0]:
        return 0.0
    dice, less = int(found[1] or 1), armour - int(found[2] or 0)
    sums = [sum(faces) for faces in itertools.product(range(1, 7), repeat=dice)]
    return sum(max(0, one - less) for one in sums) / len(sums)


@functools.lru_cache(maxsize=65536)
def boxes(firer: str, guns: tuple[str, ...], which: int, target: str, modifier: int) -> float:
    """The boxes that some mounts cost a target on the mean; the modifier is that of a quick gun."""
    kind = KINDS[target]
    director = t.WITH_DIRECTOR.value if DIRECTOR in KINDS[firer].traits else 0
    found = 0.0
    for i, mount in enumerate(mounts(guns)):
        if not which >> i & 1:
            continue
        of_mount = director if mount.mm >= t.DIRECTOR_MM else 0
        if mount.slow:
            of_mount += t.SLOW_GUN[kind.class_].value if kind.class_ < 3 else 0
            of_mount += t.VERY_SLOW_GUN.value if mount.slow == 2 else 0
        mean = mean_boxes(mount.group, kind.class_, kind.armour)
        special = SPECIAL_WORTH if mean else SPECIAL_WORTH / 4
        found += mount.dice * chance_to_hit(modifier + of_mount) * (mean + special)
    return found


@functools.lru_cache(maxsize=16384)
def fire_table(
    firer: str, guns: tuple[str, ...], ready: int, target: str, modifier: int
) -> tuple[tuple[float, ...], ...]:
    """The boxes that a ship's fire costs a target, by band of range and by the sector in which the target lies."""
    bands = []
    nearest = 0
    for to, value in zip(BANDS, BAND_VALUES, strict=True):
        row = []
        for sector in SECTORS:
            which = sum(
                1 << i
                for i, mount in enumerate(mounts(guns))
                if ready >> i & 1 and mount.arcs & sector and mount.reach >= min(to, (nearest + 20 * CM) ** 2)
            )
            row.append(boxes(firer, guns, which, target, modifier + value) if which else 0.0)
        bands.append(tuple(row))
        nearest = math.isqrt(to)
    return tuple(bands)


@functools.lru_cache(maxsize=4096)
def threat_table(firer: str, target: str, modifier: int) -> tuple[float, ...]:
    """The boxes that a ship's fire costs a target by band of range, wherever her bow points."""
    guns = KINDS[firer].guns
    table = fire_table(firer, guns, (1 << len(guns)) - 1, target, modifier)
    return tuple(sum(row) / len(row) for row in table)


@functools.lru_cache(maxsize=16384)
def fire_pull(
    firer: str, guns: tuple[str, ...], ready: int, target: str, modifier: int, a_box: float
) -> tuple[tuple[float, ...], ...]:
    """The distance that the same is worth, where a box has a worth in points, by band of range and by sector."""
    table = fire_table(firer, guns, ready, target, modifier)
    return tuple(tuple(A_POINT * (boxes * a_box) for boxes in row) for row in table)


@functools.lru_cache(maxsize=4096)
def threat_push(firer: str, target: str, modifier: int, a_box: float) -> tuple[float, ...]:
    """The distance that fear of a ship's fire is worth by band of range, where a box of the target has a worth."""
    return tuple(FEAR * (boxes * a_box) for boxes in threat_table(firer, target, modifier))


def fire_value(known: Known, ship: Ship, target: Target, which: int, modifier: int) -> float:
    """The points that the fire of some mounts is worth on the mean; a ship that is nearly gone counts for more."""
    found = boxes(ship.type, ship.guns, which, target.type, modifier)
    points = worth(known.scenario_key, known.seat, target.type)
    return found * points / KINDS[target.type].hull * LAST_QUARTERS[target.quarters]


# Torpedoes


def crossings(apart: float, half_width: float, number: int, spread: int, factor: int) -> float:
    """How many tracks of a salvo will cross a ship at a distance, for all launch errors."""
    return bisect_right(_errors(number, spread, factor), half_width / (apart * WIDTH_OF_STEP)) / LAUNCH_ERRORS


@functools.cache
def _errors(number: int, spread: int, factor: int) -> tuple[float, ...]:
    """How many directions off the aim the tracks of a salvo run, for all launch errors, the least first."""
    offs = spread_of(number, spread)
    return tuple(sorted(float(abs(error * factor + off)) for error in t.LAUNCH_ERROR.rows for off in offs))


def crossing_width(base: int, heading: int, direction: int) -> float:
    """Half of what a ship shows to a track."""
    turned = math.radians((heading - direction) * 360 / DIRECTIONS)
    return base / 2 * abs(math.sin(turned)) + TOUCH


def hit_chance(type_: str, setting: int, turns: int) -> float:
    """The chance that a track which should cross a ship strikes her after so many turns."""
    kind = KINDS[type_]
    if not setting:
        return STATIONARY_CHANCE[kind.class_] * LIVE * 0.9
    return TORPEDO_CHANCE[kind.class_] * LIVE * STEADY[kind.handling] ** turns


def endangers_friends(friends: Iterable[Ship], ship: Ship, direction: int) -> bool:
    """Whether the armed part of a track would pass a ship of its own side too near."""
    near, far = displacement(direction, t.ARMING), displacement(direction, FRIENDS_WITHIN)
    x, y = ship.x, ship.y
    x1, y1, x2, y2 = x + near[0], y + near[1], x + far[0], y + far[1]
    for other in friends:  # noqa: SIM110  a generator takes four times as long
        if other is not ship and point_near_line(other.x, other.y, x1, y1, x2, y2, CLEAR_BY):
            return True
    return False
