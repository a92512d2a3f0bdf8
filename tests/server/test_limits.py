"""Limits: whoever guesses, floods or fills is slowed down, and told when to try again."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from pathlib import Path

import httpx
import pytest
from sqlalchemy import select, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import flagplot
from flagplot.client import Client
from flagplot.server.people.limits import Limits, TooMany, in_words
from flagplot.server.settings import Limits as LimitSettings
from flagplot.server.settings import Rate
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import ago
from flagplot.server.storage.schema import attempts
from tests.server.mailbox import Mailbox
from tests.server.running import RunningServer
from tests.server.tables import database_of, rows_with

PASSWORD = "correct horse"
TIGHT = """
behind_proxy = true

[limits]
logins = { times = 3, minutes = 10 }
accounts = { times = 2, minutes = 60 }
newcomers = { times = 6, minutes = 60 }
creations = { times = 3, minutes = 60 }
uploads = { times = 2, minutes = 60 }
chat_lines = { times = 4, minutes = 2 }
mails = { times = 2, minutes = 60 }
"""


@pytest.fixture
def tight(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path, settings=TIGHT)
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


class Visitor:
    """Somebody at an address of their own, in front of the proxy."""

    def __init__(self, server: RunningServer, address: str) -> None:
        self._server = server
        self._headers = {"X-Forwarded-For": f"203.0.113.9, {address}"}

    def ask(self, method: str, path: str, body: object, **more: str) -> httpx.Response:
        headers = {**self._headers, **more}
        return httpx.request(method, f"{self._server.url}{path}", json=body, headers=headers)

    def sign_in(self, name: str, password: str) -> httpx.Response:
        return self.ask("POST", "/api/session", {"name": name, "password": password})


def throttled(answer: httpx.Response, words: str) -> int:
    """It was refused for a while; for how many seconds."""
    assert answer.status_code == 429, answer.text
    sentence = answer.json()["error"]
    assert re.fullmatch(rf"{words}; try again in \d+ (second|minute|hour)s?\.", sentence)
    return int(answer.headers["retry-after"])


MANY_TRIES = "There were too many attempts to sign in"


def test_guessing_a_password_is_slowed_down_and_it_is_told_when_to_try_again(tight: RunningServer) -> None:
    ann, eve = Visitor(tight, "198.51.100.1"), Visitor(tight, "198.51.100.66")
    assert ann.ask("POST", "/api/account", {"name": "Ann", "password": PASSWORD}).status_code == 201
    for guess in ("aaaaaaaa", "bbbbbbbb", "cccccccc"):
        assert eve.sign_in("Ann", guess).status_code == 403
    assert 540 < throttled(eve.sign_in("Ann", "dddddddd"), MANY_TRIES) <= 600
    # The right one does not help then, nor does another way of writing the name.
    throttled(eve.sign_in("ＡＮＮ", PASSWORD), MANY_TRIES)
    # Ann, who comes from elsewhere, is not locked out.
    assert ann.sign_in("Ann", PASSWORD).status_code == 200


def test_each_wait_is_longer_than_the_one_before(tight: RunningServer) -> None:
    eve = Visitor(tight, "198.51.100.66")
    waits = []
    for _ in range(3):
        while (answer := eve.sign_in("Ann", "aaaaaaaa")).status_code == 403:
            pass
        waits.append(throttled(answer, MANY_TRIES))
        with database_of(tight) as database:  # time passes
            database.execute(update(attempts).where(attempts.c.key.not_like("%+")).values(until=ago(timedelta(0))))
    assert 540 < waits[0] <= 600
    assert 1140 < waits[1] <= 1200
    assert 2340 < waits[2] <= 2400


def test_one_address_cannot_try_many_names_nor_many_addresses_one_name(tight: RunningServer) -> None:
    eve = Visitor(tight, "198.51.100.66")
    answers = [eve.sign_in(f"Somebody {number}", "aaaaaaaa").status_code for number in range(10)]
    assert answers == [403] * 9 + [429]
    answers = [Visitor(tight, f"198.51.100.{number}").sign_in("Ann", "aaaaaaaa").status_code for number in range(31)]
    assert answers == [403] * 30 + [429]


def test_who_mistypes_and_then_remembers_begins_anew(tight: RunningServer) -> None:
    ann = Visitor(tight, "198.51.100.1")
    ann.ask("POST", "/api/account", {"name": "Ann", "password": PASSWORD})
    for _ in range(3):
        assert ann.sign_in("Ann", "aaaaaaaa").status_code == 403
        assert ann.sign_in("Ann", "bbbbbbbb").status_code == 403
        assert ann.sign_in("Ann", PASSWORD).status_code == 200


def test_accounts_newcomers_games_and_uploads_are_limited_by_address(tight: RunningServer) -> None:
    eve, ann = Visitor(tight, "2001:db8:1:2::66"), Visitor(tight, "2001:db8:1:3::1")
    same_house = Visitor(tight, "2001:db8:1:2:ffff::1")
    made = [
        eve.ask("POST", "/api/account", {"name": f"Eve {number}", "password": PASSWORD}).status_code
        for number in range(2)
    ]
    assert made == [201, 201]
    wish = {"name": "Eve again", "password": PASSWORD}
    throttled(eve.ask("POST", "/api/account", wish), "Too many accounts were made from your address")
    begun = [eve.ask("POST", "/api/matches", {"game": "sea-control"}).status_code for _ in range(3)]
    assert begun == [201, 201, 201]
    games = "You have begun too many games in a short time"
    throttled(same_house.ask("POST", "/api/matches", {"game": "sea-control"}), games)
    assert eve.ask("PUT", "/api/me", {"name": "Eve"}).status_code == 429  # the seventh newcomer
    assert ann.ask("POST", "/api/matches", {"game": "sea-control"}).status_code == 201
    save = flagplot.new("atlantic-wolves").save()
    sent = [
        httpx.post(
            f"{tight.url}/api/matches/upload",
            content=save,
            headers={"Content-Type": "application/octet-stream", "X-Forwarded-For": "198.51.100.7"},
        ).status_code
        for _ in range(3)
    ]
    assert sent == [201, 201, 429]


def test_talk_is_limited(tight: RunningServer) -> None:
    with tight.guest() as client:
        match = client.create("sea-control")
        said = []
        for number in range(6):
            body = {"seat": "axis", "text": f"line {number}"}
            url = f"{tight.url}/api/matches/{match.id}/talk"
            said.append(httpx.post(url, json=body, cookies={"flagplot_session": client.guest or ""}))
        assert [answer.status_code for answer in said] == [200] * 4 + [429, 429]
        throttled(said[-1], "You have sent too many messages in a short time")


def test_letters_for_forgotten_passwords_are_limited(tight: RunningServer) -> None:
    eve = Visitor(tight, "198.51.100.66")
    asked = [eve.ask("POST", "/api/account/forgotten", {"name": "Ann"}) for _ in range(3)]
    assert [answer.status_code for answer in asked] == [204, 204, 429]
    throttled(asked[-1], "Too many mails were requested")


def test_neither_names_nor_addresses_are_kept_in_clear(tight: RunningServer) -> None:
    eve = Visitor(tight, "198.51.100.66")
    eve.sign_in("Secret Ann", "aaaaaaaa")
    with database_of(tight) as database:
        assert len(database.execute(select(attempts)).all()) == 3
    assert rows_with(tight, "198.51.100", "secret ann", "Secret Ann", "aaaaaaaa") == []


def test_what_a_stranger_says_of_their_address_is_not_believed(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, settings=TIGHT.replace("behind_proxy = true", ""))
    answers = [
        Visitor(server, f"198.51.100.{n}").ask("POST", "/api/matches", {"game": "sea-control"}) for n in range(4)
    ]
    assert [answer.status_code for answer in answers] == [201, 201, 201, 429]
    assert server.stop() == 0


def test_several_processes_count_together(tmp_path: Path) -> None:
    async def count() -> None:
        databases = [Database(f"sqlite:///{tmp_path}/x.db") for _ in range(2)]
        limits = [Limits(database, LimitSettings(creations=Rate(5, 10))) for database in databases]
        for number in range(5):
            await limits[number % 2].count("creation", "here")
        for one in limits:
            with pytest.raises(TooMany):
                await one.count("creation", "here")
            await one.count("creation", "elsewhere")
        for database in databases:
            database.close()

    asyncio.run(count())


PAGES = """
behind_proxy = true

