"""Sea Control at the terminal: orders in a row, a battle board, typed volleys, and whole games at one and two seats."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.terminal.play import Session
from tests.games.sea_control.builder import position
from tests.terminal.evening import CLEARED, Evening, Follower, desk, evening

SLUG = "sea-control"
PEOPLE = ("axis", "allied")


def battle(*, dice: Any = None) -> Match[Any]:
    """Bismarck and Lutzow against Hood and a convoy, with a U-boat pack."""
    at = {"barents_sea": ["bismarck", "lutzow", "uboat_1", "hood", "convoy_1"]}
    return flagplot.new(SLUG, state=position("combat", at=at, turn=4), dice=dice)


def test_who_goes_and_where_to_are_said_in_one_line(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, seed=1)
    after = evening(tmp_path, "hood, warspite, ark, scapa", match=match, seats=["allied"])
    assert after.match.state.at["scapa_flow"] == ["hood", "warspite", "ark_royal"]
    assert "Based at Scapa Flow: Hood, Warspite, Ark Royal." in after.screen


def test_several_orders_fit_in_one_line(tmp_path: Path) -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"], "gibraltar": ["rodney"]}
    match = flagplot.new(SLUG, state=position("allied_movement", at=at), seed=1)
    lines = ("several", "all of them", "without kent, north sea, rodney, western")
    after = evening(tmp_path, *lines, match=match, seats=["allied"])
    places = [after.match.state.at[place] for place in ("north_sea", "western_med", "scapa_flow")]
    assert places == [["nelson", "hood"], ["rodney"], ["kent"]]


def test_ships_are_picked_by_the_numbers_on_the_screen(tmp_path: Path) -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"]}
    match = flagplot.new(SLUG, state=position("allied_movement", at=at), seed=1)
    after = evening(tmp_path, "4 2", "north sea", match=match, seats=["allied"])
    assert after.match.state.at["north_sea"] == ["kent", "hood"]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("hood, baltic", "No option contains 'baltic'; nothing was chosen."),
        ("hood, north", "'north' may be to North Atlantic or to North Sea; nothing was chosen."),
        ("tirpitz, north sea", "No option contains 'tirpitz'; nothing was chosen."),
    ],
)
def test_an_order_that_cannot_be_is_not_begun(tmp_path: Path, line: str, answer: str) -> None:
    match = flagplot.new(SLUG, state=position("allied_movement", at={"scapa_flow": ["hood", "nelson"]}), seed=1)
    after = evening(tmp_path, line, match=match, seats=["allied"])
    assert answer in after.screen
    assert after.match.record.choices == []


def test_what_is_too_much_for_an_order_is_not_used(tmp_path: Path) -> None:
    at = {"scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]}
    match = flagplot.new(SLUG, state=position("allied_movement", at=at), seed=1)
    after = evening(tmp_path, "hood, north sea, bismarck", match=match, seats=["allied"])
    assert after.match.state.at["north_sea"][:1] == ["hood"]
    assert "The row was complete after 2 choices. The rest was not used." in after.screen


def test_a_volley_of_real_dice_is_typed_in_one_line(tmp_path: Path) -> None:
    # 2 ships and 2 more dice for the convoy hunt the pack: a 1 drives it off
    after = evening(tmp_path, "2 3 1 4", match=battle(dice=flagplot.dice.asked()), seats=["axis"])
    assert "Take die 1 of 4 from the table" in after.screen
    assert "submarines: 2 3 1 4  SC-SUB-02" in after.screen
    assert after.match.state.at["off_board"].count("uboat_1") == 1


def test_too_many_dice_are_not_used_and_a_wrong_one_is_refused(tmp_path: Path) -> None:
    after = evening(tmp_path, "2 7", "2 3 1 4 5", match=battle(dice=flagplot.dice.asked()), seats=["axis"])
    assert "'2 7' is not possible. Expected 1-6." in after.screen
    assert "The row was complete after 4 choices. The rest was not used." in after.screen


def test_the_battle_board_shows_who_aims_at_whom_and_the_odds_of_the_round_so_far(tmp_path: Path) -> None:
    at = {"barents_sea": ["bismarck", "scharnhorst", "lutzow", "hood", "nelson"]}
    match = flagplot.new(SLUG, state=position("combat", at=at, turn=4), seed=1)
    after = evening(tmp_path, "hood", "o", match=match, seats=["axis"])
    assert "Battle in the Barents Sea, surface round 1" in after.screen
    assert "Bismarck    ●●●● 6 dice, hit on 6 → Hood" in after.screen
    assert "As ordered so far" in after.screen
    assert "Hood disabled; Hood: 1 hit" in after.screen


LATE = 8  # the turn from which a short run plays at the desk


@pytest.mark.parametrize(
    "seats",
    [pytest.param(("axis",), id="against the captain"), pytest.param(PEOPLE, id="hot seat", marks=pytest.mark.long)],
)
def test_a_whole_game_can_be_played_at_the_desk(tmp_path: Path, seats: tuple[str, ...], is_long_run: bool) -> None:
    match = flagplot.new(SLUG, seed=4)
    captains = players.seated(match, dict.fromkeys(PEOPLE, "captain"), match.record.seed)
    while not is_long_run and match.state.turn < LATE:
        match.choose(players.answer(match, captains))
    table, screen = desk()
    table.read = Follower(match)
    assert Session(match, seats, table, tmp_path / "kept.json", captains, "flagplot play sea-control").play() == 0
    after = Evening(0, screen.getvalue(), match, tmp_path / "kept.json")
    assert match.result
    assert "Winner: " in after.last_screen
    assert flagplot.load(after.path.read_bytes()).result == match.result
    passed = after.screen.count("Pass the desk to the")
    assert passed > 16 if seats == PEOPLE else passed == 0  # at least once a turn to either side
    assert CLEARED in after.screen


@pytest.mark.parametrize(("width", "height"), [(120, 45), (160, 50)])
def test_the_first_page_fits_the_screen_with_its_welcome(tmp_path: Path, width: int, height: int) -> None:
    after = evening(tmp_path, match=flagplot.new(SLUG, seed=21), seats=["axis"], width=width, height=height)
    page = after.screen.split(CLEARED)[1].split("\nThe game is saved.")[0]
    assert page.startswith(" Sea Control ")
    assert "The dice are settled" in page
    assert len(page.rstrip("\n").split("\n")) < height  # one row is left to type in
