"""The game is saved after every choice, copies are saved by name, and no other file is ever overwritten unasked."""

from __future__ import annotations

from pathlib import Path

import pytest

import flagplot
from flagplot.terminal import files
from flagplot.terminal.files import FileTrouble
from tests.terminal.evening import Interrupt, evening


def test_the_game_is_kept_after_every_choice(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", "10")
    assert flagplot.load(after.path.read_bytes()).record.choices == ["hq", ("iceland", "aggressive")]


@pytest.mark.parametrize(("line", "code"), [("q", 0), (Interrupt(), 130)])
def test_whoever_leaves_is_told_how_to_go_on(tmp_path: Path, line: str | Interrupt, code: int) -> None:
    after = evening(tmp_path, "1", line)
    assert after.code == code
    assert f"To go on: flagplot play atlantic-wolves --load {after.path}\n" in after.screen
    again = evening(tmp_path, match=flagplot.load(after.path.read_bytes()))
    assert "Where does U-boat 1 sail?" in again.screen
    assert "Air Patrols: Bay of Biscay 2" in again.screen


def test_a_copy_can_be_saved_by_name(tmp_path: Path) -> None:
    after = evening(tmp_path, "1", f"s {tmp_path}/copy.json", "10")
    assert flagplot.load((tmp_path / "copy.json").read_bytes()).record.choices == ["hq"]
    assert f"Saved as {tmp_path}/copy.json." in "".join(after.screen.splitlines())


def test_a_save_without_a_name_is_named_after_the_month(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    evening(tmp_path, "1", "s")
    assert (tmp_path / "atlantic-wolves-august-1942.json").exists()


@pytest.mark.parametrize(("answer", "kept"), [("n", True), ("", True), ("y", False)])
def test_another_file_is_overwritten_only_on_a_yes(tmp_path: Path, answer: str, kept: bool) -> None:
    letter = tmp_path / "letter.json"
    letter.write_text("Dear mother")
    evening(tmp_path, f"s {letter}", answer)
    assert (letter.read_text() == "Dear mother") == kept


def test_the_own_save_is_overwritten_without_asking(tmp_path: Path) -> None:
    evening(tmp_path, f"s {tmp_path}/copy.json", "1", f"s {tmp_path}/copy.json", "10")
    assert flagplot.load((tmp_path / "copy.json").read_bytes()).record.choices == ["hq"]


def test_a_save_that_fails_is_said_and_the_game_goes_on(tmp_path: Path) -> None:
    after = evening(tmp_path, f"s {tmp_path}/none/copy.json", "1")
    assert "cannot be written (No such file or directory)" in " ".join(after.screen.split())
    assert after.match.record.choices == ["hq"]


def test_a_game_that_cannot_be_kept_is_left_only_on_a_yes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write = files.write

    def full_after_the_start(path: Path, data: bytes) -> None:
        if path.exists():
            raise FileTrouble("The disk is full.")
        write(path, data)

    monkeypatch.setattr(files, "write", full_after_the_start)
    after = evening(tmp_path, "1", "q", "n", "10", "q", "y", "1")
    assert "The game is not saved: The disk is full." in after.screen
    assert "Save it with s FILE." in after.screen
    assert "The game could not be saved." in after.screen
    assert len(after.match.record.choices) == 2
