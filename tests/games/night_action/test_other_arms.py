"""Aircraft, submarines, mines, shore batteries, the end, points and free battles."""

from __future__ import annotations

import pytest

from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.free_battle import free_places
from flagplot.games.night_action.model.scoring import parts_of, scores
from flagplot.games.night_action.rules.aircraft import (
    air_attacks,
    air_options,
    aircraft,
    defence_modifiers,
    defenders,
    drop_torpedoes,
    fly_off,
)
from flagplot.games.night_action.rules.contact_movement import contacts
from flagplot.games.night_action.rules.end import end
from flagplot.games.night_action.rules.free_battle import deploy, muster, muster_options
from flagplot.games.night_action.rules.guns import ships_able_to_fire
from flagplot.games.night_action.rules.movement import helm_options, steer
from flagplot.games.night_action.rules.set_up import set_up
from flagplot.games.night_action.rules.shore import bombardment
from flagplot.games.night_action.rules.spotting import look_out
from flagplot.games.night_action.rules.submarines import dive_on
from flagplot.games.night_action.rules.torpedoes import ships_able_to_launch
from flagplot.games.night_action.scenarios import FREE
from flagplot.games.night_action.state import Aircraft, Minefield, Options, State
from tests.games.night_action.builder import ALLIED, AXIS, defects, play, position, unit
from tests.rules import rule


def raid(type_: str = "swordfish", target: str = "z34a", **more: object) -> State:
    """An Allied aircraft that comes in this turn, and an Axis ship."""
    state = position(unit(AXIS, target, x=100, y=60, setting=2), **more)  # type: ignore[arg-type]
    state.aircraft = [Aircraft(id="af1", type=type_, side="allied", turn=3)]
    return state


# Aircraft


@rule("NA-AIR-01", "NA-SEQ-01")
def test_a_torpedo_bomber_picks_a_ship_and_one_of_six_points() -> None:
    state = raid()
    one = state.aircraft[0]
    assert air_options(state, one) == [*[("x1", point) for point in range(6)], "leave"]
    table = play(state, aircraft, 0, answers=[("x1", 4)])
    assert (one.x, one.y, one.status) == (15000, 6000, "here")
    assert table.following.args == (1,)
    assert play(state, aircraft, 1).following == "spotting"
    play(state, fly_off)
    assert one.status == "gone"


@rule("NA-AIR-01", "NA-ILL-02")
def test_flares_can_be_dropped_over_markers_for_three_turns() -> None:
    state = raid("albacore")
    state.ships["x1"].marker = state.units["x1"].marker = 1
    one = state.aircraft[0]
    assert air_options(state, one) == ["xm1", "leave"]
    for turns in (1, 2, 3):
        play(state, aircraft, 0, answers=["xm1"])
        assert len(state.lights) == turns
        play(state, fly_off)
        assert one.status == ("gone" if turns == 3 else "here")


@rule("NA-AIR-01", "NA-AMB-03")
def test_an_aircraft_looks_out() -> None:
    state = raid("albacore")
    state.ships["x1"].marker = state.units["x1"].marker = 1
    one = state.aircraft[0]
    one.status, one.x, one.y = "here", 10000, 8500
    table = play(state, look_out, ALLIED, dice=[3])
    assert table.thrown[0][2]["tester"] == "af1"
    assert state.ships["x1"].marker == 0


@rule("NA-AIR-02", "NA-AMB-24")
def test_mounts_fire_at_an_aircraft_instead_of_a_ship() -> None:
    state = raid()
    one, ship = state.aircraft[0], state.ships["x1"]
    play(state, aircraft, 0, answers=[("x1", 4)])
    found = [number for _, number, _ in defenders(state, one)]
    assert found == [0, 1, 2, 3, 4, 5, 6]  # her 12 cm guns have a director
    assert [modifier.value for modifier in defence_modifiers(ship, one)] == [-1, 1]
    table = play(state, air_attacks, dice=[6, 7, 3])
    assert one.is_spoiled
    assert ship.fired == 0b11
    assert "spoiled" in table.events()
    one.is_spoiled = False
    play(state, air_attacks, dice=[7, 1, 9, 6])
    assert one.status == "down"


