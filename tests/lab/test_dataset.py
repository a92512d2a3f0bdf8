"""Datasets: every decision of every game, the same bytes however they were written."""

from __future__ import annotations

import gzip
import json
import os
import sys
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.lab.dataset import MEMBER, DatasetError, DatasetFile, game_line, game_line_with_odds, write_dataset
from flagplot.lab.plans import planned
from flagplot.lab.workers import workers

GAMES = 2 * MEMBER + 10
PLAN = planned("graf-spee", "breakout", seed=4)


def option(value: Any) -> Any:
    return tuple(map(option, value)) if isinstance(value, list) else value


@pytest.mark.parametrize("slug", ["atlantic-wolves", "graf-spee", "atlantic-chase", "night-action", "sea-control"])
def test_a_line_tells_every_decision_of_a_game_that_can_be_played_again(slug: str) -> None:
    scenario = "tutorial" if slug == "night-action" else None
    line = json.loads(game_line(planned(slug, scenario, others="best", seed=2), 3))
    match = flagplot.new(slug, scenario, line["seed"], line["options"])
    for told in line["decisions"]:
        decision = match.decision
        assert (told["seat"], told["ask"], told["clause"]) == (decision.seat, decision.key, decision.rule)
        assert tuple(map(option, told["options"])) == decision.options
        assert sorted(told["about"]) == sorted(decision.about)
        match.pick(told["choice"])
    assert (match.decision, match.result.winner) == (None, line["result"]["winner"])
    assert line["result"]["reason"] == match.result.reason
    assert line["metrics"] == match.game.metrics(match.state)
    assert (line["version"], line["game"], line["number"], line["has_odds"]) == (1, slug, 3, False)
    assert set(line["players"]) == set(match.seats)


def test_the_decisions_of_an_admiral_are_told_too() -> None:
    plan = planned("graf-spee", "breakout", seats={"graf_spee": "admiral:4"}, seed=2)
    line = json.loads(game_line(plan, 1))
    match = flagplot.new("graf-spee", "breakout", line["seed"])
    for decision in line["decisions"]:
        assert decision["ask"] == match.decision.key
        match.pick(decision["choice"])
    assert (match.decision, match.result.winner) == (None, line["result"]["winner"])
    assert line["players"] == {"graf_spee": "admiral:4"}
    searched = flagplot.play("graf-spee", plan.players, "breakout", line["seed"])
    told = {choice: decision["reason"] for choice, decision in enumerate(line["decisions"], 1) if "reason" in decision}
    assert told == searched.record.reasons
    assert told


def test_odds_are_exact_fractions_and_change_nothing_else() -> None:
    plain, with_odds = json.loads(game_line(PLAN, 1)), json.loads(game_line_with_odds(PLAN, 1))
    found = [decision.pop("odds") for decision in with_odds["decisions"] if "odds" in decision]
    assert with_odds.pop("has_odds") is not plain.pop("has_odds")
    assert with_odds == plain
    assert found
    assert all(sum(map(Fraction, odds.values())) == 1 for odds in found)
    assert any(len(odds) > 1 for odds in found)


def write(path: Path, games: int, jobs: int = 1, go_on: bool = False) -> bytes:
    with workers(jobs) as working, DatasetFile(path, PLAN, go_on=go_on) as file:
        write_dataset(file, PLAN, games, working)
    return path.read_bytes()


@pytest.mark.parametrize("name", ["games.jsonl", "games.jsonl.gz"])
def test_a_dataset_is_the_same_byte_for_byte_however_it_was_written(tmp_path: Path, name: str) -> None:
    whole = write(tmp_path / name, GAMES)
    text = gzip.decompress(whole) if name.endswith(".gz") else whole
    assert [json.loads(line)["number"] for line in text.splitlines()] == list(range(GAMES))
    assert write(tmp_path / f"two-{name}", GAMES, jobs=2) == whole
    broken = tmp_path / f"broken-{name}"
    for kept in (0, 1, 100, len(whole) // 2, len(whole) - 1, len(whole)):
        broken.write_bytes(whole[:kept])
        assert write(broken, GAMES, go_on=True) == whole
    longer = tmp_path / f"longer-{name}"
    write(longer, 70)
    assert write(longer, GAMES, go_on=True) == whole


def test_a_file_that_exists_is_not_written_over(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    path.write_text("mine", encoding="utf-8")
    with pytest.raises(DatasetError, match="already exists"):
        DatasetFile(path, PLAN)
    assert path.read_text(encoding="utf-8") == "mine"


def test_the_dataset_of_another_run_or_a_damaged_one_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    whole = write(path, 3)
    lines = whole.splitlines(keepends=True)
    for content, has_odds, plan, sentence in (
        (whole, False, planned("graf-spee", "breakout", seed=5), "the run of line 1 is "),
        (whole, False, planned("graf-spee", "cape", seed=4), "the scenario of line 1 is breakout, not cape."),
        (whole, True, PLAN, "the has_odds of line 1 is False, not True."),
        (lines[0] + lines[2] + lines[1], False, PLAN, "the number of line 2 is 2, not 1."),
        (lines[0] + b"{}\n" + lines[1], False, PLAN, "is damaged: line 2 is not a game."),
        (b"\x00\n", False, PLAN, "is damaged: line 1 is not a game."),
        (b"my diary", False, PLAN, "is damaged: what follows line 0 is not a game."),
        (lines[0] + lines[2][:-1], False, PLAN, "is damaged: what follows line 1 is not a game."),
    ):
        path.write_bytes(content)
        with pytest.raises(DatasetError) as refused:
            DatasetFile(path, plan, has_odds, go_on=True)
        assert sentence in str(refused.value)
        assert path.read_bytes() == content


def test_a_compressed_file_that_is_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl.gz"
    few = gzip.compress(game_line(PLAN, 0), mtime=0)
    for content in (b"hello", gzip.compress(b"x\n" * MEMBER), gzip.compress(b"my diary"), few + few):
        path.write_bytes(content)
        with pytest.raises(DatasetError, match="is damaged"):
            DatasetFile(path, PLAN, go_on=True)
        assert path.read_bytes() == content


def test_a_bomb_of_zeros_is_refused_before_it_fills_the_memory(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONGEST_LINE", "LARGEST_MEMBER"):
        monkeypatch.setattr(sys.modules["flagplot.lab.dataset"], name, 1_500_000)
    for name, content in (("zeros.jsonl.gz", gzip.compress(bytes(4_000_000))), ("zeros.jsonl", bytes(4_000_000))):
        path = tmp_path / name
        path.write_bytes(content)
        with pytest.raises(DatasetError, match=r"more than 1,500,000 bytes\.$"):
            DatasetFile(path, PLAN, go_on=True)
        assert path.read_bytes() == content


def test_two_runs_do_not_share_a_dataset_and_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "games.jsonl"
    with DatasetFile(path, PLAN), pytest.raises(DatasetError, match="Another run is writing"):
        DatasetFile(path, PLAN, go_on=True)
    os.mkfifo(tmp_path / "pipe.jsonl")
    with pytest.raises(DatasetError, match="is not a regular file"):
        DatasetFile(tmp_path / "pipe.jsonl", PLAN, go_on=True)


@pytest.mark.parametrize("name", ["games.csv", "games.gz", "games"])
def test_a_name_that_does_not_say_what_it_is_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(DatasetError, match=r"Expected \*\.jsonl or \*\.jsonl\.gz"):
        DatasetFile(tmp_path / name, PLAN)
