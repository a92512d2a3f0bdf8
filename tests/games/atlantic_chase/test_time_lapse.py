"""Time Lapse (AC-TL): which segments may go, by speed, weather and Intel."""

from __future__ import annotations

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase.state import State, TaskForce
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    do,
    lapse,
    line,
    marked,
    offered,
    play,
    position,
    removals,
    rolled,
    sorted_hexes,
    tf,
    told,
    where,
)
from tests.rules import rule

A, B, C, D, E = "0609", "0709", "0809", "0909", "1009"
FIVE = f"{A} {B} {C} {D} {E}"
RAIDER = line("G1", "bismarck", "0712 0713")  # so that the Germans have somebody at sea


def passed(own: TaskForce, *dice: int, weather: str = "good") -> Match[State]:
    """The British pass with a task force."""
    return do(play(position(own, RAIDER, weather=weather), *dice), ("pass", own.key))


@pytest.mark.parametrize(
    ("ships", "lost"),
    [("british_convoy", 2), ("nelson", 2), ("king_george_v", 3), ("norfolk", 4), ("victorious arethusa", 3)],
)
@rule("AC-TL-01", "AC-TL-09", "AC-TF-02", "AC-ST-06")
def test_in_good_weather_a_trajectory_loses_segments_by_its_speed_from_either_end(ships: str, lost: int) -> None:
    """V-07 is the last: a medium carrier with a fast cruiser."""
    match = passed(line("B1", ships, FIVE))
    names = FIVE.split()
    assert removals(match, "B1") == sorted(
        " ".join(names[:left] + names[5 - (lost - left) :]) for left in range(lost + 1)
    )
    assert rolled(match) == []


@rule("AC-TL-02")
def test_in_bad_weather_a_die_says_how_many_segments_go() -> None:
    """V-08."""
    match = passed(line("B1", "nelson", FIVE), 4, weather="bad")
    assert rolled(match) == ["lapse_die"]
    assert removals(match, "B1") == sorted(
        [f"{A} {B} {C} {D}", f"{A} {B} {C} {E}", f"{A} {B} {D} {E}", f"{A} {C} {D} {E}", f"{B} {C} {D} {E}"]
    )


@rule("AC-TL-03", "AC-TL-04", "AC-TL-06", "AC-IN-05")
def test_a_medium_trajectory_sheds_an_intel_marker_only_within_its_limit_of_two() -> None:
    """V-09."""
    match = passed(line("B1", "king_george_v", FIVE, intel=D), 1)
    assert removals(match, "B1") == sorted([f"{A} {B} {C}", f"{A} {B} {E}", f"limit {D} {E}"])
    lapse(match, "B1", f"limit {D} {E}")
    assert (where(match, "B1"), marked(match, "B1")) == (f"{A} {B} {C} ", {})
    assert told(match)[:3] == ["passed", "intel_limit", "lapsed"]


@rule("AC-TL-03", "AC-TL-06")
def test_a_slow_trajectory_cannot_reach_an_intel_marker_inside_its_line() -> None:
    """V-10."""
    match = passed(line("B1", "nelson", FIVE, intel=D))
    assert removals(match, "B1") == sorted([f"{A} {B}", f"{A} {E}"])


@rule("AC-TL-01", "AC-TL-09", "AC-PA-01")
def test_a_fast_trajectory_loses_four_from_any_mix_of_ends() -> None:
    """V-11."""
    match = passed(line("B1", "norfolk", f"{FIVE} 1109 1209"), 1)
    assert len(removals(match, "B1")) == 5
    lapse(match, "B1", f"{A} 1009 1109 1209")
    assert where(match, "B1") == f"{B} {C} {D} "
    assert asked(match) == ("german", "order")
    assert match.state.tally == 0


@rule("AC-TL-03", "AC-TL-06")
def test_a_fast_trajectory_that_sheds_one_of_two_intel_markers_loses_two_segments_in_all() -> None:
    """V-12."""
    match = passed(line("B1", "norfolk", f"{FIVE} 1109 1209", intel=f"{D} 1109"))
    limited = [one for one in removals(match, "B1") if one.startswith("limit")]
    assert limited == ["limit 1109 1209"]
    assert [one for one in removals(match, "B1") if not one.startswith("limit")] == [
        f"{A} {B} {C} 1209",
    ]


@rule("AC-TL-05", "AC-TL-07", "AC-AMB-02")
def test_in_bad_weather_the_limit_may_be_invoked_after_the_die() -> None:
    """V-51: a fast task force, Intel on the first of three, die 5."""
    match = passed(line("B1", "norfolk", f"{A} {B} {C}", intel=A), 5, weather="bad")
    assert removals(match, "B1") == sorted([f"{B} {C}", f"limit {A}", f"limit {A} {B}", f"limit {A} {C}"])


