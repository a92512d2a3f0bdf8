"""What an episode is: the game that a match would play with the same dice and choices, its rewards and its end."""

from __future__ import annotations

import os
import subprocess
import sys
from random import Random
from typing import Any

import gymnasium
import numpy as np
import pytest

import flagplot
from flagplot.engine.errors import BadOption, FlagplotError, IllegalChoice, UnknownGame
from flagplot.engine.words import Ask
from flagplot.env import SeatsEnv, SoloEnv, aec, gymnasium_id, solo
from tests.contract.playing import SLUGS, plain, some_options

every_game = pytest.mark.parametrize("slug", SLUGS)


def played_at_random(env: SeatsEnv, seed: int, most: int = 10**9) -> list[int]:
    """The actions of random play, up to the end of the game or up to so many."""
    rng = Random(seed)
    actions: list[int] = []
    env.reset(seed=seed)
    while len(actions) < most:
        observation, _, terminated, truncated, _ = env.last()
        if terminated or truncated:
            break
        actions.append(int(rng.choice(observation["action_mask"].nonzero()[0])))
        env.step(actions[-1])
    return actions


@every_game
def test_an_episode_is_the_match_with_the_same_dice_and_choices(slug: str) -> None:
    rng, options = Random(5), some_options(slug, 5)
    env = aec(slug, options=options)
    env.reset(seed=5)
    match = flagplot.new(slug, seed=5, options=options)
    for _ in range(150):
        question, episode = match.question, env._played()
        if question is None:
            break
        assert episode.question
        assert isinstance(question.ask, Ask)
        assert (episode.question.ask, episode.question.seat) == (question.ask, question.seat)
        assert (tuple(episode.question.options), episode.question.about) == (question.options, question.about)
        assert env.agent_selection == question.seat
        option = rng.choice(question.options)
        match.choose(option)
        env.step(env.index_of(option))
    assert env.match.save() == match.save()


def test_an_episode_can_be_taken_over_as_a_match_at_its_end() -> None:
    env = aec("graf-spee")
    played_at_random(env, 3)
    match = env.match
    assert match.result
    assert env.infos["graf_spee"]["winner"] == match.result.winner
    assert env.infos["graf_spee"]["metrics"] == match.game.metrics(match.state)


@every_game
def test_the_same_seed_and_actions_give_the_same_observations(slug: str) -> None:
    env, twin = aec(slug), aec(slug)
    actions = played_at_random(env, 2, most=40)
    twin.reset(seed=2)
    env.reset(seed=2)
    for action in actions:
        for one, other in zip(env.last()[0].values(), twin.last()[0].values(), strict=True):
            assert np.array_equal(one, other)
        env.step(action)
        twin.step(action)
    assert plain(env._played().state) == plain(twin._played().state)


def test_episodes_without_a_seed_follow_from_the_last_one_that_was_given() -> None:
    def dice_of(env: SeatsEnv) -> list[str]:
        seeds = []
        for seed in (7, None, None, 7, None):
            env.reset(seed=seed)
            seeds.append(env.match.record.seed)
        return seeds

    first, second, third, again, after = dice_of(aec("atlantic-wolves"))
    assert first == again == flagplot.new("atlantic-wolves", seed=7).record.seed
    assert second == after
    assert len({first, second, third}) == 3


# How it ends


def test_the_winner_gets_one_point_and_the_loser_loses_one() -> None:
    env, winners = aec("night-action", "tutorial"), set()
    for seed in range(8):
        played_at_random(env, seed)
        winner = env.infos["axis"]["winner"]
        winners.add(winner)
        expected = {"allied": 0.0, "axis": 0.0} if winner is None else {winner: 1.0, other_side(winner): -1.0}
        assert env.rewards == expected
        assert all(env.terminations.values())
    assert winners == {None, "allied", "axis"}


def other_side(side: str) -> str:
    """The enemy of a side of Night Action."""
    return "axis" if side == "allied" else "allied"


