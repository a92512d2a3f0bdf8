"""Search: the options of a decision, compared by playouts of captains in worlds that its seat could be in.

Every world is drawn from what the seat knows, with fresh dice (`Match.fork`), so no search can see what is hidden or
what will fall. In each world all candidates are played, so that they are compared on the same ground; in stages the
worse half of them is dropped, and what remains of the budget goes to the better ones.
"""

from __future__ import annotations

import itertools
import math
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from statistics import fmean
from typing import Any

from flagplot.engine.dice import SEED_BYTES, derived_seed
from flagplot.engine.match import Match
from flagplot.engine.odds import Z95
from flagplot.engine.words import Option

MOST_CANDIDATES = 8  # options that are compared at most; more of them would be told apart by luck
WORLDS_TO_DIFFER = 12  # after so many worlds in which no candidate did better than another, nothing more is spent


@dataclass(frozen=True, slots=True)
class Budget:
    """What a decision may cost: playouts or, where seconds are named, as many as fit into them."""

    playouts: int = 200
    seconds: float | None = None


@dataclass(slots=True)
class Candidate:
    """An option, and what came of it in each world: 1 won, 0 lost, one half drawn."""

    option: Option
    values: list[float] = field(default_factory=list)

    @property
    def mean(self) -> float:
        """The share of games won, draws as halves; a half before the first."""
        return fmean(self.values) if self.values else 0.5

    @property
    def margin(self) -> float:
        """The half width of the 95 per cent interval of that share."""
        n = len(self.values)
        return Z95 * math.sqrt((self.mean * (1 - self.mean) + 1 / (4 * n)) / n) if n else 1.0

    def lead_over(self, other: Candidate) -> tuple[float, float]:
        """By how much it did better in the worlds in which both were played, and the standard error of that."""
        pairs = [mine - theirs for mine, theirs in zip(self.values, other.values, strict=False)]
        lead, n = fmean(pairs), len(pairs)
        if n < 2:
            return lead, math.inf
        return lead, math.sqrt(math.fsum((pair - lead) ** 2 for pair in pairs) / (n - 1) / n)


def compare(match: Match[Any], options: Sequence[Option], budget: Budget, seed: str) -> list[Candidate]:
    """Play out options of the present decision, the first of which is never dropped; the best of them come first."""
    question = match.question
    assert question
    candidates = [Candidate(option) for option in options[:MOST_CANDIDATES]]
    kept = candidates[:]
    stages = math.ceil(math.log2(len(candidates)))
    worlds = _worlds(match, question.seat, seed)
    stage = 0
    for spent in _spending(budget, kept):
        while stage < stages - 1 and spent * stages >= stage + 1:
            kept[:] = _better_half(kept)
            stage += 1
        if _is_all_one(candidates):
            break
        world = next(worlds)
        for candidate in kept:
            candidate.values.append(_played_out(world, candidate.option, question.seat))
    return sorted(candidates, key=lambda one: (-len(one.values), -one.mean))


def _spending(budget: Budget, kept: Sequence[Candidate]) -> Iterator[float]:
    """The share of the budget that is spent before each world, as long as another world fits into it."""
    if budget.seconds is not None:
        began = time.monotonic()
        while (gone := time.monotonic() - began) < budget.seconds:
            yield gone / budget.seconds
        return
    played = 0
    while played == 0 or played + len(kept) <= budget.playouts:
        yield played / budget.playouts
        played += len(kept)


def _better_half(kept: Sequence[Candidate]) -> list[Candidate]:
    """The better half, and the first of all, which the others are compared with."""
    first, *others = kept
    better = sorted(others, key=lambda one: -one.mean)[: max(1, math.ceil(len(kept) / 2) - 1)]
    return [first, *better]


def _is_all_one(candidates: Sequence[Candidate]) -> bool:
    """Whether nothing has made a difference in any world so far."""
    first = candidates[0].values
    return len(first) == WORLDS_TO_DIFFER and all(one.values == first for one in candidates)


def _worlds(match: Match[Any], seat: str, seed: str) -> Iterator[Match[Any]]:
    """Worlds that the seat cannot tell from the true one, each with dice of its own."""
    for number in itertools.count():
        yield match.fork(seat, derived_seed(bytes(SEED_BYTES), "search", seed, number))


def _played_out(world: Match[Any], option: Option, seat: str) -> float:
    """What becomes of an option in a world if captains go on in all seats."""
    game = world.game
    twin = world.twin()
    twin.choose(option)
    twin.playout({one: game.captains[one]() for one in twin.seats})
    result = twin.result
    assert result
    if result.winner is None:
        return 0.5
    return float(result.winner == game.seat(seat).side)
