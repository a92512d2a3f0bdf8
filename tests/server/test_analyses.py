"""Analyses on a server: for finished games and whoever may see them, in slices, once for all who look."""

from __future__ import annotations

import asyncio
import math
import re
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any, cast

import pytest

import flagplot
from flagplot.client import Refused
from flagplot.engine.state import Result
from flagplot.payloads_past import AnalysisState
from flagplot.players.analysis import Analysis
from flagplot.server.errors import NotNow
from flagplot.server.settings import WorkerLimits
from flagplot.server.tables.analysing import SLICE, Analyses, Slice, found_in, work_on
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.thinking import Workers
from tests.server.running import RunningServer

SHORT = """
[workers]
seconds = 1
analysis_seconds = 1
[limits]
analyses = { times = 2, minutes = 60 }
"""


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that analyses for a second, and two games an hour."""
    directory = tmp_path_factory.mktemp("analyses")
    running = RunningServer(directory, settings=SHORT)
    yield running
    assert running.stop() == 0


def cruise(seed: int) -> bytes:
    return flagplot.play("graf-spee", {"graf_spee": "lieutenant"}, seed=seed).save()


def check_sums(analysis: Analysis) -> None:
    for one in analysis.accounts:
        parts = (one.start, one.skill, one.others, one.hidden, one.dice, one.unplayed)
        assert math.fsum(part.value for part in parts) == pytest.approx(one.result)


def test_a_finished_game_is_analysed_once_for_all_who_may_see_it(quick: RunningServer) -> None:
    with quick.guest() as guest, quick.guest() as stranger:
        over = guest.upload(cruise(1))
        path = f"/api/matches/{over.id}/analysis"
        assert guest.ask(dict, "GET", path) == {"share": None, "analysis": None, "trouble": ""}
        analysis = over.analysis()
        check_sums(analysis)
        assert analysis.effort.playouts > 10
        began = time.monotonic()
        assert over.analysis() == analysis, "it is kept, and not worked out again"
        assert time.monotonic() - began < 0.9
        for method in ("GET", "POST"):
            with pytest.raises(Refused) as refusal:
                stranger.request(method, path)
            assert refusal.value.status == 404
        over.open_to("link")
        assert stranger.ask(dict, "POST", path)["share"] == 1.0


def test_a_running_game_is_not_analysed(quick: RunningServer) -> None:
    with quick.guest() as guest:
        running = guest.create("sea-control", {"axis": "me", "allied": "me"}, seed=5)
        for method in ("GET", "POST"):
            with pytest.raises(Refused, match="not over yet") as refusal:
                guest.request(method, f"/api/matches/{running.id}/analysis")
            assert refusal.value.status == 409
        running.resign()
        with pytest.raises(Refused, match="nothing to analyse") as refusal:
            running.analysis()
        assert refusal.value.status == 422


def test_so_many_analyses_an_hour_and_no_more(quick: RunningServer) -> None:
    with quick.guest() as guest:
        matches = [guest.upload(cruise(seed)) for seed in (2, 3, 4)]
        for match in matches[:2]:
            guest.request("POST", f"/api/matches/{match.id}/analysis")
        with pytest.raises(Refused, match="too many analyses") as refusal:
            guest.request("POST", f"/api/matches/{matches[2].id}/analysis")
        assert refusal.value.status == 429
        guest.request("POST", f"/api/matches/{matches[0].id}/analysis")


def test_the_work_is_done_in_slices_and_repeats_itself() -> None:
    data = cruise(5)
    last = Slice(60, {}, {})
    slices = 0
    while last.share < 1:
        last = work_on(data, last, 0.04, 600.0)
        slices += 1
    assert slices > 1
    whole = work_on(data, Slice(60, {}, {}), 60.0, 600.0)
    assert (whole.ledger, whole.counted) == (last.ledger, last.counted)
    assert found_in(data, last, None) == found_in(data, whole, None)


def test_throws_are_counted_in_slices_and_for_no_more_than_a_part_of_the_time() -> None:
    data = cruise(5)
    none = work_on(data, Slice(1, {}, {}, counting=100.0), 60.0, 600.0)
    assert none.counted == {}
    first = work_on(data, Slice(1, {}, {}), 0.0, 600.0)
    second = work_on(data, first, 0.0, 600.0)
    assert len(second.counted) == 2, "a slice ends after the throw during which its time was up"
    assert 0 < first.counting < second.counting
    effort = found_in(data, second, None).effort
    assert effort.counted == 2 < effort.throws


def test_a_game_that_people_ended_tells_what_was_left_unplayed() -> None:
    match = flagplot.new("atlantic-chase", "denmark_strait", seed=3)
    for _ in range(12):
        match.choose(match.hint().option)
    data = match.save()
    last = work_on(data, Slice(60, {}, {}), 60.0, 600.0)
    analysis = found_in(data, last, Result("british", {}, "The German side resigned.", ""))
    check_sums(analysis)
    german, british = analysis.accounts
    assert (german.side, german.result, british.result) == ("german", 0.0, 1.0)
    assert british.unplayed.value == pytest.approx(analysis.curve[-1].chance.value)


class Slow:
    """Workers that take their time: they count how much is asked of them at once."""

    def __init__(self) -> None:
        self.limits = WorkerLimits(analysis_seconds=3)
        self.asked: list[str] = []
        self.at_once = self.most = 0

    async def do(self, function: Callable[..., Any], *args: Any, seconds: float) -> Any:
        assert seconds > self.limits.seconds
        self.asked.append(function.__name__)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(0.01)
        self.at_once -= 1
        if function is not work_on:
            return function(*args)
        _, last, asked, _ = args
        assert asked <= SLICE, "a hint waits no longer for a worker"
        return Slice(3, {}, {}) if last is None else last._replace(share=min(1.0, last.share + 0.5))


def test_one_analysis_is_worked_on_at_a_time_and_in_slices() -> None:
    match = flagplot.load(cruise(7))
    workers = Slow()

    async def three() -> list[AnalysisState]:
        analyses = Analyses(cast(Workers, workers))
        tables = [
            cast(LiveMatch, SimpleNamespace(id=name, match=match, result=match.result, busy=nullcontext))
            for name in "abc"
        ]
        for table in (*tables, *tables):
            analyses.begin(table)
        while any(analyses.state_of(table).analysis is None for table in tables):
            await asyncio.sleep(0.01)
        return [analyses.state_of(table) for table in tables]

    states = asyncio.run(three())
    assert workers.most == 1
    assert re.fullmatch("((work_on ){3,}found_in ){3}", " ".join([*workers.asked, ""]))
    assert all(state.share == 1.0 and not state.trouble for state in states)


def test_an_analysis_whose_worker_died_says_so_and_can_be_asked_for_again() -> None:
    match = flagplot.load(cruise(7))
    workers = Slow()
    done = workers.do

    async def dies(*args: Any, **more: Any) -> Any:
        workers.do = done  # type: ignore[method-assign]
        raise NotNow("The worker died.")

    async def twice() -> list[AnalysisState]:
        analyses = Analyses(cast(Workers, workers))
        table = cast(LiveMatch, SimpleNamespace(id="a", match=match, result=match.result, busy=nullcontext))
        found = []
        workers.do = dies  # type: ignore[method-assign]
        for _ in range(2):
            analyses.begin(table)
            while not ((state := analyses.state_of(table)).trouble or state.analysis):
                await asyncio.sleep(0.01)
            found.append(state)
        return found

    first, second = asyncio.run(twice())
    assert (first.trouble, first.analysis) == ("The worker died.", None)
    assert second.analysis is not None
