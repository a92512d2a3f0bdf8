"""The sheet's tables line by line, and the worked figures that follow from them and from our completion."""

from __future__ import annotations

import dataclasses
from fractions import Fraction

import pytest

from flagplot.engine.words import total
from flagplot.games.night_action import tables as t
from flagplot.games.night_action.model import guns as gun_model
from flagplot.games.night_action.model import spotting as spotting_model
from flagplot.games.night_action.model.fleet import distance_at, maximum_setting
from flagplot.games.night_action.model.helm import ship_settings
from flagplot.games.night_action.model.torpedoes import dud_score, solution, torpedo_modifiers
from flagplot.games.night_action.rules import damage_control, special_effects, torpedoes
from flagplot.games.night_action.rules.guns import bearing_mounts, fire_battery
from flagplot.games.night_action.rules.torpedo_damage import underwater_hit
from flagplot.games.night_action.scenarios import SCENARIOS
from flagplot.games.night_action.ships import KINDS, mount
from flagplot.games.night_action.state import AMIDSHIPS, RUDDER_LOST, SOUND, Aircraft, Light, Ship, State, Track
from tests.games.night_action.builder import ALLIED, AXIS, play, position, unit
from tests.rules import rule

BEAM = Track(36, -3000, 0, 1000, 0)  # from the west, at a ship on 0
FROM_ASTERN = Track(0, 0, 3000, 0, -1000)
FROM_AHEAD = Track(72, 0, -3000, 0, 1000)
COASTER, TRAWLER, BOAT, BARGE = "coaster", "trawler", "s38", "mfp_d"


def target(type_: str, setting: int = 2) -> tuple[State, Ship]:
    """A ship at the middle of the world, heading north."""
    state = position(unit(AXIS, type_, setting=setting))
    ship = state.ships["x1"]
    ship.x = ship.y = ship.heading = 0
    return state, ship


def natural_hits(modifier: int) -> list[int]:
    return [face for face in range(1, 11) if t.TORPEDO_HIT[face + modifier] == t.HIT]


@rule("NA-TOR-01", "NA-TOR-02", "NA-TOR-03", "NA-TOR-15", "NA-AMB-06")
@pytest.mark.parametrize(
    ("type_", "track", "setting", "modifier", "least", "per_cent"),
    [
        (COASTER, BEAM, 2, 0, 4, 70),  # V-T01
        (TRAWLER, BEAM, 2, -2, 6, 50),  # V-T02
        (BOAT, BEAM, 2, -4, 8, 30),  # V-T03
        (BOAT, FROM_ASTERN, 2, -6, 10, 10),  # V-T04
        (BOAT, FROM_AHEAD, 2, -5, 9, 20),  # V-T05
        (COASTER, BEAM, 0, 3, 1, 100),  # V-T09
        (BOAT, BEAM, 0, -1, 5, 60),  # V-T10
        (COASTER, FROM_AHEAD, 2, -1, 5, 60),  # V-T11
        (COASTER, FROM_ASTERN, 2, -2, 6, 50),
        (TRAWLER, FROM_ASTERN, 0, -1, 5, 60),  # V-T12
    ],
)
def test_torpedoes_at_ships_of_every_class(
    type_: str, track: Track, setting: int, modifier: int, least: int, per_cent: int
) -> None:
    state, ship = target(type_, setting)
    assert total(torpedo_modifiers(state, track, ship)) == modifier
    hits = natural_hits(modifier)
    assert hits == list(range(least, 11))
    assert len(hits) * 10 == per_cent


@rule("NA-TOR-02", "NA-TOR-16", "NA-AMB-13")
def test_shallow_draught_counts_where_the_scenario_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """V-T06, V-T07; V-T08 has no hit at all."""
    state, barge = target(BARGE)
    assert total(torpedo_modifiers(state, BEAM, barge)) == -2
    shallow = dataclasses.replace(SCENARIOS["coal_scuttle"], shallow_draught=True)
    monkeypatch.setitem(SCENARIOS, "coal_scuttle", shallow)
    assert total(torpedo_modifiers(state, BEAM, barge)) == -4
    assert total(torpedo_modifiers(state, FROM_ASTERN, barge)) == -6
    assert natural_hits(-4) == [8, 9, 10]
    assert natural_hits(-6) == [10]
    assert natural_hits(-8) == []


