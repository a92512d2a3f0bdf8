"""Incidents: when and how many markers are drawn, in which order they count, and the convoy option (section 13)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.errors import DiceError
from flagplot.games.graf_spee.tables import INCIDENTS, MARKERS
from tests.games.graf_spee.builder import (
    alert,
    asked,
    barred_by,
    choose,
    draw_at,
    incidents,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    texts,
    vp,
)
from tests.rules import rule

CONVOY = [1, 1, 1, 1, 1]  # three points, one ship, one point more
ASKS = {"intel_berlin": "convoy_or_news", "limited_visibility": "convoy_or_visibility", "good_luck": "convoy_or_luck"}


# The draw


@rule("GS-AMB-23", "GS-CMP-02", "GS-INC-01")
def test_there_are_forty_markers_of_twenty_one_kinds() -> None:
    assert len(INCIDENTS) == len(set(INCIDENTS)) == 21
    assert MARKERS.incident == {
        "air_patrol": 2, "allied_bomber": 2, "allied_convoy": 1, "merchant_captured": 2, "allied_sub": 2,
        "aux_reported": 1, "bad_luck": 1, "swordfish": 2, "engine_breakdown": 1, "friendly_ship": 1, "good_luck": 1,
        "intel_berlin": 1, "limited_visibility": 1, "merchant": 4, "mines_sighted": 1, "morale": 1, "quiet_seas": 8,
        "rn_flotilla": 3, "rn_intel_conflict": 1, "rn_pursuit": 2, "stormy": 2,
    }  # fmt: skip
    assert sum(MARKERS.incident.values()) == 40


@rule("GS-INC-01", "GS-ALR-02")
@pytest.mark.parametrize("level", range(1, 7))
def test_as_many_markers_are_drawn_as_the_alert_level_says(level: int) -> None:
    quiet = ["mines_sighted", "morale", "air_patrol", "air_patrol", "swordfish", "swordfish"][:level]
    match = draw_at("c8", quiet, alert=level)
    assert incidents(match) == quiet
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-INC-01")
@pytest.mark.parametrize("space", ["natl", "c8", "pzg", "a5", "b3", "altm"])
def test_incidents_are_drawn_at_sea_in_zones_and_in_allied_ports_and_bases(space: str) -> None:
    match = play(position("incidents", space, auxiliaries=("", "k4"), silenced=["a5", "b3"]), "morale")
    assert incidents(match) == ["morale"]


@rule("GS-INC-01", "GS-AMB-35", "GS-MAP-02")
@pytest.mark.parametrize("space", ["p4", "altm", "a5"])
def test_none_are_drawn_in_neutral_and_friendly_ports(space: str) -> None:
    match = run(position("incidents", space, captured=["a5"], silenced=["a5"], alert=6))
    assert incidents(match) == []
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-INC-01")
def test_a_ship_that_stays_where_she_is_draws_too() -> None:
    match = run(position("sailing", "c8", alert=2), ["c8"], ["morale", "mines_sighted"])
    assert incidents(match) == ["morale", "mines_sighted"]


@rule("GS-INC-01", "GS-SEQ-02")
def test_a_ship_that_was_outfitted_draws_where_she_lies() -> None:
    match = run(position("sailing", "c8", spee={"outfitted": True}), dice=["morale"])
    assert incidents(match) == ["morale"]


@rule("GS-INC-01", "GS-SHP-01")
def test_each_of_two_ships_apart_draws_where_she_is() -> None:
    state = position("movement", "c8", deutschland={"space": "k2"})
    match = choose(play(state, "merchant", 3, "merchant", 5), "graf_spee", "c8", "k2")
    assert incidents(match) == ["merchant", "merchant"]
    assert vp(match) == 8


@rule("GS-INC-01", "GS-SHP-01")
def test_two_ships_that_sail_together_draw_once() -> None:
    state = position("movement", "c8", deutschland={})
    match = choose(play(state, "merchant", 3), "together", "join", "c8")
    assert incidents(match) == ["merchant"]


@rule("GS-INC-02", "GS-MOV-02")
def test_a_ship_that_passes_a_zone_without_contact_draws_only_where_she_ends() -> None:
    state = position("sailing", "c1", stations={"pzy": ["strasbourg"]})
    match = run(state, ["pzy", "e1"], [4, "morale"])
    assert keys(match, "contact_roll", "incident_draw") == ["contact_roll", "incident_draw"]
    assert ship(match).space == "e1"


@rule("GS-INC-01", "GS-AMB-04")
def test_the_number_of_draws_is_fixed_when_the_draw_begins() -> None:
    match = draw_at("c8", ["rn_pursuit"], alert=1)
    assert (incidents(match), alert(match)) == (["rn_pursuit"], 2)
    match = draw_at("c8", ["rn_intel_conflict", "quiet_seas", 2, "morale"], alert=3)
    assert (len(incidents(match)), alert(match)) == (3, 1)


@rule("GS-AMB-04", "GS-INC-01")
def test_a_marker_that_is_drawn_is_not_drawn_again_in_the_same_draw() -> None:
    match = play(position("incidents", "c8", alert=2), "morale", "morale")  # there is only one of it
    with pytest.raises(DiceError, match="needs one of"):
        _ = match.decision


@rule("GS-INC-01")
def test_markers_count_in_the_order_in_which_they_are_drawn() -> None:
    match = play(position("incidents", "c8", alert=2, cargo=["radar", "enigma"]), "bad_luck", "good_luck")
    assert asked(match) == ("graf_spee", "lose_cargo")
    match.choose(("graf_spee", "enigma"))
    assert asked(match) == ("graf_spee", "convoy_or_luck")


@rule("GS-INC-01")
def test_markers_go_back_into_the_pool_when_the_draw_is_over() -> None:
    match = draw_at("c8", ["morale", "merchant", 2], alert=2)
    assert sorted(match.state.incidents) == sorted(
        kind for kind, count in MARKERS.incident.items() for _ in range(count)
    )


@rule("GS-INC-01")
def test_markers_that_last_come_back_at_the_end_of_the_turn() -> None:
    match = draw_at("c8", ["stormy", 1, "limited_visibility"], ["take_as_it_is"], alert=2)
    assert match.state.held == ["stormy", "limited_visibility"]
    assert (match.state.incidents.count("stormy"), match.state.incidents.count("limited_visibility")) == (1, 0)
    match.choose("stay")
    assert match.state.day == 2
    assert match.state.held == []
    assert (match.state.incidents.count("stormy"), match.state.incidents.count("limited_visibility")) == (2, 1)
    assert match.state.limited_in == []


@rule("GS-INC-02", "GS-BRK-01")
def test_no_incidents_are_drawn_after_a_break_off() -> None:
    state = position("sailing", "w8", stations={"pzg": ["exeter"]}, alert=2)
    match = run(state, ["pzg", "break_off"], [6])
    assert incidents(match) == []
    assert ship(match).space == "pzg"
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-INC-02", "GS-BRK-01")
def test_a_break_off_in_the_midst_of_a_draw_cancels_the_rest_of_it() -> None:
    match = draw_at("c8", ["merchant", 2, "rn_flotilla", 6], ["break_off"], alert=5, stations={"pzg": ["exeter"]})
    assert incidents(match) == ["merchant", "rn_flotilla"]
    assert keys(match, "incidents_cancelled") == ["incidents_cancelled"]
    assert match.state.stations == {"pzg": ["exeter"]}
    assert len(match.state.incidents) == 40


@rule("GS-AMB-05", "GS-ALR-01")
def test_changes_of_the_alert_level_are_applied_one_by_one_within_1_and_6() -> None:
    match = draw_at("c8", ["rn_intel_conflict", "rn_pursuit"], alert=2)
    assert alert(match) == 2
    assert texts(match, "alert_falls", "alert_rises") == ["The alert level falls to 1.", "The alert level rises to 2."]
    match = draw_at(
        "c8", ["rn_pursuit", "rn_pursuit", "quiet_seas", 1, "morale", "mines_sighted", "air_patrol"], alert=6
    )
    assert alert(match) == 5


@rule("GS-INC-01", "GS-DMG-02")
def test_a_draw_ends_with_the_ship_that_drew_it() -> None:
    state = position("incidents", "i2", alert=4, spee={"hull": 1}, deutschland={"space": "c8"}, group=["graf_spee"])
    match = run(state, dice=["allied_bomber", 4])
    assert incidents(match) == ["allied_bomber"]
    assert ship(match).space == ""
    assert match.result is None
    assert asked(match) == ("deutschland", "move_auxiliary")


# The convoy option


@rule("GS-INC-03", "GS-AMB-02", "GS-MRK-11", "GS-MRK-12", "GS-MRK-13")
@pytest.mark.parametrize("marker", list(ASKS))
def test_three_markers_may_be_a_convoy_instead_for_two_levels_of_alert(marker: str) -> None:
    match = draw_at("c8", [marker, *CONVOY, "morale"], ["convoy"], alert=2)
    assert vp(match) == 4
    assert alert(match) == 4
    assert match.state.limited_in == []


@rule("GS-INC-03")
@pytest.mark.parametrize(("before", "after"), [(1, 3), (4, 6), (5, 6)])
def test_the_price_of_a_convoy_is_capped_at_alert_six(before: int, after: int) -> None:
    quiet = ["mines_sighted", "morale", "air_patrol", "air_patrol"][: before - 1]
    match = draw_at("c8", ["intel_berlin", *CONVOY, *quiet], ["convoy"], alert=before)
    assert alert(match) == after


@rule("GS-INC-03", "GS-AMB-03")
def test_no_convoy_when_the_alert_level_was_six_as_the_draw_began_whatever_came_before() -> None:
    dice = ["rn_intel_conflict", "intel_berlin", "limited_visibility", "morale", "mines_sighted", "air_patrol"]
    match = draw_at("c8", dice, alert=6)
    assert alert(match) == 3
    assert vp(match) == 0
    assert match.state.held == ["limited_visibility"]


@rule("GS-INC-03", "GS-AMB-03", "GS-MRK-11")
def test_good_luck_at_alert_six_is_a_move_or_nothing() -> None:
    match = play(position("incidents", "c8", alert=6), "good_luck")
    assert offered(match) == {"lucky_way", "take_as_it_is"}
    assert barred_by(match, "convoy") == "GS-INC-03"


@rule("GS-INC-03", "GS-AMB-03")
def test_a_convoy_is_allowed_at_alert_six_when_the_draw_began_at_five() -> None:
    dice = ["rn_pursuit", "intel_berlin", *CONVOY, "morale", "mines_sighted", "air_patrol"]
    match = draw_at("c8", dice, ["convoy"], alert=5)
    assert (vp(match), alert(match)) == (4, 6)


@rule("GS-INC-03", "GS-MRK-18", "GS-AMB-13")
def test_the_convoy_of_equal_flotilla_dice_costs_no_alert() -> None:
    match = draw_at("e5", ["rn_flotilla", 4, 4, *CONVOY], alert=1, stations={"pza": ["foch"], "pzh": ["sussex"]})
    assert (vp(match), alert(match)) == (4, 1)
    assert keys(match, "contact_roll") == []
    assert match.state.stations == {"pza": ["foch"], "pzh": ["sussex"]}


# Torpedo hits of incidents


@rule("GS-INC-04", "GS-AMB-44")
@pytest.mark.parametrize(
    ("space", "dice"),
    [("c8", ["allied_sub", 5]), ("c8", ["stormy", 6]), ("b3", ["mines_sighted", 5]), ("i2", ["swordfish", 4])],
)
def test_one_roll_on_the_torpedo_table_counts_for_each_ship_of_the_space(space: str, dice: list[Any]) -> None:
    state = position("incidents", space, deutschland={}, silenced=["b3"])
    match = play(state, *dice, 3, *[1] * (dice[0] == "swordfish"))
    assert [ship(match, name).hull for name in ("graf_spee", "deutschland")] == [4, 4]


@rule("GS-INC-04", "GS-AMB-17")
def test_a_critical_hit_of_an_incident_is_split_by_each_captain_for_herself() -> None:
    state = position("incidents", "c8", deutschland={})
    match = play(state, "allied_sub", 6, 6, 3)
    assert asked(match) == ("graf_spee", "engine_share")
    match.choose(3)
    assert asked(match) == ("deutschland", "engine_share")
    match.choose(0)
    assert [(ship(match, name).hull, ship(match, name).engines) for name in ("graf_spee", "deutschland")] == [
        (6, 3),
        (3, 5),
    ]


@rule("GS-AMB-44", "GS-INC-04")
def test_a_sister_in_another_space_is_not_touched() -> None:
    state = position("incidents", "c8", deutschland={"space": "k2"})
    match = run(state, dice=["allied_sub", 5, 3])
    assert [ship(match, name).hull for name in ("graf_spee", "deutschland")] == [4, 6]


@rule("GS-AMB-53", "GS-BRK-01", "GS-INC-02")
def test_when_one_ship_breaks_off_and_her_slower_sister_fights_the_rest_of_the_draw_is_dropped_for_both() -> None:
    state = position("incidents", "c8", alert=3, stations={"pzg": ["ajax"]}, deutschland={"torpedo": 0})
    dice = ["rn_flotilla", 6, 6, *[1] * 5, "sunk"]
    match = run(state, ["break_off", ("fire", "ajax")], dice)
    assert incidents(match) == ["rn_flotilla"]
    assert match.state.lost == ["ajax"]
    assert [ship(match, name).leadership for name in ("graf_spee", "deutschland")] == [3, 5]
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-AMB-36", "GS-MRK-18", "GS-CON-01")
def test_a_flotilla_meets_all_german_ships_of_the_space_in_one_roll_with_the_better_of_what_they_have() -> None:
    state = position("incidents", "c8", alert=3, stations={"pzg": ["ajax"]}, cargo=["radar"],
                     deutschland={"cargo": ["radar", "decoders"]})  # fmt: skip
    match = run(state, dice=["rn_flotilla", 1, "morale", "mines_sighted"])
    assert texts(match, "contact_roll") == [
        "Contact: 1 +1 radar +1 decoders +1 leadership above the alert level = 4, no contact"
    ]


@rule("GS-AMB-30", "GS-AMB-44")
def test_a_ship_left_behind_by_good_luck_has_no_more_incidents_of_that_draw() -> None:
    state = position("incidents", "i3", alert=2, spee={"outfitted": True}, deutschland={})
    match = run(state, ["lucky_way", "i2"], ["good_luck", "allied_bomber", 5])
    assert [ship(match, name).hull for name in ("graf_spee", "deutschland")] == [6, 4]
