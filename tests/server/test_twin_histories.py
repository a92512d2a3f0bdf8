"""Two games on a server that differ only in what a seat cannot know answer everything that it can ask alike.

Unlike an upload, whose hidden part is drawn anew, both games are played move by move on the server itself.
"""

from __future__ import annotations

from random import Random
from typing import Any

import httpx
import pytest

import flagplot
from flagplot.client import Client
from flagplot.engine.match import Match
from tests.contract.twins import played, twin_of
from tests.server.running import RunningServer
from tests.server.test_refusals import as_guest
from tests.server.test_secrets import all_that_a_seat_can_ask, masked

SEED = 3
SEATS = {"axis": "me", "allied": "me"}


def twins_for(seat: str, first: int) -> tuple[Match[Any], Match[Any]]:
    """A match and a twin at a decision of a seat, as early as possible after a number of choices."""
    rng = Random(SEED)
    for story in played("sea-control", "captain", SEED):
        match = story.match
        if len(match.record.choices) >= first and match.decision and match.decision.seat == seat:
            twin = twin_of(story, seat, rng)
            if twin:
                return flagplot.load(match.save()), twin
    raise AssertionError("no twin was found")


def played_on_server(wire: httpx.Client, choices: list[Any]) -> str:
    """A game in which both seats are mine, with these choices; its id."""
    begun = wire.post("/api/matches", json={"game": "sea-control", "seats": SEATS, "seed": SEED}).json()
    url = f"/api/matches/{begun['id']}"
    seat = begun["to_move"]
    seqs = {one: wire.get(url, params={"seat": one}).json()["seq"] for one in SEATS}
    for option in choices:
        answer = wire.post(f"{url}/choices", json={"seat": seat, "seq": seqs[seat], "option": option})
        if answer.status_code != 200:
            seqs[seat] = wire.get(url, params={"seat": seat}).json()["seq"]
            answer = wire.post(f"{url}/choices", json={"seat": seat, "seq": seqs[seat], "option": option})
        answer.raise_for_status()
        position = wire.get(url, params={"seat": seat}).json()
        seqs[seat], seat = position["seq"], position["to_move"]
    return str(begun["id"])


@pytest.mark.parametrize("server", ["sqlite"], indirect=True)
@pytest.mark.parametrize(("seat", "first"), [("axis", 60)])
def test_twin_histories_get_the_same_answers_through_every_door(
    guest: Client, server: RunningServer, seat: str, first: int
) -> None:
    match, twin = twins_for(seat, first)
    assert match.state != twin.state
    guest.rename("Twin")
    with as_guest(server, guest) as wire:
        ids = [played_on_server(wire, one.record.choices) for one in (match, twin)]
        told = [all_that_a_seat_can_ask(wire, match_id, seat) for match_id in ids]
        for name, answer in told[0].items():
            assert told[1][name] == answer, name
        last = wire.get(f"/api/matches/{ids[0]}", params={"seat": seat}).json()["moments"] - 1
        branches = []
        for match_id in ids:
            branch = wire.post(f"/api/matches/{match_id}/branch", json={"seat": seat, "moment": last})
            branch.raise_for_status()
            path = f"/api/matches/{branch.json()['id']}"
            seen = [wire.get(path + part) for part in (f"?seat={seat}", "/past", f"/past/{last // 2}")]
            assert all(answer.is_success for answer in seen)
            branches.append((len(branch.content), [masked(answer) for answer in seen]))
        assert branches[0] == branches[1]
