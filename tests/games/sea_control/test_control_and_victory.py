"""Control, victory points and victory (sections 9, 10 and 12)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.sea_control.state import TurnScore
from flagplot.games.sea_control.view.view import goals
from tests.games.sea_control.builder import asked, keys, places, start, texts, told
from tests.rules import rule


@rule("SC-CTL-02", "SC-VP-01", "SC-MAP-02", "SC-CTL-03")
def test_the_published_example_of_control() -> None:
    """V22: Axis 5, Allies 3, and two neutral areas."""
    at = {
        "north_sea": ["bismarck"], "barents_sea": ["lutzow"], "eastern_med": ["hood"], "western_med": ["nelson"],
        "north_atlantic": ["kent"], "south_atlantic": ["rodney", "uboat_1"],
    }  # fmt: skip
    match = start("control", at, turn=7, control={"south_atlantic": "allied", "baltic_sea": "axis"})
    assert match.state.control == {
        "north_sea": "axis", "barents_sea": "axis", "eastern_med": "allied", "western_med": "allied",
        "north_atlantic": "allied",
    }  # fmt: skip
    assert match.state.scores == [TurnScore(5, 3, 2)]
    assert match.state.marker == 2
    assert {entry.about["area"] for entry in told(match, "nobody_controls")} == {"south_atlantic", "baltic_sea"}
    assert asked(match) == ("allied", "return_to")  # the two Axis ships have one way home each, and took it


@rule("SC-MAP-02", "SC-CTL-02")
@pytest.mark.parametrize(
    ("area", "axis", "allied"),
    [
        ("north_atlantic", 3, 1),
        ("south_atlantic", 3, 1),
        ("north_sea", 3, 1),
        ("barents_sea", 2, 1),
        ("baltic_sea", 1, 2),
        ("western_med", 1, 1),
        ("eastern_med", 1, 1),
    ],
)
def test_every_area_scores_its_number_for_the_side_that_alone_has_ships_there(
    area: str, axis: int, allied: int
) -> None:
    match = start("control", {area: ["bismarck"]}, turn=7)
    assert (match.state.control, match.state.scores) == ({area: "axis"}, [TurnScore(axis, 0, axis)])
    match = start("control", {area: ["marat"]}, turn=7)
    assert (match.state.control, match.state.scores) == ({area: "allied"}, [TurnScore(0, allied, -allied)])


@rule("SC-CTL-02", "SC-AMB-21", "SC-AMB-13", "SC-UNI-10")
@pytest.mark.parametrize(
    ("units", "holder"),
    [
        ([], None),
        (["hood"], "allied"),
        (["eagle"], "allied"),
        (["convoy_1"], "allied"),
        (["zara"], "axis"),
        (["graf_zeppelin"], "axis"),
        pytest.param(["uboat_1"], None, id="V30"),
        pytest.param(["zara", "uboat_1"], "axis", id="V37"),
        (["hood", "uboat_1"], None),
        (["hood", "nelson", "uboat_1", "uboat_2"], None),
        (["air_axis"], None),
        (["air_allied"], None),
        (["air_axis", "hood"], "allied"),
        (["air_allied", "zara"], "axis"),
        (["eagle", "graf_zeppelin"], None),
    ],
)
@pytest.mark.parametrize("before", ["axis", "allied", None])
def test_who_controls_an_area(units: list[str], holder: str | None, before: str | None) -> None:
    options = {"graf_zeppelin": True}
    control = {"western_med": before} if before else {}
    match = start("control", {"western_med": units}, turn=7, control=control, options=options)
    assert match.state.control == ({"western_med": holder} if holder else {})
    axis, allied = int(holder == "axis"), int(holder == "allied")
    assert match.state.scores == [TurnScore(axis, allied, axis - allied)]


@rule("SC-CTL-01")
def test_control_is_settled_when_every_battle_has_been_fought() -> None:
    at = {"north_sea": ["lutzow", "kent"], "western_med": ["zara", "exeter"], "barents_sea": ["hood"]}
    match = start("combat", at, 1, 2, 2, 1, control={"barents_sea": "axis"})
    match.choose("western_med")
    # Exeter is disabled and gone; the other battle is fought before anything is settled
    assert keys(match, "battle_over", "gunfire", "controlled") == [
        "gunfire", "gunfire", "battle_over", "gunfire", "gunfire", "battle_over", "controlled", "controlled",
        "controlled",
    ]  # fmt: skip
    assert match.state.control == {"western_med": "axis", "north_sea": "allied", "barents_sea": "allied"}


@rule("SC-VP-01", "SC-VP-02")
def test_the_published_example_of_the_marker() -> None:
    """V23: from Allied 4, nine against three bring the marker to Axis 2."""
    at = {
        "north_atlantic": ["bismarck"], "north_sea": ["lutzow"], "barents_sea": ["tirpitz"], "baltic_sea": ["blucher"],
        "western_med": ["hood"], "eastern_med": ["kent"], "south_atlantic": ["nelson"],
    }  # fmt: skip
    match = start("control", at, turn=7, marker=-4)
    assert match.state.scores == [TurnScore(9, 3, 2)]
    assert texts(match, "turn_scored") == ["Turn 7: Axis 9, Allies 3; the Axis leads by 2."]


@rule("SC-VP-02", "SC-AMB-23")
@pytest.mark.parametrize(
    ("ship", "marker", "cap", "after"),
    [
        ("bismarck", 9, 12, 12),
        ("bismarck", 10, 12, 12),
        ("bismarck", 12, 12, 12),
        ("bismarck", -12, 12, -9),
        ("hood", -11, 12, -12),
        ("hood", -12, 12, -12),
        ("hood", 12, 12, 11),
        ("bismarck", 3, 5, 5),
        ("hood", -5, 5, -5),
        ("bismarck", 12, 20, 15),
    ],
)
def test_the_marker_stops_at_the_end_of_the_track(ship: str, marker: int, cap: int, after: int) -> None:
    """V24 is the like of the second: what is beyond 12 is lost."""
    match = start("control", {"north_sea": [ship]}, turn=7, marker=marker, options={"vp_cap": cap})
    assert (match.state.marker, match.state.scores[0].marker) == (after, after)


@rule("SC-VP-02")
def test_five_points_at_axis_ten_bring_the_marker_to_twelve() -> None:
    """V24."""
    at = {"north_sea": ["bismarck"], "barents_sea": ["lutzow"]}
    match = start("control", at, turn=7, marker=10)
    assert match.state.scores == [TurnScore(5, 0, 12)]


@rule("SC-VP-02")
@pytest.mark.parametrize(
    ("marker", "words"), [(0, "nobody leads"), (-1, "the Allies lead by 1"), (1, "the Axis leads by 1")]
)
def test_the_log_says_who_leads(marker: int, words: str) -> None:
    match = start("control", {}, turn=7, marker=marker)
    assert texts(match, "turn_scored") == [f"Turn 7: Axis 0, Allies 0; {words}."]


@rule("SC-VP-01")
def test_equal_sums_leave_the_marker_where_it_is() -> None:
    at = {"western_med": ["zara"], "eastern_med": ["hood"]}
    match = start("control", at, turn=7, marker=3)
    assert match.state.scores == [TurnScore(1, 1, 3)]


@rule("SC-AMB-14", "SC-VP-01")
def test_points_for_convoys_are_in_the_sums_before_the_difference_is_taken() -> None:
    at = {"north_sea": ["bismarck"], "western_med": ["hood"]}
    match = start("control", at, turn=7, marker=11, points={"axis": 2, "allied": 3})
    assert match.state.scores == [TurnScore(5, 4, 12)]
    assert match.state.points == {"axis": 5, "allied": 4}


@rule("SC-VP-01", "SC-AMB-14")
def test_the_sums_begin_at_nothing_in_the_next_turn() -> None:
    match = start("control", {"western_med": ["zara"]}, turn=7, points={"axis": 2, "allied": 3})
    assert (match.state.turn, match.state.points) == (8, {"axis": 0, "allied": 0})


# The end of the game


@rule("SC-VIC-01", "SC-SEQ-02", "SC-AMB-34")
@pytest.mark.parametrize(
    ("marker", "at", "winner", "score"),
    [
        pytest.param(0, {}, "axis", 0, id="V26"),
        (1, {}, "axis", 1),
        (-1, {}, "allied", -1),
        (-3, {"north_sea": ["bismarck"]}, "axis", 0),
        (1, {"north_sea": ["hood"]}, "axis", 0),
        (0, {"north_sea": ["hood"]}, "allied", -1),
        (-4, {"north_sea": ["bismarck"]}, "allied", -1),
    ],
)
def test_the_marker_decides_after_turn_eight_and_at_nothing_the_axis_wins(
    marker: int, at: dict[str, Any], winner: str, score: int
) -> None:
    match = start("control", at, turn=8, marker=marker)
    assert match.decision is None
    assert match.result
    assert (match.result.winner, match.result.score) == (winner, {"axis": score, "allied": -score})
    assert (match.result.rule, match.state.marker) == ("SC-VIC-01", score)


@rule("SC-AMB-34")
def test_nobody_sails_home_after_the_last_turn() -> None:
    match = start("control", {"north_sea": ["bismarck", "uboat_1"]}, turn=8)
    assert (match.decision, places(match, "bismarck", "uboat_1")) == (None, ["north_sea", "north_sea"])
    assert keys(match, "returned", "turn_begins") == []


@rule("SC-SEQ-02", "SC-VIC-01")
def test_no_turn_but_the_eighth_ends_the_game() -> None:
    for turn in range(1, 8):
        match = start("control", {}, turn=turn, marker=12)
        assert (match.state.turn, match.result) == (turn + 1, None)


@rule("SC-VIC-01")
def test_the_goals_say_who_leads_and_whose_a_tie_is() -> None:
    aim, axis, allied = goals(-3)
    assert aim.name == "Lead after turn 8. A tie is an Axis victory"
    assert [(one.side, one.value, one.is_score) for one in (axis, allied)] == [("axis", 0, True), ("allied", 3, True)]
