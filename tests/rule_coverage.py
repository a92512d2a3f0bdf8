"""Which clauses of each game's rule book the code cites and a passed test covers."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from textwrap import wrap

import pytest

from flagplot.engine import rulebook

# The row of the table for tests that cite a rule book which no game has.
NO_GAME = "(no game)"

# Who cites a clause: its id, and places in the code or node ids of tests.
Citations = Mapping[str, list[str]]


@dataclass
class Coverage:
    """The figures of one game, and what is missing."""

    clauses: int
    cited: int
    tested: int
    uncited: list[str]
    untested: list[str]
    unknown: list[str]  # citations of no clause, each with its place

    @property
    def complete(self) -> bool:
        return not (self.uncited or self.untested or self.unknown)


def measure(games: Path, tests: Citations) -> dict[str, Coverage]:
    """Compare every rule book below the games' folder with the code beside it and with the passed tests."""
    found: dict[str, Coverage] = {}
    strays = dict(tests)
    for path in sorted(games.glob("*/rulebook.toml")):
        book = rulebook.load(path)
        own = {clause: tests[clause] for clause in tests if clause.startswith(f"{book.prefix}-")}
        strays = {clause: strays[clause] for clause in strays if clause not in own}
        found[path.parent.name.replace("_", "-")] = compare(book, rulebook.citations(path.parent), own)
    if strays:
        found[NO_GAME] = Coverage(0, 0, 0, [], [], _places(strays))
    return found


def compare(book: rulebook.RuleBook, code: Citations, tests: Citations) -> Coverage:
    """Compare one rule book with who cites it."""
    uncited = [clause for clause in book.clauses if clause not in code]
    untested = [clause for clause in book.clauses if clause not in tests]
    unknown = [
        place
        for citations in (code, tests)
        for place in _places({clause: citations[clause] for clause in citations if clause not in book.clauses})
    ]
    count = len(book.clauses)
    return Coverage(count, count - len(uncited), count - len(untested), uncited, untested, unknown)


def table(games: Mapping[str, Coverage]) -> list[str]:
    """One line a game, each followed by the names of what is missing."""
    lines = [f"{'':20}{'clauses':>9}{'cited':>9}{'tested':>9}"]
    for game, coverage in games.items():
        lines.append(f"{game:20}{coverage.clauses:>9}{coverage.cited:>9}{coverage.tested:>9}")
        for what in ("uncited", "untested", "unknown"):
            if names := getattr(coverage, what):
                lines += wrap(
                    f"{what}: {', '.join(names)}",
                    width=100,
                    initial_indent="  ",
                    subsequent_indent="    ",
                    break_on_hyphens=False,
                    break_long_words=False,
                )
    return lines


def write(games: Mapping[str, Coverage], path: Path) -> None:
    """Keep the figures for whoever reads them by machine."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(json.dumps({game: asdict(coverage) for game, coverage in games.items()}, indent=2) + "\n")


class RuleCoverage:
    """The pytest plugin of `--rule-coverage`; it runs in the controller of pytest-xdist only."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.tests: dict[str, list[str]] = {}
        self.lines: list[str] = []
        self.complete = True

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.when == "call" and report.passed:
            for name, clause in report.user_properties:
                if name == "rule":
                    self.tests.setdefault(str(clause), []).append(report.nodeid)

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        if exitstatus not in (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED):
            return  # interrupted: whatever is missing, its test may not have run
        try:
            games = measure(self.root / "src/flagplot/games", self.tests)
        except rulebook.RuleBookError as error:
            self.lines, self.complete = [str(error)], False
        else:
            write(games, self.root / "build/rule-coverage.json")
            self.lines, self.complete = table(games), all(game.complete for game in games.values())
        if not self.complete and exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        if self.lines:
            terminalreporter.section("rule coverage")
            terminalreporter.write_line("\n".join(self.lines))
        if not self.complete:
            terminalreporter.write_line("Rule coverage is incomplete: the run fails.", red=True)


def _places(citations: Citations) -> list[str]:
    return [f"{clause} in {place}" for clause, places in citations.items() for place in places]
