"""Random play of one game in one library, run by bench.peers with the interpreter of that library's own environment.

    python bench/peer_play.py LIBRARY GAME SECONDS

Nothing of Flagplot is imported here, because it is not installed there. Prints one JSON object: the decisions that were
made, the CPU time that they took, the CPU time of a yard before and after, and the version of the library.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Callable
from importlib.metadata import version
from typing import Any

Go = Callable[[], int]  # plays one game and returns how many decisions were made in it


def yard() -> int:
    """The same loop as flagplot.lab.bench.yard."""
    x = 0
    for i in range(1000):
        x = (x * 31 + i) & 0xFFFFFF
    return x


def yard_seconds() -> float:
    began = time.process_time()
    for _ in range(100):
        yard()
    return (time.process_time() - began) / 100


def open_spiel(name: str) -> Go:
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(0)

    def play() -> int:
        state, decisions = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, chances)[0])
            else:
                state.apply_action(rng.choice(state.legal_actions()))
                decisions += 1
        return decisions

    return play


def pettingzoo(name: str) -> Go:
    import importlib

    env, rng = importlib.import_module(f"pettingzoo.classic.{name}").env(), random.Random(0)
    seeds = iter(range(10**9))

    def play() -> int:
        env.reset(seed=next(seeds))
        decisions = 0
        for _ in env.agent_iter():
            observation, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.step(None)
            else:
                env.step(rng.choice(observation["action_mask"].nonzero()[0]))
                decisions += 1
        return decisions

    return play


def rlcard(name: str) -> Go:
    import rlcard as library

    env, rng = library.make(name, config={"seed": 0}), random.Random(0)

    def play() -> int:
        state, _ = env.reset()
        decisions = 0
        while not env.is_over():
            state, _ = env.step(rng.choice(list(state["legal_actions"])))
            decisions += 1
        return decisions

    return play


def catanatron(name: str) -> Go:
    from catanatron import Color, Game, RandomPlayer

    def play() -> int:
        game = Game([RandomPlayer(color) for color in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)])
        game.play()
        records = getattr(game.state, "action_records", None)
        return len(game.state.actions if records is None else records)

    return play


LIBRARIES: dict[str, Callable[[str], Go]] = {
    "open_spiel": open_spiel,
    "pettingzoo": pettingzoo,
    "rlcard": rlcard,
    "catanatron": catanatron,
}


def measure(play: Go, seconds: float) -> dict[str, Any]:
    """Play games for about so many seconds."""
    play()
    before, decisions, began = yard_seconds(), 0, time.process_time()
    while (spent := time.process_time() - began) < seconds:
        decisions += play()
    return {"decisions": decisions, "seconds": spent, "yard": (before + yard_seconds()) / 2}


if __name__ == "__main__":
    library, game, limit = sys.argv[1:]
    print(json.dumps({**measure(LIBRARIES[library](game), float(limit)), "version": version(library)}))
