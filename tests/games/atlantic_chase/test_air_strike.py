"""Air Strike (section 1.16): from where, at whom, and what follows."""

from __future__ import annotations

import pytest

from tests.games.atlantic_chase.builder import (
    afloat,
    asked,
    at,
    do,
    force,
    held,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule

CARRIER = "0809 0810 0811 0812 0813"


@rule("AC-AS-01", "AC-AS-02", "AC-AS-05", "AC-AS-06", "AC-AS-07", "AC-CM-01", "AC-CM-02", "AC-CR-08")
def test_a_carrier_strikes_a_station_one_hex_away() -> None:
    """V-13: a medium ship takes no Hit (slow), and the launch segment is the last to go."""
    state = position(line("B1", "victorious", CARRIER), tf("G1", "scheer", "0909"))
    match = do(play(state, 3, 4, 5, 2), ("strike", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "launch_from"), [at("0809"), at("0810")])
    do(match, at("0809"))
    assert the_roll(match, "strike_roll") == {"total": 5, "sum": 9}
    assert (afloat(match, "G1"), marked(match, "G1")) == ({"scheer": ""}, {"contact": "0909"})
    assert where(match, "B1") == "0809 0810 "
    assert rolled(match) == ["strike_roll", "vie_active", "vie_inactive"]
    assert (held(match), asked(match)) == (("british", 1, "good"), ("british", "order"))


@rule("AC-AMB-23", "AC-CR-08")
def test_the_figures_of_a_ship_are_those_of_her_counter() -> None:
    """V-13 with Leipzig, who is slow as our file has her: the Hit counts."""
    state = position(line("B1", "victorious", CARRIER), tf("G1", "leipzig", "0909"))
    match = do(play(state, 3, 4, 5, 2), ("strike", "B1", "G1"), at("0809"))
    assert afloat(match, "G1") == {"leipzig": "*"}


@rule("AC-AS-07", "AC-CM-02")
def test_the_launch_point_in_the_middle_is_the_last_to_go_and_the_station_is_there() -> None:
    state = position(line("B1", "victorious", "0909 0809 0810"), tf("G1", "scheer", "0710"))
    match = do(play(state, 1, 1, 6, 1), ("strike", "B1", "G1"), at("0809"))
    assert (where(match, "B1"), told(match)) == (
        "0809",
        ["order_strike", "missed", "lapsed", "became_station", "vie_kept"],
    )


@rule("AC-AS-07", "AC-AMB-31")
def test_a_short_lapse_takes_the_ends_and_leaves_the_launch_point() -> None:
    state = position(line("B1", "victorious", "0909 0809 0810 0811 0812"), tf("G1", "scheer", "0710"))
    match = do(play(state, 1, 1, 6, 1), ("strike", "B1", "G1"), at("0810"))
    assert (asked(match), offered(match)) == (("british", "lapse"), [(1, 2, 0), (2, 1, 0)])


@rule("AC-AS-03", "AC-AS-04", "AC-CM-05", "AC-CM-06", "AC-CM-07", "AC-CR-05")
def test_an_air_base_strikes_two_hexes_away_with_a_convoy_that_coordinates() -> None:
    """V-14: +1 and +2, a roll of 12 is 15 at a total of 9: Scheer is damaged, the Convoy lapses by two."""
    state = position(
        line("B1", "british_convoy", "0709 0809 0810 0811 0812 0813"),
        line("G1", "scheer", "0609 0709 0710"),
    )
    match = do(play(state, 6, 6, 6, 1), ("strike", "air_newfoundland", "G1"))
    assert (asked(match), offered(match)) == (("british", "strike_at"), [at("0609"), at("0709")])
    do(match, at("0709"))
    assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B1"])
    do(match, "B1")
    assert the_roll(match, "strike_roll") == {"total": 9, "sum": 15}
    assert (afloat(match, "G1"), marked(match, "G1")) == ({"scheer": "*"}, {"contact": "0709"})
    assert (asked(match), offered(match)[0][:2]) == (("british", "lapse"), (0, 2))
    do(match, (0, 2, 0))
    assert (where(match, "B1"), held(match)) == ("0709 0809 0810 0811 ", ("british", 1, "good"))


@rule("AC-AS-04", "AC-AMB-03", "AC-AMB-17")
def test_the_inactive_player_designates_after_the_active_one() -> None:
    state = position(
        line("B1", "victorious", "0809 0810 0811"),
        tf("B2", "norfolk", "0909"),
        tf("G1", "scheer", "0909"),
        tf("G2", "hipper graf_zeppelin", "0909"),
    )
    match = do(play(state, 3, 4, 6, 1), ("strike", "B1", "G1"), at("0809"))
    assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B2"])
    do(match, "B2")
    assert (asked(match), offered(match)) == (("german", "coordinate"), ["none", "G2"])
    do(match, "G2")
    assert (asked(match), offered(match)) == (("german", "air_support"), ["none", ("G2", at("0909"))])
    do(match, ("G2", at("0909")))
    assert the_roll(match, "strike_roll") == {"total": 3, "sum": 7 + 2 + 2 - 1 - 2}


@rule("AC-AS-01", "AC-MP-04")
def test_nobody_strikes_in_bad_weather() -> None:
    forces = line("B1", "victorious", CARRIER), tf("G1", "scheer", "0909")
    assert orders(play(position(*forces)), "strike") == [("B1", "G1")]
    assert orders(play(position(*forces, weather="bad")), "strike") == []


@rule("AC-AS-01", "AC-CV-05", "AC-SH-07", "AC-PT-05")
@pytest.mark.parametrize(
    "source",
    [line("B1", "victorious british_convoy", CARRIER), line("B1", "victorious*", CARRIER), line("B1", "hood", CARRIER)],
)
def test_a_source_has_an_undamaged_carrier_and_no_convoy(source: object) -> None:
    state = position(source, tf("G1", "scheer", "0909"))  # type: ignore[arg-type]
    assert orders(play(state), "strike") == []


@rule("AC-AS-02", "AC-AMB-01")
def test_neither_launch_point_nor_target_is_on_the_arctic_line_but_aircraft_may_cross_it() -> None:
    from_the_line = position(tf("B1", "victorious", "0806"), tf("G1", "scheer", "0807"))
    onto_the_line = position(tf("B1", "victorious", "0807"), tf("G1", "scheer", "0906"))
    across = position(tf("B1", "victorious", "0907"), tf("G1", "scheer", "0707"))
    assert orders(play(from_the_line), "strike") == []
    assert orders(play(onto_the_line), "strike") == []
    assert orders(play(across), "strike") == [("air_newfoundland", "G1"), ("B1", "G1")]


@rule("AC-AS-02")
def test_aircraft_do_not_fly_from_the_segment_on_the_arctic_line() -> None:
    state = position(line("B1", "victorious", "0806 0807 0808"), tf("G1", "scheer", "0907"))
    match = do(play(state), ("strike", "B1", "G1"))
    assert (asked(match), offered(match)) == (("british", "launch_from"), [at("0807"), at("0808")])


@rule("AC-AS-03", "AC-AMB-24")
def test_the_range_is_two_hexes_over_land_and_closed_sides_too() -> None:
    """No ship can go from 1309 to 1209; aircraft do not mind."""
    near = position(tf("B1", "victorious", "0809"), tf("G1", "scheer", "0910"), tf("G2", "hipper", "1010"))
    far = position(tf("B1", "victorious", "0809"), tf("G1", "scheer", "1011"))
    closed = position(tf("B1", "norfolk", "0809"), tf("G1", "scheer", "1209"))
    assert orders(play(near), "strike") == [("B1", "G1"), ("B1", "G2")]
    assert orders(play(far), "strike") == []
    assert ("air_irish_sea", "G1") in orders(play(closed), "strike")


@rule("AC-AS-03", "AC-PT-04", "AC-AB-02")
def test_a_station_in_a_box_and_a_boat_are_no_targets() -> None:
    state = position(
        tf("B1", "victorious", "1209"),
        tf("G1", "scheer", "brest"),
        tf("G2", "hipper", "1310"),
        tf("G3", "koln", "0909"),
    )
    assert {order[1] for order in orders(play(state), "strike")} == {"G2"}


@rule("AC-AS-06", "AC-AMB-31")
def test_all_designated_lapse_in_order_but_not_the_target() -> None:
    state = position(
        line("B1", "victorious", "0809 0810 0811 0812"),
        line("B2", "norfolk", "0909 0910 0911 0912 0913"),
        line("G1", "scheer", "0909 1009 1010"),
        line("G2", "koln", "0909 0908 0907 1006 1107"),
    )
    match = do(play(state, 1, 1, 6, 1), ("strike", "B1", "G1"), at("0909"), at("0809"), "B2", "G2")
    assert (asked(match), where(match, "B1")) == (("british", "lapse"), "0809 ")
    do(match, (4, 0, 0))
    assert (asked(match), where(match, "B2")) == (("german", "lapse"), "0913 ")
    do(match, (0, 4, 0))
    assert (where(match, "G2"), where(match, "G1")) == ("0909 ", "0909 1009 1010 ")
    assert force(match, "G1").speed == 2
