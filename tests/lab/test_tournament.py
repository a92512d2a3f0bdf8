"""Tournaments: who meets whom, what they got of each other, and ratings that know how sure they are."""

from __future__ import annotations

import sys

import pytest

from flagplot.engine.errors import FlagplotError, UnknownGame
from flagplot.lab.plans import Outcome, Plan, Task, in_blocks
from flagplot.lab.runs import Run
from flagplot.lab.tournament import (
    check_openskill,
    entrants,
    pairings,
    tournament_plans,
    tournament_report,
)
from tests.lab import dealt

THREE = ["captain", "lieutenant", "midshipman"]


@pytest.fixture(autouse=True)
def few_resamples(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ratings are slow to work out."""
    for name in ("RESAMPLES", "FEWEST_RESAMPLES"):
        monkeypatch.setattr(sys.modules["flagplot.lab.tournament"], name, 10)


def seatings(plans: list[Plan]) -> list[tuple[str, ...]]:
    return [tuple(plan.players.values()) for plan in plans]


def test_each_meets_each_in_both_seats() -> None:
    assert seatings(tournament_plans("sea-control", THREE)) == [
        ("captain", "lieutenant"),
        ("lieutenant", "captain"),
        ("captain", "midshipman"),
        ("midshipman", "captain"),
        ("lieutenant", "midshipman"),
        ("midshipman", "lieutenant"),
    ]


def test_in_a_gauntlet_only_one_meets_the_others() -> None:
    plans = tournament_plans("sea-control", THREE, "lieutenant")
    assert seatings(plans) == [
        ("lieutenant", "captain"),
        ("captain", "lieutenant"),
        ("lieutenant", "midshipman"),
        ("midshipman", "lieutenant"),
    ]
    assert {plan.seed for plan in plans} == {0}
    assert pairings(["midshipman"], "captain") == [("captain", "midshipman")]


def test_alone_against_the_game_each_plays_the_same_seeds() -> None:
    assert seatings(tournament_plans("atlantic-wolves", THREE)) == [("captain",), ("lieutenant",), ("midshipman",)]
    two_ships = tournament_plans("graf-spee", THREE[:2], None, None, {"deutschland": True})
    assert seatings(two_ships) == [("captain", "captain"), ("lieutenant", "lieutenant")]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "is not a list of different players"),
        ("captain,captain", "is not a list of different players"),
        ("captain,,x", "is not a list of different players"),
        (",".join(map(str, range(99))), "at most 32 players, not 99"),
    ],
)
def test_a_list_of_players_that_cannot_be_meant_is_refused(text: str, sentence: str) -> None:
    with pytest.raises(FlagplotError, match=sentence):
        entrants(text)


def test_players_who_cannot_play_are_refused_before_the_first_game() -> None:
    with pytest.raises(UnknownGame, match="There is no player 'commodore'"):
        tournament_plans("sea-control", ["captain", "commodore"])
    with pytest.raises(FlagplotError, match="at least two different players"):
        tournament_plans("sea-control", ["captain"])
    with pytest.raises(FlagplotError, match="at least two different players"):
        tournament_plans("sea-control", ["captain"], "captain")


def played(plans: list[Plan], games: int, strong: str = "captain") -> Run:
    """The strong player wins three games of four, and every fifth game is drawn."""

    def outcome_of(task: Task) -> Outcome:
        sides = {player: seat for seat, player in plans[task.plan].players.items()}
        if task.number % 5 == 4:
            return dealt.outcome(None)
        strong_wins = strong in sides and task.number % 4
        winner = sides[strong] if strong_wins else next(side for who, side in sides.items() if who != strong)
        return dealt.outcome(winner)

    run = Run(plans)
    run.play(in_blocks(plans, 0, games), dealt.Dealt(outcome_of))
    return run


def test_a_crosstable_counts_a_draw_as_half_a_point() -> None:
    plans = [
        dealt.plan({"axis": "captain", "allied": "midshipman"}),
        dealt.plan({"axis": "midshipman", "allied": "captain"}),
    ]
    report = tournament_report(played(plans, 20))
    meetings = {(one.player, one.opponent): one for one in report.crosstable}
    won = sum(1 for number in range(20) if number % 5 != 4 and number % 4) / 20
    assert meetings["captain", "midshipman"].points.estimate == pytest.approx(won + 0.1)
    assert meetings["midshipman", "captain"].points.estimate == pytest.approx(0.9 - won)
    assert meetings["captain", "midshipman"].games == 40
    assert [one.player for one in report.standings] == ["captain", "midshipman"]
    assert (report.games, list(report.beside)) == (40, ["seat axis", "seat allied"])


def test_ratings_have_intervals_that_hold_them_and_tell_players_apart() -> None:
    plans = tournament_plans("sea-control", THREE)
    few, many = (tournament_report(played(plans, games)) for games in (2, 20))
    for report in (few, many):
        assert report.standings[0].player == "captain"
        for one in report.standings:
            assert one.rating.low <= one.rating.estimate <= one.rating.high
    captain, others = many.standings[0], many.standings[1:]
    assert all(captain.rating.low > other.rating.high for other in others)


def test_the_same_games_give_the_same_report() -> None:
    plans = tournament_plans("sea-control", THREE)
    assert tournament_report(played(plans, 6)) == tournament_report(played(plans, 6))


def test_alone_players_are_compared_by_wins_and_metrics_and_rated_against_the_game() -> None:
    plans = tournament_plans("atlantic-wolves", ["captain", "midshipman"])
    run = Run(plans)
    wins = {0: "german", 1: "allied"}
    run.play(in_blocks(plans, 0, 10), dealt.Dealt(lambda task: dealt.outcome(wins[task.plan], tons=float(task.number))))
    report = tournament_report(run)
    assert [(one.player, one.points.estimate) for one in report.standings] == [("captain", 1.0), ("midshipman", 0.0)]
    assert report.standings[0].metrics["tons"].mean == 4.5
    assert (report.crosstable, list(report.beside)) == ([], ["the game"])
    assert (
        report.standings[0].rating.estimate > report.beside["the game"].estimate > report.standings[1].rating.estimate
    )


def test_a_tournament_that_is_stopped_early_tells_of_those_who_have_played() -> None:
    plans = tournament_plans("sea-control", THREE)
    run = Run(plans)
    run.play(in_blocks(plans[:1], 0, 3), dealt.Dealt(lambda task: dealt.outcome("axis")))
    assert {one.player for one in tournament_report(run).standings} == {"captain", "lieutenant"}


def test_without_openskill_one_sentence_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill", None)
    with pytest.raises(FlagplotError, match=r"Install it with pip install 'flagplot\[lab\]'\.$"):
        check_openskill()
