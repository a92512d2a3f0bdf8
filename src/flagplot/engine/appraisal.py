"""How likely a side wins, by a few figures of a position: what a playout that is cut off there is worth.

Search plays many games on from a decision. Where games are long, most of what happens in them later has nothing to do
with the decision; so a playout may end where a turn begins, and the position there is appraised.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import msgspec

from flagplot.engine.errors import RulesError

FILE = "appraisal.json"  # beside the module of a game; tools/fit_appraisals.py writes it
MOST = 30.0  # beyond this the chance is as good as certain

Names = Annotated[tuple[str, ...], msgspec.Meta(min_length=1, max_length=200)]
Weights = Annotated[tuple[float, ...], msgspec.Meta(max_length=201)]


class Fitted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What was learned from many games: for each stage a constant and the weight of each figure."""

    figures: Names
    stages: dict[str, Weights]


@dataclass(frozen=True, slots=True)
class Appraisal:
    """Where a playout of a game may end, and how likely a side wins from there.

    A position is appraised by the weights of its stage, which is a scenario and how far it has come. A stage without
    weights is played through, and so is a game with other options than those from which the weights were learned.
    """

    side: str  # whose chance it is; that of the other side is the rest
    phase: str  # where it begins, a playout may end
    ahead: int  # how often it begins before that
    figures: tuple[str, ...]  # the names of what is read
    read: Callable[[Any], list[float]]  # the figures of a state, new for every call
    stage: Callable[[Any], str]
    options: Any  # that games were played with from which it was learned
    weights: Mapping[str, Weights]
    too_soon: frozenset[str] = frozenset()  # in these phases a decision bears no fruit before the next beginning

    def limit(self, phase: str) -> Callable[[Any], bool]:
        """Tells of each state in which the phase begins whether a playout may end there; new for every playout.

        `phase` is that of the decision with which the playout begins.
        """
        passed = -1 if phase in self.too_soon else 0

        def is_enough(state: Any) -> bool:
            nonlocal passed
            passed += 1
            return passed > self.ahead and self.stage(state) in self.weights and state.options == self.options

        return is_enough

    def chance(self, state: Any, side: str) -> float:
        """How likely a side wins from a position of a known stage, from 0 to 1; a draw counts as half."""
        constant, *weights = self.weights[self.stage(state)]
        log_odds = constant + math.fsum(map(operator.mul, weights, self.read(state)))
        chance = 1 / (1 + math.exp(-max(-MOST, min(MOST, log_odds))))
        return chance if side == self.side else 1 - chance


def fitted(package: Path, figures: tuple[str, ...]) -> Mapping[str, Weights]:
    """The weights in a game's file, by stage; none while there is no file."""
    path = package / FILE
    if not path.exists():
        return {}
    try:
        found = msgspec.json.decode(path.read_bytes(), type=Fitted)
    except msgspec.DecodeError as error:
        raise RulesError(f"{path.name} of {package.name} cannot be read: {error}.") from None
    if found.figures != figures or any(len(weights) != len(figures) + 1 for weights in found.stages.values()):
        raise RulesError(f"{path.name} of {package.name} has other figures than its module; fit it anew.")
    return found.stages
