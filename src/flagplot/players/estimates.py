"""Values from few playouts: shares and differences with their margins, counted only as far as they are sure."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from flagplot.engine.odds import Z95

DOUBT = 0.25  # added to the squares, so that a few playouts which all end alike are not certainty
USUAL_TOTAL = 0.6  # how far all moves of a side together may change its chances: about as if anything were as likely

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Estimate:
    """A value from playouts, and the half width of its 95 per cent interval."""

    value: float
    margin: float = 0.0

    def times(self, factor: float) -> Estimate:
        """The estimate of so many times the value."""
        return Estimate(factor * self.value + 0.0, abs(factor) * self.margin)

    @property
    def is_clear(self) -> bool:
        """Whether it is above zero by more than one standard error."""
        return self.value * Z95 > self.margin


NOTHING = Estimate(0.0)


def mean(values: Sequence[float], otherwise: float = 0.5) -> float:
    """The mean of values; something else where there are none."""
    return math.fsum(values) / len(values) if values else otherwise


def share_of(values: Sequence[float]) -> Estimate:
    """The share of games won, draws as halves; anything is possible before the first."""
    return Estimate(mean(values), _margin(values)) if values else Estimate(0.5, 0.5)


def change_of(pairs: Sequence[float]) -> Estimate:
    """The mean of differences in the same worlds; nothing before the first."""
    return Estimate(mean(pairs), _margin(pairs)) if pairs else NOTHING


def _margin(values: Sequence[float]) -> float:
    middle, n = mean(values), len(values)
    spread = (math.fsum((value - middle) ** 2 for value in values) + DOUBT) / n
    return Z95 * math.sqrt(spread / n)


def total(parts: Sequence[Estimate]) -> Estimate:
    """The sum of independent estimates."""
    return Estimate(math.fsum(one.value for one in parts), together(*parts))


def together(*parts: Estimate) -> float:
    """The margin of a sum of independent estimates."""
    return math.sqrt(math.fsum(one.margin**2 for one in parts))


def as_far_as_sure(found: Mapping[Key, Estimate], unknown: Sequence[Key]) -> dict[Key, Estimate]:
    """Changes of a side's moves, each drawn towards their mean and that towards nothing, the more the less sure it is.

    Of `unknown` moves nothing was found, so each is taken for the mean. The doubt about the mean, which all moves
    share, is spread over them so that the margin of their sum is right.
    """
    if not found:
        return {}
    number, moves = len(found), len(found) + len(unknown)
    doubt = math.fsum(_variance(one) for one in found.values()) / number**2
    usual = (USUAL_TOTAL / moves) ** 2
    sure = usual / (usual + doubt)
    middle = sure * mean([one.value for one in found.values()])
    apart = {key: Estimate(one.value - middle, one.margin) for key, one in found.items()}
    real = _real_spread(apart, moves)
    kept = {key: real / (real + _variance(one)) for key, one in apart.items()}
    left = len(unknown) + math.fsum(1 - share for share in kept.values())
    shared = left**2 * sure * doubt / moves
    judged = {
        key: Estimate(middle + kept[key] * one.value, Z95 * math.sqrt(kept[key] * _variance(one) + shared))
        for key, one in apart.items()
    }
    return judged | dict.fromkeys(unknown, Estimate(middle, Z95 * math.sqrt(real + shared)))


def towards_nothing(found: Mapping[Key, Estimate], moves: int) -> dict[Key, Estimate]:
    """Changes that are nothing on average, each drawn towards that, the more the less sure it is."""
    if not found:
        return {}
    real = _real_spread(found, moves)
    kept = {key: real / (real + _variance(one)) for key, one in found.items()}
    return {key: Estimate(kept[key] * one.value, math.sqrt(kept[key]) * one.margin) for key, one in found.items()}


def _real_spread(found: Mapping[Key, Estimate], moves: int) -> float:
    """The variance of what changes really are (James and Stein's estimate).

    It is how much more they spread than their margins explain, but they are not held to be smaller than those of a
    usual game.
    """
    errors = {key: _variance(one) for key, one in found.items()}
    weights = {key: error**-2 for key, error in errors.items()}
    beyond = math.fsum(weights[key] * (one.value**2 - errors[key]) for key, one in found.items())
    return max(beyond / math.fsum(weights.values()), USUAL_TOTAL**2 / moves)


def _variance(one: Estimate) -> float:
    return (one.margin / Z95) ** 2
