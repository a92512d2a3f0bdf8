"""Surface combat (section 8.2): the battle example, targets, rounds, and who may fire."""

from __future__ import annotations

import pytest

from tests.games.sea_control.builder import (
    all_dice_thrown,
    asked,
    battle,
    faces,
    harm,
    offered,
    order,
    place,
    places,
    shots,
    strength,
    told,
    walk,
)
from tests.rules import rule

ZEPPELIN = {"graf_zeppelin": True}


@rule(
    "SC-COM-01", "SC-COM-02", "SC-SUB-02", "SC-SUB-03", "SC-AIR-02", "SC-SUR-02", "SC-TGT-01", "SC-WDR-03",
    "SC-WDR-04", "SC-WDR-06", "SC-AMB-06", "SC-AMB-10", "SC-AMB-31", "SC-CTL-02",
)  # fmt: skip
def test_the_published_battle_from_the_hunt_to_the_pursuit() -> None:
    """V13 to V19 in one battle in the Barents Sea on turn 4."""
    allies = ["warspite", "norfolk_ca", "hood", "victorious", "convoy_1"]
    axis = ["uboat_1", "uboat_2", "air_axis", "tirpitz", "bismarck", "lutzow"]
    dice = [
        *(2, 3, 4, 5, 1, 2, 3, 4, 5), *(5, 6),
        *(1, 4, 6), *(1, 5),
        *(6, 6, 5, 4, 3, 2, 1), *(6, 5, 5, 2),
        *(4, 5, 3, 2, 2, 3), 2,
    ]  # fmt: skip
    match = battle("barents_sea", [*allies, *axis], *dice, turn=4)
    assert faces(match, "asw") == [(2, 3, 4, 5, 1, 2, 3, 4, 5)]  # V13
    assert sorted(places(match, "uboat_1", "uboat_2")) == ["barents_sea", "off_board"]  # V14
    match.choose("norfolk_ca")
    assert (place(match, "norfolk_ca"), strength(match, "norfolk_ca")) == ("lost", [0])

    walk(match, "warspite", "tirpitz")  # V15
    assert shots(match, "air_strike") == ["air_axis > warspite: 1 4 6", "victorious > tirpitz: 1 5"]
    assert strength(match, "warspite", "tirpitz") == [3, 4]
    assert places(match, "warspite", "tirpitz", "air_axis") == ["archangel", "kiel_narvik", "off_board"]

    # Hood alone is in the station, so that both must fire at her (V16, V18); she is disabled and still fires (V17)
    assert (asked(match), offered(match)) == (("allied", "surface_target"), {"bismarck", "lutzow"})
    assert shots(match, "gunfire") == ["bismarck, lutzow > hood: 6 6 5 4 3 2 1"]
    assert (strength(match, "hood"), place(match, "hood")) == ([1], "barents_sea")
    match.choose("lutzow")
    assert shots(match, "gunfire")[1] == "hood > lutzow: 6 5 5 2"
    assert harm(match)[-4:] == ["hood hit 2", "hood disabled", "lutzow hit 3", "lutzow sunk"]
    assert places(match, "hood", "lutzow") == ["archangel", "lost"]

    assert asked(match) == ("allied", "stay_or_withdraw")
    match.choose("withdraw")  # V19
    assert (asked(match), offered(match)) == (("axis", "pursue"), {"convoy_1", "let_go"})
    match.choose("convoy_1")
    assert shots(match, "pursuit_fire", "return_fire") == ["bismarck > convoy_1: 4 5 3 2 2 3", "convoy_1 > bismarck: 2"]
    assert strength(match, "convoy_1", "bismarck", "victorious") == [1, 4, 3]
    assert asked(match) == ("allied", "where_to")
    walk(match, order("barents_sea", "scapa_flow", "victorious"))
    assert places(match, "convoy_1", "victorious", "bismarck") == ["archangel", "scapa_flow", "barents_sea"]
    assert match.state.control == {"barents_sea": "axis"}
    assert (match.state.scores[0].axis, match.state.scores[0].allied, match.state.marker) == (2, 0, 2)
    assert asked(match) == ("axis", "where_to")
    assert all_dice_thrown(match, len(dice))


# Targets


@rule("SC-TGT-01", "SC-AMB-20")
@pytest.mark.parametrize("second", ["warspite", "norfolk_ca"])
def test_nobody_doubles_on_a_target_while_another_ship_of_the_station_has_no_firer(second: str) -> None:
    """V18: it is illegal if Warspite or Norfolk is still there."""
    match = battle("barents_sea", ["bismarck", "lutzow", "hood", second], *[2] * 7, *[2] * 8)
    assert offered(match) == {"hood", second}
    match.choose("hood")
    assert shots(match, "gunfire") == ["bismarck > hood: 2 2 2 2 2 2", f"lutzow > {second}: 2"]
    assert asked(match) == ("allied", "surface_target")


