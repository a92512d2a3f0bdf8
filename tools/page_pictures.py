"""Takes docs/look/*.jpg: the pages in Chromium, with games that captains have played up to a telling moment.

Run by hand, after `make browser`: python -m tools.page_pictures, with names for some of them only
"""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Browser, Page, sync_playwright

import flagplot
from flagplot import players
from tests.web.chromium import find_chromium

LOOK = Path(__file__).parent.parent / "docs" / "look"
DESK, PHONE = (1440, 900), (390, 844)
QUALITY = 84  # of a JPEG: text without a halo, in some 200 kB


@dataclass(frozen=True)
class Picture:
    """A page at a moment of a game: the first time after so many choices that a seat is asked something.

    The pointer may rest on an option, told by its number.
    """

    name: str
    game: str = ""
    seat: str = ""
    ask: str = ""
    choices: int = 0
    size: tuple[int, int] = DESK
    scheme: str = "light"
    scenario: str | None = None
    option: int | None = None


PICTURES = (
    Picture("front"),
    Picture("wolves", "atlantic-wolves", "german", "next_attack", 160),
    Picture("wolves-placing", "atlantic-wolves", "german", "place_boat", 60),
    Picture("control", "sea-control", "allied", "sail", 200),
    Picture("battle", "sea-control", "axis", "surface_target", 250),
    Picture("cruise", "graf-spee", "graf_spee", "sail", 12),
    Picture("cruise-battle", "graf-spee", "graf_spee", "aim", 12),
    Picture("chase", "atlantic-chase", "british", "course", 24),
    Picture("chase-battle", "atlantic-chase", "british", "fire_at", 20),
    Picture("night", "night-action", "axis", "helm", 60, scenario="coal_scuttle", option=6),
    Picture("night-guns", "night-action", "allied", "fire_at", 179, scheme="dark", scenario="eboat_alley", option=0),
    Picture("dark", "sea-control", "axis", "sail", 400, scheme="dark"),
    Picture("phone", "atlantic-wolves", "german", "next_attack", 160, size=PHONE),
    Picture("phone-battle", "sea-control", "axis", "surface_target", 250, size=PHONE, scheme="dark"),
    Picture("phone-chase", "atlantic-chase", "british", "order", 24, size=PHONE),
    Picture("phone-cruise", "graf-spee", "graf_spee", "sail", 12, size=PHONE),
    Picture("phone-night", "night-action", "axis", "helm", 60, size=PHONE, scenario="coal_scuttle"),
)


def save_of(picture: Picture) -> bytes:
    """The game up to the moment of the picture, played by captains."""
    match = flagplot.new(picture.game, seed=3, scenario=picture.scenario)
    captains = players.seated(match, dict.fromkeys(match.seats, "captain"), "picture")
    while True:
        decision = match.decision
        assert decision, f"The game is over before {picture.ask} is asked."
        is_late_enough = len(match.record.choices) >= picture.choices
        if is_late_enough and (decision.seat, decision.key) == (picture.seat, picture.ask):
            return match.save()
        match.choose(players.answer(match, captains))


@contextmanager
def server(directory: Path) -> Iterator[str]:
    """The address of a server with an empty database."""
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port = listener.getsockname()[1]
    command = [sys.executable, "-m", "flagplot.cli", "serve", "--no-browser", "--port", str(port)]
    process = subprocess.Popen([*command, "--db", f"sqlite:///{directory / 'games.db'}"], stdout=subprocess.PIPE)
    try:
        assert process.stdout
        process.stdout.readline()  # it says when it is ready
        yield f"http://127.0.0.1:{port}"
    finally:
        process.send_signal(signal.SIGINT)
        process.wait(timeout=20)


def take(browser: Browser, address: str, picture: Picture) -> Path:
    """Open the page and keep what it looks like."""
    width, height = picture.size
    context = browser.new_context(
        viewport={"width": width, "height": height},
        base_url=address,
        reduced_motion="reduce",
        color_scheme="dark" if picture.scheme == "dark" else "light",
        device_scale_factor=2 if picture.size == PHONE else 1,
    )
    page = context.new_page()
    page.goto("/")
    if picture.game:
        answer = page.request.post(f"/api/matches/upload?seat={picture.seat}", data=save_of(picture))
        assert answer.status == 201, answer.text()
        page.goto(f"/g/{answer.json()['id']}")
    settle(page)
    if picture.option is not None:
        page.locator(f'#decision [data-option="{picture.option}"]').hover()
        page.wait_for_timeout(200)
    path = LOOK / f"{picture.name}.jpg"
    page.screenshot(path=path, type="jpeg", quality=QUALITY)
    context.close()
    return path


def settle(page: Page) -> None:
    """Wait for the chart, and for the odds that come after it."""
    page.wait_for_load_state("networkidle")
    page.wait_for_timeout(1500)


def main() -> None:
    LOOK.mkdir(exist_ok=True)
    wanted = [picture for picture in PICTURES if picture.name in sys.argv[1:] or not sys.argv[1:]]
    with (
        tempfile.TemporaryDirectory() as directory,
        server(Path(directory)) as address,
        sync_playwright() as playwright,
    ):
        browser = playwright.chromium.launch(executable_path=find_chromium(), args=["--no-sandbox"])
        for picture in wanted:
            path = take(browser, address, picture)
            print(f"{path}: {path.stat().st_size:,} bytes")
        browser.close()


if __name__ == "__main__":
    main()
