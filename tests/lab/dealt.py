"""Games that need no rules: plans and outcomes made by hand, dealt out as workers would."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from typing import Any

from flagplot.lab.plans import Outcome, Plan, Task
from flagplot.lab.workers import Play, Workers


def plan(players: dict[str, str] | None = None, **changes: Any) -> Plan:
    """A plan of Sea Control, or what is left of it after changes."""
    settings = {"game": "sea-control", "rules": 1, "scenario": "campaign", "options": {}, "seed": 0, **changes}
    return Plan(players=players or {"axis": "captain", "allied": "captain"}, **settings)


def outcome(winner: str | None, decisions: int = 10, **metrics: float) -> Outcome:
    """An outcome, with a metric of the name "turns" at least."""
    return Outcome(winner, f"{winner} wins.", metrics or {"turns": 8.0}, decisions)


class Dealt(Workers):
    """Workers that do not play, but ask a function for the outcome of each task."""

    def __init__(self, outcome_of: Callable[[Task], Outcome]) -> None:
        self.outcome_of = outcome_of
        self.asked: list[Task] = []

    def play(self, play: Play[Any], plans: Sequence[Plan], tasks: Sequence[Task]) -> Generator[Any, None, None]:
        for task in tasks:
            self.asked.append(task)
            yield self.outcome_of(task)
