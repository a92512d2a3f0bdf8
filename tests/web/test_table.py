"""What a player finds at the table: keys, phone, replay, undo, why not, hint, save, reload, rules, dice."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.web.conftest import PHONE, OpenPage, open_empty, shot
from tests.web.table import Table, begun, seed_new_games


def about_to_place(page: Page) -> Table:
    """Atlantic Wolves at the moment when the first boat is to be placed."""
    return begun(page, until="place_boat", seed=3)


def about_to_aim(page: Page) -> Table:
    """The Cruise of the Graf Spee at the moment when she has to choose a target."""
    return begun(page, "graf-spee", until="aim", scenario="ceylon", seed=11)


def place_of(element: Locator) -> tuple[float, float]:
    """The middle of the upper edge of something."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + 10


def test_a_game_is_played_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page("/")
    seed_new_games(page)
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.ariaLabel") == "Play Atlantic Wolves now":
            break
    page.keyboard.press("Enter")
    page.wait_for_url("**/g/*")
    table = Table(page).settled()
    table.after(lambda: page.keyboard.press("2"))
    assert table.position["view"]["headline"].startswith("August 1942")
    placed = 0
    while (decision := table.position["decision"])["key"] == "place_boat":
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowDown")
        page.keyboard.press("ArrowRight")
        if decision["completes_row"]:
            page.keyboard.press("Enter")
            expect(page.get_by_role("button", name="Confirm")).to_be_focused()
        table.after(lambda: page.keyboard.press("Enter"))
        placed += 1
    assert placed >= 6
    shot(page, "keys")
    page.keyboard.press("k")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()
    shot(page, "keys-help")
    page.keyboard.press("Escape")
    page.keyboard.press("?")
    expect(page.get_by_role("dialog")).to_contain_text("AW-")
    page.keyboard.press("Escape")


