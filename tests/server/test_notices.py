"""Notices: who is away is told of their turn, by mail if they want it and to the operator's program; once."""

from __future__ import annotations

import asyncio
import hmac
import json
import ssl
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from aiosmtpd.smtp import AuthResult, LoginPassword
from cryptography import x509
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat
from cryptography.x509.oid import NameOID
from sqlalchemy import insert, select, update
from websockets.sync.client import connect

from flagplot.client import Client, RemoteMatch
from flagplot.server.people import notices
from flagplot.server.people.mail import Letter, NotSent, Post
from flagplot.server.people.notices import Notices, Progress
from flagplot.server.settings import Mail, Settings, Webhook
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import ago, ahead
from flagplot.server.storage.schema import accounts, guests, matches, seats
from flagplot.server.storage.schema import notices as table
from tests.server.forks import LOOKS_EVERY
from tests.server.mailbox import Hook, Mailbox, text_of
from tests.server.postgres import Cluster
from tests.server.running import RunningServer
from tests.server.tables import database_of
from tests.server.test_accounts import confirmed, wish_for

pytestmark = pytest.mark.each_database

PASSWORD = "correct horse"
SECRET = "0123456789abcdef"
SEVERAL_LOOKS = 2.5 * LOOKS_EVERY  # seconds in which a letter that is due would come


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    box = Mailbox()
    yield box
    box.close()


@pytest.fixture
def hook() -> Iterator[Hook]:
    program = Hook()
    yield program
    program.close()


@contextmanager
def serving(directory: Path, mailbox: Mailbox, hook: Hook | None = None, after: int = 0) -> Iterator[RunningServer]:
    """A server that sends notices."""
    told = f'\n[webhook]\nurl = "{hook.url}"\nsecret = "{SECRET}"\n' if hook else ""
    settings = f'public_url = "https://games.example.org"\n{mailbox.settings(after)}{told}'
    running = RunningServer(directory, settings=settings)
    try:
        yield running
    except BaseException:
        running.kill()
        raise
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def two_players(server: RunningServer) -> tuple[Client, Client, RemoteMatch]:
    """Ann, whose turn it is not, and Bob, whose turn it is, or the other way round; the one who decides first."""
    ann, bob = server.guest(), server.guest()
    ann.claim("Ann", PASSWORD)
    bob.claim("Bob", PASSWORD)
    match = ann.create("sea-control", {"axis": "me", "allied": "open"})
    return ann, bob, match


def handed_on(match: RemoteMatch) -> None:
    """Decide until it is the other side's turn."""
    while match.refresh().decision:
        match.decide(match.hint().option)


def waiting(server: RunningServer) -> int:
    with database_of(server) as database:
        return len(database.execute(select(table)).all())


def test_who_is_away_is_written_to(tmp_path: Path, mailbox: Mailbox, hook: Hook) -> None:
    with serving(tmp_path, mailbox, hook) as server:
        ann, bob, match = two_players(server)
        confirmed(bob, mailbox, "bob@example.org")
        other = bob.join(match.invite, "allied")
        decides = match if match.refresh().decision else other
        if decides is other:
            handed_on(other)
            decides = match
        began = len(mailbox.letters)
        handed_on(match)
        letter = mailbox.wait_for(began + 1)[-1]
        assert letter["To"] == "bob@example.org"
        assert letter["From"] == "flagplot@example.org"
        assert letter["Subject"] == "Your turn in Sea Control"
        assert letter["Auto-Submitted"] == "auto-generated"
        words = text_of(letter)
        assert words.startswith("Bob, it is your turn in Sea Control against Ann:")
        assert letter["List-Unsubscribe"] == "<https://games.example.org/account>"
        assert f"https://games.example.org/g/{match.id}\n" in words
        assert "Here you can switch it off:\nhttps://games.example.org/account\n" in words
        headers, body = hook.wait_for(1)[-1]
        assert headers["X-Flagplot-Signature"] == f"sha256={hmac.digest(SECRET.encode(), body, 'sha256').hex()}"
        told = json.loads(body)
        assert {name: told[name] for name in ("event", "game", "title", "match", "url")} == {
            "event": "your turn",
            "game": "sea-control",
            "title": "Sea Control",
            "match": match.id,
            "url": f"https://games.example.org/g/{match.id}",
        }
        assert {json.loads(call)["player"] for _, call in hook.calls} <= {"Ann", "Bob"}
        number = len(mailbox.letters)
        time.sleep(SEVERAL_LOOKS)
        assert len(mailbox.letters) == number
        assert waiting(server) == 0
        assert ann.me().known


