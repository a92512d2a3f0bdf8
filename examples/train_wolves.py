"""Teach a linear player Atlantic Wolves by policy gradients (REINFORCE), with numpy alone, and compare it with chance.

    python examples/train_wolves.py                       # some minutes on two cores
    python examples/train_wolves.py --rounds 3 --games 2  # to see that it runs

The player weighs every figure of an observation for every action, and chooses among the allowed actions by the softmax
of the sums. After each round of games, choices that were followed by more tonnage than was expected become likelier.
The same seed gives the same player, whatever the number of processes.
"""

from __future__ import annotations

import argparse
import math
import time
from collections.abc import Iterable, Sequence
from concurrent.futures import Executor, ProcessPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from flagplot.env import SoloEnv, solo

Array = NDArray[np.float32]

BATCHES = 8  # of games in a round, each with a seed of its own
RATE, DECAY, SECOND_DECAY = 0.03, 0.9, 0.99  # of Adam
DISCOUNT = 0.98  # what a ton that is sunk one decision later counts for
TONS = 100_000  # are a reward of 1
SUNK = ("campaign: tons in all", "campaign: tons this month")  # the figures that tell what has been sunk
SCALES = np.array([12_000_000, 2_000_000], np.float32)  # of those figures
EVALUATION = 1_000_000  # the first seed of the games in which players are compared


class Player(NamedTuple):
    """A weight for each action and figure, and what reward each figure lets expect."""

    weights: Array
    value: Array

    @classmethod
    def beginner(cls, env: SoloEnv) -> Player:
        """One who knows nothing: all allowed actions are alike to him."""
        figures = len(env.feature_names) + 1  # the last is always 1
        return cls(np.zeros((env.action_space.n, figures), np.float32), np.zeros(figures, np.float32))

    def chances(self, figures: Array, allowed: NDArray[np.intp]) -> Array:
        """How likely each of the allowed actions is."""
        sums = self.weights[allowed] @ figures
        powers = np.exp(sums - sums.max())
        chances: Array = powers / powers.sum()
        return chances


class Step(NamedTuple):
    """One decision of a game."""

    figures: Array
    allowed: NDArray[np.intp]
    chances: Array
    chosen: int  # among the allowed
    sunk: float  # before it


class Lesson(NamedTuple):
    """What games teach: in which direction the weights are to be changed, and how well they went."""

    weights: Array
    value: Array
    decisions: int
    tons: float


def play(env: SoloEnv, player: Player, seed: int, steps: list[Step] | None = None) -> tuple[float, bool]:
    """Play one game: the tons that were sunk, and whether it was won. Its decisions are added to `steps`."""
    rng = np.random.default_rng(seed)
    told = [env.feature_names.index(name) for name in SUNK]
    observation, info = env.reset(seed=seed)
    is_over, reward = False, 0.0
    while not is_over:
        figures = np.append(observation["observation"], np.float32(1))
        allowed = observation["action_mask"].nonzero()[0]
        chances = player.chances(figures, allowed)
        chosen = min(int(np.searchsorted(chances.cumsum(), rng.random())), len(allowed) - 1)
        if steps is not None:
            steps.append(Step(figures, allowed, chances, chosen, float(figures[told] @ SCALES)))
        observation, reward, terminated, truncated, info = env.step(allowed[chosen])
        is_over = terminated or truncated
    return info["score"]["german"], reward > 0


def learn(player: Player, seeds: Iterable[int]) -> Lesson:
    """Play some games, and sum up which choices brought more than was expected, and which less."""
    env = solo("atlantic-wolves")
    weights, value = np.zeros_like(player.weights), np.zeros_like(player.value)
    decisions, total = 0, 0.0
    for seed in seeds:
        steps: list[Step] = []
        tons, _ = play(env, player, seed, steps)
        total += tons
        decisions += len(steps)
        to_come, sunk = 0.0, tons
        for step in reversed(steps):
            to_come = (sunk - step.sunk) / TONS + DISCOUNT * to_come
            sunk = step.sunk
            surprise = to_come - float(player.value @ step.figures)
            value += surprise * step.figures
            push = -step.chances
            push[step.chosen] += 1
            weights[step.allowed] += np.outer(surprise * push, step.figures)
    return Lesson(weights, value, decisions, total)


