"""How fast Flagplot is beside other libraries of games: decisions a second of random play, in one run.

    python -m bench.peers [--rounds N] [--seconds S]

Each library is installed on demand into an environment of its own below build/peers, never into ours. The rounds take
turns with all libraries, and figures are told in yards (flagplot.lab.bench) as well, because other work on the machine
weighs on all alike. What cannot be installed or played is named. Games differ in what a decision costs: connect four
is a few table look-ups, so this tells how much a learner gets in an hour, not who programs better.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable, Iterator
from importlib.metadata import version
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from bench.environments import all_seats
from bench.peer_play import measure
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.start import new_match
from flagplot.engine.table import AnyOption
from flagplot.env import aec
from flagplot.games import find, slugs
from flagplot.lab.plans import no_search_for_cycles

BUILD = Path(__file__).parent.parent / "build" / "peers"
MINUTES = 10  # after which an installation is given up
STEPS = 200  # of an environment that count as one game


class Peer(NamedTuple):
    """A library, what pip installs for it, and the games that are played with it."""

    name: str
    requirement: str
    games: tuple[str, ...]


PEERS = (
    Peer("open_spiel", "open_spiel", ("connect_four", "chess", "backgammon", "leduc_poker")),
    Peer("pettingzoo", "pettingzoo[classic]", ("connect_four_v3", "tictactoe_v3", "chess_v6")),
    Peer("rlcard", "rlcard", ("leduc-holdem", "uno")),
    Peer("catanatron", "catanatron", ("base",)),
)


class Contender(NamedTuple):
    """A game that is measured: of which library, under which name, and how."""

    library: str
    game: str
    measure: Callable[[float], dict[str, Any]]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--seconds", type=float, default=1.0, help="for each game in each round")
    given = parser.parse_args()
    contenders, absent = [*ours()], []
    for peer in PEERS:
        python = installed(peer)
        if python is None:
            absent.append(f"{peer.name} cannot be installed here.")
            continue
        contenders += [Contender(peer.name, game, played_by(python, peer.name, game)) for game in peer.games]
    found: dict[tuple[str, str], list[dict[str, Any]]] = {}
    for _ in range(given.rounds):
        for one in contenders:
            try:
                found.setdefault((one.library, one.game), []).append(one.measure(given.seconds))
            except (subprocess.SubprocessError, ValueError) as error:
                absent.append(f"{one.library} cannot play {one.game} here ({type(error).__name__}).")
    for line in table(found):
        print(line)
    for line in dict.fromkeys(absent):
        print(line)


def ours() -> Iterator[Contender]:
    """Every game of ours as a playout, and as an environment with observations and masks."""
    for slug in slugs():
        yield Contender("flagplot", f"{slug}, playout", timed(playouts(slug)))
        yield Contender("flagplot", f"{slug}, environment", timed(stepping(slug)))


def timed(play: Callable[[], int]) -> Callable[[float], dict[str, Any]]:
    """Our own games, in this process."""

    def run(seconds: float) -> dict[str, Any]:
        with no_search_for_cycles():
            return {**measure(play, seconds), "version": version("flagplot")}

    return run


def playouts(slug: str) -> Callable[[], int]:
    game, numbers = find(slug), iter(range(10**9))

    def play() -> int:
        number = next(numbers)
        match = new_match(game, None, derived_seed(seed_bytes(0), "peers", number), {}, None, None)
        match.playout(dict.fromkeys(match.seats, AnyOption(Random(number).random)))
        return len(match.record.choices)

    return play


def stepping(slug: str) -> Callable[[], int]:
    step = all_seats(aec(slug))

    def play() -> int:
        step(STEPS)
        return STEPS

    return play


def installed(peer: Peer) -> Path | None:
    """The interpreter of a peer's own environment; None where it cannot be installed."""
    directory = BUILD / peer.name
    python, ready = directory / "bin" / "python", directory / "ready"
    if ready.exists():
        return python
    print(f"Installing {peer.requirement} ...", file=sys.stderr)
    venv.create(directory, with_pip=True, clear=True)
    install = [str(python), "-m", "pip", "install", "-qq", "--no-compile", peer.requirement]
    try:
        subprocess.run(install, check=True, capture_output=True, timeout=60 * MINUTES)
    except subprocess.SubprocessError:
        return None
    ready.touch()
    return python


def played_by(python: Path, library: str, game: str) -> Callable[[float], dict[str, Any]]:
    """A game of another library, in a process of its own."""
    program = [str(python), str(Path(__file__).with_name("peer_play.py")), library, game]

    def run(seconds: float) -> dict[str, Any]:
        done = subprocess.run([*program, str(seconds)], check=True, capture_output=True, text=True, timeout=120)
        found: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
        return found

    return run


def table(found: dict[tuple[str, str], list[dict[str, Any]]]) -> Iterator[str]:
    """Decisions a second and in a yard, the medians of the rounds."""
    yield f"{'library':12} {'version':10} {'game':30} {'decisions/s':>12} {'per yard':>9}"
    for (library, game), rounds in found.items():
        rate = statistics.median(one["decisions"] / one["seconds"] for one in rounds)
        in_yards = statistics.median(one["decisions"] / one["seconds"] * one["yard"] for one in rounds)
        yield f"{library:12} {rounds[0]['version']:10} {game:30} {rate:12,.0f} {in_yards:9.2f}"


if __name__ == "__main__":
    main()
