"""Somebody who plays with others, in a real browser."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Locator, expect

from tests.web.conftest import shot
from tests.web.table import Table, shortest

OPEN = {"axis": "me", "allied": "open"}


class Player(Table):
    """Somebody at a table with others."""

    def name(self, name: str) -> Player:
        """Take a name."""
        assert self.page.request.put("/api/me", data={"name": name}).ok
        return self

    def begin(self, seat: str = "axis", **wish: Any) -> Player:
        """Begin a game with an open seat and sit down at another."""
        answer = self.page.request.post("/api/matches", data={"game": "sea-control", "seats": OPEN, **wish})
        assert answer.status == 201, answer.text()
        self.page.goto(f"/g/{answer.json()['id']}")
        return self.seated(seat)

    def join(self, other: Player, seat: str = "allied") -> Player:
        """Sit down where another player's invitation leads."""
        invite = other.ask()["table"]["invite"]
        answer = self.page.request.post(f"/api/invites/{invite}/join", data={"seat": seat})
        assert answer.ok, answer.text()
        self.page.goto(f"/g/{other.match_id}")
        return self.seated(seat)

    def seated(self, seat: str) -> Player:
        """Wait until the page shows a seat."""
        expect(self.page.locator(f'#table[data-seat="{seat}"]')).to_be_attached()
        return self

    def state(self, state: str) -> Player:
        """Wait until the page decides, waits, or is over."""
        expect(self.page.locator(f'#table[data-state="{state}"]')).to_be_attached()
        return self

    def play(self) -> None:
        """Answer by clicks in the panel so that the turn is over soon, and wait until the page has taken it in."""
        before = self.seq
        self.click_shortest()
        expect(self.page.locator("#table")).not_to_have_attribute("data-seq", str(before))

    def heed(self, by_panel: bool) -> None:
        """Answer by clicks as the captain would, on the chart or in the panel, and wait until it is taken in."""
        before = self.seq
        option = self.hinted()
        if by_panel:
            self.click_listed(option)
        else:
            self.click_meant(option)
        expect(self.page.locator("#table")).not_to_have_attribute("data-seq", str(before))

    def play_unseen(self) -> None:
        """Decide by the server's own interface until it is another's turn."""
        while (position := self.ask(seat=self.seat))["decision"]:
            shortcut, option = shortest(position["decision"])
            answer = {"options": shortcut["answers"]} if shortcut else {"option": option["value"]}
            choice = {"seat": self.seat, "seq": position["seq"], **answer}
            assert self.page.request.post(f"/api/matches/{self.match_id}/choices", data=choice).ok

    def menu(self, item: str) -> None:
        """Choose something from the menu."""
        self.page.locator("#menu").click()
        self.page.get_by_role("dialog").get_by_role("button", name=item).click()

    def sure(self, answer: str) -> None:
        """Answer the question that came up."""
        self.page.get_by_role("dialog").get_by_role("button", name=answer, exact=True).click()

    def order(self, how: str, span: str) -> None:
        """Give a standing order about what is asked now; it may leave nothing to decide."""
        self.page.get_by_role("button", name="Always ...").click()
        dialog = self.page.get_by_role("dialog", name="Standing order")
        dialog.get_by_label(how).check()
        dialog.get_by_text(span).click()
        shot(self.page, "together-order")
        before = self.seq
        dialog.get_by_role("button", name="Give this order").click()
        expect(dialog).to_have_count(0)
        expect(self.page.locator("#table")).not_to_have_attribute("data-seq", str(before))

    def card(self) -> Locator:
        """What lies on top of the decision."""
        return self.page.locator("#cards")

    def tab(self, name: str) -> Locator:
        """Open a part of the panel."""
        self.page.locator(f"#tab-{name}").click()
        return self.page.locator(f"#{name}")
