"""Engage (section 1.18): one Station is brought to battle, or not."""

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
    the_roll,
    told,
    where,
)
from tests.rules import rule


@rule("AC-EN-01", "AC-NS-01", "AC-CO-06")
def test_only_a_station_in_the_same_hex_is_engaged_and_only_a_trajectory_searched_for() -> None:
    state = position(
        line("B1", "norfolk", "0809 0909"),
        tf("B2", "suffolk british_convoy", "0909"),
        tf("G1", "scheer", "0909"),
        line("G2", "hipper", "0909 1009"),
        tf("G3", "koln", "0910"),
    )
    match = play(state)
    assert (orders(match, "engage"), orders(match, "search")) == ([("B1", "G1")], [("B1", "G2")])


@rule("AC-EN-02", "AC-EN-03", "AC-CM-05", "AC-CM-06", "AC-CR-11")
def test_an_engage_with_a_boat_that_coordinates_misses() -> None:
    """V-15: total 1; 6 +2 -1 is 7: a Miss; the Active TF and the enemy's helper lapse; Vie."""
    state = position(
        line("G1", "scharnhorst", "0909 0809 0810 0811"),
        tf("B1", "norfolk", "0909"),
        line("B2", "suffolk", "0909 1009 1010"),
        active="german",
        boats=(boat("U1", "0909"),),
    )
    match = do(play(state, 3, 3, 5, 2), ("engage", "G1", "B1"), "U1", "B2")
    assert the_roll(match, "engage_roll") == {"total": 1, "sum": 7}
    assert (asked(match), where(match, "G1")) == (("german", "station_at"), "0909 0809 0810 0811 ")
    do(match, at("0810"))
    assert (asked(match), offered(match)) == (("british", "station_at"), [at("0909"), at("1009"), at("1010")])
    do(match, at("1010"))
    assert (where(match, "G1"), where(match, "B1"), where(match, "B2")) == ("0810", "0909", "1010")
    assert list(match.state.stealth) == ["U1"]
    assert (held(match), asked(match)) == (("german", 1, "good"), ("german", "order"))


@rule("AC-EN-02", "AC-CM-01")
def test_carriers_of_both_sides_support() -> None:
    """V-25: +3 for the same hex, -1 for one hex away; both lapse."""
    state = position(
        tf("B1", "hood", "0909"),
        line("B2", "victorious", "0909 0809 0810 0811"),
        tf("G1", "scheer", "0909"),
        line("G2", "graf_zeppelin", "1009 1010 1011"),
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "none")
    assert (asked(match), offered(match)) == (
        ("british", "air_support"),
        ["none", ("B2", at("0809")), ("B2", at("0810")), ("B2", at("0909"))],
    )
    do(match, ("B2", at("0909")))
    assert (asked(match), offered(match)) == (
        ("german", "air_support"),
        ["none", ("G2", at("1009")), ("G2", at("1010"))],
    )
    do(match, ("G2", at("1009")))
    assert the_roll(match, "engage_roll") == {"total": 1, "sum": 4}
    assert (where(match, "B2"), where(match, "G2")) == ("0909 ", "1009")
    assert held(match) == ("british", 1, "good")


@rule("AC-CM-03", "AC-CM-04", "AC-AMB-03")
def test_contact_and_evasive_maneuvers_in_bad_weather() -> None:
    """V-26: +2 for a fast target with Contact, -2 for its marker."""
    state = position(
        tf("B1", "hood", "0909"),
        tf("G1", "scharnhorst", "0909", contact="0909", is_evasive=True),
        weather="bad",
    )
    match = do(play(state, 2, 3, 6, 1), ("engage", "B1", "G1"))
    assert asked(match) == ("german", "spend_em")
    do(match, "yes")
    assert the_roll(match, "engage_roll") == {"total": 0, "sum": 5}
    assert marked(match, "G1") == {"contact": "0909"}


@rule("AC-EN-03", "AC-EN-04", "AC-BT-03", "AC-BE-02", "AC-CR-02", "AC-CT-01")
def test_only_the_active_force_and_the_target_fight_and_both_are_stations_after_it() -> None:
    state = position(
        line("B1", "rodney", "0909 0809 0810"),
        line("B2", "norfolk", "0909 0910 0911 0912 0913 1013"),
        tf("G1", "bismarck", "0909"),
    )
    match = do(play(state, 6, 5, *[1] * 30), ("engage", "B1", "G1"), "B2")
    assert the_roll(match, "engage_roll") == {"total": 6, "sum": 13}
    assert (told(match)[-2:], asked(match)) == (["battle_comes", "battle_begins"], ("german", "start_smoke"))
    fight = match.state.battle
    assert fight
    assert fight.zones == {"bismarck": "far", "rodney": "far"}
    do(match, "no", "no")
    for _ in range(2):
        while asked(match)[1] == "maneuver":
            do(match, offered(match)[0])
        do(match, "no", "no")
    assert (where(match, "B1"), where(match, "G1")) == ("0909", "0909")
    assert (marked(match, "B1"), marked(match, "G1")) == ({"contact": "0909"}, {"contact": "0909"})
    assert (asked(match), match.state.battle) == (("british", "lapse"), None)
    do(match, (0, 4, 0))
    assert (where(match, "B2"), rolled(match)[-2:]) == ("0909 0910 ", ["vie_active", "vie_inactive"])
    assert (held(match), asked(match)) == (("british", 1, "good"), ("british", "order"))
