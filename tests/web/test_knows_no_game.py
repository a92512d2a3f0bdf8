"""The client draws a vocabulary and knows no game: adding one adds no JavaScript."""

from __future__ import annotations

import re
import time
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine import Game
from tests.web.conftest import PATIENCE_MS, OpenPage

WEB = Path(flagplot.__file__).parent / "web"
SOURCES = sorted(path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html"))


def words_of(game: Game[Any]) -> set[str]:
    """What only this game would say: its name, its seats, its places and the longer names in its texts."""
    words = {game.slug, game.title, *game.seat_ids()}
    for board in map(game.board, game.scenarios):
        words |= (
            {side.name for side in board.sides}
            | {line.name for line in board.lines}
            | {area.name for area in board.areas}
        )
        words |= {space.id.partition("/")[0] for space in board.spaces} | {space.name for space in board.spaces}
    common = {"lost", "Lost", "normal", "Normal", "aggressive", "Aggressive", "shadow", "Shadow"}
    # The number of a hex is not a name: the client has figures of its own.
    return {word for word in words if len(word) > 3 and not word.isdigit()} - common


@pytest.mark.parametrize("game", flagplot.games(), ids=lambda game: game.slug)
def test_no_source_of_the_client_names_a_game_or_anything_in_it(game: Game[Any]) -> None:
    assert len(SOURCES) > 30
    mentioned = re.compile(rf"\b({'|'.join(map(re.escape, sorted(words_of(game))))})\b")
    for path in SOURCES:
        found = mentioned.findall(path.read_text(encoding="utf-8"))
        assert found == [], f"{path.name} mentions {found}"


def test_every_kind_of_piece_has_a_figure_or_is_a_lettered_counter() -> None:
    figures = set(re.findall(r'id="figure-([^"]+)"', (WEB / "art" / "silhouettes.svg").read_text(encoding="utf-8")))
    from_above = set(re.findall(r"(?m)^  (\w+): \{$", (WEB / "scripts/measured/hulls.js").read_text(encoding="utf-8")))
    assert from_above > {"boat", "merchant", "aircraft"}
    for game in flagplot.games():
        match = flagplot.new(game.slug, seed=1)
        players.play_out(match, players.seated(match, dict.fromkeys(match.seats, "captain"), match.record.seed))
        for moment in range(0, len(match.record.choices), 25):
            for seat in match.seats:
                pieces = match.at(moment).view(seat).pieces
                assert {piece.kind.replace(" ", "_") for piece in pieces if not piece.placed} <= figures | {"marker"}
                assert {piece.kind for piece in pieces if piece.placed} <= from_above | {"contact", "dummy"}


ELSEWHERE = {
    "a script": "() => import('http://elsewhere.example/a.js').catch(() => {})",
    "data": "() => fetch('http://elsewhere.example/a').catch(() => {})",
    "data of an address": "() => fetch('http://192.0.2.1/a').catch(() => {})",
    "a picture": "() => { new Image().src = 'http://elsewhere.example/a.png'; }",
    "a socket": "() => { try { new WebSocket('ws://elsewhere.example/a'); } catch {} }",
}


@pytest.mark.parametrize("request_of", ELSEWHERE.values(), ids=ELSEWHERE)
def test_a_page_that_asks_for_something_elsewhere_is_found_out(
    open_page: OpenPage, complaints: list[str], provoked: list[str], request_of: str
) -> None:
    provoked.append(r"elsewhere\.example|192\.0\.2\.1")
    page = open_page("/")
    page.evaluate(request_of)
    until = time.monotonic() + PATIENCE_MS / 1000
    while not complaints and time.monotonic() < until:
        page.wait_for_timeout(50)
    assert any("elsewhere.example" in complaint or "192.0.2.1" in complaint for complaint in complaints)
