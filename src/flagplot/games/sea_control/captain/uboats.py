"""Where the Axis captain sends his U-boat packs and the Luftwaffe, and why.

One pack in six goes to a convoy when one is at sea, and more would be worse: its escort and three dice of its own hunt.
In games between captains a hundred packs near a convoy spoiled the control of 16 areas, elsewhere of 30, and saw 7
convoys sunk, by whatever weapon, on turns 3 and 4, then 4. With a quarter of the packs at convoys the captain won as
often as now, with a third 8 games in a hundred fewer, with two in five 15 fewer.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from flagplot.engine import Advice
from flagplot.games.sea_control import tables as t
from flagplot.games.sea_control import words as say
from flagplot.games.sea_control.captain.battle import CONVOY_OUT, CONVOY_SP_LOST, CONVOY_SUNK
from flagplot.games.sea_control.captain.odds import patrol, volley
from flagplot.games.sea_control.captain.orders import runner_up
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.tempers import Temper
from flagplot.games.sea_control.captain.waters import Waters
from flagplot.games.sea_control.model.fleet import SUBMARINES
from flagplot.games.sea_control.model.known import Known

PACK_A_TURN = 0.15  # points that a U-boat pack is worth in each turn for which it is missing
OF_THREE = 3  # one of three packs is likely to be sunk
RAF_COMES = 0.8  # the chance that the RAF, which moves later, joins the hunt where it can
ROAD = {t.NORTH_ATLANTIC: 0.3, t.NORTH_SEA: 0.3}  # points that it is worth to close a sea to the Allies on their way
TORPEDO_DIE = 0.08  # points that a die of a U-boat is worth
IN_SUPPORT = 1.0  # and more where a battle hangs in the balance, by the chances of both sides
NO_SHARE = -1000.0  # of packs that cannot be shared out like this
CONVOY_HIT, CONVOY_SP = 4, 3  # of a sound convoy
LIKELY_CONVOY = 0.5  # from this chance on the reason names the convoy

LONE_STRIKE = 0.2  # points that an air strike is worth anywhere
STRIKE_AT_CONVOY = 1.0  # and at a convoy

HUNTED = (
    "About {hunters} dice hunt in the {area}: of {packs:pack} there one is left in {left:.0%} of cases, "
    "which is worth {worth:.1f} points in all."
)
AT_CONVOY = (
    "A convoy is in the {area} with a chance of {convoys:.0%} and about {hunters} dice hunt there: {packs:pack} "
    "are worth {worth:.1f} points, a sunk convoy among them."
)
TOO_MANY_HUNTERS = (
    "A pack that is sunk costs {price:.1f} points, and even in the {area}, where about {hunters} dice hunt, "
    "one more would not bring that."
)
STRIKE = (
    "In the {area} are {blocks:block} of the Allies; our ships there hold it in {chance:.0%} of cases, "
    "and the strike is worth {worth:.1f} points."
)
STRIKE_CONVOY = "Aircraft reach a convoy behind its escort, and the {area} has one with a chance of {convoys:.0%}."
NO_STRIKE = "No Allied block stands where the Luftwaffe can fly."


class Patrols(NamedTuple):
    """How many packs each area shall have, and the figures by which they were shared out."""

    shares: Mapping[str, int]
    worth: Mapping[str, Sequence[float]]  # of each number of packs in an area
    hunters: Mapping[str, int]
    convoys: Mapping[str, float]
    price: float


NO_PATROLS = Patrols({}, {}, {}, {}, 0.0)


def patrols(known: Known, sight: Sight, temper: Temper) -> Patrols:
    """How many U-boat packs each area shall have: the shares that are worth most together."""
    waters = Waters(known, sight, temper=temper)
    placed = {area: packs_in(known, area) for area in t.AREAS}
    packs = packs_in(known, t.OFF_BOARD) + sum(placed.values())
    price = pack_price(known, packs) * temper.pack_at_risk
    worths: dict[str, list[float]] = {}
    hunters: dict[str, int] = {}
    # For each number of packs the best shares among the areas looked at so far, and their worth
    best: list[tuple[float, tuple[int, ...]]] = [(0.0, ())] * (packs + 1)
    for area in t.AREAS:
        count, fleet = waters.blocks[area], waters.fleets[area]
        most = packs if count else placed[area]
        raf = RAF_COMES * t.UNITS[t.LAND_AIR[t.ALLIED]].dice if t.ALLIED in t.MAP.area[area].air else 0.0
        hunters[area] = round(fleet.hunt + raf)
        chance = waters.chance(area) if waters.ships[area] else 0.0
        worth = worths[area] = [0.0] * (most + 1)
        if count:
            for share in range(1, most + 1):
                worth[share] = temper.dear.get(area, 1.0) * patrol_worth(
                    known.turn, area, share, hunters[area], count, temper.convoys * fleet.convoys, chance, price
                )
        best = [best_share(best, worth, placed[area], min(most, number), number) for number in range(packs + 1)]
    shares = dict(zip(t.AREAS, max(best)[1], strict=True))
    return Patrols(shares, worths, hunters, {area: waters.fleets[area].convoys for area in t.AREAS}, price)


def best_share(
    best: Sequence[tuple[float, tuple[int, ...]]], worth: Sequence[float], least: int, most: int, number: int
) -> tuple[float, tuple[int, ...]]:
    """The best shares of a number of packs when one more area gets some of them; of equals those with more first."""
    total, found = NO_SHARE, (*best[0][1], 0)
    for share in range(least, most + 1):
        before, shares = best[number - share]
        value = before + worth[share]
        if share == least or value > total or (value == total and (*shares, share) > found):
            total, found = value, (*shares, share)
    return total, found


def packs_in(known: Known, place: str) -> int:
    """How many U-boat packs are in a place."""
    return sum([unit in SUBMARINES for unit in known.own(place)])


def next_patrol(known: Known, plan: Patrols, options: Sequence[str]) -> Advice:
    """Where the next U-boat pack goes; the runner-up is where one more would be worth most."""
    found, rival, most = say.KEEP, say.KEEP, NO_SHARE
    for area, share in plan.shares.items():
        if area in options:
            if found == say.KEEP and packs_in(known, area) < share:
                found = area
            else:
                more = (
                    plan.worth[area][share + 1] - plan.worth[area][share] if share + 1 < len(plan.worth[area]) else -1.0
                )
                if more > most:
                    most, rival = more, area
    area = found if found != say.KEEP else rival
    figures = {"area": area, "hunters": plan.hunters[area], "price": plan.price}
    if found == say.KEEP:
        return Advice(say.KEEP, TOO_MANY_HUNTERS, figures, rival)
    share, convoys = plan.shares[area], plan.convoys[area]
    figures |= {
        "packs": share,
        "left": patrol(share, plan.hunters[area])[0],
        "worth": plan.worth[area][share],
        "convoys": min(1.0, convoys),
    }
    return Advice(found, AT_CONVOY if convoys >= LIKELY_CONVOY else HUNTED, figures, rival)


def pack_price(known: Known, packs: int) -> float:
    """What a sunk pack costs: the turns until it can come back, if any slot is left for it (SC-AMB-03)."""
    left = t.LAST_TURN - known.turn
    taken = [turn for unit, turn in known.due.items() if unit in SUBMARINES]
    missed: list[int] = []
    for turn in t.RETURN_SLOTS:
        if turn >= known.turn + known.options.uboat_return_delay:
            missed += [turn - known.turn - 1] * (known.options.uboat_returns_a_turn - taken.count(turn))
    likely = max(1, packs // OF_THREE)
    missed = (missed + [left] * likely)[:likely]
    return PACK_A_TURN * sum(missed) / likely


def patrol_worth(
    turn: int, area: str, packs: int, hunters: int, targets: int, convoys: float, chance: float, price: float
) -> float:
    """What packs in an area are worth when `hunters` dice hunt them, given the fleet's chance to take it anyway."""
    any_left, left, sunk = patrol(packs, hunters)
    road = ROAD.get(area, 0.0) if turn < t.LAST_TURN else 0.0
    spoiled = any_left * (1 - chance) * (t.MAP.area[area].vp[t.ALLIED] + road)
    dice = min(left, targets) * t.SUBMARINE_DICE[turn]
    torpedoes = dice * (TORPEDO_DIE + IN_SUPPORT * chance * (1 - chance))
    if convoys > 0:
        torpedoes += min(1.0, convoys) * max(0.0, convoy_worth(dice) - torpedoes)
    return spoiled + torpedoes - sunk * price


