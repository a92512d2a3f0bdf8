"""How fast the games run: each figure as a number and per yard, so that it compares between machines.

A yard is the CPU time of a fixed loop of plain Python, measured in the same process. Yards and games take turns, and
games are told in the yards before and after them: other work on the machine and the rate of its clock weigh on both
alike, while the best yard of a minute would be compared with games that had no such luck. Several games are played in
one go, as simulations do; after a pause of a millisecond, processors take a seventh longer for the next one.
"""

from __future__ import annotations

import functools
import math
import statistics
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import Any, NamedTuple

import msgspec
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.table import Table

from flagplot import players
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.start import load_match, new_match
from flagplot.games import find, slugs
from flagplot.lab.simulate import no_search_for_cycles

ROUNDS = 16  # rates are the median of so many, which a busy moment of the machine does not decide
GOES = 6  # to a round, with the yard measured between them
GAMES_IN_ONE_GO = 10  # at least
DECISIONS_IN_ONE_GO = 4000  # of random players, at least: a shorter go would tell how a processor begins
YARDS = 20  # that are measured at a time
PLAYERS = {"midshipman": "random", "captain": "captain"}  # and under which key their figures stand
SAMPLE_GAMES = 4  # games in which every decision is timed


def yard() -> int:
    """The fixed loop against which all else is measured."""
    x = 0
    for i in range(1000):
        x = (x * 31 + i) & 0xFFFFFF
    return x


class Spread(NamedTuple):
    """The quartiles of what rounds gave per yard."""

    lower: float
    median: float
    upper: float


@dataclass(frozen=True, slots=True)
class Figure:
    """One measurement: `value` in its unit, and `per_yard`, its ratio to the yard."""

    game: str
    key: str
    name: str
    value: float
    unit: str
    per_yard: float
    spread: Spread | None = None  # of a figure that is the median of several rounds


def cpu_seconds(work: Callable[..., Any], *args: Any) -> float:
    """The CPU time of one run."""
    began = time.process_time()
    work(*args)
    return time.process_time() - began


def yard_seconds() -> float:
    """The CPU time of a yard at this moment."""
    return cpu_seconds(lambda: [yard() for _ in range(YARDS)]) / YARDS


def measure(tell: Callable[[str], None] = lambda _: None) -> list[Figure]:
    """Every figure of every game; rounds of whole games take turns, so that other work on the machine weighs on all."""
    games = [find(slug) for slug in slugs()]
    rounds: dict[tuple[str, str], list[Round]] = {(game.slug, player): [] for game in games for player in PLAYERS}
    for number in range(ROUNDS):
        for game in games:
            tell(f"{game.slug}, round {number + 1} of {ROUNDS}")
            for player in PLAYERS:
                rounds[game.slug, player].append(_round(game, player, number))
    figures: list[Figure] = []
    for game in games:
        tell(game.slug)
        for player, key in PLAYERS.items():
            figures += _rates(game.slug, player, key, rounds[game.slug, player])
        figures += _single_steps(game)
    return figures


def _match(game: Game[Any], number: int) -> Match[Any]:
    return new_match(game, None, derived_seed(seed_bytes(0), "bench", number), {}, None, None)


def matches_of(game: Game[Any], count: int, first: int) -> list[Match[Any]]:
    """Matches with the seeds of the bench, from a number on."""
    return [_match(game, first + number) for number in range(count)]


class Rate(NamedTuple):
    """What was done a second, and in a yard."""

    a_second: float
    per_yard: float


class Round(NamedTuple):
    """The rates of a round of whole games."""

    decisions: Rate
    games: Rate


def _round(game: Game[Any], player: str, number: int) -> Round:
    """Set games up and play them, with yards between them."""
    in_one_go = games_in_one_go(game.slug)
    games = GOES * in_one_go
    decisions, played, set_up = 0, _Spent(), _Spent()
    with no_search_for_cycles():
        for first in range(number * games, (number + 1) * games, in_one_go):
            began = time.process_time()
            matches = matches_of(game, in_one_go, first)
            set_up.add(time.process_time() - began)
            played.add(cpu_seconds(play_out_all, matches, player))
            decisions += sum(len(match.record.choices) for match in matches)
    return Round(
        Rate(decisions / played.seconds, decisions / played.yards),
        Rate(games / (played.seconds + set_up.seconds), games / (played.yards + set_up.yards)),
    )


@functools.cache
def games_in_one_go(slug: str) -> int:
    """How many games are played between two measurements of the yard: more of a short game."""
    matches = matches_of(find(slug), GAMES_IN_ONE_GO, 0)
    play_out_all(matches, "midshipman")
    decisions = statistics.mean(len(match.record.choices) for match in matches)
    return max(GAMES_IN_ONE_GO, math.ceil(DECISIONS_IN_ONE_GO / decisions))


