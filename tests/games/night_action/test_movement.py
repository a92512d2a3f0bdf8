"""Initiative, movement and divisions (NA-INI, NA-MOV, NA-FOR)."""

from __future__ import annotations

import dataclasses
import itertools

import pytest

from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model import helm
from flagplot.games.night_action.model.fleet import maximum_setting
from flagplot.games.night_action.rules import movement
from flagplot.games.night_action.rules.damage import lose_boxes
from flagplot.games.night_action.rules.divisions import leave_where_due
from flagplot.games.night_action.rules.initiative import initiative, initiative_modifiers, sides_of_models
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.state import AMIDSHIPS, FROZEN, HARD_PORT, IN_COLUMN, NO_RAISING, RUDDER_LOST, State
from tests.games.night_action.builder import ALLIED, AXIS, defects, play, position, unit
from tests.rules import rule


def reach(state: State, key: str) -> tuple[int, int]:
    return helm.settings_in_reach(state, state.units[key])


def move(state: State, key: str, *answers: object, dice: object = ()) -> object:
    return play(state, movement.steer, state.ships[key].side, key, answers=list(answers), dice=dice)  # type: ignore[arg-type]


# Initiative


@rule("NA-INI-01", "NA-INI-02", "NA-SEQ-01")
def test_the_higher_throw_has_the_initiative_and_says_who_moves_first() -> None:
    state = position(unit(ALLIED, "s38"), unit(AXIS, "s38", x=90))
    table = play(state, initiative, answers=["they"], dice=[3, 8])
    assert (state.winner, state.first) == ("axis", "allied")
    assert table.asked[0][:2] == ("axis", "who_first")


@rule("NA-INI-01")
def test_a_tie_leaves_the_initiative_where_it_was_and_is_thrown_again_in_the_first_turn() -> None:
    state = position(unit(ALLIED, "s38"), unit(AXIS, "s38", x=90))
    play(state, initiative, answers=["we"], dice=[5, 5])
    assert state.winner == "allied"
    first_turn = position(unit(ALLIED, "s38"), unit(AXIS, "s38", x=90), winner="")
    play(first_turn, initiative, answers=["we"], dice=[5, 5, 2, 9])
    assert first_turn.winner == "axis"


