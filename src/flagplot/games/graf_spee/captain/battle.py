"""The captain in combat: what a fight promises and costs, at whom to fire, and what a hit may take.

The figures of a fight were fitted to some hundred combats fought out with many dice.
"""

from __future__ import annotations

import functools
from math import comb, exp
from typing import NamedTuple

import msgspec

from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee.captain.worth import LOSSES, Stakes, loss_of
from flagplot.games.graf_spee.model.battle import rating
from flagplot.games.graf_spee.model.royal_navy import cup_of
from flagplot.games.graf_spee.rules.contact import can_break_off
from flagplot.games.graf_spee.state import Battle, Ship, State

FACES = 6
MARKERS_IN_ALL = sum(t.MARKERS.damaged.values())
WORTH_OF_A_DIE = 1.1  # what an Allied die still to be thrown costs
WORTH_OF_AMMO = 1.0

# What a fight brings and costs, by who has the First Salvo
EVERY_HIT = {t.GERMAN: 0.25, t.ALLIED: 0.31}  # of the worth of a hit
FIRST_HITS = {t.GERMAN: 0.80, t.ALLIED: 0.70}  # more, as long as there is a ship for each
SILENCED = 0.4  # of an Allied ship's fire, by a hit on her
BLOWS = {t.GERMAN: 1.0, t.ALLIED: 1.25}  # hits on us, of those that the remaining dice promise
# What each of them costs on the average, in points of a department, by its place in a Condition
EVERY_BLOW = (
    (0, t.HULL, 0.40), (1, t.ENGINES, 0.36), (2, t.PRIMARY, 0.07), (3, t.SECONDARY, 0.07), (4, t.LEADERSHIP, 0.05),
)  # fmt: skip
HULL_BY_BLOW = (0.19, 0.09, 0.045)  # how often a blow takes one, two, three points of hull
STEPS_OF_A_BLOW, MANY_BLOWS, WORN_OUT = 4, 3.0, 0.12
ESCAPES = 0.5  # how often unknown ships let one break off


class Foe(NamedTuple):
    """Allied ships as an opponent: their armour and worth on the average, and their dice together."""

    ships: int
    armor: float
    worth: float  # of a hit, in victory points
    dice: float
    carrier: float  # how likely one is among them


class Fight(msgspec.Struct, frozen=True, gc=False):  # which is made faster than a NamedTuple
    """What a combat, or the chance of one, promises: points, the chance to lose the ship, and the worth of it all."""

    points: float
    lost: float
    worth: float


def _worth_in_points(name: str) -> float:
    points = t.VICTORY_POINTS.ship[t.ALLIED_SHIPS[name].type]
    return (t.MARKERS.damaged[t.SUNK] * points.sunk + t.MARKERS.damaged[t.CRIPPLED] * points.crippled) / MARKERS_IN_ALL


# The armour of each Allied ship, the worth of a hit on her, and her dice
FOES = {
    name: (ship.armor, _worth_in_points(name), sum(ship.ratings) + ship.air) for name, ship in t.ALLIED_SHIPS.items()
}


@functools.lru_cache(maxsize=2**12)
def foe_of(known: tuple[str, ...], hidden: int, cup: tuple[str, ...]) -> Foe:
    """The ships of a station; those face down count as the average of those that they may be."""
    ships = len(known) + hidden
    if not ships:
        return Foe(0, 0.0, 0.0, 0.0, 0.0)
    armor = worth = dice = 0.0
    for name in known:
        its_armor, its_worth, its_dice = FOES[name]
        armor += its_armor
        worth += its_worth
        dice += its_dice
    if hidden:
        share = hidden / len(cup)
        for name in cup:
            its_armor, its_worth, its_dice = FOES[name]
            armor += its_armor * share
            worth += its_worth * share
            dice += its_dice * share
    return Foe(ships, armor / ships, worth / ships, dice, chance_of_carrier(known, hidden, cup))


