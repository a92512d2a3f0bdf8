"""Task forces and decoys (section 13)."""

from __future__ import annotations

import itertools
from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.engine.view import ONLOOKER
from flagplot.games.sea_control.state import State
from tests.games.sea_control.builder import (
    asked,
    battle,
    decoy,
    faces,
    keys,
    offered,
    order,
    place,
    places,
    start,
    told,
    voyages,
    walk,
)
from tests.rules import rule

TASK_FORCES = {"task_force": True}


def fleet(*dice: int, **more: Any) -> Match[State]:
    """Three ships in Scapa Flow about to sail, with task forces allowed."""
    at = {"scapa_flow": ["hood", "nelson", "kent"], **more.pop("elsewhere", {})}
    return start("allied_movement", at, *dice, options=TASK_FORCES, **more)


def blocks(match: Match[State]) -> dict[str, int]:
    """How many Allied backs the Axis sees in each place."""
    return {piece.space: piece.count for piece in match.view("axis").pieces if piece.hidden}


@rule("SC-OPT-03")
def test_there_are_task_forces_only_with_the_option() -> None:
    areas = {"north_sea", "north_atlantic"}
    match = start("allied_movement", {"scapa_flow": ["hood"]})
    assert offered(match) == {"hood", "done"}
    assert offered(match.choose("hood")) == areas
    match = fleet()
    assert offered(match) == {"hood", "kent", "nelson", "scapa_flow", "done"}
    formed = {(area, "task_force_1") for area in areas}
    assert offered(match.choose("hood")) == {*areas, *formed, "kent", "nelson"}
    assert offered(fleet().choose("scapa_flow")) == {*formed, "hood", "kent", "nelson"}


@rule("SC-OPT-03")
def test_a_decoy_can_leave_a_port_with_a_single_ship() -> None:
    match = start("allied_movement", {"scapa_flow": ["hood"]}, options=TASK_FORCES)
    assert offered(match) == {"hood", "scapa_flow", "done"}
    walk(match, decoy("scapa_flow", "north_sea", "task_force_1"))
    assert (match.state.task_forces["task_force_1"].ships, places(match, "hood")) == ((), ["scapa_flow"])


@rule("SC-AMB-35")
def test_ships_on_their_way_home_form_no_task_force() -> None:
    match = start("allied_return", {"north_sea": ["hood", "kent"]}, options=TASK_FORCES).choose("hood")
    assert not [option for option in offered(match) if "task_force_1" in option]


@rule("SC-OPT-03")
def test_the_axis_has_no_task_forces() -> None:
    match = start("axis_movement", {"brest": ["bismarck"]}, options=TASK_FORCES)
    assert voyages(match) == {("brest", "north_atlantic"), ("brest", "south_atlantic")}


@rule("SC-OPT-03", "SC-AMB-35", "SC-AMB-38")
def test_ships_of_a_task_force_sail_as_one_block() -> None:
    match = walk(fleet(), order("scapa_flow", "north_sea", "hood", "kent", task_force="task_force_1"))
    force = match.state.task_forces["task_force_1"]
    assert (force.origin, force.area, force.ships) == ("scapa_flow", "north_sea", ("hood", "kent"))
    assert places(match, "hood", "kent", "nelson") == ["north_sea", "north_sea", "scapa_flow"]
    assert blocks(match) == {"north_sea": 1, "scapa_flow": 3}  # as many as before, so that nobody can tell a decoy
    assert [entry.about["blocks"] for entry in told(match, "blocks_move", "axis")] == [1]
    assert keys(match, "task_force_formed") == ["task_force_formed"]
    assert not [entry for entry in match.log("axis") if entry.key in ("task_force_formed", "sailed")]
    own = {piece.id: piece for piece in match.view("allied").pieces}
    assert set(own["task_force_1"].badges) == {"Hood", "Kent"}
    assert "task_force_1" not in {piece.id for piece in match.view("axis").pieces}
    assert match.view(ONLOOKER).pieces == match.view("axis").pieces  # the Axis has no block here that would differ


@rule("SC-OPT-03", "SC-AMB-27", "SC-AMB-38")
def test_an_empty_task_force_looks_like_any_other() -> None:
    match = walk(fleet(), decoy("scapa_flow", "north_sea", "task_force_1"))
    assert match.state.task_forces["task_force_1"].ships == ()
    assert match.state.at["north_sea"] == []
    assert blocks(match) == {"north_sea": 1, "scapa_flow": 3}
    full = walk(fleet(), order("scapa_flow", "north_sea", "hood", task_force="task_force_1"))
    assert told(full, "blocks_move", "axis") == told(match, "blocks_move", "axis")
    own = {piece.id: piece for piece in match.view("allied").pieces}
    assert own["task_force_1"].badges == ("decoy",)