@rule("SC-AMB-20", "SC-TGT-01")
def test_fewer_firers_than_ships_in_the_station_cannot_share_a_target() -> None:
    match = battle("north_sea", ["bismarck", "tirpitz", "hood", "nelson", "rodney"], *[2] * 12, *[2] * 14)
    assert offered(match) == {"hood", "nelson", "rodney"}
    match.choose("nelson")
    assert offered(match) == {"hood", "rodney"}


@rule("SC-AMB-42", "SC-AMB-20")
def test_a_target_may_get_its_second_firer_early_while_enough_firers_are_left_for_the_others() -> None:
    units = ["bismarck", "tirpitz", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 12, 2, *[2] * 9, turn=4)
    assert match.decision
    assert match.decision.about["firer"] == "bismarck"
    match.choose("hood")
    assert offered(match) == {"hood", "nelson"}
    match.choose("hood")
    assert shots(match, "gunfire") == ["bismarck, tirpitz > hood: " + "2 " * 11 + "2", "lutzow > nelson: 2"]


@rule("SC-TGT-01", "SC-AMB-42")
def test_when_every_ship_of_the_station_has_a_firer_the_rest_fire_at_whom_they_like() -> None:
    units = ["bismarck", "tirpitz", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 13, *[2] * 9, turn=4)
    walk(match, "hood", "nelson")
    assert offered(match) == {"hood", "nelson"}
    match.choose("nelson")
    assert shots(match, "gunfire") == ["bismarck > hood: 2 2 2 2 2 2", "tirpitz, lutzow > nelson: 2 2 2 2 2 2 2"]


@rule("SC-TGT-02", "SC-COM-02", "SC-UNI-08")
def test_carriers_and_convoys_are_covered_while_a_battleship_or_cruiser_stands_before_them() -> None:
    units = ["bismarck", "tirpitz", "norfolk_ca", "eagle", "convoy_1"]
    match = battle("north_sea", units, 2, *[2] * 5, 6, *[2] * 6, 3, turn=4)
    match.choose("bismarck")  # the air strike of Eagle; then both can fire at Norfolk alone
    assert shots(match, "gunfire") == ["bismarck, tirpitz > norfolk_ca: 2 2 2 2 2 6 2 2 2 2 2 2"]
    assert strength(match, "norfolk_ca") == [1]
    assert asked(match) == ("allied", "surface_target")


@rule("SC-TGT-01", "SC-TGT-02", "SC-AMB-10")
def test_with_an_empty_station_carriers_and_convoys_are_fired_at_and_targets_shared_freely() -> None:
    units = ["bismarck", "tirpitz", "eagle", "convoy_1"]
    match = battle("north_sea", units, 2, *[2] * 12, 3, turn=4)
    match.choose("bismarck")
    assert (asked(match), offered(match)) == (("axis", "surface_target"), {"eagle", "convoy_1"})
    match.choose("convoy_1")
    assert offered(match) == {"eagle", "convoy_1"}
    match.choose("convoy_1")
    assert shots(match, "gunfire") == ["bismarck, tirpitz > convoy_1: " + "2 " * 11 + "2"]
    assert (asked(match), offered(match)) == (("allied", "surface_target"), {"bismarck", "tirpitz"})
    assert match.decision
    assert match.decision.about["firer"] == "convoy_1"


@rule("SC-AMB-10", "SC-UNI-06")
def test_a_convoy_is_silent_while_its_side_has_ships_in_the_station_and_fires_when_they_are_gone() -> None:
    match = battle("north_sea", ["bismarck", "norfolk_ca", "convoy_1"], *[5, 5], *[2] * 4, 6, *[2] * 6, 6)
    assert shots(match, "gunfire") == ["bismarck > norfolk_ca: 5 5 2 2 2 2", "norfolk_ca > bismarck: 6"]
    walk(match, "stay", "stay")
    assert shots(match, "gunfire")[2:] == ["bismarck > convoy_1: 2 2 2 2 2 2", "convoy_1 > bismarck: 6"]
    assert (place(match, "norfolk_ca"), strength(match, "bismarck", "convoy_1")) == ("lost", [2, 3])


# Rounds