def chance_of_carrier(known: tuple[str, ...], hidden: int, cup: tuple[str, ...]) -> float:
    """How likely a carrier is among ships of which so many lie face down."""
    if not t.CARRIERS.isdisjoint(known):
        return 1.0
    others = len(cup) - len(t.CARRIERS.intersection(cup))
    return 1 - comb(others, hidden) / comb(len(cup), hidden) if hidden else 0.0


def foe_at(state: State, station: str) -> Foe:
    """The ships of a station."""
    hidden = state.face_down.get(station, 0)
    cup = tuple(cup_of(state, station)) if hidden else ()
    return foe_of(tuple(state.stations.get(station, ())), hidden, cup)


class Condition(NamedTuple):
    """A German ship as far as a fight goes."""

    hull: int
    engines: int
    primary: int
    secondary: int
    leadership: int
    tertiary: int
    torpedo: int
    ammo: int
    gunners: int  # kinds of cargo that help every gun


def condition_of(ship: Ship) -> Condition:
    """A ship as she is now."""
    gunners = (t.RESERVE_CREW in ship.cargo) + (t.RANGE_FINDER in ship.cargo)
    return Condition(
        ship.hull, ship.engines, ship.primary, ship.secondary, ship.leadership,
        ship.tertiary, ship.torpedo, ship.ammo, gunners,
    )  # fmt: skip


# What a fight promises


def fights(condition: Condition, foe: Foe, stakes: Stakes, is_demanded: bool) -> tuple[Fight, Fight]:
    """What a combat with these ships promises if we, and if they, have the First Salvo; the order may want it."""
    bonus = stakes.leadership + (stakes.beaten if is_demanded else 0.0)
    ours, theirs = _fights(condition, stakes.reserve, foe)
    return _weighed(ours, stakes, bonus), _weighed(theirs, stakes, bonus)


def _weighed(fight: tuple[float, float, float], stakes: Stakes, bonus: float) -> Fight:
    points, lost, harm = fight
    return Fight(points, lost, stakes.of_points(points) - stakes.ship * lost - stakes.harm * harm + bonus)


@functools.lru_cache(maxsize=2**15)
def _fights(condition: Condition, reserve: int, foe: Foe) -> list[tuple[float, float, float]]:
    """The points, the chance to lose the ship and the harm to her otherwise; first if we have the First Salvo."""
    hits, spent = hits_on(condition, condition.ammo - reserve if condition.ammo > reserve else 0, foe)
    fire = foe.dice / FACES / (1 + SILENCED * hits / foe.ships)
    ammo = loss_of(t.AMMO, condition.ammo, spent)
    found = []
    for first in (t.GERMAN, t.ALLIED):
        points = foe.worth * (EVERY_HIT[first] * hits + FIRST_HITS[first] * min(hits, foe.ships))
        lost, harm = toll(condition, BLOWS[first] * fire)
        found.append((points, lost, harm + ammo))
    return found


def toll(levels: tuple[int, ...], blows: float) -> tuple[float, float]:
    """The chance that so many hits on the average sink a ship, and what they cost one that stays afloat.

    `levels` begin with those of her hull, engines, primary and secondary guns and leadership.
    """
    harm = 0.0
    for place, department, share in EVERY_BLOW:
        harm += loss_of(department, levels[place], share * blows)
    return chance_of_loss(levels[0], blows), harm


@functools.lru_cache(maxsize=2**12)
def toll_of_blow(levels: tuple[int, ...]) -> tuple[float, float]:
    """The same for a single hit."""
    return toll(levels, 1.0)


def chance_of_loss(hull: int, blows: float) -> float:
    """How likely so many hits on the average sink a ship; when they are many, her engines take no more of them."""
    worn = 1 + WORN_OUT * (blows - MANY_BLOWS) if blows > MANY_BLOWS else 1
    return _chance_of_loss(hull, round(STEPS_OF_A_BLOW * blows * worn))


