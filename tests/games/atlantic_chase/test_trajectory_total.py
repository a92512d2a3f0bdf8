"""The Trajectory Total (AC-TT): the worked examples, and that the dice are read in its column."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase import tables as t
from flagplot.games.atlantic_chase.rules.trajectories import trajectory_total
from flagplot.games.atlantic_chase.state import Attack, TaskForce
from tests.games.atlantic_chase.builder import asked, at, boat, do, line, play, position, tf, told, where
from tests.rules import rule


def lines(key: str, ships: str, through: str, length: int) -> TaskForce:
    """A Trajectory of a length through hexes that follow each other, or a Station in the first of them."""
    hexes = through.split()[:length]
    return line(key, ships, " ".join(hexes)) if hexes else tf(key, ships, through.split()[0])


NORTH = "0909 0908 0907 0906 1005 1105"
SOUTH = "0909 0910 0911 0912 0913 0914"
WEST = "0909 0809 0709 0609 0509 0409"
EAST = "0909 1009 1010 1011 1012 1013"


@rule("AC-TT-01", "AC-TT-03")
def test_a_search_adds_both_lengths() -> None:
    """V-01: lengths 4 and 5."""
    state = position(lines("B1", "norfolk", WEST, 4), lines("G1", "bismarck", EAST, 5))
    assert trajectory_total(state, Attack("search", "B1", "G1", at("0909"))) == 9


@rule("AC-TT-02", "AC-TT-04")
def test_the_longest_own_line_counts_and_enemy_helpers_are_deducted() -> None:
    """V-02: lengths 3, 0 and 5, target 6, enemy Coordination 4."""
    state = position(
        lines("B1", "norfolk", SOUTH, 3),
        tf("B2", "suffolk", "0909"),
        lines("B3", "victorious", WEST, 5),
        lines("G1", "bismarck", EAST, 6),
        lines("G2", "hipper", NORTH, 4),
    )
    attack = Attack("search", "B1", "G1", at("0909"), coordinating="B2", support="B3", launch=at("0909"))
    assert trajectory_total(state, attack) == 5 + 6
    helped = Attack(
        "search", "B1", "G1", at("0909"), coordinating="B2", support="B3", launch=at("0909"), enemy_coordinating="G2"
    )
    assert trajectory_total(state, helped) == 7


@rule("AC-TT-03")
def test_stations_bases_and_boats_have_no_length() -> None:
    """V-03: an air base strikes, own Coordination 4, target 2; and a boat attacks the same target."""
    state = position(lines("B1", "norfolk", NORTH, 4), lines("G1", "bismarck", WEST, 2), boats=(boat("S1", "0909"),))
    strike = Attack("strike", "air_newfoundland", "G1", at("0909"), coordinating="B1", support="air_newfoundland")
    assert trajectory_total(state, strike) == 6
    assert trajectory_total(state, Attack("attack", "S1", "G1", at("0909"))) == 2


@rule("AC-TT-02", "AC-TT-03", "AC-TT-04")
def test_an_air_base_that_supports_the_enemy_deducts_nothing() -> None:
    """V-04: a Station searches, own Coordination 4, target 4, enemy Coordination 2, enemy Air Support from a base."""
    state = position(
        tf("B1", "norfolk", "0909"),
        lines("B2", "suffolk", WEST, 4),
        lines("G1", "bismarck", EAST, 4),
        lines("G2", "hipper", NORTH, 2),
    )
    attack = Attack(
        "search", "B1", "G1", at("0909"), coordinating="B2", enemy_coordinating="G2", enemy_support="air_biscay"
    )
    assert trajectory_total(state, attack) == 6


@rule("AC-TT-04")
def test_enemy_coordination_helps_a_station_that_is_engaged() -> None:
    """V-05: Active 4, target a Station, enemy Coordination 3."""
    state = position(lines("B1", "norfolk", WEST, 4), tf("G1", "bismarck", "0909"), lines("G2", "hipper", NORTH, 3))
    assert trajectory_total(state, Attack("engage", "B1", "G1", at("0909"), enemy_coordinating="G2")) == 1


@rule("AC-TT-04")
def test_the_total_is_never_below_zero() -> None:
    """V-06: base 3, deduction 5."""
    state = position(lines("B1", "norfolk", SOUTH, 3), tf("G1", "bismarck", "0909"), lines("G2", "hipper", NORTH, 5))
    assert trajectory_total(state, Attack("engage", "B1", "G1", at("0909"), enemy_coordinating="G2")) == 0


@rule("AC-TT-04")
def test_coordination_and_air_support_of_the_enemy_are_both_deducted() -> None:
    state = position(
        lines("B1", "norfolk", WEST, 5),
        lines("G1", "bismarck", EAST, 5),
        lines("G2", "hipper", NORTH, 2),
        lines("G3", "graf_zeppelin", SOUTH, 3),
    )
    attack = Attack("search", "B1", "G1", at("0909"), enemy_coordinating="G2", enemy_support="G3")
    assert trajectory_total(state, attack) == 10 - 2 - 3


@pytest.mark.parametrize(
    ("table", "bounds"),
    [
        (t.NAVAL_SEARCH, (0, 5, 10, 16)),
        (t.ENGAGE, (0, 1, 5, 10, 14)),
        (t.AIR_STRIKE, (0, 1, 5, 10, 16)),
        (t.STEALTH_ATTACK, (0, 1, 2, 4, 7)),
    ],
)
@rule("AC-TT-01")
def test_each_table_has_columns_for_all_totals(table: t.ActionTable, bounds: tuple[int, ...]) -> None:
    charts = table.by_total
    changes = [total for total in range(len(charts)) if not total or charts[total] is not charts[total - 1]]
    assert (tuple(changes), len(charts)) == (bounds, 46)


@rule("AC-TT-01", "AC-TT-05")
def test_the_dice_are_read_in_the_column_of_the_longest_while_the_active_task_force_fights() -> None:
    """A Station engages with a helper of five segments: column 5-9, where 10 is a Skirmish; at total 0 it surprises."""
    state = position(
        tf("B1", "norfolk", "0909"), lines("B2", "suffolk", WEST, 5), tf("G1", "scheer", "0909"), weather="bad"
    )
    match = do(play(state, 4, 5), ("engage", "B1", "G1"), "B2")
    assert next(entry.text for entry in match.log() if entry.kind == "roll").startswith("Engage, total 5")
    assert asked(match) == ("british", "skirmish")
    alone = do(play(state, 4, 6), ("engage", "B1", "G1"), "none")
    assert "surprised" in told(alone)
    assert where(alone, "B2") == "0909 0809 0709 0609 0509 "
