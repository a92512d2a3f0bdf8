"""The Trajectory Total (section 1.9): the worked examples."""

from __future__ import annotations

from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.state import Attack
from tests.games.atlantic_chase.builder import at, boat, line, position, tf
from tests.rules import rule


@rule("AC-TT-01", "AC-TT-03")
def test_a_search_adds_both_lengths() -> None:
    """V-01."""
    state = position(
        line("B1", "norfolk", "0609 0709 0809 0909"),
        line("G1", "bismarck", "0909 1009 1108 1008 0907"),
    )
    assert trajectory_total(state, Attack("search", "B1", "G1", at("0909"))) == 9


@rule("AC-TT-02", "AC-TT-04", "AC-TT-05")
def test_the_longest_own_line_counts_and_enemy_helpers_are_deducted() -> None:
    """V-02: lengths 3, 0 and 5, target 6, enemy Coordination 4."""
    state = position(
        line("B1", "norfolk", "0909 0910 0911"),
        tf("B2", "suffolk", "0909"),
        line("B3", "victorious", "0909 0809 0709 0609 0509"),
        line("G1", "bismarck", "0909 1009 1010 1011 1012 1013"),
        line("G2", "hipper", "0909 0908 0907 0906"),
    )
    attack = Attack(
        "search", "B1", "G1", at("0909"), coordinating="B2", support="B3", launch=at("0909"), enemy_coordinating="G2"
    )
    assert trajectory_total(state, attack) == 5 + 6 - 4


@rule("AC-TT-03")
def test_stations_bases_and_boats_have_no_length() -> None:
    """V-03: an air base strikes, own Coordination 4, target 2."""
    state = position(
        line("B1", "norfolk", "0908 0907 0906 1005"),
        line("G1", "bismarck", "0908 0809"),
        boats=(boat("S1", "0908"),),
    )
    strike = Attack("strike", "air_newfoundland", "G1", at("0908"), coordinating="B1", support="air_newfoundland")
    assert trajectory_total(state, strike) == 6
    assert trajectory_total(state, Attack("attack", "S1", "G1", at("0908"))) == 2


@rule("AC-TT-04")
def test_the_total_is_never_below_zero() -> None:
    """V-06: base 3, deduction 5."""
    state = position(
        line("B1", "norfolk", "0909 0910 0911"),
        tf("G1", "bismarck", "0909"),
        line("G2", "hipper", "0909 0908 0907 0906 1005"),
    )
    assert trajectory_total(state, Attack("engage", "B1", "G1", at("0909"), enemy_coordinating="G2")) == 0
