"""Convoys (section 7.4): their route, docking, and what becomes of them."""

from __future__ import annotations

import pytest

from tests.games.sea_control.builder import (
    asked,
    battle,
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


@rule("SC-CNV-03", "SC-AMB-14")
def test_a_convoy_in_the_barents_sea_docks_at_archangel_for_three_points() -> None:
    """V11."""
    match = start("allied_movement", {"barents_sea": ["convoy_1"], "scapa_flow": ["hood"]}, marker=1)
    assert ("barents_sea", "archangel") in voyages(match)
    walk(match, order("barents_sea", "archangel", "convoy_1"))
    assert (place(match, "convoy_1"), match.state.points["allied"]) == ("docked", 3)
    assert [(entry.about["port"], entry.about["vp"]) for entry in told(match, "convoy_docks", "axis")] == [
        ("archangel", 3)
    ]
    walk(match, "done", "keep", "keep")
    score = match.state.scores[0]
    assert (score.axis, score.allied, score.marker, match.state.marker) == (0, 3, -2, -2)


@rule("SC-CNV-03", "SC-CNV-01", "SC-MOV-03", "SC-CNV-06")
@pytest.mark.parametrize(
    ("area", "goals"),
    [
        ("north_atlantic", {"south_atlantic", "north_sea", "barents_sea", "scapa_flow"}),
        ("north_sea", {"north_atlantic", "south_atlantic", "barents_sea", "scapa_flow"}),
        ("barents_sea", {"north_atlantic", "north_sea", "archangel"}),
        ("south_atlantic", {"north_atlantic", "north_sea", "western_med"}),
        ("western_med", {"south_atlantic", "eastern_med"}),
    ],
)
def test_a_convoy_at_sea_sails_one_area_or_docks_where_a_dock_lies_on_its_area_or_waits(
    area: str, goals: set[str]
) -> None:
    control = dict.fromkeys(("north_atlantic", "north_sea", "barents_sea", "south_atlantic"), "allied")
    match = start("allied_movement", {area: ["convoy_1"]}, control=control)
    assert voyages(match) == {(area, goal) for goal in goals}
    match.choose("done")
    assert place(match, "convoy_1") == area


@rule("SC-CNV-03")
def test_scapa_flow_is_worth_one_point() -> None:
    match = walk(start("allied_movement", {"north_sea": ["convoy_1"]}), order("north_sea", "scapa_flow", "convoy_1"))
    assert (place(match, "convoy_1"), match.state.points["allied"]) == ("docked", 1)
    walk(match, "keep", "keep")
    assert (match.state.marker, match.state.scores[0].allied) == (-1, 1)


@rule("SC-CNV-01", "SC-CNV-03", "SC-CNV-02", "SC-REI-02", "SC-UNI-11")
def test_a_convoy_docks_at_scapa_flow_a_turn_after_its_arrival_or_at_archangel_two_turns_after() -> None:
    """V35."""
    match = start("reinforcements", {}, turn=3, due={"convoy_1": 3})
    assert voyages(match) == {("norfolk", "north_atlantic")}
    walk(match, order("norfolk", "north_atlantic", "convoy_1"), "keep", "keep")
    assert (match.state.turn, place(match, "convoy_1"), asked(match)) == (4, "north_atlantic", ("allied", "sail"))
    assert match.state.control == {"north_atlantic": "allied"}
    assert ("north_atlantic", "scapa_flow") in voyages(match)
    assert ("north_atlantic", "archangel") not in voyages(match)
    walk(match, order("north_atlantic", "barents_sea", "convoy_1"), "keep", "keep")
    assert (match.state.turn, place(match, "convoy_1")) == (5, "barents_sea")
    walk(match, order("barents_sea", "archangel", "convoy_1"))
    assert (place(match, "convoy_1"), match.state.points["allied"]) == ("docked", 3)


@rule("SC-CNV-01", "SC-MOV-03")
def test_a_convoy_moves_once_in_a_turn() -> None:
    at = {"norfolk": ["convoy_2"], "north_atlantic": ["convoy_1"], "scapa_flow": ["hood"]}
    match = start("allied_movement", at, turn=4)
    walk(match, order("norfolk", "north_atlantic", "convoy_2"))
    assert place(match, "convoy_2") == "north_atlantic"
    walk(match, order("north_atlantic", "north_sea", "convoy_1"))  # Convoy 1 alone can still move
    assert places(match, "convoy_1", "convoy_2") == ["north_sea", "north_atlantic"]
    assert voyages(match) == {("scapa_flow", "north_sea"), ("scapa_flow", "north_atlantic")}


@rule("SC-CNV-02", "SC-END-01")
def test_a_convoy_stays_at_sea_when_the_others_go_home() -> None:
    match = start("control", {"north_atlantic": ["convoy_1", "hood"]}, turn=1)
    assert (match.state.turn, places(match, "convoy_1", "hood")) == (1, ["north_atlantic", "north_atlantic"])
    assert voyages(match) == {("north_atlantic", "scapa_flow"), ("north_atlantic", "gibraltar")}
    walk(match, order("north_atlantic", "gibraltar", "hood"))
    assert (match.state.turn, places(match, "convoy_1", "hood")) == (2, ["north_atlantic", "gibraltar"])


@rule("SC-CNV-05", "SC-CTL-02")
def test_a_convoy_controls_an_area_like_any_surface_ship() -> None:
    match = start("control", {"barents_sea": ["convoy_1"], "north_sea": ["convoy_2", "uboat_1"]}, turn=5)
    assert match.state.control == {"barents_sea": "allied"}
    assert match.state.scores[0].allied == 1


@rule("SC-CNV-04", "SC-AMB-14", "SC-VP-01")
def test_convoys_sunk_count_in_the_sums_of_the_turn() -> None:
    match = battle(
        "north_sea", ["bismarck", "convoy_1"], 4, 4, 4, 2, 2, 2, 3, elsewhere={"western_med": ["hood"]}, turn=4
    )
    assert (place(match, "convoy_1"), strength(match, "convoy_1")) == ("lost", [0])
    score = match.state.scores[0]
    assert (score.axis, score.allied, score.marker) == (2 + 3, 1, 4)


@rule("SC-AMB-09")
def test_a_convoy_driven_into_port_scores_nothing_there_and_sails_again_next_turn() -> None:
    match = battle("north_sea", ["bismarck", "convoy_1"], 1, *[2] * 5, 2, turn=4)
    assert (place(match, "convoy_1"), told(match, "convoy_docks"), match.state.scores[0].allied) == (
        "scapa_flow",
        [],
        0,
    )
    walk(match, order("north_sea", "kiel_narvik", "bismarck"))
    assert (asked(match), voyages(match)) == (
        ("allied", "sail"),
        {("scapa_flow", "north_sea"), ("scapa_flow", "north_atlantic")},
    )
    walk(match, order("scapa_flow", "north_sea", "convoy_1"))
    assert (place(match, "convoy_1"), match.state.points["allied"]) == ("north_sea", 0)


@rule("SC-MAP-05", "SC-CNV-03")
@pytest.mark.parametrize(("turn", "is_open"), [(2, False), (3, True), (8, True)])
def test_archangel_is_no_dock_before_turn_three(turn: int, is_open: bool) -> None:
    match = start("allied_movement", {"barents_sea": ["convoy_1"]}, turn=turn)
    assert (("barents_sea", "archangel") in voyages(match)) == is_open


@rule("SC-CNV-02")
def test_a_convoy_stays_at_sea_even_where_there_would_be_one_way_to_port() -> None:
    match = start("control", {"barents_sea": ["convoy_1"]}, turn=2)
    assert (match.state.turn, place(match, "convoy_1")) == (3, "barents_sea")
