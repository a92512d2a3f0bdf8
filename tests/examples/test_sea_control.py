"""The worked examples of the Sea Control rule text, played with their own dice."""

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
    shots,
    start,
    strength,
    texts,
    told,
    voyages,
    walk,
)
from tests.rules import rule


def destinations(match: Match[State], origin: str) -> set[str]:
    """Where the voyages on offer lead from one place."""
    return {destination for place, destination in voyages(match) if place == origin}


# Section 1: the game board


@rule("SC-MOV-02")
@pytest.mark.parametrize(
    ("phase", "port", "ship", "areas"),
    [
        ("allied_movement", "alexandria", "warspite", {"eastern_med"}),
        ("axis_movement", "taranto", "zara", {"eastern_med", "western_med"}),
    ],
)
def test_first_moves_from_alexandria_and_taranto(phase: str, port: str, ship: str, areas: set[str]) -> None:
    assert destinations(start(phase, {port: [ship], "norfolk": ["wasp"]}, turn=4), port) == areas


# Section 5: resource points


@rule("SC-RP-03")
@pytest.mark.parametrize(("port", "most"), [("scapa_flow", 3), ("alexandria", 1)])
def test_a_ship_with_one_point_left_is_repaired_as_far_as_its_port_can(port: str, most: int) -> None:
    match = start("allied_repair", {port: ["nelson"]}, sp={"nelson": 1}, turn=1)
    assert max(points for ship, points in offered(match) - {"done"}) == most
    match.choose(("nelson", most))
    assert strength(match, "nelson") == [1 + most]
    assert [entry.about["points"] for entry in told(match, "rp_spent")] == [most]


# Section 7: movement


@rule("SC-GIB-01")
def test_an_italian_cruiser_is_fired_at_on_the_way_out_and_on_the_way_back() -> None:
    match = start(
        "axis_movement", {"taranto": ["zara"]}, 2, 3, 4, 3, 3, 2, turn=2, control={"western_med": "axis"}
    )  # fmt: skip
    walk(match, order("taranto", "south_atlantic", "zara"))
    assert place(match, "zara") == "south_atlantic"
    assert faces(match, "fortress_fire") == [(2, 3, 4)]
    walk(match, "keep", "keep", order("south_atlantic", "taranto", "zara"))
    assert faces(match, "fortress_fire") == [(2, 3, 4), (3, 3, 2)]
    assert place(match, "zara") == "taranto"


MOVEMENT_EXAMPLE = {"north_sea": "allied", "barents_sea": "axis"}


@rule("SC-MOV-04", "SC-MOV-05", "SC-MOV-06")
def test_the_movement_example_of_the_allies() -> None:
    ports = {"scapa_flow": ["hood", "norfolk_ca", "warspite", "victorious"], "leningrad": ["marat"]}
    match = start("allied_movement", ports, turn=3, control=MOVEMENT_EXAMPLE)
    walk(match, order("scapa_flow", "barents_sea", "hood", "norfolk_ca"))
    walk(match, order("scapa_flow", "north_sea", "warspite"), order("scapa_flow", "north_atlantic", "victorious"))
    walk(match, order("leningrad", "baltic_sea", "marat"))
    assert places(match, "hood", "norfolk_ca", "warspite", "victorious", "marat") == [
        "barents_sea", "barents_sea", "north_sea", "north_atlantic", "baltic_sea",
    ]  # fmt: skip


@rule("SC-MOV-05", "SC-MOV-08", "SC-MAP-07")
def test_the_movement_example_of_the_axis() -> None:
    at = {"kiel_narvik": ["bismarck"], "off_board": ["uboat_1"], "baltic_sea": ["marat"]}
    match = start("axis_movement", at, 2, 2, 2, turn=3, control=MOVEMENT_EXAMPLE)
    assert destinations(match, "kiel_narvik") == {"baltic_sea", "north_sea", "barents_sea", "north_atlantic"}
    walk(match, order("kiel_narvik", "barents_sea", "bismarck"))
    assert len(offered(match) - {"keep"}) == 7
    walk(match, "south_atlantic", "keep")
    assert offered(match) == {"barents_sea", "baltic_sea", "western_med", "eastern_med", "keep"}
    match.choose("baltic_sea")
    assert shots(match, "air_strike") == ["air_axis > marat: 2 2 2"]
    assert match.log()[0].text == "From Kiel/Narvik to the Barents Sea: Bismarck."


