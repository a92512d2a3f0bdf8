"""Computer players: the midshipman, who plays at random, and each game's captain."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.table import AnyOption, Policy
from flagplot.engine.words import Ask, Option

NAMES = ("midshipman", "captain")


def midshipman(seed: str) -> Policy:
    """A player who takes any option, each as likely as the other."""
    return AnyOption(Random(seed).random)


def make(name: str, game: Game[Any], seat: str, seed: str) -> Policy:
    """A computer player for a seat of a game."""
    if name == "midshipman":
        return midshipman(f"{seed}/{seat}")
    if name == "captain":
        if seat not in game.captains:
            raise UnknownGame(f"{game.title} has no captain for the seat '{seat}'.")
        return game.captains[seat]()
    raise UnknownGame(f"There is no player '{name}'; there are {', '.join(NAMES)}.")


def seated(match: Match[Any], seats: Mapping[str, str | Policy], seed: str) -> dict[str, Policy]:
    """A player for each seat of a match: as named, or a midshipman."""
    for seat in seats:
        if seat not in match.seats:
            raise UnknownGame(match.game.why_no_seat(seat, match.seats))
    players: dict[str, Policy] = {}
    for seat in match.seats:
        player = seats.get(seat, "midshipman")
        players[seat] = make(player, match.game, seat, seed) if isinstance(player, str) else player
    return players


def answer(match: Match[Any], policies: Mapping[str, Policy]) -> Option:
    """What the player of the seat that must decide now would choose."""
    question = match.question
    if question is None or not isinstance(question.ask, Ask):
        raise IllegalChoice("There is nothing here for a computer player to decide.")
    policy = policies[question.seat]
    known = match.game.known_to(match.state, question.seat)
    return policy(known, question.seat, question.ask, question.options, question.about)
