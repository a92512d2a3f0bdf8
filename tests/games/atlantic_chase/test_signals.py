"""Signals (section 1.22): Intel places a Trajectory."""

from __future__ import annotations

from tests.games.atlantic_chase.builder import (
    asked,
    at,
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


@rule("AC-SG-01", "AC-SG-03", "AC-SG-04", "AC-AC-03", "AC-IN-05", "AC-IN-06")
def test_signals_make_a_station_and_a_trajectory_there_may_lapse() -> None:
    """V-24."""
    state = position(
        line("B1", "norfolk", "1009 0909 0809 0709 0609"),
        tf("B2", "kent", "1009"),
        line("B3", "hood", "0909 0809"),
        line("G1", "bismarck", "0909 1009 1010 1011", intel="1009 1011"),
    )
    match = play(state, 1, 1)
    assert orders(match, "signals") == [("G1", at("1009")), ("G1", at("1011"))]
    do(match, ("signals", "G1", at("1009")))
    assert (where(match, "G1"), marked(match, "G1")) == ("1009", {})
    assert (asked(match), offered(match)) == (("british", "signals_lapse"), ["none", "B1"])
    do(match, "B1", (0, 4, 0))
    assert (where(match, "B1"), asked(match)) == ("1009 ", ("german", "seize"))
    do(match, "try")
    assert (held(match), asked(match)) == (("british", 1, "good"), ("british", "order"))
    assert told(match)[0] == "signalled"


@rule("AC-SG-01", "AC-SG-02")
def test_no_force_need_be_near_and_contact_elsewhere_goes() -> None:
    state = position(
        tf("B1", "norfolk", "0509"),
        line("G1", "bismarck", "0909 1009 1010", intel="0909 1010", contact="0909 1009"),
    )
    there = do(play(state), ("signals", "G1", at("0909")))
    assert (where(there, "G1"), marked(there, "G1"), asked(there)) == ("0909", {"contact": "0909"}, ("german", "seize"))
    elsewhere = do(play(state), ("signals", "G1", at("1010")))
    assert (where(elsewhere, "G1"), marked(elsewhere, "G1")) == ("1010", {})


@rule("AC-SG-01")
def test_without_intel_there_are_no_signals() -> None:
    state = position(tf("B1", "norfolk", "0909"), line("G1", "bismarck", "0909 1009", contact="0909"))
    assert orders(play(state), "signals") == []
