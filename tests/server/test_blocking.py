"""Closing sign-up, and blocking names and addresses: who is blocked is out at once, and told so in one sentence."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import httpx
import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from flagplot.client import Client, Refused
from flagplot.server.storage.database import Database
from flagplot.server.storage.opening import opened
from tests.server.commands import Run, refused, until
from tests.server.running import GENEROUS, RunningServer

PASSWORD = "correct horse"
BLOCKED = "Your address is blocked on this server."


@pytest.fixture(scope="module")
def proxied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path_factory.mktemp("blocking"), settings=f"behind_proxy = true\n{GENEROUS}")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def says(refusal: pytest.ExceptionInfo[Refused], status: int, sentence: str) -> None:
    assert (refusal.value.status, str(refusal.value)) == (status, sentence)


def is_hung_up_on(page: ClientConnection) -> None:
    """Whatever else it is told, a page is hung up on."""
    with suppress(ConnectionClosed):
        while page.recv(timeout=20):
            pass
    assert page.close_code is not None


# Names


def test_a_blocked_account_is_out_at_once_and_cannot_come_back(run: Run, server: RunningServer) -> None:
    eve = server.guest()
    eve.claim("Eve", PASSWORD)
    with connect(
        f"ws://127.0.0.1:{server.port}/api/me/live", additional_headers={"Cookie": server.cookie(eve)}
    ) as page:
        page.recv(timeout=10)
        assert run(server.db, "block", "name", "EVE", "--note", "insults")[:2] == (0, "The name EVE is blocked.\n")
        is_hung_up_on(page)
    until(lambda: eve.me().account is None)
    with pytest.raises(Refused) as refusal:
        server.guest().sign_in("Eve", PASSWORD)
    says(refusal, 403, "This account is blocked on this server.")
    with pytest.raises(Refused) as refusal:
        server.guest().sign_in("Eve", "wrong horse")  # whoever does not know the password learns nothing
    says(refusal, 403, "The name or the password is wrong.")
    (one,) = [found for found in json.loads(run(server.db, "blocks", "--json")[1]) if found["value"] == "EVE"]
    assert (one["kind"], one["note"]) == ("name", "insults")
    assert run(server.db, "block", "name", "eve")[:2] == (0, "The name eve is blocked already.\n")
    assert run(server.db, "unblock", "name", "eve")[0] == 0
    eve.sign_in("Eve", PASSWORD)
    assert eve.me().account
    refused(run(server.db, "unblock", "name", "Eve"), "The name Eve is not blocked.")


def test_a_blocked_name_cannot_be_taken(run: Run, server: RunningServer) -> None:
    guest, other = server.guest(), server.guest()
    guest.rename("Malefactor")
    assert run(server.db, "block", "name", "Malefactor")[0] == 0
    until(lambda: guest.me().name.startswith("Guest"))  # who bore it is called as newcomers are
    taken = "is blocked on this server. Choose another."
    for take in (other.rename, lambda name: other.claim(name, PASSWORD)):
        with pytest.raises(Refused) as refusal:
            take("ＭＡＬＥＦＡＣＴＯＲ")
        assert refusal.value.status == 403
        assert str(refusal.value).endswith(taken)
    ann = server.guest()
    ann.claim("Ann who wants another name", PASSWORD)
    with pytest.raises(Refused, match=taken):
        ann.rename("malefactor")
    assert run(server.db, "unblock", "name", "Malefactor")[0] == 0
    other.rename("Malefactor")


# Addresses


def from_address(server: RunningServer, address: str, path: str = "/api/games") -> httpx.Response:
    return httpx.get(f"{server.url}{path}", headers={"X-Forwarded-For": address})


def page_from(server: RunningServer, address: str, client: Client) -> ClientConnection:
    headers = {"X-Forwarded-For": address, "Cookie": server.cookie(client)}
    return connect(f"ws://127.0.0.1:{server.port}/api/me/live", additional_headers=headers)


@pytest.mark.parametrize(
    ("blocked", "inside", "outside"),
    [
        ("198.51.100.66", "198.51.100.66", "198.51.100.67"),
        ("203.0.113.5/24", "203.0.113.200", "203.0.114.1"),
        ("2001:db8:5::/48", "2001:db8:5:1::1", "2001:db8:6::1"),
        ("192.0.2.9", "::ffff:192.0.2.9", "::ffff:192.0.2.10"),
    ],
)
def test_nobody_comes_in_from_a_blocked_address(
    run: Run, proxied: RunningServer, blocked: str, inside: str, outside: str
) -> None:
    ann = proxied.guest()
    ann.rename("Ann")
    with page_from(proxied, inside, ann) as page, page_from(proxied, outside, ann) as other:
        page.recv(timeout=10)
        other.recv(timeout=10)
        assert run(proxied.db, "block", "address", blocked)[0] == 0
        is_hung_up_on(page)
        for path in ("/api/games", "/", "/api/me"):
            answer = from_address(proxied, inside, path)
            assert (answer.status_code, answer.json()) == (403, {"error": BLOCKED})
            assert from_address(proxied, outside, path).status_code == 200
        with pytest.raises(InvalidStatus), page_from(proxied, inside, ann):
            pass
        assert other.ping().wait(10)
    figures = httpx.get(f"{proxied.url}/metrics").text
    assert 'flagplot_refusals_total{reason="blocked",status="403"}' in figures
    # Health and figures are the operator's own.
    assert from_address(proxied, inside, "/healthz").status_code != 403
    assert run(proxied.db, "unblock", "address", blocked)[0] == 0
    until(lambda: from_address(proxied, inside).status_code == 200)


def test_blocks_hold_after_a_restart(run: Run, proxied: RunningServer) -> None:
    assert run(proxied.db, "block", "address", "198.51.100.99")[0] == 0
    assert proxied.stop() == 0
    proxied.start()
    assert from_address(proxied, "198.51.100.99").status_code == 403
    table = run(proxied.db, "blocks")[1]
    assert "198.51.100.99" in table
    assert run(proxied.db, "unblock", "address", "198.51.100.99/32")[0] == 0


@pytest.fixture
def unused(tmp_path: Path) -> str:
    url = f"sqlite:///{tmp_path}/x.db"
    Database(url).close()
    return url


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["address", "nonsense"], "'nonsense' is not an address or a network. Expected something like 203.0.113.7"),
        (["address", "203.0.113.0/33"], "'203.0.113.0/33' is not an address or a network"),
        (["address", ""], "'' is not an address or a network"),
        (["address", "0.0.0.0/0"], "The network 0.0.0.0/0 includes everybody"),
        (["name", ""], "A name must have 1 to 30"),
        (["name", "x" * 31], "A name must have 1 to 30"),
        (["ship", "x"], "invalid choice: 'ship'"),
        (["name", "Eve", "--note", "x" * 201], "A note can have up to 200"),
        (["name"], "VALUE"),
    ],
)
def test_what_cannot_be_blocked_is_refused_in_one_sentence(
    run: Run, unused: str, arguments: list[str], says: str
) -> None:
    refused(run(unused, "block", *arguments), says)
    assert json.loads(run(unused, "blocks", "--json")[1]) == []


def test_trouble_with_the_database_is_told_in_one_sentence(run: Run, unused: str) -> None:
    engine = opened(unused)
    with engine.begin() as connection:
        fails = "BEGIN SELECT RAISE(FAIL, 'the disk is full'); END"
        connection.exec_driver_sql(f"CREATE TRIGGER full BEFORE INSERT ON blocks {fails}")
    engine.dispose()
    told = run(unused, "block", "name", "Eve")
    refused(told, "The database cannot do that right now: the disk is full.")


# Closing


CLOSED = "This server does not accept new accounts right now. If you have an account, sign in."


def test_where_sign_up_is_closed_guests_play_and_accounts_sign_in(tmp_path: Path) -> None:
    server = RunningServer(tmp_path)
    server.guest().claim("Ann", PASSWORD)
    assert server.stop() == 0
    server.settings = "sign_up = false\n"
    server.start()
    newcomer = server.guest()
    with pytest.raises(Refused) as refusal:
        newcomer.claim("Bob", PASSWORD)
    says(refusal, 403, CLOSED)
    assert newcomer.me().sign_up is False
    newcomer.create("atlantic-wolves")
    with pytest.raises(Refused) as refusal:
        newcomer.claim("Bob", PASSWORD)
    says(refusal, 403, CLOSED)
    ann = server.guest()
    ann.sign_in("Ann", PASSWORD)
    ann.create("atlantic-wolves")
    figures = httpx.get(f"{server.url}/metrics").text
    assert 'flagplot_refusals_total{reason="closed",status="403"} 2.0' in figures
    assert server.stop() == 0
    # Guests can be closed as well, by themselves.
    server.settings = "guests = false\n"
    server.start()
    bob = server.guest()
    assert bob.me().guests is False
    for begin in (lambda: bob.create("atlantic-wolves"), lambda: bob.rename("Bob")):
        with pytest.raises(Refused) as refusal:
            begin()
        says(refusal, 403, "You need an account to play on this server. Sign in first.")
    bob.claim("Bob", PASSWORD)
    bob.create("atlantic-wolves")
    assert server.stop() == 0
