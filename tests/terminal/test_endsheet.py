"""The end sheet in the terminal: the same figures as on the page, within 80 columns."""

from __future__ import annotations

import pytest

import flagplot
from flagplot.engine.view import Goal
from flagplot.terminal.endsheet import end_sheet, is_reached
from tests.terminal.evening import plain_console


def printed(slug: str, seed: int) -> str:
    """The end sheet of a game between captains, on paper of 80 columns."""
    seats = flagplot.new(slug).seats
    match = flagplot.play(slug, dict.fromkeys(seats, "captain"), seed=seed)
    console = plain_console(80)
    with console.capture() as capture:
        for thing in end_sheet(match, seats[0]):
            console.print(thing)
    return capture.get()


@pytest.mark.parametrize("slug", [game.slug for game in flagplot.games()])
def test_every_game_has_an_end_sheet_of_80_columns(slug: str) -> None:
    sheet = printed(slug, 3)
    assert all(len(line) <= 80 for line in sheet.splitlines())
    assert "Best and worst moments" in sheet


def test_goals_months_and_losses_stand_on_the_sheet() -> None:
    sheet = printed("atlantic-wolves", 3)
    assert "✗ Months over 600,000 t  2 of 3" in sheet
    assert "✓ Convoys  1 of 4" in sheet
    assert "Aug 42 ████" in sheet
    assert "▲ May 43, Newfoundland: 170,000 tons sunk  +170,000 t" in sheet
    assert "▼ May 43, Newfoundland: Ace 2 is sunk  −1 Ace" in sheet
    assert "North Atlantic, by aircraft" in sheet


def test_a_danger_that_was_kept_away_counts_as_reached() -> None:
    assert is_reached(Goal("Convoys", value=1, target=4, is_danger=True)) is True
    assert is_reached(Goal("Convoys", value=4, target=4, is_danger=True)) is False
    assert is_reached(Goal("Day", value=4, target=4)) is None