@rule("AC-AMB-02")
def test_a_low_die_counts_more_than_the_intel_limit() -> None:
    match = passed(line("B1", "norfolk", f"{A} {B} {C}", intel=A), 1, weather="bad")
    assert removals(match, "B1") == sorted([C, f"limit {A}"])


@rule("AC-TL-05", "AC-TL-06")
def test_with_intel_at_both_ends_only_one_marker_goes_or_nothing() -> None:
    """V-52."""
    match = passed(line("B1", "king_george_v", FIVE, intel=f"{A} {E}"), 1)
    assert removals(match, "B1") == sorted(["", f"limit {A}", f"limit {A} {B}", f"limit {E}", f"limit {D} {E}"])
    do(match, next(option for option in offered(match) if option == (0, 0, 0)))
    assert (where(match, "B1"), marked(match, "B1")) == (f"{FIVE} ", {"intel": f"{A} {E}"})


@rule("AC-TL-10", "AC-ST-03", "AC-ST-07")
def test_a_trajectory_without_segments_becomes_a_station_in_a_hex_that_it_lost() -> None:
    match = passed(line("B1", "king_george_v", f"{A} {B} {C}"), 1)
    assert asked(match) == ("british", "station_at")
    assert sorted_hexes(offered(match)) == f"{A} {B} {C}"
    do(match, at(B))
    assert where(match, "B1") == B
    assert asked(match) == ("german", "order")


@rule("AC-TL-08")
def test_partly_on_the_arctic_line_the_owner_chooses_die_or_table() -> None:
    own = line("B1", "king_george_v", "0906 0907 0908 0909 0910")
    match = passed(own)
    assert (asked(match), offered(match)) == (("british", "lapse_by"), ["die", "table"])
    do(match, "table")
    assert {len(one.split()) for one in removals(match, "B1")} == {3}
    match = do(passed(own, 1), "die")
    assert removals(match, "B1") == ["0906", "0910"]


@rule("AC-TL-08", "AC-MP-04")
def test_wholly_on_the_arctic_line_the_die_decides_in_good_weather_too() -> None:
    match = passed(line("B1", "norfolk", "1005 1105 1204"), 1)
    assert rolled(match) == ["lapse_die"]
    assert removals(match, "B1") == ["1005", "1204"]


@rule("AC-TL-02")
def test_in_bad_weather_nobody_chooses_the_table() -> None:
    match = passed(line("B1", "king_george_v", "0906 0907 0908"), 1, weather="bad")
    assert removals(match, "B1") == ["0906", "0908"]


@rule("AC-TL-11", "AC-PA-02", "AC-LD-06")
def test_each_trajectory_of_an_all_pass_lapses_by_a_die_of_its_own() -> None:
    state = position(
        line("B1", "norfolk", f"{A} {B} {C}"),
        line("B2", "suffolk", "1109 1110 1111"),
        RAIDER,
        weather="bad",
        leaders={"pound": "clyde_liverpool"},
    )
    match = do(play(state, 1, 2, 1), ("all pass",))
    lapse(match, "B1", A)
    lapse(match, "B2", "1110 1111")
    assert rolled(match) == ["lapse_die", "lapse_die", "weather"]
    assert (where(match, "B1"), where(match, "B2")) == (f"{B} {C} ", "1109 ")
    assert match.state.leaders["pound"].left == 1
    assert asked(match) == ("german", "order")


# Carriers (V-53): the Launch Point is the last to go

CARRIER = line("B1", "victorious", "0906 0907 0908 0909 0910")


def struck(*dice: int, own: TaskForce = CARRIER) -> Match[State]:
    """Aircraft of a carrier fly from 0908 and miss."""
    state = position(own, tf("G1", "scheer", "1008"))
    return do(play(state, 1, 1, *dice), ("strike", "B1", "G1"), at("0908"))


@rule("AC-AS-07", "AC-CM-02")
def test_of_three_segments_the_launch_point_is_none() -> None:
    """V-53, removal of three: two from one end and one from the other."""
    match = do(struck(), "table")
    assert removals(match, "B1") == sorted(["0906 0907 0910", "0906 0909 0910"])


@rule("AC-AS-07")
def test_of_four_segments_the_launch_point_is_the_one_that_stays() -> None:
    """V-53, removal of four."""
    match = do(struck(4, 3, 3), "die")
    assert where(match, "B1") == "0908 "
    assert asked(match) == ("british", "order")


@pytest.mark.parametrize("die", [5, 6])
@rule("AC-AS-07", "AC-ST-07")
def test_where_all_segments_go_the_station_is_at_the_launch_point(die: int) -> None:
    """V-53, removal of five or more."""
    match = do(struck(die, 3, 3), "die")
    assert where(match, "B1") == "0908"
    assert asked(match) == ("british", "order")
