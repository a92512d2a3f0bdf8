"""Balance reports: who wins every scenario among equals, what skill is worth in each seat, and how long games are."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flagplot import players
from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.intervals import Interval, Metric, Spread, mean_with_interval, spread_of, wilson
from flagplot.lab.plans import Plan, planned
from flagplot.lab.runs import Run

LENGTHS = ("turns", "months", "days")  # the metrics of games that say how long a game was
STRONG, WEAK = "captain", "midshipman"


@dataclass(frozen=True, slots=True)
class BalanceRow:
    """Games of a scenario between the same players."""

    game: str
    scenario: str
    players: dict[str, str]  # by seat
    n: int
    wins: dict[str, Interval]  # by side: the share with its 95 per cent interval
    draws: float
    decisions: Metric
    spread: Spread  # of the decisions
    lengths: dict[str, Metric]

    @property
    def is_even(self) -> bool:
        """Whether the same player has all seats."""
        return len(set(self.players.values())) == 1


def balance_plans(slugs: Sequence[str], seed: int = 0) -> list[Plan]:
    """The plans of a report: captains among themselves, and a captain on each side against midshipmen.

    Where all seats are of one side, captains play the scenario, and then midshipmen.
    """
    plans = []
    for slug in slugs:
        game = find(slug)
        for scenario in game.scenarios:
            seats = tuple(planned(slug, scenario, None, None, seed).players)
            sides = game.sides_of(seats)
            holders = [dict.fromkeys(sides, STRONG)]
            for side in sides:
                holders.append({one: STRONG if one == side and len(sides) > 1 else WEAK for one in sides})
            for held in holders:
                seated = {seat: _able(game, seat, held[game.seat(seat).side]) for seat in seats}
                plans.append(planned(slug, scenario, None, seated, seed))
    return plans


def _able(game: Game[Any], seat: str, player: str) -> str:
    """The player, or the best whom the game has for that seat."""
    return player if players.can_sit(game, seat, player) else players.best(game, seat)


def balance_rows(run: Run) -> list[BalanceRow]:
    """The rows of the report, of all plans of which a game is over."""
    found = []
    for plan, outcomes in zip(run.plans, run.outcomes, strict=True):
        if not outcomes:
            continue
        n, sides = len(outcomes), find(plan.game).sides_of(plan.players)
        winners = [outcome.winner for outcome in outcomes]
        decisions = [float(outcome.decisions) for outcome in outcomes]
        found.append(
            BalanceRow(
                plan.game,
                plan.scenario,
                plan.players,
                n,
                {side: wilson(winners.count(side), n) for side in sides},
                winners.count(None) / n,
                mean_with_interval(decisions),
                spread_of(decisions),
                {
                    name: mean_with_interval([outcome.metrics[name] for outcome in outcomes])
                    for name in outcomes[0].metrics
                    if name in LENGTHS
                },
            )
        )
    return found
