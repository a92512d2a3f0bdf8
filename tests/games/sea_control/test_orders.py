"""Orders to several ships, "the same again", and other short ways (our ruling SC-AMB-43)."""

from __future__ import annotations

import itertools

import pytest

from flagplot.engine.errors import IllegalChoice
from flagplot.games.sea_control.model.routes import reaches_home, reaches_to_sea
from flagplot.games.sea_control.tables import AREAS
from tests.games.sea_control.builder import (
    asked,
    battle,
    offered,
    order,
    places,
    position,
    shortcuts,
    shots,
    start,
    take,
    told,
    walk,
)
from tests.games.sea_control.builder import play as play_state
from tests.rules import rule

FLEET = ["hood", "nelson", "kent", "exeter", "eagle"]


@rule("SC-AMB-43", "SC-MOV-01")
def test_ships_are_picked_one_by_one_and_go_together() -> None:
    match = start("allied_movement", {"scapa_flow": FLEET, "gibraltar": ["rodney"]})
    assert (asked(match), offered(match)) == (("allied", "sail"), {*FLEET, "scapa_flow", "rodney", "done"})
    match.choose("kent")
    assert asked(match) == ("allied", "where_to")
    assert offered(match) == {"north_sea", "north_atlantic", "hood", "nelson", "exeter", "eagle"}
    walk(match, "hood", "exeter")
    assert match.state.at["north_sea"] == []  # the order is carried out when it is complete
    match.choose("north_sea")
    assert (asked(match), match.state.at["north_sea"]) == (("allied", "sail"), ["kent", "hood", "exeter"])
    assert places(match, "nelson", "eagle", "rodney") == ["scapa_flow", "scapa_flow", "gibraltar"]
    assert [entry.about["blocks"] for entry in told(match, "blocks_move", "axis")] == [3]


@rule("SC-AMB-43")
def test_all_ships_of_a_place_are_picked_at_once_and_some_are_left_behind() -> None:
    match = start("allied_movement", {"scapa_flow": FLEET}).choose("scapa_flow")
    assert (asked(match), offered(match)) == (("allied", "who_goes"), {*FLEET})
    take(match, "all")
    assert offered(match) == {"north_sea", "north_atlantic", *(("without", ship) for ship in FLEET)}
    walk(match, ("without", "nelson"), ("without", "eagle"))
    assert offered(match) == {
        "north_sea",
        "north_atlantic",
        *(("without", ship) for ship in ("hood", "kent", "exeter")),
    }
    match.choose("north_atlantic")
    assert places(match, *FLEET) == ["north_atlantic", "scapa_flow", "north_atlantic", "north_atlantic", "scapa_flow"]
    assert offered(match) == {"nelson", "eagle", "scapa_flow", "done"}  # they can have an order of their own


@rule("SC-AMB-43")
def test_all_the_others_can_join_those_who_are_picked() -> None:
    match = walk(start("allied_movement", {"scapa_flow": FLEET}), "kent", "all", "north_sea")
    assert match.state.at["north_sea"] == ["kent", "nelson", "hood", "exeter", "eagle"]


@rule("SC-AMB-43")
def test_an_order_needs_at_least_one_ship() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood", "nelson"]}).choose("hood")
    assert ("without", "hood") not in offered(match)
    match.choose("nelson").choose(("without", "hood"))
    assert offered(match) == {"north_sea", "north_atlantic"}
    with pytest.raises(IllegalChoice):
        match.choose(("without", "nelson"))


@rule("SC-AMB-43")
def test_a_place_with_one_ship_is_not_offered_beside_her() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"], "gibraltar": ["nelson", "kent"]})
    assert offered(match) == {"hood", "nelson", "kent", "gibraltar", "done"}


