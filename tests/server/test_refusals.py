"""What must not be accepted is not: illegal, stale, doubled and foreign choices, a thousand times each."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from random import Random
from typing import Any

import httpx
import pytest

from flagplot.client import Client, RemoteMatch
from tests.server.running import RunningServer

MANY, FEW = 1000, 250  # requests, in a long run and in a short one
BOTH = {"axis": "me", "allied": "me"}


@pytest.fixture
def times(is_long_run: bool) -> int:
    """How often something wrong is sent."""
    return MANY if is_long_run else FEW


def as_guest(server: RunningServer, client: Client) -> httpx.Client:
    """A plain connection of the same guest, to send what the client would not."""
    return httpx.Client(base_url=server.url, cookies={"flagplot_session": client.guest or ""})


@pytest.fixture
def wire(server: RunningServer, guest: Client) -> Iterator[httpx.Client]:
    guest.rename("Wire")
    with as_guest(server, guest) as connection:
        yield connection


def strangers(match: RemoteMatch, rng: Random) -> Any:
    """Something that the present decision does not offer."""
    assert match.decision
    offered = [option.value for option in match.decision.options]
    one = rng.choice(offered)
    wrong: list[Any] = [
        "nonsense", "", -1, 0, 1, 10**30, 1.0, 1.5, True, False, None, [], [[]], {}, {"value": one}, [one], [one, one],
        "💥", "\x00", [*one, 1] if isinstance(one, list) else [one, 1], str(one) + " ",
        rng.choice(offered)[:1] if isinstance(one, list) else one + one if isinstance(one, str) else [one],
    ]  # fmt: skip
    while (pick := rng.choice(wrong)) in offered:
        pass
    return pick


def stands(wire: httpx.Client, match: RemoteMatch) -> list[bytes]:
    """All that can be told of a match at both seats."""
    seats = [seat.id for seat in match.position.seats]
    url = f"/api/matches/{match.id}"
    return [wire.get(f"{url}/save").content, *(wire.get(url, params={"seat": seat}).content for seat in seats)]


@pytest.mark.parametrize(("slug", "seats"), [("atlantic-wolves", {}), ("sea-control", BOTH)])
def test_many_illegal_choices_change_nothing(
    guest: Client, wire: httpx.Client, times: int, slug: str, seats: dict[str, str]
) -> None:
    match = guest.create(slug, seats, seed=4)
    match.decide(match.hint().option)
    before = stands(wire, match)
    rng = Random(4)
    for _ in range(times // 2):
        body = {"seat": match.seat, "seq": match.position.seq, "option": strangers(match, rng)}
        response = wire.post(f"/api/matches/{match.id}/choices", json=body)
        assert response.status_code == 422, (body, response.text)
        assert set(response.json()) == {"error"}
    assert stands(wire, match) == before


def test_many_stale_choices_change_nothing(guest: Client, wire: httpx.Client, times: int) -> None:
    match = guest.create("sea-control", BOTH, seed=4)
    for _ in range(6):
        match.decide(match.hint().option)
    before = stands(wire, match)
    assert match.decision
    rng = Random(5)
    for _ in range(times):
        seq = rng.choice([n for n in range(-3, 12) if n != match.position.seq])
        body = {"seat": match.seat, "seq": seq, "option": rng.choice(match.decision.options).value}
        response = wire.post(f"/api/matches/{match.id}/choices", json=body)
        assert response.status_code == 409
        assert response.json()["position"]["seq"] == match.position.seq
    assert stands(wire, match) == before


def test_of_many_doubled_choices_one_each_is_made(
    guest: Client, wire: httpx.Client, server: RunningServer, times: int
) -> None:
    rng = Random(6)
    url, news = "", None
    with ThreadPoolExecutor(2) as threads, as_guest(server, guest) as other:
        for made in range(times):
            if news is None or news["result"] is not None:
                match = guest.create("sea-control", BOTH, seed=made)
                url, news = f"/api/matches/{match.id}", wire.get(f"/api/matches/{match.id}").json()
            if news["decision"] is None:
                news = wire.get(url, params={"seat": news["to_move"]}).json()
            decision, seq = news["decision"], news["seq"]
            body = {"seat": decision["seat"], "seq": seq, "option": rng.choice(decision["options"])["value"]}
            clicks = [threads.submit(one.post, f"{url}/choices", json=body) for one in (wire, other)]
            refused, news = sorted(
                (click.result().json() for click in clicks), key=lambda answer: "error" not in answer
            )
            assert sorted(click.result().status_code for click in clicks) == [200, 409]
            assert refused["position"]["seq"] == news["seq"] == seq + 1


def test_many_foreign_choices_change_nothing(
    guest: Client, stranger: Client, wire: httpx.Client, server: RunningServer, times: int
) -> None:
    match = guest.create("sea-control", {"axis": "open", "allied": "me"})
    outsider = server.guest()
    outsider.rename("Nobody")
    stranger.join(match.invite, "axis")
    assert match.decision
    match.refresh()
    before = [wire.get(f"/api/matches/{match.id}").content, stranger.match(match.id).position]
    rng = Random(7)
    with (
        as_guest(server, stranger) as opponent,
        as_guest(server, outsider) as nobody,
        httpx.Client(base_url=server.url, timeout=60) as without_cookie,
        httpx.Client(base_url=server.url, cookies={"flagplot_session": "me.me"}) as forger,
    ):
        for _ in range(times):
            option = rng.choice(match.decision.options).value
            who, seat, status = rng.choice(
                [
                    (opponent, "allied", 403),
                    (opponent, "axis", 409),
                    (wire, "axis", 403),
                    (nobody, "allied", 404),
                    (without_cookie, "allied", 404),
                    (forger, "axis", 404),
                ]
            )
            seq = match.position.seq if seat == "allied" else 0
            response = who.post(f"/api/matches/{match.id}/choices", json={"seat": seat, "seq": seq, "option": option})
            assert response.status_code == status, response.text
    assert [wire.get(f"/api/matches/{match.id}").content, stranger.match(match.id).position] == before
    outsider.close()


def test_a_guest_cannot_read_anothers_match(guest: Client, stranger: Client, server: RunningServer) -> None:
    match = guest.create("sea-control", seed=4)
    stranger.rename("Nosy")
    url = f"/api/matches/{match.id}"
    asks = {"seat": "axis", "seq": 0}
    with as_guest(server, stranger) as nosy, httpx.Client(base_url=server.url, timeout=60) as without_cookie:
        for wire in (nosy, without_cookie):
            answers = [
                *(wire.get(url + path) for path in ("", "?seat=axis", "/moments", "/moments/0", "/save", "/proof")),
                wire.get(f"{url}/changes?since=0"),
                wire.get(f"{url}/outlook?seat=axis&seq=0"),
                *(wire.post(url + path, json=asks) for path in ("/undo", "/hint", "/finish")),
                wire.post(f"{url}/odds", json={**asks, "options": []}),
                wire.post(f"{url}/why-not", json={**asks, "target": "hq"}),
                wire.post(f"{url}/branch", json={"seat": "axis", "moment": 0}),
                wire.post(f"{url}/join", json={"seat": "axis"}),
                wire.delete(url),
            ]
            for answer in answers:
                assert (answer.status_code, answer.json()["error"]) == (
                    404,
                    "There is no such game, or you have no seat in it.",
                ), answer.request.url
    assert match.refresh()
