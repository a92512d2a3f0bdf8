"""The Cruise of the Graf Spee at the terminal: a leg, a battle, two ships at one desk, and a whole campaign."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine import Match
from flagplot.terminal.frame import frame
from flagplot.terminal.menu import menu_of
from flagplot.terminal.play import Session
from tests.conftest import EVERY_FOURTH
from tests.terminal.evening import Evening, Follower, desk, evening, plain_console

SLUG = "graf-spee"


def until(match: Match[Any], key: str, number: int = 1) -> Match[Any]:
    """The match as captains play it, up to the question of that kind that comes for so many a time."""
    captains = players.seated(match, dict.fromkeys(match.seats, "captain"), match.record.seed)
    while match.decision:
        number -= match.decision.key == key
        if not number:
            return match
        match.choose(players.answer(match, captains))
    raise AssertionError(f"'{key}' is not asked in this game.")


def test_a_leg_is_named_by_its_goal_and_says_what_it_costs(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    after = evening(tmp_path, "o 5", "doldrums", match=match)
    assert after.match.state.ships["graf_spee"].space == "c2"
    assert "Graf Spee: Doldrums, 2 spaces today." in [entry.text for entry in after.match.log()]
    assert "1 incident drawn" in after.screen


def test_the_screen_shows_the_ship_the_alert_and_the_order(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    screen = evening(tmp_path, match=match, width=120, height=45).screen
    for words in ("Graf Spee", "Alert 1", "Victory points 0/50", "Return to the North Atlantic", "GS-ORD-04"):
        assert words in screen


@pytest.mark.parametrize("words", ["Altmark", "force h", "to the Falklands", "Simon", "Seychelles Patrol"])
def test_why_not_understands_a_part_of_a_name_that_only_one_space_has(tmp_path: Path, words: str) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    after = evening(tmp_path, f"w {words}", match=match)
    assert "That is too far: with these engines and this oil she has 6 spaces left today.  GS-MOV-01" in after.screen


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("Rio", "Rio could be: Off Rio Grande do Sul, Rio Grande Rise, Rio de Janeiro."),
        ("sail to Rio Grande", "Rio Grande could be: Off Rio Grande do Sul, Rio Grande Rise."),
        (
            "force",
            "force could be: Force Y Patrol Zone, Force K Patrol Zone, Force G Patrol Zone, Force H Patrol Zone.",
        ),
        ("to the", "Click on a space that the ship can reach, or on the one where she is to stay.  GS-MOV-01"),
    ],
)
def test_why_not_does_not_guess_among_several_but_lists_them(tmp_path: Path, words: str, answer: str) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    assert f"> w {words}\n{answer}\n" in evening(tmp_path, f"w {words}", match=match, width=120).screen


@pytest.mark.parametrize(
    ("key", "question"),
    [
        ("fit_out", "\nGraf Spee, hull space 0: which cargo?"),
        ("seek_intelligence", "\nDoes the Graf Spee try to gather intelligence?"),
        ("sail", "\nGraf Spee: Where do you sail?"),
    ],
)
def test_a_question_names_the_ship_once(tmp_path: Path, key: str, question: str) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), key)
    assert question in evening(tmp_path, match=match).screen


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 55), (140, 45)])
def test_the_alert_is_told_once(tmp_path: Path, width: int, height: int) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    assert evening(tmp_path, match=match, width=width, height=height).screen.count("Alert") == 1


@pytest.mark.parametrize(("width", "height"), [(80, 24), (100, 30), (140, 45)])
@pytest.mark.every_fourth
def test_every_screen_of_a_mission_fits(width: int, height: int, is_long_run: bool) -> None:
    match = flagplot.new(SLUG, scenario="return", seed=5)
    captains = players.seated(match, dict.fromkeys(match.seats, "captain"), match.record.seed)
    console, told = plain_console(width, height), 0
    while match.decision:
        if is_long_run or len(match.record.choices) % EVERY_FOURTH == 0:
            with console.capture() as capture:
                for thing in frame(console, match, "graf_spee", menu_of(match), match.log("graf_spee", told)):
                    console.print(thing)
            rows = capture.get().splitlines()
            assert len(rows) < height  # the last is to type in
            assert max(map(len, rows)) <= width
            assert match.decision.rule in " ".join(rows)
        told = match.log_length("graf_spee")
        match.choose(players.answer(match, captains))


def test_many_options_take_the_place_of_the_chart_on_a_small_screen(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "fit_out")
    after = evening(tmp_path, "c", match=match, width=80, height=24)
    before, drawn = after.screen.split("> c\n")
    assert "Freetown" not in before
    assert " 11  reserve crew" in before
    assert "c chart" in before
    assert "▦Freetown" in drawn
    assert "◎ start" in drawn
    wide = evening(tmp_path, match=match, width=100, height=34).screen
    assert "▦Freetown" not in wide
    assert "In the hull, by its spaces:" in wide


def test_help_tells_the_signs_of_the_chart(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="return", seed=5), "sail")
    screen = " ".join(evening(tmp_path, "help", match=match).screen.split())
    for words in ("◎ start", "A G H K M S Y zone", "▲ German", "AC Auxiliary cruiser", "▮ face down"):
        assert words in screen.partition("Signs of the chart: ")[2]


def test_on_the_smallest_usual_screen_all_pieces_are_seen_and_no_number_runs_into_a_name(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="campaign", seed=5), "sail")
    screen = evening(tmp_path, match=match, width=80, height=24).screen
    for words in ("10▲ 11·", " ◆2 Y7·", "A16", " ◆8 K17 ", "A G H K M S Y zone", "AC Auxiliary cruiser"):
        assert words in screen
    chart = screen[: screen.index(" zone ")]
    occupied = {piece.space for piece in match.view("graf_spee").pieces} & {space.id for space in match.board.spaces}
    assert chart.count("▲") + chart.count("◆") >= len(occupied)


def test_a_battle_is_drawn_up_with_the_numbers_of_the_ships(tmp_path: Path) -> None:
    match = until(flagplot.new(SLUG, scenario="mission", seed=5), "aim")
    after = evening(tmp_path, match=match)
    battle = match.state.battle
    assert battle
    for name in battle.allied:
        assert match.game.names[name] in after.screen
    assert "armour" in after.screen


def test_both_ships_are_commanded_at_one_desk_that_is_not_passed(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, seed=5, options={"deutschland": True})
    after = evening(tmp_path, "without", *["1"] * 7, "without", match=match, seats=match.seats)
    assert not match.state.ships["deutschland"].reloads
    assert match.state.ships["graf_spee"].cargo.count("") == 0
    assert "Pass the desk" not in after.screen
    assert "Deutschland" in after.screen


WITH_AND_WITHOUT_A_SISTER = [
    (26, {}),
    pytest.param(28, {"deutschland": True, "night": True, "mines": True}, marks=pytest.mark.long),
]


@pytest.mark.parametrize(("seed", "options"), WITH_AND_WITHOUT_A_SISTER)
@pytest.mark.long
def test_a_whole_campaign_can_be_played_at_the_desk(tmp_path: Path, seed: int, options: dict[str, bool]) -> None:
    match = flagplot.new(SLUG, scenario="campaign", seed=seed, options=options)
    table, screen = desk()
    table.read = Follower(match)
    assert Session(match, match.seats, table, tmp_path / "kept.json", {}, "flagplot play graf-spee").play() == 0
    after = Evening(0, screen.getvalue(), match, tmp_path / "kept.json")
    assert match.result
    assert match.result.rule == "GS-CAM-09"
    assert len(match.state.achieved) + len(match.state.failed) >= 2
    assert "orders are achieved." in after.screen
    assert flagplot.load(after.path.read_bytes()).result == match.result
