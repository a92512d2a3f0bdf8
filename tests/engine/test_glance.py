"""The first screen of a guide is checked when it is read, and every game has one with pictures that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import flagplot
from flagplot.engine.errors import DataError
from flagplot.engine.glance import glance
from tests.contract.playing import SLUGS

SILHOUETTES = Path(flagplot.__file__).parent / "web" / "art" / "silhouettes.svg"
PART = 'name = "Sail"\ntext = "Go."\npicture = "flag"\n'
SOUND = 'goal = "Win."\nturn = "A day"\n' + f"[[steps]]\n{PART}" + f"[[tips]]\n{PART}" * 3


@pytest.mark.parametrize("slug", SLUGS)
def test_every_game_is_told_on_one_screen_with_pictures(slug: str) -> None:
    told = glance(flagplot.game(slug).package)
    assert told
    drawn = set(re.findall(r'id="figure-(\w+)"', SILHOUETTES.read_text(encoding="utf-8")))
    assert {part.picture for part in (*told.steps, *told.tips)} <= drawn
    assert {part.side for part in (*told.steps, *told.tips)} <= {0, 1}


@pytest.mark.parametrize(
    ("text", "wrong"),
    [
        ("goal = ", "is not TOML"),
        (SOUND.replace('"A day"', "3"), "Expected `str`, got `int` - at `$.turn`"),
        (SOUND.replace("goal", "goals"), "unknown field `goals`"),
        (f"{SOUND}[[tips]]\n{PART}", "expected 3 tips and 1 to 6 steps"),
        (SOUND.replace("Go.", "Go on. " * 40, 1), "Sail: expected at most 160 letters"),
    ],
)
def test_a_wrong_file_is_refused_with_its_fault(tmp_path: Path, text: str, wrong: str) -> None:
    (tmp_path / "glance.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=re.escape(wrong)):
        glance(tmp_path)


def test_a_game_without_one_has_none(tmp_path: Path) -> None:
    assert glance(tmp_path) is None
