"""Incidents of luck and weather: bad luck, good luck, a friendly ship, storm and limited visibility."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.graf_spee.builder import (
    aboard,
    alert,
    asked,
    barred_by,
    choose,
    draw_at,
    figures,
    harm,
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

# Luck


@rule("GS-MRK-07", "GS-AMB-40")
def test_bad_luck_costs_the_graf_spee_a_cargo_of_her_captains_choice() -> None:
    match = play(position("incidents", "c8", cargo=["radar", "enigma", "decoders"]), "bad_luck")
    assert asked(match) == ("graf_spee", "lose_cargo")
    assert offered(match) == {("graf_spee", "radar"), ("graf_spee", "enigma"), ("graf_spee", "decoders")}
    match.choose(("graf_spee", "enigma"))
    assert aboard(match) == ["radar", "", "decoders", "", "", "", ""]


@rule("GS-MRK-07", "GS-AMB-44")
def test_bad_luck_of_the_deutschland_strikes_the_graf_spee_wherever_she_is() -> None:
    state = position("incidents", "natl", cargo=["radar", "enigma"], deutschland={"space": "c8", "cargo": ["radar"]},
                     group=["deutschland"])  # fmt: skip
    match = play(state, "bad_luck")
    assert asked(match) == ("graf_spee", "lose_cargo")
    assert offered(match) == {("graf_spee", "radar"), ("graf_spee", "enigma")}


@rule("GS-MRK-07")
def test_bad_luck_does_nothing_to_an_empty_or_a_sunken_graf_spee() -> None:
    assert keys(draw_at("c8", ["bad_luck"]), "no_effect") == ["no_effect"]
    state = position("incidents", "", spee={"hull": 0}, deutschland={"space": "c8", "cargo": ["radar"]},
                     group=["deutschland"])  # fmt: skip
    match = run(state, dice=["bad_luck"])
    assert keys(match, "no_effect") == ["no_effect"]
    assert aboard(match, "deutschland")[0] == "radar"


@rule("GS-MRK-11", "GS-AMB-30")
def test_good_luck_carries_the_ships_up_to_two_spaces_without_oil() -> None:
    match = play(position("incidents", "c8", spee={"oil": 0}), "good_luck")
    assert offered(match) == {"convoy", "lucky_way", "take_as_it_is"}
    match.choose("lucky_way")
    assert offered(match) == {"c8", "c7", "f2", "f3", "altm", "d1", "f1", "f4"}
    match.choose("altm")
    assert (ship(match).space, ship(match).oil) == ("altm", 0)


@rule("GS-MRK-11", "GS-AMB-30")
def test_the_rest_of_the_draw_is_resolved_where_good_luck_has_taken_the_ships() -> None:
    match = draw_at("i3", ["good_luck", "allied_bomber", 4], ["lucky_way", "i2"], alert=2)
    assert incidents(match) == ["good_luck", "allied_bomber"]
    assert (ship(match).space, ship(match).hull) == ("i2", 5)
    match = draw_at("i2", ["good_luck", "allied_bomber"], ["lucky_way", "i1"], alert=2)
    assert (ship(match).space, ship(match).hull) == ("i1", 6)


@rule("GS-AMB-30", "GS-PRT-01", "GS-MOV-03")
def test_good_luck_into_an_allied_port_raises_the_alert_and_ends_there() -> None:
    match = play(position("incidents", "w8", alert=1), "good_luck", 1, 6).choose("lucky_way")
    assert "a1" not in offered(match)  # three spaces away
    match = play(position("incidents", "w9", alert=1), "good_luck", 1, 6)
    match.choose("lucky_way").choose("a1")
    assert (ship(match).space, alert(match)) == ("a1", 2)


@rule("GS-AMB-30", "GS-MOV-02", "GS-CON-01")
def test_good_luck_into_a_held_zone_means_contact_and_perhaps_a_combat() -> None:
    state = position("incidents", "w8", stations={"pzg": ["ajax"]})
    match = play(state, "good_luck", 1, *[1] * 3)
    match.choose("lucky_way")
    assert offered(match) == {"w8", "w7", "f1", "pzg", "w6", "d1", "p3", "f2", "w9"}
    assert barred_by(match, "p4") == "GS-AMB-30"
    match.choose("pzg")
    assert match.state.battle is not None
    assert match.state.battle.first == "allied"


@rule("GS-AMB-30", "GS-MOV-02")
def test_after_no_contact_in_a_zone_good_luck_may_carry_on() -> None:
    state = position("incidents", "w8", stations={"pzg": ["ajax"]})
    match = play(state, "good_luck", 4)
    choose(match, "lucky_way", "pzg")
    assert asked(match) == ("graf_spee", "lucky_move")
    assert offered(match) == {"pzg", "w8", "w9", "f1", "p4", "p5"}
    match.choose("w9")
    assert ship(match).space == "w9"


@rule("GS-AMB-30", "GS-INC-02", "GS-BRK-01")
def test_a_break_off_after_good_luck_cancels_the_rest_of_the_draw() -> None:
    match = draw_at("w8", ["good_luck", 6], ["lucky_way", "pzg", "break_off"], alert=2, stations={"pzg": ["ajax"]})
    assert incidents(match) == ["good_luck"]
    assert ship(match).space == "pzg"


@rule("GS-BRK-01", "GS-AMB-30")
def test_whom_aircraft_have_found_cannot_break_off_where_good_luck_takes_her() -> None:
    match = draw_at("w8", ["swordfish", "good_luck", 6], ["lucky_way", "pzg"], alert=2, stations={"pzg": ["ajax"]})
    assert asked(match) == ("graf_spee", "aim")


@rule("GS-BRK-01", "GS-AMB-30", "GS-AMB-36")
def test_a_sister_whom_nobody_found_may_break_off_where_good_luck_brings_the_other() -> None:
    state = position("incidents", "w8", deutschland={"space": "pzg"}, alert=2, stations={"pzg": ["malaya"]})
    match = choose(play(state, "swordfish", "good_luck", 6), "lucky_way", "pzg")
    assert (ship(match).raided, ship(match, "deutschland").raided) == (True, False)
    assert asked(match) == ("deutschland", "break_off_or_fight")


@rule("GS-AMB-30")
def test_good_luck_does_not_move_a_ship_without_engines() -> None:
    match = play(position("incidents", "c8", spee={"engines": 0}), "good_luck")
    assert offered(match) == {"convoy", "take_as_it_is"}
    assert barred_by(match, "lucky_way") == "GS-AMB-30"


@rule("GS-AMB-30")
@pytest.mark.parametrize("reason", ["outfitted", "fought"])
def test_a_ship_that_was_outfitted_or_has_fought_is_not_moved_by_good_luck_but_may_take_the_convoy(
    reason: str,
) -> None:
    match = play(position("incidents", "c8", spee={reason: True}), "good_luck")
    assert offered(match) == {"convoy", "take_as_it_is"}
    assert barred_by(match, "lucky_way") == "GS-AMB-30"


@rule("GS-AMB-30", "GS-SHP-01")
def test_good_luck_takes_along_only_those_who_may_move() -> None:
    state = position("incidents", "c8", spee={"outfitted": True}, deutschland={})
    match = choose(play(state, "good_luck"), "lucky_way", "f2")
    assert (ship(match).space, ship(match, "deutschland").space) == ("c8", "f2")


@rule("GS-MRK-11")
def test_good_luck_may_be_left_alone() -> None:
    match = draw_at("c8", ["good_luck"], ["take_as_it_is"])
    assert (ship(match).space, vp(match), alert(match)) == ("c8", 0, 1)


@rule("GS-MRK-10", "GS-AMB-26", "GS-TRK-03")
def test_a_friendly_ship_brings_points_for_any_track_with_room() -> None:
    spee = {"leadership": 5, "hull": 4, "engines": 6, "oil": 5}
    match = play(position("incidents", "c8", spee=spee), "friendly_ship", 4)
    assert asked(match) == ("graf_spee", "spend_point")
    assert offered(match) == {"leadership", "torpedo", "hull", "oil", "no_more_points"}
    assert barred_by(match, "engines") == "GS-TRK-03"
    choose(match, "leadership", "hull", "oil")
    assert offered(match) == {"torpedo", "hull", "no_more_points"}
    match.choose("hull")
    assert figures(match) == (6, 3, 3, 1, 2, 6, 6, 6, 6)
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-MRK-10")
def test_a_friendly_ship_helps_each_german_ship_by_a_die_of_her_own() -> None:
    state = position("incidents", "c8", spee={"oil": 3}, deutschland={"oil": 0})
    match = play(state, "friendly_ship", 2, 1)
    choose(match, "oil", "oil")
    assert asked(match) == ("deutschland", "spend_point")
    match.choose("oil")
    assert (ship(match).oil, ship(match, "deutschland").oil) == (5, 1)


@rule("GS-MRK-10", "GS-AMB-26")
def test_points_of_a_friendly_ship_may_be_left() -> None:
    match = draw_at("c8", ["friendly_ship", 6], ["leadership", "no_more_points"])
    assert ship(match).leadership == 4


@rule("GS-MRK-10", "GS-SET-06", "GS-AMB-26")
def test_with_reloads_aboard_a_friendly_ship_brings_no_sixth_ammunition() -> None:
    match = play(position("incidents", "c8", spee={"reloads": True, "ammo": 5}), "friendly_ship", 1)
    assert "ammo" not in offered(match)


@rule("GS-MRK-10", "GS-TRK-03")
def test_a_ship_without_want_asks_a_friendly_ship_for_nothing() -> None:
    match = draw_at("c8", ["friendly_ship", 6], spee={"leadership": 6, "torpedo": 4})
    assert harm(match) == []
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-AMB-30", "GS-INC-01")
def test_after_good_luck_into_a_neutral_port_the_rest_of_the_draw_counts_there_too() -> None:
    match = draw_at("w7", ["good_luck", "merchant", 5], ["lucky_way", "p3"], alert=2)
    assert (ship(match).space, vp(match)) == ("p3", 5)


@rule("GS-AMB-30", "GS-MRK-13")
def test_limited_visibility_after_good_luck_lies_over_the_new_space() -> None:
    match = draw_at("c8", ["good_luck", "limited_visibility"], ["lucky_way", "f2", "take_as_it_is"], alert=2)
    assert match.state.limited_in == ["f2"]


@rule("GS-AMB-19", "GS-OPT-21", "GS-AMB-30")
def test_night_counts_for_a_contact_that_comes_of_good_luck() -> None:
    state = position("incidents", "w8", options=["night"], stations={"pzg": ["ajax"]})
    match = choose(play(state, 1, "good_luck", 3), "lucky_way", "pzg")
    assert texts(match, "contact_roll") == [
        "Contact: 3 +1 leadership above the alert level +2 night -2 patrol zone = 4, no contact"
    ]


# Storm and visibility


@rule("GS-MRK-21")
@pytest.mark.parametrize("die", [1, 2])
def test_a_storm_may_do_no_harm(die: int) -> None:
    match = draw_at("c8", ["stormy", die], cargo=["radar"])
    assert harm(match) == []


@rule("GS-MRK-21", "GS-AMB-40")
@pytest.mark.parametrize("die", [3, 4, 5])
def test_a_storm_may_cost_a_cargo_of_choice(die: int) -> None:
    match = play(position("incidents", "c8", cargo=["radar", "enigma"], deutschland={"cargo": ["decoders"]}),
                 "stormy", die)  # fmt: skip
    assert asked(match) == ("graf_spee", "lose_cargo_to_storm")
    assert offered(match) == {("graf_spee", "radar"), ("graf_spee", "enigma"), ("deutschland", "decoders")}
    match.choose(("deutschland", "decoders"))
    assert aboard(match, "deutschland") == [""] * 7


@rule("GS-MRK-21")
def test_a_storm_finds_nothing_in_an_empty_hull() -> None:
    assert keys(draw_at("c8", ["stormy", 3]), "no_effect") == ["no_effect"]


@rule("GS-MRK-21", "GS-INC-04")
def test_a_storm_may_damage_the_ships() -> None:
    assert harm(draw_at("c8", ["stormy", 6, 2])) == ["graf_spee hull -1"]


@rule("GS-MRK-21", "GS-MRK-18")
def test_after_a_storm_no_later_marker_of_the_draw_causes_a_combat() -> None:
    match = draw_at("c8", ["stormy", 1, "rn_flotilla"], alert=2, stations={"pzg": ["exeter"]})
    assert keys(match, "seas_too_high", "contact_roll") == ["seas_too_high"]
    assert match.state.stations == {"pzg": ["exeter"]}


@rule("GS-MRK-21")
def test_a_flotilla_before_the_storm_has_come() -> None:
    state = position("incidents", "c8", alert=2, stations={"pzg": ["exeter"]})
    match = play(state, "rn_flotilla", 6, "stormy", 1)
    assert asked(match) == ("graf_spee", "break_off_or_fight")


@rule("GS-MRK-21", "GS-MRK-11")
def test_after_a_storm_good_luck_leads_into_no_combat() -> None:
    state = position("incidents", "w8", alert=2, stations={"pzg": ["ajax"]})
    match = play(state, "stormy", 1, "good_luck", 1, *[1] * 3)
    choose(match, "lucky_way", "pzg")
    assert match.state.battle is None
    assert keys(match, "combat_begins") == []


@rule("GS-MRK-21")
def test_a_storm_is_over_with_its_draw() -> None:
    state = position("movement", "c8", deutschland={"space": "f2"}, stations={"pzg": ["exeter"]}, alert=1)
    match = play(state, "stormy", 1, "rn_flotilla", 6)
    choose(match, "graf_spee", "c8", "f2")
    assert asked(match) == ("deutschland", "aim")


@rule("GS-MRK-13", "GS-AMB-32")
def test_limited_visibility_holds_in_this_space_for_this_turn() -> None:
    match = draw_at("c8", ["limited_visibility"], ["take_as_it_is"])
    assert match.state.limited_in == ["c8"]
    assert texts(match, "visibility_limited") == ["Visibility at Mid-Atlantic Forties is limited today."]


@rule("GS-MRK-13", "GS-COM-01")
def test_a_flotilla_that_comes_in_limited_visibility_is_fought_without_primary_guns() -> None:
    state = position("incidents", "c8", alert=2, stations={"pzg": ["renown"]})
    match = play(state, "limited_visibility", "rn_flotilla", 1, *[1] * 4)
    match.choose("take_as_it_is")
    assert match.decision is not None
    assert (match.decision.key, match.decision.about["step"]) == ("aim", "secondary")


@rule("GS-AMB-32", "GS-MRK-13")
def test_after_a_combat_here_limited_visibility_is_no_convoy() -> None:
    match = draw_at("c8", ["limited_visibility"], fought_in=["c8"])
    assert match.state.limited_in == ["c8"]
    match = play(position("incidents", "c8", fought_in=["natl"]), "limited_visibility")
    assert offered(match) == {"convoy", "take_as_it_is"}


@rule("GS-MRK-21", "GS-MRK-15", "GS-INC-04")
@pytest.mark.parametrize(
    ("space", "dice", "words"),
    [
        ("c8", ["stormy", 6, 2], "What the storm damages: 2"),
        ("b3", ["mines_sighted", 6, 2], "Where the mine strikes: 2"),
    ],
)
def test_storms_and_mines_are_not_told_as_torpedoes(space: str, dice: list[Any], words: str) -> None:
    match = play(position("incidents", space, silenced=["b3"]), *dice)
    told_words = texts(match)
    assert words in told_words
    assert not any("torpedo" in text for text in told_words[told_words.index(words) :])
    assert figures(match, "hull") == (5,)
