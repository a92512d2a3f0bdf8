"""Figures on which an operator sets alarms: what is refused, how large the database is, how late the loop is."""

from __future__ import annotations

import asyncio
import re
import time

import httpx
import pytest

from flagplot.client import Client, Refused
from flagplot.server.operating import loop_delay
from flagplot.server.operating.loop_delay import LoopDelay
from tests.server.commands import until
from tests.server.running import RunningServer


def figures(server: RunningServer) -> dict[str, float]:
    told = httpx.get(f"{server.url}/metrics").text
    lines = [line.rpartition(" ") for line in told.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in lines}


def test_refusals_are_counted_by_reason_and_status(server: RunningServer, guest: Client, stranger: Client) -> None:
    match = guest.create("atlantic-wolves")
    before = figures(server)
    with pytest.raises(Refused):
        stranger.match(match.id)
    with pytest.raises(Refused):
        match.decide("nowhere")
    httpx.get(f"{server.url}/nowhere")
    httpx.post(f"{server.url}/api/matches", content=b"{", headers={"Content-Type": "application/json"})
    httpx.post(f"{server.url}/api/matches", json={"game": "x"}, headers={"Sec-Fetch-Site": "cross-site"})
    after = figures(server)
    grown = {
        found[1]: after[name] - before.get(name, 0)
        for name in after
        if (found := re.fullmatch(r"flagplot_refusals_total\{(.*)\}", name)) and after[name] != before.get(name, 0)
    }
    assert grown == {
        'reason="not_found",status="404"': 2,
        'reason="not_offered",status="422"': 1,
        'reason="bad_request",status="400"': 1,
        'reason="not_yours",status="403"': 1,
    }


def test_the_sizes_of_the_database_and_of_its_log_are_told(server: RunningServer, guest: Client) -> None:
    guest.create("atlantic-wolves")
    found = figures(server)
    size, log = found["flagplot_database_bytes"], found.get("flagplot_write_ahead_log_bytes")
    if server.db.startswith("sqlite"):
        assert log
        assert size > 0
        assert size + log > 50_000  # what was just written stands in the log alone
    else:
        assert size > 50_000
        assert log is None


def test_the_delay_of_the_event_loop_is_told(server: RunningServer) -> None:
    until(lambda: figures(server)["flagplot_loop_delay_seconds_count"] > 3)
    found = figures(server)
    assert found["flagplot_loop_delay_seconds_count"] == found['flagplot_loop_delay_seconds_bucket{le="+Inf"}']
    assert found["flagplot_loop_delay_seconds_sum"] > 0


def test_a_loop_that_was_held_up_is_late(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(loop_delay, "SECONDS_BETWEEN", 0.01)

    async def held_up() -> LoopDelay:
        measured = LoopDelay()
        task = asyncio.create_task(measured.run())
        await asyncio.sleep(0)
        time.sleep(0.3)
        while not measured.delays._seconds:
            await asyncio.sleep(0.01)
        task.cancel()
        return measured

    assert asyncio.run(held_up()).delays._seconds > 0.25
