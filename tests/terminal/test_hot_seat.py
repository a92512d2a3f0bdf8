"""Two people at one desk: the screen is hidden between them, and neither ever sees what is the other's."""

from __future__ import annotations

import io
import re
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from rich.console import Console

import flagplot
from flagplot.engine import Match
from flagplot.engine.start import load_match
from flagplot.terminal.desk import Desk
from tests.engine.toy import BLUE, RED, ToyState, toy_match
from tests.terminal.evening import CLEARED, Evening, Interrupt, evening

PEOPLE = [RED, BLUE]
COMMANDS = ["t", "l", "o", "h", "w 3", "t table", "c", "help", "m"]


def cards() -> Match[Any]:
    """The toy with cards whose numbers stand for nothing else."""

    def set_up(scenario: str, options: Any) -> ToyState:
        pile = list(range(70001, 70013))
        return ToyState(phase="deal", options=options, pile=pile, hands={RED: [], BLUE: []})

    return toy_match(setup=set_up)


def pages(after: Evening) -> list[str]:
    """What was on the screen between two clearings of it."""
    return after.screen.split(CLEARED)[1:]


def is_passing(page: str) -> bool:
    return "Pass the desk" in page


# The page between


def test_the_game_begins_with_a_page_that_gives_nothing_away(tmp_path: Path) -> None:
    (first, *_) = pages(evening(tmp_path, match=cards(), seats=PEOPLE))
    assert "Toy" in first
    assert "Pass the desk to the Red player." in first
    assert "Turn 1" not in first
    assert "7000" not in first


def test_the_desk_is_passed_when_the_next_decision_is_the_other_person_s(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "", "1", match=cards(), seats=PEOPLE)
    passed = [page for page in pages(after) if is_passing(page)]
    assert [re.findall(r"to the (\w+) player", page) for page in passed] == [["Red"], ["Blue"], ["Red"]]
    assert "Enter when the Red player looks away: " in passed[1]


def test_the_desk_is_not_passed_between_two_decisions_of_one_person(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "", "1", "", "stop", match=cards(), seats=PEOPLE)
    assert sum(map(is_passing, pages(after))) == 3
    assert after.match.state.turn == 2


def test_only_enter_alone_shows_the_screen(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "t", "l", match=cards(), seats=PEOPLE)
    assert all(is_passing(page) or "The game is saved" in page for page in pages(after))
    assert after.match.record.choices == []


def test_nothing_of_a_hand_is_ever_printed_while_the_other_is_at_the_desk(tmp_path: Path) -> None:
    match = cards()
    hands = {seat: list(map(str, match.state.hands[seat])) for seat in PEOPLE}
    save = f"s {tmp_path}/copy.json"
    lines = [*COMMANDS, save, "1"]
    after = evening(
        tmp_path, "", *lines, "", *lines, "", *COMMANDS, "stop", *COMMANDS, "push", match=match, seats=PEOPLE
    )
    assert match.result
    at_desk, looked_at = RED, {RED: 0, BLUE: 0}
    revealed: set[str] = set()
    for page in pages(after):
        if is_passing(page):
            at_desk = RED if "to the Red player" in page else BLUE
            assert "7000" not in page
            continue
        looked_at[at_desk] += 1
        revealed |= set(re.findall(r"Red sees (\d+)", page)) if at_desk == RED else set()
        other = BLUE if at_desk == RED else RED
        for card in hands[other]:
            assert card not in page or card in revealed
        assert any(card in page for card in hands[at_desk]) or "Winner" in page
    assert min(looked_at.values()) > 1


def test_each_seat_has_its_own_news(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "", "1", "", match=cards(), seats=PEOPLE)
    reds_first, blues, reds_second = (page for page in pages(after)[:-1] if not is_passing(page))
    led = [entry.text for entry in after.match.log() if entry.key == "led"]
    assert "leads." not in reds_first
    assert "Red leads." in blues
    assert led[0] not in blues
    assert led[0] in reds_second
    assert "Blue leads." in reds_second
    assert led[1] not in reds_second


