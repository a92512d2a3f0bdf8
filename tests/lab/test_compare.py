"""Comparisons: paired seeds, a verdict for each quantity, and an end when the answer is certain."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from flagplot.engine.errors import FlagplotError
from flagplot.lab.compare import Comparing, Comparison, compare
from flagplot.lab.plans import Outcome, Task, planned, play_game
from tests.lab import dealt

FIRST, SECOND = dealt.plan(options={"baltic": True}), dealt.plan()


def compared(first_share: float, second_share: float, most: int, margin: float = 0.02, seed: int = 1) -> Comparison:
    """A comparison of games that the Axis wins with these probabilities; the Allies win the others."""

    def outcome_of(task: Task) -> Outcome:
        luck = Random(f"{seed}/{task.number}/{task.plan}").random()
        won = luck < (first_share, second_share)[task.plan]
        return dealt.outcome("axis" if won else "allied", 100 + task.plan, turns=8.0, tons=luck)

    comparing = Comparing(FIRST, SECOND, most, margin)
    comparing.play_pairs(dealt.Dealt(outcome_of))
    return comparing.report()


def test_a_large_difference_ends_the_run_at_its_first_look() -> None:
    report = compared(0.8, 0.3, 1600)
    assert (report.pairs, report.ending) == (100, "certain")
    assert [(row.name, row.verdict) for row in report.shares] == [("axis", "higher"), ("allied", "lower")]
    axis = report.shares[0]
    assert axis.difference.estimate == pytest.approx(axis.first - axis.second)
    assert axis.difference.low < axis.difference.estimate < axis.difference.high
    assert report.error == pytest.approx(0.05 / 16)


def test_without_a_difference_all_pairs_are_played_unless_it_is_surely_small() -> None:
    report = compared(0.5, 0.5, 800)
    assert (report.pairs, report.ending) == (800, "all games played")
    assert {row.verdict for row in report.shares} == {"open"}
    wide = compared(0.5, 0.5, 800, margin=0.3)
    assert (wide.pairs, wide.ending) == (200, "certain")
    assert {row.verdict for row in wide.shares} == {"the same"}


def test_decisions_and_metrics_are_compared_too() -> None:
    means = {row.name: row for row in compared(0.8, 0.3, 1600).means}
    assert list(means) == ["decisions", "turns", "tons"]
    assert (means["decisions"].difference.estimate, means["decisions"].verdict) == (-1.0, "lower")
    assert (means["turns"].first, means["turns"].verdict) == (8.0, "open")
    assert means["tons"].verdict == "open"


def test_a_run_that_is_stopped_reports_its_whole_pairs() -> None:
    def outcome_of(task: Task) -> Outcome:
        if task == (1, 60):
            raise KeyboardInterrupt
        return dealt.outcome("axis")

    comparing = Comparing(FIRST, SECOND, 400)
    with pytest.raises(KeyboardInterrupt):
        comparing.play_pairs(dealt.Dealt(outcome_of))
    report = comparing.report()
    assert (comparing.finished, report.pairs, report.ending) == (130, 60, "stopped")


def test_pairs_have_the_same_dice() -> None:
    """An option that is set to what it is anyway changes nothing in any game."""
    same = compare(
        "atlantic-wolves", 100, {"options": {"starting_boats": 6}}, seats={"german": "midshipman"}, margin=0.2
    )
    assert (same.pairs, same.ending) == (100, "certain")
    assert {row.difference.estimate for row in (*same.shares, *same.means)} == {0.0}
    first = planned("atlantic-wolves", options={"mines": True}, seed=3)
    second = planned("atlantic-wolves", seed=3)
    assert play_game(first, 5) != play_game(second, 5)
    assert play_game(msgspec.structs.replace(first, options={}), 5) == play_game(second, 5)


def test_what_cannot_be_compared_is_refused() -> None:
    for first, second, most, margin, sentence in (
        (FIRST, FIRST, 10, 0.1, "Both sides of the comparison are the same"),
        (FIRST, dealt.plan({"axis": "captain"}), 10, 0.1, "Only variants with the same sides can be compared"),
        (FIRST, SECOND, 0, 0.1, "A run needs at least one game"),
        (FIRST, SECOND, 10**12, 0.1, "has at most 1,000,000"),
        (FIRST, SECOND, 10, -0.1, "A margin is a share from 0 to below 1"),
        (FIRST, SECOND, 10, float("nan"), "A margin is a share from 0 to below 1"),
    ):
        with pytest.raises(FlagplotError, match=sentence):
            Comparing(first, second, most, margin)
    with pytest.raises(FlagplotError, match="A variant has a scenario and options, not 'colour'"):
        compare("atlantic-wolves", 10, {"colour": "blue"})
