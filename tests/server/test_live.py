"""Changes as they happen: pushed or asked for, they rebuild what a fresh position says."""

from __future__ import annotations

import itertools
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import flagplot
from flagplot.client import Client, RemoteMatch
from flagplot.client.positions import changed, read_news
from flagplot.payloads import Change, Position
from flagplot.payloads_together import TableNews
from tests.server.running import RunningServer, in_order

BOTH = {"axis": "me", "allied": "me"}
TO_THE_END = None  # an uploaded game goes on with other dice, so nobody knows how many moves it takes


@contextmanager
def page(server: RunningServer, client: Client, match_id: str, seat: str, **headers: str) -> Iterator[ClientConnection]:
    """A WebSocket like a page's."""
    url = f"ws://127.0.0.1:{server.port}/api/matches/{match_id}/live?seat={seat}"
    cookie = {"Cookie": f"flagplot_session={client.guest}"}
    with connect(url, additional_headers={**cookie, **headers}) as socket:
        yield socket


def same(rebuilt: Position, fresh: Position) -> None:
    assert in_order(rebuilt.view) == in_order(fresh.view)
    for name in ("seq", "decision", "to_move", "thinking", "log", "undo", "result", "moments", "seats"):
        assert getattr(rebuilt, name) == getattr(fresh, name), name


def kept_up(socket: ClientConnection, position: Position, seq: int) -> Position:
    """The position after all changes up to `seq` that arrive."""
    while position.seq < seq:
        news = read_news(socket.recv(timeout=10))
        if isinstance(news, TableNews):
            continue
        assert isinstance(news, Change)
        assert news.base == position.seq
        position = changed(position, news)
    return position


@pytest.mark.parametrize(
    ("slug", "seed", "first", "moves"),
    [
        ("atlantic-wolves", 1, 0, 80),
        ("atlantic-wolves", 2, -20, TO_THE_END),
        ("sea-control", 3, 0, 80),
        ("sea-control", 4, -40, TO_THE_END),
    ],
)
def test_changes_rebuild_what_a_fresh_position_says(
    server: RunningServer, guest: Client, slug: str, seed: int, first: int, moves: int | None
) -> None:
    played = flagplot.play(slug, dict.fromkeys(flagplot.new(slug).seats, "captain"), seed=seed)
    start = played.at(first if first >= 0 else len(played.record.choices) + first)
    match = guest.upload(start.save(), "all")
    rng = Random(seed)
    seats = [seat.id for seat in match.position.seats]
    tables = {seat: match.at_seat(seat) for seat in seats}
    pushed: dict[str, Position] = {}
    with ExitStack() as pages:
        sockets = {seat: pages.enter_context(page(server, guest, match.id, seat)) for seat in seats}
        for seat, socket in sockets.items():
            news = read_news(socket.recv(timeout=10))
            assert isinstance(news, Position)
            pushed[seat] = news
        for _ in itertools.count() if moves is None else range(moves):
            table = tables.get(pushed[seats[0]].to_move or "")
            if table is None:
                break
            table.refresh()
            assert table.decision
            if table.position.undo.can and rng.random() < 0.2:
                table.undo()
            else:
                table.decide(rng.choice(table.decision.options).value)
            for seat, socket in sockets.items():
                fresh = tables[seat].at_seat(seat).position
                pushed[seat] = kept_up(socket, pushed[seat], fresh.seq)
                same(pushed[seat], fresh)
        if moves is None:
            assert all(position.result is not None for position in pushed.values())


def test_a_page_that_asks_gets_the_changes_one_after_the_other(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=2)
    other = guest.match(match.id)
    other.poll()
    match.decide("hq")
    for _ in range(5):
        assert match.decision
        match.decide(match.decision.options[0].value)
    seqs = []
    while other.poll():
        seqs.append(other.position.seq)
    assert list(dict.fromkeys(seqs)) == [1, 2, 3, 4, 5, 6]  # and news of the company, which are not counted
    same(other.position, match.refresh())


def test_a_page_that_was_away_gets_the_position(guest: Client) -> None:
    match = guest.create("sea-control", BOTH, seed=2)
    axis = match.at_seat("axis")
    while match.decision:
        match.decide(match.hint().option)
    assert axis.poll()
    assert axis.position.seq > 1
    same(axis.position, axis.at_seat("axis").position)


