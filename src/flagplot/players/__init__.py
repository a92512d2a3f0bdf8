"""Computer players: the midshipman, who plays at random, each game's captain, the lieutenant between them, and the
admiral, who searches."""

from __future__ import annotations

import time
from collections.abc import Mapping
from random import Random
from typing import Any

from flagplot.engine.dice import derived_seed, seed_bytes
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.table import AnyOption, Policy
from flagplot.engine.words import Ask, Option
from flagplot.players.admiral import Admiral, Thought, budget_in, is_admiral
from flagplot.players.lieutenant import Lieutenant
from flagplot.players.ranks import ADMIRAL, COMPUTERS, NEED_CAPTAIN, Computer

Player = Policy | Admiral  # whoever can be given a seat

MOST_AT_ONCE = 200  # answers that a captain gives in one go; no phase has half as many
SECONDS_AT_ONCE = 5.0


def midshipman(seed: str) -> Policy:
    """A player who takes any option, each as likely as the other."""
    return AnyOption(Random(seed).random)


def make(name: str, game: Game[Any], seat: str, seed: str) -> Player:
    """A computer player for a seat of a game."""
    if is_admiral(name):
        for needed in game.seat_ids():
            if needed not in game.captains:
                raise UnknownGame(f"{game.title} has no captain for the seat '{needed}', whom an admiral needs.")
        return Admiral(budget_in(name), f"{seed}/{seat}")
    if name not in COMPUTERS:
        raise UnknownGame(f"There is no player '{name}'. Expected one of {', '.join(COMPUTERS)}.")
    if name == "midshipman":
        return midshipman(f"{seed}/{seat}")
    if seat not in game.captains:
        raise UnknownGame(f"{game.title} has no captain for the seat '{seat}'.")
    captain = game.captains[seat]()
    return Lieutenant(captain, Random(f"{seed}/{seat}").random) if name == "lieutenant" else captain


def best(game: Game[Any], seat: str) -> Computer:
    """The best computer player for a seat of those that answer at once."""
    return "captain" if seat in game.captains else "midshipman"


def can_sit(game: Game[Any], seat: str, name: str) -> bool:
    """Whether a computer player can have a seat."""
    needed = game.seat_ids() if name == ADMIRAL else [seat] if name in NEED_CAPTAIN else []
    return all(one in game.captains for one in needed)


def seated(match: Match[Any], seats: Mapping[str, str | Player], seed: str) -> dict[str, Player]:
    """A player for each seat of a match: as named, or a midshipman."""
    for seat in seats:
        if seat not in match.seats:
            raise UnknownGame(match.game.why_no_seat(seat, match.seats))
    players: dict[str, Player] = {}
    for seat in match.seats:
        player = seats.get(seat, "midshipman")
        players[seat] = make(player, match.game, seat, seed) if isinstance(player, str) else player
    return players


def play_out(match: Match[Any], players: Mapping[str, Player]) -> Match[Any]:
    """Let computer players play a match to its end; one with an admiral goes on decision by decision."""
    policies: dict[str, Policy] = {}
    for seat, player in players.items():
        if not isinstance(player, Admiral):
            policies[seat] = player
    if len(policies) == len(players):
        return match.playout(policies)
    while match.question:
        play(match, think(match, players))
    return match


def play(match: Match[Any], thought: Thought) -> list[Option]:
    """Make the choice of a computer player, and those of his plan to the questions that come as he expected them."""
    question = match.question
    assert question
    seat, made = question.seat, [thought.option]
    match.choose(thought.option)
    match.record.explain({len(match.record.choices): thought.found})
    for answer in thought.follow_up:
        question = match.question
        if question is None or (question.seat, question.ask.key, question.options) != (
            seat,
            answer.ask,
            answer.options,
        ):
            break
        match.choose(answer.option)
        made.append(answer.option)
    return made


def answer(match: Match[Any], players: Mapping[str, Player]) -> Option:
    """What the player of the seat that must decide now would choose."""
    return think(match, players).option


def think(match: Match[Any], players: Mapping[str, Player]) -> Thought:
    """What the player of the seat that must decide now would choose, and what an admiral has found for it."""
    question = match.question
    if question is None or not isinstance(question.ask, Ask):
        raise IllegalChoice("There is nothing here for a computer player to decide.")
    player = players[question.seat]
    if isinstance(player, Admiral):
        return player.think(match)
    known = match.game.known_to(match.state, question.seat)
    return Thought(player(known, question.seat, question.ask, question.options, question.about), (), "")


def without_search(match: Match[Any], players: Mapping[str, Player]) -> dict[str, Player]:
    """The same players, with captains in the seats of admirals."""
    captains = match.game.captains
    return {seat: captains[seat]() if isinstance(one, Admiral) else one for seat, one in players.items()}


def can_finish(match: Match[Any]) -> bool:
    """Whether a captain can answer for the seat that must decide now."""
    question = match.question
    return question is not None and isinstance(question.ask, Ask) and question.seat in match.game.captains


def finish_phase(match: Match[Any], only_sequence: bool = False) -> list[Option]:
    """What the captain of the seat that must decide answers until the phase ends or somebody else is asked.

    The match is played on; each answer is given from what the seat knows then. With `only_sequence` he only says what
    comes first and lets rolls stand, and stops where he would do more, such as play a card. After so many answers or
    seconds he stops.
    """
    first = match.question
    if first is None or not can_finish(match):
        raise IllegalChoice("There is nothing here for a captain to decide.")
    until = time.monotonic() + SECONDS_AT_ONCE
    policies = {first.seat: match.game.captains[first.seat]()}
    seed = derived_seed(seed_bytes(match.record.seed), "finishing captain")  # no fork may show the coming dice
    phase = (match.topic, match.occasion.turn)
    given: list[Option] = []
    while (question := match.question) and question.seat == first.seat and (match.topic, match.occasion.turn) == phase:
        ask, options = question.ask, question.options
        is_settled = only_sequence and match.first_will_do
        if not isinstance(ask, Ask) or (only_sequence and not is_settled and not ask.has_usual_answer(options)):
            break
        fork = match.fork(question.seat, derived_seed(seed, len(match.record.choices)))
        option = options[0] if is_settled else answer(fork, policies)
        if only_sequence and not is_settled and not ask.is_usual_answer(option):
            break
        given.append(option)
        match.choose(option)
        if len(given) == MOST_AT_ONCE or time.monotonic() > until:
            break
    return given
