"""The covers of the games: as their files say, with ships of both sides on the sea."""

from __future__ import annotations

import importlib.util
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import flagplot
from flagplot.engine import Game

TOOL = Path(__file__).parent.parent / "tools" / "covers.py"
LEAST_SHIPS = 3
GAMES = pytest.mark.parametrize("game", flagplot.games(), ids=lambda game: game.slug)


@pytest.fixture(scope="module")
def covers() -> ModuleType:
    spec = importlib.util.spec_from_file_location("covers", TOOL)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    sys.modules["covers"] = module  # its data classes look there for their types
    spec.loader.exec_module(module)
    return module


@GAMES
def test_a_cover_is_up_to_date_and_no_ship_is_on_land(covers: ModuleType, game: Game[Any]) -> None:
    drawn = covers.drawn(game.package)  # which refuses ships on land or at the edge
    kept = (game.package / "cover.svg").read_text(encoding="utf-8")
    assert drawn in (None, kept), "Run `make charts`."


@GAMES
def test_a_cover_shows_ships_of_both_sides(game: Game[Any]) -> None:
    text = (game.package / "cover.svg").read_text(encoding="utf-8")
    sides = re.findall(r'<g class="(?:figure|cover-ship)" data-accent="(\d)"', text)
    assert len(sides) >= LEAST_SHIPS
    assert set(sides) == {"0", "1"}
    assert len(text) < 60_000


@pytest.mark.parametrize(
    ("at", "reason"), [("[1150, 330]", "is on land"), ("[301, 300]", "is cut by the edge of the cover")]
)
def test_a_ship_that_cannot_lie_there_is_refused(covers: ModuleType, tmp_path: Path, at: str, reason: str) -> None:
    package = flagplot.game("atlantic-wolves").package
    (tmp_path / "board.svg").write_text((package / "board.svg").read_text("utf-8"), encoding="utf-8")
    (tmp_path / "cover.toml").write_text(
        f'window = [300, 120, 1060]\nship = 96\nships = [{{ kind = "uboat", side = 0, at = {at} }}]\n', encoding="utf-8"
    )
    with pytest.raises(ValueError, match=reason):
        covers.drawn(tmp_path)
