"""Limits on what is cheap to ask and dear to answer: reads, hints, odds, refused requests, and games at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack, closing
from http.client import HTTPConnection
from typing import Any

import httpx
import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import flagplot
from flagplot.client import Client
from flagplot.server.people import limits
from flagplot.server.people.limits import Limits, TooMany
from flagplot.server.settings import Limits as LimitSettings
from flagplot.server.settings import Rate
from tests.server.running import RunningServer

PASSWORD = "correct horse"
READS, HINTS, ODDS = 40, 5, 12
SETTINGS = f"""
behind_proxy = true

[limits]
reads = {{ times = {READS}, minutes = 10 }}
hints = {{ times = {HINTS}, minutes = 10 }}
odds = {{ times = {ODDS}, minutes = 10 }}
running_games_per_guest = 2
running_games_per_account = 3
"""


@pytest.fixture(scope="module")
def tight(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("limits"), settings=SETTINGS)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server with the limits that hold where nothing is set."""
    running = RunningServer(tmp_path_factory.mktemp("usual"), settings="[limits]\n")
    yield running
    assert running.stop() == 0


def throttled(answer: httpx.Response, words: str) -> None:
    """It was refused for a while, in one sentence that says until when."""
    assert answer.status_code == 429, answer.text
    assert re.fullmatch(rf"{words}; try again in \d+ (second|minute)s?\.", answer.json()["error"])
    assert 0 < int(answer.headers["retry-after"]) <= 600


def figure(server: RunningServer, name: str) -> float:
    """A figure of the server, 0 when it is not told."""
    told = httpx.get(f"{server.url}/metrics").text
    return sum(float(line.rpartition(" ")[2]) for line in told.splitlines() if line.startswith(name))


def ask(server: RunningServer, client: Client, method: str, path: str, body: object = None) -> httpx.Response:
    """A request of a guest whose answer is wanted whatever it is."""
    return httpx.request(method, f"{server.url}{path}", json=body, cookies={"flagplot_session": client.guest or ""})


def statuses(answers: list[httpx.Response]) -> list[int]:
    return [answer.status_code for answer in answers]


# Reads


def test_a_loop_of_reads_is_stopped_and_other_people_at_the_address_are_not(tight: RunningServer) -> None:
    eve, ann = tight.guest(), tight.guest()
    match = eve.create("atlantic-wolves")
    ann.rename("Ann")
    path = f"/api/matches/{match.id}"
    before = figure(tight, 'flagplot_refusals_total{reason="limit_read",status="429"}')
    answers = [ask(tight, eve, "GET", path) for _ in range(READS + 3)]
    assert statuses(answers)[:10] == [200] * 10
    throttled(answers[-1], "You have read too much in a short time")
    assert figure(tight, 'flagplot_refusals_total{reason="limit_read",status="429"}') > before
    assert ask(tight, ann, "GET", "/api/me").status_code == 200
    # Who reads too much can still decide.
    position = answers[0].json()
    choice = {"seat": position["seat"], "seq": position["seq"], "option": position["decision"]["options"][0]["value"]}
    assert ask(tight, eve, "POST", f"{path}/choices", choice).status_code == 200


def test_whoever_is_nobody_counts_by_address(tight: RunningServer) -> None:
    def look(address: str) -> httpx.Response:
        return httpx.get(f"{tight.url}/api/lobby", headers={"X-Forwarded-For": address})

    answers = [look("198.51.100.5") for _ in range(READS + 1)]
    assert statuses(answers) == [200] * READS + [429]
    throttled(answers[-1], "You have read too much in a short time")
    assert look("198.51.100.6").status_code == 200


def test_pages_that_are_opened_in_a_loop_count_as_reads(tight: RunningServer) -> None:
    eve = tight.guest()
    eve.rename("Eve")

    def opened() -> ClientConnection:
        # A page that leaves many messages unread reads no farewell either, unless its queue is endless.
        address, headers = f"ws://127.0.0.1:{tight.port}/api/me/live", {"Cookie": tight.cookie(eve)}
        return stack.enter_context(connect(address, additional_headers=headers, max_queue=None))

    with ExitStack() as stack:
        for _ in range(READS):
            opened().recv(timeout=60)
        too_many = opened()
        with pytest.raises(ConnectionClosed) as closed:
            too_many.recv(timeout=60)
    assert closed.value.rcvd
    assert closed.value.rcvd.code == 1013
    assert closed.value.rcvd.reason.startswith("You have read too much in a short time; try again in ")


