"""Observations hold what the seat knows and no more, in a fixed number of figures that have names."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import numpy as np
import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.env import SeatsEnv, aec
from flagplot.env.actions import catalogue_of
from flagplot.env.encoding import Encoder
from tests.contract.playing import SLUGS, some_options
from tests.contract.test_secrecy import WITH_SECRETS
from tests.contract.twins import HIDDEN, played, twin_of

every_game = pytest.mark.parametrize("slug", SLUGS)
MOST_GAMES = 6  # in which twins are looked for


def some_positions(slug: str, seed: int, most: int) -> Iterator[SeatsEnv]:
    """An environment at each decision of a random game, in some scenario and by some optional rules."""
    rng = Random(seed)
    scenario = rng.choice(list(flagplot.game(slug).scenarios))
    env = aec(slug, scenario, some_options(slug, seed))
    env.reset(seed=seed)
    for _ in range(most):
        if not env.agents or env.terminations[env.agent_selection]:
            return
        yield env
        env.step(rng.choice(env.last()[0]["action_mask"].nonzero()[0]))


@every_game
def test_an_observation_has_a_fixed_number_of_named_figures_within_bounds(slug: str) -> None:
    names = aec(slug).feature_names
    assert len(set(names)) == len(names)
    for seed in range(6):
        for env in some_positions(slug, seed, 25):
            assert env.feature_names == names
            for seat in env.possible_agents:
                figures = env.observe(seat)["observation"]
                assert figures.shape == (len(names),)
                assert figures.dtype == np.float32
                assert np.isfinite(figures).all()
                assert env.observation_space(seat).contains(env.observe(seat))


@every_game
def test_hardly_any_figure_of_a_position_is_cut_to_the_bounds(slug: str) -> None:
    cut = looked_at = 0
    observation = flagplot.game(slug).observation
    assert observation
    read = observation().read
    for seed in range(10, 16):
        for env in some_positions(slug, seed, 40):
            episode = env._played()
            assert episode.question
            known = env.game.known_to(episode.state, episode.question.seat)
            figures = read(known, episode.question.seat, episode.question.about)
            cut += sum(abs(figure) > 1 for figure in figures)
            looked_at += len(figures)
    assert cut <= looked_at / 10_000


@every_game
def test_the_parts_of_an_observation_are_the_vector_cut_to_pieces(slug: str) -> None:
    vector, parts = aec(slug), aec(slug, observation="dict")
    for env in (vector, parts):
        env.reset(seed=1)
    cut = parts.last()[0]["observation"]
    assert [name for name, names in vector.feature_parts.items() if names] == list(cut)
    assert np.array_equal(np.concatenate(list(cut.values())), vector.last()[0]["observation"])
    assert np.array_equal(parts.last()[0]["action_mask"], vector.last()[0]["action_mask"])


def test_a_seat_that_is_not_asked_sees_no_question_and_may_do_nothing() -> None:
    env = aec("sea-control")
    env.reset(seed=1)
    other = next(seat for seat in env.possible_agents if seat != env.agent_selection)
    question = [
        number for number, name in enumerate(env.feature_names) if name.startswith(("question:", "asked about:"))
    ]
    asked, waiting = env.observe(env.agent_selection), env.observe(other)
    assert asked["observation"][question].any()
    assert not waiting["observation"][question].any()
    assert not waiting["action_mask"].any()


def test_figures_say_what_their_names_say() -> None:
    env = aec("atlantic-wolves", options={"mines": True})
    env.reset(seed=1)
    named = dict(zip(env.feature_names, env.observe("german")["observation"].tolist(), strict=True))
    state = env._played().state
    assert named["campaign: month"] == pytest.approx(state.turn / 10)
    assert named["campaign: boats in the pens"] == pytest.approx(len(state.pens) / 20)
    assert named["options: mines"] == 1
    assert named["options: type_xxi"] == 0
    assert named["scenario: campaign"] == 1
    assert [name for name, value in named.items() if name.startswith("question: ") and value] == [
        f"question: {env._played().question.ask.key}"
    ]


def observed(match: Match[Any], seat: str) -> dict[str, Any]:
    """What a seat observes of a match."""
    catalogue = catalogue_of(match.game)
    options = match.game.read_options(match.record.options)
    encoder = Encoder(match.game, match.record.scenario, options, "vector", catalogue.size)
    question = match.question
    numbered = catalogue.numbered(question.ask.key, question.options) if question else {}
    return encoder.observe(match.state, seat, question, numbered)


@pytest.mark.parametrize("slug", WITH_SECRETS)
@pytest.mark.parametrize("player", ["captain", "midshipman"])
def test_twin_worlds_give_the_same_observation_and_mask(slug: str, player: str, is_long_run: bool) -> None:
    rng, compared, wanted = Random(6), 0, 60 if is_long_run else 8
    stride = HIDDEN[slug].stride if is_long_run else max(HIDDEN[slug].stride, 8)
    for seed in range(6, 6 + MOST_GAMES * (4 if is_long_run else 1)):
        for story in played(slug, player, seed, HIDDEN[slug].options if player == "midshipman" else None):
            if len(story.match.record.choices) % stride or compared >= wanted:
                continue
            for seat in story.match.seats:
                if twin := twin_of(story, seat, rng):
                    compared += 1
                    one, other = observed(story.match, seat), observed(twin, seat)
                    assert np.array_equal(one["observation"], other["observation"])
                    assert np.array_equal(one["action_mask"], other["action_mask"])
        if compared >= wanted:
            break
    assert compared >= wanted


@pytest.mark.parametrize("slug", SLUGS)
def test_a_position_reads_as_text_and_as_a_sketch(slug: str) -> None:
    in_words, sketched = aec(slug, render_mode="ansi"), aec(slug, render_mode="rgb_array")
    for env in (in_words, sketched):
        env.reset(seed=1)
    text = in_words.render()
    assert isinstance(text, str)
    first = int(in_words.action_masks().nonzero()[0][0])
    assert flagplot.game(slug).title in text
    assert in_words.describe(first).label in text
    picture = sketched.render()
    assert isinstance(picture, np.ndarray)
    assert picture.dtype == np.uint8
    assert picture.shape[1:] == (640, 3)
    assert len(np.unique(picture[:, :, 0])) > 3
    assert aec(slug).render_mode is None
