"""The search plot at the terminal: a table of kinds, one thing in full, and what is said where nothing is hidden."""

from __future__ import annotations

import functools
import re
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine import Match
from tests.terminal.evening import evening


def at_sea(slug: str = "sea-control", choices: int = 60, **wishes: Any) -> Match[Any]:
    """A game of captains in which the enemy's blocks lie about, before the next choice of the first seat."""
    return flagplot.load(saved(slug, choices, **wishes))


@functools.cache
def saved(slug: str, choices: int, **wishes: Any) -> bytes:
    """The same as a save."""
    match = flagplot.new(slug, seed=5, **wishes)
    policies = players.seated(match, dict.fromkeys(match.seats, "captain"), "5")
    while len(match.record.choices) < choices or (match.decision and match.decision.seat != match.seats[0]):
        match.choose(players.answer(match, policies))
    return match.save()


@pytest.mark.parametrize("width", [80, 140])
def test_the_plot_lists_each_kind_with_its_likeliest_places(tmp_path: Path, width: int) -> None:
    match = at_sea()
    told = evening(tmp_path, "p", match=match, width=width).last_screen
    strength = next(one for one in match.whereabouts("axis").spreads if one.id == "strength")
    assert "In all  Where, and how many on average" in told
    assert "From 200 worlds that you cannot tell from the true one." in told.replace("\n", " ")
    assert "By name: Ark Royal, Barham" in told.replace("\n", " ")
    likeliest = next(space.name for space in match.board.spaces if space.id == strength.shares[0].at)
    assert re.search(rf"Strength of the fleet\s+{strength.amount:.0f}  {likeliest} {strength.shares[0].mean:.1f}", told)
    assert max(map(len, told.partition("The game is saved")[0].splitlines())) <= width


def test_one_ship_is_shown_with_a_bar_for_each_place(tmp_path: Path) -> None:
    match = at_sea()
    told = evening(tmp_path, "p ark royal", match=match).last_screen
    ship = next(one for one in match.whereabouts("axis").spreads if one.name == "Ark Royal")
    names = {space.id: space.name for space in match.board.spaces}
    assert "Ark Royal  1  (from 200 worlds)" in told
    for one in ship.shares:
        assert re.search(rf"[█·]{{20}} .*% ±\d+  {names[one.at]}$", told, re.MULTILINE)
    assert "Barham" not in told.partition("Ark Royal  1")[2]


def test_contacts_on_a_dark_sea_are_named_by_their_numbers(tmp_path: Path) -> None:
    match = at_sea("night-action", 7, scenario="eboat_alley")
    told = evening(tmp_path, "p dummies", "p ships, where", match=match).last_screen
    assert re.search(r"[█·]{20}\s+\d+ % ±\d+  \d of the Axis", told)
    assert re.search(r"\d+ to \d+ cm from the west, \d+ to \d+ from the north", told)


def test_a_name_that_nothing_hidden_has_is_said(tmp_path: Path) -> None:
    told = evening(tmp_path, "p bismarck", match=at_sea()).last_screen
    assert "Nothing that is hidden from you has 'bismarck' in its name. Type p to see what is." in told


def test_where_nobody_hides_anything_that_is_said(tmp_path: Path) -> None:
    told = evening(tmp_path, "p", match=flagplot.new("atlantic-chase", seed=1)).last_screen
    assert "Nobody hides anything in Atlantic Chase, so there is no search plot." in told


def test_looking_at_the_plot_decides_nothing(tmp_path: Path) -> None:
    match = at_sea()
    made = len(match.record.choices)
    assert len(evening(tmp_path, "p", "p cruisers", match=match).match.record.choices) == made
