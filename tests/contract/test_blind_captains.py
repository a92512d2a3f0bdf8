"""Players that cannot see: a policy is given what its seat knows, and a captain answers alike in twin worlds."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Advice, Ask, Match
from tests.contract.test_secrecy import WITH_SECRETS, every_game_with_secrets
from tests.contract.twins import HIDDEN, played, twin_of

STRIDE, SHORT_STRIDE = 11, 29  # decisions from one comparison to the next, in a long run and else
LEAST = 10  # comparisons
MOST_GAMES = 6  # that are played for them where little is hidden for long


def advice(match: Match[Any]) -> Advice:
    """What a captain who has just come on board advises."""
    question = match.question
    assert question
    assert isinstance(question.ask, Ask)
    captain = match.game.captains[question.seat]()
    known = match.game.known_to(match.state, question.seat)
    return captain.advise(known, question.seat, question.ask, question.options, question.about)


@every_game_with_secrets
@pytest.mark.parametrize("player", ["captain", "midshipman"])
def test_a_captain_answers_alike_in_twin_worlds(slug: str, player: str, is_long_run: bool) -> None:
    rng, compared = Random(5), 0
    stride = min(STRIDE if is_long_run else SHORT_STRIDE, HIDDEN[slug].stride)
    for seed in range(5, 5 + MOST_GAMES):
        if compared < LEAST:
            compared += compared_in_game(slug, player, seed, stride, rng)
    assert compared >= LEAST


def compared_in_game(slug: str, player: str, seed: int, stride: int, rng: Random) -> int:
    """How often a captain was asked in a game and its twin; he answers alike."""
    compared = 0
    for story in played(slug, player, seed):
        match = story.match
        if len(match.record.choices) % stride:
            continue
        assert match.decision
        twin = twin_of(story, match.decision.seat, rng)
        if twin:
            compared += 1
            assert advice(match) == advice(twin), match.decision
    return compared


def test_no_policy_is_given_the_state_of_a_game_with_secrets() -> None:
    for slug in WITH_SECRETS:
        match = flagplot.new(slug, seed=1)
        for seat in match.seats:
            known = match.game.known_to(match.state, seat)
            assert not isinstance(known, match.game.state_type)
