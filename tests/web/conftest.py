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
# All guests come from one address here.
PATIENCE_MS = 60_000  # on a busy machine everything takes longer
PLENTY = """[limits]
accounts = { times = 1000, minutes = 60 }
newcomers = { times = 1000, minutes = 60 }
creations = { times = 1000, minutes = 60 }
[workers]
seconds = 600
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
    """Profiles of guests in one browser, used again after a test, because they keep the files of the pages."""

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self._spare: dict[str, list[BrowserContext]] = {}
        self._kinds: dict[BrowserContext, str] = {}

    def take(self, **settings: Any) -> BrowserContext:
        """The profile of somebody who has never been here."""
        kind = repr(sorted(settings.items()))
        if spare := self._spare.get(kind):
            return spare.pop()
        context = self._browser.new_context(**settings)
        context.set_default_timeout(PATIENCE_MS)
        context.add_init_script(WITHOUT_CARDS)
        self._kinds[context] = kind
        return context

    def give_back(self, context: BrowserContext, address: str) -> None:
        """Close the pages of a profile and forget whose it was; only the files of the pages are kept."""
        first, *others = context.pages or [context.new_page()]
        first.goto("about:blank")  # what it has asked for must not be refused because the guest is forgotten
        for page in others:
            page.close()
        wanted = {"origin": address, "storageTypes": "cookies,local_storage,indexeddb"}
        context.new_cdp_session(first).send("Storage.clearDataForOrigin", wanted)
        first.close()
        context.clear_cookies()
        self._spare.setdefault(self._kinds[context], []).append(context)


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

    def opened(path: str = "", size: ViewportSize = DESK, only_once: bool = False, **settings: Any) -> Page:
        wanted = {"viewport": size, "base_url": address, "accept_downloads": True, "reduced_motion": "reduce"}
        context = profiles.take(**{**wanted, **settings})
        (spoilt if only_once else contexts).append(context)
        page = context.new_page()
        page.on("console", lambda message: _note(message, complaints))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        if path:
            page.goto(path)
        return page

    yield opened
    for context in spoilt:
        context.close()
    for context in contexts:
        profiles.give_back(context, address)
    assert [one for one in complaints if not any(re.search(pattern, one) for pattern in provoked)] == []


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
