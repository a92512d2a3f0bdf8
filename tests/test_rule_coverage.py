"""The count of clauses that code cites and tests cover."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from textwrap import dedent

import pytest

from flagplot.engine.rulebook import RuleBookError
from tests.rule_coverage import NO_GAME, Coverage, measure, table, write

ROOT = Path(__file__).parent.parent

CLAUSE = """
    [[clause]]
    id = "PB-MOV-{:02}"
    chapter = "MOV"
    title = "One square"
    section = ""
    kind = "rule"
    text = "A boat moves one square."
"""


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """The games of a made-up project: one, with three clauses, of which its rules cite two."""
    games = tmp_path / "src/flagplot/games"
    game = games / "paper_boats"
    game.mkdir(parents=True)
    (game / "rulebook.toml").write_text(
        'title = "Paper Boats"\nfollows = ""\n[[chapter]]\nkey = "MOV"\ntitle = "Movement"\n'
        + "".join(CLAUSE.format(number) for number in (1, 2, 3))
    )
    (game / "rules.py").write_text("# PB-MOV-01\n# PB-MOV-02\n")
    return games


def test_the_figures_tell_what_is_neither_cited_nor_tested(games: Path) -> None:
    found = measure(games, {"PB-MOV-01": ["test_a"], "PB-MOV-03": ["test_a", "test_b"]})
    assert found == {"paper-boats": Coverage(3, 2, 2, ["PB-MOV-03"], ["PB-MOV-02"], [])}
    assert not found["paper-boats"].complete


def test_a_book_that_is_all_cited_and_tested_is_complete(games: Path) -> None:
    (games / "paper_boats" / "view.py").write_text("# PB-MOV-03\n")
    found = measure(games, {f"PB-MOV-0{number}": ["test_a"] for number in (1, 2, 3)})
    assert found == {"paper-boats": Coverage(3, 3, 3, [], [], [])}
    assert found["paper-boats"].complete


def test_a_citation_of_no_clause_is_named_with_its_place(games: Path) -> None:
    (games / "paper_boats" / "rules.py").write_text("# PB-MOV-01\n# PB-MOV-20\n")
    found = measure(games, {"PB-AIR-01": ["test_a", "test_b"]})
    assert found["paper-boats"].unknown == [
        "PB-MOV-20 in rules.py:2",
        "PB-AIR-01 in test_a",
        "PB-AIR-01 in test_b",
    ]


def test_a_test_that_cites_the_book_of_no_game_is_named_apart(games: Path) -> None:
    found = measure(games, {"XY-MOV-01": ["test_a"]})
    assert found["paper-boats"].unknown == []
    assert found[NO_GAME] == Coverage(0, 0, 0, [], [], ["XY-MOV-01 in test_a"])


def test_each_game_has_its_own_figures_and_one_without_a_book_has_none(games: Path) -> None:
    other = games / "tin_boats"
    shutil.copytree(games / "paper_boats", other)
    book = other / "rulebook.toml"
    book.write_text(book.read_text().replace("PB-", "TB-"))
    (games / "unwritten").mkdir()
    found = measure(games, {"TB-MOV-01": ["test_a"]})
    assert {game: (coverage.cited, coverage.tested) for game, coverage in found.items()} == {
        "paper-boats": (2, 0),
        "tin-boats": (0, 1),
    }


def test_a_malformed_book_is_an_error(games: Path) -> None:
    (games / "paper_boats" / "rulebook.toml").write_text("title = 1")
    with pytest.raises(RuleBookError):
        measure(games, {})


def test_the_table_has_a_line_a_game_and_names_every_gap() -> None:
    names = [f"PB-MOV-{number:02}" for number in range(20)]
    lines = table({"paper-boats": Coverage(21, 1, 20, names, ["PB-MOV-20"], []), "tin": Coverage(9, 9, 9, [], [], [])})
    assert lines[0].split() == ["clauses", "cited", "tested"]
    assert lines[1].split() == ["paper-boats", "21", "1", "20"]
    assert " ".join(" ".join(lines[2:-2]).split()) == f"uncited: {', '.join(names)}"
    assert lines[-2:] == ["  untested: PB-MOV-20", "tin                         9        9        9"]
    assert max(map(len, lines)) <= 100


def test_the_figures_are_written_for_machines_too(tmp_path: Path) -> None:
    path = tmp_path / "build" / "rule-coverage.json"
    write(
        {"paper-boats": Coverage(3, 2, 1, ["PB-MOV-03"], ["PB-MOV-01", "PB-MOV-02"], ["PB-X-1 in test_a"])},
        path,
    )
    assert json.loads(path.read_text()) == {
        "paper-boats": {
            "clauses": 3,
            "cited": 2,
            "tested": 1,
            "uncited": ["PB-MOV-03"],
            "untested": ["PB-MOV-01", "PB-MOV-02"],
            "unknown": ["PB-X-1 in test_a"],
        }
    }


# Only the plugins that are needed, because each start of pytest loads them anew
SETTINGS = """[pytest]
markers = rule(*clauses): covers them
addopts = --disable-plugin-autoload -p xdist.plugin
"""


def run(games: Path, tests: str, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest on the made-up project, with this project's conftest."""
    project = games.parents[2]
    (project / "pytest.ini").write_text(SETTINGS)
    shutil.copy(ROOT / "tests/conftest.py", project / "conftest.py")
    (project / "test_boats.py").write_text("import pytest\nfrom tests.rules import rule\n" + dedent(tests))
    environment = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    return subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *arguments],
        cwd=project,
        env=environment | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