@rule("NA-AIR-03")
def test_bombs() -> None:
    state = raid("ju87", "coaster")
    play(state, aircraft, 0, answers=["x1"])
    state.ships["x1"].silent = [9]
    play(state, air_attacks, dice=[6, 2, 3, 4, 1])  # 6 + 1 Class 3 + 1 dive bomber
    assert state.ships["x1"].hull == 25 - 9
    state = raid("he115", "s38")
    play(state, aircraft, 0, answers=["x1"])
    state.ships["x1"].silent = [9, 9]
    table = play(state, air_attacks, dice=[9])  # -2 at Class 1
    assert "bomb_misses" in table.events()


@rule("NA-AIR-03")
def test_strafing_is_fire_of_a_quadruple_twenty_millimetre() -> None:
    state = raid("beaufighter", "s38")
    play(state, aircraft, 0, answers=["x1"])
    state.ships["x1"].silent = [9, 9]
    table = play(state, air_attacks, dice=[7, 8, 8, 2, 6, 5, 1, 1])  # +3 close, -2 Class 1, -2 unlit
    assert table.thrown[0][2]["modifier"] == -1
    assert state.ships["x1"].hull == 12 - 5


@rule("NA-AIR-03", "NA-TOR-08", "NA-AMB-29", "NA-AMB-32")
def test_an_aircraft_drops_its_torpedo_along_the_solution() -> None:
    state = raid()
    play(state, aircraft, 0, answers=[("x1", 4)])
    play(state, drop_torpedoes, ALLIED, dice=[5])
    (salvo,) = state.salvos
    assert (salvo.size, salvo.by, len(salvo.tracks)) == ("air", "af1", 1)
    assert salvo.is_seen
    assert salvo.tracks[0].direction == 116  # west, and a little ahead of her
    play(state, drop_torpedoes, ALLIED)
    assert len(state.salvos) == 1


# Submarines


def boat(**more: object) -> State:
    return position(unit(AXIS, "uboat7", x=100, y=60, setting=2), unit(ALLIED, "flower", x=50, y=60), **more)  # type: ignore[arg-type]


@rule("NA-SUB-01")
def test_a_submarine_dives_in_three_turns() -> None:
    state = boat()
    ship = state.ships["x1"]
    ship.x = 6000
    assert "x1" in ships_able_to_fire(state, AXIS)
    assert "dive" in helm_options(state, state.units["x1"])
    play(state, steer, AXIS, "x1", answers=["dive", "="])
    assert ship.depth == 1
    assert "x1" not in ships_able_to_fire(state, AXIS)
    assert "a1" in ships_able_to_fire(state, ALLIED)
    play(state, dive_on)
    assert "a1" in ships_able_to_fire(state, ALLIED)
    play(state, dive_on)
    assert ships_able_to_fire(state, ALLIED) == []
    table = play(state, dive_on)
    assert (ship.depth, ship.marker) == (t.PERISCOPE, 1)
    assert table.events() == ["at_periscope_depth"]
    assert not defects(state)


def dived(**more: object) -> State:
    state = boat(**more)
    state.ships["x1"].depth = 3
    play(state, dive_on)
    return state


@rule("NA-SUB-01", "NA-CON-02")
def test_at_periscope_depth_a_boat_moves_slowly_launches_and_comes_up() -> None:
    state = dived()
    ship = state.ships["x1"]
    assert ships_able_to_launch(state, AXIS) == ["x1"]
    play(state, contacts, AXIS, 0, answers=[("speed", 3), "="])
    assert ship.moved == 700
    play(state, contacts, AXIS, 0, answers=["surface"])
    assert (ship.depth, ship.marker) == (0, 0)


@rule("NA-SUB-01", "NA-AMB-20")
def test_depth_charges_find_a_boat_near_their_path() -> None:
    state = dived()
    ship, hunter = state.ships["x1"], state.ships["a1"]
    ship.x, ship.y = 5290, 5500
    table = play(state, look_out, ALLIED)
    assert table.events() == ["found"]
    assert ship.found_in == 3
    state.turn = 4
    play(state, steer, ALLIED, "a1", answers=["="], dice=[6, 2, 2, 2])
    assert ship.hull == 20 - 6
    assert hunter.charges == 1
    state.turn = 5
    hunter.y = 6000
    play(state, steer, ALLIED, "a1", answers=["="], dice=[7])
    assert (ship.hull, hunter.charges) == (14, 2)
    hunter.y = 6000
    play(state, steer, ALLIED, "a1", answers=["="])  # twice a turn at most


