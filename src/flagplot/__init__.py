"""Flagplot: wargames of the naval war 1939-45, every rule enforced, playable from Python.

>>> import flagplot
>>> match = flagplot.new("atlantic-wolves", seed=7)
>>> match.decision.prompt
'Where does Dönitz spend August 1942?'
>>> match.choose("pens").decision.seat
'german'
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot import games as _games
from flagplot import players
from flagplot.engine import dice
from flagplot.engine.errors import FlagplotError, IllegalChoice, PositionError, SaveError
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.saves import rules_of
from flagplot.engine.start import load_match, moved_on, new_match

__version__ = "0.5.1"
__all__ = [
    "FlagplotError",
    "Game",
    "IllegalChoice",
    "Match",
    "PositionError",
    "SaveError",
    "dice",
    "game",
    "games",
    "load",
    "moved_on",
    "new",
    "play",
    "rules_of",
]


def games() -> list[Game[Any]]:
    """What can be played; a game whose data cannot be read is left out, and `game` says why."""
    return _games.all_that_load()[0]


def game(slug: str) -> Game[Any]:
    """One game by its slug: title, seats, scenarios, options, rule book."""
    return _games.find(slug)


def new(
    slug: str,
    scenario: str | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
    dice: dice.Script | dice.Asked | None = None,
    state: Any = None,
) -> Match[Any]:
    """A new match, from a scenario or from a position made by hand."""
    return new_match(_games.find(slug), scenario, seed, options or {}, dice, state)


def load(data: bytes) -> Match[Any]:
    """A saved match, by the rules with which it was made if they are still played.

    Otherwise it goes on by the present rules from its last checkpoint. SaveError, in one sentence, when it cannot be
    read.
    """
    return load_match(data, _games.find)


def play(
    slug: str,
    seats: Mapping[str, str | players.Player] | None = None,
    scenario: str | None = None,
    seed: int | str | bytes | None = None,
    options: Mapping[str, Any] | None = None,
) -> Match[Any]:
    """A match played to its end by computer players: midshipmen where no other is named."""
    match = new(slug, scenario, seed, options)
    return players.play_out(match, players.seated(match, seats or {}, match.record.seed))
