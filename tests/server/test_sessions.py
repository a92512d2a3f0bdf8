"""Which browser is which guest: nothing is kept before it must be, and what has ended is worth nothing."""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from datetime import timedelta
from hashlib import blake2b
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import func, insert, select, update
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from flagplot.client import Client, Refused
from flagplot.server.people import sessions
from flagplot.server.storage import people_queries
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import ago
from flagplot.server.storage.schema import guests, server_secrets
from flagplot.server.storage.schema import sessions as sessions_table
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import database_of, rows_with

COOKIE = "flagplot_session"
PASSWORD = "correct horse"


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path)
    yield running
    assert running.stop() == 0


@pytest.fixture
def behind_proxy(tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path, settings="behind_proxy = true\n")
    yield running
    assert running.stop() == 0


@contextmanager
def bell(server: RunningServer, client: Client) -> Iterator[ClientConnection]:
    """The WebSocket that tells a guest of their turns."""
    cookie = {"Cookie": f"{COOKIE}={client.guest}"}
    with connect(f"ws://127.0.0.1:{server.port}/api/me/live", additional_headers=cookie) as socket:
        yield socket


def is_hung_up_on(socket: ClientConnection) -> bool:
    """Whether the server closes a connection, whatever it says before."""
    with suppress(ConnectionClosed):
        while True:
            socket.recv(timeout=60)
    return True


# Newcomers


