"""What U-boats in an area may expect of a month, exactly over the dice: the arithmetic behind the captain's plan."""

from __future__ import annotations

from collections import defaultdict
from functools import cache
from typing import NamedTuple

from flagplot.engine.words import total
from flagplot.games.atlantic_wolves import tables as t
from flagplot.games.atlantic_wolves.rules.combat import crowding

FACES = range(1, 7)
MOST_TONS = t.HIGH_COLUMN.rows[-1].tons  # of one attack

# Which square gives up a boat when you may choose, by whether the area has attacked this month. Before the attack the
# boats that sink least go first; after it the exposed ones, because the next die would find them again.
EXPENDABLE = {False: (t.SHADOW, t.NORMAL, t.AGGRESSIVE), True: (t.AGGRESSIVE, t.NORMAL, t.SHADOW)}

# How many boats are in the aggressive, the normal and the shadow square.
Formation = tuple[int, int, int]
NOBODY: Formation = (0, 0, 0)


class Waters(NamedTuple):
    """What an area holds in store for the boats that sail there."""

    high: bool  # the column of the German Attack Table
    limit: int  # tons
    modifier: int  # of every plain boat's attack this month
    happy_hunting: bool
    hunters_before: int  # ASW dice before the attacks
    hunters_after: int
    superior: bool  # ATA 6 or more: Hits are worse
    crowding_cap: bool


class Prospect(NamedTuple):
    """What a formation may expect on average."""

    tons: float
    sunk: float  # boats lost
    convoy: float  # the chance to roll what sinks a Convoy
    guards: float  # boats still there when the month ends


@cache
def prospect(waters: Waters, formation: Formation) -> Prospect:
    """Hunted, attacking, hunted again, in the order of the month."""
    return _hunted_first(waters, formation, waters.hunters_before)


@cache
def _hunted_first(waters: Waters, formation: Formation, dice: int) -> Prospect:
    if dice == 0 or formation == NOBODY:
        sunk, guards = hunted_last(formation, waters.hunters_after, waters.superior, waters.crowding_cap)
        return Prospect(attacking(waters, formation), sunk, convoy_chance(formation, waters.modifier), guards)
    tons = lost = convoy = guards = 0.0
    for chance, left, sunk in asw_die(formation, waters.superior, waters.crowding_cap, attacked=False):
        then = _hunted_first(waters, left, dice - 1)
        tons += chance * then.tons
        lost += chance * (sunk + then.sunk)
        convoy += chance * then.convoy
        guards += chance * then.guards
    return Prospect(tons, lost, convoy, guards)


# Attacks (AW-ATK-01)


def attacking(waters: Waters, formation: Formation) -> float:
    """The tons of a whole area: what its boats sink, with the +2 of Happy Hunting for one aggressive boat."""
    tons = expected_tons(waters.high, formation, False, waters.limit, waters.modifier)
    if waters.happy_hunting and formation != NOBODY:
        bold: Formation = (1, 0, 0)
        plain = expected_tons(waters.high, bold, False, waters.limit, waters.modifier)
        lucky = expected_tons(waters.high, bold, False, waters.limit, waters.modifier + t.HAPPY_HUNTING_BONUS.value)
        tons = min(waters.limit, tons + lucky - plain)
    return tons


def expected_tons(high: bool, formation: Formation, scatter: bool, room: int, modifier: int) -> float:
    """What the boats sink: the aggressive ones attack first, because they scatter the shipping for the others."""
    return _expected_tons(high, formation, scatter, min(room, MOST_TONS * sum(formation)), modifier)


@cache
def _expected_tons(high: bool, formation: Formation, scatter: bool, room: int, modifier: int) -> float:
    if room <= 0 or formation == NOBODY:
        return 0.0
    square, rest = first_to_attack(formation)
    tons = 0.0
    for row in attack_rows(high, square, scatter, modifier):
        sunk = min(row.tons, room)
        tons += sunk + _expected_tons(high, rest, scatter or square in row.scatters_from, room - sunk, modifier)
    return tons / len(FACES)


