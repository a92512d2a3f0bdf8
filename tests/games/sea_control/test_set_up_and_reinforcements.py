"""Set-up and reinforcements (sections 4 and 6)."""

from __future__ import annotations

import pytest

import flagplot
from flagplot.games.sea_control.tables import UNITS
from tests.games.sea_control.builder import asked, offered, order, place, places, start, strength, told, voyages, walk
from tests.rules import rule

PORTS_TO_CHOOSE = {("arrivals", "scapa_flow"), ("arrivals", "gibraltar"), ("arrivals", "alexandria")}


def schedule(*options: str) -> dict[str, int]:
    """When every unit of the game is due."""
    return {key: unit.turn for key, unit in UNITS.items() if not unit.option or unit.option in options}


@rule("SC-SET-01", "SC-SET-02", "SC-UNI-03", "SC-UNI-10")
def test_the_table_before_the_first_turn() -> None:
    match = flagplot.new("sea-control", seed=1)
    state = match.state
    assert (asked(match), voyages(match)) == (("allied", "choose_port"), PORTS_TO_CHOOSE)
    assert offered(match) == {*state.at["arrivals"], "arrivals"}
    assert {UNITS[unit].nation for unit in state.at["kiel_narvik"]} == {"german"}
    assert {UNITS[unit].nation for unit in state.at["taranto"]} == {"italian"}
    assert {UNITS[unit].nation for unit in state.at["arrivals"]} == {"british"}
    assert [len(state.at[place]) for place in ("kiel_narvik", "taranto", "arrivals")] == [7, 10, 27]
    assert sorted(state.at["off_board"]) == ["air_allied", "air_axis", "uboat_1", "uboat_2", "uboat_3"]
    assert len(state.at["reinforcements"]) == len(state.due) == 80 - 7 - 10 - 27 - 5
    assert min(state.due.values()) == 2
    assert state.sp == {unit: UNITS[unit].sp for unit in state.sp}
    assert (state.turn, state.rp, state.marker) == (1, {"allied": 8, "axis": 7}, 0)
    assert (state.control, state.points) == ({}, {"axis": 0, "allied": 0})


@rule("SC-SET-01", "SC-AMB-43")
def test_the_allied_player_shares_his_british_ships_out_as_he_likes() -> None:
    match = flagplot.new("sea-control", seed=1)
    walk(match, order("arrivals", "gibraltar", "ark_royal", "courageous", "eagle", "glorious", "hood"))
    assert sorted(match.state.at["gibraltar"]) == ["ark_royal", "courageous", "eagle", "glorious", "hood"]
    walk(match, order("arrivals", "alexandria", "kent", "exeter"), order("arrivals", "scapa_flow"))
    assert [len(match.state.at[port]) for port in ("gibraltar", "alexandria", "scapa_flow")] == [5, 2, 20]
    assert asked(match) == ("allied", "sail")


