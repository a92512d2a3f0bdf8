"""Resource points, repair and air raids (sections 5, 7.2 and 13)."""

from __future__ import annotations

import pytest

import flagplot
from flagplot.games.sea_control.rules import repair
from flagplot.games.sea_control.state import State
from tests.games.sea_control.builder import (
    asked,
    battle,
    faces,
    offered,
    order,
    place,
    places,
    start,
    strength,
    told,
    walk,
)
from tests.rules import rule

RAIDS = {"air_raid": True}


@rule("SC-RP-03", "SC-MAP-06")
def test_a_ship_in_scapa_flow_gets_all_its_points_back() -> None:
    """V03."""
    match = start("allied_repair", {"scapa_flow": ["nelson"]}, sp={"nelson": 1})
    assert (asked(match), offered(match)) == (
        ("allied", "repair"),
        {("nelson", 1), ("nelson", 2), ("nelson", 3), "done"},
    )
    match.choose(("nelson", 3))
    assert (strength(match, "nelson"), match.state.turn, asked(match)) == ([4], 4, ("allied", "sail"))
    entry = told(match, "repaired", "allied")[0]
    assert (entry.about["ship"], entry.about["points"], entry.about["port"]) == ("nelson", 3, "scapa_flow")
    assert [entry.about["points"] for entry in told(match, "rp_spent", "axis")] == [3]


@rule("SC-RP-03", "SC-MAP-06")
@pytest.mark.parametrize(
    ("side", "port", "ship", "capacity"),
    [
        pytest.param("allied", "alexandria", "nelson", 1, id="V04"),
        ("allied", "gibraltar", "nelson", 1),
        ("allied", "norfolk", "nelson", 5),
        ("allied", "leningrad", "gangut", 1),
        ("allied", "archangel", "nelson", 1),
        ("axis", "kiel_narvik", "bismarck", 5),
        ("axis", "brest", "bismarck", 2),
        ("axis", "taranto", "bismarck", 2),
    ],
)
def test_repairs_are_limited_by_the_capacity_of_the_port(side: str, port: str, ship: str, capacity: int) -> None:
    match = start(f"{side}_repair", {port: [ship]}, sp={ship: 1})
    assert offered(match) == {*((ship, points) for points in range(1, min(3, capacity) + 1)), "done"}
    match.choose((ship, min(3, capacity)))
    assert strength(match, ship) == [1 + min(3, capacity)]
    assert asked(match) != (side, "repair")


@rule("SC-RP-03")
def test_all_repairs_in_a_port_together_keep_to_its_capacity_and_each_port_has_its_own() -> None:
    at = {"taranto": ["littorio", "zara"], "kiel_narvik": ["bismarck"]}
    match = start("axis_repair", at, sp={"littorio": 1, "zara": 1, "bismarck": 1})
    assert offered(match) == {
        ("littorio", 2), ("littorio", 1), ("zara", 1), ("bismarck", 3), ("bismarck", 2), ("bismarck", 1), "done",
    }  # fmt: skip
    match.choose(("littorio", 1))
    assert offered(match) == {
        ("littorio", 1), ("zara", 1), ("bismarck", 3), ("bismarck", 2), ("bismarck", 1), "done",
    }  # fmt: skip
    match.choose(("zara", 1))
    assert offered(match) == {"done", ("bismarck", 3), ("bismarck", 2), ("bismarck", 1)}
    match.choose("done")
    assert strength(match, "littorio", "zara", "bismarck") == [2, 2, 1]


@rule("SC-RP-02", "SC-AMB-15")
def test_nobody_spends_more_than_he_has_and_germans_and_italians_share_one_purse() -> None:
    at = {"taranto": ["littorio"], "kiel_narvik": ["bismarck"]}
    match = start("axis_repair", at, sp={"littorio": 1, "bismarck": 1}, rp={"axis": 3, "allied": 8})
    match.choose(("bismarck", 2))
    assert (match.state.rp["axis"], offered(match)) == (1, {("bismarck", 1), ("littorio", 1), "done"})
    match.choose(("littorio", 1))
    assert (strength(match, "littorio", "bismarck"), match.state.turn) == ([2, 3], 4)


@rule("SC-RP-01", "SC-RP-02")
@pytest.mark.parametrize("turn", range(1, 9))
def test_both_sides_get_the_resource_points_of_the_turn_and_save_none(turn: int) -> None:
    """V27."""
    match = start("reinforcements", {"scapa_flow": ["hood"]}, turn=turn, rp={"allied": 99, "axis": 99})
    allied = [8, 8, 8, 15, 15, 15, 15, 15][turn - 1]
    axis = [7, 9, 9, 9, 9, 9, 7, 7][turn - 1]
    assert asked(match) == ("allied", "sail")
    assert match.state.rp == {"allied": allied, "axis": axis}
    assert [(entry.about["allied"], entry.about["axis"]) for entry in told(match, "turn_begins")] == [(allied, axis)]


