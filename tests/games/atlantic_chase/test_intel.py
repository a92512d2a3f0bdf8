"""Intel (AC-IN): where it comes from, what it does, and when it goes."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.hexes import BIT
from flagplot.games.atlantic_chase.rules.trajectories import triggers
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
    removals,
    rolled,
    tf,
    told,
    where,
)
from tests.rules import rule

RAIDER = line("G1", "bismarck", "0712 0713")


@pytest.mark.parametrize(
    ("start", "step", "seen"),
    [
        ("1308", "1208", True),  # the British air base of Northern Ireland
        ("1107", "1106", True),  # the British port Hvalfjordur
        ("1009", "1109", True),  # a British Station
        ("1009", "1110", True),  # a British submarine
        ("1009", "1010", False),  # a British segment, that of a carrier
        ("1009", "1008", False),  # nothing
    ],
)
@rule("AC-IN-01", "AC-IN-03", "AC-TR-02", "AC-AB-01")
def test_a_segment_where_the_enemy_watches_gets_intel_at_once(start: str, step: str, seen: bool) -> None:
    state = position(
        line("G1", "bismarck", start),
        tf("B1", "norfolk", "1109"),
        line("B2", "victorious", "1010 1011"),
        boats=(boat("S1", "1110"),),
        active="german",
    )
    match = do(play(state), ("trajectory", "G1"), (1, at(step)))
    assert marked(match, "G1") == ({"intel": step} if seen else {})
    assert ("intel_drawn" in told(match)) == seen
    do(match, "done")
    assert (asked(match), match.state.active) == (("german", "order"), "german")


@rule("AC-IN-01", "AC-TR-01")
def test_the_segment_that_takes_the_place_of_a_station_gets_intel_too() -> None:
    state = position(tf("G1", "bismarck", "1109"), tf("B1", "norfolk", "1109"), active="german")
    match = do(play(state), ("trajectory", "G1"), "done")
    assert (where(match, "G1"), marked(match, "G1")) == ("1109 ", {"intel": "1109"})


@rule("AC-PT-07", "AC-IN-01")
def test_neutral_ports_see_nobody() -> None:
    """Hvalfjordur is neutral in 1939; later it is British."""
    for scenario, marks in (("northern_patrol", {}), ("rheinubung", {"intel": "1106"})):
        state = position(line("G1", "lutzow", "1107"), tf("B1", "norfolk", "0909"), scenario=scenario, active="german")
        match = do(play(state), ("trajectory", "G1"), (1, at("1106")))
        assert marked(match, "G1") == marks


@rule("AC-AB-01", "AC-IN-01")
def test_an_air_base_sees_only_from_its_year_on() -> None:
    """Labrador has one from 1942."""
    for scenario, marks in (("rheinubung", {}), ("rosselsprung", {"intel": "0507"})):
        state = position(line("G1", "hipper", "0607"), tf("B1", "norfolk", "0909"), scenario=scenario, active="german")
        match = do(play(state), ("trajectory", "G1"), (1, at("0507")))
        assert marked(match, "G1") == marks


@rule("AC-IN-02", "AC-IN-04", "AC-SE-03", "AC-SE-01")
def test_recon_puts_intel_on_each_enemy_segment_in_the_hex_and_on_no_station() -> None:
    state = position(
        line("G1", "bismarck", "0808 0909", intel="0909"),
        line("G2", "hipper", "0909 0910"),
        tf("G3", "scheer", "0909"),
        tf("B1", "norfolk", "0609"),
        boats=(boat("S1", "0708"),),
    )
    match = do(play(state, 3, 2), ("recon", "S1"), at("0909"))
    assert [marked(match, key) for key in ("G1", "G2", "G3")] == [{"intel": "0909"}, {"intel": "0909"}, {}]
    assert [match.state.forces[key].intel.bit_count() for key in ("G1", "G2", "G3")] == [1, 1, 0]
    assert rolled(match) == ["vie_active", "vie_inactive"]
    assert (asked(match), match.state.tally) == (("british", "order"), 1)


@rule("AC-IN-04")
def test_a_trajectory_can_carry_many() -> None:
    state = position(line("G1", "bismarck", "1207"), tf("B1", "norfolk", "0909"), active="german")
    match = do(play(state), ("trajectory", "G1"), (1, at("1208")), (1, at("1308")), (1, at("1408")), "done")
    assert marked(match, "G1") == {"intel": "1208 1308 1408"}


@rule("AC-IN-05", "AC-CP-01")
def test_a_task_force_with_intel_cannot_complete() -> None:
    """V-19 is of the same rule; without the marker it can."""
    for intel, ports in (("", [("B1", "clyde")]), ("1208", [])):
        match = play(position(line("B1", "norfolk", "1108 1208 1309", intel=intel), RAIDER))
        assert orders(match, "complete") == ports


@rule("AC-IN-05", "AC-SG-01")
def test_intel_lets_the_enemy_read_signals() -> None:
    match = play(position(line("G1", "bismarck", "0808 0909", intel="0909"), tf("B1", "norfolk", "0609")))
    assert orders(match, "signals") == [("G1", at("0909"))]


@rule("AC-IN-05", "AC-CR-11", "AC-AMB-06", "AC-AMB-33")
def test_with_intel_a_miss_costs_the_initiative() -> None:
    """Total 5 and 6 is a Miss; without Intel both would vie."""
    state = position(line("B1", "norfolk", "0909 0908 0808 0709 0609", intel="0609"), tf("G1", "scheer", "0909"))
    match = do(play(state, 1, 2, 3, 3, 1), ("engage", "B1", "G1"))
    do(match, next(option for option in offered(match) if not option[2]))
    assert rolled(match) == ["interruption", "engage_roll", "weather"]
    assert told(match)[-3:] == ["miss_costs", "lapsed", "initiative"]
    assert (asked(match), match.state.active, match.state.tally) == (("german", "order"), "german", 0)


@rule("AC-IN-06")
def test_a_marker_goes_with_its_segment() -> None:
    match = do(play(position(line("B1", "norfolk", "0609 0709 0809", intel="0609"), RAIDER), 1), ("pass", "B1"))
    assert "limit 0609" in removals(match, "B1")
    do(match, (1, 0, 1))
    assert (where(match, "B1"), marked(match, "B1")) == ("0709 0809 ", {})


@rule("AC-IN-06", "AC-SG-01", "AC-SG-02", "AC-CT-03")
def test_all_markers_go_when_signals_make_a_station() -> None:
    state = position(
        line("G1", "bismarck", "0808 0909 1009", intel="0808 0909", contact="0909 1009"), tf("B1", "norfolk", "0609")
    )
    match = do(play(state, 1, 1), ("signals", "G1", at("0909")))
    assert (where(match, "G1"), marked(match, "G1")) == ("0909", {"contact": "0909"})
    assert asked(match) == ("german", "seize")


@rule("AC-IN-07")
def test_a_scenario_can_give_one_free_marker_on_any_enemy_segment() -> None:
    state = position(
        line("G1", "bismarck", "0808 0909", intel="0808"), tf("B1", "norfolk", "0609"), free_intel=["british"]
    )
    match = play(state)
    assert orders(match, "decrypt") == [("G1", at("0909"))]
    do(match, ("decrypt", "G1", at("0909")))
    assert marked(match, "G1") == {"intel": "0808 0909"}
    assert (asked(match), orders(match, "decrypt")) == (("british", "order"), [])


@rule("AC-IN-08")
def test_a_station_that_appears_beside_a_lying_segment_causes_no_intel() -> None:
    """A British Station leaves port into the hex of a German segment."""
    state = position(tf("B1", "norfolk", "scapa_flow_methil"), line("G1", "bismarck", "1307 1308"))
    match = do(play(state), ("shift", "B1"))
    assert (where(match, "B1"), marked(match, "G1")) == ("1308", {})


@rule("AC-AMB-21")
def test_segments_of_a_set_up_carry_no_intel() -> None:
    """In Juno the Germans begin with a segment in the hex of Ark Royal, where one placed later would be seen."""
    state = GAME.setup("juno", GAME.read_options({}))
    force = state.forces["G1"]
    assert force.mask & triggers(state, "german") == BIT[at("1405")]
    assert force.intel == 0
