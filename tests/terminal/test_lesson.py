"""A lesson in the terminal."""

from __future__ import annotations

from pathlib import Path

import pytest

import flagplot
from flagplot import cli_learn
from flagplot.cli import main
from flagplot.players.lessons import lesson
from flagplot.terminal.lesson import LessonSession
from tests.terminal.evening import Evening, Interrupt, desk

GAME = flagplot.game("atlantic-wolves")
TAUGHT = lesson(GAME, None)
FIRST_STEPS = ("hq", "african coast, aggressive", "african coast, shadow", "mid-atlantic, aggressive")


def learning(folder: Path, *lines: str | Interrupt) -> Evening:
    """Type these lines in a lesson and stand up."""
    table, screen = desk(*lines)
    path = folder / "kept.json"
    match = flagplot.load(path.read_bytes()) if path.exists() else TAUGHT.begin(GAME)
    code = LessonSession(match, TAUGHT, table, path, "flagplot learn atlantic-wolves").play()
    return Evening(code, screen.getvalue(), match, path)


def test_a_step_says_its_idea_and_what_to_do(tmp_path: Path) -> None:
    screen = learning(tmp_path).screen
    assert "Lesson, step 1 of 10: You are Admiral Dönitz" in screen
    assert "› Send Dönitz to HQ." in screen


def test_another_answer_is_not_taken(tmp_path: Path) -> None:
    evening = learning(tmp_path, "sub pens")
    assert "The lesson goes another way here. Send Dönitz to HQ." in evening.last_screen
    assert evening.match.record.choices == []


def test_what_no_step_is_about_is_answered_and_the_next_step_follows(tmp_path: Path) -> None:
    evening = learning(tmp_path, *FIRST_STEPS)
    assert "✓ Your staff has placed the other boats and the Condors." in evening.last_screen
    assert "Lesson, step 5 of 10: Open the attack" in evening.last_screen
    assert len(evening.match.record.choices) == 9


def test_undo_goes_back_to_the_step_before(tmp_path: Path) -> None:
    evening = learning(tmp_path, *FIRST_STEPS, "u")
    assert "Lesson, step 4 of 10: Go where there is more to sink" in evening.last_screen
    assert len(evening.match.record.choices) == 3


def test_a_lesson_goes_on_where_it_was_left(tmp_path: Path) -> None:
    left = learning(tmp_path, *FIRST_STEPS[:2])
    assert "To go on: flagplot learn atlantic-wolves\n" in left.screen
    assert "Lesson, step 3 of 10: One strikes, one waits" in learning(tmp_path).screen


def test_a_lesson_ends_in_free_play(tmp_path: Path) -> None:
    rest = ("african", "u-boat 1", "u-boat 2", "mid-atlantic", "u-boat 3", "hq", "african coast, normal")
    evening = learning(tmp_path, *FIRST_STEPS, *rest)
    assert "The lesson is done: A month at sea." in evening.screen
    assert "U-boat 1, an Ace: African Coast, normal." in evening.screen


def test_the_lessons_of_a_game_are_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "atlantic-wolves", "--list"]) == 0
    assert capsys.readouterr().out == (
        "first-month: A month at sea, 10 steps, 10 minutes. "
        "Place your U-boats, let them attack, and see who hunts them.\n"
    )


def test_without_a_terminal_nothing_is_taught(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["learn", "atlantic-wolves"]) == 2
    assert capsys.readouterr().err == "flagplot: A lesson needs a terminal, but the input or the output is not one.\n"


def test_a_file_that_is_no_lesson_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    monkeypatch.setattr(cli_learn, "in_a_terminal", lambda: True)
    kept = tmp_path / "flagplot" / "lesson-atlantic-wolves-first-month.json"
    kept.parent.mkdir()
    kept.write_bytes(flagplot.new("atlantic-wolves", seed=8).save())
    assert main(["learn", "atlantic-wolves"]) == 2
    assert capsys.readouterr().err.endswith("is not this lesson as it is taught now. Begin again with --again.\n")
