"""Options as indices: the same option of the same question always has the same one."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import DataError, IllegalChoice
from flagplot.engine.start import new_match
from flagplot.engine.words import About, Ask
from flagplot.env import aec
from flagplot.env.actions import FILE, SPARES, Catalogue, catalogue_of, read
from tests.contract.playing import SLUGS, some_options

every_game = pytest.mark.parametrize("slug", SLUGS)
GAMES = {"sea-control": 4, "night-action": 16}  # of the short run; 30 of the others


def check_indices(slug: str, first: int, games: int) -> tuple[int, int]:
    """Play random games and number all that is offered; return how many options there were, and how many not listed."""
    game = flagplot.game(slug)
    catalogue, rng = catalogue_of(game), Random(first)
    offered = unlisted = 0

    def choose(known: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        nonlocal offered, unlisted
        numbered = catalogue.numbered(ask.key, options)
        assert list(numbered.values()) == list(options), "no option is left without an index"
        assert all(0 <= index < catalogue.size for index in numbered)
        spare = [index for index in numbered if index < SPARES]
        assert spare == list(range(len(spare)))
        for index, option in numbered.items():
            assert index < SPARES or catalogue.entries[index - SPARES] == (ask.key, option)
        offered += len(options)
        unlisted += len(spare)
        return rng.choice(options)

    for seed in range(first, first + games):
        scenario = rng.choice(list(game.scenarios))
        match = new_match(game, scenario, seed, some_options(slug, seed), None, None)
        match.playout(dict.fromkeys(match.seats, choose))
    return offered, unlisted


@every_game
def test_every_option_of_random_games_has_an_index_of_its_own(slug: str) -> None:
    offered, unlisted = check_indices(slug, 20_000, GAMES.get(slug, 30))
    assert unlisted <= offered / 200


@pytest.mark.long
@every_game
def test_a_thousand_random_games_never_run_out_of_indices(slug: str) -> None:
    offered, unlisted = check_indices(slug, 30_000, 1000)
    assert unlisted <= offered / 200


@every_game
def test_an_index_stands_for_an_option_and_the_option_for_the_index(slug: str) -> None:
    env, rng = aec(slug), Random(8)
    env.reset(seed=8)
    for _ in range(60):
        observation, _, terminated, _, _ = env.last()
        if terminated:
            break
        allowed = observation["action_mask"].nonzero()[0]
        question = env._played().question
        assert question
        assert [env.option_of(env.index_of(option)) for option in question.options] == list(question.options)
        assert [env.index_of(env.option_of(index)) for index in allowed] == list(allowed)
        assert all(env.meaning_of(int(index)) in (None, (question.ask.key, env.option_of(index))) for index in allowed)
        assert all(env.describe(index).label for index in allowed[:3])
        assert (env.action_masks() == observation["action_mask"]).all()
        env.step(rng.choice(allowed))


def test_what_the_catalogue_does_not_list_takes_spare_indices_in_the_order_of_the_offer() -> None:
    catalogue = Catalogue([("sail", ["north", ["to", 3]]), ("fire", ["north"])])
    assert catalogue.size == SPARES + 3
    assert catalogue.numbered("sail", ["east", ("to", 3), "west", "north"]) == {
        0: "east",
        SPARES + 1: ("to", 3),
        1: "west",
        SPARES: "north",
    }
    assert catalogue.numbered("fire", ["north"]) == {SPARES + 2: "north"}
    assert catalogue.numbered("dive", ["deep", "down"]) == {0: "deep", 1: "down"}


def test_options_beyond_the_spare_indices_are_not_offered() -> None:
    numbered = Catalogue([]).numbered("sail", range(SPARES + 5))
    assert numbered == {number: number for number in range(SPARES)}


def test_an_index_or_an_option_that_is_not_offered_is_told() -> None:
    env = aec("atlantic-wolves")
    with pytest.raises(IllegalChoice, match="reset the environment first"):
        env.option_of(3)
    env.reset(seed=1)
    with pytest.raises(IllegalChoice, match="Action 0 is not allowed; 'place_doenitz' allows 2 of them"):
        env.option_of(0)
    with pytest.raises(IllegalChoice, match="'moon' is not offered here; 2 options are"):
        env.index_of("moon")
    for index in (-1, 100_000):
        with pytest.raises(IllegalChoice, match=f"There is no action {index}"):
            env.meaning_of(index)


@every_game
def test_a_catalogue_lists_plain_options_of_questions_that_there_are(slug: str) -> None:
    game = flagplot.game(slug)
    assert {ask for ask, _ in catalogue_of(game).entries} <= set(game.asks)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "is not a catalogue of options"),
        ("{}", "is not a catalogue of options"),
        ('[["sail", "north"]]', "is not a catalogue of options"),
        ("[" * 100_000, "is not a catalogue of options"),
    ],
)
def test_a_broken_catalogue_is_told_in_one_sentence(tmp_path: Path, text: str, words: str) -> None:
    file = tmp_path / FILE
    file.write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=words):
        read(file)


@pytest.mark.parametrize(("option", "words"), [(1.5, "not a string"), (True, "not a string"), ("north", "twice")])
def test_a_catalogue_lists_no_option_twice_and_nothing_else(option: object, words: str) -> None:
    with pytest.raises(DataError, match=words):
        Catalogue([("sail", ["north", option])])
