"""Files are written whole or not at all, and trouble is one sentence."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from flagplot.places import data_directory
from flagplot.terminal import files


def test_a_write_replaces_the_old_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "game.json"
    files.write(path, b"old")
    files.write(path, b"new")
    assert path.read_bytes() == b"new"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_write_that_fails_leaves_the_old_file_and_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "game.json"
    files.write(path, b"old")

    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(files.FileTrouble, match=r"game.json cannot be written \(No space left on device\)"):
        files.write(path, b"new")
    assert path.read_bytes() == b"old"
    assert os.listdir(tmp_path) == ["game.json"]


def test_a_crash_in_the_middle_leaves_no_half_written_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(_: str, __: Path) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(os, "replace", crash)
    with pytest.raises(KeyboardInterrupt):
        files.write(tmp_path / "game.json", b"new")
    assert os.listdir(tmp_path) == []


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "real.json").write_bytes(b"old")
    (tmp_path / "link.json").symlink_to(tmp_path / "real.json")
    files.write(tmp_path / "link.json", b"new")
    assert (tmp_path / "link.json").is_symlink()
    assert (tmp_path / "real.json").read_bytes() == b"new"


def test_a_missing_directory_is_said_in_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(files.FileTrouble, match=r"cannot be written \(No such file or directory\)"):
        files.write(tmp_path / "none" / "game.json", b"")


def test_games_are_kept_in_the_data_directory_under_a_name_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    first = files.new_file("atlantic-wolves")
    assert first.parent == tmp_path / "flagplot"
    first.parent.mkdir()
    first.touch()
    assert files.new_file("atlantic-wolves") != first


def test_without_an_absolute_data_home_it_is_the_usual_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "here")
    assert data_directory() == Path.home() / ".local" / "share" / "flagplot"


def test_a_save_is_named_after_the_game_and_where_it_is() -> None:
    name = files.suggested_name("atlantic-wolves", "August 1942, month 1 of 10: Event phase")
    assert name == "atlantic-wolves-august-1942.json"
