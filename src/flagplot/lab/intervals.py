"""Confidence intervals: of means, of shares, of paired differences, and of a run that looks at its results on the way.

Shares have Wilson's interval. A paired difference of shares has Bonett and Price's: the adjusted Wald interval, which
stays honest when no pair differs. Paired differences of means have Student's.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import NormalDist
from typing import NamedTuple

from flagplot.engine.odds import Z95

ERROR = 0.05  # what may go wrong in all looks together
FIRST_LOOK = 100  # pairs; each look after it has twice as many


@dataclass(frozen=True, slots=True)
class Metric:
    """The mean of a figure over all games, and the half width of its 95 per cent interval."""

    mean: float
    ci95: float


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate and how far off it may be to either side."""

    estimate: float
    low: float
    high: float

    @property
    def excludes_zero(self) -> bool:
        return self.low > 0 or self.high < 0

    def lies_within(self, margin: float) -> bool:
        """Whether it is certain that the truth is nearer to zero than the margin."""
        return -margin < self.low and self.high < margin


@dataclass(frozen=True, slots=True)
class Spread:
    """How a figure is spread over games: the values below which 5, 25, 50, 75 and 95 per cent of them lie."""

    p5: float
    p25: float
    p50: float
    p75: float
    p95: float


def mean_with_interval(values: Sequence[float]) -> Metric:
    """The mean and the half width of its 95 per cent interval."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Metric(mean, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Metric(mean, Z95 * math.sqrt(variance / n))


def wilson_half_width(wins: float, n: int) -> float:
    """Half the width of Wilson's 95 per cent interval, which stays honest when nobody or everybody wins."""
    share = wins / n
    spread = math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    return Z95 * spread / (1 + Z95**2 / n)


def wilson(wins: float, n: int) -> Interval:
    """A share with Wilson's 95 per cent interval."""
    share, half = wins / n, wilson_half_width(wins, n)
    middle = (share + Z95**2 / (2 * n)) / (1 + Z95**2 / n)
    return Interval(share, max(0.0, middle - half), min(1.0, middle + half))


def mean(values: Sequence[float]) -> Interval:
    """A mean with its 95 per cent interval."""
    metric = mean_with_interval(values)
    return Interval(metric.mean, metric.mean - metric.ci95, metric.mean + metric.ci95)


def spread_of(values: Sequence[float]) -> Spread:
    """The percentiles of values, each one of them."""
    ordered = sorted(values)
    return Spread(*(ordered[round(share * (len(ordered) - 1))] for share in (0.05, 0.25, 0.5, 0.75, 0.95)))


# Paired differences


def paired_shares(first_only: int, second_only: int, pairs: int, error: float = ERROR) -> Interval:
    """The difference of two shares, first less second, from the pairs in which only one of them has it."""
    estimate = (first_only - second_only) / pairs
    one, other = (first_only + 1) / (pairs + 2), (second_only + 1) / (pairs + 2)
    half = _z(error) * math.sqrt((one + other - (one - other) ** 2) / (pairs + 2))
    return Interval(estimate, max(-1.0, one - other - half), min(1.0, one - other + half))


def paired_means(differences: Sequence[float], error: float = ERROR) -> Interval:
    """The mean of paired differences."""
    n = len(differences)
    estimate = math.fsum(differences) / n
    if n == 1:
        return Interval(estimate, -math.inf, math.inf)
    variance = math.fsum((value - estimate) ** 2 for value in differences) / (n - 1)
    half = _t(error, n - 1) * math.sqrt(variance / n)
    return Interval(estimate, estimate - half, estimate + half)


@functools.cache
def _z(error: float) -> float:
    """How many standard deviations to either side leave out that much."""
    return NormalDist().inv_cdf(1 - error / 2)


@functools.cache
def _t(error: float, freedom: int) -> float:
    """The same for Student's distribution, by its expansion around the normal one; a few are too small by 1 in 100."""
    z = _z(error)
    return (
        z
        + (z**3 + z) / (4 * freedom)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * freedom**3)
    )


# Looks on the way


class Look(NamedTuple):
    """A moment of a run at which it may stop: after so many pairs, with intervals that err with that probability."""

    pairs: int
    error: float


def looks(most: int) -> list[Look]:
    """When a run of at most so many pairs looks at its results.

    The pairs double from look to look. Each look spends of the error what the pairs since the one before are of all
    pairs, so that all looks together err at most as often as a single one at the end would: the probability that any
    of their intervals misses the truth is at most the sum of theirs.
    """
    numbers = [FIRST_LOOK]
    while numbers[-1] < most:
        numbers.append(2 * numbers[-1])
    numbers[-1] = most
    return [Look(past, ERROR * (past - before) / most) for before, past in zip([0, *numbers], numbers, strict=False)]
