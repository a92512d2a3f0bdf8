"""Simulation: many games between computer players, summed up with 95 per cent confidence intervals."""

from __future__ import annotations

import contextlib
import gc
import math
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

from flagplot import players
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.errors import FlagplotError
from flagplot.engine.odds import Z95
from flagplot.engine.start import new_match
from flagplot.games import find

CHUNK = 25  # games that a worker plays before it reports


@dataclass(frozen=True, slots=True)
class Metric:
    """The mean of a figure over all games, and the half width of its 95 per cent interval."""

    mean: float
    ci95: float


@dataclass(frozen=True, slots=True)
class Report:
    """What came of a simulation."""

    game: str
    scenario: str
    options: dict[str, Any]
    n: int
    seed: int
    players: dict[str, str]
    wins: dict[str, float]  # side -> share
    wins_ci95: dict[str, float]  # side -> half width
    metrics: dict[str, Metric]
    endings: dict[str, float]  # reason -> share
    decisions: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played, again and again."""

    slug: str
    scenario: str
    options: dict[str, Any]
    seats: dict[str, str]
    seed: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """What is kept of one game."""

    winner: str | None
    reason: str
    metrics: dict[str, float]
    decisions: int


def simulate(
    slug: str,
    n: int,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> Report:
    """Play n games; game number i has the same dice and the same result whatever the number of jobs."""
    game = find(slug)
    if n < 1 or jobs < 0:
        raise FlagplotError("A simulation needs at least one game, and 0 (all cores) or more jobs.")
    first = new_match(game, scenario, seed, options or {}, None, None)
    players.seated(first, seats or {}, "")
    plan = Plan(
        slug,
        first.record.scenario,
        first.record.options,
        {seat: (seats or {}).get(seat, "midshipman") for seat in first.seats},
        seed,
    )
    began = time.perf_counter()
    outcomes = []
    for outcome in _played(plan, n, jobs or os.cpu_count() or 1):
        outcomes.append(outcome)
        if progress:
            progress(len(outcomes), n)
    return _summed_up(plan, game.sides_of(plan.seats), outcomes, time.perf_counter() - began)


def _played(plan: Plan, n: int, jobs: int) -> Iterator[Outcome]:
    if jobs == 1:
        with no_search_for_cycles():
            yield from (_one_game(plan, number) for number in range(n))
        return
    with ProcessPoolExecutor(jobs, initializer=gc.disable) as pool:
        yield from pool.map(partial(_one_game, plan), range(n), chunksize=CHUNK)


@contextlib.contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Play without the garbage collector: games leave no cycles, and to look for some takes a twentieth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def _one_game(plan: Plan, number: int) -> Outcome:
    game = find(plan.slug)
    seed = derived_seed(seed_bytes(plan.seed), "game", number)
    match = new_match(game, plan.scenario, seed, plan.options, None, None)
    players.play_out(match, players.seated(match, plan.seats, match.record.seed))
    result = match.result
    assert result is not None
    return Outcome(result.winner, result.reason, dict(game.metrics(match.state)), len(match.record.choices))


def _summed_up(plan: Plan, sides: Sequence[str], outcomes: Sequence[Outcome], seconds: float) -> Report:
    n = len(outcomes)
    won = Counter(outcome.winner for outcome in outcomes)
    endings = Counter(outcome.reason for outcome in outcomes)
    names = outcomes[0].metrics
    return Report(
        plan.slug,
        plan.scenario,
        plan.options,
        n,
        plan.seed,
        plan.seats,
        {side: won[side] / n for side in sides},
        {side: wilson_half_width(won[side], n) for side in sides},
        {name: mean_with_interval([outcome.metrics[name] for outcome in outcomes]) for name in names},
        {reason: count / n for reason, count in endings.most_common()},
        sum(outcome.decisions for outcome in outcomes),
        seconds,
    )


def mean_with_interval(values: Sequence[float]) -> Metric:
    """The mean and the half width of its 95 per cent interval."""
    n = len(values)
    mean = math.fsum(values) / n
    if n == 1:
        return Metric(mean, math.inf)
    variance = math.fsum((value - mean) ** 2 for value in values) / (n - 1)
    return Metric(mean, Z95 * math.sqrt(variance / n))


def wilson_half_width(wins: int, n: int) -> float:
    """Half the width of Wilson's 95 per cent interval, which stays honest when nobody or everybody wins."""
    share = wins / n
    spread = math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n))
    return Z95 * spread / (1 + Z95**2 / n)