def test_nobody_is_written_to_who_does_not_want_it_or_has_not_confirmed(
    tmp_path: Path, mailbox: Mailbox, hook: Hook
) -> None:
    with serving(tmp_path, mailbox, hook) as server:
        ann, bob, match = two_players(server)
        confirmed(ann, mailbox, "ann@example.org")
        ann.request("PUT", "/api/account/notices", json={"email": "ann@example.org", "wants_mail": False})
        wish_for(bob, "bob@example.org")
        mailbox.wait_for(2)
        other = bob.join(match.invite, "allied")
        for side in (match, other, match, other):
            handed_on(side)
        hook.wait_for(1)
        time.sleep(1)
        assert {letter["Subject"] for letter in mailbox.letters} == {"Confirm your address at Flagplot"}


def test_no_letter_comes_for_a_turn_that_is_over(tmp_path: Path, mailbox: Mailbox) -> None:
    with serving(tmp_path, mailbox, after=5) as server:
        ann, bob, match = two_players(server)
        confirmed(ann, mailbox, "ann@example.org")
        confirmed(bob, mailbox, "bob@example.org")
        other = bob.join(match.invite, "allied")
        for side in (match, other, match):
            handed_on(side)
        assert waiting(server) == 1
        other.resign()
        assert waiting(server) == 0
        assert len(mailbox.letters) == 2


def test_no_letter_comes_while_a_page_is_open(tmp_path: Path, mailbox: Mailbox, hook: Hook) -> None:
    with serving(tmp_path, mailbox, hook) as server:
        _, bob, match = two_players(server)
        confirmed(bob, mailbox, "bob@example.org")
        url = f"ws://127.0.0.1:{server.port}/api/me/live"
        cookie = {"Cookie": f"flagplot_session={bob.guest}"}
        # Its queue is endless, because a page that reads nothing for long counts as gone.
        with connect(url, additional_headers=cookie, max_queue=None) as page:
            first = json.loads(page.recv(timeout=60))
            assert first == {"type": "turns", "turns": 0, "match": None}
            other = bob.join(match.invite, "allied")
            handed_on(other)
            handed_on(match)
            turns = first
            while turns["turns"] == 0:
                turns = json.loads(page.recv(timeout=60))
            assert turns["match"] is None or turns["match"]["id"] == match.id
            assert bob.me().turns == 1
            time.sleep(SEVERAL_LOOKS)
            assert len(mailbox.letters) == 1
            assert "Bob" not in {json.loads(body)["player"] for _, body in hook.calls}
            assert waiting(server) == 1  # it comes later, if Bob goes away without deciding


def test_a_page_at_another_process_hears_of_a_turn(postgres: Cluster, tmp_path: Path) -> None:
    db = postgres.new_database()
    (tmp_path / "one").mkdir()
    (tmp_path / "two").mkdir()
    one, two = RunningServer(tmp_path / "one", db), RunningServer(tmp_path / "two", db)
    ann, bob = one.guest(), two.guest()
    match = ann.create("sea-control", {"axis": "me", "allied": "open"})
    other = bob.join(match.invite, "allied")
    first, second, waits, server = (match, other, bob, two) if match.refresh().decision else (other, match, ann, one)
    cookie = {"Cookie": f"flagplot_session={waits.guest}"}
    with connect(f"ws://127.0.0.1:{server.port}/api/me/live", additional_headers=cookie) as page:
        assert json.loads(page.recv(timeout=60))["turns"] == 0
        handed_on(first)
        while json.loads(page.recv(timeout=60))["turns"] != 1:
            pass
    while second.decision is None:  # the moves themselves may arrive a moment after the bell
        assert second.poll(60)
    assert one.stop() == two.stop() == 0


# The way to the mail server