@rule("NA-SUB-01")
def test_a_boat_at_periscope_depth_is_found_only_by_ships_with_depth_charges() -> None:
    state = dived()
    state.ships["a1"].type = "vosper70"
    state.ships["x1"].x = 5500
    play(state, look_out, ALLIED)
    assert state.ships["x1"].marker == 1


# Mines


@rule("NA-MIN-01")
@pytest.mark.parametrize(
    ("type_", "dice", "struck"),
    [
        ("vw", [2], True),
        ("vw", [3], False),
        ("vp", [1], True),
        ("vp", [2], False),
        ("s38", [1, 3], True),
        ("s38", [1, 4], False),
    ],
)
def test_a_minefield(type_: str, dice: list[int], struck: bool) -> None:
    state = position(unit(ALLIED, type_, x=50, y=60, setting=2))
    state.mines = [Minefield(0, 0, 20000, 5800)]
    damage = [4] * 8 + [2, 1] * (8 - 4) if struck else []
    ship = state.ships["a1"]
    ship.engine = 0
    table = play(state, steer, ALLIED, "a1", answers=["="], dice=[*dice, *damage])
    assert ("mined" in table.events()) is struck
    assert ship.engine == (4 if struck else 0)


@rule("NA-MIN-01", "NA-AMB-27")
def test_a_die_for_each_twenty_centimetres_in_a_minefield() -> None:
    state = position(unit(AXIS, "s38", x=50, y=60, setting=3, hidden=True))
    state.mines = [Minefield(0, 0, 20000, 20000)]
    play(state, contacts, AXIS, 0, answers=["="], dice=[9, 9])
    table = play(state, contacts, AXIS, 0, answers=["="], dice=[1, 1, *[1] * 8])
    assert "turned_over" in table.events()
    assert state.ships["x1"].status == "sinking"


# Shore


@rule("NA-SHO-01", "NA-AMB-21")
def test_a_cruiser_off_the_table_fires_at_the_weakest_pit() -> None:
    state = set_up("ulvesund", Options())
    state.winner = "allied"
    pits = [ship for ship in state.ships.values() if ship.type == "battery"]
    assert [(pit.hull, pit.setting, len(pit.guns)) for pit in pits] == [(30, 0, 2), (30, 0, 2)]
    assert pits[0].id not in state.units
    pits[1].hull = 20
    play(state, bombardment, dice=[9, 8, 1, 3, 1])  # -2: only the 9 hits
    assert pits[1].hull == 20 - 5
    assert not defects(state)


# The end and points


@rule("NA-END-01", "NA-VIC-01")
def test_the_game_ends_when_a_side_has_no_ship_left() -> None:
    state = position(unit(ALLIED, "vw"), unit(AXIS, "s38", x=90))
    state.ships["x1"].status, state.ships["x1"].hull = "sinking", 0
    del state.units["x1"]
    play(state, end)
    assert state.result
    assert (state.result.winner, state.result.score) == ("allied", {"allied": 9, "axis": 0})


@rule("NA-END-01")
def test_the_game_ends_after_the_last_turn() -> None:
    state = position(unit(ALLIED, "vw"), unit(AXIS, "s38", x=90), turn=14)
    play(state, end)
    assert state.turn == 15
    play(state, end)
    assert state.result


