"""Submarine combat (section 8.2): the hunt, the torpedoes, and where sunk packs go."""

from __future__ import annotations

import pytest

from tests.games.sea_control.builder import (
    all_dice_thrown,
    asked,
    battle,
    faces,
    harm,
    keys,
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

PACKS = ["uboat_1", "uboat_2", "uboat_3"]


@rule("SC-SUB-02", "SC-SUB-03", "SC-SUB-05", "SC-SUB-06", "SC-AMB-07")
def test_the_published_example_of_a_hunt() -> None:
    """V12; the three air values are those of the RAF, so the place is the Western Mediterranean."""
    match = battle("western_med", ["nelson", "rodney", "air_allied", *PACKS], 6, 5, 5, 4, 1, 6, 1, turn=1)
    assert faces(match, "asw") == [(6, 5, 5, 4, 1)]
    assert sorted(places(match, *PACKS)) == ["off_board", "reinforcements", "western_med"]
    assert (asked(match), offered(match)) == (("axis", "torpedo"), {"nelson", "rodney"})
    match.choose("nelson")
    assert faces(match, "torpedoes") == [(6, 1)]
    assert (strength(match, "nelson", "rodney"), places(match, "nelson", "rodney")) == (
        [3, 4],
        ["gibraltar", "western_med"],
    )
    assert harm(match) == ["nelson hit 1", "nelson disabled"]
    assert keys(match, "air_strike", "round_begins") == []
    assert (match.state.control, match.state.scores[0].allied) == ({}, 0)
    assert asked(match) == ("allied", "where_to")


@rule("SC-SUB-02", "SC-AMB-06", "SC-CNV-05", "SC-UNI-07", "SC-UNI-08")
@pytest.mark.parametrize(
    ("ships", "dice"),
    [
        (["hood"], 1),
        (["norfolk_ca"], 1),
        (["hood", "norfolk_ca"], 2),
        (["courageous"], 1 + 2),
        (["eagle"], 1 + 1),
        (["ark_royal"], 1 + 3),
        (["convoy_1"], 1 + 2),
        (["convoy_1", "convoy_2"], 6),
        pytest.param(["victorious", "convoy_1"], 6, id="V34"),
        pytest.param(["warspite", "norfolk_ca", "hood", "victorious", "convoy_1"], 9, id="V13"),
        (["air_allied"], 3),
        (["air_allied", "hood"], 4),
    ],
)
def test_each_ship_is_worth_a_die_in_the_hunt_a_convoy_three_and_each_air_value_one(
    ships: list[str], dice: int
) -> None:
    match = battle("western_med", [*ships, "uboat_1"], *[3] * dice, *[2] * 2, turn=4)
    if len([ship for ship in ships if ship != "air_allied"]) > 1:
        match.choose(ships[0])
    assert faces(match, "asw") == [(3,) * dice]
    assert faces(match, "torpedoes") == ([] if ships == ["air_allied"] else [(2, 2)])


@rule("SC-SUB-02", "SC-AIR-03")
def test_air_values_used_in_the_hunt_serve_again_in_the_air_round() -> None:
    """V34: the carrier's two dice count in the hunt and fly again."""
    units = ["victorious", "convoy_1", "uboat_1", "lutzow"]
    match = battle("north_sea", units, *[3] * 6, 2, 2, 5, 1, turn=4)
    match.choose("convoy_1")
    assert (faces(match, "asw"), faces(match, "air_strike")) == ([(3,) * 6], [(5, 1)])
    assert (strength(match, "lutzow"), place(match, "lutzow")) == ([2], "kiel_narvik")


@rule("SC-SUB-02", "SC-UNI-04")
def test_a_damaged_ship_hunts_like_a_new_one() -> None:
    match = battle("north_sea", ["ark_royal", "uboat_1"], 3, 3, 3, 3, 2, 2, sp={"ark_royal": 1})
    assert faces(match, "asw") == [(3, 3, 3, 3)]


@rule("SC-SUB-03", "SC-AMB-19")
@pytest.mark.parametrize(
    ("dice", "sunk", "driven_off", "fire"),
    [
        ((2, 3, 4, 5), 0, 0, 3),
        ((6, 2, 3, 4), 1, 0, 2),
        ((1, 2, 3, 4), 0, 1, 2),
        ((6, 1, 3, 4), 1, 1, 1),
        ((1, 1, 1, 4), 0, 3, 0),
        ((6, 6, 6, 6), 3, 0, 0),
        ((6, 6, 1, 1), 2, 1, 0),
        ((1, 1, 1, 6), 1, 2, 0),
    ],
)
def test_sixes_sink_ones_drive_off_and_what_is_left_over_has_no_effect(
    dice: tuple[int, ...], sunk: int, driven_off: int, fire: int
) -> None:
    ships = ["hood", "nelson", "norfolk_ca", "rodney"]
    match = battle("north_sea", [*ships, *PACKS], *dice, *[2, 3] * fire, turn=2)
    walk(match, *["nelson"] * fire)
    assert faces(match, "asw") == [dice]
    assert len(told(match, "submarine_sunk")) == sunk
    assert len(told(match, "submarine_driven_off")) == driven_off
    assert faces(match, "torpedoes") == [(2, 3)] * fire
    assert sorted(match.state.due.values()) == [5, 6, 7][:sunk]
    assert len([pack for pack in PACKS if place(match, pack) == "off_board"]) == 3 - sunk
    assert match.state.control == ({} if fire else {"north_sea": "allied"})


@rule("SC-SUB-03", "SC-AMB-19")
def test_a_six_counts_before_a_one_whatever_falls_first() -> None:
    match = battle("north_sea", ["hood", "nelson", "uboat_1"], 1, 6, turn=2)
    assert (place(match, "uboat_1"), told(match, "submarine_driven_off")) == ("reinforcements", [])


@rule("SC-SUB-05", "SC-UNI-10")
@pytest.mark.parametrize(("turn", "dice"), [(1, 2), (2, 2), (3, 2), (4, 2), (5, 1), (6, 1), (7, 1), (8, 1)])
def test_a_pack_throws_two_dice_up_to_turn_four_and_one_later(turn: int, dice: int) -> None:
    match = battle("north_sea", ["hood", "uboat_1"], 3, *[6] * dice, turn=turn)
    assert faces(match, "torpedoes") == [(6,) * dice]
    assert strength(match, "hood") == [3 - dice]


@rule("SC-SUB-05", "SC-UNI-05", "SC-COM-03")
@pytest.mark.parametrize(
    ("ship", "hunters", "dice", "left", "disabled"),
    [
        ("nelson", 1, (5, 6), 3, False),
        ("nelson", 1, (5, 5), 4, False),
        ("nelson", 1, (1, 6), 3, True),
        ("nelson", 1, (1, 1), 4, True),
        ("norfolk_ca", 1, (4, 5), 1, False),
        ("norfolk_ca", 1, (4, 4), 2, False),
        ("norfolk_ca", 1, (5, 6), 0, False),
        ("ark_royal", 4, (3, 4), 2, False),
        ("ark_royal", 4, (3, 3), 3, False),
        ("convoy_1", 3, (3, 4), 2, False),
        ("convoy_1", 3, (2, 3), 3, False),
        ("convoy_1", 3, (1, 4), 2, True),
    ],
)
def test_torpedoes_hit_by_the_number_of_the_target_and_a_one_disables(
    ship: str, hunters: int, dice: tuple[int, int], left: int, disabled: bool
) -> None:
    match = battle("north_sea", [ship, "uboat_1"], *[2] * hunters, *dice)
    assert strength(match, ship) == [left]
    assert len(told(match, "ship_disabled")) == disabled
    assert len(told(match, "ship_sunk")) == (left == 0)
    if disabled or not left:
        assert place(match, ship) == ("scapa_flow" if left else "lost")
    assert match.state.control == {}


@rule("SC-SUB-05", "SC-CNV-04", "SC-AMB-14")
def test_a_convoy_torpedoed_on_its_last_point_is_worth_two_axis_vp() -> None:
    match = battle("north_sea", ["convoy_1", "uboat_1"], 2, 2, 2, 4, 2, sp={"convoy_1": 1})
    assert (place(match, "convoy_1"), strength(match, "convoy_1")) == ("lost", [0])
    assert [entry.about["vp"] for entry in told(match, "convoy_sunk")] == [2]
    assert (match.state.scores[0].axis, match.state.scores[0].allied, match.state.marker) == (2, 0, 2)


@rule("SC-SUB-05", "SC-AMB-33")
def test_packs_fire_one_after_another_and_may_pick_the_same_ship() -> None:
    match = battle("north_sea", ["hood", "nelson", *PACKS], 2, 3, 6, 2, 6, 2, 5, 6, turn=3)
    for left in (3, 2):
        assert match.decision
        assert (match.decision.options, match.decision.about["packs"]) == (("nelson", "hood"), left)
        match.choose("hood")
    match.choose("hood")
    assert faces(match, "torpedoes") == [(6, 2), (6, 2), (5, 6)]
    assert (place(match, "hood"), strength(match, "hood", "nelson")) == ("lost", [0, 4])


@rule("SC-SUB-05")
def test_a_ship_that_is_sunk_or_disabled_is_no_target_for_the_next_pack() -> None:
    units = ["hood", "nelson", "rodney", *PACKS]
    match = battle("north_sea", units, 2, 3, 4, 6, 2, 1, 2, 6, 6, sp={"hood": 1}, turn=3)
    match.choose("hood")
    assert (place(match, "hood"), offered(match)) == ("lost", {"nelson", "rodney"})
    match.choose("nelson")  # disabled; the third pack has one ship left
    assert (places(match, "nelson", "rodney"), strength(match, "nelson", "rodney")) == (
        ["scapa_flow", "north_sea"],
        [4, 2],
    )


@rule("SC-SUB-05")
def test_packs_without_a_target_do_not_fire_and_stay() -> None:
    match = battle("north_sea", ["hood", *PACKS], 3, 1, 2, turn=3)
    assert faces(match, "torpedoes") == [(1, 2)]
    assert (place(match, "hood"), match.state.control, match.state.marker) == ("scapa_flow", {}, 0)


@rule("SC-SUB-05", "SC-SUB-01", "SC-COM-05")
def test_a_ship_hurt_by_torpedoes_is_gone_before_the_air_and_surface_rounds() -> None:
    units = ["ark_royal", "hood", "lutzow", "uboat_1", "uboat_2"]
    match = battle("north_sea", units, *[3] * 5, 1, 2, 6, 6, sp={"hood": 2})
    match.choose("ark_royal")  # disabled; the second pack can only pick Hood, which sinks
    assert places(match, "ark_royal", "hood") == ["scapa_flow", "lost"]
    assert strength(match, "ark_royal", "hood") == [3, 0]
    assert keys(match, "air_strike", "round_begins", "battle_over") == ["battle_over"]
    assert match.state.control == {"north_sea": "axis"}
    assert match.state.scores[0].axis == 3


@rule("SC-SUB-01", "SC-AMB-25", "SC-SEQ-01")
def test_submarine_and_air_combat_come_first_and_once_while_surface_rounds_are_repeated() -> None:
    units = ["ark_royal", "hood", "lutzow", "uboat_1"]
    match = battle("north_sea", units, *[3] * 5, 2, 2, 3, 3, 3, *[3, 3, 3, 3, 3] * 2)
    walk(match, "hood", "stay", "stay")
    assert keys(match, "asw", "torpedoes", "air_strike", "gunfire") == [
        "asw", "torpedoes", "air_strike", "gunfire", "gunfire", "gunfire", "gunfire",
    ]  # fmt: skip
    assert place(match, "uboat_1") == "north_sea"


@rule("SC-SUB-01", "SC-UNI-10")
def test_without_a_submarine_there_is_no_hunt() -> None:
    match = battle("north_sea", ["hood", "lutzow"], 2, 2, 2, 2, 2)
    assert keys(match, "asw", "torpedoes") == []
    assert asked(match) == ("allied", "stay_or_withdraw")


@rule("SC-SUB-06", "SC-CTL-02", "SC-END-01")
def test_a_surviving_pack_spoils_allied_control_and_goes_off_board_at_the_end_of_the_turn() -> None:
    match = battle("north_sea", ["hood", "uboat_1"], 3, 3, 3, turn=7, control={"north_sea": "allied"})
    assert (place(match, "uboat_1"), match.state.control) == ("off_board", {})
    assert [entry.about["area"] for entry in told(match, "nobody_controls")] == ["north_sea"]
    assert match.state.scores[0].allied == 0


@rule("SC-AMB-21", "SC-COM-01", "SC-SUB-02")
def test_land_air_alone_hunts_submarines_and_controls_nothing() -> None:
    match = battle("eastern_med", ["air_allied", "uboat_1", "uboat_2"], 6, 3, 1, turn=1)
    assert faces(match, "asw") == [(6, 3, 1)]
    assert places(match, "uboat_1", "uboat_2", "air_allied") == ["reinforcements", "off_board", "off_board"]
    assert (match.state.control, match.state.marker) == ({}, 0)


@rule("SC-UNI-10", "SC-SUB-06", "SC-SUR-03")
def test_submarines_take_no_part_in_air_and_surface_rounds_and_stay_when_the_axis_withdraws() -> None:
    units = ["ark_royal", "hood", "lutzow", "uboat_1"]
    match = battle("north_sea", units, *[3] * 5, 2, 2, 3, 3, 3, *[3, 3, 3, 3, 3])
    walk(match, "hood", "stay", "withdraw")
    assert shots(match, "air_strike", "gunfire") == [
        "ark_royal > lutzow: 3 3 3",
        "lutzow > hood: 3",
        "hood > lutzow: 3 3 3 3",
    ]
    assert asked(match) == ("axis", "where_to")
    walk(match, order("north_sea", "brest", "lutzow"))
    assert (places(match, "lutzow", "hood"), match.state.control) == (["brest", "north_sea"], {})


# Sunk packs


@rule("SC-SUB-04", "SC-AMB-03")
@pytest.mark.parametrize(
    ("turn", "taken", "slot"),
    [
        (1, [], 5),
        (2, [], 5),
        (3, [], 5),
        (4, [], 6),
        (5, [], 7),
        (6, [], 8),
        (7, [], 0),
        (8, [], 0),
        pytest.param(1, [5], 6, id="V31 second"),
        pytest.param(4, [5, 6], 7, id="V31 third"),
        pytest.param(6, [7], 8, id="V31 fourth"),
        pytest.param(7, [8], 0, id="V31 fifth"),
        (2, [5, 6, 7], 8),
        (2, [5, 6, 7, 8], 0),
        (5, [8], 7),
        (1, [2, 3, 4], 5),
    ],
)
def test_a_sunk_pack_takes_the_first_free_place_from_turn_five_at_least_two_turns_later(
    turn: int, taken: list[int], slot: int
) -> None:
    due = {f"uboat_{number}": when for number, when in enumerate(taken, 2)}
    match = battle("eastern_med", ["air_allied", "uboat_1"], 6, 2, 2, turn=turn, due=due)
    if slot:
        assert (place(match, "uboat_1"), match.state.due["uboat_1"]) == ("reinforcements", slot)
        assert [entry.about["turn"] for entry in told(match, "submarine_sunk")] == [slot]
    else:
        assert (place(match, "uboat_1"), "uboat_1" in match.state.due) == ("lost", False)
        assert (len(told(match, "submarine_lost")), told(match, "submarine_sunk")) == (1, [])


@rule("SC-AMB-03")
def test_ships_that_are_due_take_no_place_from_returning_packs() -> None:
    due = {"roma": 5, "howe": 5, "augusta": 6, "alabama": 7}
    match = battle("eastern_med", ["air_allied", "uboat_1"], 6, 2, 2, turn=2, due=due)
    assert match.state.due["uboat_1"] == 5


@rule("SC-AMB-03", "SC-SUB-04")
def test_two_packs_sunk_in_one_turn_take_two_places() -> None:
    """V31, first and second."""
    match = battle("eastern_med", ["air_allied", "uboat_1", "uboat_2"], 6, 6, 2, turn=1)
    assert match.state.due == {"uboat_1": 5, "uboat_2": 6}
    assert all_dice_thrown(match, 3)
