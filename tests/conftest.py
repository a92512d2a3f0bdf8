"""What every test run shares: the Hypothesis profile and the count of rules that tests cover."""

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import is_hypothesis_test, settings

from flagplot.cli import main
from flagplot.games import MORE_GAMES
from tests.rule_coverage import RuleCoverage
from tests.server.running import RunningServer

settings.register_profile("default", deadline=None, derandomize=True, print_blob=True)
settings.load_profile("default")


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--rule-coverage",
        action="store_true",
        help="count the clauses that code cites and passed tests cover, and fail on a gap",
    )


def pytest_configure(config: pytest.Config) -> None:
    is_xdist_worker = hasattr(config, "workerinput")
    if config.option.rule_coverage and not is_xdist_worker:
        config.pluginmanager.register(RuleCoverage(config.rootpath))


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Iterator[None]:
    """Let one process of pytest-xdist after the other load the tests: the first compiles them, the others read that."""
    with Path(__file__).open(encoding="utf-8") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


TOYS = Path(__file__).parent / "toys"
NO_HURRY = "[workers]\nseconds = 600\n"


@pytest.fixture(scope="session")
def toy_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    """A server that knows the toys and a game that was just begun, "Arctic Run"; one for all, for it starts slowly."""
    folder = tmp_path_factory.mktemp("toys")
    assert main(["new-game", "arctic-run", "--into", str(folder / "games")]) == 0
    games = os.pathsep.join([str(TOYS), str(folder / "games")])
    running = RunningServer(folder, settings=NO_HURRY, environment={MORE_GAMES: games})
    yield running
    running.stop()


EVERY_FOURTH = 4


@pytest.fixture(scope="session")
def is_long_run(pytestconfig: pytest.Config) -> bool:
    """Whether long tests run, too, so that others may look more closely."""
    return "not long" not in pytestconfig.getoption("markexpr")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Try half as many examples where long tests do not run; they are the first of those that a long run tries."""
    if "not long" not in config.getoption("markexpr"):
        return
    for test in {getattr(item, "function", None) for item in items if is_hypothesis_test(getattr(item, "function", 0))}:
        usual = test._hypothesis_internal_use_settings
        test._hypothesis_internal_use_settings = settings(usual, max_examples=(usual.max_examples + 1) // 2)


def pytest_itemcollected(item: pytest.Item) -> None:
    if item.get_closest_marker("every_fourth"):
        case: int = sum(item.callspec.indices.values())  # type: ignore[attr-defined]
        if case % EVERY_FOURTH:
            item.add_marker(pytest.mark.long)
    # User properties are what a worker of pytest-xdist sends home with a report.
    item.user_properties += [("rule", clause) for mark in item.iter_markers("rule") for clause in mark.args]
