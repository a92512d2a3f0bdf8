"""The order of battle and the chart of Sea Control, and what its rule book says of them (sections 1 to 6)."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from flagplot.engine import rulebook
from tests.rules import rule

PACKAGE = Path(__file__).parents[3] / "src/flagplot/games/sea_control"
MAP = tomllib.loads((PACKAGE / "data/map.toml").read_text(encoding="utf-8"))
FLEETS = tomllib.loads((PACKAGE / "data/units.toml").read_text(encoding="utf-8"))["unit"]
ALL_UNITS = [{"id": key, **unit} for key, unit in FLEETS.items()]
BOOK = rulebook.load(PACKAGE / "rulebook.toml")

AREAS: dict[str, dict[str, Any]] = MAP["area"]
PORTS: dict[str, dict[str, Any]] = MAP["port"]
UNITS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in ALL_UNITS if "option" not in unit}
HANDICAPS: dict[str, dict[str, Any]] = {unit["id"]: unit for unit in ALL_UNITS if "option" in unit}

# Length and height of the boxes that a view of 100 by 30 characters draws.
SIZES = {"area": (22, 5), "port": (16, 3), "box": (16, 3)}


def of_kind(kind: str) -> list[dict[str, Any]]:
    return [unit for unit in UNITS.values() if unit["kind"] == kind]


def repair_of(side: str, turn: int) -> int:
    """The capacity of all ports of a side that are open in a turn."""
    return sum(
        port["repair"]
        for port in PORTS.values()
        if port["side"] == side and port["turns"][0] <= turn <= port["turns"][1]
    )


# Units --------------------------------------------------------------------------------------------------------------


@rule("SC-UNI-01")
def test_there_are_eighty_units_and_three_handicaps_each_with_its_own_id_and_name() -> None:
    assert (len(UNITS), len(HANDICAPS), len(ALL_UNITS)) == (80, 3, 83)
    assert len({unit["name"] for unit in ALL_UNITS}) == 83
    assert Counter((unit["side"], unit["nation"]) for unit in UNITS.values()) == {
        ("allied", "british"): 36,
        ("allied", "american"): 8,
        ("allied", "russian"): 2,
        ("allied", "convoy"): 3,
        ("axis", "german"): 18,
        ("axis", "italian"): 13,
    }


@rule("SC-UNI-01", "SC-UNI-09")
def test_each_side_has_so_many_units_of_each_kind() -> None:
    assert Counter((unit["side"], unit["kind"]) for unit in UNITS.values()) == {
        ("allied", "battleship"): 25,
        ("allied", "cruiser"): 11,
        ("allied", "carrier"): 9,
        ("allied", "convoy"): 3,
        ("allied", "air"): 1,
        ("axis", "battleship"): 11,
        ("axis", "cruiser"): 12,
        ("axis", "submarine"): 7,
        ("axis", "air"): 1,
    }


@rule("SC-UNI-05")
def test_the_hit_number_follows_the_kind() -> None:
    numbers = {"battleship": 6, "cruiser": 5, "carrier": 4, "convoy": 4, "submarine": 6, "air": 0}
    assert all(unit["hit"] == numbers[unit["kind"]] for unit in ALL_UNITS)


@rule("SC-UNI-03")
def test_ships_have_one_to_four_strength_points() -> None:
    assert {unit["sp"] for unit in ALL_UNITS if unit["kind"] != "air"} == {1, 2, 3, 4}
    assert {unit["sp"] for unit in of_kind("air")} == {0}


@rule("SC-UNI-09")
def test_both_land_air_units_throw_three_dice_and_wait_off_board() -> None:
    assert [(unit["name"], unit["side"], unit["dice"], unit["port"]) for unit in of_kind("air")] == [
        ("RAF", "allied", 3, "off_board"),
        ("Luftwaffe", "axis", 3, "off_board"),
    ]


@rule("SC-UNI-10")
def test_three_of_seven_uboat_packs_are_there_at_the_start_and_four_follow() -> None:
    packs = of_kind("submarine")
    assert [unit["id"] for unit in packs] == [f"uboat_{number}" for number in range(1, 8)]
    assert Counter(unit["turn"] for unit in packs) == {1: 3, 2: 1, 3: 1, 4: 2}
    assert {(unit["sp"], unit["dice"], unit["port"]) for unit in packs} == {(1, 2, "off_board")}


@rule("SC-UNI-11")
def test_three_convoys_arrive_at_norfolk_on_turns_three_four_and_five() -> None:
    assert [(unit["turn"], unit["port"]) for unit in of_kind("convoy")] == [(turn, "norfolk") for turn in (3, 4, 5)]
    assert {(unit["sp"], unit["dice"]) for unit in of_kind("convoy")} == {(3, 1)}


@pytest.mark.parametrize(
    ("ship", "sp", "dice"),
    [
        ("bismarck", 4, 6),
        ("hood", 3, 4),
        ("lutzow", 3, 1),
        ("norfolk_ca", 2, 1),
        ("victorious", 3, 2),
        ("warspite", 4, 4),
        ("marat", 3, 3),
        ("ranger", 2, 3),
    ],
)
@rule("SC-UNI-03", "SC-UNI-04")
def test_ships_that_the_examples_need_have_the_strength_for_them(ship: str, sp: int, dice: int) -> None:
    assert (UNITS[ship]["sp"], UNITS[ship]["dice"]) == (sp, dice)


@rule("SC-UNI-04")
def test_cruisers_throw_one_die_battleships_three_to_six_and_carriers_one_to_three() -> None:
    assert {unit["dice"] for unit in of_kind("cruiser")} == {1}
    assert {unit["dice"] for unit in of_kind("battleship")} == {3, 4, 5, 6}
    assert {unit["dice"] for unit in of_kind("carrier")} == {1, 2, 3}


@rule("SC-SET-01", "SC-REI-01")
def test_every_nation_arrives_in_its_own_ports() -> None:
    places = {
        "british": "choice",
        "american": "norfolk",
        "convoy": "norfolk",
        "russian": "leningrad",
        "german": "kiel_narvik",
        "italian": "taranto",
    }
    for unit in ALL_UNITS:
        if unit["kind"] not in ("air", "submarine"):
            assert unit["port"] == places[unit["nation"]], unit["name"]


@rule("SC-REI-01", "SC-MAP-05")
def test_nobody_arrives_in_a_port_that_is_closed() -> None:
    for unit in ALL_UNITS:
        if unit["port"] in PORTS:
            first, last = PORTS[unit["port"]]["turns"]
            assert first <= unit["turn"] <= last, unit["name"]


@rule("SC-REI-01")
def test_so_many_ships_arrive_each_turn() -> None:
    ships = [unit for unit in UNITS.values() if unit["kind"] not in ("air", "submarine")]
    arrivals = {side: Counter(unit["turn"] for unit in ships if unit["side"] == side) for side in ("allied", "axis")}
    assert arrivals["allied"] == {1: 27, 2: 3, 3: 5, 4: 6, 5: 5, 6: 1, 7: 1}
    assert arrivals["axis"] == {1: 17, 2: 2, 3: 2, 4: 1, 5: 1}


@rule("SC-AMB-39")
def test_the_handicaps_are_two_american_battleships_and_a_german_carrier() -> None:
    keys = ("side", "nation", "kind", "sp", "dice", "turn", "port", "option")
    assert {name: tuple(unit[key] for key in keys) for name, unit in HANDICAPS.items()} == {
        "texas": ("allied", "american", "battleship", 3, 4, 5, "norfolk", "texas_and_new_york"),
        "new_york": ("allied", "american", "battleship", 3, 4, 6, "norfolk", "texas_and_new_york"),
        "graf_zeppelin": ("axis", "german", "carrier", 3, 2, 5, "kiel_narvik", "graf_zeppelin"),
    }


# The chart ----------------------------------------------------------------------------------------------------------


@rule("SC-MAP-01")
def test_there_are_seven_areas_and_each_border_is_known_from_both_sides() -> None:
    borders = {
        "north_atlantic": {"south_atlantic", "north_sea", "barents_sea"},
        "south_atlantic": {"north_atlantic", "north_sea", "western_med"},
        "north_sea": {"north_atlantic", "south_atlantic", "barents_sea", "baltic_sea"},
        "baltic_sea": {"north_sea"},
        "barents_sea": {"north_atlantic", "north_sea"},
        "western_med": {"south_atlantic", "eastern_med"},
        "eastern_med": {"western_med"},
    }
    assert {name: set(area["adjacent"]) for name, area in AREAS.items()} == borders
    assert all(name in AREAS[other]["adjacent"] for name, area in AREAS.items() for other in area["adjacent"])


@rule("SC-MAP-02")
def test_areas_are_worth_what_the_examples_add_up_to() -> None:
    values = {name: (area["vp"]["axis"], area["vp"]["allied"]) for name, area in AREAS.items()}
    assert values == {
        "north_atlantic": (3, 1),
        "south_atlantic": (3, 1),
        "north_sea": (3, 1),
        "baltic_sea": (1, 2),
        "barents_sea": (2, 1),
        "western_med": (1, 1),
        "eastern_med": (1, 1),
    }
    assert sum(values[area][0] for area in ("north_sea", "barents_sea")) == 5
    assert sum(values[area][1] for area in ("eastern_med", "western_med", "north_atlantic")) == 3
    assert sum(values[area][0] for area in ("north_atlantic", "north_sea", "barents_sea", "baltic_sea")) == 9


@rule("SC-MAP-04")
def test_there_are_three_axis_ports_six_allied_ports_and_a_neutral_one() -> None:
    sides: dict[str, set[str]] = {}
    for port in PORTS.values():
        sides.setdefault(port["side"], set()).add(port["name"])
    assert sides == {
        "axis": {"Kiel/Narvik", "Brest", "Taranto"},
        "allied": {"Scapa Flow", "Gibraltar", "Alexandria", "Norfolk", "Leningrad", "Archangel"},
        "neutral": {"South America"},
    }


@rule("SC-MAP-05")
def test_brest_is_open_in_turns_two_to_six_and_three_allied_ports_from_turn_three() -> None:
    assert PORTS["brest"]["turns"] == [2, 6]
    assert {name for name, port in PORTS.items() if port["turns"] == [3, 8]} == {"norfolk", "leningrad", "archangel"}
    assert Counter(tuple(port["turns"]) for port in PORTS.values()) == {(1, 8): 6, (3, 8): 3, (2, 6): 1}


@rule("SC-MAP-06")
def test_every_port_has_its_capacity_and_its_areas() -> None:
    assert {name: (port["repair"], set(port["connects"])) for name, port in PORTS.items()} == {
        "scapa_flow": (6, {"north_sea", "north_atlantic"}),
        "gibraltar": (1, {"western_med", "south_atlantic"}),
        "alexandria": (1, {"eastern_med"}),
        "norfolk": (5, {"north_atlantic"}),
        "leningrad": (1, {"baltic_sea"}),
        "archangel": (1, {"barents_sea"}),
        "kiel_narvik": (5, {"baltic_sea", "north_sea", "barents_sea"}),
        "brest": (2, {"north_atlantic", "south_atlantic"}),
        "taranto": (2, {"western_med", "eastern_med"}),
        "south_america": (0, {"south_atlantic"}),
    }


@rule("SC-MAP-06", "SC-RP-01")
def test_the_open_ports_can_repair_as_much_as_the_resource_points_of_the_turn_pay_for() -> None:
    # Turn 3 is the exception: the new Allied ports are open a turn before the points for them come.
    assert [repair_of("allied", turn) for turn in (1, 2, 4, 5, 6, 7, 8)] == [8, 8, 15, 15, 15, 15, 15]
    assert [repair_of("axis", turn) for turn in range(1, 9)] == [7, 9, 9, 9, 9, 9, 7, 7]


@rule("SC-MAP-07")
def test_land_air_has_its_icons() -> None:
    assert {name for name, area in AREAS.items() if "axis" in area["air"]} == {
        "barents_sea",
        "baltic_sea",
        "western_med",
        "eastern_med",
    }
    assert {name for name, area in AREAS.items() if "allied" in area["air"]} == {"western_med", "eastern_med"}


@rule("SC-MAP-08")
def test_three_ports_of_each_side_can_be_raided() -> None:
    raided = {(port["side"], name) for name, port in PORTS.items() if port["air_raid"]}
    assert raided == {
        ("allied", "scapa_flow"),
        ("allied", "alexandria"),
        ("allied", "leningrad"),
        ("axis", "kiel_narvik"),
        ("axis", "brest"),
        ("axis", "taranto"),
    }


def test_the_boxes_of_areas_and_ports_fit_on_the_chart_and_do_not_overlap() -> None:
    drawn: list[tuple[str, float, float, float, float]] = []
    for kind, (width, height) in SIZES.items():
        for name, space in MAP[kind].items():
            left, top = 100 * space["x"] - width / 2, 30 * space["y"] - height / 2
            assert 0 <= left <= 100 - width, name
            assert 0 <= top <= 30 - height, name
            drawn.append((name, left, left + width, top, top + height))
    for name, left, right, top, bottom in drawn:
        for other, other_left, other_right, other_top, other_bottom in drawn:
            apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
            assert name == other or apart, f"{name} overlaps {other}"
    assert [box["name"] for box in MAP["box"].values()] == ["Off board", "Reinforcements", "Lost"]


# The rule book ------------------------------------------------------------------------------------------------------


def listed(text: str, heading: str) -> dict[str, tuple[int, ...]]:
    """Ship to figures, from a paragraph like `Carriers: 3 SP and air value 3, Ark Royal and Wasp; 2 SP ...`."""
    found: dict[str, tuple[int, ...]] = {}
    (paragraph,) = [part for part in text.split("\n\n") if part.startswith(heading)]
    for group in paragraph.partition(": ")[2].removesuffix(".").split("; "):
        figures, _, names = group.partition(", ")
        numbers = tuple(int(number) for number in re.findall(r"\d", figures))
        found |= dict.fromkeys(re.split(", | and ", names), numbers)
    return found


@rule("SC-UNI-07", "SC-UNI-08")
def test_the_rule_book_lists_every_ship_with_the_figures_of_the_order_of_battle() -> None:
    warships = BOOK.clause("SC-UNI-07").text
    battleships = {unit["name"]: (unit["sp"], unit["dice"]) for unit in of_kind("battleship")}
    assert listed(warships, "Battleships") == battleships
    assert listed(warships, "Cruisers") == {unit["name"]: (unit["sp"],) for unit in of_kind("cruiser")}
    carriers = {unit["name"]: (unit["sp"], unit["dice"]) for unit in of_kind("carrier")}
    assert listed(BOOK.clause("SC-UNI-08").text, "Carriers") == carriers


@rule("SC-REI-01")
def test_the_rule_book_lists_the_ships_that_arrive_each_turn() -> None:
    schedule = BOOK.clause("SC-REI-01").text.split("\n\n")[1]
    for unit in UNITS.values():
        if unit["turn"] > 1 and unit["kind"] != "submarine":
            (line,) = re.findall(rf"Turn {unit['turn']}: [^.]*\.", schedule)
            assert unit["name"] in line


@rule("SC-MAP-02", "SC-MAP-06")
def test_the_rule_book_names_the_points_of_the_areas_and_the_capacity_of_the_ports() -> None:
    worth = BOOK.clause("SC-MAP-02").text
    for area in AREAS.values():
        assert f"{area['name']} {area['vp']['axis']} and {area['vp']['allied']}" in worth
    for port in PORTS.values():
        assert f"{port['name']}: {port['repair']}," in BOOK.clause("SC-MAP-06").text
