"""Workers: the same results in the same order wherever games are played, and no silence when something breaks."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from flagplot.engine.errors import FlagplotError
from flagplot.lab.compare import workers_for
from flagplot.lab.on_ray import OnRay
from flagplot.lab.plans import Plan, Task, in_blocks, planned, play_game
from flagplot.lab.workers import Processes, ThisProcess, WorkerLost, Workers, _Chunks, workers
from tests.lab import dealt

TWO_PLANS = [dealt.plan(seed=1), dealt.plan(seed=2)]


def name_of(plan: Plan, number: int) -> tuple[int, int]:
    return plan.seed, number


def refuse_seven(plan: Plan, number: int) -> int:
    if number == 7:
        raise FlagplotError("Seven is not played.")
    return number


def fail_at_seven(plan: Plan, number: int) -> int:
    return 1 // (number - 7)


def die_at_seven(plan: Plan, number: int) -> int:
    if number == 7:
        os.kill(os.getpid(), signal.SIGKILL)
    return number


def process_id(plan: Plan, number: int) -> int:
    return os.getpid()


@pytest.mark.parametrize("jobs", [1, 2, 3])
def test_results_come_in_the_order_of_the_tasks(jobs: int) -> None:
    tasks = in_blocks(TWO_PLANS, 0, 300)
    with workers(jobs) as working:
        first = list(working.play(name_of, TWO_PLANS, tasks))
        second = list(working.play(name_of, TWO_PLANS, tasks[:5]))
    assert first == [(task.plan + 1, task.number) for task in tasks]
    assert second == first[:5]


def test_several_jobs_are_several_processes() -> None:
    with workers(2) as working:
        found = set(working.play(process_id, TWO_PLANS, in_blocks(TWO_PLANS, 0, 50)))
    assert len(found) == 2
    assert os.getpid() not in found


@pytest.mark.parametrize("working", [ThisProcess(), Processes(2)], ids=["here", "processes"])
def test_what_a_game_refuses_is_said_in_its_words(working: Workers) -> None:
    with working, pytest.raises(FlagplotError, match=r"^Seven is not played\.$"):
        list(working.play(refuse_seven, TWO_PLANS, in_blocks(TWO_PLANS, 0, 20)))


def test_a_defect_in_another_process_is_shown_with_its_place() -> None:
    with Processes(2) as working, pytest.raises(RuntimeError, match="fail_at_seven"):
        list(working.play(fail_at_seven, TWO_PLANS, in_blocks(TWO_PLANS, 0, 20)))


def test_a_process_that_is_killed_is_reported() -> None:
    with Processes(2) as working, pytest.raises(WorkerLost, match=r"ended from outside \(exit code -9\)"):
        list(working.play(die_at_seven, TWO_PLANS, in_blocks(TWO_PLANS, 0, 20)))


@pytest.mark.parametrize(
    ("jobs", "sentence"), [(-1, "0 (all cores) or more jobs."), (100_000, "1 to 256 processes, not in 100,000.")]
)
def test_impossible_numbers_of_jobs_are_refused(jobs: int, sentence: str) -> None:
    with pytest.raises(FlagplotError) as refused:
        workers(jobs)
    assert str(refused.value).endswith(sentence)


def all_chunks(chunks: _Chunks, seconds_of_game: float) -> list[list[tuple[Plan, int]]]:
    found = []
    while chunk := chunks.next():
        found.append(chunk.games)
        chunks.took(len(chunk.games), seconds_of_game * len(chunk.games))
    return found


def test_chunks_grow_to_half_a_second_and_leave_no_game_out() -> None:
    tasks = [Task(0, number) for number in range(2000)]
    chunks = all_chunks(_Chunks(name_of, TWO_PLANS, tasks, 2), 0.005)
    assert [number for games in chunks for _, number in games] == list(range(2000))
    assert [len(games) for games in chunks[:4]] == [1, 8, 64, 100]
    assert len(chunks[-1]) == 1  # what is left is shared out


def test_long_games_are_handed_out_one_by_one() -> None:
    chunks = all_chunks(_Chunks(name_of, TWO_PLANS, in_blocks(TWO_PLANS, 0, 30), 2), 20.0)
    assert {len(games) for games in chunks} == {1}


def test_a_chunk_never_mixes_figures() -> None:
    plans = [dealt.plan(), dealt.plan(figures="elsewhere")]
    chunks = all_chunks(_Chunks(name_of, plans, in_blocks(plans, 0, 200), 1), 0.0001)
    assert all(len({plan.figures for plan, _ in games}) == 1 for games in chunks)
    assert sum(map(len, chunks)) == 400


def test_games_with_other_figures_are_played_in_processes_of_their_own(tmp_path: Path) -> None:
    counters = tmp_path / "atlantic-wolves" / "counters.toml"
    counters.parent.mkdir()
    counters.write_text("[counters]\nuboat = 6\n", encoding="utf-8")  # so no boat can ever be built
    own = planned("atlantic-wolves", seats={"german": "captain"})
    plans = [own, own.with_figures(str(tmp_path))]
    with workers_for(plans, 1, None) as working:
        assert isinstance(working, Processes)
        outcomes = list(working.play(play_game, plans, in_blocks(plans, 0, 4)))
    assert outcomes[:4] == [play_game(own, number) for number in range(4)]
    assert outcomes[4:] != outcomes[:4]
    with pytest.raises(FlagplotError, match="need a process of their own"):
        list(ThisProcess().play(play_game, plans, [Task(1, 0)]))


def test_without_ray_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(
        FlagplotError, match=r"^Ray is not installed\. Install it with pip install 'flagplot\[lab\]'\.$"
    ):
        workers(ray="")


# On Ray


def outcomes_of(working: Workers, plans: Sequence[Plan], games: int) -> list[Any]:
    with working:
        return list(working.play(play_game, plans, in_blocks(plans, 0, games)))


@pytest.mark.long
@pytest.mark.filterwarnings("default")  # what Ray warns of is not ours to mend
def test_ray_gives_what_this_process_gives(tmp_path: Path) -> None:
    plans = [planned("atlantic-wolves", seats={"german": player}) for player in ("captain", "midshipman")]
    assert outcomes_of(OnRay(), plans, 60) == outcomes_of(ThisProcess(), plans, 60)


@pytest.mark.long
@pytest.mark.filterwarnings("default")
def test_what_goes_wrong_on_ray_is_one_sentence() -> None:
    with OnRay("", 1) as working, pytest.raises(FlagplotError, match=r"^Seven is not played\.$"):
        list(working.play(refuse_seven, TWO_PLANS, in_blocks(TWO_PLANS, 0, 20)))
    with OnRay("", 1) as working, pytest.raises(WorkerLost, match=r"^Ray lost a worker: .*\.$"):
        list(working.play(die_at_seven, TWO_PLANS, in_blocks(TWO_PLANS, 0, 20)))
    with pytest.raises(FlagplotError, match=r"^No Ray cluster answers at 127\.0\.0\.1:1: "):
        OnRay("127.0.0.1:1").__enter__()