class Adam:
    """Steps of a like size for each weight, by the mean and the spread of what was asked for before."""

    def __init__(self, shape: tuple[int, ...]) -> None:
        self.mean, self.spread, self.steps = np.zeros(shape), np.zeros(shape), 0

    def step(self, wanted: Array) -> Array:
        self.steps += 1
        self.mean = DECAY * self.mean + (1 - DECAY) * wanted
        self.spread = SECOND_DECAY * self.spread + (1 - SECOND_DECAY) * wanted**2
        mean = self.mean / (1 - DECAY**self.steps)
        spread = self.spread / (1 - SECOND_DECAY**self.steps)
        change: Array = (RATE * mean / (np.sqrt(spread) + 1e-8)).astype(np.float32)
        return change


def train(pool: Executor, rounds: int, games: int, seed: int) -> Player:
    """Train a player in rounds, each of so many games in each batch."""
    player = Player.beginner(solo("atlantic-wolves"))
    of_weights, of_value = Adam(player.weights.shape), Adam(player.value.shape)
    for number in range(rounds):
        first = [(seed * rounds + number) * BATCHES * games + batch * games for batch in range(BATCHES)]
        seeds = [range(start, start + games) for start in first]
        lessons = list(pool.map(learn, [player] * BATCHES, seeds))
        decisions = sum(lesson.decisions for lesson in lessons)
        weights = player.weights + of_weights.step(sum(lesson.weights for lesson in lessons) / decisions)
        value = player.value + of_value.step(sum(lesson.value for lesson in lessons) / decisions)
        player = Player(weights, value)
        if number % 10 == 9 or number == rounds - 1:
            tons = sum(lesson.tons for lesson in lessons) / (BATCHES * games)
            print(f"round {number + 1:4} of {rounds}: {tons:11,.0f} tons a campaign", flush=True)
    return player


def results(player: Player, seeds: Iterable[int]) -> list[tuple[float, bool]]:
    """How games went in which nothing is learned any more."""
    env = solo("atlantic-wolves")
    return [play(env, player, seed) for seed in seeds]


def compare(pool: Executor, player: Player, games: int) -> tuple[float, float]:
    """Let the player and a midshipman play the same campaigns; return the mean tons of both."""
    means = []
    for name, who in (("midshipman", Player.beginner(solo("atlantic-wolves"))), ("trained", player)):
        seeds = [range(EVALUATION + batch, EVALUATION + games, BATCHES) for batch in range(BATCHES)]
        found = [one for part in pool.map(results, [who] * BATCHES, seeds) for one in part]
        tons, won = [one[0] for one in found], sum(one[1] for one in found)
        mean, margin = mean_and_margin(tons)
        means.append(mean)
        print(f"{name:>10}: {mean:11,.0f} ± {margin:,.0f} tons a campaign, {won} of {len(found)} won")
    return means[0], means[1]


def mean_and_margin(values: Sequence[float]) -> tuple[float, float]:
    """The mean and half the width of its 95 per cent interval."""
    return float(np.mean(values)), 1.96 * float(np.std(values, ddof=1)) / math.sqrt(len(values))


def main(arguments: Sequence[str] | None = None) -> tuple[float, float]:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=60)
    parser.add_argument("--games", type=int, default=6, help=f"of each of the {BATCHES} batches of a round")
    parser.add_argument("--evaluate", type=int, default=400, help="campaigns in which the players are compared")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--save", type=Path, help="write the weights to this file (.npz)")
    given = parser.parse_args(arguments)
    if min(given.rounds, given.games, given.processes) < 1 or given.evaluate < BATCHES or given.seed < 0:
        parser.error(f"expected at least one round, game and process, a seed from 0 up and {BATCHES} campaigns")
    began = time.monotonic()
    with ProcessPoolExecutor(given.processes) as pool:
        player = train(pool, given.rounds, given.games, given.seed)
        print(f"trained in {time.monotonic() - began:.0f} s")
        means = compare(pool, player, given.evaluate)
    if given.save:
        saved: dict[str, Any] = player._asdict()
        np.savez(given.save, **saved)
    return means


if __name__ == "__main__":
    main()
