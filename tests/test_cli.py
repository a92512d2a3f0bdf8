"""The command line: each command does what its help says, and every mistake is one sentence and exit code 2."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import flagplot
from flagplot import cli
from flagplot.cli_arguments import read_options
from flagplot.engine import About, Ask
from flagplot.lab import bench
from flagplot.terminal import files
from tests.engine.toy import AFT, BLUE, FORE, PUSH, RED, crew_game, crew_match, toy_game

SLUG = "atlantic-wolves"


@pytest.fixture
def save(tmp_path: Path) -> Path:
    """A finished game in a file."""
    path = tmp_path / "game.json"
    path.write_bytes(flagplot.play(SLUG, seed=3).save())
    return path


def run(capsys: pytest.CaptureFixture[str], *args: object) -> tuple[int, str, str]:
    """Exit code, stdout and stderr of a command."""
    try:
        code = cli.main([str(arg) for arg in args])
    except SystemExit as exit_:  # --help and --version
        code = int(exit_.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


# Help


def test_without_a_command_the_help_is_printed(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys)
    assert (code, err) == (0, "")
    for command in ("play", "sim", "replay", "analyse", "rules", "games", "bench"):
        assert f"    {command} " in out


def test_the_version_is_that_of_the_library(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "--version") == (0, f"flagplot {flagplot.__version__}\n", "")


@pytest.mark.parametrize("command", ["play", "sim", "replay", "analyse", "rules", "games", "bench"])
def test_each_command_has_help_with_examples(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"examples:\n  flagplot {command}" in out


# Mistakes


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["sail"], "invalid choice: 'sail'"),
        (["play"], "The following arguments are required: GAME"),
        (["play", "battleships"], "There is no game 'battleships'; there are atlantic-chase, atlantic-wolves"),
        (["play", SLUG, "--faster"], "Unrecognized arguments: --faster"),
        (["play", SLUG, "--seat", "british"], "has no seat 'british'; it has german."),
        (
            ["play", SLUG, "--hot-seat"],
            "Atlantic Wolves has one seat, so there is nobody to pass the desk to. Leave out --hot-seat.",
        ),
        (["play", SLUG, "--hot-seat", "--seat", "german"], "With --hot-seat people play all seats. Leave out --seat"),
        (["play", SLUG, "--hot-seat", "--against", "captain"], "people play all seats. Leave out --against"),
        (["play", SLUG, "--against", "captain"], "Atlantic Wolves has one seat, so there is no opponent"),
        (
            ["play", SLUG, "--against", "commodore"],
            "Argument --against: there is no player 'commodore'; expected one of",
        ),
        (
            ["play", SLUG, "--against", "admiral:0"],
            "There is no player 'admiral:0'. Expected admiral, admiral:PLAYOUTS",
        ),
        (["play", SLUG, "--against"], "Argument --against: expected one argument"),
        (["play", SLUG, "--scenario", "1914"], "has no scenario '1914'; it has campaign."),
        (["play", SLUG, "--seed", "abc"], "'abc' is not a seed. Expected a whole number"),
        (["play", SLUG, "--seed"], "Argument --seed: expected one argument"),
        (["play", SLUG, "--option", "cheat=on"], "has no option 'cheat'; it has ultra_defense, "),
        (["play", SLUG, "--option", "mines=perhaps"], "cannot be 'perhaps'. Expected on or off."),
        (["play", SLUG, "--option", "starting_boats=many"], "cannot be 'many'. Expected a whole number."),
        (["play", SLUG, "--option", f"starting_boats={'9' * 5000}"], "Expected a whole number."),
        (["play", SLUG, "--option", "starting_boats"], "cannot be 'on'. Expected a whole number."),
        (["play", SLUG, "--option", "starting_boats=99"], "Option 'starting_boats' of Atlantic Wolves: "),
        (["play", SLUG, "--dice", "loaded"], "Argument --dice: invalid choice: 'loaded'"),
        (["play", SLUG, "--load", "none.json"], "none.json cannot be read (No such file or directory)"),
        (["play", SLUG, "--load", "none.json", "--seed", "0"], "A saved game has its own seed. Leave out --seed"),
        (["play", SLUG, "--load", "none.json", "--option", "mines"], "A saved game has its own option"),
        (["play", SLUG, "--load", "."], ". cannot be read (Is a directory)"),
        (["play", SLUG], "needs a terminal, but the input or the output is not one"),
        (["sim", SLUG, "-n", "0"], "at least one game"),
        (["sim", SLUG, "-n", "-5"], "'-5' is not a whole number from 0 up"),
        (["sim", SLUG, "-n", "many"], "Argument -n: 'many' is not a whole number from 0 up"),
        (["sim", SLUG, "-n", "9" * 5000], "is not a whole number from 0 up"),
        (["sim", SLUG, "--jobs", "two"], "Argument --jobs: 'two' is not a whole number from 0 up"),
        (["sim", SLUG, "--seat", "captain"], "Expected something like german=captain"),
        (["sim", SLUG, "--seat", "german=kapitän"], "There is no player 'kapitän'"),
        (["sim", SLUG, "--seat", "british=captain"], "has no seat 'british'"),
        (["sim", SLUG, "--scenario", "1914"], "has no scenario '1914'"),
        (["sim", SLUG, "--option", "tonnage_target=-1"], "Option 'tonnage_target' of Atlantic Wolves"),
        (["sim", "battleships"], "There is no game 'battleships'"),
        (["replay"], "The following arguments are required: FILE"),
        (["replay", "none.json"], "none.json cannot be read (No such file or directory)"),
        (["replay", "pyproject.toml"], "pyproject.toml cannot be loaded: "),
        (["analyse"], "The following arguments are required: FILE"),
        (["analyse", "none.json"], "none.json cannot be read (No such file or directory)"),
        (["analyse", "pyproject.toml"], "pyproject.toml cannot be loaded: "),
        (["analyse", "none.json", "--seconds", "0"], "'0' is not a whole number from 1 to"),
        (["analyse", "none.json", "--playouts", "many"], "'many' is not a whole number from 0 up"),
        (["analyse", "none.json", "--playouts", "5", "--seconds", "5"], "not allowed with argument"),
        (["analyse", "none.json", "--html", "page.txt"], "Expected *.html"),
        (["rules", SLUG, "AW-ATK-99"], "Atlantic Wolves has no clause AW-ATK-99; near it are AW-ATK-0"),
        (["rules", SLUG, "--search", "zeppelin"], "No clause of Atlantic Wolves contains 'zeppelin'"),
        (["rules", SLUG, "AW-ATK-05", "--search", "scatter"], "not allowed with argument"),
        (["rules", "battleships"], "There is no game 'battleships'"),
    ],
    ids=lambda value: " ".join(value)[:60] if isinstance(value, list) else "",
)
def test_a_mistake_is_one_sentence_and_exit_code_2(
    capsys: pytest.CaptureFixture[str], args: list[str], sentence: str
) -> None:
    code, out, err = run(capsys, *args)
    assert (code, out) == (2, "")
    assert err.count("\n") == 1
    assert err.startswith("flagplot: ")
    assert err.endswith(".\n")
    assert sentence in err


def test_a_damaged_save_is_a_mistake_too(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    save.write_bytes(save.read_bytes()[:-100])
    for command in (["replay", save], ["play", SLUG, "--load", save]):
        code, out, err = run(capsys, *command)
        assert (code, out) == (2, "")
        assert err == f"flagplot: {save} cannot be loaded: The save is damaged: it is not complete JSON.\n"


def test_a_file_that_exists_is_not_chosen_to_keep_a_game_in(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    before = save.read_bytes()
    code, _, err = run(capsys, "play", SLUG, "--save", save)
    assert code == 2
    assert "already exists. Load it with --load" in err
    assert save.read_bytes() == before


def test_a_game_that_cannot_be_kept_anywhere_does_not_begin(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(cli, "in_a_terminal", lambda: True)
    code, out, err = run(capsys, "play", SLUG, "--save", tmp_path / "none" / "game.json")
    assert (code, out) == (2, "")
    assert err.endswith("none/game.json cannot be written (No such file or directory). Choose another file.\n")
    (tmp_path / "flagplot").touch()
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    code, out, err = run(capsys, "play", SLUG)
    assert (code, out) == (2, "")
    assert err.endswith("flagplot cannot be created (File exists). Name a file with --save FILE.\n")


# Who plays which seat


def red_captain(state: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
    return options[0]


@pytest.fixture
def sessions(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> list[tuple[Any, ...]]:
    """What the sessions were begun with, in a world in which the only game is the toy for two."""
    begun: list[tuple[Any, ...]] = []

    def session(*args: Any) -> Any:
        begun.append(args)
        return SimpleNamespace(play=lambda: 0)

    toy = toy_game(tmp_path, captains={RED: lambda: red_captain})
    monkeypatch.setattr(flagplot._games, "find", lambda slug: toy)
    monkeypatch.setattr(cli, "Session", session)
    monkeypatch.setattr(cli, "in_a_terminal", lambda: True)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    return begun


@pytest.mark.parametrize(
    ("args", "people", "computers", "again"),
    [
        ([], [RED], {BLUE: "midshipman"}, "--seat red"),
        (["--seat", "red"], [RED], {BLUE: "midshipman"}, "--seat red"),
        (["--seat", "blue"], [BLUE], {RED: "captain"}, "--seat blue"),
        (["--seat", "blue", "--against", "captain"], [BLUE], {RED: "captain"}, "--seat blue --against captain"),
        (
            ["--seat", "blue", "--against", "midshipman"],
            [BLUE],
            {RED: "midshipman"},
            "--seat blue --against midshipman",
        ),
        (["--hot-seat"], [RED, BLUE], {}, "--hot-seat"),
    ],
)
def test_people_play_the_seats_they_want_and_computer_players_the_others(
    capsys: pytest.CaptureFixture[str],
    sessions: list[tuple[Any, ...]],
    args: list[str],
    people: list[str],
    computers: dict[str, str],
    again: str,
) -> None:
    assert run(capsys, "play", "toy", *args) == (0, "", "")
    ((_, seats, _, _, others, command),) = sessions
    assert list(seats) == people
    for seat, name in computers.items():
        assert (others[seat] is red_captain) == (name == "captain")
        assert others[seat](None, seat, PUSH, ("one", "other"), {}) in ("one", "other")
    assert command == f"flagplot play toy {again}"


def test_a_captain_whom_the_game_does_not_have_cannot_be_played_against(
    capsys: pytest.CaptureFixture[str], sessions: list[tuple[Any, ...]]
) -> None:
    code, out, err = run(capsys, "play", "toy", "--seat", "red", "--against", "captain")
    assert (code, out) == (2, "")
    assert err == "flagplot: Toy has no captain for the seat 'blue'.\n"
    assert not sessions


@pytest.fixture
def boat_sessions(monkeypatch: pytest.MonkeyPatch, sessions: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """The same in a world in which the only game is the rowing boat, whose oars are of one crew."""
    boat = crew_game()
    monkeypatch.setattr(flagplot._games, "find", lambda slug: boat)
    return sessions


@pytest.mark.parametrize(
    ("args", "people", "computers", "again"),
    [
        ([], [FORE], [], ""),
        (["--seat", "fore"], [FORE], [], ""),
        (["--option", "aft_oar"], [FORE, AFT], [], ""),
        (["--option", "aft_oar", "--hot-seat"], [FORE, AFT], [], " --hot-seat"),
        (["--option", "aft_oar", "--seat", "aft"], [AFT], [FORE], " --seat aft"),
        (
            ["--option", "aft_oar", "--seat", "fore", "--against", "midshipman"],
            [FORE],
            [AFT],
            " --seat fore --against midshipman",
        ),
    ],
)
def test_one_person_plays_all_seats_that_share_everything_unless_told_otherwise(
    capsys: pytest.CaptureFixture[str],
    boat_sessions: list[tuple[Any, ...]],
    args: list[str],
    people: list[str],
    computers: list[str],
    again: str,
) -> None:
    assert run(capsys, "play", "boat", *args) == (0, "", "")
    ((match, seats, _, _, others, command),) = boat_sessions
    assert list(seats) == people
    assert [seat for seat in match.seats if seat not in people] == computers
    assert set(computers) <= set(others)
    assert command == f"flagplot play boat{again}"


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["play", "boat", "--seat", "aft"], "The seat 'aft' of Boat needs the option 'aft_oar'."),
        (["sim", "boat", "--seat", "aft=captain"], "The seat 'aft' of Boat needs the option 'aft_oar'."),
        (
            ["play", "boat", "--hot-seat"],
            "Boat has one seat with these options, so there is nobody to pass the desk to. Leave out --hot-seat.",
        ),
        (
            ["play", "boat", "--against", "captain"],
            "Boat has one seat with these options, so there is no opponent. Leave out --against.",
        ),
        (
            ["play", "boat", "--option", "aft_oar", "--against", "captain"],
            "You have all seats. Choose yours with --seat; the captain plays the others.",
        ),
    ],
)
def test_seats_that_are_not_in_play_are_refused(
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
    boat_sessions: list[tuple[Any, ...]],
    args: list[str],
    sentence: str,
) -> None:
    monkeypatch.setattr(sys.modules["flagplot.lab.plans"], "find", flagplot._games.find)
    assert run(capsys, *args) == (2, "", f"flagplot: {sentence}\n")
    assert not boat_sessions


def test_a_game_whose_seats_share_everything_is_read_by_anybody(
    capsys: pytest.CaptureFixture[str], boat_sessions: list[tuple[Any, ...]], tmp_path: Path
) -> None:
    path = tmp_path / "boat.json"
    path.write_bytes(crew_match().choose("row").save())
    code, out, err = run(capsys, "replay", path)
    assert (code, err) == (0, "")
    assert "Fore: row." in out


def test_ctrl_c_is_no_traceback(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(sys.modules["flagplot.lab.runs"], "play_game", interrupted)
    assert run(capsys, "sim", SLUG) == (130, "", "flagplot: stopped.\n")


def test_a_reader_who_has_seen_enough_is_no_traceback() -> None:
    """As in `flagplot rules atlantic-wolves | head -1`."""
    reader, writer = os.pipe()
    program = subprocess.Popen(
        [sys.executable, "-m", "flagplot.cli", "rules", SLUG], stdout=writer, stderr=subprocess.PIPE
    )
    os.close(writer)
    os.read(reader, 10)
    os.close(reader)
    _, errors = program.communicate(timeout=20)
    assert (program.returncode, errors) == (1, b"")


# Simulation


def test_a_simulation_reports_wins_endings_and_figures_with_intervals(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "sim", SLUG, "-n", 20, "--option", "german_torpedoes", "--seed", 5)
    assert (code, err) == (0, "")
    assert "Atlantic Wolves, The campaign: 20 games, seed 5" in out
    assert "Players: German: midshipman" in out
    assert "Options: Better German torpedoes" in out
    for words in ("Wins", "How it ended", "tons per month", "95 %", "±", "decisions in"):
        assert words in out


def test_a_simulation_as_json_has_all_its_keys_and_repeats_itself(capsys: pytest.CaptureFixture[str]) -> None:
    reports = []
    for _ in range(2):
        code, out, _ = run(capsys, "sim", SLUG, "-n", 10, "--json", "--option", "starting_boats=8", "--option", "mines")
        assert code == 0
        reports.append(json.loads(out))
    report = reports[0]
    assert report == reports[1]
    assert set(report) == {
        "game", "scenario", "options", "n", "seed", "players", "wins", "wins_ci95", "metrics", "endings", "decisions",
    }  # fmt: skip
    assert report["options"] == {"starting_boats": 8, "mines": True}
    assert set(report["metrics"]["tons_per_month"]) == {"mean", "ci95"}


def test_a_single_game_has_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "sim", SLUG, "-n", 1)
    assert code == 0
    assert "±?" in out


@pytest.mark.parametrize(
    ("text", "value"), [("mines", True), ("mines=on", True), ("mines=no", False), ("mines=0", False)]
)
def test_an_option_is_switched_on_and_off_by_many_words(text: str, value: bool) -> None:
    assert read_options(flagplot.game(SLUG), [text]) == {"mines": value}


# Replay


def test_a_save_is_replayed_as_a_story(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    code, out, err = run(capsys, "replay", save)
    assert (code, err) == (0, "")
    assert out.startswith("August 1942, month 1 of 10: Strategic phase\n")
    assert "AW-ASW-01" in out


def test_whoever_reads_a_game_with_secrets_that_is_not_over_must_name_a_seat(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    match = flagplot.new("sea-control", seed=1).choose("arrivals")
    match.choose_all(match.shortcuts[0].answers).choose("scapa_flow")
    path = tmp_path / "game.json"
    path.write_bytes(match.save())
    code, out, err = run(capsys, "replay", path)
    assert (code, out) == (2, "")
    assert "its seats have secrets. Choose a seat with --seat: --seat axis or --seat allied." in err
    assert "Based at Scapa Flow: Nelson" in run(capsys, "replay", path, "--seat", "allied")[1]
    as_axis = run(capsys, "replay", path, "--seat", "axis")[1]
    assert "27 blocks from the arrivals to Scapa Flow" in as_axis
    assert "Nelson" not in as_axis
    assert run(capsys, "replay", path, "--verify")[0] == 0
    assert "has no seat 'german'; it has axis, allied" in run(capsys, "replay", path, "--seat", "german")[2]


def test_a_true_save_is_verified(capsys: pytest.CaptureFixture[str], save: Path) -> None:
    code, out, err = run(capsys, "replay", save, "--verify")
    assert (code, err) == (0, "")
    assert "204 choices were made again by the rules" in out
    assert " ".join(out.split()).endswith("game.json is verified.")
    assert "Strategic phase" not in out
    assert "Strategic phase" in run(capsys, "replay", save, "--verify", "--log")[1]


def test_a_save_that_was_tampered_with_is_not_verified(
    capsys: pytest.CaptureFixture[str], save: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = flagplot.load(save.read_bytes())
    match.record.choices.pop()
    monkeypatch.setattr(files, "opened", lambda path: match)
    code, _, err = run(capsys, "replay", save, "--verify")
    assert code == 1
    assert err == (
        f"flagplot: {save} is not verified: "
        "The position in the save is not the one to which its choices and dice lead.\n"
    )


# Rules and games


def test_the_rule_book_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", SLUG)
    book = flagplot.game(SLUG).rulebook
    assert code == 0
    for chapter in book.chapters:
        assert f"{chapter.title} ({chapter.key})" in out
    for clause in book.clauses.values():
        assert clause.id in out


def test_a_clause_is_printed_in_upper_or_lower_case(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "rules", SLUG, "aw-atk-05")
    assert code == 0
    assert out.startswith("AW-ATK-05  Who profits from Scatter\n")
    assert max(map(len, out.splitlines())) <= 80


def test_a_chapter_is_printed_by_its_key(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", SLUG, "atk")
    assert "AW-ATK-01" in out
    assert "AW-ASW-01" not in out


def test_the_rule_book_can_be_searched(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "rules", SLUG, "--search", "scatter", "shadow")
    assert "AW-ATK-02" in out
    assert "AW-ATK-05" in out
    assert "AW-GEN-01" not in out


def test_the_games_are_listed_with_seats_scenarios_and_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    for game in flagplot.games():
        assert f"{game.title}  {game.slug}" in out
        for name in (*game.scenarios, *game.seat_ids(), *(option.name for option in game.options)):
            assert name in out
        for option in game.options:
            assert option.rule in out


@pytest.mark.parametrize("as_json", [False, True])
def test_bench_is_the_laboratory_s(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, as_json: bool
) -> None:
    asked = []

    def measured(wanted: bool) -> int:
        asked.append(wanted)
        return 0

    monkeypatch.setattr(bench, "main", measured)
    assert run(capsys, "bench", *(["--json"] if as_json else []))[0] == 0
    assert asked == [as_json]