def letter_by(mail: Mail) -> None:
    """Send a letter."""

    async def send() -> None:
        post = Post(mail)
        try:
            await post.send(Letter("ann@example.org", "Hello", "Hello, Jürgen.\n"))
        finally:
            post.close()

    asyncio.run(send())


def tls_mailbox(certificate: Path, **ways: Any) -> Mailbox:
    """A mail server that wants TLS."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return Mailbox(tls_context=context, require_starttls=True, **ways)


def test_letters_go_by_tls_to_a_server_that_proves_who_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    certificate = made_certificate(tmp_path)
    box = tls_mailbox(certificate)
    mail = Mail("localhost", "flagplot@example.org", box.port)
    with pytest.raises(NotSent, match="certificate verify failed"):
        letter_by(mail)
    assert box.letters == []
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    letter_by(mail)
    assert [text_of(letter) for letter in box.letters] == ["Hello, Jürgen.\n"]
    box.close()


def test_a_mail_server_may_want_a_password(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def knows(server: object, session: object, envelope: object, mechanism: str, data: LoginPassword) -> AuthResult:
        return AuthResult(success=(data.login, data.password) == (b"flagplot", b"right"), handled=False)

    certificate = made_certificate(tmp_path)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    box = tls_mailbox(certificate, auth_required=True, authenticator=knows)
    with pytest.raises(NotSent, match="Authentication"):
        letter_by(Mail("localhost", "flagplot@example.org", box.port, "flagplot", "wrong"))
    assert box.letters == []
    letter_by(Mail("localhost", "flagplot@example.org", box.port, "flagplot", "right"))
    assert len(box.letters) == 1
    box.close()


def made_certificate(directory: Path) -> Path:
    """A certificate of `localhost`, signed by itself, with its key."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "localhost")])
    moment = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(moment - timedelta(days=1))
        .not_valid_after(moment + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("localhost")]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=None), critical=True)
        .sign(key, hashes.SHA256())
    )
    secret = key.private_bytes(Encoding.PEM, PrivateFormat.PKCS8, NoEncryption())
    path = directory / "certificate.pem"
    path.write_bytes(secret + certificate.public_bytes(Encoding.PEM))
    return path


# One letter, whoever sends it


def outbox(directory: Path, to_move: str = "axis", due: str | None = None) -> Database:
    """A database with a notice that is due."""
    database = Database(f"sqlite:///{directory}/x.db")
    match = {
        "id": "m", "game": "sea-control", "record": "{}", "snapshot": b"", "snapshot_moves": 0, "summary": "{}",
        "to_move": to_move, "over": False, "started": "", "changed": "",
    }  # fmt: skip
    account = {"guest": "ann", "name_key": "ann", "password": "", "email": "ann@example.org", "email_confirmed": True}
    with database.engine.begin() as connection:
        connection.execute(insert(guests), {"id": "ann", "name": "Ann"})
        connection.execute(insert(accounts), {**account, "wants_mail": True, "created": ""})
        connection.execute(insert(matches), match)
        connection.execute(insert(seats), {"match_id": "m", "seat": "axis", "player": "guest", "guest": "ann"})
        notices.due_turn(connection, "m", "ann", due or ago(timedelta(seconds=1)))
    return database


def taken_by(database: Database) -> int:
    with database.engine.begin() as connection:
        return len(notices.taken(connection, ago(timedelta(0))))


