"""What people are told of each other and where they find it, in real browsers: notices, marks, lists and dialogs."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Response, ViewportSize, expect

from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.front import from_menu
from tests.web.player import Player

PASSWORD = "a long secret"
LONG = "W" * 30
SIZES = pytest.mark.parametrize("size", [DESK, PHONE], ids=["wide", "narrow"])


@pytest.fixture
def provoked() -> list[str]:
    """The refusals that are provoked here."""
    return [r"status of 40[49]"]


@pytest.fixture
def ann(open_page: OpenPage) -> Player:
    """Somebody who begins games."""
    return Player(open_page()).name("Ann")


@pytest.fixture
def bert(open_page: OpenPage) -> Player:
    """Somebody who is invited."""
    return Player(open_page()).name("Bert")


def on_a_phone(open_page: OpenPage, name: str) -> Player:
    """Somebody who plays on a phone."""
    return Player(open_page(size=PHONE, has_touch=True, is_mobile=True)).name(name)


def with_account(page: Page, name: str) -> None:
    """Claim a name."""
    answer = page.request.post("/api/account", data={"name": name, "password": PASSWORD})
    assert answer.ok, answer.text()


def claim(page: Page, name: str) -> None:
    """Claim a name on the account page."""
    part = page.locator(".account-part", has_text="Claim a name")
    part.get_by_label("Name").fill(name)
    part.get_by_label("Password").fill(PASSWORD)
    part.get_by_role("button", name="Claim this name").click()


def fits(page: Page) -> bool:
    """Whether nothing has to be scrolled sideways to."""
    return bool(page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth"))


# Told at once


@pytest.mark.long
def test_who_made_an_offer_is_told_what_became_of_it(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    told = ann.page.locator(".notice")
    ann.menu("Offer a draw")
    ann.sure("Offer a draw")
    expect(told).to_have_text(re.compile("Your offer was sent."))
    bert.card().get_by_role("button", name="Decline").click()
    expect(told).to_have_text(re.compile("The Allied side does not agree: a draw."))
    shot(ann.page, "people-refused")
    ann.menu("Propose to abandon")
    ann.sure("Propose it")
    expect(told).to_have_text(re.compile("Your offer was sent."))
    bert.play_unseen()
    expect(told).to_have_text(re.compile("An offer of the Axis side lapses: abandoning the game."))
    bert.menu("Offer a draw")
    bert.sure("Offer a draw")
    ann.card().get_by_role("button", name="Accept the draw").click()
    expect(bert.page.locator(".notice")).to_have_text(re.compile("The Axis side agrees: a draw."))


def test_on_a_phone_the_tab_of_the_decision_says_that_something_waits_there(ann: Player, open_page: OpenPage) -> None:
    ann.begin()
    bert = on_a_phone(open_page, "Bert").join(ann).state("deciding")
    decide = bert.page.locator("#tab-decision")
    expect(decide).to_have_accessible_name("Decide")
    bert.tab("notes")
    expect(decide).to_have_accessible_name("Decide, it is your turn")
    bert.play_unseen()
    expect(decide).to_have_accessible_name("Decide")
    ann.menu("Offer a draw")
    ann.sure("Offer a draw")
    expect(decide).to_have_accessible_name("Decide, you are asked something")
    shot(bert.page, "people-phone-asked")
    decide.tap()
    expect(decide).to_have_accessible_name("Decide")
    expect(bert.card().get_by_role("button", name="Accept the draw")).to_be_visible()


@pytest.mark.long
def test_the_games_page_shows_offers_and_new_talk(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    ann.tab("talk")
    bert.tab("talk").get_by_label("Say something").fill("Well?")
    expect(ann.page.locator("#talk")).to_contain_text("Bert takes the Allied side.")
    page = ann.page
    page.goto("/")
    expect(page).to_have_title("Flagplot")
    row = page.locator(".match")
    expect(row).to_contain_text("Bert decides")
    expect(row).not_to_contain_text("New talk")
    bert.page.keyboard.press("Enter")
    page.reload()
    expect(row).to_contain_text("New talk")
    bert.menu("Offer a draw")
    bert.sure("Offer a draw")
    expect(row.locator('.match-turn[data-yours="true"]')).to_have_text("A draw is offered")
    expect(page).to_have_title("(1) Flagplot")
    shot(page, "people-front")
    page.set_viewport_size(PHONE)
    shot(page, "people-phone-front")
    assert fits(page)
    page.set_viewport_size(DESK)
    row.get_by_role("link").click()
    ann.seated("axis").tab("talk")
    expect(page.locator("#talk")).to_contain_text("Well?")
    ann.card().get_by_role("button", name="Decline").click()
    expect(ann.card()).to_be_empty()
    page.goto("/")
    expect(row).to_contain_text("Bert decides")
    expect(row).not_to_contain_text("New talk")
    expect(page).to_have_title("Flagplot")


def test_one_sees_at_the_table_who_one_is(ann: Player) -> None:
    ann.begin()
    ann.page.locator("#menu").click()
    expect(ann.page.get_by_role("dialog")).to_contain_text("You are Ann (Axis).")
    shot(ann.page, "people-menu")


@pytest.mark.long
def test_what_somebody_said_who_is_gone_is_shown_as_deleted(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    said = bert.page.request.post(f"/api/matches/{ann.match_id}/talk", data={"seat": "allied", "text": "A secret."})
    assert said.ok
    assert bert.page.request.delete("/api/me", data={}).ok
    ann.page.reload()
    expect(ann.seated("axis").tab("talk").locator(".talk-text")).to_have_text("(deleted)")


# Standing orders and notes


@SIZES
@pytest.mark.every_fourth
def test_an_order_is_given_in_advance(open_page: OpenPage, size: ViewportSize) -> None:
    ann = Player(open_page(size=size)).name("Ann").begin()
    bert = Player(open_page()).name("Bert").join(ann).state("deciding")
    page = ann.page
    ann.tab("orders").get_by_role("button", name="Give an order in advance").click()
    dialog = page.get_by_role("dialog", name="Order in advance")
    kinds = dialog.get_by_label("Whenever this is asked")
    expect(kinds).to_be_focused()
    known = ann.ask("/kinds", seat="axis")
    expect(kinds.locator("option")).to_have_count(len(known))
    named = next(index for index, kind in enumerate(known) if kind["answers"])
    kinds.select_option(index=named)
    expect(dialog.get_by_label("Option").locator("option")).to_have_count(len(known[named]["answers"]))
    dialog.get_by_label("Option").select_option(index=0)
    expect(dialog.get_by_label("always choose this")).to_be_checked()
    dialog.get_by_text("the whole game").click()
    shot(page, f"people-advance-{size['width']}")
    assert fits(page)
    dialog.get_by_role("button", name="Give this order").click()
    expect(dialog).to_have_count(0)
    expect(page.locator("#orders .order")).to_contain_text(f"Always: {known[named]['answers'][0]['label']}")
    for kind in known:  # whatever is asked of her next, her captain decides it
        order = {"seat": "axis", "seq": ann.position["seq"], "captain": True, "span": "turn", "key": kind["key"]}
        assert page.request.post(f"/api/matches/{ann.match_id}/orders", data=order).ok
    shot(page, f"people-orders-{size['width']}")
    bert.play_unseen()
    ann.tab("log")
    expect(page.locator('.log-aside[data-kind="order"] b').first).to_be_attached()
    shot(page, f"people-order-log-{size['width']}")


@pytest.mark.long
def test_an_order_about_what_is_asked_says_what_it_is_about_and_asks_for_no_old_odds(ann: Player, bert: Player) -> None:
    refused: list[str] = []
    bert.page.on("response", lambda answer: _note_refusal(answer, refused))
    ann.begin()
    bert.join(ann).state("deciding")
    asked = bert.position["decision"]["key"]
    topic = next(kind["topic"] for kind in bert.ask("/kinds", seat="allied") if kind["key"] == asked)
    bert.page.get_by_role("button", name="Always ...").click()
    dialog = bert.page.get_by_role("dialog", name="Standing order")
    expect(dialog).to_contain_text(re.compile(re.escape(topic), re.IGNORECASE))
    expect(dialog.get_by_label("let my captain decide")).to_be_focused()
    bert.page.keyboard.press("Escape")
    for _ in range(3):
        if bert.position["decision"]:
            bert.order("let my captain decide", "the whole game")
    expect(bert.page.locator('#log .log-aside[data-kind="order"]').first).to_contain_text("? → ")
    assert refused == []


def _note_refusal(answer: Response, refused: list[str]) -> None:
    if answer.status == 409:
        refused.append(answer.url)


def test_notes_of_two_windows_are_kept_both(ann: Player) -> None:
    ann.begin()
    desk = ann.tab("notes").get_by_role("textbox")
    desk.fill("From the desk.")
    expect(ann.page.locator("#notes")).to_contain_text("Saved.")
    second = Player(ann.page.context.new_page())
    second.page.goto(f"/g/{ann.match_id}")
    other = second.seated("axis").tab("notes").get_by_role("textbox")
    expect(other).to_have_value("From the desk.")
    other.fill("From the phone.")
    expect(second.page.locator("#notes")).to_contain_text("Saved.")
    desk.press_sequentially("!")
    both = "From the phone.\n\nFrom the desk.!"
    expect(desk).to_have_value(both)
    expect(ann.page.locator(".notice")).to_contain_text("Both texts are kept")
    expect(ann.page.locator("#notes")).to_contain_text("Saved.")
    assert ann.ask("/notes")["text"] == both
    shot(ann.page, "people-notes")


# Sitting down, and not


def test_the_terms_say_what_happens_to_who_is_late(ann: Player, open_page: OpenPage) -> None:
    days = ann.page.request.get("/api/me").json()["patience_days"]
    terms = f"after {days} days without a decision the other side may end the game"
    phone = open_page("/", size=PHONE, has_touch=True, is_mobile=True)
    from_menu(phone, "Sea Control", "Invite a friend")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text(terms)
    dialog.get_by_text(terms).scroll_into_view_if_needed()
    shot(phone, "people-phone-set-up")
    dialog.get_by_label("Clock").select_option("1 day a move")
    expect(dialog).to_contain_text("When a player's time has run out, the other side may end the game")
    ann.begin(access="public")
    phone.goto(f"/join/{ann.ask()['table']['invite']}")
    expect(phone.locator(".invitation-facts")).to_contain_text(terms)
    shot(phone, "people-phone-join")
    phone.goto("/lobby")
    phone.locator(f'[data-match="{ann.match_id}"]').get_by_role("button", name="Join").click()
    expect(phone.get_by_role("dialog").locator(".invitation-facts")).to_contain_text(terms)


@pytest.mark.long
def test_the_owner_plays_against_the_captain_when_nobody_comes_or_calls_the_game_off(ann: Player) -> None:
    ann.begin()
    shot(ann.page, "people-invite")
    ann.page.set_viewport_size(PHONE)
    shot(ann.page, "people-phone-invite")
    ann.card().get_by_role("button", name="Play against the captain instead").click()
    expect(ann.card()).to_be_empty()
    ann.state("deciding")
    assert [seat["player"] for seat in ann.ask()["seats"]] == ["you", "captain"]
    ann.begin()
    called_off = ann.match_id
    ann.card().get_by_role("button", name="Call off").click()
    ann.sure("Call it off")
    ann.page.wait_for_url(re.compile("/$"))
    expect(ann.page.locator(f'[data-match="{called_off}"]')).to_have_count(0)
    assert ann.page.request.get(f"/api/matches/{called_off}").status == 404


@pytest.mark.long
def test_whoever_comes_too_late_is_told_and_led_on(ann: Player, bert: Player, open_page: OpenPage) -> None:
    ann.begin(access="public")
    late = open_page(f"/join/{ann.ask()['table']['invite']}")
    also_late = open_page("/lobby")
    also_late.locator(f'[data-match="{ann.match_id}"]').get_by_role("button", name="Join").click()
    bert.join(ann)
    for page in (late, also_late):
        page.get_by_label("Your name").fill("Carl")
        page.get_by_role("button", name="Play Allied").click()
        expect(page.get_by_role("alert")).to_contain_text(re.compile("leads nowhere|not open"))
        expect(page.get_by_role("button", name="Play Allied")).to_have_count(0)
        expect(page.get_by_role("link", name="Find another game")).to_be_visible()
    expect(late.get_by_role("heading", name="This game is full")).to_be_visible()
    shot(late, "people-too-late")


@pytest.mark.long
def test_an_onlooker_is_told_the_terms_before_sitting_down(ann: Player, open_page: OpenPage) -> None:
    ann.begin(access="public")
    page = open_page(f"/g/{ann.match_id}")
    carl = Player(page).seated("-")
    carl.card().get_by_role("button", name="Sit down as Allied").click()
    dialog = page.get_by_role("dialog", name="Sea Control with Ann")
    expect(dialog.locator(".invitation-facts")).to_contain_text("this game does not count")
    shot(page, "people-sit-down")
    dialog.get_by_label("Your name").fill("Carl")
    dialog.get_by_role("button", name="Play Allied").click()
    carl.seated("allied").state("deciding")
    expect(ann.page.locator("#decision")).to_contain_text("Carl (Allied) decides")

    with_account(ann.page, "Ann of the ladder")
    ann.begin(access="public", rated=True)
    page = open_page(f"/g/{ann.match_id}")
    Player(page).seated("-").card().get_by_role("button", name="Sit down as Allied").click()
    page.get_by_role("dialog").get_by_role("link", name="claim your name with a password").click()
    claim(page, "Carl of the ladder")
    page.wait_for_url(re.compile(f"/g/{ann.match_id}$"))
    page.get_by_role("button", name="Sit down as Allied").click()
    page.get_by_role("dialog").get_by_role("button", name="Play Allied").click()
    Player(page).seated("allied")


def test_whoever_plays_alone_gives_up_without_a_winner(ann: Player) -> None:
    answer = ann.page.request.post("/api/matches", data={"game": "atlantic-wolves"})
    ann.page.goto(f"/g/{answer.json()['id']}")
    ann.settled()
    ann.menu("Resign")
    expect(ann.page.get_by_role("dialog")).to_contain_text("You resign the game.")
    expect(ann.page.get_by_role("dialog")).not_to_contain_text("other side")


# Accounts and the ladder


@pytest.mark.long
def test_signing_in_leads_back_to_where_one_came_from(ann: Player, open_page: OpenPage) -> None:
    ann.begin()
    invitation = f"/join/{ann.ask()['table']['invite']}"
    page = open_page(invitation)
    page.get_by_role("link", name="Sign in").click()
    claim(page, "Dora")
    page.wait_for_url(re.compile(f"{re.escape(invitation)}$"))
    expect(page.get_by_role("heading", name="Ann invites you")).to_be_visible()

    page = open_page("/")
    from_menu(page, "Sea Control", "Invite a friend")
    page.get_by_role("dialog").get_by_role("link", name="claim your name").click()
    claim(page, "Emil")
    dialog = page.get_by_role("dialog", name="Set up Sea Control")
    expect(dialog.get_by_label("This game counts for the ladder")).to_be_visible()

    elsewhere = ("//evil.example", "/\\evil.example", "https://evil.example", "/.//evil.example")
    for number, then in enumerate(elsewhere):
        page = open_page()
        page.goto(f"/account?then={then}")
        claim(page, f"Franz {number}")
        expect(page.locator("#account, .sorry, h1").first).to_be_visible()
        page.wait_for_load_state("networkidle")
        assert "evil" not in page.url.partition("?")[0].partition("//")[2].partition("/")[0]


def test_signing_out_everywhere_is_asked_about(open_page: OpenPage) -> None:
    page = open_page()
    with_account(page, "Gerda")
    page.goto("/account")
    gerda = Player(page)
    page.get_by_role("button", name="Sign out everywhere").click()
    shot(page, "people-sign-out")
    gerda.sure("Stay signed in")
    expect(page.locator("#who")).to_have_text("Gerda")
    page.get_by_role("button", name="Sign out everywhere").click()
    gerda.sure("Sign out everywhere")
    expect(page.locator("#account")).to_contain_text("You are signed out everywhere.")


@pytest.mark.parametrize(
    ("worth", "said"),
    [
        ((27.0, 24.0), "Whether One or Two is the better seat is not known yet."),
        ((30.0, 20.0), "One has turned out to be a better seat than Two"),
    ],
    ids=["unclear", "clear"],
)
def test_the_ladder_says_no_more_than_it_knows(open_page: OpenPage, worth: tuple[float, float], said: str) -> None:
    page = open_page()
    seats = [{"id": name, "name": name, "mu": mu, "sigma": 2.0} for name, mu in zip(("One", "Two"), worth, strict=True)]
    found = {"game": "sea-control", "title": "Sea Control", "standings": [], "seats": seats}
    page.route("**/api/ladder/*", lambda route: route.fulfill(json=found))
    page.goto("/ladder/sea-control")
    expect(page.locator(".seat-standings")).to_contain_text(said)
    expect(page.locator("#ladder")).to_contain_text("may use hints and standing orders")
    shot(page, "people-ladder")


# Names


@SIZES
@pytest.mark.every_fourth
def test_long_names_stay_on_the_page(open_page: OpenPage, size: ViewportSize) -> None:
    ann = Player(open_page(size=size)).name(LONG).begin(access="public")
    bert = Player(open_page(size=size)).name(LONG[:-1] + "M")
    pages = ("/", f"/join/{ann.ask()['table']['invite']}", "/lobby", "/ladder/sea-control", "/account")
    for number, path in enumerate(pages):
        bert.page.goto(path)
        bert.page.wait_for_load_state("networkidle")
        shot(bert.page, f"people-long-{size['width']}-{number}")
        assert fits(bert.page), path
    bert.join(ann).state("deciding")
    ann.state("waiting").tab("talk").get_by_label("Say something").fill("W" * 200)
    ann.page.keyboard.press("Enter")
    expect(ann.page.locator(".talk-text")).to_be_visible()
    for player in (ann, bert):
        player.tab("talk")
        shot(player.page, f"people-long-{size['width']}-{player.seat}-talk")
        assert fits(player.page)
    if size is PHONE:
        ann.page.locator("#tab-decision").click()
    waits = ann.page.locator(".waits-for")
    assert waits.evaluate("(line) => line.scrollWidth <= line.clientWidth")
    shot(ann.page, f"people-long-{size['width']}-waiting")
    for player in (ann, bert):
        player.page.goto("/")
        player.page.wait_for_load_state("networkidle")
        shot(player.page, f"people-long-{size['width']}-front-{player is ann}")
        assert fits(player.page)
