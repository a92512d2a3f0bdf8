"""Air combat (section 8.2): carriers and land air strike, once in a battle."""

from __future__ import annotations

import pytest

from tests.games.sea_control.builder import (
    aims,
    asked,
    battle,
    faces,
    harm,
    keys,
    offered,
    place,
    places,
    shots,
    strength,
    told,
)
from tests.rules import rule

ZEPPELIN = {"graf_zeppelin": True}


@rule("SC-AIR-02", "SC-AIR-03", "SC-COM-05")
def test_the_published_example_of_an_air_round() -> None:
    """V15: the Luftwaffe at Warspite, Victorious at Tirpitz."""
    match = battle("barents_sea", ["air_axis", "tirpitz", "warspite", "victorious"], 1, 4, 6, 1, 5, 2, turn=4)
    assert (asked(match), offered(match)) == (("axis", "air_target"), {"warspite", "victorious"})
    match.choose("warspite")
    assert shots(match, "air_strike") == ["air_axis > warspite: 1 4 6", "victorious > tirpitz: 1 5"]
    assert harm(match) == ["warspite hit 1", "warspite disabled", "tirpitz disabled"]
    assert strength(match, "warspite", "tirpitz", "victorious") == [3, 4, 3]
    assert places(match, "warspite", "tirpitz", "air_axis") == ["archangel", "kiel_narvik", "off_board"]
    assert (told(match, "round_begins"), match.state.control) == ([], {"barents_sea": "allied"})


@rule("SC-AIR-02")
def test_an_air_value_cannot_be_split() -> None:
    """V20."""
    match = battle("north_sea", ["courageous", "bismarck", "lutzow"], 6, 6, *[2] * 7)
    assert (asked(match), offered(match)) == (("allied", "air_target"), {"bismarck", "lutzow"})
    match.choose("lutzow")
    assert faces(match, "air_strike") == [(6, 6)]
    assert strength(match, "bismarck", "lutzow") == [4, 1]


@rule("SC-AIR-01", "SC-COM-01")
@pytest.mark.parametrize(
    ("units", "dice", "strikes"),
    [
        (["air_axis", "hood"], 3, ["air_axis > hood: 2 2 2"]),
        (["air_allied", "zara"], 3, ["air_allied > zara: 2 2 2"]),
        (["eagle", "zara"], 1, ["eagle > zara: 2"]),
        (["eagle", "uboat_1"], 4, []),
        (["air_allied", "uboat_1"], 3, []),
        (["air_allied", "air_axis", "uboat_1"], 3, []),
        (["air_allied", "air_axis", "hood"], 3, ["air_axis > hood: 2 2 2"]),
        (["hood", "uboat_1", "air_axis"], 6, ["air_axis > hood: 2 2 2"]),
        (["graf_zeppelin", "hood"], 2, ["graf_zeppelin > hood: 2 2"]),
        (["graf_zeppelin", "eagle"], 3, ["graf_zeppelin > eagle: 2 2", "eagle > graf_zeppelin: 2"]),
    ],
)
def test_there_is_an_air_round_where_air_units_meet_enemy_surface_ships(
    units: list[str], dice: int, strikes: list[str]
) -> None:
    match = battle("western_med", units, *[2] * dice, *[2] * 9, options=ZEPPELIN)
    assert shots(match, "air_strike") == strikes
    assert len(told(match, "battle_joined")) == 1


@rule("SC-AMB-21", "SC-COM-01")
def test_two_land_air_units_alone_have_nothing_to_fight_about() -> None:
    match = battle("western_med", ["air_axis", "air_allied"])
    assert keys(match, "battle_joined", "air_strike", "controlled") == []
    assert places(match, "air_axis", "air_allied") == ["off_board", "off_board"]


@rule("SC-AMB-21", "SC-AIR-01", "SC-CTL-02")
def test_land_air_strikes_ships_but_does_not_contest_the_area() -> None:
    match = battle("western_med", ["air_axis", "hood"], 6, 6, 2, turn=1)
    assert strength(match, "hood") == [1]
    assert match.state.control == {"western_med": "allied"}
    assert (match.state.scores[0].axis, match.state.scores[0].allied) == (0, 1)


@rule("SC-AIR-02", "SC-TGT-02", "SC-AMB-33")
def test_carriers_and_convoys_can_be_struck_behind_a_station_and_submarines_cannot() -> None:
    units = ["air_axis", "uboat_1", "lutzow", "hood", "ark_royal", "convoy_1"]
    match = battle("barents_sea", units, *[2] * 8, 2, 2, 4, 5, 3, *[2] * 3, *[3] * 9)
    match.choose("hood")
    assert (asked(match), offered(match)) == (("axis", "air_target"), {"hood", "ark_royal", "convoy_1"})
    match.choose("convoy_1")
    assert strength(match, "convoy_1", "hood", "ark_royal") == [1, 3, 3]
    assert shots(match, "air_strike")[1] == "ark_royal > lutzow: 2 2 2"  # her only target, though a pack is there


@rule("SC-AIR-02", "SC-AMB-31")
def test_several_air_units_may_strike_one_ship_while_others_are_spared_and_throw_together() -> None:
    units = ["ark_royal", "courageous", "bismarck", "tirpitz"]
    match = battle("north_sea", units, 6, 2, 2, 6, 1, *[2] * 24, turn=4)
    match.choose("bismarck")
    assert offered(match) == {"bismarck", "tirpitz"}  # "all the rest" would mean nobody but her
    match.choose("bismarck")
    assert shots(match, "air_strike") == ["ark_royal, courageous > bismarck: 6 2 2 6 1"]
    assert (strength(match, "bismarck", "tirpitz"), place(match, "bismarck")) == ([2, 4], "kiel_narvik")