def test_nothing_is_kept_of_who_only_looks(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as newcomer:
        for path in ("/", "/api/me", "/api/matches", "/api/games", "/api/lobby"):
            assert "set-cookie" not in newcomer.get(path).headers
        nobody = {"name": "Guest", "known": False, "account": None, "turns": 0}
        chosen = {"mail_possible": False, "patience_days": 30, "sign_up": True, "guests": True}
        assert newcomer.get("/api/me").json() == nobody | chosen | {"guests_kept_days": None}
        assert newcomer.get("/api/me/data").status_code == 404
        assert newcomer.delete("/api/session").status_code == 404


def test_nothing_is_kept_of_who_is_refused(own_server: RunningServer) -> None:
    with own_server.guest() as ann:
        ann.claim("Ann", PASSWORD)
    with httpx.Client(base_url=own_server.url, timeout=60) as newcomer:
        for answer in (
            newcomer.post("/api/matches", json={"game": "chess"}),
            newcomer.put("/api/me", json={"name": ""}),
            newcomer.put("/api/me", json={"name": "Ann"}),
            newcomer.post("/api/account", json={"name": "Bob", "password": "short"}),
            newcomer.post("/api/account", json={"name": "Ann", "password": PASSWORD}),
            newcomer.post("/api/session", json={"name": "Ann", "password": "wrong horse"}),
        ):
            assert answer.status_code in (403, 409, 422)
            assert "set-cookie" not in answer.headers
    with database_of(own_server) as database:
        assert database.scalar(select(func.count()).select_from(guests)) == 1
        assert database.scalar(select(func.count()).select_from(sessions_table)) == 1


def test_a_newcomer_who_begins_a_game_gets_a_name_and_a_session(server: RunningServer) -> None:
    with httpx.Client(base_url=server.url, timeout=60) as newcomer:
        begun = newcomer.post("/api/matches", json={"game": "atlantic-wolves"})
        cookie = begun.headers["set-cookie"]
        assert cookie.startswith(f"{COOKIE}=")
        for flag in ("HttpOnly", "SameSite=lax", "Path=/", "Max-Age=31536000"):
            assert flag in cookie
        assert "Secure" not in cookie
        me = newcomer.get("/api/me")
        assert me.json()["known"]
        assert me.json()["name"].startswith("Guest ")
        assert me.json()["turns"] == 1
        assert "set-cookie" not in me.headers
        value = newcomer.cookies[COOKIE]
    assert len(value) == 43
    assert rows_with(server, value) == []
    for forged in (value[:-1], f"{value}x", value.swapcase(), "x" * 43, "é", "", "." * 99):
        header = {b"Cookie": f"{COOKIE}={forged}".encode()}
        assert not httpx.get(f"{server.url}/api/me", headers=header).json()["known"]


# By https


def test_by_https_the_cookie_is_secure_and_bound_to_the_host(behind_proxy: RunningServer) -> None:
    https = {"X-Forwarded-Proto": "https", "X-Forwarded-For": "198.51.100.7"}
    with httpx.Client(base_url=behind_proxy.url, timeout=60) as plain:
        begun = plain.put("/api/me", json={"name": "Ann"}, headers=https)
        cookie = begun.headers["set-cookie"]
        assert cookie.startswith(f"__Host-{COOKIE}=")
        for flag in ("HttpOnly", "SameSite=lax", "Path=/", "Secure"):
            assert flag in cookie
        assert "Domain" not in cookie
        value = cookie.partition("=")[2].partition(";")[0]
        plain.cookies.clear()
        for name, known in ((f"__Host-{COOKIE}", True), (COOKIE, False)):
            headers = {**https, "Cookie": f"{name}={value}"}
            assert plain.get("/api/me", headers=headers).json()["known"] is known


def test_what_a_stranger_says_of_a_proxy_is_not_believed(server: RunningServer) -> None:
    answer = httpx.put(f"{server.url}/api/me", json={"name": "Ann"}, headers={"X-Forwarded-Proto": "https"})
    assert answer.headers["set-cookie"].startswith(f"{COOKIE}=")


# Ending


def test_a_session_known_before_sign_in_is_worth_nothing_after_it(server: RunningServer) -> None:
    holder = server.guest()
    holder.claim("Fixed Freda", PASSWORD)
    victim = server.guest()
    victim.rename("Somebody")
    planted = victim.guest
    victim.sign_in("Fixed Freda", PASSWORD)
    assert victim.guest != planted
    assert victim.me().name == "Fixed Freda"
    assert not server.guest(planted).me().known
    newcomer = server.guest()
    newcomer.rename("Newcomer")
    before = newcomer.guest
    newcomer.claim("Fixed Fred", PASSWORD)
    assert newcomer.guest != before
    assert not server.guest(before).me().known


def test_signing_out_ends_this_session_and_no_other(server: RunningServer) -> None:
    here, there = server.guest(), server.guest()
    here.claim("Out Olga", PASSWORD)
    there.sign_in("Out Olga", PASSWORD)
    assert len(here.ask(list[Any], "GET", "/api/sessions")) == 2
    before = here.guest
    here.sign_out()
    assert not server.guest(before).me().known
    (only,) = there.ask(list[dict[str, Any]], "GET", "/api/sessions")
    assert only["here"]
    assert "httpx" in only["agent"]
    assert there.me().name == "Out Olga"


def test_signing_out_everywhere_ends_other_browsers_at_once(server: RunningServer) -> None:
    here, there = server.guest(), server.guest()
    here.claim("Every Eve", PASSWORD)
    there.sign_in("Every Eve", PASSWORD)
    match = there.create("atlantic-wolves")
    table = f"ws://127.0.0.1:{server.port}/api/matches/{match.id}/live?seat=german"
    cookie = {"Cookie": f"{COOKIE}={there.guest}"}
    with bell(server, there) as page, connect(table, additional_headers=cookie) as seat:
        page.recv(timeout=60)
        seat.recv(timeout=60)
        here.sign_out(everywhere=True)
        assert not there.me().known
        with pytest.raises(Refused, match="no such game"):
            match.refresh()
        for socket in (page, seat):
            assert is_hung_up_on(socket)


def test_signing_out_everywhere_ends_other_browsers_at_other_processes(postgres: Cluster, tmp_path: Path) -> None:
    db = postgres.new_database()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = RunningServer(tmp_path / "one", db), RunningServer(tmp_path / "two", db)
    here, there = one.guest(), two.guest()
    here.claim("Every Eve", PASSWORD)
    there.sign_in("Every Eve", PASSWORD)
    with bell(two, there) as page:
        assert there.me().known
        page.recv(timeout=60)
        here.rename("Never Eve")
        here.sign_out(everywhere=True)
        assert is_hung_up_on(page)
    assert not there.me().known
    assert one.stop() == two.stop() == 0


def test_a_guest_without_account_is_not_signed_out_of_their_games(server: RunningServer, guest: Client) -> None:
    guest.create("atlantic-wolves")
    for everywhere in (False, True):
        with pytest.raises(Refused, match="You do not have an account"):
            guest.sign_out(everywhere)
    assert len(guest.matches()) == 1


def test_a_session_that_was_not_used_for_a_year_has_ended(own_server: RunningServer) -> None:
    client = own_server.guest()
    client.rename("Ann")
    with database_of(own_server) as database:
        database.execute(update(sessions_table).values(seen=ago(timedelta(days=366))))
    known_as = client.guest
    own_server.stop()
    own_server.start()
    assert not own_server.guest(known_as).me().known


# Guests of the first releases


def old_cookie(server: RunningServer, guest: str) -> str:
    """What the first releases gave a guest."""
    with database_of(server) as database:
        secret = bytes(database.scalar(select(server_secrets.c.value)) or b"")
    key = hmac.digest(secret, b"guest cookies", "sha256")
    return f"{guest}.{blake2b(guest.encode(), key=key, digest_size=24).hexdigest()}"


def add_guest(server: RunningServer, guest: str, legacy: bool = True) -> None:
    with database_of(server) as database:
        database.execute(insert(guests), {"id": guest, "name": "Old Otto", "legacy": legacy, "created": ""})


def test_the_signed_cookie_of_the_first_releases_becomes_a_session(server: RunningServer) -> None:
    add_guest(server, "old-otto")
    cookie = f"flagplot_guest={old_cookie(server, 'old-otto')}"
    with httpx.Client(base_url=server.url, timeout=60) as browser:
        first = browser.get("/api/me", headers={"Cookie": cookie})
        assert first.json()["name"] == "Old Otto"
        kept, gone = first.headers.get_list("set-cookie")
        assert kept.startswith(f"{COOKIE}=")
        assert gone.startswith('flagplot_guest=""; ') or gone.startswith("flagplot_guest=;")
        assert "Max-Age=0" in gone
        # As long as the browser has not come with its session, the answer may have been lost on the way.
        assert httpx.get(f"{server.url}/api/me", headers={"Cookie": cookie}).json()["known"]
        assert browser.get("/api/me").json()["name"] == "Old Otto"
        assert browser.put("/api/me", json={"name": "New Otto"}).status_code == 200
    assert not httpx.get(f"{server.url}/api/me", headers={"Cookie": cookie}).json()["known"]


def test_other_signed_cookies_are_worth_nothing(server: RunningServer) -> None:
    add_guest(server, "new-nora", legacy=False)
    good = old_cookie(server, "new-nora")
    guest, _, signature = good.partition(".")
    for forged in (good, f"x{good}", good[:-1], guest, f".{signature}", old_cookie(server, "nobody"), "é.é", "." * 99):
        header = {b"Cookie": f"flagplot_guest={forged}".encode()}
        answer = httpx.get(f"{server.url}/api/me", headers=header)
        assert not answer.json()["known"]
        assert "set-cookie" not in answer.headers


# Requests of other sites' pages


def test_requests_of_other_sites_pages_are_refused(server: RunningServer, guest: Client) -> None:
    guest.claim("Csrf Carl", PASSWORD)
    with httpx.Client(base_url=server.url, cookies={COOKIE: guest.guest or ""}) as browser:
        asks: list[tuple[str, str, Any]] = [
            ("PUT", "/api/me", {"name": "Evil"}),
            ("POST", "/api/session", {"name": "Csrf Carl", "password": PASSWORD}),
            ("DELETE", "/api/session", None),
            ("DELETE", "/api/sessions", None),
            ("PUT", "/api/account/password", {"old": PASSWORD, "new": "another horse"}),
            ("DELETE", "/api/me", {"password": PASSWORD}),
            ("POST", "/api/matches", {"game": "sea-control"}),
        ]
        for method, path, body in asks:
            for header in ({"Origin": "https://example.com"}, {"Origin": "null"}, {"Sec-Fetch-Site": "cross-site"}):
                answer = browser.request(method, path, json=body, headers=header)
                assert answer.status_code == 403
                assert answer.json()["error"] == "This request came from a page of another site."
        ours = {"Sec-Fetch-Site": "same-origin", "Origin": server.url}
        assert browser.put("/api/me", json={"name": "Csrf Carla"}, headers=ours).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "", "TEXT/PLAIN"]
)
def test_only_json_is_read(server: RunningServer, guest: Client, kind: str) -> None:
    guest.rename("Wire")
    with httpx.Client(base_url=server.url, cookies={COOKIE: guest.guest or ""}) as browser:
        headers = {"Content-Type": kind} if kind else {}
        answer = browser.put("/api/me", content=b'{"name":"Form"}', headers=headers)
        assert (answer.status_code, answer.json()["error"]) == (
            415,
            "Send JSON, with the content type application/json.",
        )
    assert guest.me().name == "Wire"