@rule("SC-AMB-43", "SC-MOV-02", "SC-END-01")
def test_all_who_can_leave_a_place_have_a_destination_in_common() -> None:
    flags = list(itertools.product((False, True), repeat=3))
    for (baltic, leave, neutral), turn, side in itertools.product(flags, range(1, 9), ("axis", "allied")):
        options = {"baltic": baltic, "russian_leave_baltic": leave, "neutral_transit": neutral}
        state = position(turn=turn, control=dict.fromkeys(AREAS, side), options=options)
        for place, reaches in (*reaches_to_sea(state, side).items(), *reaches_home(state, side).items()):
            assert not reaches or set.intersection(*map(set, reaches.values())), (place, options, turn)


@rule("SC-AMB-43")
def test_all_go_and_the_step_is_over() -> None:
    match = start("allied_movement", {"scapa_flow": FLEET})
    walk(match, order("scapa_flow", "north_atlantic"))
    assert places(match, *FLEET) == ["north_atlantic"] * 5
    assert asked(match) == ("allied", "place_land_air")


@rule("SC-AMB-43")
def test_the_voyages_of_the_turn_before_can_be_repeated_as_far_as_they_can_still_be_made() -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"], "gibraltar": ["rodney"], "archangel": ["exeter"]}
    voyages = {
        "hood": ("scapa_flow", "north_sea"), "kent": ("scapa_flow", "barents_sea"),
        "rodney": ("gibraltar", "western_med"), "exeter": ("norfolk", "barents_sea"),
    }  # fmt: skip
    match = play_state(position("allied_movement", 3, at, voyages=voyages))
    assert "same_again" in shortcuts(match)
    take(match, "same_again")
    # Kent cannot go two areas now, Exeter is in another port, Nelson did not sail
    assert places(match, "hood", "rodney", "kent", "nelson", "exeter") == [
        "north_sea", "western_med", "scapa_flow", "scapa_flow", "archangel",
    ]  # fmt: skip
    assert [(entry.about["blocks"], entry.about["destination"]) for entry in told(match, "blocks_move", "axis")] == [
        (1, "north_sea"),
        (1, "western_med"),
    ]
    assert (asked(match), "same_again" in shortcuts(match)) == (("allied", "sail"), False)


@rule("SC-AMB-43")
def test_a_ship_that_stayed_in_port_in_the_turn_before_has_no_voyage_to_repeat() -> None:
    at = {"scapa_flow": ["hood", "nelson", "kent"]}
    match = start("allied_movement", at, turn=3)
    walk(match, order("scapa_flow", "north_sea"), "keep", "keep", order("north_sea", "scapa_flow"))
    assert (match.state.turn, "same_again" in shortcuts(match)) == (4, True)
    walk(match, order("scapa_flow", "north_sea", "nelson", "kent"), "done", "keep", "keep")
    walk(match, order("north_sea", "scapa_flow"))
    assert match.state.turn == 5
    take(match, "same_again")
    assert places(match, "hood", "nelson", "kent") == ["scapa_flow", "north_sea", "north_sea"]


@rule("SC-AMB-43")
def test_an_axis_ship_that_stayed_in_port_has_no_voyage_to_repeat_either() -> None:
    match = start("axis_movement", {"taranto": ["zara", "pola", "fiume"]}, turn=3)
    walk(match, order("taranto", "eastern_med"), "keep", "keep")
    walk(match, order("taranto", "eastern_med", "pola", "fiume"), "done", "keep", "keep")
    assert match.state.turn == 5
    take(match, "same_again")
    assert places(match, "zara", "pola", "fiume") == ["taranto", "eastern_med", "eastern_med"]


@rule("SC-AMB-43", "SC-MOV-01")
def test_both_sides_can_repeat_their_voyages_in_one_turn() -> None:
    at = {"scapa_flow": ["hood"], "taranto": ["zara", "pola"]}
    voyages = dict.fromkeys(("zara", "pola"), ("taranto", "eastern_med"))
    match = walk(
        play_state(position("allied_movement", 3, at, voyages=voyages)), order("scapa_flow", "north_sea", "hood")
    )
    assert (asked(match), "same_again" in shortcuts(match)) == (("axis", "sail"), True)
    assert places(take(match, "same_again"), "zara", "pola") == ["eastern_med", "eastern_med"]


