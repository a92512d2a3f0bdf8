"""The captain in combat: what a fight promises, at whom to fire, and what a hit may take.

The figures of a fight were fitted to some hundred combats fought out with many dice.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass
from math import comb

from flagplot.engine.words import total
from flagplot.games.graf_spee.captain_worth import LOSSES, SHIP_IN_A_MISSION, missing_points
from flagplot.games.graf_spee.contact import can_break_off, contact_modifiers
from flagplot.games.graf_spee.damage import rating
from flagplot.games.graf_spee.gunnery import MODES, firing_solution
from flagplot.games.graf_spee.royal_navy import cup_of
from flagplot.games.graf_spee.state import Battle, Ship, State
from flagplot.games.graf_spee.tables import (
    ALLIED,
    ALLIED_SHIPS,
    CARRIERS,
    CONTACT_CHART,
    CRIPPLED,
    ENGINES,
    GERMAN,
    GUN_CARGO,
    HULL,
    MARKERS,
    MAXIMUM_FIRE_AMMO,
    RETREATS,
    STEPS,
    SUNK,
    VICTORY_POINTS,
)

FACES = 6
MARKERS_IN_ALL = sum(MARKERS.damaged.values())
WORTH_OF_A_DIE = 1.1  # what an Allied die still to be thrown costs
WORTH_OF_AMMO = 1.0

# What a fight brings and costs, by who has the First Salvo
EVERY_HIT = {GERMAN: 0.25, ALLIED: 0.31}  # of the worth of a hit
FIRST_HITS = {GERMAN: 0.84, ALLIED: 0.68}  # more, as long as there is a ship for each
SILENCED = 0.4  # of an Allied ship's fire, by a hit on her
EVERY_BLOW = {GERMAN: 8.0, ALLIED: 9.5}
BLOW_ON_A_WRECK = {GERMAN: 1.1, ALLIED: 1.4}  # more for each point of hull that is gone already
ESCAPES = 0.6  # how often unknown ships let one break off


@dataclass(frozen=True, slots=True)
class Foe:
    """Allied ships as an opponent: how many, their armour and worth on the average, and their dice together."""

    ships: int
    armor: float
    worth: float  # of a hit, in victory points
    dice: float


def _worth_in_points(name: str) -> float:
    points = VICTORY_POINTS.ship[ALLIED_SHIPS[name].type]
    return (MARKERS.damaged[SUNK] * points.sunk + MARKERS.damaged[CRIPPLED] * points.crippled) / MARKERS_IN_ALL


WORTH = {name: _worth_in_points(name) for name in ALLIED_SHIPS}
DICE = {name: sum(ship.ratings) + ship.air for name, ship in ALLIED_SHIPS.items()}


@functools.lru_cache(maxsize=2**12)
def foe_of(known: tuple[str, ...], hidden: int, cup: tuple[str, ...]) -> Foe:
    """The ships of a station; those face down count as the average of those that they may be."""
    share = hidden / len(cup) if hidden else 0.0
    weights = [(name, 1.0) for name in known] + [(name, share) for name in cup if share]
    ships = len(known) + hidden
    if not ships:
        return Foe(0, 0.0, 0.0, 0.0)
    return Foe(
        ships,
        sum(ALLIED_SHIPS[name].armor * weight for name, weight in weights) / ships,
        sum(WORTH[name] * weight for name, weight in weights) / ships,
        sum(DICE[name] * weight for name, weight in weights),
    )


def foe_at(state: State, station: str) -> Foe:
    """The ships of a station."""
    hidden = state.face_down.get(station, 0)
    cup = tuple(cup_of(state, station)) if hidden else ()
    return foe_of(tuple(state.stations.get(station, ())), hidden, cup)


# What a fight promises


def worth_of_fight(state: State, ship: Ship, foe: Foe, hits: float, first: str) -> float:
    """Points that a combat with so many hits promises, less what it does to the ship."""
    points = foe.worth * (EVERY_HIT[first] * hits + FIRST_HITS[first] * min(hits, foe.ships))
    blows = foe.dice / FACES / (1 + SILENCED * hits / foe.ships)
    wounds = LOSSES[HULL].first + len(LOSSES[HULL].rows) - 1 - ship.hull
    loss = blows * (EVERY_BLOW[first] + BLOW_ON_A_WRECK[first] * wounds)
    if state.campaign:
        return points - loss
    return min(points, missing_points(state)) - SHIP_IN_A_MISSION * loss


def hits_on(ship: Ship, foe: Foe) -> float:
    """How many hits the ship may score in all four steps, with maximum fire as long as there is ammunition."""
    aim = ship.leadership - foe.armor
    for cargo in GUN_CARGO:
        if cargo in ship.cargo:
            aim += 1
    dice, ammo = 0.0, ship.ammo
    for gun in (ship.primary, ship.secondary):
        if gun and ammo:
            spent = min(ammo, MAXIMUM_FIRE_AMMO)
            dice += max(0.0, gun * spent + aim)
            ammo -= spent
    if ship.tertiary:
        dice += max(0.0, ship.tertiary + aim)
    if ship.torpedo:
        dice += ship.torpedo + ship.leadership
    return dice / FACES


def worth_of_meeting(state: State, ships: Sequence[Ship], space: str) -> float:
    """What it promises to sail into a space with Allied ships: the fight, or to break off where that can be."""
    foe = foe_at(state, space)
    ship = ships[0]
    hits = hits_on(ship, foe)
    if_first = {first: worth_of_fight(state, ship, foe, hits, first) for first in (GERMAN, ALLIED)}
    if if_first[GERMAN] < 0:
        if state.face_down.get(space):
            if_first[GERMAN] *= 1 - ESCAPES
        elif can_break_off(state, ship, space, state.stations[space], GERMAN):
            if_first[GERMAN] = 0.0
    carrier = chance_of_carrier(state, space)
    worth = 0.0
    for is_carrier, chance in ((True, carrier), (False, 1 - carrier)):
        if chance:
            salvos = first_salvos(total(contact_modifiers(state, ships, space, is_carrier)))
            worth += chance * sum(share * if_first[first] for first, share in salvos)
    return worth


@functools.cache
def first_salvos(modifier: int) -> tuple[tuple[str, float], ...]:
    """How likely either side is to have the First Salvo; otherwise there is no contact."""
    rows = [CONTACT_CHART[face + modifier] for face in range(1, FACES + 1)]
    return tuple((side, rows.count(side) / FACES) for side in (GERMAN, ALLIED))


def chance_of_carrier(state: State, space: str) -> float:
    """How likely a carrier is among the ships of a space."""
    if not CARRIERS.isdisjoint(state.stations.get(space, ())):
        return 1.0
    hidden = state.face_down.get(space, 0)
    if not hidden:
        return 0.0
    cup = cup_of(state, space)
    carriers = len(CARRIERS.intersection(cup))
    return 1 - comb(len(cup) - carriers, hidden) / comb(len(cup), hidden)


# At whom to fire


def best_aim(state: State, battle: Battle, ship: Ship, step: str, aims: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The fire that promises most: points, and Allied dice that will not be thrown, less its ammunition."""
    worth = {target: worth_of_hit(battle, target) for target in battle.allied}

    def promise(aim: tuple[str, str]) -> float:
        mode, target = aim
        dice = firing_solution(state, battle, ship, step, mode, target)
        return dice / FACES * worth[target] - WORTH_OF_AMMO * MODES[step][mode]

    return max(aims, key=promise)