@rule("SC-REI-01", "SC-UNI-10", "SC-UNI-11")
@pytest.mark.parametrize(
    ("turn", "arrivals"),
    [
        (2, {"taranto": {"trento", "bolzano"}, "off_board": {"uboat_4"},
             "arrivals": {"king_george_v", "prince_of_wales", "formidable"}}),
        (3, {"kiel_narvik": {"bismarck", "prinz_eugen"}, "off_board": {"uboat_5"}, "leningrad": {"marat", "gangut"},
             "norfolk": {"convoy_1"}, "arrivals": {"duke_of_york", "victorious"}}),
        (4, {"kiel_narvik": {"tirpitz"}, "off_board": {"uboat_6", "uboat_7"}, "arrivals": {"anson", "indomitable"},
             "norfolk": {"washington", "wichita", "wasp", "convoy_2"}}),
        (5, {"taranto": {"roma"}, "arrivals": {"howe"},
             "norfolk": {"massachusetts", "ranger", "tuscaloosa", "convoy_3"}}),
        (6, {"norfolk": {"augusta"}}),
        (7, {"norfolk": {"alabama"}}),
        (8, {}),
    ],
)  # fmt: skip
def test_reinforcements_arrive_in_their_ports(turn: int, arrivals: dict[str, set[str]]) -> None:
    due = {unit: when for unit, when in schedule().items() if when >= turn and UNITS[unit].kind != "air"}
    match = start("reinforcements", {"scapa_flow": ["hood"]}, turn=turn, due=due)
    waiting = arrivals.get("arrivals", set())
    assert asked(match) == ("allied", ("sail", "where_to")[len(waiting)] if len(waiting) < 2 else "choose_port")
    found = {
        space: set(match.state.at[space]) - {"hood", "air_allied", "air_axis"}
        for space in ("kiel_narvik", "taranto", "off_board", "leningrad", "norfolk", "arrivals", "scapa_flow")
    }
    assert {space: units for space, units in found.items() if units} == arrivals
    everyone = {unit for units in arrivals.values() for unit in units}
    assert {entry.about["unit"] for entry in told(match, "arrived", "axis")} == everyone
    assert not everyone & set(match.state.due)


@rule("SC-REI-01")
def test_each_british_ship_gets_a_port_of_its_own_choice() -> None:
    match = start("reinforcements", {}, turn=2, due={"king_george_v": 2, "prince_of_wales": 2, "formidable": 2})
    walk(match, order("arrivals", "alexandria", "formidable"))
    assert voyages(match) == PORTS_TO_CHOOSE
    walk(match, order("arrivals", "gibraltar", "king_george_v"), order("arrivals", "scapa_flow", "prince_of_wales"))
    assert places(match, "formidable", "king_george_v", "prince_of_wales") == ["alexandria", "gibraltar", "scapa_flow"]


@rule("SC-REI-01", "SC-UNI-03", "SC-SUB-04")
def test_reinforcements_and_returning_packs_come_at_full_strength() -> None:
    match = start(
        "reinforcements", {"scapa_flow": ["hood"]}, turn=5, due={"roma": 5, "uboat_1": 5, "uboat_2": 6}, sp={"roma": 2}
    )
    assert (place(match, "roma"), strength(match, "roma", "uboat_1")) == ("taranto", [4, 1])
    assert places(match, "uboat_1", "uboat_2") == ["off_board", "reinforcements"]
    assert match.state.due == {"uboat_2": 6}


@rule("SC-AMB-39")
@pytest.mark.parametrize(
    ("option", "turn", "unit", "port", "figures"),
    [
        ("texas_and_new_york", 5, "texas", "norfolk", ("battleship", "american", 3, 4, 6)),
        ("texas_and_new_york", 6, "new_york", "norfolk", ("battleship", "american", 3, 4, 6)),
        ("graf_zeppelin", 5, "graf_zeppelin", "kiel_narvik", ("carrier", "german", 3, 2, 4)),
    ],
)
def test_handicaps_arrive_with_their_option_alone(
    option: str, turn: int, unit: str, port: str, figures: tuple[str, str, int, int, int]
) -> None:
    assert unit not in flagplot.new("sea-control", seed=1).state.due
    match = flagplot.new("sea-control", seed=1, options={option: True})
    assert match.state.due[unit] == turn
    match = start("reinforcements", {"scapa_flow": ["hood"]}, turn=turn, due={unit: turn}, options={option: True})
    assert (place(match, unit), strength(match, unit)) == (port, [figures[2]])
    label = UNITS[unit]
    assert (label.kind, label.nation, label.sp, label.dice, label.hit) == figures


@rule("SC-AMB-04", "SC-UNI-01", "SC-UNI-06")
def test_there_are_no_land_units_and_so_no_land_combat() -> None:
    kinds = {"battleship", "cruiser", "carrier", "convoy", "submarine", "air"}
    assert {unit.kind for unit in UNITS.values()} == kinds
    assert not [phase for phase in flagplot.game("sea-control").phases if "land" in phase]