@rule("SC-SUR-02", "SC-AMB-02", "SC-COM-05", "SC-UNI-03")
def test_the_axis_fires_first_but_a_sunk_ship_still_fires_back_at_full_strength() -> None:
    match = battle("north_sea", ["bismarck", "tirpitz", "hood", "nelson"], *[6] * 3, *[2] * 3, *[2] * 6, turn=4)
    match.choose("hood")
    assert (asked(match), place(match, "hood"), strength(match, "hood")) == (
        ("allied", "surface_target"),
        "north_sea",
        [0],
    )
    assert match.decision
    assert match.decision.about["firer"] == "nelson"  # five dice, so she is asked before Hood with four


@rule("SC-UNI-04", "SC-COM-05", "SC-UNI-03")
def test_damage_does_not_reduce_the_dice() -> None:
    match = battle("north_sea", ["scharnhorst", "hood"], 6, 6, 6, 2, 6, 6, 6, 6, sp={"scharnhorst": 1, "hood": 1})
    assert shots(match, "gunfire") == ["scharnhorst > hood: 6 6 6 2", "hood > scharnhorst: 6 6 6 6"]
    assert (places(match, "scharnhorst", "hood"), strength(match, "scharnhorst", "hood")) == (["lost", "lost"], [0, 0])
    assert (match.state.control, match.state.marker) == ({}, 0)


@rule("SC-COM-03", "SC-COM-05")
def test_a_ship_that_is_sunk_and_disabled_is_sunk() -> None:
    """V32."""
    match = battle("north_sea", ["scharnhorst", "hood"], 2, 2, 2, 2, 1, 1, 6, 6, sp={"scharnhorst": 2})
    assert harm(match) == ["scharnhorst hit 2", "scharnhorst sunk"]
    assert (place(match, "scharnhorst"), told(match, "gone_to_port")) == ("lost", [])
    assert match.state.control == {"north_sea": "allied"}


@rule("SC-COM-03")
@pytest.mark.parametrize(
    ("dice", "left", "disabled"),
    [
        ((2, 3, 4, 5), 4, False),
        ((6, 3, 4, 5), 3, False),
        ((1, 3, 4, 5), 4, True),
        ((1, 1, 1, 1), 4, True),
        ((1, 6, 6, 6), 1, True),
        ((6, 6, 6, 6), 0, False),
    ],
)
def test_every_six_hurts_a_battleship_and_any_one_disables_it(dice: tuple[int, ...], left: int, disabled: bool) -> None:
    match = battle("north_sea", ["scharnhorst", "hood"], 2, 2, 2, 2, *dice)
    assert strength(match, "scharnhorst") == [left]
    assert [entry.about["ship"] for entry in told(match, "ship_disabled")] == ["scharnhorst"] * disabled
    if disabled:
        assert (place(match, "scharnhorst"), match.state.control) == ("kiel_narvik", {"north_sea": "allied"})
    elif left:
        assert asked(match) == ("allied", "stay_or_withdraw")


@rule("SC-COM-04", "SC-AMB-31", "SC-AMB-33")
def test_targets_hold_for_the_round_even_when_the_first_dice_would_have_been_enough() -> None:
    match = battle("north_sea", ["lutzow", "hood", "nelson"], 2, 5, 5, 5, 5, *[5] * 5, sp={"lutzow": 1})
    match.choose("hood")
    assert shots(match, "gunfire")[1] == "nelson, hood > lutzow: 5 5 5 5 5 5 5 5 5"
    assert (place(match, "lutzow"), strength(match, "lutzow"), harm(match)[-1]) == ("lost", [0], "lutzow sunk")


@rule("SC-AMB-02", "SC-SUR-02")
def test_with_the_option_the_allies_choose_and_fire_first_in_surface_rounds_too() -> None:
    units = ["bismarck", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 16, options={"allies_fire_first": True})
    assert asked(match) == ("allied", "surface_target")
    match.choose("bismarck")
    assert shots(match, "gunfire") == ["nelson > bismarck: 2 2 2 2 2", "hood > lutzow: 2 2 2 2"]
    assert asked(match) == ("axis", "surface_target")
    match.choose("hood")
    assert asked(match) == ("allied", "stay_or_withdraw")


@rule("SC-SUR-01", "SC-SUR-03")
def test_one_round_must_be_fought_and_then_the_allies_decide_first() -> None:
    match = battle("north_sea", ["lutzow", "norfolk_ca"], 2, 2, 3, 3)
    assert (faces(match, "gunfire"), asked(match)) == ([(2,), (2,)], ("allied", "stay_or_withdraw"))
    assert offered(match) == {"stay", "withdraw"}
    match.choose("stay")
    assert (asked(match), faces(match, "gunfire")) == (("axis", "stay_or_withdraw"), [(2,), (2,)])
    match.choose("stay")
    assert (asked(match), faces(match, "gunfire")) == (("allied", "stay_or_withdraw"), [(2,), (2,), (3,), (3,)])
    assert [entry.about["round"] for entry in told(match, "round_begins")] == [1, 2]