# What a session costs


def test_a_session_that_is_in_use_is_not_looked_up_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def look_up() -> None:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        known = sessions.Sessions(database, Bulletin(database.engine))
        value, session = sessions.new_session("a browser")
        await database.write(people_queries.add_guest, "ann", "Ann", session)
        asked = []
        read, write = database.read, database.write

        async def counted_read(function: Any, *args: Any) -> Any:
            asked.append(function.__name__)
            return await read(function, *args)

        async def counted_write(function: Any, *args: Any) -> Any:
            asked.append(function.__name__)
            return await write(function, *args)

        monkeypatch.setattr(database, "read", counted_read)
        monkeypatch.setattr(database, "write", counted_write)
        for _ in range(50):
            assert await known.guest_of(sessions.hashed(value)) == "ann"
        assert asked == ["session_found"]
        await write(people_queries.session_seen, session.id, "ann", ago(timedelta(hours=2)))
        known.drop(session.id)
        asked.clear()
        for _ in range(50):
            assert await known.guest_of(sessions.hashed(value)) == "ann"
        await asyncio.sleep(0.1)
        assert asked == ["session_found", "session_seen"]
        await write(people_queries.end_sessions, "ann")
        known.drop("ann")
        assert await known.guest_of(sessions.hashed(value)) is None
        database.close()

    asyncio.run(look_up())


def test_a_session_that_ends_while_it_is_looked_up_is_not_remembered(tmp_path: Path) -> None:
    async def look_up() -> None:
        database = Database(f"sqlite:///{tmp_path}/x.db")
        known = sessions.Sessions(database, Bulletin(database.engine))
        value, session = sessions.new_session("a browser")
        await database.write(people_queries.add_guest, "ann", "Ann", session)
        looking = asyncio.create_task(known.guest_of(sessions.hashed(value)))
        await asyncio.sleep(0)
        await database.write(people_queries.end_sessions, "ann")
        known.drop("ann")
        await looking
        assert await known.guest_of(sessions.hashed(value)) is None
        database.close()

    asyncio.run(look_up())
