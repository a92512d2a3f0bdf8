"""How long people must wait for each other where no clock was agreed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select, update

from flagplot.client import Client, Refused
from flagplot.server.storage.match_queries import Summary
from flagplot.server.storage.schema import matches
from tests.server.running import RunningServer
from tests.server.tables import database_of
from tests.server.test_company import OPEN

LONG_AGO = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RunningServer]:
    server = RunningServer(tmp_path)
    yield server
    server.stop()


def months_later(server: RunningServer) -> None:
    """All that has happened so far was long ago."""
    server.stop()
    with database_of(server) as connection:
        for row in connection.execute(select(matches.c.id, matches.c.summary)).all():
            summary = msgspec.json.decode(row.summary, type=Summary)
            summary.changed = dict.fromkeys(summary.changed, LONG_AGO)
            aged = msgspec.json.encode(summary).decode()
            connection.execute(update(matches).where(matches.c.id == row.id).values(summary=aged, changed=LONG_AGO))
    server.start()


def test_the_wait_begins_when_somebody_sits_down(server: RunningServer) -> None:
    ann, ben = Client(server.url), Client(server.url)
    match = ann.create("sea-control", OPEN, access="public")
    months_later(server)
    ben.join_public(match.id, "allied")
    assert "claim" not in match.refresh().table.can
    assert not ann.matches()[0].claimable
    assert ann.matches()[0].changed > LONG_AGO
    with pytest.raises(Refused) as refusal:
        match.claim()
    assert refusal.value.status == 409
    ann.close()
    ben.close()


def test_after_the_days_that_the_operator_set_the_other_side_may_end_the_game(server: RunningServer) -> None:
    ann, ben = Client(server.url), Client(server.url)
    assert ann.me().patience_days == 30
    match = ann.create("sea-control", OPEN)
    theirs = ben.join(match.invite, "allied")
    assert not theirs.refresh().table.overdue
    months_later(server)
    assert ann.matches()[0].claimable
    assert not ben.matches()[0].claimable
    assert theirs.refresh().table.overdue
    assert not match.refresh().table.overdue
    assert "claim" in match.position.table.can
    match.claim()
    assert match.position.result
    assert match.position.result.winner == "axis"
    told = "The Axis side ends the game: the Allied side did not decide in time."
    assert theirs.refresh().talk[-1].text == told
    ann.close()
    ben.close()
