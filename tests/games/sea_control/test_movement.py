"""Movement and placement (section 7): voyages, the Baltic, U-boats, land air, and the order of steps."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.sea_control.state import State
from tests.games.sea_control.builder import (
    asked,
    keys,
    offered,
    order,
    place,
    places,
    position,
    start,
    told,
    voyages,
    walk,
)
from tests.rules import rule

AREAS = {
    "north_atlantic", "south_atlantic", "north_sea", "baltic_sea", "barents_sea", "western_med", "eastern_med",
}  # fmt: skip


def reach(match: Match[State], origin: str) -> set[str]:
    """Where the voyages from a place lead."""
    return {destination for place, destination in voyages(match) if place == origin}


def sailing(side: str, port: str, *ships: str, **more: Any) -> Match[State]:
    """The movement step of a side with ships in one port."""
    return start(f"{side}_movement", {port: ships}, **more)


@rule("SC-MOV-02", "SC-MAP-06")
@pytest.mark.parametrize(
    ("side", "port", "ship", "areas"),
    [
        pytest.param("allied", "alexandria", "hood", {"eastern_med"}, id="V01"),
        pytest.param("axis", "taranto", "zara", {"eastern_med", "western_med"}, id="V02"),
        ("allied", "scapa_flow", "hood", {"north_sea", "north_atlantic"}),
        ("allied", "gibraltar", "hood", {"western_med", "south_atlantic"}),
        ("allied", "norfolk", "washington", {"north_atlantic"}),
        ("allied", "leningrad", "marat", {"baltic_sea"}),
        ("allied", "archangel", "hood", {"barents_sea"}),
        ("axis", "kiel_narvik", "bismarck", {"baltic_sea", "north_sea", "barents_sea"}),
        ("axis", "brest", "bismarck", {"north_atlantic", "south_atlantic"}),
        ("axis", "south_america", "bismarck", {"south_atlantic"}),
    ],
)
def test_the_first_move_leads_to_the_areas_of_the_port(side: str, port: str, ship: str, areas: set[str]) -> None:
    match = sailing(side, port, ship)
    assert asked(match) == (side, "sail")
    assert "done" in offered(match)
    assert voyages(match) == {(port, area) for area in areas}


@rule("SC-MOV-05", "SC-MOV-06", "SC-MOV-03")
def test_hood_and_norfolk_sail_through_their_own_north_sea_into_the_enemys_barents_sea() -> None:
    """V06."""
    control = {"north_sea": "allied", "barents_sea": "axis"}
    match = sailing("allied", "scapa_flow", "hood", "norfolk_ca", "nelson", control=control)
    assert reach(match, "scapa_flow") == {"north_sea", "north_atlantic", "barents_sea", "south_atlantic"}
    walk(match, order("scapa_flow", "barents_sea", "hood", "norfolk_ca"))
    assert places(match, "hood", "norfolk_ca", "nelson") == ["barents_sea", "barents_sea", "scapa_flow"]
    assert asked(match) == ("allied", "sail")


@rule("SC-MOV-04", "SC-MOV-02")
def test_all_others_sail_one_area_whoever_controls_it() -> None:
    """V07."""
    control = {"north_sea": "axis", "north_atlantic": "axis", "baltic_sea": "axis"}
    at = {"scapa_flow": ["nelson", "kent"], "leningrad": ["marat"]}
    match = start("allied_movement", at, control=control)
    assert voyages(match) == {
        ("scapa_flow", "north_sea"), ("scapa_flow", "north_atlantic"), ("leningrad", "baltic_sea"),
    }  # fmt: skip
    walk(match, order("scapa_flow", "north_sea"), order("leningrad", "baltic_sea", "marat"))
    assert places(match, "nelson", "kent", "marat") == ["north_sea", "north_sea", "baltic_sea"]


@rule("SC-MOV-05", "SC-MOV-07")
def test_bismarcks_choices_in_the_movement_example() -> None:
    """V08: three areas in one move, and the North Atlantic in two."""
    match = sailing("axis", "kiel_narvik", "bismarck", control={"north_sea": "allied", "barents_sea": "axis"})
    assert reach(match, "kiel_narvik") == {"baltic_sea", "north_sea", "barents_sea", "north_atlantic"}


@rule("SC-MOV-05", "SC-AMB-01", "SC-SET-02")
@pytest.mark.parametrize(
    ("side", "port", "ship"),
    [("allied", "scapa_flow", "hood"), ("axis", "kiel_narvik", "bismarck"), ("axis", "taranto", "zara")],
)
def test_without_control_anywhere_no_ship_moves_two_areas(side: str, port: str, ship: str) -> None:
    """V29."""
    match = sailing(side, port, ship, turn=1)
    one_area = {
        "scapa_flow": {"north_sea", "north_atlantic"},
        "kiel_narvik": {"baltic_sea", "north_sea", "barents_sea"},
        "taranto": {"eastern_med", "western_med"},
    }
    assert reach(match, port) == one_area[port]


@rule("SC-MOV-05", "SC-MOV-06", "SC-MOV-07", "SC-AMB-01")
@pytest.mark.parametrize(
    ("north_sea", "neutral_transit", "goes_on"),
    [
        ("allied", False, True),
        ("axis", False, False),
        (None, False, False),
        ("allied", True, True),
        ("axis", True, False),
        (None, True, True),
    ],
)
@pytest.mark.parametrize("barents", ["allied", "axis", None])
def test_only_the_control_of_the_first_area_decides_whether_a_ship_sails_on(
    north_sea: str | None, neutral_transit: bool, goes_on: bool, barents: str | None
) -> None:
    held = {"north_sea": north_sea, "barents_sea": barents, "north_atlantic": "axis"}
    control = {area: side for area, side in held.items() if side}
    match = sailing("allied", "scapa_flow", "hood", control=control, options={"neutral_transit": neutral_transit})
    one = {"north_sea", "north_atlantic"}
    assert reach(match, "scapa_flow") == one | ({"barents_sea", "south_atlantic"} if goes_on else set())


@rule("SC-MOV-05")
def test_the_axis_sails_on_through_its_own_areas_and_not_through_allied_ones() -> None:
    match = sailing("axis", "kiel_narvik", "bismarck", control={"north_sea": "axis", "barents_sea": "allied"})
    assert reach(match, "kiel_narvik") == {
        "baltic_sea", "north_sea", "barents_sea", "north_atlantic", "south_atlantic",
    }  # fmt: skip


@rule("SC-MOV-03", "SC-UNI-07", "SC-UNI-08", "SC-UNI-11")
def test_warships_may_sail_two_areas_and_never_three_and_a_convoy_one() -> None:
    control = dict.fromkeys(AREAS, "allied")
    match = sailing("allied", "norfolk", "washington", "wichita", "wasp", "convoy_1", control=control, turn=4)
    assert reach(match, "norfolk") == {"north_atlantic", "north_sea", "south_atlantic", "barents_sea"}
    walk(match, "washington", "wichita", "wasp")
    assert {"barents_sea", "north_atlantic", "convoy_1"} <= offered(match)
    match.choose("convoy_1")
    assert offered(match) & set(AREAS) == {"north_atlantic"}  # she would keep the others back
    walk(match, ("without", "convoy_1"), "barents_sea", order("norfolk", "north_atlantic", "convoy_1"))
    assert places(match, "washington", "wasp", "convoy_1") == ["barents_sea", "barents_sea", "north_atlantic"]


@rule("SC-MAP-03", "SC-CTL-03")
def test_control_settled_at_the_end_of_a_turn_opens_the_way_in_the_next() -> None:
    at = {"north_sea": ["hood"], "scapa_flow": ["nelson"]}
    match = start("control", at, turn=7, control={"north_atlantic": "allied"})
    walk(match, order("north_sea", "scapa_flow", "hood"))
    assert (asked(match), match.state.turn) == (("allied", "sail"), 8)
    assert match.state.control == {"north_sea": "allied"}
    assert reach(match, "scapa_flow") == {"north_sea", "north_atlantic", "barents_sea", "south_atlantic"}


@rule("SC-MOV-01", "SC-RP-04")
def test_any_ship_may_stay_in_port() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]})
    match.choose("done")
    assert (asked(match), place(match, "hood")) == (("axis", "sail"), "scapa_flow")
    match.choose("done")
    assert (asked(match), place(match, "bismarck")) == (("allied", "place_land_air"), "kiel_narvik")


@rule("SC-REI-02")
def test_a_ship_may_sail_in_the_turn_in_which_it_arrives() -> None:
    match = start("reinforcements", {}, turn=3, due={"marat": 3, "bismarck": 3})
    assert (asked(match), voyages(match)) == (("allied", "sail"), {("leningrad", "baltic_sea")})
    walk(match, order("leningrad", "baltic_sea", "marat"))
    assert ("kiel_narvik", "baltic_sea") in voyages(match)
    assert (asked(match), place(match, "marat")) == (("axis", "sail"), "baltic_sea")


# The Baltic


@rule("SC-BAL-01")
@pytest.mark.parametrize(
    ("side", "port", "ship", "allowed"),
    [
        ("allied", "scapa_flow", "hood", False),
        ("allied", "scapa_flow", "washington", False),
        ("allied", "scapa_flow", "marat", True),
        ("allied", "leningrad", "marat", True),
        ("axis", "kiel_narvik", "bismarck", True),
        ("axis", "kiel_narvik", "littorio", False),
    ],
)
def test_only_russian_and_german_ships_enter_the_baltic(side: str, port: str, ship: str, allowed: bool) -> None:
    match = sailing(side, port, ship, control={"north_sea": side}, turn=4)
    assert ("baltic_sea" in reach(match, port)) == allowed


@rule("SC-BAL-01")
def test_from_a_mixed_port_only_germans_can_go_into_the_baltic() -> None:
    match = sailing("axis", "kiel_narvik", "littorio", "bismarck", "zara", "lutzow")
    walk(match, "kiel_narvik", "all")
    assert offered(match) & set(AREAS) == {"north_sea", "barents_sea"}
    match.choose(("without", "littorio"))
    assert "baltic_sea" not in offered(match)
    match.choose(("without", "zara"))
    assert offered(match) & set(AREAS) == {"north_sea", "barents_sea", "baltic_sea"}
    match.choose("baltic_sea")
    assert places(match, "bismarck", "lutzow", "littorio", "zara") == ["baltic_sea"] * 2 + ["kiel_narvik"] * 2


@rule("SC-AMB-17")
@pytest.mark.parametrize(("leave", "areas"), [(True, {"baltic_sea", "north_sea"}), (False, {"baltic_sea"})])
def test_russian_ships_may_leave_the_baltic_unless_the_option_is_off(leave: bool, areas: set[str]) -> None:
    options = {"russian_leave_baltic": leave}
    match = sailing("allied", "leningrad", "marat", control={"baltic_sea": "allied"}, options=options)
    assert reach(match, "leningrad") == areas


# U-boats and land air


@rule("SC-MOV-08", "SC-UNI-10", "SC-AMB-41", "SC-BAL-01")
def test_a_pack_goes_to_any_area_whoever_controls_it_or_stays_off_board() -> None:
    """V09."""
    control = dict.fromkeys(AREAS, "allied")
    match = start("submarine_placement", {"off_board": ["uboat_1", "uboat_2"]}, control=control)
    assert (asked(match), offered(match)) == (("axis", "place_submarine"), {*AREAS, "keep"})
    match.choose("south_atlantic")
    assert offered(match) == {*AREAS, "keep"}
    match.choose("keep")
    assert sorted(places(match, "uboat_1", "uboat_2")) == ["off_board", "south_atlantic"]
    assert asked(match) == ("allied", "place_land_air")


@rule("SC-UNI-10", "SC-MOV-08")
def test_all_seven_packs_can_be_placed_and_no_more() -> None:
    packs = [f"uboat_{number}" for number in range(1, 8)]
    match = start("submarine_placement", {"off_board": packs})
    walk(match, *["western_med"] * 7)
    assert (sorted(match.state.at["western_med"]), asked(match)) == (packs, ("allied", "place_land_air"))


@rule("SC-MAP-07", "SC-UNI-09", "SC-MOV-08", "SC-AMB-41", "SC-AMB-07")
@pytest.mark.parametrize("holder", ["allied", "axis"])
def test_land_air_goes_where_its_icon_is_whoever_controls_the_area(holder: str) -> None:
    """V10: and the RAF, which cannot reach the North Sea."""
    match = start("air_placement", {}, control=dict.fromkeys(AREAS, holder))
    assert (asked(match), offered(match)) == (("allied", "place_land_air"), {"western_med", "eastern_med", "keep"})
    match.choose("eastern_med")
    assert (asked(match), place(match, "air_allied")) == (("axis", "place_land_air"), "eastern_med")
    assert offered(match) == {"barents_sea", "baltic_sea", "western_med", "eastern_med", "keep"}
    match.choose("baltic_sea")
    assert [(entry.about["side"], entry.about["place"]) for entry in told(match, "air_placed")] == [
        ("allied", "eastern_med"),
        ("axis", "baltic_sea"),
    ]
    assert places(match, "air_allied", "air_axis") == ["off_board", "off_board"]  # the turn is over already


@rule("SC-AMB-41", "SC-UNI-09")
def test_nobody_has_to_place_land_air() -> None:
    match = walk(start("air_placement", {"western_med": ["hood", "zara"]}, 2, 2, 2, 2, 2), "keep", "keep")
    assert (keys(match, "air_strike"), asked(match)) == ([], ("allied", "stay_or_withdraw"))


# The sequence of play


@rule("SC-SEQ-01", "SC-MOV-01", "SC-AMB-29", "SC-UNI-01")
def test_the_steps_of_a_turn_follow_each_other() -> None:
    at = {
        "scapa_flow": ["hood", "nelson"], "kiel_narvik": ["lutzow", "tirpitz"], "off_board": ["uboat_1"],
    }  # fmt: skip
    state = position("reinforcements", 4, at, sp={"nelson": 3, "tirpitz": 3}, due={"anson": 4})
    match = flagplot.new("sea-control", state=state, dice=flagplot.dice.scripted(2, 2, 2, *[3] * 5, *[3] * 5))
    steps = []
    for option in (
        "gibraltar", "hood", "north_sea", "done", "lutzow", "north_sea", "done", "north_sea", "keep", "keep",
        ("nelson", 1), ("tirpitz", 1), "withdraw", "scapa_flow", "kiel_narvik",
    ):  # fmt: skip
        steps.append(asked(match))
        match.choose(option)
    assert steps == [
        ("allied", "where_to"), ("allied", "sail"), ("allied", "where_to"), ("allied", "sail"),
        ("axis", "sail"), ("axis", "where_to"), ("axis", "sail"),
        ("axis", "place_submarine"), ("allied", "place_land_air"), ("axis", "place_land_air"),
        ("allied", "repair"), ("axis", "repair"), ("allied", "stay_or_withdraw"), ("allied", "where_to"),
        ("axis", "where_to"),
    ]  # fmt: skip
    assert (asked(match), match.state.turn) == (("allied", "sail"), 5)
    assert keys(match, "asw", "torpedoes", "gunfire", "controlled", "turn_scored", "turn_begins") == [
        "turn_begins", "asw", "torpedoes", "gunfire", "gunfire", "controlled", "turn_scored", "turn_begins",
    ]  # fmt: skip
