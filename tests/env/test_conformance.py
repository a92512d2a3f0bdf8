"""PettingZoo and Gymnasium find nothing wrong with the environments, by their own tests."""

from __future__ import annotations

import gymnasium
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from flagplot.env import aec, gymnasium_id
from tests.contract.playing import SLUGS

SOLITAIRE = ("atlantic-wolves", "graf-spee")

# PettingZoo warns of what other environments seldom do; we do each of them on purpose.
names_of_seats = pytest.mark.filterwarnings("ignore:We recommend agents to be named in the format:UserWarning")
masks_beside_figures = [
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be:UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array:UserWarning"),
]
nothing_allowed_at_the_end = pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros:UserWarning")

pytestmark = [names_of_seats, *masks_beside_figures, nothing_allowed_at_the_end]


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_every_game(slug: str) -> None:
    api_test(aec(slug), num_cycles=60)


@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_finds_the_same_episode_for_the_same_seed(slug: str) -> None:
    seed_test(lambda: aec(slug), num_cycles=60)


@pytest.mark.parametrize(
    ("slug", "options"), [("atlantic-chase", {"german_player": False}), ("graf-spee", {"deutschland": True})]
)
def test_pettingzoo_accepts_other_numbers_of_seats(slug: str, options: dict[str, bool]) -> None:
    usual, other = aec(slug), aec(slug, options=options)
    assert len(usual.possible_agents) != len(other.possible_agents)
    assert usual.feature_names == other.feature_names
    api_test(other, num_cycles=60)


def test_pettingzoo_accepts_observations_in_parts() -> None:
    api_test(aec("atlantic-wolves", observation="dict"), num_cycles=60)


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
def test_pettingzoo_accepts_long_play_of_every_game(slug: str) -> None:
    api_test(aec(slug), num_cycles=3000)
    seed_test(lambda: aec(slug), num_cycles=3000)


@pytest.mark.parametrize("slug", SOLITAIRE)
def test_gymnasium_accepts_the_solitaire_games(slug: str) -> None:
    check_env(gymnasium.make(gymnasium_id(slug), render_mode="ansi").unwrapped)


@pytest.mark.long
@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("observation", ["vector", "dict"])
def test_gymnasium_accepts_one_seat_of_every_game(slug: str, observation: str) -> None:
    for render_mode in ("ansi", "rgb_array"):
        made = gymnasium.make(
            gymnasium_id(slug), observation=observation, opponents="midshipman", render_mode=render_mode
        )
        check_env(made.unwrapped)


def test_gymnasium_accepts_a_seat_against_a_captain() -> None:
    made = gymnasium.make(gymnasium_id("night-action"), scenario="tutorial", seat="axis", render_mode="rgb_array")
    check_env(made.unwrapped)