@rule("SC-CNV-03")
def test_a_convoy_that_ended_a_turn_in_the_barents_sea_docks_at_archangel() -> None:
    match = start("allied_movement", {"barents_sea": ["convoy_1"]}, turn=5)
    walk(match, order("barents_sea", "archangel", "convoy_1"))
    assert place(match, "convoy_1") == "docked"
    assert match.state.points == {"axis": 0, "allied": 3}


# Section 8: combat


@rule("SC-SUB-02", "SC-SUB-03", "SC-SUB-05", "SC-AMB-07")
def test_the_submarine_example() -> None:
    # The text gives the Allies three air values of land air; Ark Royal brings as many, and one die more as a ship.
    units = ["nelson", "rodney", "ark_royal", "uboat_1", "uboat_2", "uboat_3"]
    match = battle("north_sea", units, 6, 5, 5, 4, 1, 2, 6, 1, turn=1)
    assert faces(match, "asw") == [(6, 5, 5, 4, 1, 2)]
    assert places(match, "uboat_1", "uboat_2", "uboat_3") == ["reinforcements", "off_board", "north_sea"]
    match.choose("nelson")
    assert faces(match, "torpedoes") == [(6, 1)]
    assert strength(match, "nelson") == [3]
    assert place(match, "nelson") == "scapa_flow"


FOUR_STEPS: list[Any] = [
    # the Allies hunt with nine dice: no 6, one 1; the U-boat that is left sinks Norfolk
    2, 3, 4, 5, 1, 2, 3, 4, 5,
    5, 6,
    # land air at Warspite, Victorious at Tirpitz
    1, 4, 6,
    1, 5,
    # Bismarck and Lutzow at Hood, Hood at Lutzow
    6, 6, 5, 4, 3, 2, 1,
    6, 5, 5, 2,
    # Bismarck pursues the convoy, which fires back
    4, 5, 2, 2, 3, 3,
    2,
]  # fmt: skip


@rule("SC-COM-02", "SC-SUB-02", "SC-SUB-05", "SC-AIR-02", "SC-AIR-03", "SC-SUR-02", "SC-TGT-01", "SC-TGT-02")
@rule("SC-WDR-03", "SC-WDR-04", "SC-WDR-06", "SC-AMB-06", "SC-AMB-12", "SC-CTL-02")
def test_the_battle_example_in_its_four_steps() -> None:
    allies = ["warspite", "norfolk_ca", "hood", "victorious", "convoy_1"]
    axis = ["bismarck", "tirpitz", "lutzow", "air_axis", "uboat_1", "uboat_2"]
    match = battle("barents_sea", [*allies, *axis], *FOUR_STEPS, turn=4)

    # 1: submarines
    assert len(faces(match, "asw")[0]) == 5 + 2 + 2
    assert sorted(places(match, "uboat_1", "uboat_2")) == ["barents_sea", "off_board"]
    assert asked(match) == ("axis", "torpedo")
    match.choose("norfolk_ca")
    assert place(match, "norfolk_ca") == "lost"

    # 2: aircraft
    assert asked(match) == ("axis", "air_target")
    assert offered(match) == {"warspite", "hood", "victorious", "convoy_1"}
    walk(match, "warspite", "tirpitz")
    assert strength(match, "warspite", "tirpitz") == [3, 4]
    assert places(match, "warspite", "tirpitz", "air_axis") == ["archangel", "kiel_narvik", "off_board"]

    # 3: guns; Hood alone is in the Allied battle station, so both may fire at her
    assert asked(match) == ("allied", "surface_target")
    assert match.state.battle is not None
    assert match.state.battle.aims == {"bismarck": "hood", "lutzow": "hood"}
    assert match.state.battle.disabled == ["hood"]
    assert strength(match, "hood") == [1]
    match.choose("lutzow")
    assert shots(match, "gunfire") == ["bismarck, lutzow > hood: 6 6 5 4 3 2 1", "hood > lutzow: 6 5 5 2"]
    assert places(match, "hood", "lutzow") == ["archangel", "lost"]

    # 4: the Allies withdraw, and Bismarck pursues the convoy
    assert asked(match) == ("allied", "stay_or_withdraw")
    walk(match, "withdraw")
    assert offered(match) == {"convoy_1", "let_go"}
    match.choose("convoy_1")
    assert shots(match, "pursuit_fire", "return_fire") == ["bismarck > convoy_1: 4 5 2 2 3 3", "convoy_1 > bismarck: 2"]
    assert strength(match, "convoy_1", "bismarck") == [1, 4]
    assert asked(match) == ("allied", "where_to")
    walk(match, order("barents_sea", "archangel", "victorious"))
    assert places(match, "convoy_1", "victorious", "bismarck") == ["archangel", "archangel", "barents_sea"]
    assert match.state.control == {"barents_sea": "axis"}
    assert harm(match) == [
        "norfolk_ca hit 2", "norfolk_ca sunk",
        "warspite hit 1", "warspite disabled", "tirpitz disabled",
        "hood hit 2", "hood disabled", "lutzow hit 3", "lutzow sunk",
        "convoy_1 hit 2",
    ]  # fmt: skip