@rule("NA-TOR-04", "NA-AMB-05")
def test_duds_by_navy_and_date() -> None:
    """V-T13: German 1942 on 2, American before autumn 1943 on 3, all others on 1; fewer from 1 October 1943."""
    early, late = position(scenario="pedestal"), position(scenario="eboat_alley")
    assert [dud_score(early, nation) for nation in ("american", "german", "british", "italian")] == [3, 2, 1, 1]
    assert [dud_score(late, nation) for nation in ("american", "german", "british")] == [1, 1, 1]
    assert [t.DUD_CHART[2][face] for face in (1, 2, 3)] == [t.DUD, t.DUD, t.LIVE]
    assert [t.DUD_CHART[3][face] for face in (3, 4)] == [t.DUD, t.LIVE]
    assert [t.DUD_CHART[1][face] for face in (1, 2)] == [t.DUD, t.LIVE]
    live = [Fraction(7, 10) * Fraction(10 - score, 10) for score in (2, 1, 3)]
    assert live == [Fraction(56, 100), Fraction(63, 100), Fraction(49, 100)]


@rule("NA-TOR-05")
def test_damage_dice_by_size() -> None:
    assert t.TORPEDO_DICE == {"24in": 10, "21in": 8, "18in": 6, "air": 6}


@rule("NA-TOR-06", "NA-AMB-02", "NA-AMB-07", "NA-AMB-19")
def test_each_damage_die_is_looked_up() -> None:
    """V-T14: 5 x 10 + 7 = 57 boxes, two settings lost, one flood."""
    state = position(unit(AXIS, "kenya"))
    ship = state.ships["x1"]
    play(state, underwater_hit, ship, 8, dice=[1, 2, 3, 4, 5, 6, 3, 1, 4, 3])
    assert (ship.hull, ship.engine, ship.floods) == (78 - 57, 2, 1)


@rule("NA-TOR-06")
def test_a_ship_that_cannot_be_slowed_suffers_the_worst() -> None:
    """V-T15."""
    state = position(unit(AXIS, "kenya", setting=0))
    ship = state.ships["x1"]
    ship.engine = 4
    play(state, underwater_hit, ship, 1, dice=[4, 6, 5])
    assert (ship.hull, ship.engine, ship.floods) == (78 - 11, 4, 1)


@rule("NA-AMB-02")
def test_the_other_reading_adds_the_dice_and_reads_the_table_once() -> None:
    state = position(unit(AXIS, "kenya"), options={"torpedo_sum": True})
    ship = state.ships["x1"]
    play(state, underwater_hit, ship, 8, dice=[1, 2, 3, 4, 5, 6, 3, 1, 2])
    assert (ship.hull, ship.engine, ship.floods) == (78 - 25 - 10, 0, 0)


@rule("NA-SEQ-01", "NA-TOR-08", "NA-AMB-04")
def test_a_track_arms_after_twenty_centimetres_and_runs_forty_a_turn() -> None:
    """V-T16."""
    state = position(unit(ALLIED, "vw", x=10, y=10, heading=0), scenario="cerberus_boats")
    ship = state.ships["a1"]
    play(state, torpedoes.launch, ship, 0, 36, 1, 0, dice=[4])
    (salvo,) = state.salvos
    assert (salvo.tracks[0].from_x, salvo.tracks[0].x, salvo.run) == (1000, 3000, 0)
    ends = []
    for _ in range(5):
        play(state, torpedoes.tracks)
        ends.append((salvo.tracks[0].from_x - 1000, salvo.tracks[0].x - 1000))
    assert ends == [(2000, 6000), (6000, 10000), (10000, 14000), (14000, 18000), (18000, 22000)]
    assert state.salvos
    play(state, torpedoes.tracks)
    assert not state.salvos


@rule("NA-FIR-01", "NA-FLO-01", "NA-DC-04")
@pytest.mark.parametrize(
    ("dice", "lost", "more"),
    [([1, 4], 4, 1), ([2], 2, 0), ([3], 2, 0), ([4], 1, 0), ([6], 1, 0), ([7], 0, 0), ([10], 0, 0)],
)
@pytest.mark.parametrize("kind", ["fires", "floods"])
def test_fire_and_flood_effects(kind: str, dice: list[int], lost: int, more: int) -> None:
    """V-F01."""
    state = position(unit(AXIS, "kenya"))
    ship = state.ships["x1"]
    setattr(ship, kind, 1)
    play(state, damage_control.effects, ship, dice=dice)
    assert (78 - ship.hull, getattr(ship, kind)) == (lost, 1 + more)
    rows = [t.EFFECT_BOXES[face] for face in range(1, 11)]
    assert rows == [t.SPREADS, "2", "2", "1", "1", "1", "0", "0", "0", "0"]