[limits]
pages_per_guest = 3
pages_per_address = 5
"""


def closed_with(page: ClientConnection) -> tuple[int, str]:
    """How a page was hung up on."""
    with pytest.raises(ConnectionClosed) as closed:
        list(page)
    assert closed.value.rcvd
    return closed.value.rcvd.code, closed.value.rcvd.reason


def test_one_guest_and_one_address_can_have_so_many_pages_open(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, settings=PAGES)
    ann, bob = server.guest(), server.guest()
    match = ann.create("atlantic-wolves", access="public")
    bob.rename("Bob")

    def page(client: Client, path: str, address: str) -> ClientConnection:
        headers = {"Cookie": server.cookie(client), "X-Forwarded-For": address}
        return stack.enter_context(connect(f"ws://127.0.0.1:{server.port}{path}", additional_headers=headers))

    table, bell = f"/api/matches/{match.id}/live", "/api/me/live"
    with ExitStack() as stack:
        open_pages = [page(ann, path, "198.51.100.1") for path in (table, bell, table)]
        for one in open_pages:
            one.recv(timeout=10)
        too_many = (1013, "You cannot have more than 3 pages open; close some of them.")
        assert closed_with(page(ann, table, "198.51.100.2")) == too_many
        assert closed_with(page(ann, bell, "198.51.100.2")) == too_many
        others = [page(bob, bell, "198.51.100.1") for _ in range(2)]
        for one in others:
            one.recv(timeout=10)
        too_many = (1013, "Your address cannot have more than 5 pages open; close some of them.")
        assert closed_with(page(server.guest(), table, "198.51.100.1")) == too_many
        page(bob, bell, "198.51.100.3").recv(timeout=10)
        open_pages[0].close()
        time.sleep(0.3)
        page(ann, table, "198.51.100.1").recv(timeout=10)
    assert server.stop() == 0
    assert "Traceback" not in server.told()


def test_mails_are_counted_by_the_address_of_who_asks_for_them(tmp_path: Path) -> None:
    mailbox = Mailbox()
    settings = f'public_url = "https://games.example.org"\nbehind_proxy = true\n{mailbox.settings()}'
    server = RunningServer(tmp_path, settings=f"{settings}\n[limits]\nmails = {{ times = 2, minutes = 60 }}\n")
    answers = []
    for number in range(3):
        client = server.guest()
        client.claim(f"Eve {number}", PASSWORD)
        wish = {"email": f"stranger{number}@example.org", "wants_mail": True, "password": PASSWORD}
        eve = Visitor(server, "198.51.100.66")
        answers.append(eve.ask("PUT", "/api/account/notices", wish, Cookie=server.cookie(client)))
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    throttled(answers[-1], "Too many mails were requested")
    assert server.stop() == 0
    mailbox.close()


@pytest.mark.parametrize(
    ("seconds", "words"),
    [
        (1, "1 second"),
        (60, "60 seconds"),
        (61, "2 minutes"),
        (3600, "60 minutes"),
        (3601, "2 hours"),
        (86400, "24 hours"),
    ],
)
def test_waits_are_told_in_words(seconds: int, words: str) -> None:
    assert in_words(seconds) == words
