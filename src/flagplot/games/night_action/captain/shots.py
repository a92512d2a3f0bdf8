"""The ships that torpedoes are worth: where they will be, from where they can be met, and how much they draw a boat."""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

from flagplot.games.night_action import tables as t
from flagplot.games.night_action.captain.poses import UNITS
from flagplot.games.night_action.captain.worth import hit_chance, worth, worth_of
from flagplot.games.night_action.geometry import CM
from flagplot.games.night_action.model.known import Contact, Known, Sighting
from flagplot.games.night_action.ships import KINDS, Tubes, tubes
from flagplot.games.night_action.state import Ship

MOST_SHOTS = 3
# Contacts of whom nothing is known
UNKNOWN_WORTH, UNKNOWN_BASE, UNKNOWN_CHANCE = 6.0, 3 * CM, 0.3
SLOW_CONTACT = 16 * CM  # a turn: merchantmen and their escorts
BLIND = 2  # times the launch error


class Shot(msgspec.Struct, frozen=True, order=True, gc=False):
    """A ship that a torpedo could meet: where, from what distances, and what a crossing track is worth."""

    x: float
    y: float
    nearest: float  # squares of distances
    farthest: float
    reach: int  # the farthest distance
    east: float  # her course
    south: float
    speed: float  # a turn
    half_base: float
    value: float
    chance: float  # that a track which crosses her strikes
    factor: int  # of the launch error

    @classmethod
    def at(
        cls, place: tuple[int, int], ranges: tuple[int, int], course: tuple[float, float], speed: float, base: int,
        value: float, chance: float, factor: int,
    ) -> Shot:  # fmt: skip
        """A shot from within a range of distances."""
        nearest, farthest = ranges
        return cls(
            float(place[0]), float(place[1]), float(nearest * nearest), float(farthest * farthest), farthest,
            *course, speed, base / 2, value, chance, factor,
        )  # fmt: skip


def moves_before_fire(known: Known, target: Sighting) -> int:
    """How often an enemy ship moves before the unit that moves now can fire or launch."""
    return (not target.has_moved) + (known.phase == "contacts")


def velocity(contact: Contact) -> tuple[int, int]:
    """How far east and south a contact went in its last move."""
    if len(contact.sighted) < 4:
        return 0, 0
    x1, y1, x2, y2 = contact.sighted[-4:]
    return x2 - x1, y2 - y1


def is_target(one: Sighting) -> bool:
    """Whether torpedoes can be meant for a ship: not for a battery, nor for a boat under way."""
    kind = KINDS[one.type]
    return not kind.is_battery and (kind.class_ > 1 or not one.setting)


def is_slow(contact: Contact) -> bool:
    """Whether a contact was seen to move as slowly as merchantmen and their escorts do."""
    return len(contact.sighted) >= 4 and math.hypot(*velocity(contact)) <= SLOW_CONTACT


def shots_at(known: Known, leader: Ship, armed: Ship, seen: Sequence[Sighting]) -> tuple[Shot, ...]:
    """The ships that torpedoes are worth: seen ones, and slow contacts."""
    found: list[tuple[float, Shot]] = []
    size = first_tubes(armed).size
    for one in seen:
        kind = KINDS[one.type]
        if not is_target(one):
            continue
        moves = moves_before_fire(known, one)
        course = UNITS[one.heading]
        for turns in (1, 2) if kind.class_ == 3 and t.TRACKS[size] > 1 else (1,):
            x, y = one.x + one.dx * (moves + turns), one.y + one.dy * (moves + turns)
            chance = hit_chance(one.type, one.setting, moves + turns)
            value = worth_of(known, one) * chance
            nearest, farthest = t.ARMING + t.ARMED * (turns - 1), t.ARMING + t.ARMED * turns
            speed = math.hypot(one.dx, one.dy)
            shot = Shot.at((x, y), (nearest + CM // 2, farthest), course, speed, kind.base, value, chance, 1)
            found.append((appeal_of(leader, x, y, value), shot))
    for contact in known.contacts():
        if not is_slow(contact):
            continue
        dx, dy = velocity(contact)
        length = math.hypot(dx, dy)
        moves = 1 + (known.phase == "contacts")
        x, y = contact.x + dx * moves, contact.y + dy * moves
        chance, points = UNKNOWN_CHANCE, UNKNOWN_WORTH
        if contact.types:
            type_ = contact.types[0]
            chance, points = hit_chance(type_, 1, moves), worth(known.scenario_key, known.seat, type_)
        value = points * chance
        course = (dx / length, dy / length) if length else (1.0, 0.0)
        ranges = t.ARMING, t.ARMING + t.ARMED
        shot = Shot.at((x, y), ranges, course, length, UNKNOWN_BASE, value, chance, BLIND)
        found.append((appeal_of(leader, x, y, value), shot))
    found.sort(reverse=True)
    return tuple(shot for _, shot in found[:MOST_SHOTS])


def first_tubes(ship: Ship) -> Tubes:
    """The first group of tubes of a ship that is loaded."""
    return tubes(next(text for text, loaded in zip(ship.torpedoes, ship.loaded, strict=True) if loaded > 0))


def appeal_of(ship: Ship, x: int, y: int, value: float) -> float:
    """How much a target draws a ship: its value by the way to it."""
    return value / (30 * CM + math.hypot(x - ship.x, y - ship.y))
