"""Simulation: many games between computer players, summed up with 95 per cent confidence intervals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from flagplot.games import find
from flagplot.lab.intervals import Metric, mean_with_interval, wilson_half_width
from flagplot.lab.plans import check_number, in_blocks, planned
from flagplot.lab.runs import Progress, Run
from flagplot.lab.workers import workers


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


def simulate(
    slug: str,
    n: int,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    jobs: int = 1,
    progress: Progress | None = None,
    ray: str | None = None,
) -> Report:
    """Play n games; game number i has the same dice and the same result wherever it is played.

    `jobs` are processes (0 for all cores); `ray` is the address of a Ray cluster, or empty for a Ray of our own.
    """
    check_number(n)
    run = Run([planned(slug, scenario, options, seats, seed)])
    with workers(jobs, ray) as working:
        run.play(in_blocks(run.plans, 0, n), working, None, progress)
    return report_of(run)


def report_of(run: Run, plan: int = 0) -> Report:
    """What came of the games of one plan so far; at least one must be over."""
    played, outcomes = run.plans[plan], run.outcomes[plan]
    n = len(outcomes)
    won = Counter(outcome.winner for outcome in outcomes)
    endings = Counter(outcome.reason for outcome in outcomes)
    sides = find(played.game).sides_of(played.players)
    return Report(
        played.game,
        played.scenario,
        played.options,
        n,
        played.seed,
        played.players,
        {side: won[side] / n for side in sides},
        {side: wilson_half_width(won[side], n) for side in sides},
        {name: mean_with_interval([outcome.metrics[name] for outcome in outcomes]) for name in outcomes[0].metrics},
        {reason: count / n for reason, count in endings.most_common()},
        sum(outcome.decisions for outcome in outcomes),
    )
