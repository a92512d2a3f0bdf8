"""The throws of a finished match: what could have come of each by the exact odds, what came, and what it was worth.

A throw is all dice and cards that fell between two decisions. Its odds are counted in the true position, so that fair
dice give every side 50 of 100 on average, however it plays and whatever is hidden from it. What a throw was worth is
its part of the luck of a stretch of the curve, in which several throws may have fallen.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flagplot.engine.odds import LEAF_LIMIT, Z95, Hindsight, Odds
from flagplot.players.estimates import Estimate, mean
from flagplot.players.retrace import Move, Retraced

SAMPLES = 300  # of a throw with more ways to fall than are counted
GOLDEN = (math.sqrt(5) - 1) / 2
ALIKE = 9  # digits after the point in which equally good outcomes agree
SHOWN = 5  # luckiest and unluckiest throws of a side


@dataclass(frozen=True, slots=True)
class Fall:
    """What could have come of a throw, and what came; good and bad are those of the side that threw."""

    outcome: str
    chance: float | None  # how likely that was, 0 if no sample came to it; None where only one thing is told
    is_exact: bool  # whether all ways to fall were counted, or a sample of them
    luck: float | None  # how often fair dice give worse, equally good counting half; None: all are equally good
    variance: float  # of that luck with fair dice
    expected: float | None  # what is counted in the outcomes, on average; None: not one thing is counted
    came: float | None
    counted: str  # the name of what is counted
    deviation: float  # by how much what came was better than the mean
    spread: float  # the standard deviation of that with fair dice


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell between two decisions: after which, what fell, by which odds, and what it was worth."""

    moment: int  # the choice after which they fell, or before which, if nobody decided
    until: int  # how many choices had been made when they had fallen
    seat: str  # who threw: the seat that had decided; empty where none had
    turn: str
    cause: str  # the decision
    rolls: tuple[str, ...]  # the first of them, in words
    count: int  # of all rolls
    fall: Fall | None  # None: its odds were not counted
    worth: Estimate  # to the first side
    among: int  # throws that share what was measured; 1: it was measured alone
    helped: str  # the side that it helped; empty where none of those that play


@dataclass(frozen=True, slots=True)
class Fortune:
    """How lucky the throws of a side were by the exact odds alone, and which of them were worth most and least."""

    side: str
    name: str
    throws: int
    judged: int  # whose odds were counted exactly, and tell good from bad
    luck: float  # their mean, 0.5 with fair dice
    margin: float  # within which 95 of 100 games with fair dice stay, to either side of 0.5
    luckiest: tuple[int, ...]  # moments of throws, the luckiest first
    unluckiest: tuple[int, ...]

    @property
    def fair(self) -> tuple[int, int]:
        """From where to where the luck of fair dice lies in 95 of 100 games, of 100."""
        return round(100 * max(0.0, 0.5 - self.margin)), round(100 * min(1.0, 0.5 + self.margin))

    @property
    def verdict(self) -> str:
        """Whether the dice were kind, unkind, or as expected, by the figures as they are told."""
        low, high = self.fair
        luck = round(100 * self.luck)
        return "unkind" if luck < low else "kind" if luck > high else "as expected"


Counted = dict[int, Fall | None]  # by the number of the move after which the dice fell; None: it has no odds


# Counting


def count_throws(past: Retraced, counted: Counted, most: int | None = None) -> Iterator[None]:
    """Count the odds of throws, up to so many in all, with a pause after each; the findings are put into `counted`.

    The order knows nothing of what fell, so that the luck of those that were counted favours nobody.
    """
    for move in _evenly_spread(past.throws)[:most]:
        if move.number not in counted:
            counted[move.number] = _fall(past, move)
            yield


def _evenly_spread(moves: Sequence[Move]) -> list[Move]:
    """The moves in an order of which every beginning is spread evenly over the game."""
    order = sorted(range(len(moves)), key=lambda at: at * GOLDEN % 1)
    return [moves[at] for at in order]


def _fall(past: Retraced, move: Move) -> Fall | None:
    if move.decided == move.first:
        return None  # nobody had decided, so there is no option to count the odds of
    at = move.decided - 1
    return fall_of(past.at(at).hindsight(past.end.record.choices[at : move.past], LEAF_LIMIT, SAMPLES))


