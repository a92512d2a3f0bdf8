"""The account of a game as text that a player can follow."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import flagplot
from flagplot import players

HERE = Path(__file__).parent
GAMES = [(1, "midshipman"), (2, "captain")]  # seed, and who plays all seats
LONG = {("atlantic-chase", "campaign"): "AC-CA"}  # of these only what some clauses tell, and only the captain's


def golden_games() -> list[tuple[str, str, int, str]]:
    """Two games of each game and scenario, of a long one the captain's: slug, scenario, seed and player."""
    return [
        (game.slug, scenario, seed, player)
        for game in flagplot.games()
        for scenario in game.scenarios
        for seed, player in GAMES
        if player == "captain" or (game.slug, scenario) not in LONG
    ]


def path_of(slug: str, scenario: str, seed: int, player: str) -> Path:
    return HERE / f"{slug}-{scenario}-{seed}-{player}.txt"


def account(slug: str, scenario: str, seed: int, player: str) -> str:
    """The whole game: what happened, what was asked and what was chosen."""
    match = flagplot.new(slug, scenario=scenario, seed=seed)
    policies = players.seated(match, dict.fromkeys(match.seats, player), match.record.seed)
    chapter = LONG.get((slug, scenario), "")
    title = f"{match.game.title}, {scenario}, seed {seed}, played by a {player}."
    return "\n".join([*_lines(match, policies, title, chapter), ""])


def _lines(match: flagplot.Match[Any], policies: Any, title: str, chapter: str) -> Iterator[str]:
    yield title
    yield f"Seed hash {match.seed_hash}"
    told, heading = 0, ""
    while True:
        log = match.log()
        for entry in log[told:]:
            if entry.rule.startswith(chapter):
                yield f"    {entry.text}  [{entry.rule}]"
        told = len(log)
        decision = match.decision
        if decision is None:
            break
        option = players.answer(match, policies)
        if decision.rule.startswith(chapter):
            if match.view(decision.seat).headline != heading:
                heading = match.view(decision.seat).headline
                yield ""
                yield heading
            yield f"  {decision.prompt}  [{decision.rule}]"
            yield f"  > {match.describe(option).label}  (of {len(decision.options)})"
        match.choose(option)
    assert match.result is not None
    yield ""
    yield f"Winner: {match.result.winner}. {match.result.reason} Score {match.result.score}."
    yield f"Seed {match.record.seed}"