def worth_of_hit(battle: Battle, target: str) -> float:
    """What a hit on an Allied ship is worth, by the mix of damaged markers."""
    points = VICTORY_POINTS.ship[ALLIED_SHIPS[target].type]
    silenced = WORTH_OF_A_DIE * dice_to_come(battle, target)
    is_crippled = target in battle.crippled
    worth = MARKERS.damaged[SUNK] * (points.sunk - points.crippled * is_crippled + silenced)
    worth += MARKERS.damaged[CRIPPLED] * (0.0 if is_crippled else points.crippled + silenced / 2)
    worth += MARKERS.damaged[RETREATS] * silenced
    return worth / MARKERS_IN_ALL


def dice_to_come(battle: Battle, name: str) -> int:
    """The dice that an Allied ship will still throw in this combat."""
    begin = battle.turn // 2 if battle.first == GERMAN else battle.turn // 2 + 1
    dice = 0
    for step in range(begin, len(STEPS)):
        dice += rating(battle, name, step)
    return dice + ALLIED_SHIPS[name].air if name in battle.air else dice


# What a hit may take


def best_engine_share(ship: Ship, points: int, shares: Sequence[int]) -> int:
    """How much of a critical hit the engines had better take."""

    def cost(share: int) -> float:
        hull, engines = max(0, ship.hull - (points - share)), ship.engines - share
        return LOSSES[HULL][hull] + LOSSES[ENGINES][engines]

    return min(shares, key=cost)
