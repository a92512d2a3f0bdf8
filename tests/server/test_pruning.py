"""Guests who do not come any more and games without any account are cleared, and nothing else is."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator, Sequence
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

from flagplot.client import Refused, RemoteMatch
from flagplot.server.operating.pruning import Pruner
from flagplot.server.storage.people_queries import ago
from flagplot.server.storage.schema import guests, matches, moves, sessions
from tests.server.commands import Run, refused, until
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import database_of

PASSWORD = "correct horse"
LONG_AGO, LATELY = timedelta(days=100), timedelta(days=10)


@pytest.fixture(params=["sqlite", "postgresql"])
def running(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[RunningServer]:
    postgres: Cluster | None = request.getfixturevalue("postgres") if request.param == "postgresql" else None
    server = RunningServer(tmp_path, postgres.new_database() if postgres else None)
    yield server
    assert server.stop() == 0
    assert "Traceback" not in server.told()


class Harbour:
    """Games and people of a server: some were there long ago, some lately, some have an account."""

    def __init__(self, server: RunningServer) -> None:
        self.gone, self.visitor, self.friend, self.ann = (server.guest() for _ in range(4))
        self.ann.claim("Ann", PASSWORD)
        self.alone = self.gone.create("atlantic-wolves")  # of somebody who is gone
        self.visitors = self.visitor.create("atlantic-wolves")  # of somebody who was here lately, long ago
        self.fresh = self.visitor.create("atlantic-wolves")
        self.annes = self.ann.create("atlantic-wolves")
        self.with_ann = self.friend.create("sea-control", {"axis": "me", "allied": "open"}, access="public")
        self.ann.join_public(self.with_ann.id, "allied")
        with database_of(server) as connection:
            old = [game.id for game in (self.alone, self.visitors, self.annes, self.with_ann)]
            connection.execute(update(matches).where(matches.c.id.in_(old)).values(changed=ago(LONG_AGO)))
            connection.execute(update(guests).values(created=ago(LONG_AGO)))
            connection.execute(update(sessions).values(seen=ago(LONG_AGO)))
            of_visitor = select(matches.c.owner).where(matches.c.id == self.fresh.id).scalar_subquery()
            connection.execute(update(sessions).where(sessions.c.guest == of_visitor).values(seen=ago(LATELY)))

    @property
    def staying(self) -> set[str]:
        return {game.id for game in (self.fresh, self.annes, self.with_ann)}


def kept(server: RunningServer) -> tuple[set[str], int, set[str]]:
    """The games, the number of people, and the games with moves in a database."""
    with database_of(server) as connection:
        games = set(connection.scalars(select(matches.c.id)))
        people = len(connection.execute(select(guests.c.id)).all())
        return games, people, set(connection.scalars(select(moves.c.match_id)))


def is_gone(match: RemoteMatch) -> bool:
    try:
        match.refresh()
    except Refused as refusal:
        return refusal.status == 404
    return False


def test_a_command_beside_the_server_clears_what_has_no_account(run: Run, running: RunningServer) -> None:
    harbour = Harbour(running)
    before = kept(running)
    code, out, _ = run(running.db, "prune", "--days", "90", "--dry-run")
    would = "2 games and 1 guest without account that were not used for 90 days would be deleted.\n"
    assert (code, out) == (0, would)
    refused(run(running.db, "prune", "--days", "90"), "Confirm with --yes")
    assert kept(running) == before
    assert run(running.db, "prune", "--days", "90", "--yes")[:2] == (0, "2 games and 1 guest were deleted.\n")
    assert kept(running) == (harbour.staying, 3, harbour.staying)
    # The server, which had these games in memory, has heard of it.
    until(lambda: is_gone(harbour.alone) and is_gone(harbour.visitors))
    until(lambda: not harbour.gone.me().known)
    assert harbour.visitor.me().known
    assert {info.id for info in harbour.visitor.matches()} == {harbour.fresh.id}
    # Games with an account in them stay whatever their age, with the guest who sits there.
    assert {info.id for info in harbour.ann.matches()} == {harbour.annes.id, harbour.with_ann.id}
    harbour.annes.refresh()
    assert harbour.friend.me().known
    assert run(running.db, "prune", "--days", "90", "--yes")[:2] == (0, "0 games and 0 guests were deleted.\n")


def test_the_server_clears_by_itself_as_is_set(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, settings="[prune]\nafter_days = 90\nevery_hours = 1\n")
    harbour = Harbour(server)
    assert kept(server)[1] == 4
    visitor, ann = harbour.visitor.guest, harbour.ann.guest
    assert server.stop() == 0
    server.start()  # it clears when it starts, and every hour from then on
    until(lambda: kept(server)[1] == 3)
    assert kept(server) == (harbour.staying, 3, harbour.staying)
    assert [info.id for info in server.guest(visitor).matches()] == [harbour.fresh.id]
    assert server.guest(visitor).me().guests_kept_days == 90
    assert len(server.guest(ann).matches()) == 2
    assert server.stop() == 0
    assert "Traceback" not in server.told()


def test_without_the_setting_the_server_clears_nothing() -> None:
    def gone(games: Sequence[str], people: Sequence[str]) -> None:
        raise AssertionError("Something was cleared.")

    untouched: Any = None
    asyncio.run(Pruner(untouched, untouched, None, gone).run())


@pytest.mark.parametrize("days", ["0", "-3", "3651", "ninety", "1.5", "", "9" * 40, "٣"])
def test_a_time_that_is_none_is_refused_in_one_sentence(run: Run, tmp_path: Path, days: str) -> None:
    told = run(f"sqlite:///{tmp_path}/x.db", "prune", f"--days={days}")
    refused(told, f"'{days}' is not a number of days; expected a whole number from 1 to 3650")


def test_a_time_must_be_named(run: Run, tmp_path: Path) -> None:
    refused(run(f"sqlite:///{tmp_path}/x.db", "prune"), "--days")
    refused(run(f"sqlite:///{tmp_path}/typo.db", "prune", "--days", "9", "--yes"), "There is no database")