@cache
def convoy_chance(formation: Formation, modifier: int, scatter: bool = False) -> float:
    """The chance that one boat at least rolls what sinks a Convoy (AW-ATK-06)."""
    if formation == NOBODY:
        return 0.0
    square, rest = first_to_attack(formation)
    chance = 0.0
    for row in attack_rows(True, square, scatter, modifier):
        if row.sinks_convoy:
            chance += 1
        else:
            chance += convoy_chance(rest, modifier, scatter or square in row.scatters_from)
    return chance / len(FACES)


def first_to_attack(formation: Formation) -> tuple[str, Formation]:
    """The square that attacks next, and the boats that follow it."""
    aggressive, normal, shadow = formation
    if aggressive:
        return t.AGGRESSIVE, (aggressive - 1, normal, shadow)
    if normal:
        return t.NORMAL, (0, normal - 1, shadow)
    return t.SHADOW, (0, 0, shadow - 1)


@cache
def attack_rows(high: bool, square: str, scatter: bool, modifier: int) -> tuple[t.Attack, ...]:
    """The six results of a plain boat's attack from a square."""
    chart = t.HIGH_COLUMN if high else t.LOW_COLUMN
    modifier += total((t.IN_SQUARE_SCATTERED if scatter else t.IN_SQUARE)[square])
    return tuple(chart[face + modifier] for face in FACES)


# ASW (AW-ASW-01, AW-HIT-01)


@cache
def hunted_last(formation: Formation, dice: int, superior: bool, crowding_cap: bool) -> tuple[float, float]:
    """The boats sunk and the boats that stay, after so many ASW dice that follow the attacks."""
    if dice == 0 or formation == NOBODY:
        return 0.0, float(sum(formation))
    lost = stayed = 0.0
    for chance, left, sunk in asw_die(formation, superior, crowding_cap, attacked=True):
        more, guards = hunted_last(left, dice - 1, superior, crowding_cap)
        lost += chance * (sunk + more)
        stayed += chance * guards
    return lost, stayed


@cache
def asw_die(
    formation: Formation, superior: bool, crowding_cap: bool, attacked: bool
) -> tuple[tuple[float, Formation, int], ...]:
    """What one ASW die may do: the chance, the boats left, and how many were sunk."""
    outcomes: defaultdict[tuple[Formation, int], float] = defaultdict(float)
    modifier = asw_modifier(formation, crowding_cap)
    for face in FACES:
        result = t.ASW_TABLE[face + modifier]
        if result == t.HIT:
            for hit_face in FACES:
                row = t.HIT_TABLE[hit_face + (total(t.SUPERIOR_ASW) if superior else 0)]
                left = _without(formation, max(1, row.sunk), row.squares, attacked)
                sunk = sum(formation) - sum(left) if row.sunk else 0
                outcomes[left, sunk] += 1 / 36
        else:
            left = _without(formation, 1, t.SQUARES, attacked) if result == t.DRIVEN_BACK else formation
            outcomes[left, 0] += 1 / 6
    return tuple((chance, left, sunk) for (left, sunk), chance in outcomes.items())


@cache
def asw_modifier(formation: Formation, crowding_cap: bool) -> int:
    """How much the crowding of a formation helps those who hunt it (AW-ASW-03)."""
    aggressive, normal, _ = formation
    return total(crowding(aggressive, normal, crowding_cap))


def _without(formation: Formation, boats: int, squares: tuple[str, ...], attacked: bool) -> Formation:
    """The formation after giving up so many boats, as far as there are any in these squares."""
    left = list(formation)
    for square in EXPENDABLE[attacked]:
        if square in squares:
            given = min(boats, left[t.SQUARES.index(square)])
            left[t.SQUARES.index(square)] -= given
            boats -= given
    aggressive, normal, shadow = left
    return aggressive, normal, shadow
