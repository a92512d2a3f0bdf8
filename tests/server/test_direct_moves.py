"""Moves, and questions for changes, are answered without the framework's routing, exactly as it would answer them."""

from __future__ import annotations

import re
from typing import Any

import httpx
import pytest

from flagplot.client import Client
from tests.server.running import RunningServer

DIRECT, USUAL = "choices", "choices/"  # the framework takes both paths for one
MOVE: dict[str, Any] = {"seat": "german", "seq": 0, "option": "nothing of the kind"}

# What is wrong with a move, as what is sent
BAD_MOVES: dict[str, dict[str, Any]] = {
    "an option that is not offered": {"json": MOVE},
    "a stale move": {"json": {**MOVE, "seq": 7}},
    "another's seat": {"json": {**MOVE, "seat": "allied"}},
    "a number in quotes": {"json": {**MOVE, "seq": "0"}},
    "a field too many": {"json": {**MOVE, "more": 1}},
    "no body": {},
    "no JSON": {"content": b"{", "headers": {"Content-Type": "application/json"}},
    "a form": {"data": {"seat": "german"}},
    "a page of another site": {"json": MOVE, "headers": {"Origin": "http://elsewhere.example"}},
    "a browser that says so": {"json": MOVE, "headers": {"Sec-Fetch-Site": "cross-site"}},
    "no host at all": {"json": MOVE, "headers": {"Host": "a b"}},
    "a stranger": {"json": MOVE, "headers": {"Cookie": "flagplot_session=nobody"}},
}


def headers_of(response: httpx.Response) -> set[str]:
    return set(response.headers) - {"date", "connection"}  # whether it stays open depends on what has arrived


@pytest.mark.parametrize("wrong", BAD_MOVES)
def test_a_move_is_refused_in_the_same_words_either_way(server: RunningServer, guest: Client, wrong: str) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    answers = []
    for path in (DIRECT, USUAL):
        answers.append(guest._http.post(f"/api/matches/{match.id}/{path}", **BAD_MOVES[wrong]))
    direct, usual = answers
    assert direct.status_code == usual.status_code >= 400
    assert direct.json() == usual.json()
    assert headers_of(direct) == headers_of(usual)


def test_a_match_that_is_not_there_is_not_found_either_way(guest: Client) -> None:
    guest.create("atlantic-wolves", seed=1)
    answers = [guest._http.post(f"/api/matches/{'0' * 12}/{path}", json=MOVE) for path in (DIRECT, USUAL)]
    assert [answer.status_code for answer in answers] == [404, 404]
    assert answers[0].json() == answers[1].json()


def test_a_move_is_answered_alike_either_way(guest: Client) -> None:
    answers = []
    for path in (DIRECT, USUAL):
        match = guest.create("atlantic-wolves", seed=1)
        assert match.decision
        body = {"seat": "german", "seq": match.position.seq, "option": match.decision.options[0].value}
        answers.append(guest._http.post(f"/api/matches/{match.id}/{path}", json=body))
    direct, usual = answers
    assert direct.status_code == usual.status_code == 200
    assert direct.json() == usual.json()
    assert headers_of(direct) == headers_of(usual)
    assert direct.headers["Cache-Control"] == "no-store"


# What a page asks for changes, as it writes it or in another way
QUESTIONS = (
    "since=0",
    "seat=german&since=1&heard=0&wait=0",
    "since=1&wait=0.01",
    "since=7&seat=german",
    "seat=allied&since=0",
    "seat=-&since=0",
    "seat=german",
    "since=one",
    "since=-1",
    "since=0&since=1",
    "since=0&wait=long",
    "since=0&more=1",
    "since=0&seat=",
    "since=%30",
    "",
)


@pytest.mark.parametrize("asked", QUESTIONS)
def test_changes_are_told_alike_either_way(guest: Client, asked: str) -> None:
    match = guest.create("atlantic-wolves", seed=1)
    assert match.decision
    match.decide(match.decision.options[0].value)
    answers = [guest._http.get(f"/api/matches/{match.id}/changes{slash}?{asked}") for slash in ("", "/")]
    direct, usual = answers
    assert direct.status_code == usual.status_code
    assert direct.content == usual.content
    assert headers_of(direct) == headers_of(usual)


def test_moves_are_counted_as_their_route_either_way(server: RunningServer, guest: Client) -> None:
    def counted() -> int:
        figures = httpx.get(f"{server.url}/metrics").text
        found = re.findall(
            r'requests_total\{method="POST",route="/api/matches/\{match_id\}/choices".*\} (\S+)', figures
        )
        return sum(int(float(count)) for count in found)

    match = guest.create("atlantic-wolves", seed=1)
    before = counted()
    for path in (DIRECT, USUAL):
        guest._http.post(f"/api/matches/{match.id}/{path}", json=MOVE)
    assert counted() == before + 2