def test_the_chart_is_played_by_keys(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    page.keyboard.press("m")
    assert page.evaluate("document.activeElement.closest('#plot') !== null")
    for _ in range(40):
        if page.evaluate("document.activeElement.dataset.space") == "pens":
            break
        page.keyboard.press("ArrowRight" if _ % 2 else "ArrowDown")
    assert "can be chosen" in (page.evaluate("document.activeElement.ariaLabel") or "")
    table.after(lambda: page.keyboard.press("Enter"))
    assert "Dönitz goes to Sub Pens" in page.locator("#log").inner_text()


def test_a_phone_in_portrait_shows_chart_and_decision_and_scrolls_nowhere_sideways(open_page: OpenPage) -> None:
    page = open_page("/", size=PHONE, has_touch=True, is_mobile=True)
    shot(page, "phone-front")
    assert_no_sideways(page)
    table = begun(page)
    shot(page, "phone-wolves")
    assert_no_sideways(page)
    table.space("pens").tap(position={"x": 8, "y": 8})
    table.after(lambda: table.space("pens").tap(position={"x": 8, "y": 8}))
    assert table.position["decision"]["key"] != "place_doenitz"
    shot(page, "phone-placing")
    page.get_by_role("tab", name="Log").tap()
    expect(page.locator("#log")).to_contain_text("Dönitz goes to Sub Pens")
    shot(page, "phone-log")
    page.get_by_role("tab", name="Tables").tap()
    expect(page.locator("#forms")).to_contain_text("Allied technology")
    shot(page, "phone-tables")
    small = page.evaluate(
        """() => [...document.querySelectorAll('button, a.button, [role=tab]')].filter(one => {
            const box = one.getBoundingClientRect();
            return box.width && box.height && getComputedStyle(one).visibility !== 'hidden' && box.height < 32;
        }).map(one => one.textContent)"""
    )
    assert small == []
    begun(page, "sea-control", seats={"axis": "captain", "allied": "me"})
    shot(page, "phone-control")
    assert_no_sideways(page)


def test_two_fingers_zoom_the_chart_and_the_last_button_shows_all_of_it(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True, is_mobile=True)
    begun(page)
    page.wait_for_timeout(500)
    fingers = page.context.new_cdp_session(page)

    def touch(kind: str, *points: tuple[int, int]) -> None:
        at = [{"x": x, "y": y, "id": finger} for finger, (x, y) in enumerate(points)]
        fingers.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": at})

    before = zoom(page)
    touch("touchStart", (150, 150), (230, 200))
    for step in range(1, 9):
        touch("touchMove", (150 - 6 * step, 150 - 5 * step), (230 + 6 * step, 200 + 5 * step))
    touch("touchEnd")
    assert zoom(page) > 1.5 * before
    page.get_by_role("button", name="Show the whole chart").tap()
    assert zoom(page) < before


def zoom(page: Page) -> float:
    """How large the chart is drawn."""
    return float(page.evaluate("document.querySelector('.chart-world').style.transform.match(/scale\\((.*)\\)/)[1]"))


def assert_no_sideways(page: Page) -> None:
    assert page.evaluate("document.documentElement.scrollWidth <= document.documentElement.clientWidth")


def test_undo_takes_back_and_says_when_it_cannot(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, seed=3)
    page.locator("#undo").click(force=True)
    assert "Nothing has been decided yet" in table.notice()
    table.after(lambda: table.click_space("hq"))
    while table.position["decision"]["key"] != "place_boat":
        table.take(table.hinted())
    table.take(table.position["decision"]["options"][0])
    assert table.prompt.startswith("Where does U-boat 2 sail?")
    assert table.piece("u1").is_visible()
    table.after(page.locator("#undo").click)
    assert table.prompt.startswith("Where does U-boat 1 sail?")
    assert "U-boat 1:" not in page.locator("#log").inner_text()
    page.keyboard.press("u")
    expect(page.locator(".notice")).to_contain_text("Dice or cards have been seen since.")
    assert page.locator("#undo").get_attribute("title") == "Dice or cards have been seen since."
    shot(page, "no-undo")


def test_a_click_on_what_is_not_offered_says_why_with_its_rule(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    table.click_space("refueling")
    expect(page.locator(".notice")).to_contain_text("Dönitz spends the month in HQ or in the Sub Pens.")
    page.locator(".notice").get_by_role("button", name=re.compile("AW-STR")).or_(
        page.locator(".notice a", has_text="AW-STR")
    ).first.click()
    expect(page.locator(".popover")).to_contain_text("AW-STR")
    shot(page, "why-not")
    assert table.position["decision"]["key"] == "place_doenitz"


def test_a_hint_names_what_the_captain_would_do_and_chooses_nothing(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    wanted = table.hinted()
    page.locator("#hint").click()
    expect(page.locator(".hint")).to_contain_text(wanted["label"])
    expect(page.locator(".hint .reason")).to_contain_text("The ATA is only 0 and 9 months are to come")
    expect(page.locator(".hint .reason")).to_contain_text("Second best: Sub Pens")
    expect(page.locator(".hinted")).to_have_count(1)
    shot(page, "hint")
    assert table.seq == table.position["seq"]
    table.after(page.get_by_role("button", name="Do that").click)
    assert table.position["decision"]["key"] != "place_doenitz"


def test_an_option_with_chance_shows_its_exact_odds(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, until="next_attack", seed=3)
    position = table.position
    first = position["decision"]["options"][0]
    asked = {"seat": "german", "seq": position["seq"], "options": [first["value"]]}
    (odds,) = page.request.post(f"/api/matches/{table.match_id}/odds", data=asked).json()
    assert odds["exact"]
    assert abs(sum(outcome["chance"] for outcome in odds["outcomes"]) - 1) < 1e-4
    bars = page.locator('#decision .option-card:has([data-option="0"]) .option-odds')
    expect(bars).to_be_visible()
    assert bars.locator(".odds-part:visible").count() <= 4, "they are put together"
    tones = [outcome["tone"] for outcome in odds["outcomes"]]
    assert tones == sorted(tones, reverse=True), "from good to bad"
    mean = sum(outcome["chance"] * int(re.sub(r"\D", "", outcome["label"])) for outcome in odds["outcomes"])
    assert odds["mean"]["value"] == pytest.approx(mean, rel=1e-3)
    expect(bars).to_contain_text(f"{round(mean):,} tons on average")
    shot(page, "odds")


def test_a_finger_sees_what_it_would_choose_and_takes_it_by_touching_it_again(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True)
    table = begun(page, seed=3)
    before = table.seq
    page.get_by_role("tab", name="Log").tap()
    other = next(o["spaces"][0] for o in table.position["decision"]["options"] if o["spaces"] not in ([], ["pens"]))
    table.space(other).tap(position={"x": 8, "y": 8})
    table.space("pens").tap(position={"x": 8, "y": 8})
    foot = page.locator("#decision .confirm")
    expect(foot).to_contain_text("slower. Tap it again, or confirm.")
    expect(page.locator(".option.pointed")).to_contain_text("Sub Pens")
    expect(page.locator("#plot .space.is-previewed")).to_have_attribute("data-space", "pens")
    assert table.position["seq"] == table.seq == before, "nothing is decided yet"
    shot(page, "touch-select")
    foot.get_by_role("button", name="Back").tap()
    expect(foot).to_have_count(0)
    expect(page.locator("#plot .is-previewed")).to_have_count(0)
    table.space("pens").tap(position={"x": 8, "y": 8})
    table.after(lambda: table.space("pens").tap(position={"x": 8, "y": 8}))
    assert table.position["decision"]["key"] == "place_boat"
    assert table.seq == before + 1


def test_what_a_finger_has_selected_is_taken_by_its_button(open_page: OpenPage) -> None:
    page = open_page(size=PHONE, has_touch=True)
    table = begun(page, seed=3)
    table.space("pens").tap(position={"x": 8, "y": 8})
    table.after(lambda: page.get_by_role("button", name="Confirm").tap())
    assert table.position["decision"]["key"] == "place_boat"


@pytest.mark.long
def test_the_rest_of_many_odds_is_reached_by_key_without_choosing(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, "graf-spee", scenario="ceylon", seed=11)
    more = page.locator("#decision .odds-more").first
    while not more.count():
        table.take(table.hinted())
        page.wait_for_timeout(400)  # the odds come after the options
    seq = table.seq
    card = page.locator(".option-card", has=page.locator(".odds-more")).first
    seen = card.locator(".odds-part:visible").count()
    card.locator(".option").focus()
    page.keyboard.press("Tab")
    expect(more).to_be_focused()
    page.keyboard.press("Enter")
    expect(more).to_have_attribute("aria-expanded", "true")
    assert card.locator(".odds-part:visible").count() > seen, "each of them"
    assert table.position["seq"] == seq, "to read on is not to choose"


@pytest.mark.long
def test_odds_that_arrive_leave_the_option_under_the_pointer_where_it_is(open_page: OpenPage) -> None:
    page = open_page()
    table = about_to_aim(page)
    held: list[Route] = []
    waiting = [True]
    page.route("**/odds", lambda route: held.append(route) if waiting else route.continue_())
    page.reload()
    table.settled()
    expect(page.locator("#decision")).not_to_have_class(re.compile("settling"))
    pointed = page.locator("#decision .option-card").nth(1)  # in sight: no odds are asked for beyond it
    before = place_of(pointed)
    page.mouse.move(*before)
    while not held:
        page.wait_for_timeout(20)
    waiting.clear()
    for route in held:
        route.continue_()
    expect(page.locator("#decision .option-odds .odds-bar")).not_to_have_count(0)
    page.wait_for_timeout(500)
    expect(pointed.locator(".odds-bar")).to_be_visible()
    assert place_of(pointed) == pytest.approx(before, abs=2)
    shot(page, "odds-arrived")


@pytest.mark.long
def test_room_for_odds_is_kept_while_they_are_asked_for(open_page: OpenPage) -> None:
    page = open_page()
    table = about_to_aim(page)
    expect(page.locator("#decision .odds-bar")).not_to_have_count(0)
    page.wait_for_timeout(500)
    last = place_of(page.locator("#decision .option-card").last)
    page.locator("#undo").focus()
    page.get_by_label("Moment of the game").fill("1")
    expect(page.locator("#decision .prompt")).to_contain_text("Looking at moment 1")
    page.route("**/odds", lambda _: None)  # no answer
    page.keyboard.press("End")
    table.settled()
    expect(page.locator("#decision .odds-bar")).to_have_count(0)
    assert place_of(page.locator("#decision .option-card").last) == pytest.approx(last, abs=1)


def test_a_click_on_what_has_just_come_under_the_resting_pointer_is_not_taken(open_page: OpenPage) -> None:
    page = open_empty(open_page, only_once=True)
    page.evaluate(
        """async () => {
            const { isStray, keepSteady } = await import("/static/scripts/table/steady.js");
            const panel = document.createElement("div");
            panel.style.cssText = "position: fixed; inset: 0 auto auto 0; z-index: 99; width: 300px; background: #fff";
            const [room, button] = [document.createElement("div"), document.createElement("button")];
            button.dataset.option = 0;
            room.style.height = button.style.height = "100px";
            panel.append(room, button);
            window.taken = 0;
            button.addEventListener("click", (event) => { if (!isStray(event)) window.taken += 1; });
            window.closeUp = () => keepSteady(panel, () => room.remove());
            document.body.append(panel);
        }"""
    )

    def press() -> int:
        page.mouse.down()
        page.mouse.up()
        return int(page.evaluate("window.taken"))

    page.clock.install(time=0)
    page.clock.pause_at(1000)
    page.mouse.move(20, 50)
    page.evaluate("closeUp()")
    assert press() == 0, "it was meant for what lay there before"
    page.keyboard.press("Tab")
    page.locator("[data-option]").press("Enter")
    assert page.evaluate("window.taken") == 1, "a key means what has the focus"
    page.clock.run_for(450)
    assert press() == 2


def test_what_lies_below_the_decision_stays_in_its_place_while_dice_roll(open_page: OpenPage) -> None:
    page = open_page(reduced_motion="no-preference")
    table = about_to_aim(page)
    page.wait_for_timeout(500)
    heights = "['decision', 'forms', 'log'].map((id) => document.getElementById(id).getBoundingClientRect().top)"
    before = page.evaluate(heights)
    page.locator("#decision .option").first.click()
    expect(page.locator("#decision")).to_contain_text("The dice are rolling")
    assert page.evaluate(heights) == pytest.approx(before, abs=1)
    page.get_by_role("button", name="Skip").click()
    table.settled()


def test_odds_in_words_follow_their_bar(open_page: OpenPage) -> None:
    page = open_empty(open_page, "decision")
    chances = (3, 9, 1, 8, 6, 2, 7, 4, 5, 10)
    told = page.evaluate(
        """async (chances) => {
            const { oddsParts } = await import("/static/scripts/table/odds.js");
            const outcomes = chances.map((n) => ({ label: `case ${n}`, share: `${n}/55`, chance: n / 55 }));
            const [bar, line] = oddsParts({ outcomes, exact: true, samples: 0, margin: 0 });
            const segments = [...bar.children];
            const parts = [...line.querySelectorAll(".odds-part")];
            return {
                bar: segments.map((one) => [one.title.split(":")[0], one.dataset.shade]),
                line: parts.filter((one) => !one.hidden).map((one) => [one.textContent, one.firstChild.dataset.shade]),
                rest: parts.filter((one) => one.hidden).map((one) => [one.textContent, one.firstChild.dataset.shade]),
            };
        }""",
        list(chances),
    )
    assert [shade for _, shade in told["line"]] == [shade for _, shade in told["bar"]]
    assert [text.partition(" % ")[2] for text, _ in told["line"]] == [label for label, _ in told["bar"]]
    assert len(told["bar"]) == 4
    assert [text.partition(" % ")[2] for text, _ in told["rest"]] == [f"case {n}" for n in sorted(chances)]


def test_pointing_at_the_chart_shows_what_a_click_would_do(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page)
    table.space("pens").hover(position={"x": 8, "y": 8})
    expect(page.locator(".option.pointed")).to_contain_text("Sub Pens")
    expect(page.locator('#plot [data-space="pens"]')).to_have_class(re.compile("is-previewed"))
    table.space("iceland/normal").hover(position={"x": 8, "y": 8})
    expect(page.locator(".option.pointed")).to_have_count(0)


def test_what_is_pointed_at_on_the_chart_comes_into_sight_in_a_long_list_with_its_odds(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, "graf-spee", until="sail", scenario="ceylon", seed=11)
    page.wait_for_timeout(500)
    last = page.locator("#decision .option-card").last
    expect(last).not_to_be_in_viewport()
    table.space(table.position["decision"]["options"][-1]["spaces"][-1]).hover()
    expect(last.locator(".option-odds")).to_be_in_viewport()
    expect(last.locator(".option")).to_have_class(re.compile("pointed"))


def test_the_time_line_goes_back_and_forth_and_its_moments_have_addresses(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, until="next_attack", seed=3)
    table.take(table.hinted())
    last = table.position["moments"] - 1
    now = page.locator("#plot").inner_text()
    slider = page.get_by_label("Moment of the game")
    slider.fill("1")
    expect(page.locator("#decision .prompt")).to_have_text(f"Looking at moment 1 of {last} as German knew it")
    assert page.url.endswith("#1")
    shot(page, "replay")
    page.keyboard.press(".")
    expect(page.locator("#decision .prompt")).to_contain_text("moment 2 of")
    page.keyboard.press("End")
    table.settled()
    assert page.locator("#plot").inner_text() == now
    first = table.match_id
    page.goto(f"/g/{first}#2")
    page.reload()
    expect(page.locator("#decision .prompt")).to_contain_text("Looking at moment 2 of")
    page.get_by_role("button", name="Play on from here").click()
    page.wait_for_url(lambda url: f"/g/{first}" not in url)
    branch = Table(page).settled()
    assert branch.position["view"]["headline"].startswith("August 1942")
    branch.take(branch.hinted())


def test_a_save_is_downloaded_uploaded_and_played_on(open_page: OpenPage, tmp_path: Path, provoked: list[str]) -> None:
    provoked.append("status of 422")
    page = open_page()
    table = begun(page, seed=5)
    table.after(lambda: table.click_space("hq"))
    with page.expect_download() as download:
        page.locator("#save").click()
    path = tmp_path / download.value.suggested_filename
    download.value.save_as(path)
    assert path.suffix == ".json"
    saved, before = table.match_id, table.position["view"]
    page.goto("/")
    page.locator("#upload").set_input_files(path)
    page.wait_for_url("**/g/*")
    uploaded = Table(page).settled()
    assert uploaded.match_id != saved
    assert uploaded.position["view"] == before
    uploaded.take(uploaded.hinted())
    page.goto("/")
    (tmp_path / "bad.json").write_text("{")
    page.locator("#upload").set_input_files(tmp_path / "bad.json")
    expect(page.locator(".notice")).to_contain_text("This is not a Flagplot save, or it is damaged.")


def test_a_reload_in_the_middle_comes_back_to_the_same_place(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, "sea-control", seed=4, seats={"axis": "captain", "allied": "me"})
    for _ in range(5):
        table.take(table.hinted())
    before = (table.prompt, table.seq, page.locator("#log").inner_text())
    page.reload()
    table.settled()
    assert (table.prompt, table.seq) == before[:2]
    # The headings of turns come with the moments of the match, which are asked for after its position
    page.wait_for_function("text => document.querySelector('#log').innerText === text", arg=before[2])
    page.goto("/")
    page.locator(".match", has_text="Sea Control").first.get_by_role("link").click()
    assert Table(page).settled().prompt == before[0]


def test_a_click_on_another_boat_than_the_one_asked_about_decides_nothing(open_page: OpenPage) -> None:
    page = open_page()
    table = about_to_place(page)
    expect(page.locator("#plot .is-subject")).to_have_attribute("data-piece", "u1")
    seq = table.seq
    table.piece("u3").click()
    expect(page.locator(".notice")).to_contain_text("U-boat 1 sails next; the boats are placed one after the other.")
    assert table.position["seq"] == seq
    table.click_space("pens")
    expect(page.locator("#log")).to_contain_text("U-boat 1: Sub Pens.")


def test_dragging_a_boat_to_a_square_places_it(open_page: OpenPage) -> None:
    page = open_page()
    table = about_to_place(page)
    table.after(lambda: table.piece("u1").drag_to(table.space("african_coast/normal")))
    expect(page.locator("#log")).to_contain_text("U-boat 1: African Coast, normal.")


def test_typed_dice_are_asked_for_and_a_finished_game_of_real_dice_has_no_seed(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, typed_dice=True)
    table.after(lambda: table.click_space("hq"))
    assert table.position["decision"]["dice"]
    shot(page, "typed-cards")
    while not re.fullmatch(r"\dd6", table.position["decision"]["dice"] or ""):
        option = table.position["decision"]["options"][0]
        table.after(page.get_by_role("button", name=option["label"], exact=True).first.click) if table.position[
            "decision"
        ]["dice"] else table.take(table.hinted())
    shot(page, "typed-dice")


def test_the_dice_of_a_running_game_are_proved_later(open_page: OpenPage) -> None:
    page = open_page()
    table = begun(page, seed=3)
    seed_hash = table.position["seed_hash"]
    page.goto(f"/g/{table.match_id}/dice")
    expect(page.locator("main")).to_contain_text(seed_hash)
    shot(page, "dice")


def test_rules_and_guide_are_pages_that_can_be_searched(open_page: OpenPage) -> None:
    page = open_page("/rules/atlantic-wolves#AW-ATK-05")
    expect(page.locator("#AW-ATK-05")).to_be_in_viewport()
    page.get_by_role("searchbox").fill("scatter")
    expect(page.locator("main")).to_contain_text("AW-ATK-04")
    expect(page.locator("#AW-CMP-01")).not_to_be_visible()
    shot(page, "rules")
    page.goto("/guide/sea-control")
    expect(page.get_by_role("heading", name="Sea Control in five minutes")).to_be_visible()
    expect(page.locator(".glance-part")).to_have_count(9)
    expect(page.locator(".glance-picture svg").first).to_be_visible()
    shot(page, "guide")


def test_dark_is_dark_and_every_page_says_when_there_is_no_such_game(open_page: OpenPage, provoked: list[str]) -> None:
    provoked.append("status of 404")
    page = open_page(color_scheme="dark")
    begun(page, "sea-control", seed=4, seats={"axis": "captain", "allied": "me"})
    shot(page, "dark-control")
    red, green, blue = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert red + green + blue < 240
    page.goto("/g/nosuchgame")
    expect(page.get_by_role("heading", name="This game cannot be opened")).to_be_visible()


def test_names_in_the_log_light_up_on_the_chart(open_page: OpenPage) -> None:
    page = open_page()
    table = about_to_place(page)
    table.take(table.position["decision"]["options"][0])
    page.locator("#log").get_by_text("African Coast").last.hover()
    expect(page.locator("#plot .is-lit")).not_to_have_count(0)