def fall_of(seen: Hindsight) -> Fall:
    """What fell, measured against the odds."""
    odds, outcome = seen.odds, seen.outcome
    steps = _steps_of(odds)
    tone = odds.tone(outcome) if outcome in odds else seen.judgement.tone
    middle = math.fsum(step * share for step, share in steps.items())
    spread = math.sqrt(math.fsum(share * (step - middle) ** 2 for step, share in steps.items()))
    differs = len(steps) > 1
    expected, counted = odds.mean or (None, "")
    return Fall(
        outcome,
        float(odds.get(outcome, 0)) if len(odds) > 1 else None,
        odds.exact,
        luck_of(steps, tone) if differs else None,
        variance_of_luck(steps),
        expected,
        float(seen.judgement.counted.get(counted, 0.0)) if counted else None,
        counted,
        tone - middle if differs else 0.0,
        spread if differs else 0.0,
    )


def _steps_of(odds: Odds) -> dict[float, float]:
    """How likely it is that something comes that is so good: outcomes that are equally good make one step."""
    steps: dict[float, Fraction] = {}
    for outcome, share in odds.items():
        tone = round(odds.tone(outcome), ALIKE)
        steps[tone] = steps.get(tone, Fraction(0)) + share
    return {tone: float(share) for tone, share in steps.items()}


def luck_of(steps: Mapping[float, float], tone: float) -> float:
    """The chance of something worse, and half that of something equally good (the mid-p value)."""
    came = round(tone, ALIKE)
    return math.fsum(share for step, share in steps.items() if step < came) + steps.get(came, 0.0) / 2


def variance_of_luck(steps: Mapping[float, float]) -> float:
    """The variance of the mid-p value with these odds: a twelfth, less what its steps take."""
    return max(0.0, 1 - math.fsum(share**3 for share in steps.values())) / 12


# What throws were worth


def share_out(luck: Estimate, falls: Sequence[tuple[float, float]]) -> list[Estimate]:
    """Share the luck of a stretch out over its throws, each told by its deviation and spread; the parts add up to it.

    Throws of which nothing is known (spread 0) have an even part. The others share theirs in proportion to their
    deviations, if all point where the luck does. Else what those do not explain is shared out by the spread, so that
    throws which cancel each other out get no giant opposite parts.
    """
    known = [spread for _, spread in falls if spread]
    usual = math.fsum(known) / len(known) if known else 1.0
    weights = [spread or usual for _, spread in falls]
    whole, of_known = math.fsum(weights), math.fsum(known)
    theirs = luck.value * of_known / whole if falls else 0.0
    off = math.fsum(abs(deviation) for deviation, _ in falls)
    explained = [abs(theirs) * (deviation / off) if off else 0.0 for deviation, _ in falls]
    left = theirs - math.fsum(explained)
    return [
        Estimate(
            part + left * (weight / of_known) if spread else luck.value * (weight / whole),
            luck.margin * math.sqrt(weight / whole),
        )
        for (_, spread), weight, part in zip(falls, weights, explained, strict=True)
    ]


def fortune_of(side: str, name: str, throws: Sequence[Throw], sign: int) -> Fortune:
    """The luck of a side's own throws; `sign` is 1 for the side whose chances throws are told in, else -1."""
    exact = [one.fall for one in throws if one.fall and one.fall.is_exact]
    lucks = [one.luck for one in exact if one.luck is not None]
    n = len(lucks)
    return Fortune(
        side,
        name,
        len(throws),
        n,
        mean(lucks),
        Z95 * math.sqrt(math.fsum(one.variance for one in exact)) / n if n else 0.5,
        _most(throws, sign, 1),
        _most(throws, sign, -1),
    )


def _most(throws: Sequence[Throw], sign: int, better: int) -> tuple[int, ...]:
    """The throws that were worth most to a side, or least, by points and then by how far they were off the odds.

    Where the odds tell good from bad the mean and the percentile must say the same; else its worth must be clear.
    """
    found = []
    for throw in throws:
        worth, fall = throw.worth.times(sign * better), throw.fall
        points, off = round(100 * worth.value), better * fall.deviation if fall else 0.0
        if fall is None or fall.luck is None:
            is_shown = worth.is_clear
        else:
            is_shown = points >= 0 and off > 0 and better * (fall.luck - 0.5) > 0
        if is_shown:
            found.append((-points, -off, throw.moment))
    return tuple(moment for _, _, moment in sorted(found)[:SHOWN])
