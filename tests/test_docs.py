"""What the documents say must be true: their examples run, and generated pages are up to date."""

from __future__ import annotations

import doctest
import re
import runpy
from pathlib import Path

import pytest

import flagplot

ROOT = Path(__file__).parent.parent
PAGES = [
    ROOT / "README.md",
    *sorted((ROOT / "docs").glob("*.md")),
    *sorted((ROOT / "src").glob("flagplot/games/*/guide.md")),
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_the_python_examples_of_a_page_run(page: Path) -> None:
    for example in re.findall(r"```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL):
        exec(compile(example, page.name, "exec"), {})


def test_the_example_in_the_docstring_is_true() -> None:
    assert doctest.testmod(flagplot).failed == 0


def test_the_page_about_states_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "tools" / "state_docs.py"))["page"]
    assert (ROOT / "docs" / "state.md").read_text(encoding="utf-8") == page(), "Run `make docs`."


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for link in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
        assert (page.parent / link).exists(), link


@pytest.mark.parametrize("game", flagplot.games(), ids=lambda game: game.slug)
def test_each_game_has_a_guide_that_names_all_its_options(game: flagplot.Game) -> None:  # type: ignore[type-arg]
    guide = (game.package / "guide.md").read_text(encoding="utf-8")
    for option in game.options:
        assert f"`{option.name}`" in guide
        assert option.rule in guide