@rule("SC-AMB-02", "SC-AIR-02", "SC-COM-04")
def test_both_sides_name_all_air_targets_before_a_die_is_thrown_and_the_axis_first() -> None:
    units = ["air_axis", "bismarck", "lutzow", "hood", "ark_royal"]
    match = battle("barents_sea", units, *[2] * 6, *[2] * 12)
    match.choose("hood")
    assert asked(match) == ("allied", "air_target")
    assert (aims(match), faces(match, "air_strike")) == ({"air_axis": "hood"}, [])
    match.choose("lutzow")
    assert shots(match, "air_strike") == ["air_axis > hood: 2 2 2", "ark_royal > lutzow: 2 2 2"]


@rule("SC-AMB-02")
def test_with_the_option_the_allies_name_their_air_targets_first() -> None:
    units = ["air_axis", "bismarck", "lutzow", "hood", "ark_royal"]
    match = battle("barents_sea", units, *[2] * 6, *[2] * 12, options={"allies_fire_first": True})
    assert asked(match) == ("allied", "air_target")
    match.choose("lutzow")
    assert asked(match) == ("axis", "air_target")
    match.choose("hood")
    assert shots(match, "air_strike") == ["ark_royal > lutzow: 2 2 2", "air_axis > hood: 2 2 2"]


@rule("SC-AIR-02", "SC-AIR-03", "SC-COM-05")
def test_a_carrier_that_is_sunk_in_the_air_round_still_strikes() -> None:
    units = ["graf_zeppelin", "eagle"]
    match = battle("north_sea", units, 4, 5, 4, options=ZEPPELIN, sp={"graf_zeppelin": 1})
    assert shots(match, "air_strike") == ["graf_zeppelin > eagle: 4 5", "eagle > graf_zeppelin: 4"]
    assert places(match, "eagle", "graf_zeppelin") == ["lost", "lost"]
    assert (match.state.control, match.state.marker) == ({}, 0)


@rule("SC-AIR-03", "SC-UNI-06", "SC-UNI-08")
def test_after_the_air_round_land_air_is_gone_and_carriers_do_not_fire_in_surface_rounds() -> None:
    units = ["air_axis", "bismarck", "hood", "ark_royal"]
    match = battle("barents_sea", units, *[2] * 6, *[3] * 10)
    match.choose("hood")
    assert (asked(match), place(match, "air_axis")) == (("allied", "stay_or_withdraw"), "off_board")
    assert shots(match, "gunfire") == ["bismarck > hood: 3 3 3 3 3 3", "hood > bismarck: 3 3 3 3"]


@rule("SC-AIR-03", "SC-SUR-01")
def test_there_is_no_surface_round_when_the_air_round_leaves_one_side_without_ships() -> None:
    match = battle("north_sea", ["ark_royal", "lutzow"], 1, 5, 5)
    assert keys(match, "air_strike", "round_begins", "battle_over") == ["air_strike", "battle_over"]
    assert (strength(match, "lutzow"), place(match, "lutzow")) == ([1], "kiel_narvik")
    assert match.state.control == {"north_sea": "allied"}


@rule("SC-AMB-05", "SC-UNI-05", "SC-UNI-09")
def test_nobody_can_aim_at_land_air_unless_the_option_allows_it_and_even_then_it_takes_no_harm() -> None:
    units = ["air_axis", "zara", "pola", "ark_royal", "hood"]
    match = battle("western_med", units, *[2] * 3, *[6] * 3, *[2] * 6).choose("hood")
    assert (asked(match), offered(match)) == (("allied", "air_target"), {"zara", "pola"})
    match = battle("western_med", units, *[2] * 3, 6, 1, 6, *[2] * 9, options={"land_air_targetable": True}).choose(
        "hood"
    )
    assert offered(match) == {"zara", "pola", "air_axis"}
    match.choose("air_axis")
    assert shots(match, "air_strike")[1] == "ark_royal > air_axis: 6 1 6"
    assert told(match, "ship_hit") + told(match, "ship_sunk") + told(match, "ship_disabled") == []
    assert (strength(match, "air_axis"), place(match, "air_axis")) == ([0], "off_board")
    assert asked(match) == ("allied", "surface_target")  # Zara and Pola have fired at Hood, who now picks one


@rule("SC-AIR-02", "SC-UNI-05", "SC-COM-03")
@pytest.mark.parametrize(
    ("ship", "dice", "left", "home"),
    [
        ("bismarck", (6, 5, 5), 3, ""),
        ("lutzow", (6, 5, 4), 1, ""),
        ("graf_zeppelin", (4, 3, 2), 2, ""),
        ("lutzow", (5, 5, 5), 0, "lost"),
        ("lutzow", (5, 5, 1), 1, "kiel_narvik"),
        ("bismarck", (1, 1, 1), 4, "kiel_narvik"),
    ],
)
def test_a_strike_is_judged_by_the_hit_number_of_the_ship(
    ship: str, dice: tuple[int, ...], left: int, home: str
) -> None:
    at_them = (2, 2) if ship == "graf_zeppelin" else ()
    match = battle("north_sea", [ship, "ark_royal"], *at_them, *dice, *[2] * 9, options=ZEPPELIN)
    assert strength(match, ship) == [left]
    if home:
        assert place(match, ship) == home