def test_captains_of_one_side_win_and_lose_together() -> None:
    env = aec("graf-spee", options={"deutschland": True})
    played_at_random(env, 1)
    assert env.rewards["graf_spee"] == env.rewards["deutschland"] != 0


def test_the_score_can_be_the_reward() -> None:
    env = aec("night-action", "tutorial", reward="score")
    played_at_random(env, 1)
    score = env.infos["axis"]["score"]
    assert env.rewards == {
        "allied": score["allied"] - score["axis"],
        "axis": score["axis"] - score["allied"],
    }
    alone = solo("atlantic-wolves", reward="score")
    *_, reward, info = played_solo(alone, 1)
    assert reward == info["score"]["german"] > 0


def played_solo(env: SoloEnv, seed: int) -> tuple[int, float, dict[str, Any]]:
    """Random play of one seat to the end: how many decisions, the last reward and the last info."""
    rng = Random(seed)
    observation, info = env.reset(seed=seed)
    decisions, reward, is_over = 0, 0.0, False
    while not is_over:
        action = rng.choice(observation["action_mask"].nonzero()[0])
        observation, reward, terminated, truncated, info = env.step(action)
        is_over = terminated or truncated
        decisions += 1
    return decisions, reward, info


def test_a_game_is_cut_off_after_the_most_decisions() -> None:
    env = aec("sea-control", max_decisions=30)
    assert len(played_at_random(env, 1)) == 30
    assert all(env.truncations.values())
    assert not any(env.terminations.values())
    assert env.rewards == {"axis": 0.0, "allied": 0.0}
    alone = solo("atlantic-wolves", max_decisions=5)
    assert played_solo(alone, 1) == (5, 0.0, {})
    with pytest.raises(FlagplotError, match="The game is over"):
        alone.step(0)


def test_an_action_that_is_not_allowed_loses_or_is_an_error() -> None:
    env = aec("sea-control")
    env.reset(seed=1)
    asked = env.agent_selection
    forbidden = int(np.flatnonzero(env.last()[0]["action_mask"] == 0)[0])
    env.step(forbidden)
    assert env.rewards == {seat: -1.0 if seat == asked else 0.0 for seat in env.possible_agents}
    assert env.infos[asked]["illegal"]
    assert all(env.terminations.values())
    strict = aec("sea-control", illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalChoice, match="is not allowed; 'choose_port' allows"):
        strict.step(forbidden)
    strict.step(int(strict.action_masks().nonzero()[0][0]))


@pytest.mark.parametrize("action", [-1, 10**9, 1.5, "fire", None, np.array([1, 2])])
def test_what_is_no_index_is_an_error(action: Any) -> None:
    for env in (aec("atlantic-wolves"), solo("atlantic-wolves")):
        env.reset(seed=1)
        with pytest.raises(IllegalChoice, match="is not an action"):
            env.step(action)


# One seat against computer players


@pytest.mark.parametrize("opponents", ["midshipman", "captain", {"allied": "lieutenant"}])
def test_computer_players_have_the_other_seats(opponents: Any) -> None:
    env = solo("night-action", "tutorial", seat="axis", opponents=opponents)
    decisions, reward, info = played_solo(env, 4)
    assert 0 < decisions < len(env.match.record.choices)
    assert reward == (1.0 if info["winner"] == "axis" else -1.0)
    assert played_solo(env, 4) == (decisions, reward, info)


def test_a_policy_can_have_another_seat() -> None:
    asked = []

    def first_option(known: Any, seat: str, ask: Ask, options: Any, about: Any) -> Any:
        asked.append(seat)
        return options[0]

    played_solo(solo("night-action", "tutorial", seat="axis", opponents={"allied": first_option}), 4)
    assert set(asked) == {"allied"}


def test_gymnasium_knows_every_game_by_its_id() -> None:
    assert gymnasium_id("atlantic-wolves") == "flagplot/AtlanticWolves-v0"
    for slug in SLUGS:
        assert isinstance(gymnasium.make(gymnasium_id(slug)).unwrapped, SoloEnv)


# What can be wrong


