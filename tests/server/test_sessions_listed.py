"""Single sessions: their holder and the operator see them by a short id, and can end one of them."""

from __future__ import annotations

import json
from collections.abc import Iterator

import httpx
import pytest

from tests.server.commands import Run, refused, until
from tests.server.running import RunningServer

PASSWORD = "correct horse"


def browser(server: RunningServer, agent: str) -> httpx.Client:
    return httpx.Client(base_url=server.url, timeout=30, headers={"User-Agent": agent})


@pytest.fixture
def browsers(server: RunningServer, request: pytest.FixtureRequest) -> Iterator[list[httpx.Client]]:
    """Three browsers of one account, in the order in which they signed in."""
    name = f"Holder {abs(hash(request.node.name)) % 10_000_000}"
    found = [browser(server, f"Browser {number}") for number in range(3)]
    wish = {"name": name, "password": PASSWORD}
    assert found[0].post("/api/account", json=wish).status_code == 201
    for other in found[1:]:
        assert other.post("/api/session", json=wish).status_code == 200
    yield found
    for one in found:
        one.close()


def ids(client: httpx.Client) -> dict[str, str]:
    """By browser the short ids of the sessions."""
    return {one["agent"]: one["id"] for one in client.get("/api/sessions").json()}


def is_signed_in(client: httpx.Client) -> bool:
    return client.get("/api/me").json()["account"] is not None


def test_sessions_are_listed_without_their_secrets(browsers: list[httpx.Client]) -> None:
    answer = browsers[1].get("/api/sessions")
    listed = answer.json()
    assert {one["agent"]: one["here"] for one in listed} == {"Browser 0": False, "Browser 1": True, "Browser 2": False}
    for one in listed:
        assert len(one["id"]) == 12
        assert one["seen"] >= one["created"]
    for client in browsers:
        assert client.cookies["flagplot_session"] not in answer.text


def test_one_session_is_ended_and_the_others_go_on(browsers: list[httpx.Client]) -> None:
    first, _, third = browsers
    answer = first.delete(f"/api/sessions/{ids(first)['Browser 1']}")
    assert answer.status_code == 200
    assert {one["agent"] for one in answer.json()} == {"Browser 0", "Browser 2"}
    assert [is_signed_in(client) for client in browsers] == [True, False, True]
    # The one that asks can be ended as well; the browser forgets its cookie then.
    answer = third.delete(f"/api/sessions/{ids(third)['Browser 2']}")
    assert (answer.status_code, answer.json()) == (200, [])
    assert "flagplot_session" not in third.cookies
    assert [is_signed_in(client) for client in browsers] == [True, False, False]


def test_all_other_sessions_are_ended(browsers: list[httpx.Client]) -> None:
    answer = browsers[2].delete("/api/sessions/others")
    assert [one["agent"] for one in answer.json()] == ["Browser 2"]
    assert [is_signed_in(client) for client in browsers] == [False, False, True]


def test_nobody_ends_the_session_of_another(server: RunningServer, browsers: list[httpx.Client]) -> None:
    theirs = ids(browsers[0])["Browser 0"]
    with browser(server, "Eve") as eve:
        missing = eve.delete(f"/api/sessions/{theirs}")
        assert (missing.status_code, missing.json()["error"][:15]) == (404, "Nothing is stor")
        eve.put("/api/me", json={"name": "Eve without account"})
        refusal = eve.delete(f"/api/sessions/{theirs}")
        assert (refusal.status_code, refusal.json()["error"]) == (
            409,
            "You do not have an account. Claim a name first.",
        )
        eve.post("/api/account", json={"name": f"Eve {theirs}", "password": PASSWORD})
        for session in (theirs, "", "0" * 12, "%00", theirs[:4]):
            answer = eve.delete(f"/api/sessions/{session}" if session else "/api/sessions/x")
            assert answer.status_code == 404
            assert answer.json()["error"].endswith(".")
    assert all(map(is_signed_in, browsers))


def test_the_operator_lists_and_ends_sessions(run: Run, server: RunningServer, browsers: list[httpx.Client]) -> None:
    name = browsers[0].get("/api/me").json()["name"]
    code, out, _ = run(server.db, "sessions", name, "--json")
    listed = json.loads(out)
    assert code == 0
    assert {one["agent"]: one["id"] for one in listed} == ids(browsers[0])
    for client in browsers:
        assert client.cookies["flagplot_session"] not in out
    ended = ids(browsers[0])["Browser 1"]
    assert run(server.db, "end-session", ended)[:2] == (0, f"Ended a session of {name}.\n")
    until(lambda: not is_signed_in(browsers[1]))
    assert [is_signed_in(client) for client in browsers] == [True, False, True]
    refused(run(server.db, "end-session", ended), f"There is no session {ended}. Perhaps it has ended.")
    for nonsense in ("nonsense", "", "ab", "%", "0" * 65):
        refused(run(server.db, "end-session", nonsense), f"'{nonsense}' is not the id of a session")
    refused(run(server.db, "sessions", "Nobody at all"), "There is no player with the name 'Nobody at all'")


def test_a_guest_who_could_not_come_back_is_not_put_out_without_asking(run: Run, server: RunningServer) -> None:
    guest = server.guest()
    guest.rename("A guest with one browser")
    (one,) = json.loads(run(server.db, "sessions", "A guest with one browser", "--json")[1])
    refused(run(server.db, "end-session", one["id"]), "Confirm with --yes")
    assert guest.me().known
    assert run(server.db, "end-session", one["id"], "--yes")[0] == 0
    until(lambda: not guest.me().known)
