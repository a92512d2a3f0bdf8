"""What a page shows only some time after: a clock that ran out, letters that arrived, rules that are gone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import create_engine

from flagplot.client import Client
from tests.server.mailbox import LINK, Mailbox, text_of
from tests.server.running import RunningServer
from tests.web.conftest import OpenPage, shot
from tests.web.player import OPEN, Player

LIMITS = """
[limits]
accounts = { times = 100, minutes = 60 }
newcomers = { times = 100, minutes = 60 }
creations = { times = 2, minutes = 60 }
chat_lines = { times = 1, minutes = 10 }
logins = { times = 3, minutes = 10 }
"""
PASSWORD = "a long secret"


@pytest.fixture
def mailbox() -> Iterator[Mailbox]:
    """Where this server's letters arrive."""
    mailbox = Mailbox()
    yield mailbox
    mailbox.close()


@pytest.fixture
def server(tmp_path: Path, mailbox: Mailbox) -> Iterator[RunningServer]:
    """A server that writes letters and allows little."""
    public = 'public_url = "http://games.example.org"\n'
    server = RunningServer(tmp_path, settings=public + mailbox.settings() + LIMITS)
    yield server
    server.stop()


@pytest.fixture
def address(server: RunningServer) -> str:
    """Where pages are opened here."""
    return server.url


@pytest.fixture
def provoked() -> list[str]:
    """The refusals that are provoked here."""
    return [r"status of 4(01|29)"]


def afterwards(server: RunningServer, *statements: str) -> None:
    """Stop the server, change what it has kept, and start it again."""
    server.stop()
    engine = create_engine(server.db)
    with engine.begin() as connection:
        for statement in statements:
            connection.exec_driver_sql(statement)
    engine.dispose()
    server.start()


def as_guest(page: Page, cookie: str) -> Page:
    """A page in the browser of somebody whom the server knows."""
    name, _, value = cookie.partition("=")
    page.context.add_cookies([{"name": name, "value": value, "url": page.url}])
    return page


def named(server: RunningServer, name: str) -> tuple[Client, str]:
    """Somebody whom the server knows, with the cookie of their browser."""
    client = server.guest()
    client.request("PUT", "/api/me", json={"name": name})
    return client, server.cookie(client)


def followed(page: Page, mailbox: Mailbox, number: int) -> None:
    """Open the link in the letter of this number, at the address where the server is for the tests."""
    letter = text_of(mailbox.wait_for(number)[-1])
    link = next(link for link in LINK.findall(letter) if "/confirm/" in link or "/reset/" in link)
    assert link.startswith("http://games.example.org/")
    page.goto(link.removeprefix("http://games.example.org"))


@pytest.mark.long
def test_whoever_has_waited_too_long_may_claim_the_game(server: RunningServer, open_page: OpenPage) -> None:
    (ann, ann_cookie), (bert, bert_cookie) = named(server, "Ann"), named(server, "Bert")
    match = ann.create("sea-control", OPEN, pace=3 * 86_400)
    bert.join(match.invite, "allied")
    afterwards(server, "UPDATE matches SET deadline = '2026-01-01T00:00:00Z'")
    late = as_guest(open_page("/"), bert_cookie)
    late.goto(f"/g/{match.id}")
    expect(late.locator("#decision")).to_contain_text("You are late: the other side may end the game now.")
    shot(late, "later-late")
    page = as_guest(open_page("/"), ann_cookie)
    page.goto("/")
    expect(page.locator(".match")).to_contain_text("Bert")
    expect(page.locator('.match-turn[data-yours="true"]')).to_have_text("You may claim the game")
    shot(page, "later-claimable")
    page.goto(f"/g/{match.id}")
    table = Player(page).seated("axis")
    expect(page.locator("#decision")).to_contain_text("They have not decided in time.")
    shot(page, "later-claim")
    page.get_by_role("button", name="Claim the game ...").click()
    table.sure("Wait on")
    page.get_by_role("button", name="Claim the game ...").click()
    table.sure("Claim it")
    table.state("over")
    expect(page.locator("#decision")).to_contain_text("You have won.")


