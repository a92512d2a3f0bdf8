"""The figures of the guide, over two thousand games (`make test-long`)."""

import pytest

from flagplot.lab.simulate import simulate

pytestmark = pytest.mark.long


def test_the_captain_sinks_410000_tons_a_month_and_wins_eight_games_in_a_hundred() -> None:
    report = simulate("atlantic-wolves", 2000, seats={"german": "captain"}, seed=1, jobs=0)
    assert report.metrics["tons_per_month"].mean >= 410_000
    assert report.wins["german"] >= 0.08


def test_a_midshipman_never_wins() -> None:
    assert simulate("atlantic-wolves", 2000, seed=1, jobs=0).wins == {"german": 0.0}