@rule("SC-SUR-03")
def test_when_the_allies_withdraw_the_axis_is_not_asked_and_keeps_the_area() -> None:
    match = battle("north_sea", ["lutzow", "hood"], 2, *[2] * 4, control={"north_sea": "allied"})
    match.choose("withdraw")
    assert [entry.about["side"] for entry in told(match, "withdraws")] == ["allied"]
    assert asked(match) == ("allied", "where_to")  # no cruiser withdraws, so Lutzow can pursue nobody
    walk(match, order("north_sea", "scapa_flow", "hood"))
    assert (places(match, "hood", "lutzow"), match.state.control) == (
        ["scapa_flow", "north_sea"],
        {"north_sea": "axis"},
    )


@rule("SC-AMB-13", "SC-CTL-02", "SC-UNI-08")
def test_a_battle_ends_when_nobody_can_fire_and_the_area_is_neutral() -> None:
    match = battle("north_sea", ["graf_zeppelin", "eagle"], 2, 2, 2, options=ZEPPELIN, control={"north_sea": "axis"})
    assert [len(told(match, key)) for key in ("air_strike", "round_begins", "battle_over")] == [2, 0, 1]
    assert (match.state.control, match.state.scores[0].axis, match.state.scores[0].allied) == ({}, 0, 0)


@rule("SC-AMB-13", "SC-SUR-01", "SC-TGT-02")
def test_a_battle_goes_on_while_one_side_can_fire() -> None:
    match = battle("north_sea", ["graf_zeppelin", "convoy_1"], 2, 2, 4, options=ZEPPELIN)
    assert shots(match, "air_strike", "gunfire") == ["graf_zeppelin > convoy_1: 2 2", "convoy_1 > graf_zeppelin: 4"]
    assert (strength(match, "graf_zeppelin"), asked(match)) == ([2], ("allied", "stay_or_withdraw"))


@rule("SC-AMB-13", "SC-SUR-01", "SC-TGT-02")
@pytest.mark.parametrize(
    ("units", "shot"),
    [
        (["graf_zeppelin", "hood"], "hood > graf_zeppelin: 3 3 3 3"),
        (["lutzow", "eagle"], "lutzow > eagle: 3"),
    ],
)
def test_warships_fire_at_a_carrier_that_cannot_fire_back(units: list[str], shot: str) -> None:
    match = battle("north_sea", units, *[2] * (2 if "hood" in units else 1), *[3] * 4, options=ZEPPELIN)
    assert (shots(match, "gunfire"), asked(match)) == ([shot], ("allied", "stay_or_withdraw"))


@rule("SC-COM-05", "SC-AMB-08", "SC-CNV-04")
def test_when_the_round_is_over_sunk_ships_are_lost_and_disabled_ships_choose_among_the_nearest_ports() -> None:
    units = ["bismarck", "eagle", "convoy_1"]
    match = battle("north_atlantic", units, 2, *[4, 5, 4, 2, 2, 2], 1, elsewhere={}, turn=4)
    match.choose("convoy_1")
    assert (place(match, "convoy_1"), match.state.points["axis"]) == ("lost", 2)
    assert place(match, "bismarck") == "brest"  # disabled by the convoy, which fired before it sank
    assert match.state.control == {"north_atlantic": "allied"}


@rule("SC-SEQ-01", "SC-COM-01")
def test_the_axis_chooses_which_battle_is_fought_next() -> None:
    elsewhere = {"barents_sea": ["lutzow", "hood"], "western_med": ["zara", "norfolk_ca"], "eastern_med": ["kent"]}
    match = battle("north_sea", ["uboat_1", "nelson"], 2, 2, 6, 1, 1, elsewhere=elsewhere, turn=7)
    assert (asked(match), offered(match)) == (
        ("axis", "next_battle"),
        {"north_sea", "barents_sea", "western_med"},
    )
    match.choose("western_med")
    assert asked(match) == ("allied", "stay_or_withdraw")
    assert match.state.battle
    assert match.state.battle.area == "western_med"


@rule("SC-RP-04")
def test_ships_in_port_do_not_fight_and_are_not_attacked() -> None:
    elsewhere = {"scapa_flow": ["nelson"], "kiel_narvik": ["tirpitz"]}
    match = battle("north_sea", ["bismarck", "hood"], *[2] * 6, *[2] * 4, elsewhere=elsewhere)
    assert shots(match, "gunfire") == ["bismarck > hood: 2 2 2 2 2 2", "hood > bismarck: 2 2 2 2"]
    assert told(match, "battle_joined")[0].about["allied"] == ("hood",)
