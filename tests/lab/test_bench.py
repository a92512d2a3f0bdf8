"""The benchmark measures what it says; how fast a machine is, no test asks."""

from __future__ import annotations

import json

import pytest

from flagplot.lab import bench


@pytest.fixture(autouse=True)
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "ROUNDS", 2)
    monkeypatch.setattr(bench, "GOES", 2)
    monkeypatch.setattr(bench, "games_in_one_go", lambda slug: 1)
    monkeypatch.setattr(bench, "SAMPLE_GAMES", 1)


def test_the_yard_is_the_loop_that_was_agreed() -> None:
    assert bench.yard() == 8993268


@pytest.mark.long
def test_every_figure_of_every_game_is_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert bench.main(as_json=True) == 0
    report = json.loads(capsys.readouterr().out)
    assert report["yard_microseconds"] > 0
    assert {figure["key"] for figure in report["figures"]} == {
        "random_decisions", "random_games", "captain_decisions", "captain_games",
        "copy", "resume_p99", "save", "load", "odds", "odds_p90",
    }  # fmt: skip
    assert all(figure["value"] > 0 and figure["per_yard"] > 0 for figure in report["figures"])
    spreads = {figure["key"]: figure["spread"] for figure in report["figures"]}
    assert spreads["copy"] is None
    assert spreads["random_decisions"] == sorted(spreads["random_decisions"])


@pytest.mark.parametrize(("slug", "games"), [("graf-spee", 50), ("sea-control", 10)])
def test_more_games_of_a_short_title_are_played_in_one_go(
    slug: str, games: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.undo()
    assert bench.games_in_one_go(slug) == games


def test_a_percentile_is_a_value_that_so_many_do_not_exceed() -> None:
    assert bench.percentile([float(n) for n in range(1, 102)], 99) == 100


@pytest.mark.parametrize(
    ("bound", "met", "words"),
    [
        ({"at_least": 2}, True, "at least 2, met"),
        ({"at_least": 4}, False, "at least 4, MISSED"),
        ({"at_most": 3}, True, "at most 3, met"),
        ({"at_most": 2.5}, False, "at most 2.5, MISSED"),
        ({}, True, ""),
    ],
)
def test_a_figure_meets_its_target_or_misses_it(bound: dict[str, float], met: bool, words: str) -> None:
    figure = bench.Figure("toy", "copy", "copy", 1.0, "us", 3.0)
    assert bench.verdict(figure, {"toy": {"copy": bound}}) == (words, met)
