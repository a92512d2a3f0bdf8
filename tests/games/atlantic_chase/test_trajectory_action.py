"""The Trajectory action (section 1.23): a course is drawn."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    do,
    held,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    rolled,
    tf,
    where,
)
from tests.rules import rule


@rule("AC-TR-01", "AC-TR-02", "AC-TR-04", "AC-IN-01", "AC-AC-03")
def test_a_convoy_sails_over_a_boat() -> None:
    """V-23: St. John's to Clyde; Intel on that one segment, and the Initiative is kept."""
    state = position(
        tf("B1", "british_convoy", "st_johns"), tf("G1", "bismarck", "0913"), boats=(boat("U1", "0809"),), tally=2
    )
    match = do(play(state), ("trajectory", "B1"))
    for name in ("0509", "0609", "0710", "0809", "0909", "1008", "1108", "1208", "1309"):
        do(match, (1, at(name)))
    do(match, "done")
    assert where(match, "B1") == "0408 0509 0609 0710 0809 0909 1008 1108 1208 1309 "
    assert (marked(match, "B1"), held(match), rolled(match)) == ({"intel": "0809"}, ("british", 2, "good"), [])
    assert (asked(match), ("trajectory", "B1") in offered(match)) == (("british", "order"), True)


@rule("AC-TR-01", "AC-TR-03", "AC-CT-03")
def test_a_station_becomes_a_segment_and_keeps_its_contact() -> None:
    state = position(tf("B1", "norfolk", "0909", contact="0909"), tf("G1", "bismarck", "0913"))
    match = do(play(state), ("trajectory", "B1"), (1, at("0910")), (0, at("0808")), (1, at("0911")), "done")
    assert (where(match, "B1"), marked(match, "B1")) == ("0808 0909 0910 0911 ", {"contact": "0909"})


@rule("AC-TR-02")
def test_enemy_ports_bases_and_stations_may_be_entered_at_the_price_of_intel() -> None:
    state = position(tf("B1", "norfolk", "1209"), tf("G1", "bismarck", "0913"), tf("G2", "hipper", "1210"))
    match = do(play(state), ("trajectory", "B1"), (1, at("1210")), (1, at("1311")), (1, at("1410")), "done")
    assert marked(match, "B1") == {"intel": "1210 1311 1410"}


@rule("AC-TR-01", "AC-AMB-25", "AC-ST-04")
def test_a_course_ends_at_fifteen_segments_and_adds_one_at_least() -> None:
    fourteen = "0408 0509 0609 0710 0809 0909 1008 1108 1207 1307 1406 1405 1404 1403"
    state = position(line("B1", "norfolk", fourteen), tf("G1", "bismarck", "0913"))
    match = do(play(state), ("trajectory", "B1"))
    assert (asked(match), "done" in offered(match)) == (("british", "course"), False)
    do(match, (1, at("1503")))
    assert (asked(match), len(match.state.forces["B1"].line)) == (("british", "order"), 15)
    assert orders(match, "trajectory") == []


@rule("AC-TR-01", "AC-AMB-30", "AC-PT-11")
def test_out_of_a_box_with_several_hexes_any_of_them_is_taken() -> None:
    state = position(tf("B1", "norfolk", "new_york"), tf("G1", "bismarck", "0913"))
    match = play(state)
    assert orders(match, "shift") == [("B1", at("0108")), ("B1", at("0109"))]
    do(match, ("trajectory", "B1"))
    assert offered(match) == [(1, at("0108")), (1, at("0109"))]
    do(match, (1, at("0109")), "done")
    assert where(match, "B1") == "0109 "


@rule("AC-AMB-10")
def test_a_course_may_touch_itself_sideways() -> None:
    """0909 and 0910 are side by side, though they are the first and the fourth of the line."""
    state = position(line("B1", "norfolk", "0909 0809 0810"), tf("G1", "bismarck", "0913"))
    match = do(play(state), ("trajectory", "B1"), (1, at("0910")), "done")
    assert where(match, "B1") == "0909 0809 0810 0910 "