@rule("SC-AIR-02")
def test_a_carrier_must_choose_one_of_two_ships() -> None:
    match = battle("north_sea", ["victorious", "bismarck", "tirpitz"], *[2] * (2 + 6 + 6), turn=4)
    assert asked(match) == ("allied", "air_target")
    match.choose("tirpitz")
    assert shots(match, "air_strike") == ["victorious > tirpitz: 2 2"]


@rule("SC-WDR-01", "SC-WDR-02")
def test_two_battleships_pursue_the_one_that_withdraws_and_the_cruiser_gets_away() -> None:
    units = ["warspite", "norfolk_ca", "bismarck", "tirpitz"]
    first_round = [2] * (6 + 6 + 4 + 1)
    match = battle("barents_sea", units, *first_round, *[2] * (6 + 6 + 4), turn=4)
    walk(match, "warspite", "bismarck", "withdraw")
    assert offered(match) == {"warspite", "let_go"}
    match.choose("warspite")
    assert (asked(match), offered(match)) == (("axis", "pursue"), {"warspite", "let_go"})
    match.choose("warspite")
    assert asked(match) == ("allied", "return_target")
    match.choose("tirpitz")
    assert shots(match, "pursuit_fire", "return_fire") == [
        f"bismarck, tirpitz > warspite: {' '.join('2' * 12)}",
        "warspite > tirpitz: 2 2 2 2",
    ]


# Sections 9 to 12: control, points and the end of the turn


@rule("SC-CTL-02", "SC-VP-01", "SC-AMB-23")
def test_the_control_example_gives_the_axis_two_points() -> None:
    at = {
        "north_sea": ["bismarck"],
        "barents_sea": ["tirpitz"],
        "eastern_med": ["warspite"],
        "western_med": ["hood"],
        "north_atlantic": ["nelson"],
        "south_atlantic": ["rodney", "uboat_1"],
    }
    match = start("control", at, turn=4, control={"baltic_sea": "axis"})
    assert match.state.control == {
        "north_atlantic": "allied", "north_sea": "axis", "barents_sea": "axis",
        "western_med": "allied", "eastern_med": "allied",
    }  # fmt: skip
    assert texts(match, "turn_scored") == ["Turn 4: Axis 5, Allies 3; the Axis leads by 2."]
    assert match.state.marker == 2


@rule("SC-VP-01")
def test_nine_points_against_three_move_the_marker_from_four_allied_to_two_axis() -> None:
    at = {
        "north_sea": ["bismarck"],
        "north_atlantic": ["tirpitz"],
        "barents_sea": ["scharnhorst"],
        "baltic_sea": ["gneisenau"],
        "eastern_med": ["warspite"],
        "western_med": ["hood"],
        "south_atlantic": ["rodney"],
    }
    match = start("control", at, turn=4, marker=-4)
    assert (match.state.scores[-1].axis, match.state.scores[-1].allied) == (9, 3)
    assert match.state.marker == 2


@rule("SC-END-02", "SC-MAP-05")
@pytest.mark.parametrize(
    ("turn", "ports"),
    [
        (1, {"kiel_narvik", "taranto"}),
        (2, {"kiel_narvik", "brest", "taranto"}),
        (6, {"kiel_narvik", "brest", "taranto"}),
        (7, {"kiel_narvik", "taranto"}),
    ],
)
def test_axis_ships_in_the_south_atlantic_return_to_kiel_to_brest_or_past_gibraltar(turn: int, ports: set[str]) -> None:
    match = start("axis_return", {"south_atlantic": ["scharnhorst"]}, 2, 2, 2, turn=turn)
    assert destinations(match, "south_atlantic") == ports
    walk(match, order("south_atlantic", "taranto", "scharnhorst"))
    assert faces(match, "fortress_fire") == [(2, 2, 2)]
    assert place(match, "scharnhorst") == "taranto"
