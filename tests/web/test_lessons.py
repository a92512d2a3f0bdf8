"""Lessons on the page: a learner who does only what the bubble says comes to free play."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

import flagplot
from flagplot.players.lessons import lessons
from tests.web.conftest import DESK, PHONE, OpenPage, shot
from tests.web.table import Table

TOUCH = {"has_touch": True, "is_mobile": True}
TAUGHT = [(game.slug, key) for game in flagplot.games() for key in lessons(game)]
MOST_ANSWERS = 120
SOON_MS = 200


class Learner(Table):
    """Somebody who reads nothing but the lesson."""

    @property
    def count(self) -> str:
        """Which step it is."""
        return self.page.locator(".lesson-count").inner_text()

    def learn(self, on_chart: bool) -> None:
        """Do what the lesson says, and wait until the page asks again."""
        glowing = self.page.locator("#plot .is-taught")
        if on_chart and glowing.count() and glowing.first.is_visible():
            before = self.seq
            box = glowing.first.bounding_box()
            assert box
            self.page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
            self.page.wait_for_timeout(SOON_MS)
            if self.seq != before or self.confirmed():
                self.wait_since(before)
                return
        before = self.seq
        folded = self.page.locator("#decision.is-folded .all-options")
        if folded.is_visible():
            folded.click()
        marked = self.page.locator('#decision [data-taught="true"]')
        (marked if marked.count() else self.page.locator("#decision [data-option]")).first.click()
        if self.seq == before:
            self.confirmed()
        self.wait_since(before)

    def confirmed(self) -> bool:
        """Confirm, where the page asks for it."""
        confirm = self.page.locator("#decision").get_by_role("button", name="Confirm")
        if not confirm.count():
            return False
        confirm.click()
        return True

    def wait_since(self, seq: int) -> None:
        expect(self.page.locator("#table")).not_to_have_attribute("data-seq", str(seq))
        self.settled()


def begin(page: Page, slug: str, key: str) -> Learner:
    answer = page.request.post("/api/matches", data={"game": slug, "lesson": key})
    assert answer.status == 201, answer.text()
    page.goto(f"/g/{answer.json()['id']}")
    learner = Learner(page)
    learner.settled()
    return learner


def learn_to_the_end(learner: Learner, name: str, on_chart: bool) -> None:
    for answer in range(MOST_ANSWERS):
        learner.page.wait_for_function("() => document.querySelector('.lesson h3')")
        if "Lesson done" in learner.count:
            break
        if answer % 3 == 0:
            shot(learner.page, f"lesson-{name}-{answer}")
        learner.learn(on_chart)
    expect(learner.page.locator(".lesson-count")).to_contain_text("Lesson done")
    expect(learner.page.locator(".lesson h3")).to_have_text("Now you are in command")
    expect(learner.page.locator("#table")).to_have_attribute("data-state", "deciding")


def test_a_lesson_is_begun_on_the_front_page_left_and_continued(open_page: OpenPage) -> None:
    page = open_page("/", DESK)
    card = page.locator("article", has=page.get_by_role("heading", name="Atlantic Wolves"))
    card.get_by_role("button", name="Learn by playing").click()
    page.wait_for_url("**/g/*")
    learner = Learner(page)
    learner.settled()
    expect(page.locator(".lesson")).to_contain_text("Send Dönitz to HQ.")
    expect(page.locator('#plot [data-space="hq"]')).to_have_class(re.compile(r"\bis-taught\b"))
    page.locator('#decision [data-taught="false"]').first.click()
    expect(page.locator(".notice")).to_contain_text("The lesson goes another way here. Send Dönitz to HQ.")
    learner.learn(on_chart=True)
    expect(page.locator(".lesson-count")).to_have_text("Lesson, step 2 of 10")
    page.goto("/")
    page.get_by_role("link", name="Continue lesson 2/10").click()
    page.wait_for_url("**/g/*")
    expect(page.locator(".lesson-count")).to_have_text("Lesson, step 2 of 10")


def test_a_first_lesson_is_learnt_on_a_phone(open_page: OpenPage) -> None:
    learner = begin(open_page(size=PHONE, **TOUCH), "atlantic-wolves", "first-month")
    learn_to_the_end(learner, "wolves-phone", on_chart=False)


@pytest.mark.long
@pytest.mark.parametrize("size", ["desk", "phone"])
@pytest.mark.parametrize(("slug", "key"), TAUGHT)
def test_every_lesson_is_learnt_by_doing_what_it_says(open_page: OpenPage, slug: str, key: str, size: str) -> None:
    page = open_page(size=DESK) if size == "desk" else open_page(size=PHONE, **TOUCH)
    learn_to_the_end(begin(page, slug, key), f"{slug}-{key}-{size}", on_chart=size == "desk")