@rule("NA-SPO-01", "NA-SPO-02", "NA-SPO-03", "NA-SPO-04", "NA-SPO-05", "NA-SPO-06", "NA-AMB-03", "NA-AMB-12")
def test_spotting_modifiers() -> None:
    """V-S01 to V-S05, and the sheet's table line by line."""
    assert [one.value for one in t.SPOTTING_SEA] == [2, 1, 1, 0, -1, -1, -2]
    assert [t.TESTER_CLASS[n].value for n in (1, 2, 3)] == [0, 1, 2]
    assert (t.TESTER_RADAR.value, t.TESTER_QUIET.value) == (1, 1)
    assert (t.UNLIT_AT_NIGHT.value, t.AT_PERISCOPE.value) == (-1, -2)

    def by_tester(type_: str, sea: int, scenario: str = "eboat_alley", depth: int = 0) -> int:
        state = position(unit(ALLIED, type_), scenario=scenario, sea=sea)
        state.ships["a1"].depth = depth
        return total(spotting_model.tester_modifiers(state, state.ships["a1"]))

    night = t.UNLIT_AT_NIGHT.value
    assert by_tester("hunt1", 1) + night == 3
    assert by_tester("vosper70", 4) + night == -1
    assert by_tester("uboat7", 0, depth=t.PERISCOPE) - t.TESTER_QUIET.value == 1
    assert by_tester("elco", 3, "coal_scuttle") - t.TESTER_QUIET.value == 0
    plane = Aircraft(id="af1", type="albacore", side="allied", turn=1)
    assert total(spotting_model.aircraft_modifiers(position(sea=6), plane)) == 0


@rule("NA-TOR-14")
def test_a_solution_is_the_first_turn_in_which_track_and_ship_meet() -> None:
    """V-T17."""
    state = position(unit(AXIS, "freighter5", x=0, y=0, heading=90, setting=4))
    ship = state.ships["x1"]
    ship.x, ship.y = 0, -5000
    assert solution(0, 0, ship, 5) == (5, 1)
    ship.y = -60000
    assert solution(0, 0, ship, 5) is None


# Guns


def fire_modifier(state: State, weapon: str, firer: str = "a1", at: str = "x1") -> int:
    return total(gun_model.gun_modifiers(state, state.ships[firer], mount(weapon), state.ships[at]))


@rule("NA-GUN-03")
@pytest.mark.parametrize(
    ("modifier", "per_cent"),
    [(6, 90), (5, 90), (4, 80), (3, 70), (2, 60), (1, 50), (0, 40), (-1, 30), (-2, 20), (-3, 10), (-4, 5), (-9, 5)],
)
def test_the_chance_to_hit_by_final_modifier(modifier: int, per_cent: int) -> None:
    rows = [t.FIRE[modifier][face] for face in range(1, 11)]
    again = Fraction([t.FIRE_AGAIN[face] for face in range(1, 11)].count(t.HIT), 10)
    chance = Fraction(rows.count(t.HIT), 10) + Fraction(rows.count(t.AGAIN), 10) * again
    assert chance * 100 == per_cent


@rule("NA-GUN-03", "NA-ILL-04")
def test_a_gunboat_fires_at_an_s_boat() -> None:
    """V-G01, V-G02: -2 hits on 9; unlit and silent -4, only a natural 10 and then 6 or more."""
    state = position(unit(ALLIED, "mgb715", x=50, y=40), unit(AXIS, "s38", x=75, y=40, setting=4))
    boat = state.ships["x1"]
    boat.moved, boat.fired_in = 3900, 2
    assert fire_modifier(state, "pp1:FPS") == -2
    assert [t.FIRE[-2][face] for face in (8, 9)] == [t.MISS, t.HIT]
    boat.fired_in = 1
    assert fire_modifier(state, "pp1:FPS") == -4
    assert [t.FIRE[-4][face] for face in (9, 10)] == [t.MISS, t.AGAIN]
    assert [t.FIRE_AGAIN[face] for face in (5, 6)] == [t.MISS, t.HIT]


@rule("NA-GUN-03")
def test_a_hunt_fires_at_an_s_boat_in_starshell_light() -> None:
    """V-G03: 0 -2 -1 -2 +1."""
    state = position(unit(ALLIED, "hunt2", x=50, y=40), unit(AXIS, "s100", x=100, y=40, setting=4))
    state.ships["x1"].moved = 4200
    state.lights = [Light("starshell", 10000, 4000, 1500, 4)]
    assert fire_modifier(state, "q102x2:FPS") == -4


@rule("NA-GUN-03", "NA-GUN-04")
def test_a_tribal_fires_at_a_destroyer() -> None:
    """V-G04: -2 +1, 8 hits and 7 misses; d6 boxes."""
    state = position(unit(ALLIED, "tribal", x=10, y=40), unit(AXIS, "z36a", x=100, y=40))
    state.ships["x1"].fires = 1
    assert fire_modifier(state, "q120x2:FPS") == -1
    assert [t.FIRE[-1][face] for face in (7, 8)] == [t.MISS, t.HIT]
    assert t.HULL_DAMAGE["Q120", 3, 0].rows == (1, 2, 3, 4, 5, 6)


