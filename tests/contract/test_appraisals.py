"""The appraisals of the games: a position has chances that agree with how captains' games end."""

from __future__ import annotations

from dataclasses import replace
from statistics import fmean
from typing import Any

import pytest

import flagplot
from flagplot.engine import Ask
from flagplot.engine.appraisal import Appraisal
from flagplot.games import find

APPRAISED = [game.slug for game in flagplot.games() if game.appraisal]
GAMES = 24


def appraised_game(slug: str, scenario: str, seed: int) -> tuple[list[float], float]:
    """The chances at each moment at which a playout might be cut off, and how the game ended for the same side."""
    match = flagplot.new(slug, scenario, seed=seed)
    appraisal, question = match.appraisal, match.question
    assert appraisal
    assert question
    assert isinstance(question.ask, Ask)
    chances: list[float] = []

    def note(state: Any) -> str:
        if appraisal.stage(state) in appraisal.weights:
            chances.append(appraisal.chance(state, appraisal.side))
        return ""

    captains = {seat: match.game.captains[seat]() for seat in match.seats}
    known = match.game.known_to(match.state, question.seat)
    first = captains[question.seat](known, question.seat, question.ask, question.options, question.about)
    end = match.prospect(first, captains, replace(appraisal, ahead=0, stage=note, weights={}))
    return chances, 0.5 if end.result.winner is None else float(end.result.winner == appraisal.side)


def scenario_with_weights(slug: str, appraisal: Appraisal) -> str:
    """The first scenario of a game that is appraised."""
    scenarios = list(find(slug).scenarios)
    named = [one for one in scenarios if any(stage.startswith(f"{one} ") for stage in appraisal.weights)]
    return (named or scenarios)[0]


@pytest.mark.parametrize("slug", APPRAISED)
def test_chances_are_nearer_to_how_games_end_than_a_guess_and_the_more_so_the_later(slug: str) -> None:
    game = find(slug)
    assert game.appraisal
    scenario = scenario_with_weights(slug, game.appraisal())
    early, late, guess = [], [], []
    for seed in range(GAMES):
        chances, result = appraised_game(slug, scenario, seed)
        if not chances:
            continue  # it was over before it could have been cut off
        assert all(0 < chance < 1 for chance in chances)
        early.append((chances[0] - result) ** 2)
        late.append((chances[-1] - result) ** 2)
        guess.append((0.5 - result) ** 2)
    assert len(guess) > GAMES / 2
    assert fmean(late) < fmean(early) < fmean(guess) + 0.05
    assert fmean(late) < 0.5 * fmean(guess)


@pytest.mark.parametrize("slug", APPRAISED)
def test_every_stage_has_a_weight_for_every_figure(slug: str) -> None:
    game = find(slug)
    assert game.appraisal
    appraisal = game.appraisal()
    assert appraisal.weights
    assert {len(weights) for weights in appraisal.weights.values()} == {len(appraisal.figures) + 1}
    match = flagplot.new(slug, scenario_with_weights(slug, appraisal), seed=1)
    assert len(appraisal.read(match.state)) == len(appraisal.figures)


@pytest.mark.parametrize("slug", APPRAISED)
def test_other_options_than_those_it_learned_from_are_played_through(slug: str) -> None:
    game = find(slug)
    assert game.appraisal
    appraisal = game.appraisal()
    switches = [option for option in game.options if option.default is False and "player" not in option.name]
    match = flagplot.new(slug, seed=1, options={switches[0].name: True})
    question = match.question
    assert question
    captains = {seat: game.captains[seat]() for seat in match.seats}
    assert match.prospect(question.options[0], captains, appraisal).result
