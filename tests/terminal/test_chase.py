"""Atlantic Chase in the terminal: a course by the number of a hex, whole operations and a battle at one desk."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.terminal.menu import menu_of
from flagplot.terminal.play import Session
from tests.games.atlantic_chase.builder import where
from tests.terminal.evening import Follower, desk, evening

SLUG = "atlantic-chase"
A_BASE_ON_NEWFOUNDLAND = "p   p   ·       a"  # in the row of hexes from Halifax to the east


def test_the_number_of_a_hex_that_is_no_option_takes_the_way_there_in_one_undo(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, seed=3)
    after = evening(tmp_path, "1", "0907", "", match=match, seats=["german"])
    assert "The way to 0907, 6 steps" in after.screen
    assert where(match, "G1") == "1507 1406 1307 1207 1107 1006 0907 "
    assert where(match.undo(), "G1") == "1507 "


def test_the_name_of_a_hex_that_is_an_option_chooses_it(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, seed=3)
    evening(tmp_path, "1", "skagerrak", "done", match=match, seats=["german"])
    assert where(match, "G1") == "1507 1508 "


def test_a_screen_of_eighty_by_twenty_four_holds_chart_and_question(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", match=flagplot.new(SLUG, seed=3), seats=["german"], width=80, height=24)
    lines = after.last_screen.partition("The game is saved")[0].splitlines()
    assert len(lines) <= 24
    assert max(map(len, lines)) <= 80
    assert "Course of Bismarck: where next?" in after.last_screen


def test_targets_tell_the_chance_to_hit_them_and_shots_their_sums(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, "river_plate", seed=3)
    captains = players.seated(match, dict.fromkeys(match.seats, "captain"), "guns")
    while match.decision and match.decision.key != "fire_at":
        match.choose(players.answer(match, captains))
    after = evening(tmp_path, "1", match=match, seats=["german", "british"])
    assert re.search(r"Exeter: \w+, .*guns [+−]\d.* hit \d+ %", after.screen)
    assert re.search(r"Achilles → Graf Spee \d+ − 1 = \d+, (a hit|splash)", after.screen)


@pytest.mark.parametrize(
    ("scenario", "people", "options"),
    [
        pytest.param("northern_patrol", ["german", "british"], {}, marks=pytest.mark.long),
        ("river_plate", ["german", "british"], {}),
        ("northern_patrol", ["german"], {"british_player": False}),
    ],
)
def test_a_whole_game_is_played_to_its_verdict(
    tmp_path: Path, scenario: str, people: list[str], options: dict[str, bool]
) -> None:
    match = flagplot.new(SLUG, scenario, seed=5, options=options)
    table, screen = desk()
    table.read = Follower(match)
    others = players.seated(match, {}, match.record.seed)
    assert Session(match, people, table, tmp_path / "kept.json", others, "again").play() == 0
    assert match.result is not None
    assert match.result.reason in screen.getvalue()


def typed_for(match: flagplot.Match[Any], *options: Any) -> list[str]:
    """The numbers to type for options, one after the other."""
    ahead, numbers = match.twin(), []
    for option in options:
        numbers.append(str(menu_of(ahead).entry(option).number))
        ahead.choose(option)
    return numbers


def test_an_operation_ends_and_the_next_is_shown_with_its_chart_and_what_carries_over(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, "campaign", seed=3)
    assert mark_of(match, "hvalfjordur") == "neutral"
    home = typed_for(match, ("complete", "G1", "wilhelmshaven"), ("evade", "B1"))
    after = evening(tmp_path, *home, "l", "t", "1", match=match, seats=["german", "british"])
    before, _, pause = after.screen.partition("Weserübung, turn 1 of 14: Between operations")
    assert A_BASE_ON_NEWFOUNDLAND in pause
    assert A_BASE_ON_NEWFOUNDLAND not in before
    assert "Won 1/3" in pause
    assert "is everybody ready?" in pause
    assert "Rawalpindi is over: German 0, British 4." in pause
    table = pause.partition("The campaign")[2]
    assert next(line for line in table.splitlines() if "Rawalpindi" in line).split() == [
        "Rawalpindi",
        "0",
        "4",
        "British",
    ]
    assert "What do you do with the Initiative?" in after.last_screen
    assert mark_of(match, "hvalfjordur") == "port"


def mark_of(match: flagplot.Match[Any], port: str) -> str:
    """How a port is marked on the chart that lies on the table."""
    return next(space.mark for space in match.board.spaces if space.id == port)
