"""A newcomer in a real browser: plays a first game and follows only what the page shows."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from playwright.sync_api import Locator, Page, TimeoutError

from tests.web.conftest import PHONE, SCREENS, shot
from tests.web.front import card_of
from tests.web.table import POLL_MS, Table
from tests.web.test_no_text_over_text import clashes
from tests.web.to_the_end import questions

MOST_QUESTIONS = 600
MOST_CLICKS = 6  # to answer one question
LOOK_EVERY = 12  # questions between two looks at what lies over what
REACTION_MS = 15_000  # within which a click changes something, on a busy machine too
CAPTAIN = "#decision .captains"
CARD = ".event-card"
SHEET = ".end-sheet"
PRINTED = ".degrees text, .seas text, .rose text"  # on the chart itself: ships and strings may lie over it
# What a click may change at once: the answer is sent, is to be confirmed, a list gets shorter, a pile is spread.
SIGNS = """() => {
    const { seq, state } = document.getElementById('table').dataset;
    const count = (parts) => [...document.querySelectorAll(parts)].filter((one) => one.checkVisibility()).length;
    const foot = document.querySelector('#decision .confirm p, #decision .hint')?.textContent;
    const going = '#decision.sending, #decision .thinking, .event-card, .end-sheet';
    const notice = document.querySelector('.notice')?.textContent;
    const counts = [going, '#decision [data-option]'].map(count);
    const spread = document.querySelector('.fan:not([hidden]) .title')?.textContent;
    return JSON.stringify([seq, state, foot, notice, spread, counts]);
}"""
CONFUSING = re.compile("That is no choice|did not arrive|The game had moved on")
# A glowing thing that a click in its middle or near a corner would hit.
HITTABLE = """all => {
    for (const [at, one] of all.entries()) {
        const { left, top, width, height } = one.getBoundingClientRect();
        for (const [across, down] of [[0.5, 0.5], [0.1, 0.15], [0.9, 0.85], [0.5, 0.9]]) {
            const [x, y] = [left + width * across, top + height * down];
            const hit = document.elementFromPoint(x, y);
            if (hit && one.contains(hit)) return { at, x, y };
        }
    }
    return null;
}"""
# The page shows a card, the end sheet, or a question.
ASKS = """(document.querySelector('.event-card, .end-sheet')
    || ['deciding', 'over'].includes(document.getElementById('table')?.dataset.state))"""
ANSWERED = f"""seq => document.querySelector('.event-card, .end-sheet')
    || ({ASKS} && Number(document.getElementById('table')?.dataset.seq) !== seq)"""


class DeadEnd(AssertionError):
    """The page shows no way on."""


@dataclass
class Counts:
    """What a first game asks of a newcomer."""

    clicks_to_question: int = 0  # from the front page
    clicks_to_answer: int = 0  # from the front page until the first question is answered
    clicks: int = 0
    questions: int = 0
    single: int = 0  # questions with one answer only
    cards: int = 0
    turns: set[str] = field(default_factory=set)

    def __str__(self) -> str:
        turns = max(len(self.turns), 1)
        return (
            f"first question after {self.clicks_to_question}, answered after {self.clicks_to_answer} clicks; "
            f"{self.clicks} clicks, {self.questions} questions ({self.questions / turns:.1f} a turn), "
            f"{self.single} with one answer, {self.cards} event cards"
        )


class Newcomer(Table):
    """Somebody who reads the question, and clicks on what glows, on what is listed, or on what a button offers."""

    def __init__(self, page: Page, name: str) -> None:
        super().__init__(page)
        self.name = name
        self.counts = Counts()
        self.faults: list[str] = []
        self.clicked = ""  # last

    def click(self, target: Locator) -> None:
        self.clicked = str(target)
        target.click()
        self.counts.clicks += 1

    def begin(self, title: str) -> None:
        """Click on Play of a game's card, and wait for its first question."""
        self.click(card_of(self.page, title).get_by_role("button", name=re.compile("^Play ")))
        self.page.wait_for_url("**/g/*")
        self.settled()
        self.is_over()
        self.counts.clicks_to_question = self.counts.clicks
        self.look("begin")

    def play_to_the_end(self, most: int = MOST_QUESTIONS) -> Counts:
        """Answer until the end sheet is up."""
        for _ in questions(self.is_over, most):
            self.answer_question()
        return self.counts

    def is_over(self) -> bool:
        """Whether the end sheet is up, once all event cards are read."""
        self.page.wait_for_function(f"() => {ASKS}", polling=POLL_MS)
        while self.is_shown(CARD):
            self.go_on()
        if self.page.locator("#table").get_attribute("data-state") == "over":
            self.page.locator(SHEET).wait_for()
        return self.is_shown(SHEET)

    def is_shown(self, selector: str) -> bool:
        return self.page.locator(selector).count() > 0

    def go_on(self) -> None:
        """Read an event card, and go on."""
        if self.counts.cards < 3:
            self.look(f"card-{self.counts.cards}")
        self.counts.cards += 1
        card = self.page.locator(CARD).element_handle()
        self.click(self.page.locator(CARD).get_by_role("button", name="Continue"))
        self.page.wait_for_function(f"card => !card.isConnected && ({ASKS})", arg=card, polling=POLL_MS)

    def answer_question(self) -> None:
        """Answer one question in one of the ways that the page shows."""
        counts = self.counts
        self.counts.turns.add(self.page.locator("#chips li").first.inner_text())
        if counts.questions % LOOK_EVERY == 0:
            self.look(str(counts.questions))
        options = self.page.locator("#decision [data-option]").count()
        offers = options + self.page.locator("#decision .shortcut, #decision .captains").count()
        if not offers and not self.is_shown("#decision .typed"):
            raise DeadEnd(f"{self.name}: nothing can be chosen at {self.prompt!r}")
        if options == 1:
            counts.single += 1
            self.faults.append(f"{self.prompt}: only one answer")
        before = self.seq
        number = counts.questions
        ways = [self.by_glow, self.by_hint, self.by_button, self.by_button]
        for click in range(MOST_CLICKS):
            signs = self.page.evaluate(SIGNS)
            _ = self.confirm() or (click == 0 and ways[number % len(ways)]()) or self.from_list()
            if not self.has_reacted(signs):
                self.faults.append(f"{self.prompt}: a click on {self.clicked} does nothing")
                self.from_list()
            if self.is_answered(before):
                break
        else:
            self.look("dead-end")
            raise DeadEnd(f"{self.name}: no click answers {self.prompt!r}")
        self.page.wait_for_function(ANSWERED, arg=before, polling=POLL_MS)  # the computer players have answered, too
        counts.questions += 1
        counts.clicks_to_answer = counts.clicks_to_answer or counts.clicks

    def is_answered(self, before: int) -> bool:
        """Whether the page has taken an answer since; it waits, shows what came of it, or asks anew."""
        is_sent: bool = self.page.evaluate(
            """before => {
                const { state, seq } = document.getElementById('table').dataset;
                const going = '#decision.sending, #decision .thinking, .event-card, .end-sheet';
                return Number(seq) !== before || state !== 'deciding' || Boolean(document.querySelector(going));
            }""",
            before,
        )
        notice = self.page.locator(".notice")
        if not is_sent and notice.count() and CONFUSING.search(notice.inner_text()):
            self.faults.append(f"{self.prompt}: {notice.inner_text()}")
        return is_sent

    def confirm(self) -> bool:
        confirm = self.page.locator("#decision").get_by_role("button", name="Confirm")
        if not confirm.count() or not confirm.first.is_visible():
            return False
        self.click(confirm.first)
        return True

    def by_glow(self) -> bool:
        """Click on something on the chart that glows."""
        glowing = self.page.locator("#plot .is-offered:visible")
        hit = glowing.evaluate_all(HITTABLE)
        if not hit:
            return False
        self.clicked = glowing.nth(hit["at"]).evaluate("one => one.outerHTML.slice(0, 120)")
        tap = self.page.touchscreen.tap if self.page.viewport_size == PHONE else self.page.mouse.click
        tap(hit["x"], hit["y"])
        self.counts.clicks += 1
        return True

    def has_reacted(self, before: str) -> bool:
        """Whether the page shows soon that it has taken a click."""
        try:
            self.page.wait_for_function(
                f"before => ({SIGNS})() !== before", arg=before, polling=POLL_MS, timeout=REACTION_MS
            )
        except TimeoutError:
            return False
        return True

    def by_hint(self) -> bool:
        """Ask the captain, and do that."""
        hint = self.page.locator("#hint")
        if not hint.is_visible() or hint.get_attribute("aria-disabled") == "true":
            return False
        seq = self.seq
        self.click(hint)
        self.page.wait_for_function(
            "seq => document.querySelector('#decision .hint, .notice, .event-card')"
            " || Number(document.getElementById('table').dataset.seq) !== seq",
            arg=seq,
            polling=POLL_MS,
        )
        do_that = self.page.get_by_role("button", name="Do that")
        if not do_that.count():
            return False
        self.click(do_that)
        return True

    def by_button(self) -> bool:
        """Click on the captain's button, or on the first that answers several questions."""
        for selector in (CAPTAIN, "#decision .shortcut"):
            button = self.page.locator(selector)
            if button.count() and button.first.is_visible():
                self.click(button.first)
                return True
        return False

    def from_list(self) -> bool:
        """Click on the first option that is listed."""
        folded = self.page.locator("#decision.is-folded .all-options")
        if folded.is_visible():
            self.click(folded)
        self.click(self.page.locator("#decision [data-option]:visible").first)
        return True

    def look(self, name: str) -> None:
        """Keep a picture, and note texts that lie over each other."""
        self.page.mouse.move(0, 0)  # what is pointed at tells more than its place has room for
        shot(self.page, f"first-{self.name}-{name}")
        printed = self.page.locator(PRINTED).all_text_contents()
        for pair in clashes(self.page, with_chart=not self.is_shown(CARD)):  # beside a card the chart is dark
            if not any(words in printed for words in pair):
                self.faults.append(f"{name}: {pair[0]!r} and {pair[1]!r} overlap")

    def record(self) -> None:
        """Keep the counts and faults of a game beside its pictures, and print them."""
        told = "\n".join([f"{self.name}: {self.counts}", *self.faults])
        print(told)
        SCREENS.mkdir(parents=True, exist_ok=True)
        (SCREENS / f"first-{self.name}.txt").write_text(f"{told}\n", encoding="utf-8")
