"""A player at the table in a browser: reads what the page shows, answers by clicks and keys, waits for what comes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Error, Locator, Page, Route

CLICK_MS = 2_000
POLL_MS = 30  # to look at every frame would make the browser draw them all
SOON_OVER = ("no more", "off board")  # options after which the next step comes


def seed_new_games(page: Page) -> None:
    """Let the games that the page begins have the same dice every time."""

    def seeded(route: Route) -> None:
        if route.request.method == "POST":
            route.continue_(post_data={**(route.request.post_data_json or {}), "seed": 3})
        else:
            route.continue_()

    page.route("**/api/matches", seeded)


def begun(page: Page, game: str = "atlantic-wolves", until: str = "", **wish: Any) -> Table:
    """A game begun by the server's own interface, played there up to a kind of question, and opened on the page."""
    answer = page.request.post("/api/matches", data={"game": game, **wish})
    assert answer.status == 201, answer.text()
    match_id = answer.json()["id"]
    if until:
        play_unseen(page, match_id, until)
    page.goto(f"/g/{match_id}")
    return Table(page).settled()


def play_unseen(page: Page, match_id: str, until: str) -> None:
    """Follow the captain's hints by the server's own interface up to a kind of question."""
    path = f"/api/matches/{match_id}"
    while (position := asked_position(page, path))["decision"]["key"] != until:
        now = {"seat": position["seat"], "seq": position["seq"]}
        hint = page.request.post(f"{path}/hint", data=now).json()
        answer = page.request.post(f"{path}/choices", data={**now, "option": hint["option"]})
        assert answer.ok, answer.text()


def finish_unseen(page: Page, match_id: str) -> None:
    """Let the captain play the seats of this guest to the end of the game, by the server's own interface."""
    path = f"/api/matches/{match_id}"
    while (position := asked_position(page, path, may_be_over=True))["result"] is None:
        now = {"seat": position["seat"], "seq": position["seq"]}
        answer = page.request.post(f"{path}/finish", data=now)
        assert answer.ok, answer.text()


def asked_position(page: Page, path: str, may_be_over: bool = False) -> Any:
    """The position in which a seat of this guest is asked, once the computer players have decided."""
    while True:
        position = page.request.get(path).json()
        mine = [seat["id"] for seat in position["seats"] if seat["player"] == "you"]
        if position["to_move"] in mine:
            return page.request.get(path, params={"seat": position["to_move"]}).json()
        if may_be_over and position["result"]:
            return position
        assert position["result"] is None, "the game was over before that was asked"
        page.wait_for_timeout(POLL_MS)