def test_of_several_processes_one_sends(tmp_path: Path) -> None:
    databases = [outbox(tmp_path), Database(f"sqlite:///{tmp_path}/x.db")]
    found: list[int] = []
    threads = [threading.Thread(target=lambda one=one: found.append(taken_by(one))) for one in databases * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(found) == [0, 0, 0, 0, 0, 1]
    for database in databases:
        database.close()


@pytest.mark.parametrize(("to_move", "number"), [("axis", 1), ("dice", 1), ("allied", 0), ("captain", 0)])
def test_only_a_turn_that_lasts_is_told_of(tmp_path: Path, to_move: str, number: int) -> None:
    database = outbox(tmp_path, to_move)
    assert taken_by(database) == number
    assert taken_by(database) == 0
    database.close()


def test_what_is_not_due_waits(tmp_path: Path) -> None:
    database = outbox(tmp_path, due=ahead(timedelta(minutes=5)))
    assert taken_by(database) == 0
    with database.engine.begin() as connection:
        notices.no_longer(connection, "m", "ann")
        assert connection.execute(select(table)).all() == []
    database.close()


def test_a_turn_that_begins_while_an_older_notice_is_sent_gets_its_own(tmp_path: Path) -> None:
    database = outbox(tmp_path)
    with database.engine.begin() as connection:
        (notice,) = notices.taken(connection, ago(timedelta(0)))
        notices.due_turn(connection, "m", "ann", ago(timedelta(0)))
        notices.settled(connection, notice, notice.progress, None)
        assert len(connection.execute(select(table)).all()) == 1
    database.close()


def sending(directory: Path, mailbox: Mailbox, hook: Any, times: int, check: Callable[[Database], object]) -> None:
    """Send what is due so many times, as if all pauses were over."""

    async def run() -> None:
        database = outbox(directory)
        mail = Mail("127.0.0.1", "flagplot@example.org", mailbox.port, starttls=False, after_minutes=0)
        settings = Settings("https://x", mail=mail, webhook=Webhook(hook.url, SECRET) if hook else None)
        post = Post(mail)
        sender = Notices(database, Bulletin(database.engine), post, settings, lambda match_id, guest: False)
        for _ in range(times):
            await sender.send_due()
            with database.engine.begin() as connection:
                connection.execute(update(table).values(due=ago(timedelta(0))))
        check(database)
        post.close()
        database.close()

    asyncio.run(run())


def left(database: Database) -> list[Progress]:
    with database.engine.begin() as connection:
        return [Progress.of(number) for number in connection.scalars(select(table.c.tries))]


def test_what_could_not_be_sent_is_tried_again_and_nothing_is_sent_twice(tmp_path: Path) -> None:
    mailbox, hook = Mailbox(refuses=2), Hook(refuses=3)
    sending(tmp_path, mailbox, hook, 10, lambda database: left(database) == [] or pytest.fail("It is not done."))
    assert (len(mailbox.letters), len(hook.calls)) == (1, 1)
    assert (mailbox.refused, hook.refused) == (2, 3)
    mailbox.close()
    hook.close()


@pytest.mark.parametrize("url", ["http://127.0.0.1:port/hook", "http://[", "\0", "http://127.0.0.1:1/hook"])
def test_a_webhook_that_cannot_even_be_called_sends_no_letter_twice(tmp_path: Path, url: str) -> None:
    mailbox = Mailbox()
    hook = SimpleNamespace(url=url)
    sending(tmp_path, mailbox, hook, 12, lambda database: left(database) == [] or pytest.fail("It is not given up."))
    assert len(mailbox.letters) == 1
    mailbox.close()


def test_a_letter_is_written_down_before_the_webhook_is_called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def dies(webhook: Webhook, body: bytes) -> None:
        raise KeyboardInterrupt  # as if the process ended here

    mailbox, hook = Mailbox(), Hook()
    monkeypatch.setattr(notices, "_call", dies)
    with pytest.raises(KeyboardInterrupt):
        sending(tmp_path, mailbox, hook, 1, lambda database: None)
    database = Database(f"sqlite:///{tmp_path}/x.db")
    assert [progress.mailed for progress in left(database)] == [True]
    database.close()
    assert len(mailbox.letters) == 1
    mailbox.close()
    hook.close()


def test_what_cannot_be_sent_is_given_up_with_a_line_in_the_log(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    mailbox = Mailbox(refuses=1000)
    sending(tmp_path, mailbox, None, 12, lambda database: left(database) == [] or pytest.fail("It is not given up."))
    assert mailbox.refused == 7
    assert [record.getMessage() for record in caplog.records if record.name == "flagplot.server.people.notices"] == [
        "Gave up on a notice about match m (by mail: (451, b'Try again later'))."
    ]
    mailbox.close()


def test_how_far_a_notice_has_come_is_one_number() -> None:
    for tries in range(9):
        for mailed in (False, True):
            for called in (False, True):
                progress = Progress(tries, mailed, called)
                assert Progress.of(progress.number) == progress
    assert Progress.of(0) == Progress(0, False, False)
