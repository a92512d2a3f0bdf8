"""Learn how likely a side wins from the figures of a position (flagplot.engine.appraisal), and write it down.

    python tools/fit_appraisals.py GAME [SCENARIO ...] [--games N] [--jobs J] [--by-score]

Captains play each scenario, at first some of them with doubt or with other tempers, so that positions differ. From a
moment on that is different in each game all of them play as captains do: only then a position tells nothing of how
well its players will play on, and wherever a playout might end, the figures and who wins are noted. A logistic
regression for each stage finds the weights. With `--by-score` they are those that foretell by how much a side will
lead, which is learned from fewer games where a lead is what wins. What it prints is the mean squared error of the
chances on a quarter of the games, from which it did not learn, and that of the share of games won alone.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from flagplot.engine.appraisal import FILE, Fitted
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.game import Game
from flagplot.engine.start import new_match
from flagplot.engine.state import Result
from flagplot.engine.table import Policy
from flagplot.engine.words import Ask
from flagplot.games import find
from flagplot.players.lieutenant import Lieutenant

DOUBTERS = 0.4  # the share of captains that play with doubt at first
RIDGE = 4.0  # what keeps weights small, in games
LEAST = 250  # positions from which a stage can be learned
HELD_BACK = 4  # one game of so many is for measuring
STEPS = 50
DIGITS = 4

Rows = NDArray[np.float64]
Noted = list[tuple[str, list[float]]]  # stage and figures of each position
Position = tuple[list[float], float, float, bool]  # figures, who won, the lead at the end, whether to learn from it


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("scenario", nargs="*", help="all of them if none is named")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--by-score", action="store_true", help="learn from the lead at the end")
    given = parser.parse_args()
    game = find(given.game)
    assert game.appraisal, f"{game.title} has no appraisal."
    appraisal = game.appraisal()
    stages: dict[str, tuple[float, ...]] = dict(appraisal.weights)
    for scenario in given.scenario or game.scenarios:
        positions: dict[str, list[Position]] = defaultdict(list)
        with ProcessPoolExecutor(given.jobs) as processes:
            played = processes.map(partial(noted, given.game, scenario), range(given.games), chunksize=20)
            for number, (rows, won, lead) in enumerate(played):
                for stage, figures in rows:
                    positions[stage].append((figures, won, lead, number % HELD_BACK == 0))
        for stage in sorted(positions, key=_in_order):
            if len(positions[stage]) >= LEAST:
                stages[stage] = learned(f"{scenario} {stage}", positions[stage], given.by_score)
    file = Fitted(appraisal.figures, stages)
    lines = ",\n".join(f"{json.dumps(stage)}:{json.dumps(file.stages[stage])}" for stage in file.stages)
    text = f'{{"figures":{json.dumps(file.figures)},\n"stages":{{\n{lines}\n}}}}\n'
    assert msgspec.json.decode(text, type=Fitted) == file
    (game.package / FILE).write_text(text, encoding="utf-8")


def _in_order(stage: str) -> tuple[str, int]:
    name, _, number = stage.rpartition(" ")
    return name, int(number) if number.isdecimal() else 0


class Unsteady:
    """A captain who at first, in some games, plays with doubt or another temper."""

    def __init__(self, game: Game[Any], seat: str, rng: Random) -> None:
        self._captain = game.captains[seat]()
        tempers = [make for phase in sorted(game.phases) for make in game.tempers(seat, phase).values()]
        self._at_first: Policy = rng.choice([game.captains[seat], *tempers])()
        if rng.random() < DOUBTERS:
            self._at_first = Lieutenant(self._at_first, rng.random)
        self.is_steady = False

    def __call__(self, *question: Any) -> Any:
        return (self._captain if self.is_steady else self._at_first)(*question)


def noted(slug: str, scenario: str, number: int) -> tuple[Noted, float, float]:
    """The positions of a game at which a playout might end, whether the appraised side won, and its lead at the end."""
    game = find(slug)
    assert game.appraisal
    appraisal = game.appraisal()
    rng = Random(number)
    steady_from = rng.randrange(length(slug, scenario) or 1)
    players = {seat: Unsteady(game, seat, rng) for seat in game.seat_ids()}
    rows: Noted = []
    passed = 0

    def note(state: Any) -> str:
        nonlocal passed
        if passed >= steady_from:
            rows.append((appraisal.stage(state), appraisal.read(state)))
            for player in players.values():
                player.is_steady = True
        passed += 1
        return ""

    result = played_out(slug, scenario, number, players, note)
    ours = result.score.get(appraisal.side, 0)
    lead = ours - max([score for side, score in result.score.items() if side != appraisal.side], default=0)
    is_contest = len(game.sides_of(game.seat_ids())) > 1
    return rows, 0.5 if result.winner is None and is_contest else float(result.winner == appraisal.side), lead


@cache
def length(slug: str, scenario: str) -> int:
    """At how many positions a game of captains might end."""
    game, passed = find(slug), 0

    def count(state: Any) -> str:
        nonlocal passed
        passed += 1
        return ""

    played_out(slug, scenario, 0, {seat: make() for seat, make in game.captains.items()}, count)
    return passed


def played_out(
    slug: str, scenario: str, number: int, players: Mapping[str, Policy], note: Callable[[Any], str]
) -> Result:
    """How a game ends, and a note of each position at which a playout might end."""
    game = find(slug)
    assert game.appraisal
    match = new_match(game, scenario, derived_seed(seed_bytes(0), "appraisal", scenario, number), {}, None, None)
    question = match.question
    assert question
    assert isinstance(question.ask, Ask)
    known = game.known_to(match.state, question.seat)
    first = players[question.seat](known, question.seat, question.ask, question.options, question.about)
    end = match.prospect(first, players, replace(game.appraisal(), ahead=0, stage=note, weights={}))  # never cut off
    result: Result | None = end.result
    assert result
    return result


def learned(name: str, positions: list[Position], by_score: bool) -> tuple[float, ...]:
    """The weights of a stage; what they are worth is printed."""
    figures = np.array([row for row, *_ in positions], float)
    won = np.array([one for _, one, _, _ in positions], float)
    lead = np.array([one for _, _, one, _ in positions], float)
    back = np.array([one for *_, one in positions])

    def fit(rows: NDArray[np.bool_]) -> Rows:
        if by_score:
            return by_lead(figures[rows], lead[rows], won[rows])
        return regression(figures[rows], won[rows])

    found, base = error(fit(~back), figures[back], won[back]), float(np.mean((won[back] - won[~back].mean()) ** 2))
    print(f"{name:40} {len(won):6} positions, {won.mean():5.3f} won, error {found:.4f} of {base:.4f}", flush=True)
    return tuple(float(f"{weight:.{DIGITS}g}") for weight in fit(np.ones(len(won), bool)))


def by_lead(figures: Rows, lead: Rows, won: Rows) -> Rows:
    """The constant and the weights of the lead that is to be expected, on the scale that agrees best with who won."""
    mean, spread = figures.mean(0), figures.std(0)
    spread[spread < 1e-9] = np.inf
    rows = (figures - mean) / spread
    weights = np.linalg.solve(rows.T @ rows + RIDGE * np.eye(rows.shape[1]), rows.T @ (lead - lead.mean())) / spread
    constant, scale = regression((figures @ weights)[:, None], won)
    return np.concatenate([[constant], scale * weights])


def regression(figures: Rows, won: Rows) -> Rows:
    """The constant and the weights with which the chances agree best with what happened."""
    mean, spread = figures.mean(0), figures.std(0)
    spread[spread < 1e-9] = np.inf  # what never differs has no weight
    rows = np.column_stack([np.ones(len(figures)), (figures - mean) / spread])
    weights = np.zeros(rows.shape[1])
    ridge = np.diag([0.01, *[RIDGE] * figures.shape[1]])
    for _ in range(STEPS):
        chances = 1 / (1 + np.exp(-rows @ weights))
        slope = rows.T @ (chances - won) + ridge @ weights
        bend = (rows * (chances * (1 - chances))[:, None]).T @ rows + ridge
        step = np.linalg.solve(bend, slope)
        weights -= step
        if np.abs(step).max() < 1e-9:
            break
    plain = weights[1:] / spread
    return np.concatenate([[weights[0] - plain @ mean], plain])


def error(weights: Rows, figures: Rows, won: Rows) -> float:
    """The mean squared error of the chances."""
    chances = 1 / (1 + np.exp(-(weights[0] + figures @ weights[1:])))
    return float(np.mean((chances - won) ** 2))


if __name__ == "__main__":
    main()
