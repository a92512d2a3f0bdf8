"""The commands of the laboratory: what they print and write, how they stop, and how they go on."""

from __future__ import annotations

import csv
import importlib
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.test_cli import SLUG, run

MATCHES = "night-action", "--scenario", "tutorial"
SPAWN = [sys.executable, "-m", "flagplot.cli"]


@pytest.mark.parametrize("command", ["sim", "tournament", "compare", "balance", "dataset"])
def test_each_command_has_help_with_examples(capsys: pytest.CaptureFixture[str], command: str) -> None:
    code, out, _ = run(capsys, command, "--help")
    assert code == 0
    assert f"examples:\n  flagplot {command}" in out


@pytest.mark.parametrize(
    ("args", "sentence"),
    [
        (["sim", SLUG, "-n", "9999999"], "A run needs at least one game and has at most 1,000,000, not 9,999,999."),
        (["sim", SLUG, "--jobs", "9999"], "Games can be played in 1 to 256 processes, not in 9,999."),
        (["sim", SLUG, "--out", "games.txt"], "Expected *.json, *.csv, *.parquet."),
        (["sim", SLUG, "--out", "page.html"], "Expected *.json, *.csv, *.parquet."),
        (["sim", SLUG, "--out", "none/games.csv"], "would be in a directory that is not there"),
        (["sim", SLUG, "--resume", "."], ". cannot be opened as a journal (Is a directory)."),
        (["sim", SLUG, "--resume", "pyproject.toml"], "pyproject.toml is not a journal of the laboratory"),
        (["tournament", SLUG, "-n", "0"], "at least one game"),
        (["tournament", "sea-control", "-n", "500000"], "at most 1,000,000, not 3,000,000."),
        (["tournament", SLUG, "--players", "captain"], "at least two different players"),
        (["tournament", SLUG, "--players", "captain,captain"], "is not a list of different players"),
        (["tournament", SLUG, "--players", "captain,commodore"], "There is no player 'commodore'"),
        (["tournament", SLUG, "--gauntlet", "commodore"], "There is no player 'commodore'"),
        (["compare", SLUG], "Both sides of the comparison are the same."),
        (["compare", SLUG, "--option", "mines", "--against", "option=mines"], "Both sides of the comparison"),
        (["compare", SLUG, "--option", "mines", "--against", "mines"], "'mines' cannot be compared with."),
        (["compare", SLUG, "--option", "mines", "--against", "option=minesx"], "has no option 'minesx'"),
        (["compare", SLUG, "--against", "scenario=1914"], "has no scenario '1914'"),
        (["compare", SLUG, "--option", "mines", "--margin", "-1"], "is not a number of points from 0 to below 100"),
        (["compare", SLUG, "--option", "mines", "--margin", "nan"], "is not a number of points from 0 to below 100"),
        (["compare", SLUG, "--data", "none"], "none is not a directory"),
        (["compare", SLUG, *["--data", "x"] * 3], "Two directories of figures can be compared, not 3."),
        (["compare", "atlantic-chase", "--option", "british_player=off"], "with the same sides can be compared"),
        (["balance", "chess"], "There is no game 'chess'"),
        (["balance", "-n", "0"], "at least one game"),
        (["dataset", SLUG], "The following arguments are required: --out"),
        (["dataset", SLUG, "--out", "games.csv"], "Expected *.jsonl or *.jsonl.gz."),
        (["dataset", SLUG, "--out", "none/games.jsonl"], "cannot be written (No such file or directory)"),
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
    assert sentence in err


def test_a_report_is_printed_and_written_for_other_programs(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    as_json, as_csv = tmp_path / "report.json", tmp_path / "games.csv"
    _, out, _ = run(capsys, "sim", *MATCHES, "-n", 5, "--option", "reaction_fire", "--json", "--out", as_json)
    assert json.loads(out) == json.loads(as_json.read_bytes())
    assert run(capsys, "sim", *MATCHES, "-n", 5, "--option", "reaction_fire", "--out", as_csv)[0] == 0
    with as_csv.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [row["number"] for row in rows] == list("01234")
    assert {row["option.reaction_fire"] for row in rows} == {"1"}
    assert sum(int(row["decisions"]) for row in rows) == json.loads(out)["decisions"]
    assert list(rows[0])[:5] == ["game", "scenario", "number", "seed", "figures"]
    assert as_csv.stat().st_mode & 0o777 == 0o644


def test_parquet_without_pyarrow_is_one_sentence(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    code, out, err = run(capsys, "sim", *MATCHES, "--out", tmp_path / "games.parquet")
    assert (code, out) == (2, "")
    assert err.endswith("Install it with pip install 'flagplot[lab]'.\n")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.long
def test_parquet_has_the_rows_of_the_csv(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for name in ("games.csv", "games.parquet"):
        assert run(capsys, "sim", *MATCHES, "-n", 5, "--out", tmp_path / name)[0] == 0
    table = importlib.import_module("pyarrow.parquet").read_table(tmp_path / "games.parquet").to_pylist()
    with (tmp_path / "games.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [{name: "" if value is None else str(value) for name, value in row.items()} for row in table] == rows


def test_a_tournament_prints_ratings_and_a_crosstable(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "tournament", *MATCHES, "-n", 2, "--players", "captain,midshipman")
    assert (code, err) == (0, "")
    for words in ("tournament, 4 games, seed 0", "Rating", "Points against", "midshipman", "seat allied"):
        assert words in out


def test_a_tournament_for_one_side_compares_figures(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "tournament", SLUG, "-n", 2, "--players", "midshipman,captain", "--json")
    report = json.loads(out)
    assert [one["player"] for one in report["standings"]] == ["captain", "midshipman"]
    assert "tons_per_month" in report["standings"][0]["metrics"]
    assert (report["crosstable"], list(report["beside"])) == ([], ["the game"])


def test_a_comparison_prints_differences_with_a_plot_and_writes_a_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    page = tmp_path / "report.html"
    wanted = ("compare", *MATCHES, "--option", "light=2", "--against", "default", "--seat", "axis=midshipman", "-n", 6)
    code, out, err = run(capsys, *wanted, "--out", page)
    assert (code, err) == (0, "")
    for words in ("6 pairs of games, seed 0", "wins of Allied", "decisions", "●", "After 6 pairs of games"):
        assert words in out
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    report = json.loads(run(capsys, *wanted, "--json")[1])
    assert (report["pairs"], report["first"]["options"], report["second"]["options"]) == (6, {"light": 2}, {})


def test_figures_of_two_directories_are_compared(tmp_path: Path) -> None:
    for name, boats in (("few", 6), ("some", 20)):
        counters = tmp_path / name / SLUG / "counters.toml"
        counters.parent.mkdir(parents=True)
        counters.write_text(f"[counters]\nuboat = {boats}\n", encoding="utf-8")
    done = subprocess.run(
        [*SPAWN, "compare", SLUG, "--data", tmp_path / "few", "--data", tmp_path / "some", "-n", "4", "--json"],
        capture_output=True,
        timeout=120,
    )
    report = json.loads(done.stdout)
    assert (done.returncode, done.stderr, report["pairs"]) == (0, b"", 4)
    assert report["first"]["figures"].endswith("few")
    assert report["second"]["figures"].endswith("some")
    assert any(row["difference"]["estimate"] for row in report["means"])


def test_a_balance_report_has_a_table_for_each_game_and_a_page(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    page = tmp_path / "balance.html"
    code, out, err = run(capsys, "balance", SLUG, "-n", 2, "--out", page)
    assert (code, err) == (0, "")
    assert "Atlantic Wolves: balance, 4 games, seed 0" in out
    assert "German wins" in out
    assert "<svg" in page.read_text(encoding="utf-8")


def test_a_dataset_is_written_and_gone_on_with(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    assert run(capsys, "dataset", *MATCHES, "-n", 2, "--out", path) == (0, f"{path} has 2 games.\n", "")
    assert run(capsys, "dataset", *MATCHES, "-n", 4, "--out", path)[0] == 2
    assert run(capsys, "dataset", *MATCHES, "-n", 4, "--out", path, "--resume")[0] == 0
    assert [json.loads(line)["number"] for line in path.read_text(encoding="utf-8").splitlines()] == [0, 1, 2, 3]


# Stopped runs


def started(*args: object) -> subprocess.Popen[str]:
    """A run in a process group of its own, as a terminal has it."""
    return subprocess.Popen(
        [*SPAWN, *map(str, args)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        start_new_session=True,
    )


def wait_for_lines(path: Path, lines: int) -> None:
    for _ in range(600):
        if path.exists() and path.read_bytes().count(b"\n") > lines:
            return
        time.sleep(0.05)
    raise AssertionError(f"{path} did not grow")


@pytest.mark.parametrize("jobs", [1, 2])
def test_ctrl_c_reports_what_is_done_and_the_run_goes_on_later(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, jobs: int
) -> None:
    path = tmp_path / "journal"
    program = started("sim", SLUG, "-n", 100_000, "--jobs", jobs, "--json", "--resume", path)
    wait_for_lines(path, 20)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=60)
    report = json.loads(out)
    assert program.returncode == 130
    assert err == f"flagplot: stopped after {report['n']:,} of 100,000 games; the report is of these.\n"
    assert path.read_bytes().count(b"\n") == report["n"] + 1
    code, out, _ = run(capsys, "sim", SLUG, "-n", report["n"], "--json", "--resume", path)
    assert (code, json.loads(out)) == (0, report)


def test_a_run_that_is_killed_goes_on_and_leaves_no_process_behind(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    path = tmp_path / "journal"
    program = started("sim", SLUG, "-n", 100_000, "--jobs", 2, "--resume", path)
    wait_for_lines(path, 20)
    os.kill(program.pid, signal.SIGKILL)
    program.communicate(timeout=60)  # which ends only when its processes have let go of their output
    games = path.read_bytes().count(b"\n") - 1
    code, resumed, _ = run(capsys, "sim", SLUG, "-n", games + 10, "--json", "--resume", path)
    assert code == 0
    assert json.loads(resumed) == json.loads(run(capsys, "sim", SLUG, "-n", games + 10, "--json")[1])


def test_a_dataset_that_is_stopped_says_how_far_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    program = started("dataset", SLUG, "-n", 100_000, "--out", path)
    wait_for_lines(path, 5)
    os.killpg(program.pid, signal.SIGINT)
    out, err = program.communicate(timeout=60)
    games = path.read_bytes().count(b"\n")
    assert (program.returncode, out) == (130, "")
    assert err == f"flagplot: stopped; {path} has {games:,} of 100,000 games.\n"


def test_nothing_of_the_laboratory_is_loaded_by_somebody_who_plays() -> None:
    program = (
        "import sys, flagplot.cli; flagplot.cli.main(['games']);"
        "print(sorted({'numpy', 'ray', 'pyarrow', 'openskill', 'gymnasium'} & set(sys.modules)), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", timeout=60)
    assert (done.returncode, done.stderr) == (0, "[]\n")


@pytest.mark.long
def test_a_simulation_on_ray_prints_what_one_process_prints_and_nothing_else(
    capsys: pytest.CaptureFixture[str],
) -> None:
    done = started("sim", SLUG, "-n", 300, "--json", "--ray")
    out, err = done.communicate(timeout=300)
    assert (done.returncode, err) == (0, "")
    assert out == run(capsys, "sim", SLUG, "-n", 300, "--json")[1]
