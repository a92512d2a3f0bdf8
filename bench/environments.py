"""How fast environments step: a second, and in a yard of the same moment (flagplot.lab.bench).

    python -m bench.environments [GAME ...] [--rounds N]

A step is what a learner does in its loop: `last` with the encoded observation and the mask, a random action among those
allowed, `step`; for Gymnasium `step` alone gives all that. Resets are counted, too. Yards and steps take turns, and the
figure is the median of the rounds, because other work on the machine weighs on both alike.
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Callable
from random import Random

from flagplot.env import SeatsEnv, SoloEnv, aec, solo
from flagplot.games import slugs
from flagplot.lab.bench import yard_seconds
from flagplot.lab.plans import no_search_for_cycles

ROUNDS = 30
STEPS_IN_ONE_GO = 400  # between two measurements of the yard: about 30 ms, in which a busy machine changes little
TARGET = 1.0  # steps in a yard of atlantic-wolves for all seats: 15,000 a second where a yard is 66 us


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("game", nargs="*", help=f"all of them, or some of {', '.join(slugs())}")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    given = parser.parse_args()
    print(f"{'environment':34} {'steps/s':>9} {'per yard':>9}   quartiles        yard us")
    for slug in given.game or slugs():
        for name, stepping in (("aec", all_seats(aec(slug))), ("solo", one_seat(solo(slug, opponents="midshipman")))):
            report(f"{slug}, {name}", stepping, given.rounds)


def report(name: str, stepping: Callable[[int], None], rounds: int) -> None:
    """Measure and print one environment."""
    stepping(STEPS_IN_ONE_GO)
    rates, in_yards, yards = [], [], [yard_seconds()]
    with no_search_for_cycles():
        for _ in range(rounds):
            began = time.process_time()
            stepping(STEPS_IN_ONE_GO)
            seconds = time.process_time() - began
            yards.append(yard_seconds())
            rates.append(STEPS_IN_ONE_GO / seconds)
            in_yards.append(STEPS_IN_ONE_GO / seconds * statistics.mean(yards[-2:]))
    lower, median, upper = statistics.quantiles(in_yards, n=4)
    target = ""
    if name == "atlantic-wolves, aec":
        target = f"at least {TARGET:g}: {'met' if median >= TARGET else 'MISSED'}"
    length = statistics.median(yards) * 1e6
    print(
        f"{name:34} {statistics.median(rates):9,.0f} {median:9.3f}   {lower:.3f} to {upper:.3f} {length:8.1f}  {target}"
    )


def all_seats(env: SeatsEnv) -> Callable[[int], None]:
    """Random play of all seats, which goes on where it stopped."""
    rng, episodes = Random(0), iter(range(10**9))

    def stepping(steps: int) -> None:
        for _ in range(steps):
            if not env.agents:
                env.reset(seed=next(episodes))
            observation, _, terminated, truncated, _ = env.last()
            while terminated or truncated:
                env.step(None)
                if not env.agents:
                    env.reset(seed=next(episodes))
                observation, _, terminated, truncated, _ = env.last()
            allowed = observation["action_mask"].nonzero()[0]
            env.step(allowed[int(rng.random() * len(allowed))])

    return stepping


def one_seat(env: SoloEnv) -> Callable[[int], None]:
    """Random play of one seat against random players, which goes on where it stopped."""
    rng, episodes = Random(0), iter(range(10**9))
    observation = None

    def stepping(steps: int) -> None:
        nonlocal observation
        for _ in range(steps):
            if observation is None:
                observation, _ = env.reset(seed=next(episodes))
            allowed = observation["action_mask"].nonzero()[0]
            step = env.step(allowed[int(rng.random() * len(allowed))])
            observation = None if step[2] or step[3] else step[0]

    return stepping


if __name__ == "__main__":
    main()