@rule("SC-AMB-35")
def test_the_allied_player_has_four_task_forces() -> None:
    match = fleet()
    for number in range(1, 5):
        walk(match, decoy("scapa_flow", "north_sea", f"task_force_{number}"))
    match.choose("hood")
    assert not [option for option in offered(match) if isinstance(option, tuple)]
    match.undo()
    assert voyages(match) == {("scapa_flow", "north_sea"), ("scapa_flow", "north_atlantic")}
    assert blocks(match) == {"north_sea": 4, "scapa_flow": 3}


@rule("SC-AMB-35")
def test_a_task_force_takes_ships_from_one_port_to_one_area() -> None:
    match = fleet(elsewhere={"gibraltar": ["rodney"]}, control={"north_sea": "allied"})
    match.choose("scapa_flow")
    assert offered(match) >= {"hood", "nelson", "kent", ("barents_sea", "task_force_1")}
    assert "rodney" not in offered(match)
    walk(match, "all", ("barents_sea", "task_force_1"))
    assert (asked(match), place(match, "rodney")) == (("allied", "sail"), "gibraltar")
    assert ("western_med", "task_force_2") in offered(match.choose("rodney"))


@rule("SC-OPT-03", "SC-COM-02", "SC-AMB-35")
def test_a_task_force_gives_way_to_its_ships_when_a_battle_begins_there() -> None:
    match = fleet(*[2] * 10, elsewhere={"north_sea": ["lutzow"], "barents_sea": ["blucher"]})
    walk(match, order("scapa_flow", "north_sea", "hood", task_force="task_force_1"))
    walk(match, order("scapa_flow", "north_atlantic", "kent", task_force="task_force_2"), "done", "keep", "keep")
    assert [entry.about["allied"] for entry in told(match, "battle_joined", "axis")] == [("hood",)]
    assert set(match.state.task_forces) == {"task_force_2"}
    assert asked(match) == ("allied", "stay_or_withdraw")
    assert blocks(match) == {"north_atlantic": 1, "scapa_flow": 2}  # Nelson, and Kent, who may lie in port
    assert "hood" in {piece.id for piece in match.view("axis").pieces}


@rule("SC-AMB-27", "SC-OPT-03")
@pytest.mark.parametrize("enemy", ["lutzow", "uboat_1"])
def test_a_decoy_where_the_enemy_is_turns_out_to_be_nothing(enemy: str) -> None:
    match = fleet(elsewhere={"north_sea": [enemy]}, turn=4)
    walk(match, decoy("scapa_flow", "north_sea", "task_force_1"), "done", "keep", "keep")
    (found,) = told(match, "decoy_found", "axis")
    assert found.about == {"area": "north_sea"}  # not its number, which would tell that there are others
    assert keys(match, "battle_joined", "asw") == []
    assert match.state.control == ({"north_sea": "axis"} if enemy == "lutzow" else {})
    assert match.state.task_forces == {}
    assert not match.can_undo


@rule("SC-AMB-27")
def test_a_decoy_that_was_found_is_off_the_board_while_battles_are_fought_elsewhere() -> None:
    match = fleet(2, 2, elsewhere={"north_sea": ["lutzow"], "barents_sea": ["blucher", "exeter"]}, turn=4)
    walk(match, decoy("scapa_flow", "north_sea", "task_force_1"), "done", "keep", "keep")
    assert (asked(match), match.state.task_forces) == (("allied", "stay_or_withdraw"), {})
    assert blocks(match) == {"scapa_flow": 3}


@rule("SC-AMB-27")
def test_a_decoy_beside_a_real_ship_gives_no_die_in_the_hunt() -> None:
    match = fleet(3, 3, 3, elsewhere={"north_sea": ["uboat_1"]}, turn=4)
    walk(match, decoy("scapa_flow", "north_sea", "task_force_1"), order("scapa_flow", "north_sea", "hood"))
    walk(match, "done", "keep", "keep")
    assert faces(match, "asw") == [(3,)]
    assert len(told(match, "decoy_found")) == 1


@rule("SC-AMB-27", "SC-AMB-35")
def test_a_task_force_that_meets_nobody_is_taken_off_at_the_end_of_the_turn_and_not_told_of() -> None:
    match = fleet(turn=4)
    walk(match, decoy("scapa_flow", "north_sea", "task_force_1"))
    walk(match, order("scapa_flow", "north_atlantic", "hood", task_force="task_force_2"), "done", "keep", "keep")
    assert match.state.control == {"north_atlantic": "allied"}  # the decoy controls nothing
    assert blocks(match) == {"north_sea": 1, "north_atlantic": 1, "scapa_flow": 3}
    assert told(match, "decoy_found", "axis") == []
    assert not [entry for entry in match.log("axis") if "Hood" in entry.text]
    before = len(match.log("axis"))
    walk(match, order("north_atlantic", "scapa_flow", "hood"))
    assert [entry.key for entry in match.log("axis")[before:]] == ["turn_begins"]
    assert (match.state.task_forces, blocks(match)) == ({}, {"scapa_flow": 3})
    assert (match.state.turn, ("north_sea", "task_force_1") in offered(match.choose("hood"))) == (5, True)