def convoy_worth(dice: float) -> float:
    """What dice at a convoy are worth; between two whole numbers of dice it is in proportion."""
    low = int(dice)
    share = dice - low
    return (1 - share) * _convoy_worth(low) + share * _convoy_worth(low + 1)


@functools.cache
def _convoy_worth(dice: int) -> float:
    sunk, gone, lost = volley(CONVOY_HIT, CONVOY_SP, dice)
    return sunk * CONVOY_SUNK + gone * CONVOY_OUT + lost * CONVOY_SP_LOST


# The Luftwaffe


def air_support(known: Known, sight: Sight, options: Sequence[str]) -> Advice:
    """Where the Luftwaffe does most: over a convoy, else where a battle hangs in the balance."""
    in_reach = [area for area in t.AREAS if area in options]
    waters = Waters(known, sight, in_reach)
    ranked = [(0.0, say.KEEP)]
    for area in in_reach:
        if waters.blocks[area]:
            chance = waters.chance(area) if waters.ships[area] else 0.0
            convoys = waters.fleets[area].convoys
            ranked.append((LONE_STRIKE + chance * (1 - chance) * waters.prize[area] + STRIKE_AT_CONVOY * convoys, area))
    ranked.sort(key=lambda one: -one[0])
    worth, area = ranked[0]
    if area == say.KEEP:
        return Advice(say.KEEP, NO_STRIKE, {}, runner_up(options, say.KEEP))
    convoys = min(1.0, waters.fleets[area].convoys)
    figures = {
        "area": area,
        "blocks": waters.blocks[area],
        "chance": waters.chance(area) if waters.ships[area] else 0.0,
        "worth": worth,
        "convoys": convoys,
    }
    return Advice(area, STRIKE_CONVOY if convoys >= LIKELY_CONVOY else STRIKE, figures, ranked[1][1])
