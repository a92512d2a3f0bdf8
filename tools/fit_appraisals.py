"""Learn how likely a side wins from the figures of a position (flagplot.engine.appraisal), and write it down.

    python tools/fit_appraisals.py GAME [SCENARIO ...] [--games N] [--jobs J]

Captains play each scenario, some of them with doubt, so that positions differ. Wherever a playout might end, the
figures and who wins are noted; a logistic regression for each stage finds the weights. What it prints is the mean
squared error of the chances on a quarter of the games, from which it did not learn, and that of the share of games won
alone.
"""

from __future__ import annotations

import argparse
import json
from collections import defaultdict
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from flagplot.engine.appraisal import FILE, Fitted
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.start import new_match
from flagplot.engine.table import Policy
from flagplot.engine.words import Ask
from flagplot.games import find
from flagplot.players.lieutenant import Lieutenant

DOUBTERS = 0.4  # the share of captains that play with doubt
RIDGE = 4.0  # what keeps weights small, in games
LEAST = 250  # positions from which a stage can be learned
HELD_BACK = 4  # one game of so many is for measuring
STEPS = 50
DIGITS = 4

Rows = NDArray[np.float64]
Noted = list[tuple[str, list[float]]]  # stage and figures of each position


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game")
    parser.add_argument("scenario", nargs="*", help="all of them if none is named")
    parser.add_argument("--games", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=2)
    given = parser.parse_args()
    game = find(given.game)
    assert game.appraisal, f"{game.title} has no appraisal."
    appraisal = game.appraisal()
    stages: dict[str, tuple[float, ...]] = dict(appraisal.weights)
    for scenario in given.scenario or game.scenarios:
        positions: dict[str, list[tuple[list[float], float, bool]]] = defaultdict(list)
        with ProcessPoolExecutor(given.jobs) as processes:
            played = processes.map(partial(noted, given.game, scenario), range(given.games), chunksize=20)
            for number, (rows, won) in enumerate(played):
                for stage, figures in rows:
                    positions[stage].append((figures, won, number % HELD_BACK == 0))
        for stage in sorted(positions, key=_in_order):
            if len(positions[stage]) >= LEAST:
                stages[stage] = learned(f"{scenario} {stage}", positions[stage])
    file = Fitted(appraisal.figures, stages)
    lines = ",\n".join(f"{json.dumps(stage)}:{json.dumps(file.stages[stage])}" for stage in file.stages)
    text = f'{{"figures":{json.dumps(file.figures)},\n"stages":{{\n{lines}\n}}}}\n'
    assert msgspec.json.decode(text, type=Fitted) == file
    (game.package / FILE).write_text(text, encoding="utf-8")


def _in_order(stage: str) -> tuple[str, int]:
    name, _, number = stage.rpartition(" ")
    return name, int(number) if number.isdecimal() else 0


def noted(slug: str, scenario: str, number: int) -> tuple[Noted, float]:
    """The positions of a game at which a playout might end, and whether the appraised side won."""
    game = find(slug)
    assert game.appraisal
    appraisal = game.appraisal()
    match = new_match(game, scenario, derived_seed(seed_bytes(0), "appraisal", scenario, number), {}, None, None)
    rng = Random(number)
    rows: Noted = []

    def note(state: Any) -> str:
        rows.append((appraisal.stage(state), appraisal.read(state)))
        return ""

    captains: dict[str, Policy] = {seat: game.captains[seat]() for seat in match.seats}
    players = {
        seat: Lieutenant(captain, rng.random) if rng.random() < DOUBTERS else captain
        for seat, captain in captains.items()
    }
    question = match.question
    assert question
    assert isinstance(question.ask, Ask)
    known = game.known_to(match.state, question.seat)
    first = players[question.seat](known, question.seat, question.ask, question.options, question.about)
    end = match.prospect(first, players, replace(appraisal, ahead=0, stage=note, weights={}))  # so nothing is cut off
    assert end.result
    winner = end.result.winner
    return rows, 0.5 if winner is None and len(game.sides_of(match.seats)) > 1 else float(winner == appraisal.side)


def learned(name: str, positions: list[tuple[list[float], float, bool]]) -> tuple[float, ...]:
    """The weights of a stage; what they are worth is printed."""
    figures = np.array([row for row, _, _ in positions], float)
    won = np.array([one for _, one, _ in positions], float)
    back = np.array([one for _, _, one in positions])
    weights = regression(figures[~back], won[~back])
    found, base = error(weights, figures[back], won[back]), float(np.mean((won[back] - won[~back].mean()) ** 2))
    print(f"{name:40} {len(won):6} positions, {won.mean():5.3f} won, error {found:.4f} of {base:.4f}", flush=True)
    return tuple(float(f"{weight:.{DIGITS}g}") for weight in regression(figures, won))


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
