"""Guns over the straits: Gibraltar (section 7.3), and the Baltic as an option (section 13)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.sea_control.state import State
from tests.games.sea_control.builder import (
    asked,
    battle,
    faces,
    harm,
    offered,
    order,
    place,
    places,
    start,
    strength,
    told,
    voyages,
    walk,
)
from tests.rules import rule

OPEN_BALTIC = {"baltic": True}


def past_gibraltar(*ships: str, dice: tuple[int, ...], **more: Any) -> Match[State]:
    """Axis ships in Taranto, whose side controls the Western Mediterranean, are sent to the South Atlantic."""
    match = start("axis_movement", {"taranto": ships}, *dice, control={"western_med": "axis"}, **more)
    return walk(match, order("taranto", "south_atlantic"))


def into_the_baltic(ship: str, *dice: int, **more: Any) -> Match[State]:
    """A ship in Scapa Flow is sent to the Baltic through an Allied North Sea."""
    options = {"options": OPEN_BALTIC} | more
    match = start("allied_movement", {"scapa_flow": [ship]}, *dice, control={"north_sea": "allied"}, **options)
    return walk(match, order("scapa_flow", "baltic_sea", ship))


@rule("SC-GIB-01", "SC-END-01")
def test_an_italian_cruiser_is_fired_at_on_the_way_out_and_on_the_way_back() -> None:
    """V05."""
    match = past_gibraltar("zara", dice=(2, 3, 4, 4, 3, 2))
    assert (faces(match, "fortress_fire"), place(match, "zara")) == ([(2, 3, 4)], "south_atlantic")
    walk(match, "keep", "keep")
    assert (asked(match), match.state.control) == (("axis", "where_to"), {"south_atlantic": "axis"})
    walk(match, order("south_atlantic", "taranto", "zara"))
    assert faces(match, "fortress_fire") == [(2, 3, 4), (4, 3, 2)]
    assert (place(match, "zara"), strength(match, "zara")) == ("taranto", [2])


@rule("SC-GIB-01", "SC-AMB-11", "SC-COM-03")
@pytest.mark.parametrize(
    ("ship", "dice", "left", "where"),
    [
        ("zara", (5, 2, 2), 1, "south_atlantic"),
        ("zara", (4, 4, 4), 2, "south_atlantic"),
        ("zara", (5, 6, 2), 0, "lost"),
        ("zara", (5, 6, 1), 0, "lost"),
        ("zara", (5, 1, 2), 1, "taranto"),
        ("littorio", (5, 5, 6), 3, "south_atlantic"),
        ("littorio", (1, 6, 6), 2, "taranto"),
        ("littorio", (1, 1, 1), 4, "taranto"),
    ],
)
def test_the_guns_judge_by_the_ships_own_hit_number_and_a_one_turns_it_back(
    ship: str, dice: tuple[int, ...], left: int, where: str
) -> None:
    match = past_gibraltar(ship, dice=dice)
    assert (strength(match, ship), place(match, ship)) == ([left], where)
    assert asked(match) == ("allied", "place_land_air")  # who was turned back has had his move


@rule("SC-GIB-01", "SC-AMB-28")
def test_every_ship_that_passes_is_shown_and_fired_at_once() -> None:
    match = past_gibraltar("zara", "littorio", "pola", dice=(1, 2, 2, 2, 2, 2, 5, 5, 2))
    assert faces(match, "fortress_fire") == [(1, 2, 2), (2, 2, 2), (5, 5, 2)]
    assert [entry.about["ship"] for entry in told(match, "under_guns", "allied")] == ["littorio", "zara", "pola"]
    assert places(match, "zara", "littorio", "pola") == ["south_atlantic", "taranto", "lost"]
    assert not [piece for piece in match.view("allied").pieces if piece.id in ("zara", "littorio")]
    assert not match.can_undo


@rule("SC-GIB-01", "SC-AMB-11")
def test_a_ship_turned_back_cannot_sail_again_or_be_repaired_in_this_turn() -> None:
    match = start("axis_movement", {"taranto": ["littorio", "zara"]}, 1, 6, 2, control={"western_med": "axis"})
    walk(match, order("taranto", "south_atlantic", "littorio"))
    assert (asked(match), place(match, "littorio")) == (("axis", "sail"), "taranto")
    walk(match, order("taranto", "western_med", "zara"))  # Zara alone can go
    assert places(match, "littorio", "zara") == ["taranto", "western_med"]
    walk(match, "keep", "keep")
    assert (told(match, "repaired"), strength(match, "littorio")) == ([], [3])


@rule("SC-GIB-01")
@pytest.mark.parametrize(
    ("side", "port", "ship", "control", "to"),
    [
        ("allied", "alexandria", "hood", "eastern_med", "western_med"),
        ("axis", "taranto", "zara", "western_med", "eastern_med"),
        ("axis", "taranto", "zara", "eastern_med", "western_med"),
        ("axis", "brest", "bismarck", "south_atlantic", "north_sea"),
    ],
)
def test_voyages_that_do_not_pass_gibraltar_are_not_fired_at(
    side: str, port: str, ship: str, control: str, to: str
) -> None:
    match = start(f"{side}_movement", {port: [ship]}, control={control: side})
    walk(match, order(port, to, ship))
    assert (place(match, ship), faces(match, "fortress_fire")) == (to, [])


@rule("SC-GIB-01")
@pytest.mark.parametrize("port", ["gibraltar", "scapa_flow"])
def test_gibraltar_does_not_fire_at_allied_ships(port: str) -> None:
    at = {port: ["hood"]}
    match = start("allied_movement", at, control={"south_atlantic": "allied", "north_sea": "allied"})
    walk(match, order(port, "western_med" if port == "gibraltar" else "south_atlantic", "hood"))
    walk(match, "keep", "keep")
    assert asked(match) == ("allied", "where_to")
    assert faces(match, "fortress_fire") == []


@rule("SC-AMB-11", "SC-MOV-08")
def test_submarines_are_placed_and_never_pass_the_guns() -> None:
    match = start("submarine_placement", {"off_board": ["uboat_1"]}).choose("western_med")
    assert (place(match, "uboat_1"), faces(match, "fortress_fire")) == ("western_med", [])


@rule("SC-GIB-01", "SC-AMB-08", "SC-AMB-11")
@pytest.mark.parametrize(
    ("turn", "ports"), [(3, {"brest", "south_america"}), (7, {"south_america"}), (1, {"south_america"})]
)
def test_a_ship_disabled_on_the_way_home_goes_to_the_nearest_port_on_its_own_side(turn: int, ports: set[str]) -> None:
    match = start("axis_return", {"south_atlantic": ["zara"]}, 1, 5, 2, turn=turn)
    walk(match, order("south_atlantic", "taranto", "zara"))
    if len(ports) > 1:
        assert (asked(match), offered(match)) == (("axis", "retire_to"), ports)
        match.choose("south_america")
    assert (place(match, "zara"), strength(match, "zara")) == ("south_america", [1])


@rule("SC-GIB-01", "SC-MAP-05")
def test_a_german_ship_from_brest_is_fired_at_on_its_way_into_the_mediterranean() -> None:
    match = start("axis_movement", {"brest": ["bismarck"]}, 1, 6, 6, control={"south_atlantic": "axis"})
    walk(match, order("brest", "western_med", "bismarck"))
    assert (asked(match), offered(match)) == (("axis", "retire_to"), {"brest", "south_america"})
    match.choose("brest")
    assert (place(match, "bismarck"), strength(match, "bismarck")) == ("brest", [2])


@rule("SC-GIB-01")
@pytest.mark.parametrize("dice", [0, 1, 6])
def test_an_option_sets_the_dice_of_gibraltar(dice: int) -> None:
    match = past_gibraltar("littorio", dice=(2,) * dice, options={"gibraltar_dice": dice})
    assert faces(match, "fortress_fire") == ([(2,) * dice] if dice else [])
    assert place(match, "littorio") == "south_atlantic"


@rule("SC-GIB-01", "SC-AMB-38")
def test_ships_that_the_guns_stop_are_not_told_of_as_blocks_that_moved() -> None:
    match = past_gibraltar("zara", "pola", dice=(1, 2, 2, 2, 2, 2))
    assert [entry.about["blocks"] for entry in told(match, "blocks_move", "allied")] == [1]
    match = past_gibraltar("zara", dice=(1, 2, 2))
    assert told(match, "blocks_move", "allied") == []
    assert not [entry for entry in told(match, "sailed", "axis") if not entry.about["ships"]]


# The Baltic


@rule("SC-OPT-01", "SC-BAL-01")
@pytest.mark.parametrize(("baltic", "offer"), [(True, True), (False, False)])
def test_british_ships_enter_the_baltic_with_the_option_alone(baltic: bool, offer: bool) -> None:
    match = start(
        "allied_movement", {"scapa_flow": ["hood"]}, control={"north_sea": "allied"}, options={"baltic": baltic}
    )
    assert (("scapa_flow", "baltic_sea") in voyages(match)) == offer


@rule("SC-OPT-01")
def test_the_option_lets_no_american_ship_and_no_convoy_in() -> None:
    at = {"scapa_flow": ["washington", "convoy_1"], "north_sea": ["convoy_2"]}
    match = start("allied_movement", at, control={"north_sea": "allied"}, options=OPEN_BALTIC, turn=5)
    assert "baltic_sea" not in {destination for _, destination in voyages(match)}


@rule("SC-OPT-01", "SC-AMB-36", "SC-AMB-28")
def test_a_british_ship_is_fired_at_on_entry_and_on_exit() -> None:
    match = into_the_baltic("hood", 2, 6, 3, 6, 2, 3, turn=4)
    assert (place(match, "hood"), strength(match, "hood")) == ("baltic_sea", [2])
    assert [entry.about["ship"] for entry in told(match, "under_guns", "axis")] == ["hood"]
    walk(match, "keep", "keep")
    assert (asked(match), match.state.control) == (("allied", "where_to"), {"baltic_sea": "allied"})
    assert voyages(match) == {("baltic_sea", "leningrad"), ("baltic_sea", "scapa_flow")}
    walk(match, order("baltic_sea", "scapa_flow", "hood"))
    assert faces(match, "fortress_fire") == [(2, 6, 3), (6, 2, 3)]
    assert (place(match, "hood"), strength(match, "hood")) == ("scapa_flow", [1])


@rule("SC-AMB-36", "SC-AMB-28")
def test_a_ship_turned_back_before_the_baltic_goes_to_a_port_on_the_north_sea() -> None:
    match = into_the_baltic("hood", 1, 6, 3, turn=4)
    assert (place(match, "hood"), strength(match, "hood")) == ("scapa_flow", [2])
    assert harm(match) == ["hood hit 1", "hood disabled"]


@rule("SC-AMB-36")
@pytest.mark.parametrize(("turn", "port"), [(3, "leningrad"), (8, "leningrad"), (2, "scapa_flow")])
def test_a_ship_disabled_on_its_way_out_goes_to_leningrad_or_if_that_is_closed_to_the_nearest_beyond(
    turn: int, port: str
) -> None:
    match = start("allied_return", {"baltic_sea": ["hood"]}, 1, 2, 2, turn=turn, options=OPEN_BALTIC)
    if turn > 2:
        walk(match, order("baltic_sea", "scapa_flow", "hood"))
    assert (faces(match, "fortress_fire"), place(match, "hood")) == ([(1, 2, 2)], port)


@rule("SC-AMB-36")
def test_a_ship_that_enters_or_leaves_leningrad_passes_no_guns() -> None:
    match = start("allied_movement", {"leningrad": ["hood"]}, options=OPEN_BALTIC)
    walk(match, order("leningrad", "baltic_sea", "hood"))
    walk(match, "keep", "keep", order("baltic_sea", "leningrad", "hood"))
    assert (faces(match, "fortress_fire"), place(match, "hood")) == ([], "leningrad")


@rule("SC-AMB-36", "SC-OPT-01")
def test_a_british_ship_that_sails_from_leningrad_into_the_north_sea_passes_the_guns() -> None:
    at = {"leningrad": ["hood"]}
    match = start("allied_movement", at, 1, 2, 2, control={"baltic_sea": "allied"}, options=OPEN_BALTIC)
    walk(match, order("leningrad", "north_sea", "hood"))
    assert (faces(match, "fortress_fire"), place(match, "hood")) == ([(1, 2, 2)], "leningrad")


@rule("SC-AMB-36", "SC-OPT-01", "SC-END-02")
@pytest.mark.parametrize(("dice", "port"), [((2, 2, 6), "leningrad"), ((1, 2, 6), "scapa_flow")])
def test_a_british_ship_may_go_home_to_leningrad_past_the_guns(dice: tuple[int, ...], port: str) -> None:
    match = start("allied_return", {"north_sea": ["hood"]}, *dice, options=OPEN_BALTIC, turn=4)
    walk(match, order("north_sea", "leningrad", "hood"))
    assert (faces(match, "fortress_fire"), place(match, "hood"), strength(match, "hood")) == ([dice], port, [2])


@rule("SC-AMB-36", "SC-AMB-17")
@pytest.mark.parametrize(
    ("side", "port", "ship", "control", "to"),
    [
        ("allied", "leningrad", "marat", "baltic_sea", "north_sea"),
        ("allied", "scapa_flow", "marat", "north_sea", "baltic_sea"),
        ("axis", "kiel_narvik", "bismarck", "north_sea", "north_atlantic"),
    ],
)
def test_the_guns_of_the_baltic_fire_at_british_ships_only(
    side: str, port: str, ship: str, control: str, to: str
) -> None:
    match = start(f"{side}_movement", {port: [ship]}, control={control: side}, options=OPEN_BALTIC)
    walk(match, order(port, to, ship))
    assert (faces(match, "fortress_fire"), place(match, ship)) == ([], to)


@rule("SC-AMB-37")
def test_no_fortress_fires_at_a_disabled_ship_on_its_way_to_port() -> None:
    match = battle("baltic_sea", ["hood", "lutzow"], 1, *[2] * 4, turn=2, options=OPEN_BALTIC)
    assert (place(match, "hood"), faces(match, "fortress_fire")) == ("scapa_flow", [])
    assert match.state.control == {"baltic_sea": "axis"}
