"""Stations and Trajectories (AC-ST), and the shape of a line on the chart."""

from __future__ import annotations

from msgspec.structs import replace

from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import HEX, HEXES
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    do,
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

RAIDER = line("G1", "bismarck", "0712 0713")


@rule("AC-ST-01")
def test_a_position_in_which_a_task_force_is_both_is_refused() -> None:
    state = position(line("B1", "norfolk", "0609 0709"), RAIDER)
    state.forces["B1"] = replace(state.forces["B1"], station=HEX["0609"])
    assert GAME.defects(state)


@rule("AC-ST-01", "AC-ST-03", "AC-TR-01", "AC-TR-03", "AC-CT-03", "AC-AC-03", "AC-TR-04")
def test_a_station_becomes_a_trajectory_and_keeps_the_initiative() -> None:
    match = play(position(tf("B1", "norfolk", "0609", contact="0609"), RAIDER))
    do(match, ("trajectory", "B1"), (1, at("0709")), (1, at("0809")), (0, at("0608")), "done")
    assert (where(match, "B1"), marked(match, "B1")) == ("0608 0609 0709 0809 ", {"contact": "0609"})
    assert match.state.forces["B1"].station == -1
    assert (asked(match), match.state.active) == (("british", "order"), "british")
    assert told(match) == ["course_set"]


@rule("AC-ST-02", "AC-CO-06")
def test_any_number_of_stations_and_segments_share_a_hex() -> None:
    state = position(
        tf("B1", "norfolk", "0909"),
        tf("B2", "suffolk", "0909"),
        line("B3", "hood", "0909 0908"),
        line("B4", "kenya", "0910 0909"),
        tf("G1", "scheer", "0909"),
        line("G2", "bismarck", "0809 0909"),
        boats=(boat("S1", "0909"), boat("U1", "0909")),
    )
    match = play(state)
    assert orders(match, "engage") == [(f"B{n}", "G1") for n in range(1, 5)]
    assert orders(match, "search") == [(f"B{n}", "G2") for n in range(1, 5)]


@rule("AC-ST-04", "AC-TR-01")
def test_a_course_ends_at_fifteen_segments_and_no_other_is_offered() -> None:
    long = "0108 0109 0110 0210 0310 0410 0510 0610 0710 0810 0910 1010 1110 1210"
    match = play(position(line("B1", "norfolk", long), RAIDER))
    do(match, ("trajectory", "B1"), (1, at("1211")))
    assert (asked(match), len(match.state.forces["B1"].line)) == (("british", "order"), 15)
    assert orders(match, "trajectory") == []


@rule("AC-ST-04", "AC-ST-05", "AC-ST-06", "AC-AMB-10")
def test_a_course_goes_on_from_its_ends_beside_them_and_through_no_hex_twice() -> None:
    """The line bends back beside itself, which is allowed; its inner hexes are not a place to go on from."""
    match = play(position(line("B1", "norfolk", "0609 0709 0809"), RAIDER))
    do(match, ("trajectory", "B1"))
    ends = {end: sorted(HEXES[option[1]] for option in offered(match) if option[0] == end) for end in (0, 1)}
    assert ends == {
        0: ["0509", "0510", "0608", "0610", "0710"],
        1: ["0710", "0808", "0810", "0909", "0910"],
    }
    assert "done" not in offered(match)
    do(match, (1, at("0710")), (1, at("0610")))
    assert where(match, "B1") == "0609 0709 0809 0710 0610 "
    refusals = [match.why_not((1, at(name))) for name in ("0709", "1110")]
    assert [refusal and refusal.rule for refusal in refusals] == ["AC-ST-04", "AC-ST-05"]


@rule("AC-ST-05")
def test_a_position_with_a_hole_in_a_line_is_refused() -> None:
    state = position(line("B1", "norfolk", "0609 0709 0809"), RAIDER)
    state.forces["B1"] = replace(state.forces["B1"], line=(HEX["0609"], HEX["0809"]))
    assert GAME.defects(state)


@rule("AC-ST-04", "AC-CO-05")
def test_a_position_with_a_line_of_sixteen_is_refused() -> None:
    long = "0108 0109 0110 0210 0310 0410 0510 0610 0710 0810 0910 1010 1110 1210 1211"
    state = position(line("B1", "norfolk", long), RAIDER)
    state.forces["B1"] = replace(state.forces["B1"], line=(*state.forces["B1"].line, HEX["1212"]))
    assert GAME.defects(state)


@rule("AC-ST-03", "AC-ST-07", "AC-IN-06")
def test_a_trajectory_that_loses_its_last_segments_is_a_station_without_intel() -> None:
    """The Intel Limit takes the one segment, which carries Intel; the Station stands in its hex."""
    match = do(play(position(line("B1", "norfolk", "0609", intel="0609"), RAIDER), 1), ("pass", "B1"))
    assert sorted(offered(match)) == [(0, 0, 0), (1, 0, 1)]
    do(match, (1, 0, 1))
    assert (where(match, "B1"), marked(match, "B1")) == ("0609", {})
