"""What dice and fleets can be expected to do.

A fleet's weight is its bodies times its dice: each side takes ships away from the other in proportion to its dice, and
lasts in proportion to its bodies. Over tens of thousands of simulated battles that product told who keeps the area
almost alone, along a steep curve.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from math import comb

from flagplot.games.sea_control import tables as t

FACES = 6
SHARPNESS = 3.4  # of a battle between fleets that are known (fitted to simulated battles)
BLIND_SHARPNESS = 1.7  # the same when one of them is a number of blocks: what is hidden blurs the odds
AIR_SHARE = 0.6  # an air strike comes first but once, a gun fires in two rounds or so


def _body(hit: int, sp: int) -> float:
    """How long a ship lasts under fire, in dice: a 1 disables it, and `sp` hits sink it."""
    return 1 / (1 / FACES + (FACES + 1 - hit) / FACES / sp)


_FULL_BODY = _body(6, 4)
_BODIES = {
    key: (0.0, *[_body(unit.hit, sp) / _FULL_BODY for sp in range(1, unit.sp + 1)])
    for key, unit in t.UNITS.items()
    if unit.kind in (t.BATTLESHIP, t.CRUISER)
}

# What a unit adds to the dice of its fleet in a battle
GUN_DICE: Mapping[str, float] = {
    key: float(unit.dice) if key in _BODIES else AIR_SHARE * unit.dice if unit.kind in (t.CARRIER, t.AIR) else 0.0
    for key, unit in t.UNITS.items()
}


def bodies(unit: str, sp: int) -> float:
    """What a unit adds to the bodies of its fleet: 1 for a sound battleship, nothing if it does not stand in line."""
    body = _BODIES.get(unit)
    return body[sp] if body else 0.0


def weight(units: Iterable[str], strength: Mapping[str, int]) -> float:
    """The weight of a fleet before a battle: its bodies times its dice, aircraft included."""
    body = dice = 0.0
    for unit in units:
        dice += GUN_DICE[unit]
        line = _BODIES.get(unit)
        if line:
            body += line[strength[unit]]
    return body * dice


def gun_weight(units: Iterable[str], strength: Mapping[str, int]) -> float:
    """The weight of a fleet between surface rounds: what flew has had its one strike (SC-AIR-01)."""
    body = dice = 0.0
    for unit in units:
        line = _BODIES.get(unit)
        if line:
            dice += GUN_DICE[unit]
            body += line[strength[unit]]
    return body * dice


def chance_to_hold(ours: float, theirs: float, sharpness: float = SHARPNESS) -> float:
    """The chance to keep an area with a fleet of one weight against one of another."""
    if theirs <= 0:
        return 1.0 if ours > 0 else 0.0
    if ours <= 0:
        return 0.0
    odds: float = (ours / theirs) ** sharpness
    return odds / (1 + odds)


@functools.cache
def volley(hit: int, sp: int, dice: int) -> tuple[float, float, float]:
    """What dice do to a ship: the chance that it sinks, the chance that it sinks or is disabled, the SP it loses."""
    sunk, staying, lost = 1.0, 0.0, float(sp)
    hurt, harmless = (FACES + 1 - hit) / FACES, (hit - 2) / FACES
    for hits in range(min(sp, dice + 1)):
        ways = comb(dice, hits) * hurt**hits
        chance = ways * (1 - hurt) ** (dice - hits)
        sunk -= chance
        lost -= chance * (sp - hits)
        staying += ways * harmless ** (dice - hits)
    return max(0.0, sunk), 1 - staying, lost


@functools.cache
def patrol(packs: int, hunters: int) -> tuple[float, float, float]:
    """U-boat packs hunted by dice: the chance that one is left, how many are left, how many are sunk."""
    if not packs:
        return 0.0, 0.0, 0.0
    any_left = left = sunk = 0.0
    for finds in range(hunters + 1):
        chance = comb(hunters, finds) * 2.0 ** (hunters - finds) / 3.0**hunters
        if finds < packs:
            any_left += chance
            left += chance * (packs - finds)
        sunk += chance * min(packs, finds / 2)  # of the finds half are sixes
    return any_left, left, sunk
