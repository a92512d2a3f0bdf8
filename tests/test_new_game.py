"""A game that was begun with `flagplot new-game`: it plays at once, passes what every game must pass, and can break."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from flagplot import new_game
from flagplot.cli import main
from flagplot.games import MORE_GAMES
from flagplot.new_game import prefix_of, title_of, write

PROJECT = Path(__file__).parents[1]
SLUG = "arctic-run"


EVENING = """
import sys, flagplot
from pathlib import Path
from tests.terminal.evening import evening
lines = ["1", "+1", "", "rockall", "+1", "", "rear", "rear", ""]
print(evening(Path(sys.argv[1]), *lines, match=flagplot.new("arctic-run", seed=1)).screen)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A directory with a game of its own."""
    directory = tmp_path_factory.mktemp("games")
    assert main(["new-game", SLUG, "--into", str(directory)]) == 0
    return directory


def with_games_of(folder: Path) -> dict[str, str]:
    return {**os.environ, MORE_GAMES: str(folder)}


def flagplot_with(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    """A command that knows the games of a directory, too."""
    return python_with(folder, "-m", "flagplot.cli", *args)


def pytest_with(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    options = ("-c", "pyproject.toml", "--rootdir", ".", "-p", "no:cacheprovider")
    return python_with(folder, "-m", "pytest", *options, *args)


def python_with(folder: Path, *args: str) -> subprocess.CompletedProcess[str]:
    command, env = [sys.executable, *args], with_games_of(folder)
    return subprocess.run(command, cwd=PROJECT, env=env, capture_output=True, text=True, check=False)


def test_a_new_game_passes_what_every_game_must_pass(folder: Path) -> None:
    done = pytest_with(folder, "tests/contract", "-k", SLUG)
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_new_game_passes_its_own_tests(folder: Path) -> None:
    done = pytest_with(folder, str(folder / "tests"))
    assert done.returncode == 0, done.stdout[-3000:]


def test_a_new_game_is_listed_and_played_in_the_terminal(folder: Path, tmp_path: Path) -> None:
    assert "Arctic Run" in flagplot_with(folder, "games").stdout
    done = python_with(folder, "-c", EVENING, str(tmp_path))
    assert done.returncode == 0, done.stderr
    assert "Where does the convoy sail?" in done.stdout
    assert "All 2 to the rear" in done.stdout
    assert " ships have arrived." in done.stdout


def test_its_captain_brings_the_convoy_home(folder: Path) -> None:
    done = flagplot_with(folder, "sim", SLUG, "-n", "100", "--seat", "commodore=captain")
    assert done.returncode == 0
    assert "Enough ships have arrived." in done.stdout


def test_a_broken_data_file_of_one_game_leaves_the_others_alone(folder: Path, tmp_path: Path) -> None:
    write("broken-game", tmp_path, tmp_path / "tests", [])
    figures = tmp_path / "broken_game" / "data" / "map.toml"
    figures.write_text(figures.read_text().replace("ships = 6", 'ships = "six"'))
    trouble = "map.toml of broken-game, ships: expected a whole number, got a string."
    listed = flagplot_with(tmp_path, "games")
    assert listed.returncode == 0
    assert "Atlantic Wolves" in listed.stdout
    assert listed.stderr == f"flagplot: cannot load broken-game. {trouble}\n"
    assert flagplot_with(tmp_path, "sim", "sea-control", "-n", "1").returncode == 0
    refused = flagplot_with(tmp_path, "play", "broken-game")
    assert (refused.returncode, refused.stderr) == (2, f"flagplot: {trouble}\n")


@pytest.mark.parametrize("slug", ["Arctic Run", "arctic_run", "", "-run", "2nd-fleet", "a" * 41, "../run"])
def test_a_slug_that_cannot_be_is_refused(slug: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", "--into", str(tmp_path), "--", slug]) == 2
    assert "cannot be the slug of a game; expected at most 40 small letters" in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_nothing_is_written_over(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["new-game", SLUG, "--into", str(folder)]) == 2
    assert "arctic_run is there already; choose another slug, or move it away." in capsys.readouterr().err
    assert main(["new-game", "graf-spee", "--into", str(folder)]) == 2
    assert capsys.readouterr().err == "flagplot: There is already a game 'graf-spee'. Choose another slug.\n"


def test_a_directory_that_cannot_be_written_to_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").write_text("")
    assert main(["new-game", SLUG, "--into", str(tmp_path / "file")]) == 2
    assert "cannot be written: Not a directory." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("slug", "taken", "prefix"), [("arctic-run", [], "AR"), ("arctic-run", ["AR"], "ARC"), ("malta", [], "MA")]
)
def test_clauses_begin_with_letters_that_no_other_book_has(slug: str, taken: list[str], prefix: str) -> None:
    assert prefix_of(slug, taken) == prefix


def test_a_slug_without_letters_to_spare_is_refused() -> None:
    with pytest.raises(new_game.CannotBegin, match="choose another slug"):
        prefix_of("u-47", [])


def test_the_title_is_the_slug_in_capitals() -> None:
    assert title_of("arctic-run") == "Arctic Run"