@rule("SC-RP-02", "SC-RP-03")
def test_capacity_and_points_are_whole_again_in_the_next_turn() -> None:
    match = start("axis_repair", {"taranto": ["littorio"]}, sp={"littorio": 1})
    walk(match, ("littorio", 2))
    assert (match.state.turn, match.state.rp["axis"], match.state.capacity["taranto"]) == (4, 9, 2)
    walk(match, "done", "keep", "keep")
    assert offered(match) == {("littorio", 1), "done"}


@rule("SC-RP-03", "SC-RP-04")
def test_a_ship_at_sea_and_an_undamaged_one_are_not_repaired() -> None:
    at = {"scapa_flow": ["hood"], "north_sea": ["nelson"]}
    match = start("allied_repair", at, sp={"nelson": 1})
    assert offered(match) == {"done"}
    match.choose("done")
    assert told(match, "repaired") == []
    assert (asked(match), strength(match, "nelson")) == (("allied", "where_to"), [1])


@rule("SC-RP-03", "SC-AMB-08", "SC-MAP-05", "SC-AMB-16")
@pytest.mark.parametrize(
    ("port", "turn", "repairs"),
    [("south_america", 4, False), ("brest", 1, False), ("brest", 2, True), ("brest", 6, True), ("brest", 7, False)],
)
def test_a_ship_in_a_neutral_or_closed_port_is_not_repaired(port: str, turn: int, repairs: bool) -> None:
    match = start("axis_repair", {port: ["bismarck"]}, sp={"bismarck": 1}, turn=turn)
    assert (asked(match) == ("axis", "repair")) == repairs


@rule("SC-RP-03", "SC-MAP-06")
def test_a_convoy_held_in_port_is_repaired_like_any_ship() -> None:
    match = start("allied_repair", {"scapa_flow": ["convoy_1"]}, sp={"convoy_1": 1}).choose(("convoy_1", 2))
    assert strength(match, "convoy_1") == [3]


@rule("SC-AMB-08")
def test_a_ship_may_sail_from_south_america_in_any_later_turn() -> None:
    match = start("axis_movement", {"south_america": ["bismarck"]}, turn=8)
    walk(match, order("south_america", "south_atlantic", "bismarck"))
    assert place(match, "bismarck") == "south_atlantic"


@rule("SC-AMB-22", "SC-SEQ-01")
def test_a_ship_that_a_battle_sends_into_port_is_repaired_in_the_next_turn_if_it_stays() -> None:
    match = battle("north_sea", ["lutzow", "hood"], 1, *[2] * 4, sp={"hood": 1}, turn=7)
    assert (place(match, "hood"), strength(match, "hood"), told(match, "repaired")) == ("scapa_flow", [1], [])
    assert (match.state.turn, asked(match)) == (8, ("allied", "sail"))
    walk(match, "done", "done", "keep", "keep")
    assert (asked(match), offered(match)) == (("allied", "repair"), {("hood", 1), ("hood", 2), "done"})