class _Spent:
    """CPU time in seconds, and in the yards before and after each piece of it."""

    def __init__(self) -> None:
        self.seconds = self.yards = 0.0
        self._before = yard_seconds()

    def add(self, seconds: float) -> None:
        after = yard_seconds()
        self.seconds += seconds
        self.yards += seconds / statistics.mean((self._before, after))
        self._before = after


def _rates(slug: str, player: str, key: str, rounds: Sequence[Round]) -> list[Figure]:
    """Decisions and games a second and per yard: the median of the rounds."""
    figures = []
    for name in Round._fields:
        rates: list[Rate] = [getattr(one, name) for one in rounds]
        spread = Spread(*statistics.quantiles([rate.per_yard for rate in rates], n=4))
        value = statistics.median(rate.a_second for rate in rates)
        figures.append(Figure(slug, f"{key}_{name}", f"{player}: {name}", value, "a second", spread.median, spread))
    return figures


def play_out_all(matches: list[Match[Any]], player: str) -> None:
    """Let computer players of one kind play these matches to their ends."""
    for match in matches:
        players.play_out(match, players.seated(match, dict.fromkeys(match.seats, player), match.record.seed))


def _single_steps(game: Game[Any]) -> list[Figure]:
    """What a match does for one decision, over whole random games."""
    copies, resumes, saves, loads, odds, yards = [], [], [], [], [], []
    rng = Random(0)
    for number in range(SAMPLE_GAMES):
        match = _match(game, number)
        while decision := match.decision:
            option = rng.choice(decision.options)
            copies.append(cpu_seconds(game.copy, match.checkpoint.state))
            saves.append(cpu_seconds(match.save))
            loads.append(cpu_seconds(load_match, match.save(), find))
            if len(match.odds(option)) > 1:
                odds.append(cpu_seconds(match.odds, option))
            resumes.append(cpu_seconds(match.choose, option))
            yards.append(cpu_seconds(yard))
    length = statistics.median(yards)

    def figure(key: str, name: str, seconds: float) -> Figure:
        return Figure(game.slug, key, name, seconds * 1e6, "us", seconds / length)

    return [
        figure("copy", "checkpoint copy", statistics.median(copies)),
        figure("resume_p99", "resume a decision, p99", percentile(resumes, 99)),
        figure("save", "save", statistics.median(saves)),
        figure("load", "load", statistics.median(loads)),
        figure("odds", "odds of a typical option", statistics.median(odds)),
        figure("odds_p90", "odds of an option, p90", percentile(odds, 90)),
    ]


def percentile(values: list[float], percent: int) -> float:
    """The value that so many per cent do not exceed."""
    return statistics.quantiles(values, n=100, method="inclusive")[percent - 1]


Targets = Mapping[str, Mapping[str, Mapping[str, float]]]  # game -> key -> {"at_least" or "at_most": per yard}


def verdict(figure: Figure, targets: Targets) -> tuple[str, bool]:
    """The target of a figure in words, and whether it is met; a figure without one is only reported."""
    for bound, least in targets.get(figure.game, {}).get(figure.key, {}).items():
        met = figure.per_yard >= least if bound == "at_least" else figure.per_yard <= least
        return f"{bound.replace('_', ' ')} {least:g}, {'met' if met else 'MISSED'}", met
    return "", True


def report(figures: Sequence[Figure], targets: Targets) -> Iterator[Table]:
    """A table for each game."""
    for game in dict.fromkeys(figure.game for figure in figures):
        table = Table(title=game, title_justify="left", box=SIMPLE_HEAD)
        table.add_column("what")
        table.add_column("figure", justify="right")
        table.add_column("per yard", justify="right")
        table.add_column("quartiles of rounds", justify="right")
        table.add_column("target per yard")
        for figure in figures:
            if figure.game == game:
                amount = f"{figure.value:,.1f} {figure.unit}"
                spread = f"{figure.spread.lower:,.3f} to {figure.spread.upper:,.3f}" if figure.spread else ""
                table.add_row(figure.name, amount, f"{figure.per_yard:,.3f}", spread, verdict(figure, targets)[0])
        yield table


def main(as_json: bool, targets: Targets | None = None) -> int:
    """Measure and print; 1 when a target is missed."""
    with Console(stderr=True).status("Measuring ...") as status:
        length = statistics.median(yard_seconds() for _ in range(100))
        figures = measure(lambda slug: status.update(f"Measuring {slug} ..."))
    if as_json:
        facts = {"yard_microseconds": length * 1e6, "figures": [asdict(figure) for figure in figures]}
        print(msgspec.json.format(msgspec.json.encode(facts), indent=2).decode())
    else:
        console = Console()
        console.print(f"One yard is {length * 1e6:.1f} us of plain Python on this machine, as the median of many.")
        console.print(*report(figures, targets or {}))
    return 0 if all(verdict(figure, targets or {})[1] for figure in figures) else 1
