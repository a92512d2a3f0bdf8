"""Shortcuts of The Cruise of the Graf Spee: ordinary choices, given together."""

from __future__ import annotations

import flagplot
from tests.games.graf_spee.builder import aboard, asked, offered
from tests.rules import rule

USUAL = ["radar", "decoders", "float_plane", "prize_crew", "dummy_funnels", "reserve_crew", "range_finder"]


@rule("GS-SET-07")
def test_the_usual_load_fills_the_hull_with_the_dearest_in_the_space_that_is_lost_last() -> None:
    match = flagplot.new("graf-spee", "ceylon", seed=1).choose("no_reloads")
    (shortcut,) = match.shortcuts
    assert (shortcut.key, shortcut.label) == ("usual_load", "The usual load for the Graf Spee")
    match.choose_all(shortcut.answers)
    assert aboard(match) == USUAL
    assert asked(match) == ("graf_spee", "auxiliary_start")


@rule("GS-SET-07", "GS-CGO-01")
def test_the_usual_load_fills_what_is_left_and_takes_no_marker_twice() -> None:
    match = flagplot.new("graf-spee", "ceylon", seed=1).choose("no_reloads").choose("radar").choose("enigma")
    (shortcut,) = match.shortcuts
    assert set(shortcut.answers) <= offered(match)
    match.choose_all(shortcut.answers)
    assert aboard(match) == ["radar", "enigma", *USUAL[1:6]]


@rule("GS-SET-07", "GS-OPT-19")
def test_each_of_two_ships_has_her_usual_load() -> None:
    match = flagplot.new("graf-spee", "ceylon", seed=1, options={"deutschland": True})
    for name in ("graf_spee", "deutschland"):
        match.choose("no_reloads")
        match.choose_all(match.shortcuts[0].answers)
        assert [cargo for cargo in aboard(match, name) if cargo] == USUAL[: match.state.ships[name].hull + 1]