@rule("SC-AMB-27", "SC-AMB-35")
def test_a_task_force_waits_for_its_own_battle_while_others_are_fought() -> None:
    elsewhere = {"north_sea": ["lutzow"], "north_atlantic": ["blucher"]}
    match = fleet(*[2] * 4, *[2] * 2, elsewhere=elsewhere, turn=4)
    walk(match, order("scapa_flow", "north_sea", "hood", "nelson", task_force="task_force_1"))
    walk(match, order("scapa_flow", "north_atlantic", "kent"), "done", "keep", "keep", "north_atlantic")
    assert match.state.battle
    assert match.state.battle.area == "north_atlantic"
    assert (set(match.state.task_forces), blocks(match)) == ({"task_force_1"}, {"north_sea": 1, "scapa_flow": 2})


@rule("SC-OPT-03", "SC-OPT-01", "SC-AMB-28")
def test_a_ship_stopped_by_guns_does_not_join_its_task_force() -> None:
    options = {"task_force": True, "baltic": True}
    at = {"scapa_flow": ["hood", "nelson"]}
    match = start("allied_movement", at, 2, 2, 2, 1, 2, 2, control={"north_sea": "allied"}, options=options)
    walk(match, order("scapa_flow", "baltic_sea", task_force="task_force_1"))
    assert places(match, "hood", "nelson") == ["scapa_flow", "baltic_sea"]
    assert match.state.task_forces["task_force_1"].ships == ()
    assert blocks(match) == {"baltic_sea": 2, "scapa_flow": 1}  # Nelson was seen on his way, beside the task force


@rule("SC-AMB-35", "SC-AMB-38")
def test_what_a_task_force_holds_is_shown_when_the_game_has_ended() -> None:
    match = fleet(turn=8)
    walk(match, order("scapa_flow", "north_sea", "hood", task_force="task_force_1"), "done", "keep", "keep")
    assert match.decision is None
    assert {"hood", "nelson", "kent"} <= {piece.id for piece in match.view("axis").pieces}
    assert blocks(match) == {}


@rule("SC-AMB-38", "SC-OPT-03")
def test_the_axis_imagines_task_forces_with_other_ships_and_as_decoys() -> None:
    match = walk(fleet(), order("scapa_flow", "north_sea", "hood", task_force="task_force_1"))
    walk(match, decoy("scapa_flow", "north_atlantic", "task_force_2"), "done")
    assert asked(match) == ("allied", "place_land_air")
    held = {frozenset(match.fork("axis", seed).state.task_forces["task_force_2"].ships) for seed in range(100)}
    ships = ("hood", "nelson", "kent")
    assert held == {frozenset(some) for size in range(4) for some in itertools.combinations(ships, size)}


@rule("SC-AMB-28", "SC-AMB-38", "SC-OPT-03")
def test_a_ship_of_a_task_force_that_the_guns_have_shown_is_not_imagined_in_another() -> None:
    options = {"task_force": True, "baltic": True}
    at = {"scapa_flow": ["hood", "nelson", "kent"]}
    match = start("allied_movement", at, 2, 2, 2, control={"north_sea": "allied"}, options=options)
    walk(match, order("scapa_flow", "baltic_sea", "hood", task_force="task_force_1"))
    walk(match, decoy("scapa_flow", "north_atlantic", "task_force_2"), "done")
    assert {place(match.fork("axis", seed), "hood") for seed in range(20)} == {"baltic_sea"}


@rule("SC-COM-02")
def test_the_battle_board_has_a_station_and_sections_for_the_others() -> None:
    units = ["hood", "kent", "eagle", "convoy_1", "air_allied", "zara", "uboat_1"]
    match = battle("western_med", units, *[2] * 11)
    board = match.view("axis").lineups[0]
    assert {(section.side, section.name): {piece.id for piece in section.pieces} for section in board.sections} == {
        ("axis", "Battle station"): {"zara"},
        ("axis", "Submarines"): {"uboat_1"},
        ("allied", "Battle station"): {"hood", "kent"},
        ("allied", "Carriers"): {"eagle"},
        ("allied", "Convoys"): {"convoy_1"},
        ("allied", "Land air"): {"air_allied"},
    }
    assert board == match.view("allied").lineups[0]
