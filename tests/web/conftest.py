"""A server of its own and a real browser for the tests of the pages."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    ViewportSize,
    expect,
    sync_playwright,
)

from tests.server.running import RunningServer
from tests.web.chromium import find_chromium

SCREENS = Path(__file__).parent.parent.parent / "build" / "screens"
DESK: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
MOST_BLANK = 8  # empty pages that are kept, each with a process of its own
PATIENCE_MS = 60_000  # on a busy machine everything takes longer
# All guests come from one address here.
PLENTY = """[limits]
accounts = { times = 1000, minutes = 60 }
newcomers = { times = 1000, minutes = 60 }
creations = { times = 1000, minutes = 60 }
hints = { times = 10000, minutes = 1 }
[workers]
seconds = 600
analysis_seconds = 1
"""
# Event cards wait for the player; the tests that are about them switch them on.
WITHOUT_CARDS = """try {
  if (localStorage.getItem('flagplot.cards') === null) localStorage.setItem('flagplot.cards', 'off');
} catch {}"""
expect.set_options(PATIENCE_MS)
QUIET = [
    "--no-sandbox",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    # Without a graphics card a chart's coasts are drawn anew for each tile, so let there be few.
    "--default-tile-width=1024",
    "--default-tile-height=1024",
    # What a page asks of anybody else is not found, which the browser complains of.
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]


@pytest.fixture(scope="session")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server with an empty database."""
    server = RunningServer(tmp_path_factory.mktemp("web"), settings=PLENTY)
    yield server.url
    server.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Debian's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=QUIET)
        yield browser
        browser.close()


@pytest.fixture
def complaints() -> list[str]:
    """What the browser complained of."""
    return []


@pytest.fixture
def provoked() -> list[str]:
    """Patterns of complaints that a test provokes itself; the browser notes every refusal, sometimes after the test."""
    return []


OpenPage = Callable[..., Page]


class Profiles:
    """Profiles of guests in one browser, used again after a test, because they keep the files of the pages.

    The page of a profile is used again, too: a new one would need a process of its own.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._spare: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}
        self._blank: dict[BrowserContext, Page] = {}  # pages that are used again, the longest unused first

    def take(self, **settings: Any) -> tuple[BrowserContext, Page]:
        """The profile of somebody who has never been here, and a page of it on which nothing is loaded yet."""
        kind = repr(sorted(settings.items()))
        if spare := self._spare.get(kind):
            context = spare.pop()
        else:
            context = self._browser.new_context(**settings)
            context.set_default_timeout(PATIENCE_MS)
            context.add_init_script(WITHOUT_CARDS)
            self._kinds[context] = kind
        page = self._blank.pop(context, None)
        if page is None:
            return context, context.new_page()
        if page.viewport_size != settings["viewport"]:
            page.set_viewport_size(settings["viewport"])
        return context, page

    def give_back(self, context: BrowserContext, address: str) -> None:
        """Forget whose profile it was; only the files of the pages are kept, and an empty page."""
        first, *others = context.pages or [context.new_page()]
        first.goto("about:blank")  # what it has asked for must not be refused because the guest is forgotten
        first.unroute_all()
        for page in others:
            page.close()
        session = context.new_cdp_session(first)
        wanted = {"origin": address, "storageTypes": "cookies,local_storage,indexeddb"}
        session.send("Storage.clearDataForOrigin", wanted)
        session.detach()
        context.clear_cookies()
        self._spare.setdefault(self._kinds[context], []).append(context)
        self._blank[context] = first
        if len(self._blank) > MOST_BLANK:
            self._blank.pop(next(iter(self._blank))).close()


@pytest.fixture(scope="session")
def profiles(browser: Browser) -> Profiles:
    """The profiles of the guests of all tests."""
    return Profiles(browser)


@pytest.fixture
def open_page(profiles: Profiles, address: str, complaints: list[str], provoked: list[str]) -> Iterator[OpenPage]:
    """Opens pages, each for a guest of its own; without a path nothing is loaded yet.

    The test fails on any console error that it did not provoke, and on any request to elsewhere. With `only_once` a
    profile is not used again, for tests that change what cannot be put back, like the clock.
    """
    contexts: list[BrowserContext] = []
    spoilt: list[BrowserContext] = []
    pages: list[Page] = []

    def note(message: ConsoleMessage) -> None:
        _note(message, complaints)

    def note_error(error: Error) -> None:
        complaints.append(str(error))

    def opened(path: str = "", size: ViewportSize = DESK, only_once: bool = False, **settings: Any) -> Page:
        wanted = {"viewport": size, "base_url": address, "accept_downloads": True, "reduced_motion": "reduce"}
        context, page = profiles.take(**{**wanted, **settings})
        (spoilt if only_once else contexts).append(context)
        pages.append(page)
        page.on("console", note)
        page.on("pageerror", note_error)
        if path:
            page.goto(path)
        return page

    yield opened
    for context in spoilt:
        context.close()
    for context in contexts:
        profiles.give_back(context, address)
    for page in pages:
        page.remove_listener("console", note)
        page.remove_listener("pageerror", note_error)
    assert [one for one in complaints if not any(re.search(pattern, one) for pattern in provoked)] == []


@pytest.fixture
def open_toy(profiles: Profiles, toy_server: RunningServer) -> Iterator[OpenPage]:
    """Opens pages of the server of toys, as `open_page` does; the test fails on any error of a script."""
    pages: list[Page] = []
    complaints: list[str] = []

    def note(error: Error) -> None:
        complaints.append(str(error))

    def opened(path: str = "", size: ViewportSize = DESK, **settings: Any) -> Page:
        wanted = {"viewport": size, "base_url": toy_server.url, "reduced_motion": "reduce"}
        _, page = profiles.take(**{**wanted, **settings})
        pages.append(page)
        page.on("pageerror", note)
        if path:
            page.goto(path)
        return page

    yield opened
    for page in pages:
        profiles.give_back(page.context, toy_server.url)
        page.remove_listener("pageerror", note)
    assert complaints == []


def open_empty(open_page: OpenPage, *styles: str, **settings: Any) -> Page:
    """A page of this server with nothing but these styles, for tests of single scripts."""
    page = open_page("/healthz", **settings)
    links = "".join(f'<link rel="stylesheet" href="/static/styles/{name}.css">' for name in ("theme", "page", *styles))
    page.set_content(f"<!doctype html><html lang='en'><head>{links}</head><body></body></html>")
    return page


def _note(message: ConsoleMessage, complaints: list[str]) -> None:
    if message.type in ("error", "warning"):
        complaints.append(f"{message.type}: {message.text} ({message.location['url']})")


def shot(page: Page, name: str) -> None:
    """Keep a picture of the page for people to look at."""
    SCREENS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENS / f"{name}.jpg", quality=85)  # half the CPU of a PNG