COVERING = """
    pytestmark = rule("PB-MOV-01")

    @rule("PB-MOV-02")
    def test_a_boat_moves(): pass

    @pytest.mark.parametrize("square", [1, pytest.param(2, marks=rule("PB-MOV-03"))])
    def test_a_boat_moves_to(square): pass
"""


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_run_with_every_clause_cited_and_tested_succeeds(games: Path, processes: str) -> None:
    (games / "paper_boats" / "view.py").write_text("# PB-MOV-03\n")
    result = run(games, COVERING, "--rule-coverage", "-n", processes)
    assert result.returncode == 0, result.stdout
    assert result.stdout.count("paper-boats                 3        3        3\n") == 1


@pytest.mark.parametrize("processes", ["0", "2"])
def test_a_clause_that_nothing_cites_fails_the_run(games: Path, processes: str) -> None:
    result = run(games, COVERING, "--rule-coverage", "-n", processes)
    assert result.returncode == 1
    assert "3 passed" in result.stdout
    assert result.stdout.count("uncited: PB-MOV-03\n") == 1
    written = json.loads((games.parents[2] / "build/rule-coverage.json").read_text())
    assert written["paper-boats"]["uncited"] == ["PB-MOV-03"]


def test_only_a_passed_test_covers_a_clause(games: Path) -> None:
    tests = """
        @rule("PB-MOV-01")
        def test_a_boat_that_moves(): pass

        @rule("PB-MOV-02")
        @pytest.mark.skip
        def test_a_boat_that_is_skipped(): pass

        @rule("PB-MOV-03")
        @pytest.mark.xfail
        def test_a_boat_that_sinks(): raise AssertionError
    """
    result = run(games, tests, "--rule-coverage")
    assert result.returncode == 1
    assert "untested: PB-MOV-02, PB-MOV-03\n" in result.stdout


def test_a_malformed_book_fails_the_run_with_its_reason(games: Path) -> None:
    (games / "paper_boats" / "rulebook.toml").write_text("title = 1")
    result = run(games, COVERING, "--rule-coverage")
    assert result.returncode == 1
    assert "rulebook.toml is not a rule book: Expected `str`, got `int` - at `$.title`.\n" in result.stdout
    assert "Traceback" not in result.stdout + result.stderr


def test_without_the_option_nothing_is_counted(games: Path) -> None:
    result = run(games, COVERING)
    assert result.returncode == 0
    assert "paper-boats" not in result.stdout
    assert not (games.parents[2] / "build").exists()
