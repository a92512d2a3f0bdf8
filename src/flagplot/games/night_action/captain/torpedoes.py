"""Torpedoes: what a salvo promises, when it is enough, and how many to launch."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.captain.aims import is_beaten
from flagplot.games.night_action.captain.shots import (
    BLIND,
    UNKNOWN_BASE,
    UNKNOWN_CHANCE,
    UNKNOWN_WORTH,
    is_slow,
    is_target,
    velocity,
)
from flagplot.games.night_action.captain.worth import (
    crossing_width,
    crossings,
    endangers_friends,
    hit_chance,
    worth,
    worth_of,
)
from flagplot.games.night_action.geometry import CM, direction_to
from flagplot.games.night_action.model.known import Contact, Known, Sighting
from flagplot.games.night_action.model.torpedoes import tube_arc
from flagplot.games.night_action.ships import KINDS, tubes
from flagplot.games.night_action.state import Ship

SPREADS = (5, 10)  # degrees between torpedoes
MOST_AT_ONCE = 4
ENOUGH = 0.34  # hits that a salvo should promise
ENOUGH_WHEN_HURT = 0.12  # for a ship that may not have another chance
ENOUGH_LATE = 0.08  # in the last turns nothing is kept back
ENOUGH_BLIND = 0.22  # at a contact
FARTHEST = 250 * CM  # targets that are thought of at all, counted along the edges of the table
LATE = 3  # turns before the end
A_BIG_HIT = 25  # points for a hit from which less is enough
ENOUGH_FOR_BIG = 0.3


class Salvo(NamedTuple):
    """A salvo that could be launched: the points and hits that it promises."""

    points: float
    hits: float
    group: int
    at: str | int  # a ship, or a direction
    target: str
    number: int
    spread: int

    @property
    def promise(self) -> tuple[float, float, int, bool, str | int, str]:
        """What salvos are compared by; the name of a ship is never compared with a direction."""
        return self.points, self.hits, self.group, isinstance(self.at, int), self.at, self.target


class Picture(msgspec.Struct, frozen=True, gc=False):
    """What matters to torpedoes: the ships and contacts that they can be meant for, and friends in the way."""

    targets: list[Sighting]
    contacts: list[Contact]
    friends: list[Ship]


def picture_of(known: Known) -> Picture:
    """What a side sees of targets, and its own ships."""
    targets = [one for one in known.in_sight() if is_target(one)]
    contacts = [one for one in known.contacts() if is_slow(one)]
    return Picture(targets, contacts, known.own() if targets or contacts else [])


def best_salvo(known: Known, ship: Ship, picture: Picture) -> Salvo | None:
    """The salvo of a ship that promises most, if that is enough."""
    best = None
    for one in salvos(known, ship, picture):
        if (best is None or one.promise > best.promise) and is_enough(known, ship, one):
            best = one
    return best


def salvos(known: Known, ship: Ship, picture: Picture) -> Iterator[Salvo]:
    """What each group of tubes could do to each ship in sight and each slow contact in its arc."""
    targets, contacts, friends = picture.targets, picture.contacts, picture.friends
    if not targets and not contacts:
        return
    for group in known.groups_ready(ship):
        fitted = tubes(ship.torpedoes[group])
        arc = tube_arc(fitted.arcs, ship.heading)
        for one in targets:
            if abs(one.x - ship.x) + abs(one.y - ship.y) > FARTHEST:
                continue
            found = known.solution(ship, one.id, t.TRACKS[fitted.size])
            if not found or found.direction not in arc or endangers_friends(friends, ship, found.direction):
                continue
            kind = KINDS[one.type]
            x, y = one.x + one.dx * found.turns - ship.x, one.y + one.dy * found.turns - ship.y
            half = crossing_width(kind.base, one.heading, found.direction)
            factor = 1 + (found.turns >= t.LATE_SOLUTION)
            chance = hit_chance(one.type, one.setting, found.turns)
            yield _salvo(ship, group, one.id, one.id, math.hypot(x, y), half, factor, chance, worth_of(known, one))
        for contact in contacts:
            dx, dy = velocity(contact)
            x, y = contact.x + dx - ship.x, contact.y + dy - ship.y
            apart = math.hypot(x, y)
            direction = direction_to(x, y)
            if not t.ARMING <= apart <= t.ARMING + t.ARMED or direction not in arc:
                continue
            if endangers_friends(friends, ship, direction):
                continue
            course = direction_to(dx, dy) if dx or dy else direction + 36
            points, base, chance = UNKNOWN_WORTH, UNKNOWN_BASE, UNKNOWN_CHANCE
            if contact.types:
                type_ = contact.types[0]
                points, base = worth(known.scenario_key, known.seat, type_), KINDS[type_].base
                chance = hit_chance(type_, 1, 1)
            half = crossing_width(base, course, direction)
            yield _salvo(ship, group, direction, contact.id, apart, half, BLIND, chance, points)


def _salvo(
    ship: Ship,
    group: int,
    at: str | int,
    target: str,
    apart: float,
    half: float,
    factor: int,
    chance: float,
    worth_: float,
) -> Salvo:
    """The number and the spread that promise most."""
    loaded = ship.loaded[group]
    number = loaded if loaded <= 2 else min(MOST_AT_ONCE, (loaded + 1) // 2)
    if loaded == 3:
        number = 3
    hits, spread = max((crossings(apart, half, number, one, factor) * chance, one) for one in SPREADS)
    if number == 1:
        spread = 0
    return Salvo(worth_ * min(hits, 1.2), hits, group, at, target, number, spread)


def is_enough(known: Known, ship: Ship, salvo: Salvo) -> bool:
    """Whether a salvo promises enough to be launched now."""
    if known.turn > known.scenario.turns - LATE:
        return salvo.hits >= ENOUGH_LATE
    if is_beaten(ship) or ship.hull * 2 <= KINDS[ship.type].hull:
        return salvo.hits >= ENOUGH_WHEN_HURT
    if isinstance(salvo.at, int):
        return salvo.hits >= ENOUGH_BLIND
    return salvo.hits >= (ENOUGH_FOR_BIG if salvo.points >= A_BIG_HIT * salvo.hits else ENOUGH)