def test_a_page_that_asks_can_wait_for_news(guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=2)
    began = time.monotonic()
    assert not match.poll(0.3)
    assert 0.3 <= time.monotonic() - began < 5
    other = guest.match(match.id)
    later = threading.Timer(0.3, other.decide, args=["hq"])
    began = time.monotonic()
    later.start()
    assert match.poll(20)
    assert time.monotonic() - began < 5
    later.join()


def test_who_joins_is_shown_to_those_who_watch(server: RunningServer, guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    with page(server, guest, match.id, "axis") as socket:
        socket.recv(timeout=10)
        stranger.join(match.invite, "allied")
        news = read_news(socket.recv(timeout=10))
        assert isinstance(news, Position)
        assert [seat.player for seat in news.seats] == ["you", "person"]


def test_the_page_of_a_game_that_is_deleted_is_hung_up_on(server: RunningServer, guest: Client) -> None:
    match = guest.create("atlantic-wolves")
    with page(server, guest, match.id, "german") as socket:
        socket.recv(timeout=10)
        guest.request("DELETE", f"/api/matches/{match.id}")
        with pytest.raises(ConnectionClosed):
            socket.recv(timeout=10)


def test_a_page_listens_only_to_a_seat_of_its_guest(server: RunningServer, guest: Client, stranger: Client) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "captain"})
    stranger.rename("Nosy")
    for client, seat in ((stranger, "axis"), (guest, "allied"), (guest, "nonsense")):
        with page(server, client, match.id, seat) as socket, pytest.raises(ConnectionClosed) as closed:
            socket.recv(timeout=10)
        assert closed.value.rcvd
        assert closed.value.rcvd.code == 4404


def test_what_a_page_says_is_not_listened_to(server: RunningServer, guest: Client) -> None:
    match = guest.create("atlantic-wolves", seed=2)
    with page(server, guest, match.id, "german") as socket:
        socket.recv(timeout=10)
        for nonsense in ("", "x" * 1000, b"\xff\x00"):
            socket.send(nonsense)
        match.decide("hq")
        assert isinstance(read_news(socket.recv(timeout=10)), Change)


def test_computer_players_are_seen_to_decide(server: RunningServer, guest: Client) -> None:
    match: RemoteMatch = guest.create("sea-control", seed=7)
    with page(server, guest, match.id, "axis") as socket:
        position = read_news(socket.recv(timeout=10))
        assert isinstance(position, Position)
        while position.to_move != "axis":
            news = read_news(socket.recv(timeout=10))
            if isinstance(news, TableNews):
                continue
            # The page may have come while the captain's choices were being made; then the position is sent.
            position = changed(position, news) if isinstance(news, Change) else news
            assert position.thinking == (position.to_move == "allied")
    same(position, match.refresh())


def test_a_bot_hears_the_replies_of_others_by_the_connection_of_a_page(server: RunningServer, guest: Client) -> None:
    match = guest.create("atlantic-chase", {"german": "me", "british": "captain"}, seed=1)
    with page(server, guest, match.id, "german") as socket:
        match.decide(("pass", ""))  # the page is told of it, too, which changes nothing here
        assert match.decision is None
        while match.decision is None:
            match.take(socket.recv(timeout=60))
    same(match.position, match.refresh())


def test_who_asks_is_told_what_was_said_without_the_whole_game_and_who_sits_down_with_it(
    server: RunningServer, guest: Client
) -> None:
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    other = server.guest()

    def news() -> Change | Position | TableNews:
        since = {"seat": "axis", "since": match.position.seq, "heard": match.position.heard}
        return read_news(guest.request("GET", f"/api/matches/{match.id}/changes", params=since).content)

    match.say("Is anybody there?")
    match.refresh()
    guest._http.post(f"/api/matches/{match.id}/talk", json={"seat": "axis", "text": "Hello?"}).raise_for_status()
    told = news()
    assert isinstance(told, TableNews)
    assert [line.text for line in told.talk] == ["Is anybody there?", "Hello?"]
    assert match.poll()
    assert match.position.heard == told.heard
    other.join(match.invite, "allied")
    seated = news()
    assert isinstance(seated, Position)
    assert [seat.player for seat in seated.seats] == ["you", "person"]