def test_a_loop_of_refused_requests_is_stopped(tight: RunningServer) -> None:
    eve = tight.guest()
    match = eve.create("atlantic-wolves")
    stale = {"seat": "german", "seq": -1, "option": "hq"}
    answers = [ask(tight, eve, "POST", f"/api/matches/{match.id}/choices", stale) for _ in range(READS + 2)]
    assert statuses(answers) == [409] * (READS + 1) + [429]
    throttled(answers[-1], "Too many of your requests were refused in a short time")


# Hints and odds


def test_hints_and_odds_are_limited_by_person(tight: RunningServer) -> None:
    eve, ann = tight.guest(), tight.guest()
    tables = {client: client.create("atlantic-wolves", seed=1) for client in (eve, ann)}

    def at(client: Client, question: str, **more: Any) -> httpx.Response:
        position = tables[client].position
        body = {"seat": position.seat, "seq": position.seq, **more}
        return ask(tight, client, "POST", f"/api/matches/{tables[client].id}/{question}", body)

    answers = [at(eve, "hint") for _ in range(HINTS + 1)]
    assert statuses(answers) == [200] * HINTS + [429]
    throttled(answers[-1], "You have asked for too many hints in a short time")
    decision = tables[eve].decision
    assert decision
    options = [option.value for option in decision.options[:3]]
    # Each option counts: four requests with three of them.
    answers = [at(eve, "odds", options=options) for _ in range(ODDS // len(options) + 1)]
    assert statuses(answers) == [200] * (ODDS // len(options)) + [429]
    throttled(answers[-1], "You have asked for too many odds in a short time")
    throttled(at(eve, "way", targets=["iceland"]), "You have asked for too many odds in a short time")
    assert at(ann, "way", targets=["iceland"]).json()["error"].startswith("This question does not ask for a way")
    assert at(ann, "hint").status_code == 200
    assert at(ann, "odds", options=options).status_code == 200


def test_search_plots_are_limited_as_hints_are_and_take_nothing_from_them(tight: RunningServer) -> None:
    eve, ann = tight.guest(), tight.guest()
    tables = {client: client.create("sea-control", {"allied": "me", "axis": "captain"}) for client in (eve, ann)}

    def plot_of(client: Client) -> httpx.Response:
        return ask(tight, client, "GET", f"/api/matches/{tables[client].id}/whereabouts?seat=allied")

    answers = [plot_of(eve) for _ in range(HINTS + 1)]
    assert statuses(answers) == [200] * HINTS + [429]
    throttled(answers[-1], "You have asked for too many search plots in a short time")
    assert plot_of(ann).status_code == 200
    position = tables[eve].position
    hint = {"seat": position.seat, "seq": position.seq}
    assert ask(tight, eve, "POST", f"/api/matches/{tables[eve].id}/hint", hint).status_code in (200, 409)


def test_a_busy_player_never_meets_the_usual_limits(usual: RunningServer) -> None:
    """A minute of somebody who is quicker than people are, in a second or two."""
    ann = usual.guest()
    match = ann.create("atlantic-wolves", seed=1)
    decision = match.decision
    assert decision
    for _ in range(60):  # a decision each second: position, changes, list of games, a hint, odds of what is in sight
        match.refresh()
        ann.matches()
        ann.me()
        match.odds(*[option.value for option in decision.options[:30]])
    for _ in range(20):
        match.hint()
    reads, hints, odds = (getattr(LimitSettings(), name) for name in ("reads", "hints", "odds"))
    # Ten times a second the moment of a replay for two seats, while a hand is on the slider.
    assert reads.times > 60 * (4 + 2 * 10)
    assert hints.times > 60
    assert odds.times > 60 * 60


def test_a_loop_meets_the_usual_limits(usual: RunningServer) -> None:
    eve = usual.guest()
    eve.rename("Eve")
    cookie = {"Cookie": f"flagplot_session={eve.guest}"}
    with closing(
        HTTPConnection("127.0.0.1", usual.port, timeout=60)
    ) as browser:  # httpx takes more CPU than the server
        for _ in range(LimitSettings().reads.times):
            browser.request("GET", "/api/me", headers=cookie)
            browser.getresponse().read()
    throttled(httpx.get(f"{usual.url}/api/me", headers=cookie), "You have read too much in a short time")


# The counter


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.time = 1000.0

    def monotonic(self) -> float:
        return self.time


class NoDatabase:
    secret = b"secret"


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(limits, "time", clock)
    return clock


def counting(reads: Rate) -> Limits:
    return Limits(NoDatabase(), LimitSettings(reads=reads))  # type: ignore[arg-type]


def test_when_the_time_is_over_the_count_begins_anew(clock: Clock) -> None:
    counted = counting(Rate(2, 1))
    for _ in range(2):
        counted.tally("read", "ann")
    clock.time += 20
    with pytest.raises(TooMany) as refusal:
        counted.tally("read", "ann")
    assert refusal.value.seconds == 40
    with pytest.raises(TooMany):
        counted.check("read", "ann")
    clock.time += 41
    counted.check("read", "ann")
    counted.tally("read", "ann")


def test_what_counts_more_than_the_limit_is_granted_once(clock: Clock) -> None:
    counted = counting(Rate(5, 1))
    counted.tally("read", "ann", 100)
    with pytest.raises(TooMany):
        counted.tally("read", "ann", 1)


def test_memory_for_counts_is_bounded(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "MOST_TALLIES", 100)
    counted = counting(Rate(5, 1))
    for number in range(1000):
        counted.tally("read", str(number))
        clock.time += 1
    assert len(counted._tallies) <= 100


# Games at once


def refused(answer: httpx.Response, sentence: str) -> None:
    assert (answer.status_code, answer.json()["error"]) == (409, sentence)


def test_a_guest_and_an_account_may_have_so_many_running_games(tight: RunningServer) -> None:
    ann, bob = tight.guest(), tight.guest()
    first = ann.create("atlantic-wolves")
    ann.create("atlantic-wolves")
    wish = {"game": "atlantic-wolves"}
    before = figure(tight, 'flagplot_refusals_total{reason="quota",status="409"}')
    full = (
        "You have as many running games as you may have without an account, 2; "
        "end or delete one first, or claim a name."
    )
    refused(ask(tight, ann, "POST", "/api/matches", wish), full)
    refused(ask(tight, ann, "POST", f"/api/matches/{first.id}/branch", {"seat": "german", "moment": 0}), full)
    upload = httpx.post(
        f"{tight.url}/api/matches/upload",
        content=flagplot.new("atlantic-wolves").save(),
        headers={"Content-Type": "application/octet-stream"},
        cookies={"flagplot_session": ann.guest or ""},
    )
    refused(upload, full)
    open_game = bob.create("sea-control", {"axis": "me", "allied": "open"}, access="public")
    refused(ask(tight, ann, "POST", f"/api/matches/{open_game.id}/join", {"seat": "allied"}), full)
    assert figure(tight, 'flagplot_refusals_total{reason="quota",status="409"}') == before + 4
    assert len(ann.matches()) == 2
    # A game that is over makes room, and so does an account.
    first.resign()
    ann.join_public(open_game.id, "allied")
    ann.claim("Ann of the many games", PASSWORD)
    ann.create("atlantic-wolves")
    full = "You have as many running games as one may have here, 3; end or delete one first."
    refused(ask(tight, ann, "POST", "/api/matches", wish), full)


def test_a_rematch_counts_for_both(tight: RunningServer) -> None:
    ann, bob = tight.guest(), tight.guest()
    game = ann.create("sea-control", {"axis": "me", "allied": "open"}, access="public")
    other = bob.join_public(game.id, "allied")
    other.resign()
    for _ in range(2):
        ann.create("atlantic-wolves")
    game.refresh()
    other.offer("rematch")
    answer = ask(
        tight, ann, "POST", f"/api/matches/{game.id}/answers", {"seat": "axis", "kind": "rematch", "accept": True}
    )
    refused(answer, "One of the players already has the largest number of running games that this server allows.")
