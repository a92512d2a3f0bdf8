"""Simulation: the same result for any number of jobs, and honest intervals."""

from __future__ import annotations

import gc
import io
import math
import sys
from typing import Any

import pytest
from rich.console import Console

import flagplot
from flagplot.engine.errors import BadOption, DiceError, FlagplotError, UnknownGame
from flagplot.lab.intervals import mean_with_interval, wilson_half_width
from flagplot.lab.simulate import simulate
from flagplot.terminal.simulation import summary
from tests.engine.toy import crew_game

PLACES = [sys.modules[f"flagplot.{name}"] for name in ("games", "lab.plans", "lab.simulate")]  # that look games up


def test_any_number_of_jobs_gives_the_same_report() -> None:
    one = simulate("atlantic-wolves", 60, seed=5)
    two = simulate("atlantic-wolves", 60, seed=5, jobs=2)
    assert one == two


def test_a_report_sums_up_the_games_it_played() -> None:
    report = simulate("atlantic-wolves", 30, seed=1, options={"starting_boats": 9})
    assert (report.game, report.scenario, report.n, report.seed) == ("atlantic-wolves", "campaign", 30, 1)
    assert report.options == {"starting_boats": 9}
    assert report.players == {"german": "midshipman"}
    assert report.wins == {"german": 0.0}
    assert list(report.metrics) == ["tons_per_month", "uboats_lost", "convoys_at_end", "months"]
    assert math.isclose(sum(report.endings.values()), 1)
    assert report.decisions > 30 * 20


def test_wins_are_counted_by_sides_and_players_by_the_seats_in_play(monkeypatch: pytest.MonkeyPatch) -> None:
    boat = crew_game()
    for place in PLACES:
        monkeypatch.setattr(place, "find", lambda slug: boat)
    alone = simulate("boat", 5, seats={"fore": "captain"})
    assert (alone.players, alone.wins) == ({"fore": "captain"}, {"crew": 1.0})
    both = simulate("boat", 40, options={"aft_oar": True}, seats={"aft": "captain"})
    assert both.players == {"fore": "midshipman", "aft": "captain"}
    assert list(both.wins) == list(both.wins_ci95) == ["crew"]
    told = "\n".join(console_text(summary(both)))
    assert "Fore oar: midshipman, Aft oar: captain" in told
    assert "The crew" in told
    with pytest.raises(UnknownGame, match="needs the option 'aft_oar'"):
        simulate("boat", 5, seats={"aft": "captain"})


def console_text(things: list[Any]) -> list[str]:
    console = Console(file=io.StringIO(), width=100)
    console.print(*things)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue().splitlines()


def test_another_seed_gives_other_games() -> None:
    first, second = (simulate("atlantic-wolves", 10, seed=seed).metrics["tons_per_month"] for seed in (1, 2))
    assert first.mean != second.mean


def test_progress_is_told_after_every_game() -> None:
    told: list[tuple[int, int]] = []
    simulate("atlantic-wolves", 3, progress=lambda done, n: told.append((done, n)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    ("settings", "error"),
    [
        ({"slug": "chess", "n": 1}, UnknownGame),
        ({"slug": "atlantic-wolves", "n": 0}, FlagplotError),
        ({"slug": "atlantic-wolves", "n": 1, "jobs": -1}, FlagplotError),
        ({"slug": "atlantic-wolves", "n": 1, "seed": -1}, DiceError),
        ({"slug": "atlantic-wolves", "n": 1, "scenario": "nope"}, UnknownGame),
        ({"slug": "atlantic-wolves", "n": 1, "options": {"nope": 1}}, BadOption),
        ({"slug": "atlantic-wolves", "n": 1, "seats": {"british": "captain"}}, UnknownGame),
        ({"slug": "atlantic-wolves", "n": 1, "seats": {"german": "commodore"}}, UnknownGame),
    ],
)
def test_a_wrong_wish_is_refused_before_the_first_game(settings: dict[str, object], error: type[Exception]) -> None:
    with pytest.raises(error) as refused:
        simulate(**settings)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")


def test_the_interval_of_a_mean_is_the_textbooks() -> None:
    metric = mean_with_interval([1.0, 2.0, 3.0, 4.0])
    assert metric.mean == 2.5
    assert metric.ci95 == pytest.approx(1.96 * math.sqrt((5 / 3) / 4))
    assert mean_with_interval([7.0]).ci95 == math.inf


def test_nobody_winning_still_leaves_room_for_doubt() -> None:
    assert 0 < wilson_half_width(0, 100) < 0.03
    assert wilson_half_width(50, 100) == pytest.approx(0.096, abs=0.002)


def test_a_simulated_game_can_be_played_again_by_the_library() -> None:
    from flagplot.engine.dice import derived_seed, seed_bytes

    match = flagplot.play("atlantic-wolves", seed=derived_seed(seed_bytes(4), "game", 0))
    report = simulate("atlantic-wolves", 1, seed=4)
    assert report.metrics["tons_per_month"].mean == match.game.metrics(match.state)["tons_per_month"]


def test_games_leave_nothing_behind_that_only_a_search_for_cycles_would_free() -> None:
    for game in flagplot.games():
        simulate(game.slug, 2)
        gc.collect()
        simulate(game.slug, 10)
        few = gc.collect()
        simulate(game.slug, 40)
        assert gc.collect() <= few + 10
        assert gc.isenabled()
