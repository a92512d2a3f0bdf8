"""Accounts: a name of one's own, coming back to one's games, taking all of it along, and being forgotten."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Any

import httpx
import pytest
from argon2 import PasswordHasher, extract_parameters
from litestar.testing import TestClient
from sqlalchemy import insert, select, update

from flagplot.client import Client, Refused
from flagplot.payloads_together import Me
from flagplot.server.people.passwords import Passwords
from flagplot.server.storage.schema import accounts, guests, matches, rated_games, ratings, seats, talk
from tests.server.in_process import application
from tests.server.mailbox import Mailbox, text_of, token_in
from tests.server.running import RunningServer
from tests.server.tables import database_of, rows_with

PASSWORD = "correct horse"
WRONG = "The name or the password is wrong."


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    yield box
    box.close()


@pytest.fixture
def mail_server(mailbox: Mailbox, tmp_path: Path) -> Iterator[RunningServer]:
    running = RunningServer(tmp_path, settings=f'public_url = "https://games.example.org/"\n{mailbox.settings()}')
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def id_of(client: Client) -> str:
    """What the server calls a guest."""
    return str(client.data()["guest"]["id"])


def refusal(client: Client, method: str, path: str, body: Any) -> tuple[int, str]:
    with pytest.raises(Refused) as refused:
        client.request(method, path, json=body)
    return refused.value.status, str(refused.value)


# Names


@pytest.mark.each_database
def test_claiming_a_name_keeps_the_games(server: RunningServer, guest: Client) -> None:
    match = guest.create("atlantic-wolves")
    me = guest.claim("  Claire   Claimer ", PASSWORD)
    assert (me.name, me.known, me.turns) == ("Claire Claimer", True, 1)
    assert me.account
    assert (me.account.email, me.account.wants_mail) == (None, False)
    assert guest.me() == me
    assert [info.id for info in guest.matches()] == [match.id]
    assert match.refresh().seats[0].who == "Claire Claimer"
    elsewhere = server.guest()
    assert elsewhere.sign_in("claire claimer", PASSWORD) == me
    assert [info.id for info in elsewhere.matches()] == [match.id]
    assert refusal(guest, "POST", "/api/account", {"name": "Another", "password": PASSWORD}) == (
        409,
        "You already have an account. Sign out before you claim another name.",
    )


WRITTEN = ["Ünique Uwe", "ünique uwe", "ÜNIQUE  UWE", "\uff35\u0308nique\u3000\uff35we", "U\u0308nique Uwe"]


@pytest.mark.parametrize("name", WRITTEN)
def test_a_name_belongs_to_one_account_however_it_is_written(server: RunningServer, guest: Client, name: str) -> None:
    with server.guest() as first:
        try:
            first.claim("Ünique Uwe", PASSWORD)
        except Refused:
            first.sign_in("Ünique Uwe", PASSWORD)
        assert refusal(guest, "POST", "/api/account", {"name": name, "password": PASSWORD})[0] == 409
        status, sentence = refusal(guest, "PUT", "/api/me", {"name": name})
        assert status == 409
        assert sentence.endswith("belongs to an account. Sign in if it is yours, or choose another.")
        first.rename(name)  # whose it is may write it as they like


def test_guests_may_share_a_name_but_newcomers_names_are_nobodys(guest: Client, stranger: Client) -> None:
    guest.rename("Twin")
    stranger.rename("Twin")
    for name in ("Guest 1234", "guest", "ＧＵＥＳＴ 7"):
        assert refusal(guest, "POST", "/api/account", {"name": name, "password": PASSWORD})[0] == 422


def test_an_account_can_be_renamed_and_its_old_name_is_free(server: RunningServer, guest: Client) -> None:
    guest.claim("Rene", PASSWORD)
    guest.rename("Renate")
    with server.guest() as other:
        other.claim("Rene", PASSWORD)
        assert refusal(other, "PUT", "/api/me", {"name": "RENATE"})[0] == 409
    with server.guest() as elsewhere:
        assert elsewhere.sign_in("Renate", PASSWORD).name == "Renate"


@pytest.mark.parametrize("password", ["", "1234567", "x" * 201])
def test_passwords_that_are_too_short_or_too_long_are_refused(guest: Client, password: str) -> None:
    answer = refusal(guest, "POST", "/api/account", {"name": "Shorty", "password": password})
    assert answer == (422, "A password must have 8 to 200 characters.")


# Signing in


@pytest.mark.long
def test_a_wrong_name_and_a_wrong_password_take_as_long(tmp_path: Path) -> None:
    server = RunningServer(tmp_path, in_earnest=True)
    server.guest().claim("Timo", PASSWORD)
    times: dict[str, list[float]] = {"Timo": [], "Nobody Like Timo": []}
    with httpx.Client(base_url=server.url, timeout=60) as wire:
        for _ in range(7):
            for name, taken in times.items():
                began = time.monotonic()
                answer = wire.post("/api/session", json={"name": name, "password": "wrong horse"})
                taken.append(time.monotonic() - began)
                assert (answer.status_code, answer.json()) == (403, {"error": WRONG})
    assert server.stop() == 0
    known, unknown = (median(taken) for taken in times.values())
    assert 0.4 < known / unknown < 2.5


@pytest.fixture
def url(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path}/x.db"


@pytest.fixture
def in_earnest(url: str) -> Iterator[TestClient[Any]]:
    """A server that hashes passwords with the effort that an operator's takes."""
    with application(url) as client:
        yield client


