"""What every captain must hold to: he answers what he advises, and says why in one sentence."""

from __future__ import annotations

import pytest

import flagplot
from flagplot import players
from flagplot.engine.table import Question
from flagplot.engine.words import Ask
from tests.contract.playing import SLUGS, some_options

every_game = pytest.mark.parametrize("slug", SLUGS)


@every_game
@pytest.mark.parametrize("seed", [2, 3])
def test_a_captain_advises_what_he_does_and_says_why(slug: str, seed: int) -> None:
    match = flagplot.new(slug, seed=seed, options=some_options(slug, seed))
    policies = players.seated(match, dict.fromkeys(match.seats, "captain"), "")
    asked = set()
    while question := match.question:
        captain = match.game.captains[question.seat]()
        assert isinstance(question.ask, Ask)
        known = match.game.known_to(match.state, question.seat)
        advice = captain.advise(known, question.seat, question.ask, question.options, question.about)
        assert advice.choice in question.options
        check_reason(question, match.game.phrases_in(match.state).fill(advice.reason, advice.figures))
        if len(question.options) > 1:
            assert advice.second in question.options, (question.ask.key, advice)
            assert advice.second != advice.choice
        else:
            assert advice.second is None
        asked.add(question.ask.key)
        answer = players.answer(match, policies)
        assert policies[question.seat].advise(
            known, question.seat, question.ask, question.options, question.about
        ).choice == answer  # fmt: skip
        match.choose(answer)
    assert len(asked) > min(5, len(match.game.asks) // 3)


def check_reason(question: Question, reason: str) -> None:
    """One sentence of the game, filled with its figures."""
    assert reason.endswith("."), (question.ask.key, reason)
    assert reason[0].isupper() or reason[0].isdigit(), (question.ask.key, reason)
    assert "{" not in reason
    assert "_" not in reason, (question.ask.key, reason)  # an id that has no name
    assert len(reason) > 20, (question.ask.key, reason)


@every_game
def test_a_hint_is_an_option_with_its_reason_and_the_runner_up_and_changes_nothing(slug: str) -> None:
    match = flagplot.new(slug, seed=1)
    before = match.save()
    hint = match.hint()
    assert match.decision
    assert {hint.option, hint.second} <= set(match.decision.options)
    assert hint.option != hint.second
    assert hint.reason.endswith(".")
    assert match.save() == before == flagplot.load(before).save()
    assert flagplot.load(before).hint() == hint
