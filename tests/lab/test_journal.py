"""Journals: a broken run goes on where it stopped, and no other run takes its journal up."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from flagplot.lab.journal import Journal, JournalError
from flagplot.lab.plans import Outcome, Plan, Task, in_blocks
from flagplot.lab.runs import Run
from tests.lab import dealt

PLANS = [dealt.plan(), dealt.plan({"axis": "midshipman", "allied": "captain"})]


def outcome_of(task: Task) -> Outcome:
    return dealt.outcome("axis" if (task.number + task.plan) % 3 else None, task.number, turns=float(task.plan))


def played(path: Path, games: int, plans: list[Plan] = PLANS) -> tuple[Run, list[Task]]:
    """A run with a journal, and the games that had to be played for it."""
    run, working = Run(plans), dealt.Dealt(outcome_of)
    with Journal(path, "sim", plans) as journal:
        run.play(in_blocks(plans, 0, games), working, journal)
    return run, working.asked


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """The journal of a run of 30 games of each plan."""
    played(tmp_path / "journal", 30)
    return tmp_path / "journal"


def test_a_finished_run_is_not_played_again(path: Path) -> None:
    before = path.read_bytes()
    run, asked = played(path, 30)
    assert asked == []
    assert run.outcomes == played(path.with_name("new"), 30)[0].outcomes
    assert path.read_bytes() == before


def test_a_broken_run_goes_on_where_it_stopped(path: Path) -> None:
    whole = path.read_bytes()
    lines = whole.splitlines(keepends=True)
    for kept in (0, 1, 2, 20, len(lines) - 1):
        for torn in (b"", lines[kept][:10], lines[kept][:-1]):
            path.write_bytes(b"".join(lines[:kept]) + torn)
            run, asked = played(path, 30)
            assert len(asked) == 60 - max(kept - 1, 0)
            assert run.finished == 60
            assert path.read_bytes() == whole


def test_a_run_can_be_made_longer_or_shorter(path: Path) -> None:
    run, asked = played(path, 40)
    assert sorted(asked) == [Task(plan, number) for plan in (0, 1) for number in range(30, 40)]
    assert run.finished == 80
    shorter, asked = played(path, 10)
    assert (shorter.finished, asked) == (20, [])
    assert shorter.outcomes[1] == run.outcomes[1][:10]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"seed": 7}, "its seed is 0, not 7."),
        ({"scenario": "other"}, "its scenario is campaign, not other."),
        ({"options": {"baltic": True}}, 'its options is {}, not {"baltic":true}.'),
        ({"rules": 2}, "its rules is 1, not 2."),
        ({"figures_mark": "abc"}, "its figures mark is none, not abc."),
        ({"players": {"axis": "captain", "allied": "midshipman"}}, "its players is "),
    ],
)
def test_the_journal_of_another_plan_is_refused(path: Path, changes: dict[str, object], sentence: str) -> None:
    before = path.read_bytes()
    with pytest.raises(JournalError) as refused:
        Journal(path, "sim", [msgspec.structs.replace(PLANS[0], **changes), PLANS[1]])
    assert str(refused.value).startswith(f"{path} is the journal of another run: {sentence}")
    assert path.read_bytes() == before


def test_the_journal_of_another_command_version_or_number_of_plans_is_refused(path: Path) -> None:
    with pytest.raises(JournalError, match="its command is sim, not tournament"):
        Journal(path, "tournament", PLANS)
    with pytest.raises(JournalError, match="its number of plans is 2, not 1"):
        Journal(path, "sim", PLANS[:1])
    path.write_bytes(path.read_bytes().replace(b'"flagplot":"', b'"flagplot":"9.', 1))
    with pytest.raises(JournalError, match=r"its Flagplot is 9\."):
        Journal(path, "sim", PLANS)


LINE = b'{"plan":0,"game":99,"outcome":{"winner":null,"reason":"","metrics":{"turns":1.0},"decisions":1}}\n'


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        (b"\n", "does not tell of a game"),
        (b"\x00\xff\n", "does not tell of a game"),
        (b"{}\n", "does not tell of a game"),
        (b"[" * 100_000 + b"\n", "does not tell of a game"),
        (LINE.replace(b'"plan":0', b'"plan":2'), "tells of plan 2, and there are 2"),
        (LINE.replace(b'"plan":0', b'"plan":-1'), "does not tell of a game"),
        (LINE.replace(b"99", b"3"), "tells of a game that was told of before"),
        (LINE.replace(b"turns", b"days"), "has other figures than the games before it"),
        (LINE.replace(b"1.0", b"1e999"), ""),
        (LINE.replace(b'"decisions":1', b'"decisions":"1"'), "does not tell of a game"),
    ],
)
def test_a_damaged_journal_is_refused_and_left_as_it_is(path: Path, line: bytes, sentence: str) -> None:
    path.write_bytes(path.read_bytes() + line + LINE.replace(b"99", b"100"))
    before = path.read_bytes()
    with pytest.raises(JournalError) as refused:
        Journal(path, "sim", PLANS)
    assert f"{path} is damaged: line 6" in str(refused.value)
    assert sentence in str(refused.value)
    assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"x", b"hello\n", b"{}\n", b"\n", b'{"journal":1}\n', b"\x00" * 4096])
def test_a_file_that_is_no_journal_is_not_touched(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "diary"
    path.write_bytes(content)
    with pytest.raises(JournalError, match="is not a journal of the laboratory"):
        Journal(path, "sim", PLANS)
    assert path.read_bytes() == content


def test_a_place_where_no_file_can_be_is_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none" / "journal"):
        with pytest.raises(JournalError, match="cannot be opened as a journal"):
            Journal(path, "sim", PLANS)


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path(os.devnull)):
        with pytest.raises(JournalError, match="is not a regular file"):
            Journal(path, "sim", PLANS)


def test_two_runs_do_not_share_a_journal(path: Path) -> None:
    with Journal(path, "sim", PLANS), pytest.raises(JournalError, match="Another run is writing"):
        Journal(path, "sim", PLANS)
    Journal(path, "sim", PLANS).__exit__()
