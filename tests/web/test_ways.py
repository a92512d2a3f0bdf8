"""A toy of an open grid on the page: ways by mouse, keyboard, drag and touch; seats left to the rules; kept dice."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, Page, Request, expect

from tests.web.conftest import PHONE, OpenPage, shot


def race(page: Page, **wish: Any) -> list[Any]:
    """Begin a race at both helms; the list of what is chosen from then on."""
    seats = {"red": "me", "blue": "me"}
    answer = page.request.post("/api/matches", data={"game": "regatta", "seats": seats, "seed": 3, **wish})
    sent: list[Any] = []

    def note(request: Request) -> None:
        if request.url.endswith(("/choices", "/undo")):
            sent.append(request.post_data_json)

    page.on("request", note)
    page.goto(f"/g/{answer.json()['id']}")
    expect(page.locator(".prompt")).to_be_visible()
    return sent


def square(page: Page, name: str) -> Locator:
    return page.locator(f'#plot [data-space="{name}"]').first


def click(page: Page, name: str) -> None:
    square(page, name).click(position={"x": 8, "y": 8})


def prompt(page: Page) -> Locator:
    return page.locator("#decision .prompt")


def boat(page: Page) -> Locator:
    return page.locator('#plot [data-piece="boat_red"]').last


def answers(sent: list[Any]) -> list[Any]:
    return [body.get("options", body.get("option")) for body in sent]


def test_pointing_shows_the_way_and_a_click_sends_it_in_one_request(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    expect(prompt(page)).to_have_text("Where does Red sail next? (4 to go)")
    square(page, "c1").hover(position={"x": 8, "y": 8})
    expect(page.locator(".way-note")).to_have_text("To C1: 3 steps through B2, B1")
    expect(page.locator("#plot .arrows .shaft")).not_to_have_count(0)
    for passed in ("b2", "b1", "c1"):
        expect(page.locator(f'#plot .is-previewed[data-space="{passed}"]')).to_have_count(1)
    shot(page, "way")
    assert sent == []
    click(page, "c1")
    expect(prompt(page)).to_have_text("Where does Red sail next? (1 to go)")
    expect(page.locator(".way-note")).to_be_hidden()
    assert answers(sent) == [["b2", "b1", "c1"]]
    page.get_by_role("button", name="Undo").click()
    expect(prompt(page)).to_have_text("Where does Red sail next? (4 to go)")


def test_what_an_option_means_is_chosen_without_a_way(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    square(page, "b2").hover(position={"x": 8, "y": 8})
    expect(page.locator(".option.pointed")).to_contain_text("B2")
    click(page, "b2")
    expect(prompt(page)).to_have_text("Where does Red sail next? (3 to go)")
    assert answers(sent) == ["b2"]


def test_a_place_to_which_no_way_leads_has_its_reason(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    click(page, "f4")
    expect(page.locator(".notice")).to_contain_text("F4 is too far away for this turn.")
    expect(page.locator(".way-note")).to_be_hidden()
    click(page, "c2")
    expect(page.locator(".notice")).to_contain_text("There is a rock in C2.")
    assert sent == []


def test_a_way_after_which_dice_may_follow_is_confirmed(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    click(page, "d1")
    expect(page.get_by_role("alertdialog")).to_contain_text(
        "To D1: 4 steps through B2, B1, C1. This is the last of these answers"
    )
    shot(page, "way-confirmed")
    page.keyboard.press("Escape")
    expect(page.get_by_role("alertdialog")).to_have_count(0)
    assert sent == []
    click(page, "d1")
    page.get_by_role("button", name="Confirm").click()
    expect(prompt(page)).to_contain_text("Where does Blue sail next?")
    assert answers(sent) == [["b2", "b1", "c1", "d1"]]


def test_a_way_is_found_and_taken_from_the_keyboard(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    square(page, "b1").focus()
    expect(page.locator(".way-note")).to_have_text("To B1: 2 steps through B2")
    page.keyboard.press("Escape")
    expect(page.locator(".way-note")).to_be_hidden()
    page.keyboard.press("ArrowRight")
    expect(square(page, "c1")).to_be_focused()
    expect(page.locator(".way-note")).to_have_text("To C1: 3 steps through B2, B1")
    page.keyboard.press("Enter")
    expect(prompt(page)).to_have_text("Where does Red sail next? (1 to go)")
    assert answers(sent) == [["b2", "b1", "c1"]]


def drag_over(page: Page, *names: str) -> None:
    """Take the red boat and move it over squares, without letting it go."""
    boat(page).hover()
    page.mouse.down()
    for name in names:
        box = square(page, name).bounding_box()
        assert box
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2, steps=6)


def test_a_drag_goes_through_the_squares_that_it_crosses_and_is_sent_at_its_end(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    drag_over(page, "a1", "b1", "c1")
    expect(page.locator(".way-note")).to_have_text("To C1: 3 steps through A1, B1")
    shot(page, "way-dragged")
    assert sent == []
    page.mouse.up()
    expect(prompt(page)).to_have_text("Where does Red sail next? (1 to go)")
    assert answers(sent) == [["a1", "b1", "c1"]]
    page.get_by_role("button", name="Undo").click()
    expect(prompt(page)).to_have_text("Where does Red sail next? (4 to go)")


def test_a_drag_that_goes_back_takes_back_its_last_step(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    drag_over(page, "a1", "b1", "a1")
    expect(page.locator(".way-note")).to_have_text("To A1: 1 step")
    page.mouse.up()
    expect(prompt(page)).to_have_text("Where does Red sail next? (3 to go)")
    assert answers(sent) == [["a1"]]


def test_escape_drops_a_drag(open_toy: OpenPage) -> None:
    page = open_toy()
    sent = race(page)
    drag_over(page, "a1", "b1")
    expect(page.locator(".way-note")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".way-note")).to_be_hidden()
    expect(page.locator(".dragged")).to_have_count(0)
    page.mouse.up()
    expect(prompt(page)).to_have_text("Where does Red sail next? (4 to go)")
    assert sent == []


def test_a_finger_sees_the_way_first_and_takes_it_by_touching_again(open_toy: OpenPage) -> None:
    page = open_toy(size=PHONE, has_touch=True, is_mobile=True)
    sent = race(page)
    square(page, "b1").tap(position={"x": 8, "y": 8})
    expect(page.get_by_role("alertdialog")).to_contain_text("To B1: 2 steps through B2")
    shot(page, "way-phone")
    assert sent == []
    expect(page.locator(".way-note")).to_be_hidden()
    square(page, "b1").tap(position={"x": 8, "y": 8})
    expect(prompt(page)).to_have_text("Where does Red sail next? (2 to go)")
    assert answers(sent) == [["b2", "b1"]]


def test_opponents_at_one_screen_need_no_cover(open_toy: OpenPage) -> None:
    page = open_toy()
    race(page)
    page.locator("[data-option]").filter(has_text="Heave to").first.click()
    expect(prompt(page)).to_contain_text("Where does Blue sail next?")
    expect(page.locator("#cover")).to_be_hidden()
    expect(page.locator("#seat")).to_have_text("Blue")
    page.locator("[data-option]").filter(has_text="Heave to").first.click()
    expect(prompt(page)).to_contain_text("Where does Red sail next?")


def test_the_dice_that_were_dropped_are_struck_out(open_toy: OpenPage) -> None:
    page = open_toy()
    race(page)
    page.locator("[data-option]").filter(has_text="Heave to").first.click()
    expect(prompt(page)).to_contain_text("Where does Blue sail next?")
    line = page.locator("#log .log-line", has_text="A gust for Red").first
    expect(line.locator(".die")).to_have_count(3)
    expect(line.locator(".die.dropped")).to_have_count(1)
    assert "dropped" in (line.locator(".die.dropped").get_attribute("aria-label") or "")


def test_typed_dice_say_which_of_them_count(open_toy: OpenPage) -> None:
    page = open_toy()
    race(page, typed_dice=True, seed=None)
    page.locator("[data-option]").filter(has_text="Heave to").first.click()
    expect(page.locator("#decision")).to_contain_text("Throw 3d6 (the lowest 2 count) and say what came up.")
    expect(page.locator("#decision .faces")).to_have_count(3)


def test_a_seat_is_left_to_the_rules_in_the_form(open_toy: OpenPage) -> None:
    page = open_toy("/?set-up=regatta")
    form = page.locator("form.setup")
    red, blue = form.get_by_role("checkbox", name="The red boat"), form.get_by_role("checkbox", name="The blue boat")
    expect(red).to_be_checked()
    expect(form.get_by_text("the rules play it")).to_have_count(2)
    red.uncheck()
    expect(form.get_by_text("the rules play it").first).to_be_visible()
    expect(form.locator('[name="seat:red"]')).to_be_hidden()
    expect(form.locator('[name="seat:blue"]')).to_have_value("me")
    shot(page, "seat-left-to-rules")
    blue.uncheck()
    expect(form.get_by_role("alert")).to_have_text("Nobody would sit at the table: switch at least one seat on.")
    expect(form.get_by_role("button", name="Start the game")).to_be_disabled()
    blue.check()
    expect(form.get_by_role("alert")).to_be_hidden()
    form.get_by_role("button", name="Start the game").click()
    page.wait_for_url("**/g/*")
    expect(prompt(page)).to_contain_text("Where does Blue sail next?")
