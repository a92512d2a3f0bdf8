"""Optional rules (section 1.26), and rulings about forces, refuelling and squadrons."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase import tables as t
from tests.games.atlantic_chase.builder import (
    afloat,
    altered,
    asked,
    at,
    do,
    fight,
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


@rule("AC-OP-01")
@pytest.mark.parametrize(("is_on", "found"), [(False, {"engage", "search", "strike"}), (True, set())])
def test_with_the_option_who_has_a_damaged_ship_stays_back(is_on: bool, found: set[str]) -> None:
    state = position(
        line("B1", "victorious kent*", "0809 0909"),
        tf("G1", "scheer", "0909"),
        line("G2", "hipper", "0909 0910"),
        options={"damaged_stay_back": is_on},
    )
    assert {option[0] for option in offered(play(state))} & {"engage", "search", "strike"} == found


@rule("AC-OP-01")
def test_with_the_option_a_damaged_force_still_helps() -> None:
    state = position(
        tf("B1", "hood", "0909"),
        tf("B2", "victorious kent*", "0909"),
        tf("G1", "scheer", "0909"),
        options={"damaged_stay_back": True},
    )
    match = do(play(state), ("engage", "B1", "G1"))
    assert offered(match) == ["none", "B2"]
    do(match, "none")
    assert offered(match) == ["none", ("B2", at("0909"))]


@rule("AC-OP-02")
@pytest.mark.parametrize(("is_on", "strikes"), [(False, [("B1", "G1"), ("B2", "G1")]), (True, [("B2", "G1")])])
def test_with_the_option_carriers_fly_from_six_segments_at_most(is_on: bool, strikes: list[tuple[str, str]]) -> None:
    state = position(
        line("B1", "victorious", "0809 0810 0811 0812 0813 0814 0714"),
        line("B2", "furious", "0809 0810 0811 0812 0813 0814"),
        tf("B3", "hood", "0909"),
        tf("G1", "scheer", "0909"),
        options={"carriers_keep_short": is_on},
    )
    match = play(state)
    assert orders(match, "strike") == strikes
    do(match, ("engage", "B3", "G1"))
    assert {option[0] for option in offered(match)[1:]} == {source for source, _ in strikes}


@rule("AC-OP-03")
@pytest.mark.parametrize(
    ("is_on", "marks"), [(False, {"contact": "0909", "evasive": "yes"}), (True, {"contact": "0909"})]
)
def test_with_the_option_a_battle_costs_evasive_maneuvers(is_on: bool, marks: dict[str, str]) -> None:
    options = {"evasive_lost_in_battle": is_on}
    match = do(fight("bismarck", "hood", 6, 1, phase="break_away", evasive="G1 B1", options=options), "yes", "yes")
    assert (marked(match, "G1"), marked(match, "B1")) == (marks, marks)


@rule("AC-AMB-52", "AC-TF-02", "AC-DD-01")
def test_a_squadron_makes_its_force_slow() -> None:
    assert tf("G1", "hipper german_dd_squadron", "0909").speed == t.SLOW
    state = position(tf("G1", "hipper german_dd_squadron", "0909"), tf("B1", "rodney", "0909"), active="german")
    match = do(play(state, 1, 1, 6, 1), ("engage", "G1", "B1"))
    assert told(match)[1] == "contact_made"


@rule("AC-AMB-51")
def test_a_supply_ship_serves_once_between_two_actions() -> None:
    state = position(
        line("G1", "bismarck+1 prinz_eugen", "0909 0910"),
        tf("B1", "hood", "0509"),
        active="german",
        refuel=[at("0910"), at("0513")],
    )
    match = play(state)
    assert orders(match, "refuel") == [("G1", at("0910"))]
    do(match, ("refuel", "G1", at("0910")))
    assert (asked(match), offered(match)) == (("german", "refuel_for"), ["evade", "bismarck"])
    do(match, "bismarck")
    assert (afloat(match, "G1"), marked(match, "G1"), match.state.refuel) == (
        {"bismarck": "", "prinz_eugen": ""},
        {},
        [at("0513")],
    )
    assert (asked(match), orders(match, "refuel"), held(match)) == (("german", "order"), [], ("german", 0, "good"))
    other = do(play(state), ("refuel", "G1", at("0910")), "evade")
    assert (afloat(other, "G1")["bismarck"], marked(other, "G1")) == ("+1", {"evasive": "yes"})


@rule("AC-AMB-51")
def test_a_supply_ship_repairs_no_damage() -> None:
    state = position(
        tf("G1", "bismarck*", "0909", is_evasive=True), tf("B1", "hood", "0509"), active="german", refuel=[at("0909")]
    )
    assert orders(play(state), "refuel") == []


@rule("AC-AMB-51", "AC-CV-03")
def test_a_convoy_disperses_between_two_actions() -> None:
    convoy = altered(line("B1", "british_convoy", "0909 0910"), "british_convoy", may_disperse=True)
    match = do(play(position(convoy, tf("G1", "bismarck", "0513"), tally=1)), ("disperse", "B1"))
    assert match.state.forces["B1"].ships[0].is_dispersed
    assert (asked(match), orders(match, "disperse"), held(match)) == (("british", "order"), [], ("british", 1, "good"))


@rule("AC-AMB-25", "AC-PT-02", "AC-AMB-28")
def test_a_station_shifts_once_in_a_tenure() -> None:
    state = position(tf("B1", "hood", "1309", contact="1309", is_evasive=True), tf("G1", "bismarck", "0513"))
    match = do(play(state), ("shift", "B1"))
    assert (where(match, "B1"), marked(match, "B1"), orders(match, "shift")) == (
        "clyde_liverpool",
        {"evasive": "yes"},
        [],
    )


@rule("AC-AMB-37")
def test_who_has_all_his_markers_may_decline_for_nothing() -> None:
    state = position(
        tf("B1", "norfolk", "1308"), tf("B2", "kent", "0509"), tf("G1", "bismarck", "0513", is_evasive=True)
    )
    match = do(play(state), ("complete", "B1", "scapa_flow"))
    assert offered(match) == ["try", "decline"]
    do(match, "decline")
    assert (held(match), "B1" in match.state.forces) == (("british", 0, "good"), False)


@rule("AC-AMB-15", "AC-EM-04")
def test_one_marker_at_most_helps_a_roll() -> None:
    state = position(
        tf("B1", "norfolk", "1308"), tf("B2", "kent", "0509"), tf("G1", "bismarck", "0513", is_evasive=True),
        tf("G2", "hipper", "0512", is_evasive=True),
    )  # fmt: skip
    match = do(play(state, 3, 4, 1), ("complete", "B1", "scapa_flow"), "try")
    assert (asked(match), offered(match)) == (("german", "em_for_initiative"), ["none", "G1", "G2"])
    do(match, "G2")
    roll = next(entry for entry in match.log() if entry.key == "seize_roll")
    assert (roll.about["sum"], marked(match, "G1"), marked(match, "G2")) == (8, {"evasive": "yes"}, {})
