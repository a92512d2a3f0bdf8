"""How newcomers meet the games: every file is sound, first games can be begun, and what is wrong is told."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import Game
from flagplot.engine.errors import DataError
from flagplot.players.newcomers import FILE, Newcomers, newcomers

GAMES = pytest.mark.parametrize("game", flagplot.games(), ids=lambda game: game.slug)
SOUND = '[first_game]\ntext = "Mild."\nseed = 1\nseat = "german"\n'


@GAMES
def test_a_first_game_is_fixed_and_can_be_begun(game: Game[Any]) -> None:
    first = newcomers(game).first_game
    assert first, f"{game.title} has no first game."
    one, other = (flagplot.new(game.slug, first.scenario, first.seed, first.options) for _ in range(2))
    assert first.seat in one.seats
    assert one.decision
    assert one.seed_hash == other.seed_hash


@GAMES
def test_difficulties_go_from_easy_to_hard_and_differ(game: Game[Any]) -> None:
    difficulties = newcomers(game).difficulties
    assert [one.title for one in difficulties] == ["Easier", "Standard", "Harder"]
    assert len({(one.scenario, str(one.options), one.opponent) for one in difficulties}) == 3
    for one in difficulties:
        assert flagplot.new(game.slug, one.scenario, 1, one.options).decision


@GAMES
def test_options_and_scenarios_have_titles_that_people_read(game: Game[Any]) -> None:
    titles = [option.title for option in game.options] + [scenario.title for scenario in game.scenarios.values()]
    assert all(title and "_" not in title and title[0].isupper() and not title.endswith(".") for title in titles)
    assert len(titles) == len(set(titles))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("level = ", r"is not TOML"),
        ("level = 4", r"Expected `int` <= 3"),
        ("wrong = 1", r"unknown field `wrong`"),
        (SOUND.replace("german", "kaiser"), r"has no seat 'kaiser'\."),
        (SOUND + 'scenario = "moon"', r"has no scenario 'moon'"),
        (SOUND + "options = { fog = true }", r"has no option 'fog'"),
        ('[[difficulties]]\ntitle = "A"\ntext = "B."\noptions = { starting_boats = 999 }', r"starting_boats"),
        ('[[difficulties]]\ntitle = "A"\ntext = "B."\nopponent = "commodore"', r"Invalid enum value 'commodore'"),
    ],
)
def test_what_is_wrong_with_a_file_is_told_with_its_name(tmp_path: Path, text: str, reason: str) -> None:
    game = replace(flagplot.game("atlantic-wolves"), package=tmp_path)
    (tmp_path / FILE).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=rf"^{FILE} of .*{reason}"):
        newcomers(game)


def test_a_game_without_the_file_is_offered_as_it_is(tmp_path: Path) -> None:
    assert newcomers(replace(flagplot.game("atlantic-wolves"), package=tmp_path)) == Newcomers()