@rule("SC-AMB-43")
def test_same_again_is_not_offered_for_one_ship() -> None:
    voyages = {"hood": ("scapa_flow", "north_sea")}
    match = play_state(position("allied_movement", 3, {"scapa_flow": ["hood", "nelson"]}, voyages=voyages))
    assert "same_again" not in shortcuts(match)
    voyages["nelson"] = ("scapa_flow", "north_sea")
    at = {"scapa_flow": ["hood", "nelson"], "gibraltar": ["kent"]}
    match = play_state(position("allied_movement", 3, at, voyages=voyages))
    assert "same_again" in shortcuts(match)
    walk(match, order("gibraltar", "western_med", "kent"), "hood", "north_sea")
    assert "same_again" not in shortcuts(match)  # Nelson alone is left


@rule("SC-AMB-43", "SC-END-02")
def test_ships_go_home_to_the_ports_from_which_they_came() -> None:
    at = {"scapa_flow": ["hood", "nelson"], "gibraltar": ["kent"]}
    match = start("allied_movement", at)
    walk(match, order("scapa_flow", "north_atlantic"), order("gibraltar", "south_atlantic", "kent"), "keep", "keep")
    assert (asked(match), "same_again" in shortcuts(match)) == (("allied", "return_to"), True)
    take(match, "same_again")
    assert places(match, "hood", "nelson", "kent") == ["scapa_flow", "scapa_flow", "gibraltar"]
    assert match.state.turn == 4


@rule("SC-AMB-43", "SC-WDR-05", "SC-GIB-01")
def test_withdrawing_ships_go_back_to_where_they_came_from_under_the_guns_if_need_be() -> None:
    at = {"taranto": ["zara", "pola"], "south_atlantic": ["hood"]}
    dice = [*[2] * 6, 2, 2, *[2] * 4, 5, 2, 2, 2, 2, 2]
    match = start("axis_movement", at, *dice, control={"western_med": "axis"}, turn=7)
    walk(match, order("taranto", "south_atlantic"), "keep", "keep", "zara", "stay", "withdraw")
    assert (asked(match), "same_again" in shortcuts(match)) == (("axis", "withdraw_to"), True)
    take(match, "same_again")
    assert (places(match, "zara", "pola"), match.state.sp["zara"]) == (["taranto", "taranto"], 1)


@rule("SC-AMB-43", "SC-TGT-01")
def test_the_targets_of_the_last_round_can_be_repeated() -> None:
    units = ["bismarck", "tirpitz", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 42, turn=4)
    assert "same_again" not in shortcuts(match)
    walk(match, "nelson", "tirpitz", "stay", "stay")
    assert (asked(match), "same_again" in shortcuts(match)) == (("axis", "surface_target"), True)
    take(match, "same_again")
    assert shots(match, "gunfire")[-2:] == ["bismarck > nelson: 2 2 2 2 2 2", "tirpitz > hood: 2 2 2 2 2 2"]
    take(match, "same_again")
    assert shots(match, "gunfire")[-2:] == ["nelson > tirpitz: 2 2 2 2 2", "hood > bismarck: 2 2 2 2"]


@rule("SC-AMB-43", "SC-COM-05")
def test_targets_that_are_gone_cannot_be_repeated() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "hood", "nelson", "rodney"]
    match = battle("north_sea", units, 1, *[2] * 15, *[2] * 14, turn=4)
    walk(match, "hood", "nelson", "bismarck", "tirpitz", "stay", "stay")
    assert (asked(match), offered(match)) == (("axis", "surface_target"), {"nelson", "rodney"})


