"""A run: games of one or several plans, and what came of them so far."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import Any

from flagplot.engine.errors import FlagplotError
from flagplot.engine.game import Game
from flagplot.games import find
from flagplot.lab.journal import Journal
from flagplot.lab.plans import Outcome, Plan, Task, play_game
from flagplot.lab.workers import Workers

Progress = Callable[[int, int], None]  # is told how many games are finished, of how many


class Run:
    """Plays tasks and keeps their outcomes; it can be summed up whenever it is stopped."""

    def __init__(self, plans: Sequence[Plan]) -> None:
        if not plans:
            raise FlagplotError("There is nothing to play.")
        self.plans = tuple(plans)
        self.outcomes: tuple[list[Outcome], ...] = tuple([] for _ in plans)  # of each plan, by number

    @property
    def finished(self) -> int:
        """How many games are over."""
        return sum(map(len, self.outcomes))

    def game(self) -> Game[Any]:
        """The game of the first plan."""
        return find(self.plans[0].game)

    def play(
        self,
        tasks: Sequence[Task],
        workers: Workers,
        journal: Journal | None = None,
        progress: Progress | None = None,
        total: int | None = None,
    ) -> None:
        """Play tasks, in ascending numbers for each plan, but for those that the journal has."""
        done = journal.done if journal else {}
        games = workers.play(play_game, self.plans, [task for task in tasks if task not in done])
        with closing(games):
            for task in tasks:
                outcome = done.get(task)
                if outcome is None:
                    outcome = next(games)
                    if journal:
                        journal.add(task, outcome)
                self.outcomes[task.plan].append(outcome)
                if progress:
                    progress(self.finished, total or len(tasks))