@rule("NA-VIC-01")
def test_points_for_ships_sunk_damaged_safe_and_gone() -> None:
    state = position(
        unit(ALLIED, "coaster"), unit(ALLIED, "coaster"), unit(ALLIED, "vw"), unit(AXIS, "s38"), unit(AXIS, "s38")
    )
    ships = state.ships
    ships["a1"].status, ships["a1"].exit = "left", "west"
    ships["a2"].status = "sunk"
    ships["a3"].hull = 17
    ships["x1"].status = "sunk"
    ships["x2"].hull, ships["x2"].began_damaged = 6, True
    assert parts_of(state, ALLIED) == {
        "sunk": 5,
        "damaged": 0,
        "safe": 2,
        "exit": 0,
        "field": 0,
        "torpedoes": 0,
        "bonus": 4,
    }
    assert parts_of(state, AXIS) == {
        "sunk": 6,
        "damaged": 7,
        "safe": 0,
        "exit": 0,
        "field": 0,
        "torpedoes": 0,
        "bonus": 0,
    }
    ships["a1"].exit = "east"
    assert parts_of(state, ALLIED)["safe"] == 0
    hook = position(unit(ALLIED, "mgb70"), unit(AXIS, "s38"), unit(AXIS, "s38"), scenario="hook")
    hook.ships["x1"].engine = 4
    hook.ships["x2"].status, hook.ships["x2"].exit = "left", "east"
    assert scores(hook) == {"allied": 17, "axis": 2}


@rule("NA-VIC-02")
def test_a_side_left_alone_holds_the_field_and_gets_home() -> None:
    duel = position(unit(ALLIED, "mgb715"), unit(AXIS, "s38"), scenario="tutorial")
    duel.ships["x1"].status, duel.ships["x1"].exit = "left", "east"
    del duel.units["x1"]
    assert scores(duel) == {"allied": 0, "axis": 0}
    duel.phase = "end"
    assert scores(duel) == {"allied": 3, "axis": 0}
    duel.ships["a1"].engine = 4
    assert scores(duel) == {"allied": 0, "axis": 0}
    hook = position(unit(ALLIED, "mgb70"), unit(AXIS, "s38"), unit(AXIS, "s38"), scenario="hook")
    hook.ships["a1"].status, hook.ships["a1"].exit = "left", "west"
    hook.ships["x2"].engine = 4
    del hook.units["a1"]
    assert parts_of(hook, AXIS)["exit"] == 0
    hook.phase = "end"
    assert parts_of(hook, AXIS)["exit"] == 2


# Free battles


@rule("NA-FRE-01", "NA-AMB-22", "NA-CON-01")
def test_a_free_battle_is_picked_and_deployed_in_secret() -> None:
    state = set_up("free_battle", Options(points=100, year=1941, light=1, sea_state=3))
    assert (state.light, state.sea, state.phase) == ("dusk", 3, "muster")
    assert "done" not in muster_options(state, ALLIED)
    table = play(state, muster, "allied", answers=[("vosper70", 3)])
    assert table.told[0][2] == (ALLIED,)
    assert muster_options(state, ALLIED) == ["done"]
    table = play(state, muster, "allied")
    assert table.following.args == (AXIS,)
    play(state, muster, "axis", answers=[("s38", 1)])
    play(state, muster, "axis", answers=["done"])
    assert state.musters[AXIS].to_deploy == [("s38", 1), ("s38", 0)]
    assert len(free_places(state, ALLIED)) == 36
    side = "allied"
    for place in ((5, 10), (175, 10), (15, 30), (165, 50)):
        table = play(state, deploy, side, answers=[place])
        side = table.following.args[0]
    table = play(state, deploy, side)
    assert table.following == "initiative"
    assert sorted((unit.side, unit.marker) for unit in state.units.values()) == [
        ("allied", 1), ("allied", 2), ("axis", 1), ("axis", 2),
    ]  # fmt: skip
    boats = [ship for ship in state.ships.values() if ship.side == ALLIED]
    assert [(ship.heading, ship.setting) for ship in boats] == [(36, 2)] * 4
    assert not defects(state)
    assert FREE.turns == 16


@rule("NA-FRE-01")
def test_reasons_why_a_ship_cannot_be_picked() -> None:
    state = set_up("free_battle", Options(points=100, year=1941))
    barred = say.MUSTER.bars
    assert barred
    assert barred(state, {}, ("s38", 1)) == say.OTHER_NATION
    assert barred(state, {}, ("vosper73", 1)) == (say.TOO_LATE_A_TYPE, {"year": 1941})
    assert barred(state, {}, ("kenya", 1)) == (say.TOO_DEAR, {"cost": 278, "left": 100})
    state.musters[ALLIED].units = [("coaster", 3)] * 4
    assert barred(state, {}, ("coaster", 1)) == (say.TOO_MANY_SHIPS, {"most": 12})
