"""The goals above the chart: what wins after the last month, and what loses at once."""

from __future__ import annotations

import flagplot
from flagplot.engine.view import Goal
from flagplot.games.atlantic_wolves.state import Options
from flagplot.games.atlantic_wolves.view import dangers, goals
from tests.rules import rule

AVERAGE = "Needed over all ten months, with {} on the map"
IN_A_ROW = "3 in a row, some time before the end of May 1943"


def good_months(value: int, is_met: bool = False) -> Goal:
    return Goal("Months over 600,000 t", IN_A_ROW, value, 3, is_met=is_met)


@rule("AW-VIC-03")
def test_at_the_start_nothing_is_reached_and_400_000_a_month_are_needed() -> None:
    view = flagplot.new("atlantic-wolves", seed=7).view("german")
    average = Goal("Average", AVERAGE.format("0 Convoys"), 0, 400_000, is_met=False, unit="t")
    assert view.goals[:2] == (good_months(0), average)


@rule("AW-VIC-03")
def test_a_poor_month_breaks_the_row_and_convoys_raise_the_average_that_is_needed() -> None:
    row, average = goals((600_000, 610_000, 300_000, 640_000), 1, Options())
    assert row == good_months(1)
    assert average == Goal("Average", AVERAGE.format("1 Convoy"), 537_500, 450_000, is_met=True, unit="t")


@rule("AW-VIC-03")
def test_three_good_months_in_a_row_stay_reached() -> None:
    assert goals((600_000, 600_000, 600_000, 0), 0, Options())[0] == good_months(3, is_met=True)


@rule("AW-OPT-14")
def test_three_months_together_are_told_as_their_best_sum() -> None:
    best = goals((100_000, 250_000, 300_000, 10_000), 0, Options(three_month_sum=True))[0]
    assert best == Goal("Best three months", "600,000 t in 3 months together", 650_000, 600_000, is_met=True, unit="t")


def test_a_victory_that_the_player_has_set_is_the_only_goal() -> None:
    (total,) = goals((300_000, 200_000), 0, Options(tonnage_target=4_000_000))
    assert (total.name, total.value, total.target, total.is_met) == ("Tons sunk", 500_000, 4_000_000, False)
    (cleared,) = goals((300_000,), 2, Options(zero_convoys=True))
    assert (cleared.name, cleared.is_met) == ("No Convoy", False)


@rule("AW-VIC-01", "AW-VIC-02")
def test_the_fourth_convoy_and_half_of_the_fleet_are_dangers() -> None:
    convoys, boats = dangers(2, 1, 9)
    assert (convoys.name, convoys.value, convoys.target, convoys.is_danger) == ("Convoys", 2, 4, True)
    assert (boats.name, boats.value, boats.target, boats.is_danger) == ("Boats lost this month", 1, 5, True)
