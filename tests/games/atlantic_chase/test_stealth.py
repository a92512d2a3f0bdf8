"""Stealth (section 1.23): Recon and Attack."""

from __future__ import annotations

import pytest

from tests.games.atlantic_chase.builder import (
    afloat,
    altered,
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

CONVOY = "0709 0809 0909 1009 1010"
CONVOY_AT_SEA = tf("B1", "british_convoy", "0909")


@rule("AC-SE-01", "AC-SE-02", "AC-SE-03", "AC-IN-02", "AC-AC-03", "AC-AMB-49")
def test_a_boat_goes_to_look_and_every_segment_there_gets_intel() -> None:
    """V-21: Intel on the segments, none on a Station; then both vie."""
    state = position(
        line("B1", "british_convoy", CONVOY),
        line("B2", "hood", "0910 0909"),
        tf("B3", "kent", "0909"),
        tf("G1", "bismarck", "1010"),
        active="german",
        boats=(boat("U1"),),
    )
    match = do(play(state, 5, 2), ("recon", "U1"))
    assert at("0909") in offered(match)
    assert asked(match) == ("german", "recon_to")
    do(match, at("0909"))
    assert [marked(match, key) for key in ("B1", "B2", "B3")] == [{"intel": "0909"}, {"intel": "0909"}, {}]
    assert match.state.stealth["U1"].hex == at("0909")
    assert (rolled(match), held(match)) == (["vie_active", "vie_inactive"], ("german", 1, "good"))
    again = do(match, ("recon", "U1"))
    assert at("0909") in offered(again)


@rule("AC-SE-02", "AC-AMB-49")
def test_no_boat_goes_where_the_enemy_has_a_port_or_a_base() -> None:
    state = position(
        line("B1", "victorious", "0909 0910"),
        tf("G1", "bismarck", "1010"),
        active="german",
        boats=(boat("U1", "0909"),),
    )
    match = do(play(state), ("recon", "U1"))
    shut = {
        "0108",
        "0109",
        "0207",
        "0408",
        "0508",
        "1014",
        "1106",
        "1114",
        "1208",
        "1308",
        "1309",
        "1314",
        "1408",
        "1409",
    }
    assert {*range(123)} - {*offered(match)} == {at(name) for name in shut}
    refused = match.why_not(at("1308"))
    assert refused is not None
    assert "1308" in str(refused)


@rule("AC-SE-02")
def test_mines_stay_where_they_are() -> None:
    boats = boat("M1", "1505"), boat("S1", "1405")
    match = play(position(tf("B1", "hood", "0909"), tf("G1", "bismarck", "1010"), boats=boats))
    assert orders(match, "recon") == [("S1",)]


@rule("AC-SE-04", "AC-PT-04")
def test_a_station_or_a_segment_that_is_known_can_be_attacked() -> None:
    state = position(
        tf("B1", "hood", "0909"),
        line("B2", "kent", "0909 0910"),
        line("B3", "york", "0909 0809", contact="0909"),
        line("B4", "norfolk", "0909 0908", intel="0909"),
        line("B5", "suffolk", "0909 1009", contact="1009", intel="1009"),
        tf("B6", "renown", "0910"),
        tf("G1", "bismarck", "1010"),
        active="german",
        boats=(boat("U1", "0909"), boat("U2")),
    )
    assert orders(play(state), "attack") == [("U1", "B1"), ("U1", "B3"), ("U1", "B4")]
    in_port = position(
        tf("B1", "hood", "clyde_liverpool"), tf("G1", "bismarck", "1010"), active="german", boats=(boat("U1", "1309"),)
    )
    assert orders(play(in_port), "attack") == []


@rule("AC-SE-05", "AC-SE-06", "AC-SE-07", "AC-TT-03", "AC-CR-11")
def test_a_boat_attacks_a_known_trajectory_with_help() -> None:
    """V-22: total 7; 10 +2 is 12: a Miss; the boat is gone, its helper lapses, both vie."""
    state = position(
        line("B1", "hood", CONVOY, intel="0909"),
        line("G1", "scheer", "0909 0910"),
        active="german",
        boats=(boat("U1", "0909"),),
    )
    match = do(play(state, 4, 6, 5, 2), ("attack", "U1", "B1"), "G1")
    assert the_roll(match, "attack_roll") == {"total": 7, "sum": 12}
    assert (match.state.stealth, asked(match)) == ({}, ("german", "station_at"))
    do(match, at("0909"))
    assert (told(match)[:4], rolled(match)) == (
        ["order_attack", "helped", "missed", "stealth_spent"],
        ["attack_roll", "vie_active", "vie_inactive"],
    )
    assert (where(match, "G1"), where(match, "B1"), held(match)) == (
        "0909",
        "0709 0809 0909 1009 1010 ",
        ("german", 1, "good"),
    )


@rule("AC-SE-05", "AC-IR-01", "AC-AMB-32")
def test_intel_on_a_helper_interrupts_and_a_cancelled_attack_keeps_the_boat() -> None:
    state = position(
        line("B1", "hood", CONVOY, intel="0909", is_evasive=True),
        line("G1", "scheer", "0909 0910", intel="0910"),
        active="german",
        boats=(boat("U1", "0909"),),
    )
    match = do(play(state, 4, 4, 6, 1), ("attack", "U1", "B1"), "G1")
    assert (rolled(match), asked(match)) == (["interruption"], ("british", "slip"))
    do(match, "evade", "none")
    assert ("attack_roll" in rolled(match), [*match.state.stealth]) == (False, ["U1"])
    assert (where(match, "G1"), marked(match, "B1")) == ("0909 0910 ", {"intel": "0909", "evasive": "yes"})


@rule("AC-SE-06", "AC-MP-05")
@pytest.mark.parametrize(
    ("boats", "side", "target", "modified"),
    [
        (boat("U1", "1407"), "german", tf("B1", "hood", "1407"), 8 + 3),
        (boat("U1", "0909"), "german", tf("B1", "hood", "0909"), 8),
        (boat("M1", "1506"), "british", tf("G1", "hipper", "1506"), 8 + 3),
        (boat("U1", "0909"), "german", altered(CONVOY_AT_SEA, "british_convoy", is_dispersed=True), 8 + 2),
        (boat("U1", "0909"), "german", CONVOY_AT_SEA, 8),
    ],
)  # fmt: skip
def test_the_zone_helps_every_stealth_force_and_a_scattered_convoy_the_german(
    boats: object, side: str, target: object, modified: int
) -> None:
    other = tf("G2", "scheer", "0513") if side == "german" else tf("B2", "kent", "0513")
    state = position(target, other, tf("G5", "koln", "0512"), active=side, boats=(boats,))  # type: ignore[arg-type]
    match = do(play(state, 4, 4, 6, 1), ("attack", boats.key, target.key))  # type: ignore[attr-defined]
    while asked(match)[1] in ("coordinate", "air_support"):
        do(match, "none")
    assert the_roll(match, "attack_roll")["sum"] == modified


@rule("AC-SE-06", "AC-AMB-09", "AC-CR-05", "AC-CR-07")
def test_two_hits_or_two_damages_are_given_to_one_ship_or_to_two() -> None:
    """Total 0 and 14 or more: Damage twice."""
    state = position(
        tf("B1", "hood kent", "1407", contact="1407"),
        tf("G1", "scheer", "0513"),
        active="german",
        boats=(boat("U1", "1407"),),
    )
    apart = do(play(state, 6, 6, 6, 1), ("attack", "U1", "B1"), "none", "none")
    assert the_roll(apart, "attack_roll") == {"total": 0, "sum": 12 + 3 + 2}
    assert (asked(apart), offered(apart)) == (("german", "hit_ship"), ["hood", "kent"])
    do(apart, "hood", "kent")
    assert afloat(apart, "B1") == {"hood": "*", "kent": "*"}
    same = do(play(state, 6, 6, 6, 1), ("attack", "U1", "B1"), "none", "none", "hood", "hood")
    assert (afloat(same, "B1"), [fate.ship.id for fate in same.state.fates]) == ({"kent": ""}, ["hood"])


@rule("AC-SE-06", "AC-CR-10", "AC-CT-05")
def test_a_boat_that_fails_loses_contact() -> None:
    """Total 5 and 7 or less: Contact and Intel in that hex go, others stay."""
    state = position(
        line("B1", "hood", CONVOY, intel="0909 0809", contact="0909 1009"),
        tf("G1", "scheer", "0513"),
        active="german",
        boats=(boat("U1", "0909"),),
    )
    match = do(play(state, 2, 1, 6, 1), ("attack", "U1", "B1"))
    assert marked(match, "B1") == {"intel": "0809", "contact": "1009"}
    assert told(match)[1] == "contact_lost"