@pytest.mark.parametrize(
    ("wrong", "error", "words"),
    [
        ({"slug": "chess"}, UnknownGame, "chess"),
        ({"scenario": "moon"}, UnknownGame, "has no scenario 'moon'"),
        ({"options": {"radar": True}}, BadOption, "has no option 'radar'"),
        ({"observation": "picture"}, FlagplotError, "'picture' is not a value of 'observation'"),
        ({"reward": "gold"}, FlagplotError, "'gold' is not a value of 'reward'"),
        ({"illegal": "shrug"}, FlagplotError, "'shrug' is not a value of 'illegal'"),
        ({"render_mode": "human"}, FlagplotError, "'human' is not a value of 'render_mode'"),
        ({"max_decisions": 0}, FlagplotError, "0 is not a number of decisions"),
        ({"max_decisions": True}, FlagplotError, "True is not a number of decisions"),
        ({"opponents": "admiral of the sea"}, FlagplotError, "There is no player"),
        ({"opponents": {"german": "captain"}}, FlagplotError, "The opponents of 'german' have the seats none"),
        ({"opponents": 5}, FlagplotError, "5 are not opponents"),
        ({"opponents": {"german": 5}}, FlagplotError, "are not opponents"),
        ({"options": "mines"}, FlagplotError, "'mines' are not optional rules"),
        ({"seat": "british"}, FlagplotError, "has no seat 'british'"),
    ],
)
def test_a_wrong_setting_is_told_in_one_sentence(wrong: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        solo(**{"slug": "atlantic-wolves", **wrong})


def test_an_admiral_cannot_be_an_opponent() -> None:
    with pytest.raises(FlagplotError, match="An admiral searches in a match"):
        solo("sea-control", opponents={"allied": "admiral"})


def test_a_wrong_seed_or_seat_is_told_in_one_sentence() -> None:
    env = aec("atlantic-wolves")
    with pytest.raises(FlagplotError, match="Reset the environment"):
        env.observe("german")
    with pytest.raises(FlagplotError, match="is not a seed"):
        env.reset(seed=-1)
    env.reset(seed=np.int64(3))  # type: ignore[arg-type]
    with pytest.raises(FlagplotError, match="has no seat 'british'"):
        env.observe("british")


def run_python(program: str, **environment: str) -> str:
    """What a program prints in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True, env={**os.environ, **environment}
    )
    return done.stdout


def test_nobody_who_plays_loads_anything_of_the_environments() -> None:
    program = (
        "import sys, flagplot, flagplot.cli; flagplot.play('atlantic-wolves', {}, seed=1);"
        "print([name for name in ('numpy', 'gymnasium', 'pettingzoo', 'flagplot.env') if name in sys.modules],"
        "[name for name in sys.modules if name.endswith('observation') and 'games' in name])"
    )
    assert run_python(program) == "[] []\n"


def test_a_missing_package_is_told_with_what_to_install() -> None:
    program = (
        "import sys; sys.modules['pettingzoo'] = None\n"
        "from flagplot.engine.errors import FlagplotError\n"
        "try:\n    import flagplot.env\nexcept FlagplotError as error:\n    print(error)"
    )
    assert run_python(program).endswith("Install them with pip install 'flagplot[env]'.\n")


def test_indices_and_observations_do_not_depend_on_the_hash_seed() -> None:
    program = (
        "import hashlib, flagplot.env\nfrom random import Random\n"
        "for slug in ('sea-control', 'atlantic-chase'):\n"
        "    env, rng, told = flagplot.env.aec(slug), Random(1), hashlib.sha256()\n"
        "    env.reset(seed=1)\n"
        "    for _ in range(30):\n"
        "        observation, _, over, _, _ = env.last()\n"
        "        if over: break\n"
        "        told.update(observation['observation'].tobytes() + observation['action_mask'].tobytes())\n"
        "        env.step(rng.choice(observation['action_mask'].nonzero()[0]))\n"
        "    print(told.hexdigest())"
    )
    assert run_python(program, PYTHONHASHSEED="1") == run_python(program, PYTHONHASHSEED="2")
