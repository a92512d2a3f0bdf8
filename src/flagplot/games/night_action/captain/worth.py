"""What fire and torpedoes are worth: chances to hit, boxes that a hit costs, and points for them."""

from __future__ import annotations

import functools
import itertools
import re
from collections.abc import Sequence

from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.geometry import CM, displacement, point_near_line
from flagplot.games.night_action.model.known import Known, Sighting
from flagplot.games.night_action.ships import GUNNERY, KINDS, Mount, tubes
from flagplot.games.night_action.state import Ship

DICE = re.compile(r"(?:(\d*)d6)?([+-]\d+)?")
FACES = range(1, 11)
SPECIAL_WORTH = 0.4  # boxes that the special effect of a hit is worth
CLASS_CHANCE = {1: 0.3, 2: 0.5, 3: 0.7}  # of a torpedo that crosses a ship under way (V-T01 to V-T03)
STATIONARY_CHANCE = {1: 0.6, 2: 0.8, 3: 1.0}
CROSSING_CHANCE = {1: 0.6, 2: 0.35, 3: 0.15}  # that a track crosses a ship met in so many turns, for all she may do
STATIONARY_CROSSING, LONG_SHOT = 0.7, 0.05
CLEAR_BY = 4 * CM  # by which a track should pass friends
FRIENDS_WITHIN = 60 * CM


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


def points_a_box(type_: str) -> float:
    """What a box of a ship is worth to her enemy."""
    kind = KINDS[type_]
    return max(kind.vp, 1) / kind.hull


def fire_value(known: Known, ship: Ship, bearing: Sequence[tuple[int, Mount]], target: Sighting) -> float:
    """The points that the fire of these mounts is worth on the mean; a ship that is nearly gone counts for more."""
    kind = KINDS[target.type]
    boxes = 0.0
    for _, mount in bearing:
        chance = chance_to_hit(total(known.gun_modifiers(ship, mount, target.id)))
        boxes += mount.dice * chance * (mean_boxes(mount.group, kind.class_, kind.armour) + SPECIAL_WORTH)
    return boxes * points_a_box(target.type) * (1.5 - target.quarters / 8)


def torpedo_chance(known: Known, ship: Ship, group: int, target: Sighting) -> float:
    """The chance of a torpedo; none where it meets nobody or would pass friends too near."""
    found = known.solution(ship, target.id, t.TRACKS[tubes(ship.torpedoes[group]).size])
    if found is None or endangers_friends(known, ship, found.direction):
        return 0.0
    class_ = KINDS[target.type].class_
    if not target.setting:
        return STATIONARY_CHANCE[class_] * STATIONARY_CROSSING
    return CLASS_CHANCE[class_] * CROSSING_CHANCE.get(found.turns, LONG_SHOT)


def torpedo_points(known: Known, target: Sighting) -> float:
    """The points that a torpedo hit is worth."""
    score = next((score for side, score in known.scenario.score.items() if side == known.seat), None)
    extra = score.torpedo_hit.get(target.type, 0) if score else 0
    return float(max(KINDS[target.type].vp, 1) + extra)


def endangers_friends(known: Known, ship: Ship, direction: int) -> bool:
    """Whether a track would pass a ship of its own side too near."""
    dx, dy = displacement(direction, FRIENDS_WITHIN)
    return any(
        other is not ship and point_near_line(other.x, other.y, ship.x, ship.y, ship.x + dx, ship.y + dy, CLEAR_BY)
        for other in known.own()
    )