class Table:
    """The page of a match, and the same match as the server tells it to this guest."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.on_the_chart = 0  # answers that were given by clicks on the chart

    @property
    def match_id(self) -> str:
        return self.page.url.partition("/g/")[2].partition("#")[0]

    def ask(self, path: str = "", **query: Any) -> Any:
        """What the server tells this guest."""
        answer = self.page.request.get(f"/api/matches/{self.match_id}{path}", params=query)
        assert answer.ok, answer.text()
        return answer.json()

    @property
    def position(self) -> Any:
        return self.ask(seat=self.seat)

    @property
    def seat(self) -> str:
        return self.page.locator("#table").get_attribute("data-seat") or ""

    @property
    def seq(self) -> int:
        """Up to where the page shows the game."""
        return int(self.page.locator("#table").get_attribute("data-seq") or -1)

    @property
    def prompt(self) -> str:
        return self.page.locator("#decision .prompt").inner_text()

    @property
    def headline(self) -> str:
        return self.page.locator("#chips").inner_text()

    def settled(self) -> Table:
        """Wait until the page asks this player, shows a cover, or the game is over."""
        self.page.wait_for_function(
            "() => ['deciding', 'over', 'covered'].includes(document.getElementById('table')?.dataset.state)",
            polling=POLL_MS,
        )
        return self

    def after(self, act: Callable[[], object]) -> None:
        """Do something that changes the game, and wait until the page asks again."""
        before = (self.seat, self.seq)
        act()
        self.page.wait_for_function(
            """([seat, seq]) => {
                const { state, seat: now, seq: shown } = document.getElementById('table').dataset;
                const isNew = now !== seat || Number(shown) !== seq;
                return state === 'covered' || (['deciding', 'over'].includes(state) && isNew);
            }""",
            arg=list(before),
            polling=POLL_MS,
        )

    def space(self, space: str) -> Locator:
        return self.page.locator(f'#plot [data-space="{space}"]').first

    def click_space(self, space: str, timeout: int | None = None) -> None:
        """Click into the corner of a space, where no piece lies, or into the middle of a hex."""
        target = self.space(space)
        is_hex = "is-hex" in (target.get_attribute("class") or "")
        target.click(position=None if is_hex else {"x": 8, "y": 8}, timeout=timeout)

    def piece(self, piece: str) -> Locator:
        return self.page.locator(f'#plot [data-piece="{piece}"]').last

    def option(self, label: str) -> Locator:
        return self.page.locator("#decision .option", has_text=label).first

    def take(self, option: Any) -> None:
        """Answer with an option: by a click on what it touches, if that means this one alone, or else in the list."""
        self.after(lambda: self.click_meant(option))

    def click_meant(self, option: Any) -> None:
        """Click on what an option touches, if that means this one alone, or else in the list."""
        decision = self.position["decision"]
        if not self._clicked_on_the_chart(option, decision["options"]):
            self._button(option, decision["options"]).click()
        self._confirm(decision)

    def click_listed(self, option: Any) -> None:
        """Click on an option in the list."""
        decision = self.position["decision"]
        self._button(option, decision["options"]).click()
        self._confirm(decision)

    def _confirm(self, decision: Any) -> None:
        if decision["completes_row"]:
            self.page.get_by_role("button", name="Confirm").click()

    def click_shortest(self) -> None:
        """Answer in the panel with what takes the game on quickest."""
        decision = self.position["decision"]
        shortcut, option = shortest(decision)
        if shortcut:
            self.page.locator("#decision .shortcut").nth(decision["shortcuts"].index(shortcut)).click()
        else:
            self._button(option, decision["options"]).click()
        if shortcut or decision["completes_row"]:
            self.page.get_by_role("button", name="Confirm").click()

    def _clicked_on_the_chart(self, option: Any, options: list[Any]) -> bool:
        """Click on a piece or space that means this option and no other, if there is one that can be hit."""
        try:
            for piece in option["pieces"]:
                if sum(piece in other["pieces"] for other in options) == 1 and self.piece(piece).is_visible():
                    self.piece(piece).click(timeout=CLICK_MS)
                    break
            else:
                ends = self._ends_of(option)
                space = next(s for s in ends if sum(s in self._ends_of(other) for other in options) == 1)
                self.click_space(space, CLICK_MS)
        except (Error, StopIteration):
            return False
        self.on_the_chart += 1
        return True

    def _ends_of(self, option: Any) -> list[str]:
        """The spaces at which a click means an option: on a chart of plotting spaces the last of a way."""
        spaces: list[str] = option["spaces"]
        return spaces[-1:] if self.page.locator("#plot .has-points").count() else spaces

    def _button(self, option: Any, options: list[Any]) -> Locator:
        folded = self.page.locator("#decision.is-folded .all-options")
        if folded.is_visible():
            folded.click()
        return self.page.locator(f'#decision [data-option="{options.index(option)}"]')

    def hinted(self) -> Any:
        """The option that the captain would take, as the server says."""
        position = self.position
        asked = {"seat": position["seat"], "seq": position["seq"]}
        answer = self.page.request.post(f"/api/matches/{self.match_id}/hint", data=asked)
        assert answer.ok, answer.text()
        wanted = answer.json()["option"]
        return next(option for option in position["decision"]["options"] if option["value"] == wanted)

    def notice(self) -> str:
        return self.page.locator(".notice").inner_text()


def shortest(decision: Any) -> tuple[Any, Any]:
    """The shortcut that answers most at once, or None, and the option that takes the game on quickest."""
    shortcut = max(decision["shortcuts"], key=lambda one: len(one["answers"]), default=None)
    options = decision["options"]
    return shortcut, next((option for option in options if option["label"] in SOON_OVER), options[0])