@pytest.mark.long
def test_a_game_whose_rules_are_gone_goes_on_when_its_players_agree(server: RunningServer, open_page: OpenPage) -> None:
    (ann, ann_cookie), (bert, bert_cookie) = named(server, "Ann"), named(server, "Bert")
    match = ann.create("sea-control", OPEN)
    bert.join(match.invite, "allied")
    afterwards(
        server,
        "UPDATE matches SET rules = 0, snapshot = CAST(replace(CAST(snapshot AS TEXT),"
        """ '"rules":1,"digest"', '"rules":0,"digest"') AS BLOB)""",
    )
    players = []
    for cookie, seat in ((ann_cookie, "axis"), (bert_cookie, "allied")):
        page = as_guest(open_page("/"), cookie)
        page.goto(f"/g/{match.id}")
        players.append(Player(page).seated(seat))
        expect(page.locator("#decision")).to_contain_text("This game waits until its players agree")
    first, second = players
    shot(second.page, "later-rules")
    second.page.get_by_role("button", name="Go on by the present rules ...").click()
    second.sure("Propose it")
    expect(second.card()).to_contain_text("Waiting for Ann to answer.")
    first.card().get_by_role("button", name="Go on by the present rules").click()
    second.state("deciding")
    first.state("waiting")
    expect(first.page.locator("#decision")).to_contain_text("Bert (Allied) decides: Reinforcements.")


def test_letters_lead_to_a_confirmed_address_and_to_a_new_password(mailbox: Mailbox, open_page: OpenPage) -> None:
    page = open_page("/account")
    claim = page.locator(".account-part", has_text="Claim a name")
    claim.get_by_label("Name").fill("Ann")
    claim.get_by_label("Password").fill(PASSWORD)
    claim.get_by_role("button", name="Claim this name").click()
    expect(page.get_by_label("Your password, for another address")).to_be_hidden()
    page.get_by_label("E-mail address").fill("ann@example.org")
    page.get_by_label("Your password, for another address").fill(PASSWORD)
    shot(page, "later-mail")
    page.get_by_role("button", name="Keep this").click()
    expect(page.locator(".waiting-mail")).to_contain_text("ann@example.org")
    followed(page, mailbox, 1)
    shot(page, "later-confirm")
    page.get_by_role("button", name="Confirm this address").click()
    expect(page.get_by_role("status")).to_contain_text("The address is confirmed.")

    elsewhere = open_page("/account")
    elsewhere.get_by_text("Forgotten your password?").click()
    elsewhere.locator(".forgotten").get_by_label("Name").fill("Ann")
    elsewhere.get_by_role("button", name="Send me a mail").click()
    expect(elsewhere.locator("#account")).to_contain_text("we sent a mail with a link")
    followed(elsewhere, mailbox, 2)
    elsewhere.get_by_label("New password").fill("another long secret")
    shot(elsewhere, "later-reset")
    elsewhere.get_by_role("button", name="Use this password").click()
    expect(elsewhere.get_by_role("status")).to_contain_text("Welcome back, Ann.")
    elsewhere.get_by_role("link", name="To your games").click()
    expect(elsewhere.locator(".front-tools")).to_contain_text("Ann")
    page.goto("/account")
    expect(page.get_by_role("button", name="Claim this name")).to_be_visible()  # who had the old one is out


@pytest.mark.long
def test_whoever_does_too_much_is_told_to_wait(server: RunningServer, open_page: OpenPage) -> None:
    ann = Player(open_page()).name("Ann").begin()
    talk = ann.tab("talk")
    for line in ("one", "two"):
        expect(talk.get_by_label("Say something")).to_have_value("")
        talk.get_by_label("Say something").fill(line)
        ann.page.keyboard.press("Enter")
    told = re.compile(r"You have sent too many messages in a short time; try again in \d+ (minutes|seconds)\.")
    expect(ann.page.locator("body")).to_contain_text(told)
    expect(talk.get_by_label("Say something")).to_have_value("two")  # nothing that was typed is lost
    shot(ann.page, "later-too-much")


def test_an_invitation_is_shared_as_the_system_does_it(open_page: OpenPage) -> None:
    page = open_page(only_once=True)
    page.add_init_script("navigator.share = async (what) => { window.shared = what; };")
    ann = Player(page).name("Ann").begin()
    link = page.get_by_label("Invitation link").input_value()
    ann.card().get_by_role("button", name="Share").click()
    assert page.evaluate("window.shared") == {"title": "Play Flagplot with me", "url": link}