@rule("NA-INI-01")
def test_seeing_more_veterans_and_a_lost_captain_count(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(
        unit(ALLIED, "s38", hidden=True), unit(ALLIED, "s38", x=70), unit(AXIS, "s38", x=90), unit(AXIS, "s38", x=95)
    )
    assert initiative_modifiers(state, ALLIED, sides_of_models(state)) == [t.SEES_MORE]
    assert initiative_modifiers(state, AXIS, sides_of_models(state)) == []
    state.ships["x1"].captain_hit = True
    monkeypatch.setitem(SCENARIOS, state.scenario, dataclasses.replace(SCENARIOS[state.scenario], veteran=("axis",)))
    assert initiative_modifiers(state, AXIS, sides_of_models(state)) == [t.VETERAN, t.CAPTAIN_HIT]


@rule("NA-INI-02")
def test_sides_move_in_turn_and_one_unit_can_be_held_back() -> None:
    state = position(unit(ALLIED, "s38"), unit(ALLIED, "s38", x=70), unit(AXIS, "s38", x=90), phase="class_1")
    table = play(state, movement.class_1, ALLIED, answers=[("hold", "a1")])
    assert ("hold", "a1") in table.asked[0][2]
    assert state.held == "a1"
    table = play(state, movement.class_1, ALLIED, answers=["a2", "="])
    assert not [option for option in table.asked[0][2] if option[0] == "hold"]
    table = play(state, movement.class_1, AXIS, answers=["x1", "="])
    table = play(state, movement.class_1, ALLIED)
    assert table.following == "held_back"
    play(state, movement.held_back, answers=["="])
    assert state.units["a1"].has_moved


@rule("NA-INI-03")
def test_a_ship_that_has_moved_comes_under_reaction_fire_once() -> None:
    state = position(unit(ALLIED, "mgb715", x=50, y=60), unit(AXIS, "vp", x=60, y=60), options={"reaction_fire": True})
    state.ships["x1"].silent = [0, 9, 9, 9, 9]
    table = play(state, movement.steer, ALLIED, "a1", answers=["=", ("x1", "before")], dice=[2])
    assert table.asked[-1][:2] == ("axis", "reaction")
    assert state.ships["x1"].fired == 1
    assert state.ships["a1"].reacted_in == 3
    state.ships["x1"].fired = 0
    move(state, "a1", "=")


# Movement


@rule("NA-MOV-01", "NA-MOV-08")
def test_a_ship_moves_its_full_distance() -> None:
    state = position(unit(AXIS, "s38", x=50, y=60, setting=3))
    move(state, "x1", "=")
    boat = state.ships["x1"]
    assert (boat.x, boat.y, boat.moved, boat.turned) == (5000, 3100, 2900, 0)
    assert boat.path == (5000, 6000, 5000, 3100)
    move(state, "x1", ("speed", 1), "P2")
    assert (boat.setting, boat.moved, boat.heading, boat.turned) == (1, 1000, 132, 2)


@rule("NA-MOV-02")
@pytest.mark.parametrize(
    ("type_", "setting", "found"),
    [
        ("s38", 2, (0, 4)),
        ("s38", 0, (0, 3)),
        ("vp", 3, (1, 4)),
        ("vw", 2, (1, 3)),
        ("coaster", 2, (1, 3)),
        ("vp", 0, (0, 1)),
    ],
)
def test_settings_in_reach_by_class(type_: str, setting: int, found: tuple[int, int]) -> None:
    assert reach(position(unit(AXIS, type_, setting=setting)), "x1") == found


@rule("NA-MOV-02")
def test_a_merchantman_does_not_go_up_in_two_turns_running() -> None:
    state = position(unit(ALLIED, "coaster", setting=1))
    move(state, "a1", ("speed", 2), "=")
    assert reach(state, "a1") == (1, 2)
    move(state, "a1", "=")
    assert reach(state, "a1") == (1, 3)


@rule("NA-MOV-04")
@pytest.mark.parametrize(
    ("type_", "limits"),
    [
        ("s38", [4, 4, 4, 4, 3, 3, 2]),
        ("mas500", [4, 4, 4, 3, 2, 2, 1]),
        ("vp", [4, 4, 4, 4, 4, 4, 3]),
        ("vw", [4] * 7),
    ],
)
def test_the_sea_limits_small_ships(type_: str, limits: list[int]) -> None:
    state = position(unit(AXIS, type_, setting=0))
    found = []
    for sea in range(7):
        state.sea = sea
        found.append(maximum_setting(state, state.ships["x1"]))
    assert found == limits


@rule("NA-MOV-05")
def test_a_ship_without_engines_drifts_beam_on_and_one_stopped_by_choice_does_not() -> None:
    state = position(
        unit(ALLIED, "coaster", x=50, y=50, setting=0), unit(ALLIED, "coaster", x=80, y=50, setting=0), sea=2
    )
    wreck, stopped = state.ships["a1"], state.ships["a2"]
    wreck.engine = 4
    play(state, movement.drifting)
    assert (wreck.x, wreck.y) == (5173, 4900)  # 2 cm before a wind from 240 degrees
    assert (stopped.x, stopped.y) == (8000, 5000)
    assert state.units["a1"].has_moved
    assert not state.units["a2"].has_moved
    wind = 0
    assert [movement.turn_to_beam(heading, wind) for heading in (0, 72, 36, 108, 18, 54, 126)] == [
        1,
        -1,
        0,
        0,
        1,
        -1,
        -1,
    ]


@rule("NA-MOV-06")
def test_the_setting_falls_with_the_maximum() -> None:
    state = position(unit(AXIS, "s38", setting=4))
    play(state, lose_boxes, state.ships["x1"], 6)
    assert state.ships["x1"].setting == 3


@rule("NA-MOV-07")
def test_ships_that_touch_may_collide_and_may_be_rammed() -> None:
    def met(*answers: str, dice: list[int]) -> State:
        state = position(unit(AXIS, "s38", x=50, y=60, setting=2), unit(ALLIED, "trawler", x=50, y=40, heading=90))
        move(state, "x1", "=", *answers, dice=dice)
        return state

    state = met("clear", dice=[3])
    assert (state.ships["x1"].hull, state.ships["a1"].hull) == (12, 24)
    state = met("ram", dice=[6, 3, 4, 5])
    assert (state.ships["x1"].hull, state.ships["a1"].hull) == (5, 19)
    state = position(unit(AXIS, "s38", x=50, y=50, setting=1), unit(AXIS, "s38", x=50, y=40, heading=90))
    move(state, "x1", "=", dice=[2, 5, 3])
    assert (state.ships["x1"].hull, state.ships["x2"].hull) == (10, 11)  # halved: the mover is slow


@rule("NA-MOV-07")
def test_markers_are_passed_freely() -> None:
    state = position(unit(AXIS, "s38", x=50, y=60), unit(ALLIED, "trawler", x=50, y=40, hidden=True))
    move(state, "x1", "=")
    assert state.ships["a1"].marker


@rule("NA-MOV-09")
def test_damaged_steering_leaves_few_programmes() -> None:
    state = position(unit(AXIS, "s38", setting=2))
    boat, own = state.ships["x1"], state.units["x1"]
    boat.rudder = AMIDSHIPS
    assert helm.codes(state, own, 2) == ("=",)
    boat.rudder = HARD_PORT
    assert helm.codes(state, own, 2) == ("P9",)
    assert helm.codes(state, own, 0) == ("=",)
    boat.rudder = RUDDER_LOST
    assert helm.codes(state, own, 2) == ("=", "P1", "p1", "S1", "s1")
    boat.rudder, boat.straight = 0, 1
    assert helm.codes(state, own, 2) == ("=",)
    move(state, "x1", "=")
    assert boat.straight == 0
    boat.acceleration = FROZEN
    assert reach(state, "x1") == (2, 2)
    boat.acceleration = NO_RAISING
    assert reach(state, "x1") == (0, 2)


@rule("NA-MOV-10")
def test_a_ship_leaves_the_table_or_runs_aground() -> None:
    state = position(unit(AXIS, "s38", x=1, y=1, heading=315, setting=4))
    move(state, "x1", "=")
    assert (state.ships["x1"].status, state.ships["x1"].exit) == ("left", "west")
    assert not state.units
    state = position(unit(ALLIED, "o_class", x=50, y=5, heading=15, setting=2), scenario="ulvesund", light="day")
    move(state, "a1", "=", dice=[4])
    ship = state.ships["a1"]
    assert (ship.y, ship.heading, ship.setting, ship.engine, ship.hull) == (100, 36, 0, 2, 35)


# Divisions


@rule("NA-FOR-01", "NA-FOR-02")
def test_followers_go_where_the_leader_went() -> None:
    state = position(unit(AXIS, "s38", "s38", "s38", x=100, y=80, heading=0, setting=2, interval=4))
    assert [(ship.x, ship.y) for ship in state.ships.values()] == [(10000, 8000), (10000, 8400), (10000, 8800)]
    for code in ("S6", "=", "p3"):
        move(state, "x1", code)
        assert not defects(state)
    move(state, "x1", "=")
    ships = list(state.ships.values())
    assert len({ship.heading for ship in ships}) == 1
    for ahead, astern in itertools.pairwise(ships):
        apart = ((ahead.x - astern.x) ** 2 + (ahead.y - astern.y) ** 2) ** 0.5
        assert 395 < apart < 405
        assert astern.path[-2:] == (astern.x, astern.y)


@rule("NA-FOR-01")
def test_the_worst_of_a_column_sets_the_pace() -> None:
    state = position(unit(AXIS, "s38", "s38", setting=2, interval=4))
    state.ships["x2"].hull = 6
    assert reach(state, "x1") == (0, 3)
    state.ships["x2"].slow_gear = True
    assert helm.handling(state, state.units["x1"]).stretch == 500


@rule("NA-FOR-03")
def test_a_column_turns_together_and_back_into_column() -> None:
    state = position(unit(AXIS, "s38", "s38", x=100, y=80, heading=0, setting=2, interval=4))
    own = state.units["x1"]
    move(state, "x1", ("together", "S6"))
    assert own.together == 0
    first, second = state.ships["x1"], state.ships["x2"]
    assert (second.x - first.x, second.y - first.y) == (0, 400)
    assert first.heading == second.heading == 36
    options = movement.helm_options(state, own)
    assert not [one for one in options if one[0] == "together"]
    move(state, "x1", "P6")
    assert own.together == IN_COLUMN
    assert (second.x - first.x, second.y - first.y) == (0, 400)
    assert ("together", "P1") in movement.helm_options(state, own)


@rule("NA-FOR-03")
def test_only_a_column_on_one_heading_turns_together() -> None:
    state = position(unit(AXIS, "s38", "s38", x=100, y=80, setting=1, interval=4))
    move(state, "x1", "p1")
    assert not [one for one in movement.helm_options(state, state.units["x1"]) if one[0] == "together"]
    assert say.HELM.bars
    assert say.HELM.bars(state, {"unit": "x1"}, ("together", "P1")) == say.NOT_ON_ONE_HEADING


@rule("NA-FOR-04")
def test_a_ship_leaves_its_column_and_the_next_leads() -> None:
    state = position(unit(AXIS, "s38", "s38", "s38", x=100, y=80, setting=2, interval=4))
    move(state, "x1", ("alone", "x1"), "=")
    assert sorted(state.units) == ["x1", "x2"]
    assert state.units["x2"].ships == ["x2", "x3"]
    assert state.units["x2"].has_moved
    assert not state.units["x1"].has_moved
    assert (state.ships["x2"].x, state.ships["x2"].y) == (10000, 6400)
    state.ships["x3"].rudder = AMIDSHIPS
    play(state, leave_where_due, AXIS)
    assert sorted(state.units) == ["x1", "x2", "x3"]


@rule("NA-FOR-04")
def test_a_ship_that_cannot_keep_up_leaves() -> None:
    state = position(unit(AXIS, "s38", "s38", x=100, y=80, setting=4, interval=4))
    state.ships["x2"].hull, state.ships["x2"].setting = 3, 2
    play(state, leave_where_due, AXIS)
    assert sorted(state.units) == ["x1", "x2"]
    assert (state.ships["x1"].setting, state.ships["x2"].setting) == (4, 2)
    assert not defects(state)


@rule("NA-ILL-05", "NA-AMB-23")
def test_smoke_lies_on_the_last_part_of_the_path() -> None:
    state = position(unit(AXIS, "s38", x=100, y=80, setting=4), phase="class_1", args=(AXIS,))
    play(state, movement.class_1, AXIS, answers=[("smoke", "x1"), "="])
    (smoke,) = state.smoke
    assert smoke.path == (10000, 5100, 10000, 4100)
    assert smoke.until == 5
    assert state.ships["x1"].smokes == 1
    state.units["x1"].has_moved = False
    play(state, movement.class_1, AXIS, answers=[("smoke", "x1"), ("speed", 2), "="])
    assert state.ships["x1"].smokes == 0
    state.units["x1"].has_moved = False
    assert movement.unit_options(state, AXIS, ["x1"]) == ["x1"]
    assert say.UNIT.bars
    assert say.UNIT.bars(state, {}, ("smoke", "x1")) == say.NO_SMOKE_LEFT


def test_reasons_are_told_for_what_a_unit_cannot_do() -> None:
    state = position(unit(ALLIED, "s38", setting=2), unit(ALLIED, "vw", x=90), phase="class_1", args=(ALLIED,))
    assert say.UNIT.bars
    assert say.UNIT.bars(state, {}, "a2") == (say.OTHER_CLASS, {"class_": 3})
    state.units["a1"].has_moved = True
    assert say.UNIT.bars(state, {}, "a1") == say.ALREADY_MOVED
    state.args = (AXIS,)
    assert say.UNIT.bars(state, {}, "a1") is None  # nothing is told of the enemy's ships
    assert say.HELM.bars
    barred = say.HELM.bars
    assert barred(state, {"unit": "a2"}, ("speed", 4)) == (say.UP_TOO_FAST, {"most": 3})
    assert barred(state, {"unit": "a2"}, ("speed", 0)) == (say.DOWN_TOO_FAST, {"least": 1})
    assert barred(state, {"unit": "a2"}, "P9") == (say.TURN_TOO_WIDE, {"steps": 4})
    state.ships["a2"].hull = 1
    assert barred(state, {"unit": "a2"}, ("speed", 3)) == (say.TOO_FAST, {"most": 2})
    state.ships["a2"].rudder = AMIDSHIPS
    assert barred(state, {"unit": "a2"}, "P1") == say.RUDDER_JAMMED
    state.ships["a2"].acceleration = FROZEN
    assert barred(state, {"unit": "a2"}, ("speed", 1)) == say.SETTING_FROZEN