# Undo


def test_the_last_choice_can_be_taken_back_before_the_desk_is_passed(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "u", match=cards(), seats=PEOPLE)
    assert after.match.record.choices == []
    *_, last, _left = pages(after)
    assert "Red: Which card does Red lead?" in last
    assert "Taken back." in last


def test_nobody_takes_back_what_the_other_has_chosen(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "", "u", match=cards(), seats=PEOPLE)
    assert "That cannot be taken back. The last choice was the other side's." in after.screen
    assert len(after.match.record.choices) == 1
    assert after.match.decision
    assert after.match.decision.seat == BLUE


def test_a_page_that_comes_first_offers_no_undo(tmp_path: Path) -> None:
    match = cards().pick(0)
    after = evening(tmp_path, "u", match=match, seats=PEOPLE)
    assert "u takes your last choice back" not in after.screen
    assert len(match.record.choices) == 1


# Leaving and going on


@pytest.mark.parametrize(("line", "code"), [(["q"], 0), ([], 0), ([Interrupt()], 130)])
def test_whoever_leaves_at_the_passing_page_finds_the_game_there_again(
    tmp_path: Path, line: list[str | Interrupt], code: int
) -> None:
    after = evening(tmp_path, "", "1", *line, match=cards(), seats=PEOPLE)
    assert after.code == code
    assert f"To go on: flagplot play toy --load {after.path}\n" in after.screen
    loaded = load_match(after.path.read_bytes(), lambda _: after.match.game)
    again = evening(tmp_path, "", match=loaded, seats=PEOPLE)
    first, second, _ = pages(again)
    assert "Pass the desk to the Blue player." in first
    assert "Red leads." not in first
    assert "Blue: Which card does Blue lead?" in second
    assert "Red leads." in second


def test_whoever_leaves_takes_the_secrets_off_the_screen(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "q", match=cards(), seats=PEOPLE)
    assert "7000" not in after.last_screen
    assert "The game is saved." in after.last_screen


def test_the_end_is_shown_to_both_with_both_scores(tmp_path: Path) -> None:
    after = evening(tmp_path, "", "1", "", "1", "", "push", "push", match=cards(), seats=PEOPLE)
    assert after.match.result
    score = after.match.result.score
    assert f"Winner: Red   Score: Red {score[RED]}, Blue {score[BLUE]}" in after.last_screen
    assert not is_passing(after.last_screen)


def test_real_dice_are_typed_in_by_whoever_is_at_the_desk(tmp_path: Path) -> None:
    after = evening(
        tmp_path, "", "1", "", "1", "", "push", "3 5", match=toy_match(dice=flagplot.dice.asked()), seats=PEOPLE
    )
    assert after.match.record.choices[-1] == (3, 5)
    assert sum(map(is_passing, pages(after))) == 3


# Nothing stays behind


def test_passing_the_desk_clears_the_screen_first_and_then_what_was_scrolled_off_it() -> None:
    console = Console(file=io.StringIO(), force_terminal=True)
    Desk(console).wipe()
    assert isinstance(console.file, io.StringIO)
    written = console.file.getvalue()
    assert "\x1b[2J" in written
    assert written.endswith("\x1b[3J")


def test_where_there_is_no_terminal_nothing_is_written_for_it() -> None:
    console = Console(file=io.StringIO())
    Desk(console).wipe()
    assert isinstance(console.file, io.StringIO)
    assert "\x1b" not in console.file.getvalue()


def test_passing_the_desk_forgets_the_lines_that_were_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    forgotten = []
    monkeypatch.setitem(sys.modules, "readline", SimpleNamespace(clear_history=lambda: forgotten.append("all")))
    Desk(Console(file=io.StringIO())).wipe()
    assert forgotten == ["all"]