@rule("SC-AMB-24", "SC-SEQ-01")
def test_repairs_of_one_side_leave_the_other_sides_points_and_ports_alone() -> None:
    at = {"scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]}
    match = start("allied_repair", at, sp={"hood": 1, "bismarck": 2}, turn=4)
    match.choose(("hood", 2))
    assert asked(match) == ("axis", "repair")
    assert (match.state.rp, match.state.capacity["scapa_flow"]) == ({"allied": 13, "axis": 9}, 4)
    assert match.state.capacity["kiel_narvik"] == 5


# Air raids


@rule("SC-OPT-02", "SC-MAP-08")
def test_land_air_cannot_be_placed_over_a_port_without_the_option() -> None:
    match = start("air_placement", {"kiel_narvik": ["bismarck"]})
    assert offered(match) == {"western_med", "eastern_med", "keep"}


@rule("SC-OPT-02", "SC-MAP-08", "SC-MAP-05")
@pytest.mark.parametrize(
    ("turn", "allied", "axis"),
    [
        (1, {"kiel_narvik", "taranto"}, {"scapa_flow", "alexandria"}),
        (2, {"kiel_narvik", "taranto", "brest"}, {"scapa_flow", "alexandria"}),
        (3, {"kiel_narvik", "taranto", "brest"}, {"scapa_flow", "alexandria", "leningrad"}),
        (7, {"kiel_narvik", "taranto"}, {"scapa_flow", "alexandria", "leningrad"}),
    ],
)
def test_raids_lead_to_the_enemys_marked_ports_that_are_open(turn: int, allied: set[str], axis: set[str]) -> None:
    match = start("air_placement", {}, options=RAIDS, turn=turn)
    assert offered(match) == {*allied, "western_med", "eastern_med", "keep"}
    match.choose("keep")
    assert offered(match) == {*axis, "barents_sea", "baltic_sea", "western_med", "eastern_med", "keep"}


@rule("SC-OPT-02", "SC-AMB-40")
@pytest.mark.parametrize(
    ("port", "dice", "left"),
    [
        pytest.param("scapa_flow", (4, 6, 2), 2, id="V28"),
        pytest.param("alexandria", (4, 5, 6), 0, id="V36"),
        ("scapa_flow", (1, 2, 3), 6),
        ("scapa_flow", (3, 4, 3), 4),
        ("scapa_flow", (4, 5, 6), 0),
        ("leningrad", (5, 1, 1), 0),
    ],
)
def test_each_hit_of_a_raid_takes_two_from_the_ports_capacity_in_this_turn(
    port: str, dice: tuple[int, ...], left: int
) -> None:
    at = {port: ["nelson"], "kiel_narvik": ["bismarck"]}
    match = start("air_placement", at, *dice, sp={"nelson": 1}, options=RAIDS | {"baltic": True})
    walk(match, "keep", port)
    assert faces(match, "raid") == [dice]
    effect = told(match, "raid_effect")[0].about
    assert (effect["hits"], effect["left"]) == (sum(die >= 4 for die in dice), left)
    if left:
        assert offered(match) == {*(("nelson", points) for points in range(1, min(left, 3) + 1)), "done"}
        match.choose("done")
    assert (told(match, "repaired"), strength(match, "nelson")) == ([], [1])
    assert (match.state.turn, match.state.capacity[port]) == (4, {"scapa_flow": 6}.get(port, 1))


@rule("SC-AMB-40", "SC-OPT-02")
def test_raids_are_thrown_when_both_units_are_placed_the_allied_one_first() -> None:
    at = {"taranto": ["littorio"], "scapa_flow": ["nelson"]}
    match = start("air_placement", at, 4, 1, 1, 6, 6, 1, sp={"littorio": 1, "nelson": 1}, options=RAIDS)
    match.choose("taranto")
    assert (asked(match), faces(match, "raid")) == (("axis", "place_land_air"), [])
    match.choose("scapa_flow")
    assert [(entry.about["side"], entry.about["port"], entry.faces) for entry in told(match, "raid")] == [
        ("allied", "taranto", (4, 1, 1)),
        ("axis", "scapa_flow", (6, 6, 1)),
    ]
    assert (asked(match), offered(match)) == (("allied", "repair"), {("nelson", 1), ("nelson", 2), "done"})
    match.choose("done")
    assert (asked(match), match.state.turn) == (("allied", "sail"), 4)  # nothing can be repaired at Taranto


@rule("SC-AMB-40", "SC-OPT-02")
def test_a_unit_over_a_port_takes_part_in_no_battle_and_is_back_in_the_next_turn() -> None:
    at = {"eastern_med": ["hood", "zara"], "kiel_narvik": ["bismarck"]}
    match = start("air_placement", at, 2, 2, 2, 2, *[2] * 4, options=RAIDS)
    walk(match, "taranto", "keep")
    assert (told(match, "air_strike"), asked(match)) == ([], ("allied", "stay_or_withdraw"))
    walk(match, "stay", "withdraw", order("eastern_med", "alexandria", "hood"))
    assert (match.state.turn, places(match, "air_allied", "zara")) == (4, ["off_board", "taranto"])
    walk(match, "done", "done")
    assert asked(match) == ("allied", "place_land_air")
    assert "taranto" in offered(match)


@rule("SC-RP-03")
@pytest.mark.parametrize("task_force", [False, True])
def test_whoever_can_repair_a_ship_can_be_thought_to_do_so(task_force: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[bool] = []

    def checked(state: State, side: str) -> list[tuple[str, int]]:
        repairs = possible_repairs(state, side)
        if repairs:
            found.append(repair.is_repair_conceivable(state, side))
        return repairs

    possible_repairs = repair.possible_repairs
    monkeypatch.setattr(repair, "possible_repairs", checked)
    for seed in range(8):
        flagplot.play("sea-control", seed=seed, options={"task_force": task_force})
    assert len(found) > 40
    assert all(found)
