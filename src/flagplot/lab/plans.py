"""What the laboratory plays: plans, the numbered games of a plan, and what is kept of each."""

from __future__ import annotations

import contextlib
import gc
import os
from collections.abc import Iterator, Mapping, Sequence
from hashlib import blake2b
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from flagplot import players
from flagplot.engine.data import OWNERS_DIRECTORY
from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.errors import DataError, FlagplotError
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.games import find

MOST_GAMES = 1_000_000  # of one run; all outcomes are kept in memory, about a kilobyte each
BLOCK = 10  # games of one plan before it is the next one's turn, so that a run that is stopped is even

Count = Annotated[int, Meta(ge=0)]


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is played again and again. Game number i has the same dice and the same outcome wherever it is played."""

    game: str
    rules: int
    scenario: str
    options: dict[str, bool | int]
    players: dict[str, str]  # seat -> computer player
    seed: int
    figures: str = ""  # the directory of the owner's figures; empty: the game's own
    figures_mark: str = ""  # of the content of these files

    def with_figures(self, directory: str) -> Plan:
        """The same plan with the owner's figures of a directory; empty stands for the game's own."""
        return msgspec.structs.replace(self, figures=directory, figures_mark=mark_of(directory, self.game))


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """What is kept of one game."""

    winner: str | None
    reason: str
    metrics: dict[str, float]
    decisions: Count


class Task(NamedTuple):
    """A game to be played: of which plan, and which number."""

    plan: int
    number: int


def planned(
    slug: str,
    scenario: str | None = None,
    options: Mapping[str, Any] | None = None,
    seats: Mapping[str, str] | None = None,
    seed: int = 0,
    others: str = "midshipman",
) -> Plan:
    """A plan, checked by setting up its first game; `others` play the seats for which nobody is named.

    "best" stands for the best computer player whom the game has for a seat, as far as no budget must be chosen.
    """
    game = find(slug)
    first = new_match(game, scenario, seed, options or {}, None, None)
    seated = {
        seat: (seats or {}).get(seat) or (players.best(game, seat) if others == "best" else others)
        for seat in first.seats
    }
    players.seated(first, {**(seats or {}), **seated}, first.record.seed)
    return Plan(
        game=slug,
        rules=game.rules_version,
        scenario=first.record.scenario,
        options=first.record.options,
        players=seated,
        seed=seed,
        figures=figures_in_force(),
        figures_mark=mark_of(figures_in_force(), slug),
    )


def figures_in_force() -> str:
    """The directory of the owner's figures with which this process plays; empty with the games' own."""
    return os.environ.get(OWNERS_DIRECTORY, "")


def mark_of(directory: str, slug: str) -> str:
    """A mark of the owner's files of a game; empty when there are none."""
    folder = Path(directory) / slug
    if not directory or not folder.is_dir():
        return ""
    try:
        content = [(file.name, file.read_bytes().hex()) for file in sorted(folder.glob("*.toml")) if file.is_file()]
    except OSError as error:
        raise DataError(f"{folder} cannot be read: {error.strerror}.") from None
    return blake2b(msgspec.json.encode(content), digest_size=16).hexdigest()


def check_number(games: int) -> int:
    """The number of games of a run, if that many can be played."""
    if not 1 <= games <= MOST_GAMES:
        raise FlagplotError(f"A run needs at least one game and has at most {MOST_GAMES:,}, not {games:,}.")
    return games


def in_blocks(plans: Sequence[Plan], first: int, past: int) -> list[Task]:
    """The games of all plans from one number to before another, a block of each plan in turn."""
    return [
        Task(plan, number)
        for block in range(first, past, BLOCK)
        for plan in range(len(plans))
        for number in range(block, min(block + BLOCK, past))
    ]


def seed_of(plan: Plan, number: int) -> bytes:
    """The seed of a game; games of the same number have it in all plans that have the same seed."""
    return derived_seed(seed_bytes(plan.seed), "game", number)


def begun(plan: Plan, number: int) -> Match[Any]:
    """A game before its first decision."""
    return new_match(find(plan.game), plan.scenario, seed_of(plan, number), plan.options, None, None)


def play_game(plan: Plan, number: int) -> Outcome:
    """Play a game of a plan to its end."""
    match = begun(plan, number)
    players.play_out(match, players.seated(match, plan.players, match.record.seed))
    return outcome_of(match)


def outcome_of(match: Match[Any]) -> Outcome:
    """What is kept of a finished game."""
    result = match.result
    assert result is not None
    metrics = {name: float(value) for name, value in match.game.metrics(match.state).items()}
    return Outcome(result.winner, result.reason, metrics, len(match.record.choices))


@contextlib.contextmanager
def no_search_for_cycles() -> Iterator[None]:
    """Play without the garbage collector: games leave no cycles, and to look for some takes a twentieth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()