@rule("NA-GUN-04", "NA-SPE-02")
def test_machine_guns_only_silence_the_crews_of_a_trawler() -> None:
    """V-G05."""
    assert t.HULL_DAMAGE["MG", 2, 0] is None
    assert [t.SPECIAL["MG", 2][face] for face in (6, 7, 8, 10)] == [t.NO_EFFECT, *[t.SUPPRESSED_ONLY] * 3]
    state = position(unit(AXIS, "vp"))
    ship = state.ships["x1"]
    play(state, special_effects.special_effects, ship, "MG", 1, 15, dice=[8, "g1"])
    assert ship.silent == [0, 4, 0, 0, 0]


@rule("NA-GUN-04")
def test_boxes_by_group_class_and_armour() -> None:
    """V-G06, V-G07, and the whole hull damage table."""
    assert t.HULL_DAMAGE["A20", 1, 0].rows == (0, 0, 0, 1, 2, 3)
    kenya = KINDS["kenya"]
    chart = t.HULL_DAMAGE["Q102", 3, kenya.armour]
    assert chart
    assert (chart[6], chart[3]) == (3, 0)
    most = {
        group: [chart.rows[-1] if (chart := t.HULL_DAMAGE[group, n, 0]) else 0 for n in (1, 2, 3)] for group in t.GROUPS
    }
    assert most == {
        "MG": [1, 0, 0], "A20": [3, 2, 0], "A40": [4, 3, 2], "Q57": [5, 4, 3], "Q76": [6, 5, 4], "Q102": [7, 6, 5],
        "Q120": [8, 7, 6], "Q150": [12, 9, 8], "Q203": [14, 13, 13], "Q280": [16, 15, 20],
    }  # fmt: skip


@rule("NA-DC-01", "NA-DC-02", "NA-DC-03", "NA-AMB-01")
def test_a_jammed_rudder_is_freed_and_a_lost_one_is_not() -> None:
    """V-G08."""
    state = position(unit(AXIS, "vp"))
    ship = state.ships["x1"]
    play(state, special_effects.special_effect, ship, t.STEERING, "Q76", 15, dice=[3])
    assert ship.rudder == AMIDSHIPS
    play(state, damage_control.attempt, ship, dice=[7])
    assert ship.rudder == SOUND
    play(state, special_effects.special_effect, ship, t.STEERING, "Q76", 15, dice=[5])
    assert ship.rudder == RUDDER_LOST
    assert damage_control.items(ship) == []
    assert t.REPAIRABLE == {"S": (3, 4), "M": (1, 2, 3)}


@rule("NA-MOV-09", "NA-AMB-01")
def test_frozen_machinery_keeps_the_setting() -> None:
    """V-G09."""
    state = position(unit(AXIS, "vp", setting=2))
    ship = state.ships["x1"]
    play(state, special_effects.special_effect, ship, t.MACHINERY, "Q76", 15, dice=[3])
    assert ship_settings(state, ship) == (2, 2)
    assert damage_control.items(ship) == ["engine"]
    play(state, damage_control.attempt, ship, dice=[7])
    assert ship_settings(state, ship) == (0, 3)


@rule("NA-MOV-06", "NA-MOV-01")
def test_lost_boxes_lower_the_maximum_setting() -> None:
    """V-G10: a Fairmile D at 6 of 12 boxes does three quarters, 22 cm; at 3 a half, 15 cm."""
    state = position(unit(ALLIED, "fairmile_d_mtb", setting=4))
    ship = state.ships["a1"]
    found = []
    for hull in (7, 6, 4, 3):
        ship.hull = hull
        most = maximum_setting(state, ship)
        found.append((most, distance_at(ship, most)))
    assert found == [(4, 2900), (3, 2200), (3, 2200), (2, 1500)]


@rule("NA-GUN-05", "NA-GUN-01")
def test_the_rest_hold_fire_when_the_target_sinks() -> None:
    state = position(unit(ALLIED, "tribal", x=50, y=40), unit(AXIS, "s38", x=60, y=40))
    state.ships["x1"].hull = 3
    tribal, boat = state.ships["a1"], state.ships["x1"]
    firing = bearing_mounts(state, tribal, boat, "main")
    assert [i for i, _ in firing] == [0, 1, 2, 3]
    table = play(state, fire_battery, tribal, boat, firing, dice=[10, 1, 6, 2])
    assert boat.status == "sinking"
    assert tribal.fired == 1
    assert "sunk" in table.events()
