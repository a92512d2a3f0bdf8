"""Two server processes on one PostgreSQL: players sit at different ones, and one of them dies."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

import pytest
from websockets.exceptions import ConnectionClosedOK
from websockets.sync.client import connect

import flagplot
from flagplot.client import Client, NotReached, Refused, RemoteMatch, Stale
from tests.server.postgres import Cluster
from tests.server.running import RunningServer, in_order

AT_ONCE = 2.0  # seconds; it is some milliseconds, but other tests run at the same time


class Pair(NamedTuple):
    """Two processes on one database."""

    here: RunningServer
    there: RunningServer


@pytest.fixture
def pair(postgres: Cluster, tmp_path: Path) -> Iterator[Pair]:
    db = postgres.new_database()
    (tmp_path / "here").mkdir()
    (tmp_path / "there").mkdir()
    both = Pair(RunningServer(tmp_path / "here", db), RunningServer(tmp_path / "there", db))
    yield both
    codes = [running.stop() for running in both if not running.log.closed]  # a test may have killed one
    assert not any(codes)
    for running in both:
        assert "Traceback" not in running.told()


class Table(NamedTuple):
    """A match of two people, each at a process of their own."""

    axis: RemoteMatch
    allied: RemoteMatch

    @property
    def both(self) -> tuple[RemoteMatch, RemoteMatch]:
        return self.axis, self.allied


def seated(pair: Pair) -> Table:
    ann, bob = pair.here.guest(), pair.there.guest()
    ann.rename("Ann")
    bob.rename("Bob")
    axis = ann.create("sea-control", {"axis": "me", "allied": "open"})
    return Table(axis, bob.join(axis.invite, "allied"))


def may_decide(match: RemoteMatch) -> bool:
    return match.refresh().decision is not None


def stand_alike(one: RemoteMatch, other: RemoteMatch) -> bool:
    return one.refresh().seq == other.refresh().seq


def has_told(running: RunningServer, words: str) -> bool:
    return words in running.told()


def until(holds: Callable[[], bool], seconds: float = AT_ONCE) -> None:
    deadline = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < deadline, "It did not come to that in time."
        time.sleep(0.01)


def play(table: Table, moves: int, rng: Random) -> int:
    """Let both play; how many moves were acknowledged."""
    made = 0
    while made < moves:
        for match in table.both:
            match.refresh()
            while match.decision and made < moves:
                match.decide(rng.choice(match.decision.options).value)
                made += 1
    return made


def test_who_sits_down_at_one_process_is_seen_at_the_other(pair: Pair) -> None:
    ann = pair.here.guest()
    axis = ann.create("sea-control", {"axis": "me", "allied": "open"})
    url = f"{pair.here.url}/api/matches/{axis.id}/live?seat=axis".replace("http", "ws")
    with connect(url, additional_headers={"Cookie": pair.here.cookie(ann)}) as page:
        page.recv(timeout=60)
        bob = pair.there.guest()
        bob.rename("Bob")
        bob.join(axis.invite, "allied")
        with suppress(ConnectionClosedOK):  # it may be told, or that it shall ask anew
            page.recv(timeout=AT_ONCE)
    until(lambda: [seat.who for seat in axis.refresh().seats][1] == "Bob")


def test_moves_made_at_one_process_appear_at_once_at_the_other(pair: Pair) -> None:
    table = seated(pair)
    rng = Random(1)
    play(table, 121, rng)  # both fleets are placed, and the turn passes to and fro
    waits: list[float] = []
    while len(waits) < 6:
        mover, waiter = table.both if table.axis.refresh().decision else table.both[::-1]
        until(partial(may_decide, mover))
        waiter.refresh()
        heard: list[float] = []
        listener = threading.Thread(target=until_it_is_ones_turn, args=[waiter, heard])
        listener.start()
        while mover.decision:
            mover.decide(rng.choice(mover.decision.options).value)
        decided = time.monotonic()
        listener.join(20)
        waits.append(heard[0] - decided)
    assert max(waits) < AT_ONCE


def until_it_is_ones_turn(match: RemoteMatch, heard: list[float]) -> None:
    while match.decision is None:
        match.poll(10)
    heard.append(time.monotonic())


def test_both_processes_show_the_same_after_many_moves(pair: Pair) -> None:
    table = seated(pair)
    play(table, 60, Random(2))
    for match in table.both:
        mirror = {pair.here.url: pair.there, pair.there.url: pair.here}[str(match.client._http.base_url).rstrip("/")]
        elsewhere = mirror.guest(match.client.guest).match(match.id, match.seat)
        until(partial(stand_alike, match, elsewhere))
        assert in_order(elsewhere.position.view) == in_order(match.position.view)
        assert elsewhere.position.log == match.position.log
        assert elsewhere.moments() == match.moments()


def test_of_two_who_decide_the_same_at_two_processes_one_is_told_that_it_is_too_late(pair: Pair) -> None:
    ann = pair.here.guest()
    match = ann.create("atlantic-wolves", seed=3)
    elsewhere = pair.there.guest(ann.guest).match(match.id)
    for _ in range(10):
        match.refresh()
        elsewhere.refresh()
        assert match.decision
        option = match.decision.options[0].value
        outcomes: list[str] = []
        threads = [threading.Thread(target=decided, args=[one, option, outcomes]) for one in (match, elsewhere)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(outcomes) == ["made", "stale"]
        until(lambda: match.refresh().seq == elsewhere.refresh().seq)
    assert len(match.moments()) == 11


def decided(match: RemoteMatch, option: object, outcomes: list[str]) -> None:
    try:
        match.decide(option)
        outcomes.append("made")
    except Stale:
        outcomes.append("stale")
    except Refused as refusal:
        outcomes.append(str(refusal))


def test_when_one_process_is_killed_the_other_goes_on_and_nothing_acknowledged_is_lost(pair: Pair) -> None:
    table = seated(pair)
    rng = Random(4)
    acknowledged = play(table, 20, rng)
    there = pair.there.guest(table.axis.client.guest)
    killer = threading.Timer(0.3, pair.here.process.kill)
    killer.start()
    try:
        while True:
            for match in table.both:
                match.refresh()
                while match.decision:
                    match.decide(rng.choice(match.decision.options).value)
                    acknowledged += 1
    except NotReached:
        killer.join()
    pair.here.kill()
    axis = there.match(table.axis.id, "axis")
    kept = max(len(axis.moments()), len(table.allied.moments()))
    assert kept > 0
    moved_on = Table(axis, there_again(pair, table.allied))
    play(moved_on, 30, rng)
    choices = number_of_choices(moved_on, rng)
    assert acknowledged + 30 <= choices <= acknowledged + 31


def there_again(pair: Pair, match: RemoteMatch) -> RemoteMatch:
    return pair.there.guest(match.client.guest).match(match.id, match.seat)


def number_of_choices(table: Table, rng: Random) -> int:
    """How many choices stand: told by the finished game, when nothing is secret any more."""
    table.axis.resign()
    return len(flagplot.load(table.axis.save()).record.choices)


def test_the_captain_of_a_dead_process_goes_on_at_the_other(pair: Pair) -> None:
    ann = pair.here.guest()
    match = ann.create("sea-control")  # the captain begins
    known_as = ann.guest
    pair.here.kill()
    again = pair.there.guest(known_as).match(match.id, "axis")
    deadline = time.monotonic() + 120
    while again.decision is None:
        assert time.monotonic() < deadline
        again.poll(5)
    again.decide(again.decision.options[0].value)


def test_captains_whom_two_processes_wake_play_one_game(pair: Pair) -> None:
    ann = pair.here.guest()
    match = ann.create("sea-control")
    elsewhere = pair.there.guest(ann.guest).match(match.id, "axis")
    rng = Random(5)
    for _ in range(25):
        one = rng.choice([match, elsewhere])
        until(partial(may_decide, one), 30)
        assert one.decision
        try:
            one.decide(rng.choice(one.decision.options).value)
        except Stale:
            continue
    until(lambda: match.refresh().seq == elsewhere.refresh().seq, 30)
    assert match.position.log == elsewhere.position.log


def test_sessions_and_names_that_change_at_one_process_change_at_the_other(pair: Pair) -> None:
    ann = pair.here.guest()
    ann.claim("Ann", "a long password")
    elsewhere = pair.there.guest(ann.guest)
    assert elsewhere.me().name == "Ann"
    ann.rename("Annabel")
    until(lambda: elsewhere.me().name == "Annabel")
    ann.sign_out(everywhere=True)
    until(lambda: elsewhere.me().account is None)


def test_what_was_missed_while_the_database_did_not_speak_is_caught_up(pair: Pair, postgres: Cluster) -> None:
    table = seated(pair)
    play(table, 4, Random(6))
    listening = "application_name = 'flagplot' AND query ILIKE 'LISTEN%'"
    postgres.order(f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE {listening}")
    play(table, 8, Random(7))
    until(lambda: table.axis.refresh().to_move == table.allied.refresh().to_move, 10)
    for running in pair:
        until(partial(has_told, running, "Cannot listen"), 10)
    play(table, 8, Random(8))


def test_strangers_do_not_hear_of_a_match_from_another_process(pair: Pair) -> None:
    table = seated(pair)
    stranger: Client = pair.there.guest()
    stranger.rename("Eve")
    with pytest.raises(Refused) as refusal:
        stranger.match(table.axis.id)
    assert refusal.value.status == 404


def test_an_admiral_who_thinks_at_one_process_is_hurried_from_the_other(postgres: Cluster, tmp_path: Path) -> None:
    db = postgres.new_database()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
    settings = "[admirals]\nmilliseconds = 60000\n"
    here, there = (RunningServer(tmp_path / name, db, settings) for name in ("here", "there"))
    ann = here.guest()
    match = ann.create("sea-control", {"axis": "me", "allied": "admiral"})
    assert match.position.thinking
    elsewhere = there.guest(ann.guest).match(match.id, "axis")
    time.sleep(0.5)  # he is at it
    assert not may_decide(match)
    elsewhere.hurry()
    until(lambda: may_decide(match), 30)
    until(lambda: stand_alike(match, elsewhere))
    with pytest.raises(Refused, match="No admiral is thinking here"):
        elsewhere.hurry()
    assert [here.stop(), there.stop()] == [0, 0]
