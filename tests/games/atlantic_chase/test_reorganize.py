"""Reorganize (section 1.21): split, merge, reinforce."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import (
    afloat,
    asked,
    do,
    held,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    tf,
    told,
    where,
)
from tests.rules import rule

GERMAN = tf("G1", "bismarck", "1010")
HOOD = {"BA": ("clyde", "hood")}


@rule("AC-RO-01", "AC-RO-02", "AC-RO-06", "AC-TF-03")
def test_a_station_splits_and_its_markers_stay_with_one_of_the_two() -> None:
    station = tf("B1", "hood norfolk suffolk", "0909", contact="0909", is_evasive=True)
    match = do(play(position(station, GERMAN)), ("reorganize",))
    assert (asked(match), offered(match)) == (("british", "reorganize"), [("split", "B1")])
    do(match, ("split", "B1"), "norfolk")
    assert offered(match) == ["hood", "suffolk", "done"]
    do(match, "done")
    assert (asked(match), offered(match)) == (("british", "marker_stays"), ["B1", "B2"])
    do(match, "B1", "B2")
    assert (afloat(match, "B1"), afloat(match, "B2")) == ({"hood": "", "suffolk": ""}, {"norfolk": ""})
    assert (marked(match, "B1"), marked(match, "B2")) == ({"contact": "0909"}, {"evasive": "yes"})
    assert (where(match, "B1"), where(match, "B2")) == ("0909", "0909")
    assert ("merge", "B1", "B2") in offered(match)
    do(match, "done")
    assert (held(match), asked(match)) == (("british", 0, "good"), ("british", "order"))


@rule("AC-RO-02")
def test_not_all_ships_can_be_split_off() -> None:
    state = position(tf("B1", "hood norfolk", "0909"), tf("B2", "suffolk", "0809"), GERMAN)
    match = do(play(state), ("reorganize",), ("split", "B1"), "hood")
    assert (afloat(match, "B1"), afloat(match, "B3")) == ({"norfolk": ""}, {"hood": ""})


@rule("AC-RO-02", "AC-CO-05")
def test_nobody_splits_without_a_free_set() -> None:
    ships = ("scharnhorst gneisenau", "hipper", "koln", "scheer", "bismarck")
    hexes = ("0909", "0910", "0911", "0912", "0913")
    germans = [tf(f"G{n}", *one) for n, one in enumerate(zip(ships, hexes, strict=True), 1)]
    full = position(*germans, tf("B1", "hood", "0809"), active="german")
    free = position(*germans[:-1], tf("B1", "hood", "0809"), active="german")
    assert (orders(play(full), "reorganize"), orders(play(free), "reorganize")) == ([], [()])


@rule("AC-TF-03")
def test_trajectories_neither_split_nor_merge() -> None:
    state = position(line("B1", "hood norfolk", "0909 0910"), line("B2", "suffolk", "0909 0809"), GERMAN)
    assert orders(play(state), "reorganize") == []


@rule("AC-RO-03", "AC-RO-01")
def test_two_stations_merge_and_the_set_is_free_again() -> None:
    state = position(
        tf("B1", "hood", "0909", is_evasive=True),
        tf("B2", "norfolk", "0909", contact="0909"),
        tf("B3", "kent", "0809"),
        GERMAN,
    )
    match = do(play(state), ("reorganize",))
    assert offered(match) == [("merge", "B1", "B2"), ("merge", "B2", "B1")]
    do(match, ("merge", "B2", "B1"))
    assert (afloat(match, "B2"), marked(match, "B2")) == (
        {"norfolk": "", "hood": ""},
        {"contact": "0909", "evasive": "yes"},
    )
    other = do(play(state), ("reorganize",), ("merge", "B1", "B2"))
    assert (marked(other, "B1"), where(other, "B1")) == ({"contact": "0909", "evasive": "yes"}, "0909")
    do(match, ("split", "B2"), "norfolk")
    assert asked(match) == ("british", "marker_stays")
    do(match, "B2", "B2")
    assert (afloat(match, "B1"), where(match, "B1")) == ({"norfolk": ""}, "0909")


@rule("AC-RO-03", "AC-AMB-19")
def test_stations_in_a_box_and_in_its_hex_are_together() -> None:
    boxes = position(tf("B1", "hood", "clyde_liverpool"), tf("B2", "kent", "clyde_liverpool"), GERMAN)
    both = position(tf("B1", "hood", "clyde_liverpool"), tf("B2", "kent", "1309"), GERMAN)
    apart = position(tf("B1", "hood", "clyde_liverpool"), tf("B2", "kent", "1308"), GERMAN)
    assert [orders(play(state), "reorganize") for state in (boxes, both, apart)] == [[()], [()], []]
    match = do(play(both), ("reorganize",), ("merge", "B1", "B2"))
    assert where(match, "B1") == "clyde_liverpool"


@rule("AC-RO-04", "AC-RO-06", "AC-TF-04", "AC-AMB-29", "AC-AMB-50")
def test_a_group_comes_into_play_on_seven() -> None:
    """V-30."""
    state = position(tf("B1", "norfolk", "0909"), GERMAN, groups=HOOD)
    match = do(play(state, 3, 4), ("reorganize",), ("reinforce", "BA"), "done")
    assert (afloat(match, "B2"), where(match, "B2")) == ({"hood": ""}, "clyde_liverpool")
    assert (match.state.groups, held(match), asked(match)) == ({}, ("british", 0, "good"), ("british", "order"))


@rule("AC-RO-05", "AC-AC-03")
def test_a_group_that_is_not_ready_costs_a_lapse_and_the_initiative() -> None:
    """V-30."""
    state = position(
        line("B1", "norfolk", "0909 0809"), line("B2", "rodney", "0910 0911 0912"), GERMAN, groups=HOOD, tally=2
    )
    match = do(play(state, 3, 3, 1), ("reorganize",), ("reinforce", "BA"))
    assert (asked(match), offered(match)) == (("british", "lapse_who"), ["B1", "B2"])
    do(match, "B2", (0, 2, 0))
    assert (where(match, "B1"), where(match, "B2")) == ("0909 0809 ", "0910 ")
    assert (list(match.state.groups), held(match), asked(match)) == (["BA"], ("german", 0, "good"), ("german", "order"))


@rule("AC-RO-04", "AC-AMB-50")
def test_a_group_may_join_a_station_in_its_box_or_its_hex() -> None:
    state = position(
        tf("B1", "norfolk", "clyde_liverpool"), tf("B2", "kent", "1309"), tf("B3", "york", "1308"), GERMAN, groups=HOOD
    )
    match = do(play(state, 6, 6), ("reorganize",), ("reinforce", "BA"))
    assert (asked(match), offered(match)) == (("british", "join"), ["new", "B1", "B2"])
    do(match, "B2")
    assert (afloat(match, "B2"), where(match, "B2")) == ({"kent": "", "hood": ""}, "1309")


@rule("AC-RO-04")
def test_no_group_comes_without_a_free_set_or_a_station_there() -> None:
    ships = ("scharnhorst", "hipper", "koln", "scheer", "bismarck")
    hexes = ("0909", "0910", "0911", "0912", "1410")
    germans = [tf(f"G{n}", *one) for n, one in enumerate(zip(ships, hexes, strict=True), 1)]
    brest = position(*germans, tf("B1", "hood", "0809"), active="german", groups={"GA": ("brest", "tirpitz")})
    bordeaux = position(*germans, tf("B1", "hood", "0809"), active="german", groups={"GA": ("bordeaux", "tirpitz")})
    assert (orders(play(brest), "reorganize"), orders(play(bordeaux), "reorganize")) == ([], [()])
    match = do(play(bordeaux, 6, 6), ("reorganize",), ("reinforce", "GA"))
    assert afloat(match, "G5") == {"bismarck": "", "tirpitz": ""}


@rule("AC-AMB-25", "AC-RO-01")
def test_nobody_reorganizes_twice_before_the_initiative_is_tested() -> None:
    state = position(tf("B1", "hood norfolk kent", "0909"), line("G2", "bismarck", "0909 1009 1010 1011 1012"))
    match = do(play(state, 4, 4, 6, 1), ("reorganize",), ("split", "B1"), "norfolk", "done", "done")
    assert orders(match, "reorganize") == []
    do(match, ("trajectory", "B2"), "done")
    assert orders(match, "reorganize") == []
    do(match, ("search", "B2", "G2"), "none", "try")
    assert (told(match)[-1], orders(match, "reorganize")) == ("not_seized", [()])
