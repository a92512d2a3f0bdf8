"""The worked examples of the Graf Spee rule text, and figures that follow from its charts, played with their dice."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.spaces import DISTANCE
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ALLIED_SHIPS, CUPS, ORDERS, REDEPLOYMENT, STATIONS
from tests.games.graf_spee.builder import (
    alert,
    asked,
    barred_by,
    choose,
    combat,
    faces,
    figures,
    harm,
    incidents,
    keys,
    offered,
    play,
    position,
    run,
    start,
    texts,
    told,
    vp,
)
from tests.rules import rule

SENSORS = ("radar", "float_plane", "decoders", "dummy_funnels")

# Section 3


@rule("GS-SET-02", "GS-SET-03", "GS-RED-01")
def test_the_28_named_ships_just_fill_the_quotas_of_a_redeployment() -> None:
    named = sum(map(len, STATIONS.values())) + sum(len(cup.ships) for cup in CUPS.values())
    assert named == len(ALLIED_SHIPS) == sum(quota for _, quota in REDEPLOYMENT) == 28
    assert dict(REDEPLOYMENT) == {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 6, "pzm": 2}


@rule("GS-CMP-02")
def test_the_erratum_of_the_hermes() -> None:
    assert ALLIED_SHIPS["hermes"].ratings == (0, 0, 1, 0)


# Sections 6 and 12


@rule("GS-MOV-01", "GS-TRK-03")
def test_without_oil_a_ship_cannot_move_its_maximum() -> None:
    match = play(position("sailing", "natl", spee={"oil": 0}))
    assert "c4" in offered(match)  # four spaces
    assert barred_by(match, "c5") == "GS-MOV-01"


@rule("GS-MOV-01")
def test_with_one_oil_five_spaces_are_possible_and_six_are_not() -> None:
    match = play(position("sailing", "natl", spee={"oil": 1}), "morale")
    assert (DISTANCE["natl"]["c5"], DISTANCE["natl"]["c6"]) == (5, 6)
    assert barred_by(match, "c6") == "GS-MOV-01"
    assert figures(choose(match, "c5"), "oil") == (0,)


@rule("GS-MOV-01")
def test_six_spaces_and_a_2_in_the_engine_check() -> None:
    match = run(position("sailing", "natl"), ["c6"], [2, "morale"])
    assert texts(match, "lowered") == ["Graf Spee: oil -2, now 4.", "Graf Spee: engines -2, now 4."]


# Sections 9 and 16


@rule("GS-PDF-01")
@pytest.mark.parametrize(("die", "hits"), [(3, 1), (4, 0)])
def test_a_port_of_strength_3(die: int, hits: int) -> None:
    match = play(position("bombardment", "a5", guns={"a5": 3}), die, *[1] * hits)
    assert len(told(match, "gunnery_hit_roll")) == hits


@rule("GS-BOM-01")
def test_dice_of_4_and_3_against_turrets_of_3() -> None:
    match = choose(play(position("bombardment", "a5", guns={"a5": 3}), 4, 4, 3), "bombard")
    assert (match.state.silenced, figures(match, "ammo")) == (["a5"], (5,))


# Section 10


@rule("GS-REP-01")
def test_repairs_in_a_neutral_port_with_damage_control() -> None:
    spee = {"hull": 4, "engines": 5}
    state = position("outfitting", "p4", spee=spee, cargo=["damage_control"])
    match = choose(play(state, 4, 5, 6, 1, 5), "repair", "hull", "hull")
    assert faces(match, "repair_roll") == [(4, 5, 6, 1, 5)]  # leadership 3, damage control 1, the port 1
    assert figures(match, "hull", "engines") == (6, 6)


# Section 13


@rule("GS-INC-01", "GS-MRK-07", "GS-MRK-11")
def test_bad_luck_drawn_before_good_luck_comes_first() -> None:
    state = position("incidents", "w5", alert=2, cargo=["radar", "enigma"])
    match = play(state, "bad_luck", "good_luck")
    assert asked(match) == ("graf_spee", "lose_cargo")
    choose(match, ("graf_spee", "enigma"))
    assert asked(match) == ("graf_spee", "convoy_or_luck")
    assert incidents(match) == ["bad_luck", "good_luck"]


@rule("GS-MRK-03", "GS-MRK-04")
def test_a_convoy_of_26_points() -> None:
    state = position("incidents", "w5", cargo=["prize_crew"], spee={"oil": 3})
    match = run(state, [], ["allied_convoy", 2, 3, 4, 5, 1, 6, 2, 4])
    assert [entry.about["points"] for entry in told(match, "points")] == [9, 9, 8]
    assert (vp(match), figures(match, "oil"), alert(match)) == (26, (4,), 1)


@rule("GS-MRK-17")
def test_quiet_seas_at_alert_1() -> None:
    match = run(position("incidents", "w5"), [], ["quiet_seas", 3])
    assert (vp(match), alert(match)) == (2, 1)


@rule("GS-MRK-19", "GS-ALR-01")
def test_conflicting_intelligence_at_alert_2() -> None:
    match = run(position("incidents", "w5", alert=2), [], ["rn_intel_conflict", "morale"])
    assert alert(match) == 1


@rule("GS-INC-03", "GS-AMB-03", "GS-MRK-12")
def test_the_convoy_option_goes_by_the_alert_level_of_the_draw() -> None:
    convoy = (1, 1, 1, 1, 1)
    state = position("incidents", "w5", alert=5)
    match = play(state, "rn_pursuit", "intel_berlin", *convoy, "morale", "mines_sighted", "air_patrol")
    assert (alert(match), offered(match)) == (6, {"convoy", "take_as_it_is"})
    choose(match, "convoy")
    assert (alert(match), vp(match)) == (6, 4)
    state = position("incidents", "w5", alert=6)
    rest = ("morale", "mines_sighted", "air_patrol", "air_patrol")
    match = run(state, [], ["rn_intel_conflict", "intel_berlin", *rest])
    assert (alert(match), vp(match)) == (3, 0)  # no choice: the alert falls from 4 to 3


@rule("GS-MRK-18", "GS-INC-03", "GS-AMB-13")
def test_two_zones_equally_near_that_roll_alike_bring_a_convoy() -> None:
    state = position("incidents", "e1", stations={"pzy": ["exeter"], "pzk": ["ajax"]})
    match = run(state, [], ["rn_flotilla", 4, 4, 1, 1, 1, 2, 5])
    assert (vp(match), alert(match)) == (8, 1)
    assert keys(match, "flotilla_comes", "contact_roll") == []


# Section 14


def contact_with(die: int, *dice: Any, start: str, space: str, **more: Any) -> str:
    """What comes of a contact roll on entering a space."""
    match = choose(play(position("sailing", start, **more), die, *dice), space)
    return {
        "No contact.": "none",
        "Contact: the Germans have the First Salvo.": "german",
        "Contact: the Allies have the First Salvo.": "allied",
    }[texts(match, "contact")[0]]


@rule("GS-CON-01")
@pytest.mark.parametrize("die", range(1, 7))
def test_contact_with_every_sensor_in_a_zone_without_a_carrier(die: int) -> None:
    outcome = contact_with(die, start="w8", space="pzg", stations={"pzg": ["exeter"]}, cargo=SENSORS)
    assert outcome == ("none" if die == 1 else "german")


@rule("GS-CON-01")
@pytest.mark.parametrize("die", range(1, 7))
def test_contact_with_every_sensor_in_a_zone_with_a_carrier(die: int) -> None:
    allied = ["exeter", "eagle"]
    outcome = contact_with(die, *[1] * 9, start="w8", space="pzg", stations={"pzg": allied}, cargo=SENSORS)
    assert outcome == ("allied" if die <= 3 else "none" if die <= 5 else "german")


@rule("GS-CON-01")
@pytest.mark.parametrize("die", range(1, 7))
def test_contact_without_cargo_in_a_naval_base(die: int) -> None:
    # Entering the base raises the alert from 1 to 3, which leadership 3 does not exceed.
    after = [1] * 9 if die < 6 else ["morale", "air_patrol", "air_patrol", 5, 6]
    outcome = contact_with(die, *after, start="pzh", space="b3", stations={"b3": ["clyde"]})
    assert outcome == ("allied" if die < 6 else "none")


@rule("GS-BRK-01")
@pytest.mark.parametrize(("allied", "die", "can"), [("exeter", 6, True), ("hardy", 6, False), ("exeter", 1, False)])
def test_breaking_off_from_a_cruiser_and_from_a_destroyer(allied: str, die: int, can: bool) -> None:
    cargo = SENSORS if die == 6 else ()
    match = choose(play(position("sailing", "w8", stations={"pzg": [allied]}, cargo=cargo), die, *[1] * 20), "pzg")
    assert (asked(match) == ("graf_spee", "break_off_or_fight")) == can


@rule("GS-GUN-01", "GS-AMM-01", "GS-CGO-03")
def test_nine_dice_of_maximum_fire() -> None:
    state = combat("pzg", ["exeter"], cargo=["range_finder", "reserve_crew"])
    match = choose(play(state, *[1] * 9), ("maximum_fire", "exeter"))
    assert faces(match, "german_fire") == [(1,) * 9]  # 3 x 2 + 1 + 1 + 3 - 2
    assert figures(match, "ammo") == (4,)


@rule("GS-GUN-01")
def test_the_tertiary_guns_have_no_die_against_the_malayas_armour() -> None:
    match = play(combat("pzg", ["malaya", "exeter"]), *[1] * 30)
    choose(match, "hold_fire", "hold_fire")
    assert match.decision.about["step"] == "tertiary"
    assert offered(match) == {("fire", "exeter"), "hold_fire"}
    assert barred_by(match, ("fire", "malaya")) == "GS-GUN-01"


@rule("GS-TRP-01", "GS-AMM-01")
def test_five_dice_of_torpedoes() -> None:
    match = play(combat("pzg", ["exeter"]), *[1] * 4, *[1] * 5, *[1] * 3, "morale")
    choose(match, *["hold_fire"] * 3, ("launch", "exeter"))
    assert (faces(match, "torpedo_fire"), figures(match, "torpedo")) == ([(1,) * 5], (1,))


@rule("GS-ALG-01")
def test_the_malaya_fires_five_dice_none_two_and_four() -> None:
    match = play(combat("pzg", ["malaya"], first="allied"), *[1] * 11, "morale")
    choose(match, *["hold_fire"] * 3)  # the tertiary guns have no die against her
    fired = [(entry.about["step"], len(entry.faces)) for entry in told(match, "allied_fire")]
    assert fired == [("primary", 5), ("tertiary", 2), ("torpedo", 4)]


@rule("GS-DMG-01")
def test_of_two_hits_of_one_salvo_that_retreat_and_sink_the_ship_is_sunk() -> None:
    state = combat("pzg", ["exeter"])
    match = run(state, [("fire", "exeter")], [6, 6, 1, 1, "retreats", "sunk", "merchant", 1])
    assert (match.state.lost, vp(match)) == (["exeter"], 12 + 1)


@rule("GS-DMG-01", "GS-AMB-21")
def test_a_malaya_that_is_crippled_twice_is_halved_once() -> None:
    # Maximum fire of the primary guns: 6 + 3 - 5 dice; then of the secondary: her armour is 2 now.
    match = play(
        combat("pzg", ["malaya"]), *(6, 1, 1, 1), "crippled", *[1] * 2, *(6, *[1] * 6), "crippled", *[1] * 3, "morale"
    )
    choose(match, *[("maximum_fire", "malaya")] * 2)
    assert match.state.battle is not None
    assert match.state.battle.crippled == ["malaya"]
    choose(match, "hold_fire", "hold_fire")
    fired = [(entry.about["step"], len(entry.faces)) for entry in told(match, "allied_fire")]
    assert fired == [("primary", 2), ("tertiary", 1), ("torpedo", 2)]
    assert vp(match) == 8


@rule("GS-DMG-01")
def test_a_hit_on_the_clyde_makes_her_retreat_without_a_marker() -> None:
    match = run(combat("pzg", ["clyde"]), [("fire", "clyde")], [6, *[1] * 5, "morale"])
    assert (keys(match, "damaged_draw"), match.state.lost) == ([], [])
    assert texts(match, "fate") == ["Clyde turns away after this fire."]
    assert (len(match.state.damaged), vp(match)) == (18, 0)


@rule("GS-ALG-02", "GS-AMB-17", "GS-CGO-01")
def test_a_critical_hit_of_5_of_which_the_engines_take_3() -> None:
    cargo = ("radar", "enigma", "decoders", "float_plane", "prize_crew", "damage_control", "reserve_crew")
    match = play(position("bombardment", "a5", guns={"a5": 5}, cargo=cargo), 1, 6, 5)
    assert asked(match) == ("graf_spee", "engine_share")
    choose(match, 3)
    assert harm(match) == [
        "graf_spee engines -3", "graf_spee hull -2", "graf_spee loses reserve_crew", "graf_spee loses damage_control",
    ]  # fmt: skip
    assert figures(match, "hull", "engines") == (4, 3)


# Sections 19 and 23


@rule("GS-OPT-19", "GS-CAM-05")
def test_the_deutschland_costs_25_points_once_in_a_campaign() -> None:
    draws = (*["quiet_counter"] * 5, "ship_counter", *["quiet_counter"] * 3, "breakout")
    assert vp(start("campaign", *draws, options=["deutschland"])) == -25
    state = position("achievement", "w5", campaign=True, order="breakout", day=6, vp=-25, deutschland={})
    assert vp(choose(play(state, "cape"), "w5", "w5")) == -50


@rule("GS-CAM-03", "GS-CAM-05")
@pytest.mark.parametrize(("earned", "is_achieved"), [(99, False), (100, True)])
def test_with_a_deficit_of_50_an_order_of_50_takes_100_points(earned: int, is_achieved: bool) -> None:
    state = position(
        "achievement", "natl", campaign=True, order="return", day=9, vp=-50 + earned, cargo=SENSORS, crossed=True
    )
    match = play(state, "cape")
    assert match.decision
    assert (match.state.achieved == ["return"]) == is_achieved


@rule("GS-CAM-05")
def test_of_75_points_25_are_carried_over_from_an_order_of_50() -> None:
    state = position("achievement", "pzg", campaign=True, order="river-plate", vp=75, beaten=["pzg"])
    match = choose(play(state, "cape"), "report")
    assert (match.state.achieved, vp(match)) == (["river-plate"], 25)


def failed_raid() -> Match[State]:
    """The Indian Ocean raid, ended with 87 points; the breakout follows."""
    state = position("achievement", "k4", campaign=True, order="indian-ocean-raid", day=19, vp=87)
    return play(state, "breakout")


@rule("GS-CAM-03", "GS-CAM-05", "GS-ORD-01", "GS-ORD-02")
def test_a_raid_that_failed_with_87_points_leaves_a_deficit_of_13() -> None:
    match = failed_raid()
    assert (match.state.failed, vp(match)) == (["indian-ocean-raid"], -13)
    assert ORDERS[match.state.order].vp - vp(match) == 38


@rule("GS-CAM-05", "GS-ORD-02")
@pytest.mark.parametrize(("earned", "is_achieved"), [(37, False), (38, True)])
def test_the_breakout_after_it_takes_38_points(earned: int, is_achieved: bool) -> None:
    points = vp(failed_raid()) + earned
    state = position(
        "achievement", "k4", campaign=True, order="breakout", failed=["indian-ocean-raid"], vp=points, day=6
    )
    match = play(state, "cape")
    assert (match.state.achieved == ["breakout"]) == is_achieved


@rule("GS-CAM-03", "GS-CAM-05", "GS-SEQ-04")
def test_an_order_of_100_with_120_points_in_the_wrong_place_has_failed() -> None:
    state = position("achievement", "w5", campaign=True, order="indian-ocean-raid", day=19, vp=120)
    match = play(state, "cape")
    assert (match.state.failed, vp(match), figures(match, "leadership")) == (["indian-ocean-raid"], 20, (2,))


@rule("GS-CAM-09")
def test_six_orders_and_one_ship_sunk_make_a_draw() -> None:
    done = [order for order in ORDERS if order != "ceylon"]
    state = position(
        "achievement", "l2", campaign=True, order="ceylon", orders=[], vp=60, day=11,
        achieved=done[:5], failed=done[5:], deutschland={"space": "", "hull": 0},
    )  # fmt: skip
    match = play(state)
    assert match.result is not None
    assert (match.result.winner, match.result.score) == (None, {"german": 6})
