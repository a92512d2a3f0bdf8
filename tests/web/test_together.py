"""People at different places in real browsers: they meet, play, talk, agree, look on, and are told of their turns."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import BrowserContext, Page, expect

import flagplot
from tests.web.conftest import PHONE, OpenPage, shot
from tests.web.front import from_menu
from tests.web.player import Player

# What a browser does whose page is hidden, and which notes what it would show.
HIDDEN = """
    window.notes = []; window.asked = 0; window.away = false;
    Object.defineProperty(document, "hidden", { get: () => window.away });
    window.Notification = class extends EventTarget {
        static permission = "default";
        static async requestPermission() { window.asked += 1; return this.permission = "granted"; }
        constructor(title, { body }) { super(); window.notes.push(`${title} | ${body}`); }
        close() {}
    };
"""


@pytest.fixture
def provoked() -> list[str]:
    """The refusals and the lost connections that are provoked here."""
    return [r"status of 40[349]|ERR_INTERNET_DISCONNECTED"]


@pytest.fixture
def ann(open_page: OpenPage) -> Player:
    """Somebody who begins games."""
    return Player(open_page()).name("Ann")


@pytest.fixture
def bert(open_page: OpenPage) -> Player:
    """Somebody who is invited."""
    return Player(open_page()).name("Bert")


def test_two_people_meet_by_a_link_and_play_to_the_end_of_a_turn(open_page: OpenPage) -> None:
    ann = Player(open_page("/"))
    from_menu(ann.page, "Sea Control", "Invite a friend")
    ann.page.get_by_label("Your name").fill("Ann")
    shot(ann.page, "together-set-up")
    ann.page.get_by_role("button", name="Start and invite").click()
    expect(ann.card()).to_contain_text("Open seats: Allied.")
    expect(ann.page.locator("#decision")).to_contain_text("The Allied seat is still open")
    shot(ann.page, "together-invite")

    bert = Player(open_page(ann.page.get_by_label("Invitation link").input_value()))
    expect(bert.page.get_by_role("heading", name="Ann invites you to Sea Control")).to_be_visible()
    expect(bert.page.locator(".invitation-facts")).to_contain_text("No clock. There is no time limit")
    shot(bert.page, "together-join")
    bert.page.get_by_label("Your name").fill("Bert")
    bert.page.get_by_role("button", name="Play Allied").click()
    bert.seated("allied").state("deciding")
    expect(ann.card()).to_be_empty()
    expect(ann.page.locator("#decision")).to_contain_text("Bert (Allied) decides: Reinforcements.")
    expect(ann.page.locator("#decision")).to_contain_text("Bert is here.")
    expect(ann.page.locator("#log")).to_contain_text("Bert takes the Allied side.")
    shot(ann.page, "together-waiting")

    bert.play()
    expect(ann.page.locator("#table")).to_have_attribute("data-state", "waiting")
    bert.page.reload()
    bert.seated("allied").state("deciding")
    while "deciding" in (bert.page.locator("#table").get_attribute("data-state") or ""):
        bert.play()
    ann.state("deciding")
    expect(bert.page.locator("#decision")).to_contain_text("Ann (Axis) decides:")

    bert.page.context.set_offline(True)
    expect(bert.page.locator("#connection")).to_contain_text("The connection is lost")
    ann.play()
    ann.play_unseen()
    there = ann.position["view"]["headline"]
    bert.page.context.set_offline(False)
    bert.state("deciding")
    expect(bert.page.locator("#connection")).to_be_hidden()
    assert bert.position["view"]["headline"] == there
    for _ in range(60):
        if "Turn 2/8" in ann.headline:
            break
        for player in (ann, bert):
            if player.position["decision"]:
                player.state("deciding").play()
    for player in (ann, bert):
        expect(player.page.locator("#chips")).to_contain_text("Turn 2/8")
        expect(player.page.locator("#log")).to_contain_text("Turn 2")


def test_what_is_said_arrives_and_is_marked_until_it_is_read(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    said = ann.tab("talk")
    said.get_by_label("Say something").fill("u h k 1: good luck!")
    ann.page.keyboard.press("Enter")
    expect(said).to_contain_text("u h k 1: good luck!")
    expect(said.get_by_label("Say something")).to_have_value("")
    expect(ann.page.get_by_role("dialog")).to_have_count(0)  # no key was taken for an order
    expect(bert.page.locator("#tab-talk")).to_have_accessible_name("Talk, 1 new")
    shot(bert.page, "together-unread")
    heard = bert.tab("talk")
    expect(heard).to_contain_text("Ann (Axis)")
    expect(bert.page.locator("#tab-talk")).to_have_accessible_name("Talk")
    shot(bert.page, "together-talk")
    bert.page.reload()
    bert.seated("allied")
    expect(bert.page.locator("#tab-talk")).to_have_accessible_name("Talk")


def test_notes_are_kept_for_their_writer_alone(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann)
    notes = ann.tab("notes")
    notes.get_by_role("textbox").fill("Bert always goes north.")
    expect(notes).to_contain_text("Saved.")
    shot(ann.page, "together-notes")
    ann.page.reload()
    ann.seated("axis")
    expect(ann.tab("notes").get_by_role("textbox")).to_have_value("Bert always goes north.")
    expect(bert.tab("notes").get_by_role("textbox")).to_have_value("")


def test_a_draw_is_offered_declined_offered_again_and_a_rematch_follows(ann: Player, bert: Player) -> None:
    first = ann.begin().match_id
    bert.join(ann)
    ann.menu("Offer a draw")
    ann.sure("Offer a draw")
    expect(ann.card()).to_contain_text("Waiting for Bert to answer.")
    expect(bert.card()).to_contain_text("Ann: The Axis side offers a draw.")
    shot(bert.page, "together-offer")
    bert.card().get_by_role("button", name="Decline").click()
    expect(bert.card()).to_be_empty()
    expect(ann.card()).to_be_empty()
    expect(ann.page.locator("#log")).to_contain_text("The Allied side does not agree: a draw.")
    bert.menu("Offer a draw")
    bert.sure("Offer a draw")
    ann.card().get_by_role("button", name="Accept the draw").click()
    for player in (ann, bert):
        player.state("over")
        expect(player.page.locator("#decision")).to_contain_text("The players agreed on a draw.")
    shot(ann.page, "together-end")
    ann.page.get_by_role("button", name="Rematch, sides changed").click()
    bert.card().get_by_role("button", name="Play a rematch").click()
    bert.page.wait_for_url(lambda url: f"/g/{first}" not in url)
    bert.seated("axis")
    ann.page.get_by_role("link", name="To the rematch").click()
    ann.seated("allied").state("deciding")


def test_a_choice_is_taken_back_when_the_other_agrees(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    bert.play_unseen()
    bert.state("waiting")
    ann.state("deciding")
    bert.page.locator("#undo").click()
    bert.sure("Ask them")
    expect(bert.card().get_by_role("button", name="Withdraw")).to_be_visible()
    ann.card().get_by_role("button", name="Let them take it back").click()
    bert.state("deciding")
    ann.state("waiting")
    expect(ann.page.locator("#log")).to_contain_text("The Allied side asks to take back the last choice.")
    expect(ann.page.locator("#log")).to_contain_text("The Axis side agrees: taking back.")
    expect(bert.card()).to_be_empty()


def test_resigning_is_asked_about_and_ends_the_game(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann)
    bert.menu("Resign")
    shot(bert.page, "together-resign")
    bert.sure("Play on")
    bert.menu("Resign")
    bert.sure("Resign")
    expect(bert.page.locator("#decision")).to_contain_text("You have lost.")
    expect(ann.page.locator("#decision")).to_contain_text("You have won.")


def test_an_onlooker_sees_the_game_decides_nothing_and_is_sent_away(
    ann: Player, bert: Player, open_page: OpenPage
) -> None:
    ann.begin(access="link")
    bert.join(ann).state("deciding")
    bert.play_unseen()
    watcher = Player(open_page(f"/g/{ann.match_id}")).seated("-")
    expect(watcher.page.locator("#decision")).to_contain_text("You are watching.")
    expect(watcher.page.locator("#decision")).to_contain_text("Ann (Axis) decides:")
    for name in ("undo", "hint", "save", "tab-talk", "tab-notes", "tab-orders"):
        expect(watcher.page.locator(f"#{name}")).to_be_hidden()
    shot(watcher.page, "together-watching")
    seen = watcher.seq
    ann.state("deciding").play_unseen()
    watcher.page.wait_for_function(f"() => Number(document.getElementById('table').dataset.seq) > {seen}")
    ann.menu("Who may watch")
    expect(ann.page.get_by_role("dialog")).to_contain_text("Watching now: 1.")
    ann.page.get_by_label("Private.").check()
    expect(watcher.page.get_by_role("heading", name="You can no longer watch this game")).to_be_visible()
    shot(watcher.page, "together-sent-away")
    watcher.page.get_by_role("link", name="To the games").click()
    expect(watcher.page.locator(".game")).to_have_count(len(flagplot.games()))


def test_a_standing_order_is_given_carried_out_shown_and_withdrawn(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    asked = bert.prompt
    bert.order("let my captain decide", "this turn")
    carried_out = bert.page.locator('#log .log-aside[data-kind="order"]')
    expect(carried_out.first).to_contain_text(f"Standing order: {asked}")
    given = 1
    while (position := bert.position)["moments"] < 4 and position["decision"]:  # both are up to the captain
        bert.order("let my captain decide", "the whole game")
        given += 1
    orders = bert.tab("orders")
    expect(orders.locator(".order")).to_have_count(given)
    expect(orders).to_contain_text("Your captain decides, for this turn.")
    shot(bert.page, "together-orders")
    expect(ann.page.locator('#log .log-aside[data-kind="order"]')).to_have_count(0)  # a secret of the one who gave it
    bert.page.get_by_label("Moment of the game").fill("1")
    expect(bert.page.locator("#decision")).to_contain_text("A standing order decided this.")
    bert.tab("log")
    expect(carried_out).to_have_count(1)  # what came later is not shown
    shot(bert.page, "together-order-replay")
    bert.page.keyboard.press("End")
    for left in reversed(range(given)):
        bert.tab("orders").get_by_role("button", name="Withdraw").first.click()
        expect(orders.locator(".order")).to_have_count(left)
    expect(orders).to_contain_text("You have no standing orders.")


def test_a_public_game_is_found_in_the_lobby_and_joined(ann: Player, bert: Player, open_page: OpenPage) -> None:
    ann.begin(access="public", pace=3 * 86_400)
    page = bert.page
    page.goto("/")
    page.get_by_role("link", name="Lobby", exact=True).click()
    entry = page.locator("#open .lobby-entry", has_text=re.compile("Ann waits for .*Allied")).first
    expect(entry.get_by_role("img", name="Flag of Britain")).to_be_visible()
    expect(entry).to_contain_text("3 days a move")
    shot(page, "together-lobby")
    page.get_by_label("Search the games").fill("nobody of this name")
    expect(page.locator("#open")).to_contain_text("No game matches")
    page.get_by_label("Search the games").fill("ann")
    entry.get_by_role("button", name="Join").click()
    shot(page, "together-lobby-join")
    page.get_by_role("button", name="Play Allied").click()
    bert.seated("allied").state("deciding")
    expect(page.locator("#decision .countdown")).to_contain_text("2 days 23 h left")
    watcher = open_page("/lobby")
    watcher.locator("#running .lobby-entry", has_text="Bert (Allied)").get_by_role("link", name="Watch").first.click()
    Player(watcher).seated("-")


def test_a_claimed_name_keeps_its_games_and_brings_them_to_another_browser(ann: Player, open_page: OpenPage) -> None:
    ann.begin()
    page = ann.page
    page.goto("/account")
    expect(page.locator("#account")).to_contain_text("only this browser knows you")
    claim = page.locator(".account-part", has_text="Claim a name")
    claim.get_by_label("Name").fill("Admiral Ann")
    claim.get_by_label("Password").fill("a long secret")
    claim.get_by_role("button", name="Claim this name").click()
    expect(page.locator("#account")).to_contain_text("The name is yours, and you keep your games.")
    expect(page.locator(".session-list")).to_contain_text("this one")
    shot(page, "together-account")
    page.get_by_role("button", name="Sign out", exact=True).click()
    expect(page.locator("#account")).to_contain_text("You are signed out here.")
    page.goto("/")
    expect(page.locator("#yours")).to_contain_text("You have no games yet.")

    elsewhere = open_page("/account")
    sign_in = elsewhere.locator(".account-part", has_text="Sign in")
    sign_in.get_by_label("Name").fill("Admiral Ann")
    sign_in.get_by_label("Password").fill("a wrong secret")
    sign_in.get_by_role("button", name="Sign in").click()
    expect(sign_in).to_contain_text("The name or the password is wrong.")
    sign_in.get_by_label("Password").fill("a long secret")
    sign_in.get_by_role("button", name="Sign in").click()
    expect(elsewhere.locator("#account")).to_contain_text("Welcome back.")
    elsewhere.goto("/")
    expect(elsewhere.locator(".front-tools")).to_contain_text("Admiral Ann")
    expect(elsewhere.locator(".match")).to_contain_text("against somebody you invite")


def test_who_deletes_their_data_is_asked_to_mean_it(ann: Player) -> None:
    ann.begin()
    page = ann.page
    page.goto("/account")
    page.get_by_role("button", name="Delete my data").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox").fill("no")
    dialog.get_by_role("button", name="Delete everything").click()
    expect(dialog).to_contain_text("Type “delete” if you mean it.")
    dialog.get_by_role("textbox").fill("delete")
    dialog.get_by_role("button", name="Delete everything").click()
    expect(page.locator("#account")).to_contain_text("Your data was deleted.")
    page.goto("/")
    expect(page.locator("#yours")).to_contain_text("You have no games yet.")


def hidden_page(context: BrowserContext, path: str) -> Page:
    """A page that can be told that nobody looks at it."""
    page = context.new_page()
    page.add_init_script(HIDDEN)
    page.goto(path)
    return page


def test_turns_stand_in_the_title_and_are_told_by_notification(ann: Player, bert: Player) -> None:
    ann.begin()
    bert.join(ann).state("deciding")
    expect(bert.page).to_have_title("(1) ● Sea Control · Flagplot")
    expect(ann.page).to_have_title("Sea Control · Flagplot")
    front = hidden_page(ann.page.context, "/")
    ann.page.close()
    expect(front).to_have_title("Flagplot")
    expect(front.locator(".match-turn")).to_have_text("Bert decides")
    assert front.evaluate("window.asked") == 0
    front.get_by_role("button", name="Settings").click()
    front.get_by_label("Tell me in this browser when it is my turn").check()
    expect(front.get_by_role("dialog")).to_contain_text("You get a notification when it is your turn")
    shot(front, "together-settings")
    front.keyboard.press("Escape")
    assert front.evaluate("window.asked") == 1
    front.evaluate("window.away = true")
    bert.play_unseen()
    expect(front).to_have_title("(1) Flagplot")
    front.wait_for_function("() => window.notes.length > 0")
    headline = bert.position["view"]["headline"]
    assert front.evaluate("window.notes") == [f"Your turn: Sea Control | {headline} against Bert"]
    expect(front.locator(".match-turn")).to_have_text("Your turn")
    shot(front, "together-your-turn")


def test_a_phone_shows_cards_and_talk_without_scrolling_sideways(ann: Player, open_page: OpenPage) -> None:
    ann.begin(pace=3600)
    bert = Player(open_page(size=PHONE, has_touch=True, is_mobile=True)).name("Bert").join(ann).state("deciding")
    ann.menu("Offer a draw")
    ann.sure("Offer a draw")
    expect(bert.card()).to_be_visible()
    shot(bert.page, "together-phone-offer")
    bert.card().get_by_role("button", name="Decline").tap()
    bert.page.get_by_role("tab", name="Talk").tap()
    expect(bert.page.locator("#talk")).to_be_visible()
    expect(bert.page.locator("#decision")).to_be_hidden()
    shot(bert.page, "together-phone-talk")
    for path in (None, "/lobby", "/account", "/ladder/sea-control"):
        if path:
            bert.page.goto(path)
        assert bert.page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


@pytest.mark.parametrize("link", ["nonsense", "%ff"])
def test_an_invitation_that_leads_nowhere_says_so(open_page: OpenPage, link: str) -> None:
    page = open_page(f"/join/{link}")
    expect(page.get_by_role("heading", name="This invitation cannot be opened")).to_be_visible()
    expect(page.get_by_role("alert")).to_contain_text(re.compile("is not valid"))


@pytest.mark.parametrize("token", ["nonsense", "%ff"])
def test_letters_that_are_too_old_say_so(open_page: OpenPage, token: str) -> None:
    page = open_page(f"/confirm/{token}")
    page.get_by_role("button", name="Confirm this address").click()
    expect(page.get_by_role("alert")).to_contain_text("This link was used already or has expired")
    page.goto(f"/reset/{token}")
    page.get_by_label("New password").fill("a long secret")
    page.get_by_role("button", name="Use this password").click()
    expect(page.get_by_role("alert")).to_contain_text("This link was used already or has expired")
