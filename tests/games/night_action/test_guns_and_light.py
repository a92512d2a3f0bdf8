"""Guns, special effects, light and damage control (NA-GUN, NA-SPE, NA-ILL, NA-DC)."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest

from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.geometry import ALL_ROUND
from flagplot.games.night_action.model.guns import bearing, gun_modifiers, ready_mounts
from flagplot.games.night_action.model.helm import ship_settings
from flagplot.games.night_action.model.sight import is_lit, is_unlit_for
from flagplot.games.night_action.rules.damage_control import attempt, items, repair_modifiers, repairs, repairs_begin
from flagplot.games.night_action.rules.end import end
from flagplot.games.night_action.rules.guns import fire, fire_options, guns, ships_able_to_fire
from flagplot.games.night_action.rules.illumination import light_options
from flagplot.games.night_action.rules.special_effects import can_be_struck, special_effect, special_effects
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import mount
from flagplot.games.night_action.state import (
    FROZEN,
    HARD_PORT,
    HARD_STARBOARD,
    NO_RAISING,
    RUDDER_LOST,
    Light,
    Ship,
    State,
)
from tests.games.night_action.builder import ALLIED, AXIS, play, position, unit
from tests.rules import rule


def duel(ours: str = "vw", theirs: str = "vp", apart: int = 40, **more: Any) -> State:
    """Two ships that have fired before, so that neither is unlit."""
    state = position(unit(ALLIED, ours, x=50, y=60), unit(AXIS, theirs, x=50 + apart, y=60), **more)
    for ship in state.ships.values():
        ship.fired_in = 2
    return state


def modifiers(state: State, weapon: str = "pp1:ALL") -> list[str]:
    found = gun_modifiers(state, state.ships["a1"], mount(weapon), state.ships["x1"])
    return [one.label for one in found]


# Guns


@rule("NA-GUN-01")
def test_sides_fire_in_turn_and_a_side_that_passes_is_done() -> None:
    state = duel()
    table = play(state, guns, ALLIED, "", answers=["pass"])
    assert table.following.args == (AXIS, ALLIED)
    table = play(state, guns, AXIS, ALLIED, answers=["x1"])
    assert (table.following.phase, table.following.args) == ("fire", ("x1", ALLIED, False))
    table = play(state, fire, "x1", ALLIED, False, answers=[("light", "a1")], dice=[1, 1, 1, 1, 1])
    table = play(state, fire, "x1", ALLIED, True, answers=["done"])
    assert table.following.args == (AXIS, ALLIED)
    table = play(state, guns, AXIS, ALLIED)
    assert table.following == "bombardment"
    assert ships_able_to_fire(state, AXIS) == []
    assert say.FIRE_WITH.bars
    assert say.FIRE_WITH.bars(state, {}, "x1") is None  # the Allies are asked: nothing is told of the enemy's ships
    state.args = (AXIS, "")
    assert say.FIRE_WITH.bars(state, {}, "x1") == say.MOUNTS_SPENT


@rule("NA-GUN-02", "NA-GUN-05")
def test_mounts_fire_in_arc_and_range_once_a_turn() -> None:
    state = duel()  # the enemy is to starboard of a destroyer on course 0
    ours = state.ships["a1"]
    found = bearing(state, ours, ready_mounts(state, ours), 9000, 6000)
    assert found == 0b10111  # not the pom-pom to port
    ours.fired, ours.silent[1] = 0b1, 3
    found = bearing(state, ours, ready_mounts(state, ours), 9000, 6000)
    assert found == 0b10100
    assert bearing(state, ours, ready_mounts(state, ours), 17000, 6000) == 0b100


@rule("NA-GUN-05")
def test_fire_is_ordered_by_batteries_and_what_is_left_gets_another_target() -> None:
    state = duel()
    ours = state.ships["a1"]
    assert fire_options(state, ours)[:3] == [("all", "x1"), ("main", "x1"), ("light", "x1")]
    play(state, fire, "a1", "", False, answers=[("main", "x1")], dice=[1, 1, 1])
    assert ours.fired & 0b11111 == 0b00111
    assert ("all", "x1") in fire_options(state, ours)
    assert ("main", "x1") not in fire_options(state, ours)
    assert [(shot.by, shot.at, shot.hits) for shot in state.shots] == [("a1", "x1", 0)]


@rule("NA-GUN-02", "NA-AMB-15")
def test_reasons_why_a_target_cannot_be_fired_at() -> None:
    state = duel("mgb715", "vp", 40)
    barred = say.FIRE_AT.bars
    assert barred
    about = {"ship": "a1"}
    assert barred(state, about, ("main", "x1")) == say.NO_SUCH_MOUNT
    assert barred(state, about, ("all", "a1")) == say.IS_FRIEND
    state.ships["x1"].x = 16000
    assert barred(state, about, ("all", "x1")) == say.OUT_OF_RANGE
    state.ships["x1"].x, state.ships["x1"].y = 5000, 14000
    state.ships["a1"].silent = [0, 9, 0, 0]
    assert barred(state, about, ("all", "x1")) == say.OUT_OF_ARC
    state.ships["a1"].silent = [9, 9, 9, 9]
    assert barred(state, about, ("all", "x1")) == say.MOUNTS_SPENT
    far = position(unit(ALLIED, "vw", x=50, y=60), unit(AXIS, "z34a", x=240, y=60), scenario="cerberus_destroyers")
    assert barred(far, about, ("all", "x1")) == say.NO_SIGHT


@rule("NA-GUN-03")
@pytest.mark.parametrize(
    ("change", "label"),
    [
        (lambda s: setattr(s.ships["x1"], "setting", 0), "target stationary"),
        (lambda s: setattr(s.ships["x1"], "moved", 2401), "target fast"),
        (lambda s: setattr(s.ships["x1"], "lit_to", 3), "target uses a searchlight"),
        (lambda s: setattr(s.ships["a1"], "turned", 5), "turned hard"),
        (lambda s: setattr(s.ships["a1"], "lost_now", 1), "hurt this turn"),
        (lambda s: setattr(s.ships["x1"], "fired_in", 1), "target unlit"),
        (lambda s: setattr(s, "sea", 6), "high sea"),
    ],
)
def test_each_modifier_comes_with_its_reason(change: Callable[[State], None], label: str) -> None:
    state = duel()
    assert label not in modifiers(state)
    change(state)
    assert label in modifiers(state)


@rule("NA-GUN-03")
def test_modifiers_of_range_class_and_gun() -> None:
    bands = [modifiers(duel(apart=apart))[0] for apart in (15, 16, 31, 61, 101)]
    assert bands == ["close range", "short range", "medium range", "long range", "very long range"]
    assert modifiers(duel(theirs="s38"))[1:] == ["Class 1 target"]
    assert modifiers(duel(theirs="s38"), "q120x1:ALL")[1:] == ["Class 1 target", "slow gun"]
    assert modifiers(duel(theirs="vp"), "q120x1:ALL")[1:] == ["Class 2 target", "slow gun"]
    assert modifiers(duel(theirs="type23"), "q150x1:ALL")[1:] == ["very slow gun"]
    assert modifiers(duel("hunt2"), "q102x2:ALL")[-1] == "director"
    assert modifiers(duel("s38", sea=4))[-1] == "rough sea"
    assert modifiers(duel("s38", sea=6))[-1] == "high sea"
    dusk = duel(apart=61, light="dusk")
    dusk.ships["x1"].fired_in = 0
    assert modifiers(dusk)[-1] == "far off in haze"


@rule("NA-GUN-03", "NA-GUN-04", "NA-AMB-16")
def test_a_natural_ten_is_thrown_again_and_effects_come_last() -> None:
    state = duel("vw", "s38", 90)
    theirs = state.ships["x1"]
    theirs.moved = 3900
    # long range, Class 1, slow, fast: -7; two mounts throw a 10, again 5 and 6; boxes 1 + 2; then one special effect
    table = play(state, fire, "a1", "", False, answers=[("main", "x1")], dice=[10, 5, 10, 6, 1, 1, 1])
    assert theirs.hull == 12 - 3
    assert [key for key, _, _ in table.thrown] == [
        "fire",
        "fire_again",
        "fire",
        "fire_again",
        "hull_damage",
        "fire",
        "special",
    ]


# Special effects


@rule("NA-SPE-01")
def test_what_can_be_struck() -> None:
    state = duel("vw")
    ours = state.ships["a1"]
    assert can_be_struck(ours, 8) == ["g0", "g1", "g2", "g4", "t0"]
    ours.silent[1], ours.tubes_silent[0] = t.OUT, t.OUT
    assert can_be_struck(ours, ALL_ROUND) == ["g0", "g2", "g3", "g4"]
    ours.silent = [t.OUT] * 5
    play(state, special_effect, ours, t.WEAPONS_HIT, "Q76", ALL_ROUND, dice=[4])


@rule("NA-SPE-01", "NA-SPE-02")
@pytest.mark.parametrize(
    ("dice", "silent", "fires", "hull"),
    [
        ([1, "g0"], 4, 0, 34),
        ([2, "g0"], 4, 0, 34),
        ([3, "g0"], 5, 0, 34),
        ([4, "g0"], t.OUT, 0, 34),
        ([5, "g0"], t.OUT, 1, 34),
        ([6, "g0"], t.OUT, 0, 33),
    ],
)
def test_weapons(dice: list[object], silent: int, fires: int, hull: int) -> None:
    state = duel("vw")
    ours = state.ships["a1"]
    play(state, special_effect, ours, t.WEAPONS_HIT, "Q76", ALL_ROUND, dice=dice)
    assert (ours.silent[0], ours.fires, ours.hull) == (silent, fires, hull)


@rule("NA-SPE-01")
def test_loaded_tubes_may_explode() -> None:
    state = duel("vw")
    ours = state.ships["a1"]
    play(state, special_effect, ours, t.WEAPONS_HIT, "Q76", ALL_ROUND, dice=[6, "t0", 1, 3, 4, 5])
    assert ours.hull == 34 - 1 - 12


@rule("NA-SPE-02")
@pytest.mark.parametrize(
    ("letter", "dice", "found"),
    [
        ("B", [1], {"lookouts_hit": True}),
        ("B", [2], {"lookouts_hit": True}),
        ("B", [3], {"straight": 1}),
        ("B", [4], {"captain_hit": True, "keeps_setting": True}),
        ("B", [5], {"captain_hit": True, "keeps_setting": True}),
        ("B", [6], {"straight": 2, "no_launch_to": 5}),
        ("M", [1], {"acceleration": NO_RAISING}),
        ("M", [2], {"acceleration": NO_RAISING}),
        ("M", [3], {"acceleration": FROZEN}),
        ("M", [4], {"engine": 1}),
        ("M", [5], {"engine": 2}),
        ("M", [6], {"engine": 3, "fires": 1}),
        ("S", [1], {"straight": 1}),
        ("S", [2], {"slow_gear": True}),
        ("S", [3], {"rudder": 1}),
        ("S", [4, 3], {"rudder": HARD_PORT}),
        ("S", [4, 4], {"rudder": HARD_STARBOARD}),
        ("S", [5], {"rudder": RUDDER_LOST}),
        ("S", [6], {"rudder": RUDDER_LOST, "floods": 1}),
        ("F", [], {"fires": 1}),
    ],
)
def test_bridge_machinery_steering_and_fire(letter: str, dice: list[int], found: dict[str, object]) -> None:
    state = duel("vw")
    ours = state.ships["a1"]
    play(state, special_effect, ours, letter, "Q76", ALL_ROUND, dice=dice)
    assert {key: getattr(ours, key) for key in found} == found


@rule("NA-SPE-02")
def test_effects_of_one_kind_do_not_add_up() -> None:
    state = duel("vw")
    ours = state.ships["a1"]
    for dice in ([3], [4, 6]):
        play(state, special_effect, ours, "S", "Q76", ALL_ROUND, dice=dice)
    assert ours.rudder == 1
    for face in (3, 1):
        play(state, special_effect, ours, "M", "Q76", ALL_ROUND, dice=[face])
    assert ours.acceleration == FROZEN
    for dice2 in ([3, "g0"], [1, "g0"]):
        play(state, special_effect, ours, "W", "Q76", ALL_ROUND, dice=dice2)
    assert ours.silent[0] == 5


@rule("NA-SPE-02")
def test_restrictions_of_the_table() -> None:
    full = [t.SPECIAL["Q76", 1][face] for face in range(1, 11)]
    assert full == ["-"] * 5 + ["W", "B", "M", "S", "F"]
    assert [t.SPECIAL["A20", 3][face] for face in range(5, 11)] == ["-", "W1", "W1", "-", "-", "F4"]
    assert t.SPECIAL["A40", 3][9] == t.SPECIAL["Q57", 3][9] == "-"
    assert t.SPECIAL["A40", 2][9] == "S"
    state = duel("mgb715", "s100")
    ours, theirs = state.ships["a1"], state.ships["x1"]
    play(state, special_effect, ours, "M", "A20", ALL_ROUND, dice=[1, 5])  # petrol
    assert ours.fires == 1
    play(state, special_effect, theirs, "B", "A20", ALL_ROUND)  # armoured bridge
    play(state, special_effect, theirs, "B", "A40", ALL_ROUND, dice=[1])
    assert theirs.lookouts_hit
    tanker = position(unit(ALLIED, "tanker10"))
    play(tanker, special_effect, tanker.ships["a1"], "F", "A40", ALL_ROUND)
    assert tanker.ships["a1"].fires == 2
    play(tanker, special_effects, tanker.ships["a1"], "A20", 1, ALL_ROUND, dice=[10, 3])
    assert tanker.ships["a1"].fires == 2


# Light


@rule("NA-ILL-01", "NA-AMB-30")
def test_starshell_takes_a_mount_and_scatters() -> None:
    state = duel("vw", "vp", 90)
    ours = state.ships["a1"]
    assert ("starshell", "x1", "over") in light_options(state, ours)
    play(state, fire, "a1", "", False, answers=[("starshell", "x1", "beyond")], dice=[5, 1])
    (light,) = state.lights
    assert (light.x, light.y, light.radius, light.until) == (14000 + 1500, 6000 - 500, 1500, 4)
    assert ours.fired & 0b111 == 0b100
    assert not [one for one in light_options(state, ours) if one[0] == "starshell"]
    state.ships["x1"].fired_in = 0
    state.ships["x1"].x = 15000
    assert is_lit(state, state.ships["x1"])
    state.light = "day"
    assert light_options(state, ours) == []


@rule("NA-ILL-01")
def test_starshell_can_be_aimed_at_a_marker_within_150_centimetres() -> None:
    state = position(unit(ALLIED, "vw", x=10, y=60), unit(AXIS, "s38", x=160, y=60, hidden=True))
    assert light_options(state, state.ships["a1"]) == [("starshell", "xm1", "over"), ("starshell", "xm1", "beyond")]
    state.ships["x1"].x = 16001
    assert light_options(state, state.ships["a1"]) == []
    boat = position(unit(ALLIED, "trawler", x=10, y=60), unit(AXIS, "s38", x=100, y=60, hidden=True))
    assert light_options(boat, boat.ships["a1"]) == []  # she has no starshell


@rule("NA-ILL-02")
def test_rocket_flares_are_there_where_a_scenario_gives_them(monkeypatch: pytest.MonkeyPatch) -> None:
    state = position(unit(ALLIED, "mgb715", x=10, y=60), unit(AXIS, "s38", x=60, y=60, hidden=True))
    assert light_options(state, state.ships["a1"]) == []
    given = dataclasses.replace(SCENARIOS[state.scenario], rockets=("allied",))
    monkeypatch.setitem(SCENARIOS, state.scenario, given)
    assert light_options(state, state.ships["a1"]) == [("rocket", "xm1")]
    play(state, fire, "a1", "", False)
    assert [(light.kind, light.radius) for light in state.lights] == [("rocket", 1000)]


@rule("NA-ILL-03", "NA-ILL-04")
def test_a_searchlight_lights_the_target_and_its_user() -> None:
    state = duel("trawler", "s38", 40)
    theirs, ours = state.ships["x1"], state.ships["a1"]
    theirs.fired_in = 0
    play(state, fire, "a1", "", False, answers=[("searchlight", "x1")])
    assert is_lit(state, theirs)
    assert is_lit(state, ours)
    assert (theirs.beam_in, ours.lit_to) == (3, 4)
    state.turn = 4
    assert not is_lit(state, theirs)
    assert is_lit(state, ours)
    merchant = duel("coaster", "s38", 40)
    merchant.ships["x1"].fired_in = 0
    assert light_options(merchant, merchant.ships["a1"]) == []


@rule("NA-ILL-04")
def test_fire_shots_and_a_light_behind_give_a_ship_away() -> None:
    state = position(unit(ALLIED, "vw", x=50, y=60), unit(AXIS, "s38", x=90, y=60))
    theirs = state.ships["x1"]
    assert is_unlit_for(state, 5000, 6000, theirs)
    state.lights = [Light("starshell", 13000, 6000, 1500, 4)]
    assert not is_unlit_for(state, 5000, 6000, theirs)
    assert is_unlit_for(state, 5000, 2000, theirs)  # the light is not behind her from there
    state.lights = []
    theirs.fires = 1
    assert not is_unlit_for(state, 5000, 6000, theirs)
    theirs.fires, theirs.fired_in = 0, 2
    assert not is_unlit_for(state, 5000, 6000, theirs)
    assert not is_lit(state, theirs)


@rule("NA-ILL-02", "NA-ILL-05", "NA-END-01")
def test_lights_and_smoke_end_and_flares_drift() -> None:
    state = duel()
    state.lights = [Light("starshell", 0, 0, 1500, 3), Light("flare", 5000, 5000, 2000, 4)]
    play(state, end)
    assert state.lights == [Light("flare", 5173, 4900, 2000, 4)]
    assert state.turn == 4


# Damage control


@rule("NA-DC-03", "NA-DC-06", "NA-AMB-09", "NA-AMB-08", "NA-AMB-26")
def test_attempts_come_first_and_the_owner_is_asked_between_two_kinds() -> None:
    state = duel("kenya")
    ship = state.ships["a1"]
    ship.fires, ship.floods = 1, 1
    table = play(state, repairs, 0, answers=["flood"], dice=[7, 6, 6, 6, 10])
    assert table.asked == [("allied", "repair", ["fire", "flood"])]
    assert (ship.fires, ship.floods) == (1, 0)


@rule("NA-DC-03")
def test_what_helps_and_hinders_damage_control(monkeypatch: pytest.MonkeyPatch) -> None:
    state = duel("mgb715")
    ship = state.ships["a1"]
    ship.fires, ship.setting, ship.lost_last = 1, 3, 3
    assert repair_modifiers(state, ship, "fire") == [t.HARD_HIT, t.FIRE_AT_SPEED]
    ship.lost_last, ship.setting = 2, 2
    veteran = dataclasses.replace(SCENARIOS[state.scenario], veteran=("allied",))
    monkeypatch.setitem(SCENARIOS, state.scenario, veteran)
    assert repair_modifiers(state, ship, "fire") == [t.VETERAN]


@rule("NA-DC-03")
def test_after_a_natural_one_a_rudder_cannot_be_repaired() -> None:
    state = duel("vw")
    ship = state.ships["a1"]
    ship.rudder = 1
    play(state, attempt, ship, dice=[1])
    assert items(ship) == []
    assert ship.rudder == 1


@rule("NA-DC-05")
@pytest.mark.parametrize(("type_", "fires"), [("mgb715", 4), ("trawler", 6), ("coaster", 8)])
def test_a_ship_with_too_many_fires_is_abandoned(type_: str, fires: int) -> None:
    for burning, status in ((fires - 1, "afloat"), (fires, "sinking")):
        state = duel(type_)
        ship: Ship = state.ships["a1"]
        ship.fires = burning
        attempts = 2 if type_ == "trawler" else 1
        play(state, repairs, 0, dice=[2] * attempts + [10] * burning)
        assert ship.status == status


@rule("NA-DC-06")
def test_the_side_with_the_initiative_repairs_first() -> None:
    state = duel("coaster", "coaster", winner="axis")
    for ship in state.ships.values():
        ship.fires = 1
    table = play(state, repairs, 0, dice=[9])
    assert table.told[0][1]["ship"] == "x1"
    following = table.following.args[0]
    table = play(state, repairs, following, dice=[9])
    assert table.told[0][1]["ship"] == "a1"


@rule("NA-TOR-11")
def test_two_quiet_turns_reload_a_tube() -> None:
    state = duel("vw", "s38")
    boat = state.ships["x1"]
    boat.loaded = [1]
    play(state, repairs_begin)
    boat.turned = 3
    play(state, repairs_begin)
    assert boat.reloading == 0
    boat.turned = 2
    play(state, repairs_begin)
    table = play(state, repairs_begin)
    assert (boat.loaded, boat.reloads) == ([2], 1)
    assert table.told[0][2] == (AXIS,)


def test_a_ship_that_must_keep_its_setting_keeps_it_for_one_move() -> None:
    state = duel("vw")
    ship = state.ships["a1"]
    ship.keeps_setting = True
    assert ship_settings(state, ship) == (2, 2)
