"""The Incident Chart: what each kind of marker does; luck and weather are in `test_luck_and_weather`."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.graf_spee.builder import (
    alert,
    asked,
    draw_at,
    faces,
    figures,
    harm,
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

BOTH = ("graf_spee", "deutschland")
QUIET = "mines_sighted"


# Air patrol, pursuit, news


@rule("GS-MRK-01")
@pytest.mark.parametrize(("space", "after"), [("pzg", 2), ("a5", 2), ("b3", 2), ("c8", 1), ("natl", 1)])
def test_an_air_patrol_raises_the_alert_in_a_zone_an_allied_port_or_a_base(space: str, after: int) -> None:
    match = draw_at(space, ["air_patrol"], alert=1, silenced=["a5", "b3"])
    assert alert(match) == after
    assert keys(match, "no_effect") == ["no_effect"] * (after == 1)


@rule("GS-MRK-20")
def test_pursuit_raises_the_alert_by_one() -> None:
    assert alert(draw_at("c8", ["rn_pursuit"], alert=1)) == 2


@rule("GS-MRK-19")
@pytest.mark.parametrize(("before", "after"), [(1, 1), (2, 1), (3, 1), (5, 3)])
def test_conflicting_reports_lower_the_alert_by_two(before: int, after: int) -> None:
    quiet = ["mines_sighted", "morale", "air_patrol", "air_patrol"][: before - 1]
    assert alert(draw_at("c8", ["rn_intel_conflict", *quiet], alert=before)) == after


@rule("GS-MRK-12")
def test_news_from_berlin_lower_the_alert_by_one() -> None:
    match = draw_at("c8", ["intel_berlin", QUIET], ["take_as_it_is"], alert=2)
    assert (alert(match), vp(match)) == (1, 0)


@rule("GS-MRK-17")
@pytest.mark.parametrize(("die", "points"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_quiet_seas_bring_half_a_die_and_one_level_of_alert_less(die: int, points: int) -> None:
    match = draw_at("c8", ["quiet_seas", die, QUIET], alert=2)
    assert (vp(match), alert(match)) == (points, 1)
    match = draw_at("c8", ["quiet_seas", die], alert=1)
    assert (vp(match), alert(match)) == (points, 1)


# Bombers and Swordfish


@rule("GS-MRK-02", "GS-AMB-25", "GS-CGO-01")
@pytest.mark.parametrize(
    ("die", "damage"),
    [
        (1, []),
        (3, []),
        (4, ["graf_spee hull -1", "graf_spee loses reserve_crew"]),
        (5, ["graf_spee hull -2", "graf_spee loses reserve_crew", "graf_spee loses range_finder"]),
    ],
)
def test_bombers_hit_the_hull_on_four_and_five(die: int, damage: list[str]) -> None:
    cargo = ["radar", "decoders", "enigma", "prize_crew", "float_plane", "range_finder", "reserve_crew"]
    assert harm(draw_at("i2", ["allied_bomber", die], cargo=cargo)) == damage


@rule("GS-MRK-02", "GS-AMB-25")
def test_several_hits_of_bombers_lower_every_track_by_one() -> None:
    match = draw_at("i2", ["allied_bomber", 6], cargo=["radar"], spee={"oil": 0})
    assert figures(match) == (2, 2, 2, 0, 1, 5, 5, 5, 0)


@rule("GS-MRK-02", "GS-AMB-25")
def test_several_hits_strike_each_german_ship_of_the_space() -> None:
    match = draw_at("i2", ["allied_bomber", 6, 1], deutschland={})
    assert figures(match) == (2, 2, 2, 0, 1, 5, 5, 5, 5)
    assert figures(match, name="deutschland") == (3, 2, 2, 0, 1, 4, 5, 5, 2)
    assert faces(match, "bomber_roll") == [(6,), (1,)]


@rule("GS-MRK-02")
def test_bombers_roll_for_each_ship_and_the_second_is_not_hit_by_the_dice_of_the_first() -> None:
    match = draw_at("i2", ["allied_bomber", 5, 4], deutschland={})
    assert [ship(match, name).hull for name in BOTH] == [4, 5]


@rule("GS-MRK-02", "GS-DMG-02", "GS-WIN-01")
def test_bombers_may_sink_the_last_ship() -> None:
    match = draw_at("i2", ["allied_bomber", 6], spee={"hull": 1})
    assert match.result is not None
    assert match.result.winner == "allied"
    assert harm(match)[-1] == "graf_spee sinks"


@rule("GS-MRK-02", "GS-MRK-08", "GS-MAP-01")
@pytest.mark.parametrize("marker", ["allied_bomber", "swordfish"])
@pytest.mark.parametrize(
    ("space", "captured", "is_exposed"),
    [("i2", [], True), ("w9", [], True), ("pzh", [], True), ("c8", [], False), ("natl", [], False),
     ("w9", ["a1"], False), ("i2", ["a5"], False)],
)  # fmt: skip
def test_aircraft_find_ships_next_to_an_allied_port_or_base_only(
    marker: str, space: str, captured: list[str], is_exposed: bool
) -> None:
    dice = [marker, 1] if is_exposed else [marker]
    match = draw_at(space, dice, captured=captured, silenced=captured, alert=1)
    assert keys(match, "no_effect") == ["no_effect"] * (not is_exposed)
    assert match.state.raided_in == [space]  # GS-AMB-41: it counts against a break-off in any case


@rule("GS-MRK-08", "GS-INC-04")
@pytest.mark.parametrize(("die", "is_hit"), [(1, False), (3, False), (4, True), (6, True)])
def test_swordfish_make_a_torpedo_hit_from_four_on(die: int, is_hit: bool) -> None:
    match = draw_at("i2", ["swordfish", die, *[2] * is_hit])
    assert harm(match) == ["graf_spee hull -1"] * is_hit


@rule("GS-MRK-08", "GS-INC-04")
def test_swordfish_attack_each_exposed_ship_and_each_hit_strikes_both() -> None:
    match = draw_at("i2", ["swordfish", 4, 2, 5, 4], deutschland={})
    assert [(ship(match, name).hull, ship(match, name).engines) for name in BOTH] == [(5, 5), (5, 4)]


@rule("GS-MRK-08", "GS-DMG-02", "GS-WIN-01")
def test_a_torpedo_that_sinks_both_ships_ends_the_game_before_another_attack() -> None:
    match = draw_at("i2", ["swordfish", 4, 2], spee={"hull": 1}, deutschland={"hull": 1})
    assert harm(match) == ["graf_spee hull -1", "graf_spee sinks", "deutschland hull -1", "deutschland sinks"]
    assert vp(match) == -100
    assert match.result is not None


@rule("GS-MRK-02", "GS-MRK-08", "GS-AMB-16", "GS-CGO-03")
@pytest.mark.parametrize("marker", ["allied_bomber", "swordfish"])
@pytest.mark.parametrize("carrier_of_guns", BOTH)
def test_anti_aircraft_guns_of_any_ship_here_keep_aircraft_off_even_without_the_option(
    marker: str, carrier_of_guns: str
) -> None:
    guns = ["anti_aircraft"]
    match = draw_at(
        "i2", [marker], deutschland={"cargo": guns if carrier_of_guns == "deutschland" else []},
        cargo=guns if carrier_of_guns == "graf_spee" else [],
    )  # fmt: skip
    assert keys(match, "guns_keep_them_off") == ["guns_keep_them_off"]
    assert match.state.raided_in == []


@rule("GS-AMB-16", "GS-MRK-02")
def test_the_guns_of_a_sister_elsewhere_do_not_help() -> None:
    state = position("incidents", "i2", deutschland={"space": "c8", "cargo": ["anti_aircraft"]})
    match = run(state, dice=["allied_bomber", 4])
    assert ship(match).hull == 5


@rule("GS-AMB-41", "GS-BRK-01")
@pytest.mark.parametrize("marker", ["allied_bomber", "swordfish"])
def test_no_break_off_once_aircraft_have_been_drawn_here(marker: str) -> None:
    match = play(position("incidents", "c8", alert=2, stations={"pzg": ["exeter"]}), marker, "rn_flotilla", 6)
    assert asked(match) == ("graf_spee", "aim")
    match = play(
        position("incidents", "c8", alert=2, stations={"pzg": ["exeter"]}, cargo=["anti_aircraft"]),
        marker, "rn_flotilla", 6,
    )  # fmt: skip
    assert asked(match) == ("graf_spee", "break_off_or_fight")


@rule("GS-AMB-41", "GS-BRK-01")
def test_aircraft_that_come_later_in_the_draw_do_not_bar_a_break_off() -> None:
    state = position("incidents", "c8", alert=2, stations={"pzg": ["exeter"]})
    assert asked(play(state, "rn_flotilla", 6, "swordfish")) == ("graf_spee", "break_off_or_fight")


# Merchant ships


@rule("GS-MRK-14")
@pytest.mark.parametrize("die", range(1, 7))
def test_a_merchant_ship_is_worth_a_die(die: int) -> None:
    match = draw_at("c8", ["merchant", die])
    assert (vp(match), alert(match)) == (die, 1)


@rule("GS-MRK-04", "GS-AMB-15")
def test_a_captured_merchantman_is_worth_a_die_and_oil_without_a_prize_crew() -> None:
    match = draw_at("c8", ["merchant_captured", 5], spee={"oil": 2})
    assert (vp(match), ship(match).oil) == (5, 3)


@rule("GS-MRK-04", "GS-CGO-03")
def test_a_prize_crew_doubles_the_points() -> None:
    match = draw_at("c8", ["merchant_captured", 5], spee={"oil": 2}, cargo=["prize_crew"])
    assert (vp(match), ship(match).oil) == (10, 3)


@rule("GS-MRK-04", "GS-TRK-03")
def test_full_tanks_take_no_more() -> None:
    match = draw_at("c8", ["merchant_captured", 5])
    assert (vp(match), ship(match).oil) == (5, 6)


@rule("GS-AMB-44", "GS-MRK-04")
def test_the_oil_goes_to_the_ship_with_the_prize_crew() -> None:
    match = draw_at("c8", ["merchant_captured", 3], spee={"oil": 1}, deutschland={"oil": 1, "cargo": ["prize_crew"]})
    assert (vp(match), ship(match).oil, ship(match, "deutschland").oil) == (6, 1, 2)


@rule("GS-AMB-44", "GS-MRK-04", "GS-AMB-46")
def test_without_a_prize_crew_the_captains_choose_who_takes_the_oil() -> None:
    match = play(position("incidents", "c8", spee={"oil": 1}, deutschland={"oil": 1}), "merchant_captured", 3)
    assert asked(match) == ("graf_spee", "oil_for")
    match.choose("deutschland")
    assert (vp(match), ship(match).oil, ship(match, "deutschland").oil) == (3, 1, 2)


@rule("GS-AMB-44", "GS-MRK-04")
def test_of_two_prize_crews_one_takes_the_ship_and_the_points_are_doubled_once() -> None:
    crew = {"oil": 1, "cargo": ["prize_crew"]}
    match = play(position("incidents", "c8", spee=crew, deutschland=crew), "merchant_captured", 4)
    assert offered(match) == {"graf_spee", "deutschland"}
    match.choose("graf_spee")
    assert (vp(match), ship(match).oil, ship(match, "deutschland").oil) == (8, 2, 1)


@rule("GS-MRK-03")
def test_a_convoy_is_three_dice_and_a_die_for_each_ship_sunk_and_a_six_captures_one_more() -> None:
    match = draw_at("c8", ["allied_convoy", 2, 3, 4, 5, 1, 6, 2, 4], cargo=["prize_crew"], spee={"oil": 3})
    assert vp(match) == 9 + 9 + 8 == 26
    assert ship(match).oil == 4
    assert alert(match) == 1


@rule("GS-MRK-03")
@pytest.mark.parametrize(("die", "ships"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
def test_the_ships_of_a_convoy_are_half_a_die_rounded_up(die: int, ships: int) -> None:
    match = draw_at("c8", ["allied_convoy", 1, 1, 1, die, *[2] * ships])
    assert vp(match) == 3 + 2 * ships


@rule("GS-MRK-03")
def test_each_six_of_a_convoy_captures_a_ship() -> None:
    match = draw_at("c8", ["allied_convoy", 1, 1, 1, 3, 6, 6, 2, 5], spee={"oil": 0})
    assert vp(match) == 3 + 12 + 2 + 5
    assert ship(match).oil == 2


@rule("GS-ORD-01", "GS-CAM-02", "GS-MRK-14", "GS-MRK-04")
def test_the_bonus_of_the_indian_ocean_raid_is_a_point_for_each_merchant_and_captured_ship() -> None:
    more: dict[str, Any] = {"campaign": True, "achieved": ["indian-ocean-raid"]}
    assert vp(draw_at("c8", ["merchant", 4], **more)) == 5
    assert vp(draw_at("c8", ["merchant_captured", 4], cargo=["prize_crew"], **more)) == 9
    assert vp(draw_at("c8", ["allied_convoy", 1, 1, 1, 1, 6, 2], **more)) == 3 + 6 + 3


# The submarine, mines, engines


@rule("GS-MRK-05")
@pytest.mark.parametrize("die", [1, 2])
def test_a_false_report_of_a_submarine_does_nothing(die: int) -> None:
    assert harm(draw_at("c8", ["allied_sub", die])) == []


@rule("GS-MRK-05", "GS-TRK-03")
@pytest.mark.parametrize("die", [3, 4])
def test_evasive_action_costs_each_ship_oil(die: int) -> None:
    match = draw_at("c8", ["allied_sub", die], deutschland={"oil": 0})
    assert harm(match) == ["graf_spee oil -1"]
    assert [ship(match, name).oil for name in BOTH] == [5, 0]


@rule("GS-MRK-05", "GS-ALG-03")
@pytest.mark.parametrize("die", [5, 6])
def test_a_submarine_hits_on_five_and_six(die: int) -> None:
    assert harm(draw_at("c8", ["allied_sub", die, 5])) == ["graf_spee engines -2"]


@rule("GS-MRK-15")
@pytest.mark.parametrize(
    ("space", "dice", "damage"),
    [
        ("c8", [], []),
        ("pzg", [], []),
        ("a5", [4], []),
        ("a5", [5, 2], ["graf_spee hull -1"]),
        ("b3", [6, 4], ["graf_spee engines -1"]),
    ],
)
def test_mines_are_met_in_allied_ports_and_bases_only(space: str, dice: list[int], damage: list[str]) -> None:
    match = draw_at(space, ["mines_sighted", *dice], silenced=["a5", "b3"])
    assert harm(match) == damage


@rule("GS-MRK-15", "GS-OPT-22")
def test_mines_that_germans_have_laid_are_another_matter() -> None:
    match = draw_at("c8", ["mines_sighted"], mines=["c8"], options=["mines"])
    assert keys(match, "no_effect") == ["no_effect"]


@rule("GS-MRK-09", "GS-TRK-03")
def test_engines_break_down_on_a_six_for_each_ship() -> None:
    match = draw_at("c8", ["engine_breakdown", 6, 5], deutschland={})
    assert [ship(match, name).engines for name in BOTH] == [5, 5]
    match = draw_at("c8", ["engine_breakdown", 5, 6], deutschland={})
    assert [ship(match, name).engines for name in BOTH] == [6, 4]
    assert harm(draw_at("c8", ["engine_breakdown", 6], spee={"engines": 0})) == []


# Morale


@rule("GS-MRK-16")
@pytest.mark.parametrize(
    ("hull", "sunk", "points"),
    [(6, 0, None), (5, 0, -4), (6, 1, +4), (5, 1, None)],
)
def test_morale_follows_damage_and_success_of_this_mission(hull: int, sunk: int, points: int | None) -> None:
    dice: list[Any] = ["morale"] if points is None else ["morale", 4]
    match = draw_at("c8", dice, spee={"hull": hull}, sunk_this_mission=sunk, lost=["exeter"][:sunk])
    assert vp(match) == (points or 0)
    assert keys(match, "no_effect") == ["no_effect"] * (points is None)


@rule("GS-MRK-16")
def test_ships_sunk_in_an_earlier_mission_do_not_raise_morale() -> None:
    match = draw_at("c8", ["morale"], lost=["exeter"], sunk_this_mission=0)
    assert vp(match) == 0


@rule("GS-MRK-16")
def test_the_damaged_hull_of_either_ship_weighs_on_morale() -> None:
    match = draw_at("c8", ["morale", 3], deutschland={"hull": 5, "space": "k2"})
    assert vp(match) == -3


# The auxiliary cruisers


@rule("GS-MRK-06", "GS-AUX-01", "GS-AMB-24")
def test_each_reported_auxiliary_cruiser_is_lost_on_a_six_and_costs_a_die_of_points() -> None:
    match = draw_at("c8", ["aux_reported", 6, 4, 5], vp=10)
    assert match.state.auxiliaries == ["", "k4"]
    assert vp(match) == 6
    match = draw_at("c8", ["aux_reported", 5, 6, 3])
    assert (match.state.auxiliaries, vp(match)) == (["altm", ""], -3)


@rule("GS-MRK-06")
def test_both_may_be_lost_and_one_that_is_lost_is_not_reported_again() -> None:
    match = run(position("incidents", "c8"), dice=["aux_reported", 6, 1, 6, 2])
    assert (match.state.auxiliaries, vp(match)) == (["", ""], -3)
    match = draw_at("c8", ["aux_reported", 1], auxiliaries=("", "k4"))
    assert match.state.auxiliaries == ["", "k4"]


# The flotilla


@rule("GS-MRK-18", "GS-CON-01")
def test_ships_of_the_nearest_zone_come_and_contact_is_rolled_where_the_german_ship_is() -> None:
    match = draw_at("c8", ["rn_flotilla", 3], stations={"pzg": ["exeter", "ajax"], "pzh": ["sussex"]})
    assert texts(match, "flotilla_comes") == ["Ships come from Force G Patrol Zone."]
    assert texts(match, "contact_roll") == [
        "Contact: 3 +1 leadership above the alert level = 4, no contact"
    ]  # no zone here
    assert match.state.stations == {"pzg": ["exeter", "ajax"], "pzh": ["sussex"]}


@rule("GS-MRK-18", "GS-CON-01", "GS-AMB-36")
def test_a_carrier_among_them_counts_in_the_contact_roll() -> None:
    state = position("incidents", "c8", stations={"pzg": ["hermes"]})
    match = play(state, "rn_flotilla", 5, 1, 1, 1)
    assert texts(match, "contact_roll") == [
        "Contact: 5 +1 leadership above the alert level -4 a carrier is here = 2, Allied"
    ]


@rule("GS-AMB-13", "GS-MRK-18")
def test_nobody_comes_from_an_empty_zone() -> None:
    match = draw_at("c8", ["rn_flotilla"], stations={"pzh": ["sussex"]})
    assert texts(match, "no_ships_come") == ["Nobody is at Force G Patrol Zone to come."]


@rule("GS-AMB-27", "GS-MRK-18")
def test_in_a_patrol_zone_the_ships_of_that_zone_come() -> None:
    match = draw_at("pzg", ["rn_flotilla", 4], stations={"pzg": ["exeter"], "pzh": ["sussex"]}, met_in=["pzg"])
    assert texts(match, "flotilla_comes") == ["Ships come from Force G Patrol Zone."]


@rule("GS-AMB-27")
def test_each_marker_in_a_patrol_zone_causes_no_contact_of_its_own() -> None:
    match = draw_at("pzg", [4, "merchant", 2, "morale"], stations={"pzg": ["exeter"]}, alert=2)
    assert keys(match, "contact_roll") == ["contact_roll"]


@rule("GS-AMB-13", "GS-MRK-18")
@pytest.mark.parametrize(("dice", "zone"), [((5, 4), "pza"), ((1, 2), "pzh")])
def test_of_two_equally_near_zones_the_higher_die_sends_its_ships(dice: tuple[int, int], zone: str) -> None:
    stations = {"pza": ["foch"], "pzh": ["sussex"]}
    match = draw_at("e5", ["rn_flotilla", *dice, 3], stations=stations)
    assert [entry.about["space"] for entry in match.log() if entry.key == "flotilla_comes"] == [zone]


@rule("GS-AMB-13")
def test_three_equally_near_zones_roll_each_and_a_tie_of_the_lower_two_is_no_tie() -> None:
    stations = {"pzy": ["hermes"], "pzk": ["hardy"], "pza": ["foch"]}
    match = draw_at("c3", ["rn_flotilla", 2, 2, 5, 3], stations=stations)
    assert faces(match, "flotilla_roll") == [(2,), (2,), (5,)]
    assert len([entry for entry in match.log() if entry.key == "flotilla_comes"]) == 1
    match = draw_at("c3", ["rn_flotilla", 5, 2, 5, 1, 1, 1, 1, 1], stations=stations)
    assert keys(match, "convoy_sighted", "flotilla_comes") == ["convoy_sighted"]
    assert (vp(match), alert(match)) == (4, 1)


@rule("GS-AMB-13", "GS-MRK-18")
def test_without_combat_the_ships_go_back_to_their_zone_and_may_come_again() -> None:
    match = draw_at("c8", ["rn_flotilla", 3, "rn_flotilla", 3], alert=2, stations={"pzg": ["exeter"]})
    assert match.state.stations == {"pzg": ["exeter"]}
    assert keys(match, "contact_roll") == ["contact_roll"] * 2


@rule("GS-AMB-13", "GS-AMB-29")
def test_a_zone_that_has_just_fought_has_been_redeployed() -> None:
    state = position("incidents", "c8", alert=2, stations={"pzg": ["ajax"]})
    dice = ["rn_flotilla", 6, 6, 1, 1, 1, 1, "sunk", "rn_flotilla", "exeter", "sussex", "hardy", "hero", 3]
    match = run(state, ["fight", ("fire", "ajax")], dice)
    assert match.state.lost == ["ajax"]
    assert match.state.stations == {"pzg": ["exeter", "sussex", "hardy", "hero"]}


@rule("GS-AMB-19", "GS-OPT-21", "GS-NAV-01")
def test_at_night_a_flotilla_is_easier_to_avoid_and_brings_no_aircraft() -> None:
    state = position("incidents", "c8", options=["night"], stations={"pzg": ["hermes"]}, alert=1)
    match = play(state, 2, "rn_flotilla", 3, 1)
    assert match.state.night
    assert texts(match, "contact_roll") == [
        "Contact: 3 +1 leadership above the alert level +2 night -4 a carrier is here = 2, Allied"
    ]
    assert match.state.battle is not None
    assert match.state.battle.air == []
