"""How the packages of the games are built: a file of rules begins with rules, not with a page of imported names."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import flagplot

MOST_LINES = 40  # of a file, before its first rule
RULES = sorted(path for game in flagplot.games() for path in (game.package / "rules").glob("*.py"))


def first_rule(path: Path) -> int:
    """The line of the first function, class or table of phases in a file; 0 where there is none."""
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef | ast.AnnAssign):
            return node.lineno
    return 0


@pytest.mark.parametrize("path", RULES, ids=[f"{path.parts[-3]}/{path.name}" for path in RULES])
def test_the_first_rule_of_a_file_stands_within_its_first_lines(path: Path) -> None:
    assert first_rule(path) <= MOST_LINES


def test_rules_of_every_game_are_looked_at() -> None:
    assert {path.parts[-3] for path in RULES} == {game.package.name for game in flagplot.games()}