@rule("SC-AMB-43", "SC-TGT-01")
def test_shared_targets_behind_an_empty_station_can_be_repeated() -> None:
    units = ["bismarck", "tirpitz", "eagle", "convoy_1"]
    match = battle("north_sea", units, 2, *[2] * 12, 3, turn=4)
    walk(match, "bismarck", "convoy_1", "convoy_1", "bismarck", "stay", "stay")
    assert (asked(match), "same_again" in shortcuts(match)) == (("axis", "surface_target"), True)


@rule("SC-AMB-43", "SC-TGT-01")
def test_the_rest_can_be_spread_evenly() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "lutzow", "blucher", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 18, turn=4)
    walk(match, "nelson", "spread")
    firers = {shot.split(" > ")[1].split(":")[0]: shot.split(" > ")[0].split(", ") for shot in shots(match, "gunfire")}
    assert "bismarck" in firers["nelson"]
    assert sorted(map(len, firers.values())) == [2, 3]


@rule("SC-AMB-43", "SC-TGT-01")
def test_a_spread_counts_those_that_have_their_targets_already() -> None:
    units = ["bismarck", "tirpitz", "scharnhorst", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 17, turn=4)
    walk(match, "nelson", "nelson", "spread")
    assert sorted(shot.split(":")[0] for shot in shots(match, "gunfire")) == [
        "bismarck, tirpitz > nelson",
        "scharnhorst, lutzow > hood",
    ]


@rule("SC-AMB-43", "SC-AMB-20")
@pytest.mark.parametrize(
    ("axis", "allies", "targets"),
    [
        (["bismarck", "tirpitz"], ["kent", "exeter", "sussex"], ["kent", "sussex"]),
        (["bismarck", "tirpitz", "lutzow"], ["kent", "exeter"], ["kent", "exeter", "exeter"]),
    ],
)
def test_legal_targets_of_any_number_of_firers_can_be_repeated(
    axis: list[str], allies: list[str], targets: list[str]
) -> None:
    match = battle("north_sea", [*axis, *allies], *[2] * 20, turn=4)
    walk(match, *targets, "spread", "stay", "stay")
    assert (asked(match), "same_again" in shortcuts(match)) == (("axis", "surface_target"), True)


@rule("SC-AMB-43", "SC-AIR-02")
def test_all_the_rest_of_the_air_units_can_fly_to_the_last_target() -> None:
    units = ["ark_royal", "courageous", "eagle", "bismarck", "lutzow"]
    match = battle("north_sea", units, *[2] * 6, *[2] * 7)
    assert offered(match) == {"bismarck", "lutzow"}
    match.choose("lutzow")
    assert offered(match) == {"bismarck", "lutzow"}
    take(match, "same_target")
    assert shots(match, "air_strike") == ["ark_royal, courageous, eagle > lutzow: 2 2 2 2 2 2"]


@rule("SC-AMB-43", "SC-AIR-02")
def test_air_units_with_one_target_are_not_asked() -> None:
    match = battle("north_sea", ["ark_royal", "courageous", "eagle", "hood", "lutzow"], *[2] * 6, *[2] * 5)
    assert (len(shots(match, "air_strike")), asked(match)) == (1, ("allied", "stay_or_withdraw"))


@rule("SC-AMB-43", "SC-AMB-20")
def test_targets_of_the_last_round_that_would_now_leave_a_ship_without_a_firer_cannot_be_repeated() -> None:
    units = ["bismarck", "tirpitz", "lutzow", "hood", "nelson"]
    match = battle("north_sea", units, *[2] * 13, *[5] * 5, *[2] * 4, turn=4)
    walk(match, "hood", "hood", "lutzow", "bismarck", "stay", "stay")  # Nelson sinks Lutzow, who alone fired at her
    assert (places(match, "lutzow"), asked(match)) == (["lost"], ("axis", "surface_target"))
    assert offered(match) == {"hood", "nelson"}