def test_a_wrong_name_and_a_wrong_password_are_told_apart_by_nothing(
    in_earnest: TestClient[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert in_earnest.post("/api/account", json={"name": "Timo", "password": PASSWORD}).status_code == 201
    efforts = []
    verify = Passwords._verified

    def noted(passwords: Passwords, kept: str, password: str) -> bool:
        efforts.append(extract_parameters(kept))
        return verify(passwords, kept, password)

    monkeypatch.setattr(Passwords, "_verified", noted)
    for name in ("Timo", "Nobody Like Timo"):
        answer = in_earnest.post("/api/session", json={"name": name, "password": "wrong horse"})
        assert (answer.status_code, answer.json()) == (403, {"error": WRONG})
    known, unknown = efforts
    assert known == unknown


def test_passwords_are_kept_as_argon2id_and_hashed_anew_when_that_became_easier(
    in_earnest: TestClient[Any], url: str
) -> None:
    hanna = {"name": "Hashed Hanna", "password": PASSWORD}
    assert in_earnest.post("/api/account", json=hanna).status_code == 201
    assert rows_with(url, PASSWORD) == []
    of_hanna = accounts.c.name_key == "hashed hanna"
    with database_of(url) as database:
        kept = str(database.scalar(select(accounts.c.password).where(of_hanna)))
        assert kept.startswith("$argon2id$v=19$m=65536,t=3,p=1$")
        weak = PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1).hash(PASSWORD)
        database.execute(update(accounts).where(of_hanna).values(password=weak))
    in_earnest.cookies.clear()
    assert in_earnest.post("/api/session", json=hanna).status_code == 200
    with database_of(url) as database:
        assert "m=65536,t=3,p=1" in str(database.scalar(select(accounts.c.password).where(of_hanna)))


@pytest.mark.each_database
def test_the_games_of_a_browser_go_to_the_account(server: RunningServer, guest: Client, stranger: Client) -> None:
    guest.claim("Brenda", PASSWORD)
    at_home = guest.create("atlantic-wolves")
    match = stranger.create("sea-control", {"axis": "me", "allied": "open"})
    stranger.request("PUT", f"/api/matches/{match.id}/notes", json={"text": "watch Narvik"})
    stranger.request("POST", f"/api/matches/{match.id}/talk", json={"seat": "axis", "text": "hello"})
    before = id_of(stranger)
    with server.guest() as friend:
        friend.join(match.invite, "allied")
        stranger.sign_in("Brenda", PASSWORD)
        assert {info.id for info in stranger.matches()} == {at_home.id, match.id}
        assert stranger.match(match.id).position.table.owner
        assert stranger.ask(dict[str, str], "GET", f"/api/matches/{match.id}/notes")["text"] == "watch Narvik"
        seen = friend.match(match.id).position
        assert [seat.who for seat in seen.seats if seat.id == "axis"] == ["Brenda"]
        assert [line.who for line in seen.talk if line.kind == "chat"] == ["Brenda"]
    assert rows_with(server, before) == []


def test_the_games_of_a_browser_stay_behind_when_that_is_wished(server: RunningServer, guest: Client) -> None:
    guest.claim("Barbara", PASSWORD)
    with server.guest() as other:
        match = other.create("atlantic-wolves")
        known_as = other.guest
        other.sign_in("Barbara", PASSWORD, bring_games=False)
        assert other.matches() == []
        with pytest.raises(Refused):
            match.refresh()
    assert not server.guest(known_as).me().known


def test_who_was_both_players_of_a_game_has_a_hot_seat(server: RunningServer, guest: Client, stranger: Client) -> None:
    guest.claim("Both", PASSWORD)
    match = guest.create("sea-control", {"axis": "me", "allied": "open"})
    guest.request("PUT", f"/api/matches/{match.id}/notes", json={"text": "mine"})
    stranger.join(match.invite, "allied")
    stranger.request("PUT", f"/api/matches/{match.id}/notes", json={"text": "theirs"})
    stranger.sign_in("Both", PASSWORD)
    assert [info.yours for info in stranger.matches()] == [("axis", "allied")]
    assert stranger.ask(dict[str, str], "GET", f"/api/matches/{match.id}/notes")["text"] == "mine\n\ntheirs"


def test_signing_in_to_another_account_takes_nothing_along(server: RunningServer, guest: Client) -> None:
    guest.claim("First Felix", PASSWORD)
    guest.create("atlantic-wolves")
    with server.guest() as other:
        other.claim("Second Sven", PASSWORD)
    guest.sign_in("Second Sven", PASSWORD)
    assert guest.matches() == []
    assert guest.sign_in("First Felix", PASSWORD).name == "First Felix"
    assert len(guest.matches()) == 1


def test_another_password_signs_all_other_browsers_out(server: RunningServer, guest: Client) -> None:
    guest.claim("Petra", PASSWORD)
    elsewhere = server.guest()
    elsewhere.sign_in("Petra", PASSWORD)
    body = {"old": "wrong horse", "new": "another horse"}
    assert refusal(guest, "PUT", "/api/account/password", body) == (403, "The old password is wrong.")
    before = guest.guest
    guest.change_password(PASSWORD, "another horse")
    assert guest.guest != before
    assert guest.me().name == "Petra"
    assert not elsewhere.me().known
    assert not server.guest(before).me().known
    assert refusal(elsewhere, "POST", "/api/session", {"name": "Petra", "password": PASSWORD}) == (403, WRONG)
    assert elsewhere.sign_in("Petra", "another horse").name == "Petra"


# By mail


def wish_for(client: Client, email: str, wants_mail: bool = True) -> Me:
    """Set an address."""
    wish = {"email": email, "wants_mail": wants_mail, "password": PASSWORD}
    return client.ask(Me, "PUT", "/api/account/notices", json=wish)


def confirmed(client: Client, mailbox: Mailbox, email: str) -> None:
    """Set and confirm an address."""
    number = len(mailbox.letters)
    wish_for(client, email)
    letter = mailbox.wait_for(number + 1)[-1]
    client.request("POST", "/api/account/confirm", json={"token": token_in(letter)})


def test_an_address_is_confirmed_by_what_was_sent_to_it(mail_server: RunningServer, mailbox: Mailbox) -> None:
    client = mail_server.guest()
    assert client.me().mail_possible
    client.claim("Ann", PASSWORD)
    me = wish_for(client, "ann@example.org")
    assert me.account
    assert (me.account.email, me.account.email_confirmed, me.account.wants_mail) == ("ann@example.org", False, True)
    (letter,) = mailbox.wait_for(1)
    assert (letter["To"], letter["From"]) == ("ann@example.org", "flagplot@example.org")
    assert "https://games.example.org/confirm/" in text_of(letter)
    token = token_in(letter)
    assert rows_with(mail_server, token) == []
    anybody = mail_server.guest()
    assert refusal(anybody, "POST", "/api/account/confirm", {"token": "x" * 43})[0] == 404
    anybody.request("POST", "/api/account/confirm", json={"token": token})
    account = client.me().account
    assert account
    assert account.email_confirmed
    assert refusal(anybody, "POST", "/api/account/confirm", {"token": token})[0] == 404
    # The same address again asks for nothing.
    client.request("PUT", "/api/account/notices", json={"email": "ann@example.org", "wants_mail": False})
    assert len(mailbox.letters) == 1
    # Another one must be confirmed anew, and the old one is told.
    wish_for(client, "new@example.org")
    told = {letter["To"]: text_of(letter) for letter in mailbox.wait_for(3)[1:]}
    assert "no longer goes to this address" in told["ann@example.org"]
    assert "/confirm/" in told["new@example.org"]
    account = client.me().account
    assert account
    assert not account.email_confirmed


def test_what_is_no_address_is_refused(mail_server: RunningServer) -> None:
    client = mail_server.guest()
    client.claim("Ann", PASSWORD)
    for email in ("ann", " ", "@", "a@", "a b@example.org", "a@example.org,b@example.org", "a@b\nc", "<a@b>"):
        wish = {"email": email, "wants_mail": True, "password": PASSWORD}
        assert refusal(client, "PUT", "/api/account/notices", wish)[0] == 422, email


def test_another_address_needs_the_password_and_none_does_not(mail_server: RunningServer, mailbox: Mailbox) -> None:
    client = mail_server.guest()
    client.claim("Ann", PASSWORD)
    wish: dict[str, Any] = {"email": "eve@example.org", "wants_mail": True}
    for _ in range(2):  # for the first one as for every other
        sentence = "To change your mail address, also send your password."
        assert refusal(client, "PUT", "/api/account/notices", wish) == (422, sentence)
        assert refusal(client, "PUT", "/api/account/notices", wish | {"password": "wrong horse"}) == (
            403,
            "The password is wrong, so the address was not changed.",
        )
        if not mailbox.letters:
            confirmed(client, mailbox, "ann@example.org")
    assert [letter["To"] for letter in mailbox.letters] == ["ann@example.org"]
    me = client.ask(Me, "PUT", "/api/account/notices", json={"email": "ann@example.org", "wants_mail": False})
    assert me.account
    assert me.account.email_confirmed
    me = client.ask(Me, "PUT", "/api/account/notices", json={"email": None, "wants_mail": False})
    assert me.account
    assert me.account.email is None


def test_a_letter_that_was_lost_is_sent_again(mail_server: RunningServer, mailbox: Mailbox) -> None:
    client = mail_server.guest()
    client.claim("Ann", PASSWORD)
    wish_for(client, "ann@example.org")
    lost = token_in(mailbox.wait_for(1)[0])
    client.request("PUT", "/api/account/notices", json={"email": "ann@example.org", "wants_mail": True})
    token = token_in(mailbox.wait_for(2)[1])
    assert refusal(client, "POST", "/api/account/confirm", {"token": lost})[0] == 404
    client.request("POST", "/api/account/confirm", json={"token": token})
    account = client.me().account
    assert account
    assert account.email_confirmed


def test_letters_that_wait_are_sent_before_the_server_ends(tmp_path: Path) -> None:
    mailbox = Mailbox(refuses=1)
    running = RunningServer(tmp_path, settings=f'public_url = "https://games.example.org/"\n{mailbox.settings()}')
    client = running.guest()
    client.claim("Ann", PASSWORD)
    wish_for(client, "ann@example.org")
    deadline = time.monotonic() + 120
    while not mailbox.refused:  # it would be tried again after some seconds
        assert time.monotonic() < deadline
        time.sleep(0.02)
    assert running.stop() == 0
    assert [letter["To"] for letter in mailbox.letters] == ["ann@example.org"]
    mailbox.close()


def test_a_server_without_mail_takes_no_address(guest: Client) -> None:
    assert not guest.me().mail_possible
    guest.claim("Mailless Max", PASSWORD)
    wish = {"email": "max@example.org", "wants_mail": True, "password": PASSWORD}
    assert refusal(guest, "PUT", "/api/account/notices", wish) == (422, "This server does not send mail.")


def test_a_forgotten_password_is_replaced_by_mail(mail_server: RunningServer, mailbox: Mailbox) -> None:
    client = mail_server.guest()
    client.claim("Ann", PASSWORD)
    confirmed(client, mailbox, "ann@example.org")
    anybody = mail_server.guest()
    for name in ("Nobody", "Ann"):
        answer = anybody.request("POST", "/api/account/forgotten", json={"name": name})
        assert (answer.status_code, answer.content) == (204, b"")
    letter = mailbox.wait_for(2)[-1]
    assert letter["To"] == "ann@example.org"
    assert "https://games.example.org/reset/" in text_of(letter)
    token = token_in(letter)
    assert rows_with(mail_server, token) == []
    assert refusal(anybody, "POST", "/api/account/reset", {"token": token, "password": "short"})[0] == 422
    me = anybody.ask(Me, "POST", "/api/account/reset", json={"token": token, "password": "another horse"})
    assert me.name == "Ann"
    assert anybody.me() == me
    assert not client.me().known  # who had the old password is out
    again = {"token": token, "password": "third horse"}
    assert refusal(mail_server.guest(), "POST", "/api/account/reset", again) == (
        404,
        "This link was used already or has expired. Ask for another.",
    )
    assert client.sign_in("Ann", "another horse").name == "Ann"
    assert len(mailbox.letters) == 2


def test_no_password_is_replaced_by_an_address_that_nobody_confirmed(
    mail_server: RunningServer, mailbox: Mailbox
) -> None:
    client = mail_server.guest()
    client.claim("Ann", PASSWORD)
    wish_for(client, "eve@example.org")
    mailbox.wait_for(1)
    client.request("POST", "/api/account/forgotten", json={"name": "Ann"})
    time.sleep(0.5)
    assert len(mailbox.letters) == 1


# All that is kept


def played_with(server: RunningServer, client: Client, friend: Client, word: str) -> tuple[str, str]:
    """A game alone and one with a friend, with everything in it that can be kept; their ids."""
    alone = client.create("atlantic-wolves")
    alone.decide("pens")
    shared = client.create("sea-control", {"axis": "me", "allied": "open"})
    friend.join(shared.invite, "allied")
    for who, seat in ((client, "axis"), (friend, "allied")):
        who.request("POST", f"/api/matches/{shared.id}/talk", json={"seat": seat, "text": f"{seat} says {word}"})
        who.request("PUT", f"/api/matches/{shared.id}/notes", json={"text": f"{seat} notes {word}"})
    mine = id_of(client)
    with database_of(server) as database:
        database.execute(
            insert(ratings),
            {"game": "sea-control", "who": mine, "mu": 25, "sigma": 8, "won": 1, "drawn": 0, "lost": 2, "changed": ""},
        )
        players = f'{{"axis":"{mine}","allied":"captain"}}'
        row = {"match_id": f"old {mine[:4]}", "game": "sea-control", "players": players, "winner": None, "at": ""}
        database.execute(insert(rated_games), row)
    return alone.id, shared.id


@pytest.mark.each_database
def test_everything_that_is_kept_can_be_taken_along(server: RunningServer, guest: Client, stranger: Client) -> None:
    guest.claim("Exporting Ed", PASSWORD)
    alone, shared = played_with(server, guest, stranger, "hello")
    answer = guest.request("GET", "/api/me/data")
    assert answer.headers["content-disposition"] == 'attachment; filename="flagplot-my-data.json"'
    data = answer.json()
    assert data["guest"]["name"] == "Exporting Ed"
    assert set(data["account"]) == {"email", "email_confirmed", "wants_mail", "created", "password"}
    assert "$argon2" not in answer.text
    assert [session["agent"].partition("/")[0] for session in data["sessions"]] == ["python-httpx"]
    games = {game["id"]: game for game in data["games"]}
    assert set(games) == {alone, shared}
    assert [choice["option"] for choice in games[alone]["choices"]] == ["pens"]
    assert games[alone]["owner"]
    assert games[shared]["seats"] == [{"seat": "allied", "player": "guest"}, {"seat": "axis", "player": "you"}]
    assert games[shared]["result"] is None
    assert [line["text"] for line in data["talk"] if line["kind"] == "chat"] == ["axis says hello"]
    assert data["notes"] == [{"match_id": shared, "text": "axis notes hello"}]
    assert [(row["game"], row["won"], row["lost"]) for row in data["ratings"]] == [("sea-control", 1, 2)]
    assert [row["seats"] for row in data["rated_games"]] == [["axis"]]
    assert id_of(stranger) not in answer.text
    assert {name for name, value in data.items() if isinstance(value, list)} == {
        "sessions", "tokens", "games", "talk", "notes", "notices", "ratings", "rated_games", "commands",
        "games_of_days",
    }  # fmt: skip


@pytest.mark.each_database
def test_who_is_forgotten_is_named_nowhere_any_more(server: RunningServer, guest: Client, stranger: Client) -> None:
    guest.claim("Forgotten Fritz", PASSWORD)
    alone, shared = played_with(server, guest, stranger, "farewell")
    mine, theirs = id_of(guest), id_of(stranger)
    known_as = guest.guest
    table = stranger.match(shared)
    assert refusal(guest, "DELETE", "/api/me", {}) == (403, "The password is wrong, so nothing was deleted.")
    assert refusal(guest, "DELETE", "/api/me", {"password": "wrong horse"})[0] == 403
    assert rows_with(server, mine)
    guest.be_forgotten(PASSWORD)
    assert (
        rows_with(server, mine, "Forgotten Fritz", "forgotten fritz", "axis says farewell", "axis notes farewell") == []
    )
    with database_of(server) as database:
        assert database.scalar(select(guests.c.id).where(guests.c.id == mine)) is None
        assert database.scalar(select(matches.c.id).where(matches.c.id == alone)) is None
        assert database.scalar(select(matches.c.owner).where(matches.c.id == shared)) == theirs
        seat = (seats.c.match_id == shared) & (seats.c.seat == "axis")
        assert database.scalar(select(seats.c.player).where(seat)) == "left"
        said = (talk.c.match_id == shared) & (talk.c.kind == "chat")
        assert list(database.scalars(select(talk.c.text).where(said).order_by(talk.c.n))) == [
            "",
            "allied says farewell",
        ]
    # The other one has won, and can still look at the game.
    seen = table.refresh()
    assert seen.result
    assert seen.result.winner == "allied"
    assert seen.table.owner
    assert [line.text for line in seen.talk if line.kind == "chat"] == ["", "allied says farewell"]
    assert not server.guest(known_as).me().known
    assert refusal(stranger, "POST", "/api/session", {"name": "Forgotten Fritz", "password": PASSWORD}) == (403, WRONG)
    with server.guest() as newcomer:
        newcomer.claim("Forgotten Fritz", PASSWORD)
        assert newcomer.matches() == []


def test_a_guest_without_account_can_be_forgotten_too(server: RunningServer, guest: Client) -> None:
    guest.create("atlantic-wolves")
    mine = id_of(guest)
    guest.be_forgotten()
    assert rows_with(server, mine) == []
    assert not guest.me().known


def test_what_only_accounts_have_is_refused_to_others(guest: Client) -> None:
    guest.rename("Nobody")
    for method, path, body in (
        ("PUT", "/api/account/password", {"old": PASSWORD, "new": "another horse"}),
        ("PUT", "/api/account/notices", {"email": None, "wants_mail": True}),
    ):
        assert refusal(guest, method, path, body) == (409, "You do not have an account. Claim a name first.")
