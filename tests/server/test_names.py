"""Names: short before anything is done with them, to be seen, one's own, and of one account only."""

from __future__ import annotations

import threading
import time
from secrets import token_hex
from typing import Any

import httpx
import pytest

from flagplot.client import Client, Refused
from flagplot.server.errors import NotOffered
from flagplot.server.people.names import LONGEST_WRITTEN, checked_name, given_name, name_key
from tests.server.running import RunningServer
from tests.server.tables import database_of
from tests.server.test_accounts import PASSWORD, id_of, refusal

# To put this many accents in order takes seconds, and ten times as many take minutes.
HEAVY = "a" + "\u0301" * 30_000 + "\u0316" * 30_000
UNSEEN = ["\u3164", "\ufe0f", "\u2800", "\u034f", "\u00ad", "\uffa0", "\u115f", "\U000e0041", "\u200b", "\u2060"]


@pytest.mark.parametrize(
    ("method", "path", "body"),
    [
        ("PUT", "/api/me", {"name": HEAVY}),
        ("POST", "/api/session", {"name": HEAVY, "password": PASSWORD}),
        ("POST", "/api/account", {"name": HEAVY, "password": PASSWORD}),
        ("POST", "/api/account/forgotten", {"name": HEAVY}),
        ("POST", "/api/session", {"name": "Ann", "password": HEAVY}),
        ("POST", "/api/account/reset", {"token": HEAVY, "password": PASSWORD}),
        ("POST", "/api/account/confirm", {"token": HEAVY}),
        ("PUT", "/api/account/notices", {"email": HEAVY, "wants_mail": True}),
        ("PUT", "/api/account/password", {"old": HEAVY, "new": HEAVY}),
        ("DELETE", "/api/me", {"password": HEAVY}),
    ],
)
def test_far_too_long_a_text_is_refused_at_once_and_holds_nobody_up(
    server: RunningServer, method: str, path: str, body: dict[str, Any]
) -> None:
    answers: list[httpx.Response] = []
    asking = threading.Thread(
        target=lambda: answers.append(httpx.request(method, server.url + path, json=body, timeout=60))
    )
    began = time.monotonic()
    asking.start()
    assert httpx.get(f"{server.url}/api/games", timeout=60).status_code == 200
    asking.join()
    assert time.monotonic() - began < 2
    assert answers[0].status_code in (400, 404, 422)
    assert answers[0].json()["error"].endswith(".")


def test_far_too_long_a_name_is_not_even_looked_at() -> None:
    began = time.perf_counter()
    for look in (checked_name, name_key):
        with pytest.raises(NotOffered):
            look(HEAVY)
        with pytest.raises(NotOffered):
            look("a" * (LONGEST_WRITTEN + 1))
    assert time.perf_counter() - began < 0.1
    assert name_key("a" * LONGEST_WRITTEN) == "a" * LONGEST_WRITTEN


@pytest.mark.parametrize("letter", UNSEEN)
def test_names_with_what_cannot_be_seen_are_refused(letter: str) -> None:
    for name in (f"Ann{letter}", letter, f"{letter}Ann", f"A{letter}nn"):
        with pytest.raises(NotOffered, match="visible characters"):
            checked_name(name)


@pytest.mark.parametrize(
    "name", ["Ann", "Jürgen Oesten", "王小明", "Ann ⚓", "O'Hara-Smith 3rd", "Zoe\u0308", "אברהם", "नेहा"]
)
def test_names_of_all_alphabets_are_taken(name: str) -> None:
    assert checked_name(name)


def test_a_name_of_accents_alone_is_none() -> None:
    with pytest.raises(NotOffered):
        checked_name("\u0301\u0301")


@pytest.mark.parametrize(
    "name",
    [
        "captain",
        "Captain",
        "MIDSHIPMAN",
        "ｃａｐｔａｉｎ",
        "Somebody  who has left",
        "Guest 1234",
        "guest",
        "nobody yet",
    ],
)
def test_what_the_server_calls_others_is_nobodys_name(guest: Client, name: str) -> None:
    assert refusal(guest, "PUT", "/api/me", {"name": name})[0] == 422
    assert refusal(guest, "POST", "/api/account", {"name": name, "password": PASSWORD})[0] == 422
    guest.claim(f"Own {token_hex(4)}", PASSWORD)
    assert refusal(guest, "PUT", "/api/me", {"name": name})[0] == 422


def test_a_newcomer_may_keep_the_name_that_was_given(guest: Client) -> None:
    guest.create("atlantic-wolves")
    name = guest.me().name
    guest.rename("Somebody Else")
    guest.rename(name)
    assert guest.me().name == name == given_name(id_of(guest))


def test_who_bears_a_name_that_becomes_an_accounts_is_a_guest_again(
    server: RunningServer, guest: Client, stranger: Client
) -> None:
    written = ["Rivka", "RIVKA", "Ｒｉｖｋａ", "Rivkah"]
    clients = [server.guest() for _ in written]
    for client, name in zip(clients, written, strict=True):
        client.rename(name)
    match = clients[0].create("sea-control", {"axis": "me", "allied": "open"})
    guest.claim("Rivka", PASSWORD)
    given = [given_name(id_of(client)) for client in clients]
    assert [client.me().name for client in clients] == [*given[:3], "Rivkah"]
    assert match.refresh().seats[0].who == given[0]
    guest.rename("RIVKAH")
    assert clients[3].me().name == given[3]
    with database_of(server) as database:
        names = {row.name for row in database.exec_driver_sql("SELECT name FROM guests")}
    assert {"RIVKAH", *given} <= names
    assert not {"Rivka", "Ｒｉｖｋａ", "Rivkah"} & names
    with pytest.raises(Refused):
        stranger.rename("rivkah")
