"""Set-up, contact markers and spotting (NA-CON, NA-SPO)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.night_action import GAME
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import spotting as model
from flagplot.games.night_action.model.fleet import markers_of
from flagplot.games.night_action.rules.contact_movement import contacts
from flagplot.games.night_action.rules.contacts import lose_contact, proximity, turn_over_to_launch
from flagplot.games.night_action.rules.guns import ships_able_to_fire
from flagplot.games.night_action.rules.initiative import initiative
from flagplot.games.night_action.rules.set_up import deal, set_up
from flagplot.games.night_action.rules.spotting import look_out, spotting
from flagplot.games.night_action.rules.torpedoes import ships_able_to_launch
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.state import AFLOAT, HARD_PORT, IN_COLUMN, Light, Options, State
from tests.games.night_action.builder import ALLIED, AXIS, defects, play, position, unit
from tests.rules import rule

# Set-up


@rule("NA-CON-01", "NA-CON-07", "NA-AMB-17", "NA-AMB-31")
def test_units_of_a_pool_are_dealt_among_its_places_in_secret() -> None:
    state = set_up("coal_scuttle", Options())
    table = play(state, deal, dice=["a8", "a9", "a10", "a7", "x3", "x1", "x5"])
    assert {about["to"] for key, _, about in table.thrown if key == "deal"} == {(ALLIED,), (AXIS,)}
    trawler, dummy = state.ships["a8"], state.ships["a10"]
    assert (trawler.x, trawler.y, trawler.setting) == (7800, 4400, 2)  # the place of the destroyer
    assert dummy.is_dummy
    assert (dummy.x, dummy.y, dummy.setting) == (11800, 3800, 3)
    assert [state.ships[key].x for key in markers_of(state, ALLIED)] == [7800, 8600, 10000, 10000, 10200, 11800]
    assert all(about is not None for key, _, about in table.told if key == "dealt")
    assert not defects(state)


@rule("NA-CON-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_no_side_has_more_dummies_than_allowed(scenario: str) -> None:
    for side in (ALLIED, AXIS):
        units = [one for one in SCENARIOS[scenario].unit if one.side == side and one.hidden]
        dummies = sum(bool(one.dummy) for one in units)
        assert dummies <= -(-(len(units) - dummies) // 3)


@rule("NA-AMB-18")
def test_late_units_come_in_a_turn_that_only_their_owner_knows() -> None:
    state = set_up("marettimo", Options())
    dice = ["a1", "a2", "a6", "x3", "x4", "x5", "x6", 2]
    table = play(state, deal, dice=dice)
    assert table.thrown[-1] == ("arrival", [], {"unit": "a4", "to": (ALLIED,)})
    assert state.ships["a4"].arrives == 4
    state.turn = 4
    table = play(state, initiative, answers=["we"], dice=[9, 1])
    assert state.ships["a5"].status == AFLOAT
    assert state.units["a4"].marker == 4
    assert "contact_comes" in table.events()


# Turning over


def convoy_and_boats(**more: Any) -> State:
    """A destroyer that is seen, and two Axis markers: boats and a dummy."""
    return position(
        unit(ALLIED, "vw", x=50, y=60),
        unit(AXIS, "s38", "s38", x=120, y=60, hidden=True, interval=4),
        unit(AXIS, dummy="s38", x=140, y=60, hidden=True),
        **more,
    )


@rule("NA-CON-03", "NA-AMB-28")
def test_an_owner_turns_over_markers_one_after_the_other() -> None:
    state = convoy_and_boats()
    state.ships["x1"].y = 6000
    assert ships_able_to_launch(state, AXIS) == []
    table = play(state, turn_over_to_launch, AXIS, answers=["xm1"])
    assert table.asked[0] == ("axis", "turn_over", ("xm1", "xm2", "none"))
    assert (state.ships["x1"].marker, state.ships["x2"].marker) == (0, 0)
    assert table.following.args == ("axis",)
    table = play(state, turn_over_to_launch, AXIS, answers=["xm2"])
    assert table.events() == ["false_contact"]
    assert "x3" not in state.ships
    assert play(state, turn_over_to_launch, AXIS).following == "tracks"
    assert ships_able_to_launch(state, AXIS) == ["x1", "x2"]


@rule("NA-CON-03", "NA-GUN-02")
def test_ships_under_a_marker_do_not_fire_and_are_not_fired_at() -> None:
    state = position(unit(ALLIED, "trawler", x=50, y=60), unit(AXIS, "s38", x=70, y=60, hidden=True), light="day")
    assert ships_able_to_fire(state, ALLIED) == []
    assert ships_able_to_fire(state, AXIS) == []


@rule("NA-CON-03", "NA-CON-05")
@pytest.mark.parametrize(
    ("x", "lit", "found"), [(60, False, True), (61, False, False), (110, True, True), (111, True, False)]
)
def test_a_marker_too_near_or_lit_becomes_its_ships(x: int, lit: bool, found: bool) -> None:
    state = position(unit(ALLIED, "vw", x=50, y=60), unit(AXIS, "s38", x=x, y=60, hidden=True))
    if lit:
        state.lights = [Light("starshell", x * 100, 6000, 1500, 4)]
    play(state, proximity)
    assert (state.ships["x1"].marker == 0) is found


@rule("NA-CON-05")
def test_allied_markers_are_checked_first() -> None:
    state = position(unit(ALLIED, dummy="trawler", x=50, y=60, hidden=True), unit(AXIS, "s38", x=58, y=60, hidden=True))
    table = play(state, proximity)
    assert table.events() == ["false_contact"]
    assert state.ships["x1"].marker


# Movement of markers


@rule("NA-CON-02", "NA-CON-06")
def test_markers_move_unseen_in_phase_seven() -> None:
    state = convoy_and_boats()
    table = play(state, contacts, AXIS, 0, answers=[("speed", 4), "p2"])
    assert table.asked[0][:2] == ("axis", "contact")
    assert (state.ships["x1"].setting, state.ships["x1"].heading) == (4, 132)
    assert state.ships["x2"].path
    assert state.units["x1"].sighted == (12000, 6000, state.ships["x1"].x, state.ships["x1"].y)
    assert table.told[0][2] == (AXIS,)
    table = play(state, contacts, AXIS, 1, answers=["S3"])
    assert table.following.args == (AXIS, 2)
    assert play(state, contacts, AXIS, 2).following.args == (ALLIED, 0)
    assert play(state, contacts, ALLIED, 0).following == "end"
    assert not defects(state)


@rule("NA-CON-02", "NA-AMB-27")
def test_a_marker_that_leaves_the_table_is_turned_over() -> None:
    state = position(unit(AXIS, "s38", "s38", x=50, y=2, setting=2, hidden=True, interval=4))
    table = play(state, contacts, AXIS, 0, answers=["="])
    assert table.events() == ["contact_moves", "contact_moved", "turned_over", "left_table", "left_table"]
    state = position(unit(AXIS, dummy="s38", x=50, y=2, setting=2, hidden=True))
    table = play(state, contacts, AXIS, 0, answers=["="])
    assert "false_contact" in table.events()
    assert not state.ships


def test_all_contacts_of_a_side_can_go_straight_on_at_once() -> None:
    state = convoy_and_boats()
    assert GAME.asks["contact"] is say.CONTACT
    steady = say.CONTACT.shortcuts["steady"].answers
    assert steady(state, {"unit": "x1"}, ()) == ["=", "="]
    assert steady(state, {"unit": "x3"}, ()) == []
    state.ships["x3"].rudder = HARD_PORT
    assert steady(state, {"unit": "x1"}, ()) == []


# Losing contact


@rule("NA-CON-04")
def test_ships_that_draw_off_unseen_become_a_marker_again() -> None:
    state = convoy_and_boats()
    play(state, turn_over_to_launch, AXIS, answers=["xm1"])
    table = play(state, lose_contact)
    assert table.told[0][1]["ships"] == ("x1", "x2")
    assert state.units["x1"].marker == 3
    assert state.units["x1"].is_known
    assert state.units["x1"].together == IN_COLUMN


@rule("NA-CON-04")
@pytest.mark.parametrize("spoilt", ["fired", "lit", "near", "day", "not hidden at first"])
def test_contact_is_kept_with_ships_that_show_themselves(spoilt: str) -> None:
    state = convoy_and_boats()
    play(state, turn_over_to_launch, AXIS, answers=["xm1"])
    for ship in (state.ships["x1"], state.ships["x2"]):
        if spoilt == "fired":
            ship.fired_in = state.turn
        elif spoilt == "lit":
            ship.fires = 1
        elif spoilt == "near":
            ship.x = 11000
        elif spoilt == "not hidden at first":
            ship.began_hidden = False
    if spoilt == "day":
        state.light = "day"
    play(state, lose_contact)
    assert state.units["x1"].marker == 0


@rule("NA-CON-04")
def test_in_dusk_contact_is_kept_up_to_120_centimetres() -> None:
    state = convoy_and_boats(light="dusk")
    play(state, turn_over_to_launch, AXIS, answers=["xm1"])
    play(state, lose_contact)
    assert state.units["x1"].marker == 0


# Spotting


@rule("NA-SPO-07")
@pytest.mark.parametrize(
    ("light", "radar", "lit", "scores"),
    [
        ("night", False, False, [0, 3, 5, 7, 8, 9, 12, 99]),
        ("night", True, False, [0, 3, 5, 6, 6, 7, 10, 99]),
        ("night", False, True, [0, 0, 2, 3, 4, 5, 7, 9]),
        ("dusk", False, False, [0, 0, 3, 4, 6, 8, 10, 99]),
        ("dusk", True, False, [0, 0, 3, 4, 6, 7, 10, 99]),
        ("day", False, False, [0, 0, 0, 0, 2, 3, 5, 7]),
    ],
)
def test_the_score_needed_by_distance(light: str, radar: bool, lit: bool, scores: list[int]) -> None:
    state = position(light=light)
    far = (10, 20, 30, 45, 60, 90, 150, 300)
    assert [model.needed(state, t.squared(cm), radar, lit) for cm in far] == scores
    assert model.needed(state, t.squared(301), radar, lit) == t.NEVER


@rule("NA-SPO-08", "NA-SPO-07")
def test_calibration_of_a_gunboat_that_looks_for_a_trawler() -> None:
    """By eye at 27 cm on a natural 4, by radar at 89 cm on a natural 5."""
    for scenario, x, natural in (("coal_scuttle", 77, 4), ("eboat_alley", 139, 5)):
        state = position(
            unit(ALLIED, "mgb715", x=50, y=60), unit(AXIS, "vp", x=x, y=60, hidden=True), scenario=scenario, sea=2
        )
        found = model.best_test(state, state.ships["a1"], ["x1"])
        assert found
        assert found[0].natural == natural


@rule("NA-SPO-08")
def test_what_the_target_adds() -> None:
    state = position(
        unit(AXIS, "mgb70", x=50, setting=4, hidden=True), unit(AXIS, "coaster", x=90, setting=0, hidden=True)
    )

    def added(key: str, lit: bool = False) -> int:
        return sum(one.value for one in model.target_modifiers(state, state.units[key], lit))

    assert added("x1") == -2 + 2 + 1 - 1
    assert added("x2") == 1 - 1 - 1
    state.ships["x2"].fired_in = 2
    assert added("x2", lit=True) == 1 - 1 + 2
    state.ships["x1"].lookouts_hit = True
    assert t.TESTER_LOOKOUTS in model.tester_modifiers(state, state.ships["x1"])


@rule("NA-SPO-07", "NA-SPO-09")
def test_every_ship_tests_once_and_markers_test_in_secret() -> None:
    state = position(
        unit(ALLIED, "vw", x=50, y=60),
        unit(ALLIED, "trawler", x=52, y=70, hidden=True),
        unit(ALLIED, dummy="trawler", x=50, y=50, hidden=True),
        unit(AXIS, "vp", x=80, y=60, hidden=True),
        unit(AXIS, "vp", x=100, y=60, hidden=True),
    )
    table = play(state, look_out, ALLIED, dice=[2, 9])
    assert [
        (key, about.get("tester"), about["marker"], to) for key, about, to in table.told if key == "not_spotted"
    ] == [("not_spotted", "a1", "xm1", None)]
    assert table.thrown[1][2]["to"] == (ALLIED,)
    assert state.ships["x1"].marker == 0
    assert state.ships["x2"].marker == 2
    assert [about for key, about, _ in table.told if key == "spotted"] == [{"marker": "xm1"}]


@rule("NA-SPO-07")
def test_a_natural_ten_spots_up_to_ninety_centimetres() -> None:
    state = position(
        unit(AXIS, "s38", x=10, y=60, setting=0), unit(ALLIED, "mgb70", x=95, y=60, setting=0, hidden=True), sea=6
    )
    found = model.best_test(state, state.ships["x1"], ["a1"])
    assert found
    assert found[0].natural == 10
    state.ships["a1"].x = 10500
    assert model.best_test(state, state.ships["x1"], ["a1"]) is None


@rule("NA-SPO-07")
def test_the_spotting_phase_checks_nearness_before_and_after() -> None:
    state = position(unit(ALLIED, "vw", x=50, y=60), unit(AXIS, "s38", x=59, y=60, hidden=True))
    table = play(state, spotting)
    assert table.events() == ["turned_over"]


@rule("NA-SPO-07", "NA-AMB-15")
def test_visibility_ends_spotting() -> None:
    state = position(
        unit(AXIS, "z34a", x=50, y=60),
        unit(ALLIED, "vw", x=201, y=60, hidden=True),
        scenario="cerberus_destroyers",
        light="day",
    )
    assert model.best_test(state, state.ships["x1"], ["a1"]) is None
    state.ships["a1"].x = 20000
    assert model.best_test(state, state.ships["x1"], ["a1"])