@functools.cache
def _chance_of_loss(hull: int, steps: int) -> float:
    """By Panjer's recursion, the number of hits being Poisson distributed."""
    blows = steps / STEPS_OF_A_BLOW
    lost = [exp(-blows * sum(HULL_BY_BLOW))]
    for points in range(1, hull):
        worse = [n * share * lost[points - n] for n, share in enumerate(HULL_BY_BLOW, 1) if n <= points]
        lost.append(blows / points * sum(worse))
    return 1 - sum(lost)


def hits_on(condition: Condition, ammo: int, foe: Foe) -> tuple[float, int]:
    """How many hits a ship may score in all four steps, with maximum fire, and the ammunition for it."""
    aim = condition.leadership + condition.gunners - foe.armor
    dice, left = 0.0, ammo
    for gun in (condition.primary, condition.secondary):
        if gun and left:
            spent = left if left < t.MAXIMUM_FIRE_AMMO else t.MAXIMUM_FIRE_AMMO
            if gun * spent + aim > 0:
                dice += gun * spent + aim
            left -= spent
    if condition.tertiary and condition.tertiary + aim > 0:
        dice += condition.tertiary + aim
    if condition.torpedo:
        dice += condition.torpedo + condition.leadership
    return dice / FACES, ammo - left


def stays_in_contact(state: State, ship: Ship, space: str, station: str) -> float:
    """How likely a ship with the First Salvo that wants to break off cannot do so."""
    if not can_break_off(state, ship, space, state.stations.get(station, ()), t.GERMAN):
        return 1.0
    return 1 - ESCAPES if state.face_down.get(station) else 0.0


@functools.lru_cache(maxsize=2**10)
def first_salvos(modifier: int, carrier: float) -> tuple[float, float]:
    """How likely the Germans, and the Allies, are to have the First Salvo; otherwise there is no contact.

    `modifier` is what is added to the contact roll if no carrier is there, `carrier` is how likely one is.
    """
    german, allied = _first_salvos(modifier)
    if carrier:
        with_carrier = _first_salvos(modifier + t.CARRIER_PRESENT.value)
        german += carrier * (with_carrier[0] - german)
        allied += carrier * (with_carrier[1] - allied)
    return german, allied


def _first_salvos(modifier: int) -> tuple[float, float]:
    rows = [t.CONTACT_CHART[face + modifier] for face in range(1, FACES + 1)]
    return rows.count(t.GERMAN) / FACES, rows.count(t.ALLIED) / FACES


# At whom to fire


def promise(dice: int, hit: float, ammo: int) -> float:
    """What a fire promises: points, and Allied dice that will not be thrown, less its ammunition."""
    return dice / FACES * hit - WORTH_OF_AMMO * ammo


def worth_of_hit(battle: Battle, target: str, step: str) -> float:
    """What a hit on an Allied ship is worth, by the mix of damaged markers."""
    points = t.VICTORY_POINTS.ship[t.ALLIED_SHIPS[target].type]
    silenced = WORTH_OF_A_DIE * dice_to_come(battle, target, step)
    is_crippled = target in battle.crippled
    worth = t.MARKERS.damaged[t.SUNK] * (points.sunk - points.crippled * is_crippled + silenced)
    worth += t.MARKERS.damaged[t.CRIPPLED] * (0.0 if is_crippled else points.crippled + silenced / 2)
    worth += t.MARKERS.damaged[t.RETREATS] * silenced
    return worth / MARKERS_IN_ALL


def dice_to_come(battle: Battle, name: str, step: str) -> int:
    """The dice that an Allied ship will still throw in a combat, when the Germans fire in this step."""
    begin = t.STEPS.index(step) if battle.first == t.GERMAN else t.STEPS.index(step) + 1
    dice = 0
    for later in t.STEPS[begin:]:
        dice += rating(battle, name, later)
    return dice + t.ALLIED_SHIPS[name].air if name in battle.air else dice


# What a hit may take


def cost_of_share(ship: Ship, points: int, share: int) -> float:
    """What a critical hit costs if the engines take so much of it."""
    hull, engines = max(0, ship.hull - (points - share)), ship.engines - share
    return LOSSES[t.HULL][hull] + LOSSES[t.ENGINES][engines]
