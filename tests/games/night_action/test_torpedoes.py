"""Torpedoes (NA-TOR): launching, running, attacking, and being seen."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from flagplot.engine.start import new_match
from flagplot.games.night_action import GAME
from flagplot.games.night_action import tables as t
from flagplot.games.night_action import words as say
from flagplot.games.night_action.model.torpedoes import (
    could_launch,
    enters_arc,
    launch_factor,
    ships_touched,
    spread_of,
    tube_arc,
)
from flagplot.games.night_action.rules import torpedoes
from flagplot.games.night_action.rules.damage import sink
from flagplot.games.night_action.rules.movement import CONVOY_ASKS, ask_of_helm
from flagplot.games.night_action.rules.torpedoes import (
    aims,
    launch,
    launch_barred,
    launch_first,
)
from flagplot.games.night_action.state import Salvo, State, Track
from tests.games.night_action.builder import ALLIED, AXIS, attacks, play, position, unit
from tests.rules import rule


def salvo(state: State, *tracks: Track, run: int = 1, by: str = "x1", **more: Any) -> Salvo:
    """Torpedoes of the Axis in the water."""
    found = Salvo(
        id="t1",
        side="axis",
        by=by,
        size="21in",
        nation="german",
        turn=1,
        run=run,
        tracks=list(tracks),
        **more,
    )
    state.salvos.append(found)
    return found


def crossing(x: int, y: int) -> Track:
    """An armed track from west to east through a place."""
    return Track(36, x - 3000, y, x + 1000, y)


def at_sea(*more: object, **fields: object) -> State:
    """A coaster and a boat with torpedoes, far from each other."""
    return position(unit(ALLIED, "coaster", x=100, y=60), unit(AXIS, "s38", x=20, y=100), *more, **fields)  # type: ignore[arg-type]


# Launching


@rule("NA-TOR-07", "NA-TOR-12", "NA-AMB-25")
def test_a_ship_launches_in_secret_where_its_player_aims() -> None:
    state = position(
        unit(ALLIED, "coaster", x=100, y=40, heading=270), unit(AXIS, "s38", x=90, y=90, heading=0), winner="axis"
    )
    table = play(state, launch_first, answers=["x1", (0, "a1"), (2, 5)], dice=[5])
    assert [key for _, key, _ in table.asked] == ["launch_from", "aim", "salvo"]
    assert table.following == "launch_first"
    assert state.ships["x1"].loaded == [0]
    assert [track.direction for track in state.salvos[0].tracks] == [2, 4]
    assert all(to == (AXIS,) for _, _, to in table.told)
    assert table.thrown[0][2]["to"] == (AXIS,)
    table = play(state, launch_first, answers=["done"])  # asked, though her tubes are empty
    assert table.asked == [("axis", "launch_from", ("done",))]
    assert table.following == "launch_second"
    state.ships["x1"].spent = 4
    assert not could_launch(state.ships["x1"])
    assert play(state, launch_first).following == "launch_second"


@rule("NA-TOR-07")
def test_arcs_of_tubes() -> None:
    assert tube_arc("F", 0) == (140, 141, 142, 143, 0, 1, 2, 3, 4)
    assert tube_arc("A", 0) == tuple(range(68, 77))
    assert (tube_arc("S", 0)[0], tube_arc("S", 0)[-1], len(tube_arc("S", 0))) == (18, 54, 37)
    assert len(tube_arc("PS", 0)) == 74
    state = at_sea()
    assert len(aims(state, state.ships["x1"])) == 9
    assert say.AIM.bars
    assert say.AIM.bars(state, {"ship": "x1"}, (0, 72)) == say.OUTSIDE_ARC
    assert say.AIM.bars(state, {"ship": "x1"}, (0, "a1")) == say.OUTSIDE_ARC


@rule("NA-TOR-07")
def test_spreads_lie_evenly_about_the_aim() -> None:
    assert spread_of(1, 0) == [0]
    assert spread_of(2, 5) == [-1, 1]
    assert spread_of(3, 5) == [-2, 0, 2]
    assert spread_of(4, 10) == [-6, -2, 2, 6]


@rule("NA-TOR-07", "NA-AMB-10", "NA-SPE-02")
def test_reasons_why_a_ship_does_not_launch() -> None:
    state = at_sea()
    boat = state.ships["x1"]
    assert launch_barred(state, boat) is None
    boat.turned = 4
    assert launch_barred(state, boat) == say.TURNED_TOO_HARD
    boat.turned, boat.setting, state.sea = 0, 4, 4
    assert launch_barred(state, boat) == say.TOO_ROUGH
    boat.setting, boat.no_launch_to = 2, 3
    assert launch_barred(state, boat) == say.COMMAND_LOST
    boat.no_launch_to, boat.tubes_silent = 0, [3]
    assert launch_barred(state, boat) == say.TUBES_EMPTY
    boat.tubes_silent, boat.status = [0], "sinking"
    assert launch_barred(state, boat) is not None
    assert say.LAUNCH_FROM.bars
    state.phase = "launch_first"
    assert say.LAUNCH_FROM.bars(state, {}, "a1") == say.TUBES_EMPTY
    boat.status, boat.loaded = "afloat", [0]
    assert say.LAUNCH_FROM.bars(state, {}, "x1") is None  # nothing is told of the enemy's tubes


@rule("NA-TOR-13")
@pytest.mark.parametrize(("die", "steps"), [*enumerate([-2, -1, -1, 0, 0, 0, 0, 1, 1, 2], 1)])
def test_the_launch_error_turns_all_tracks(die: int, steps: int) -> None:
    state = at_sea()
    play(state, launch, state.ships["x1"], 0, 0, 2, 5, dice=[die])
    assert [track.direction for track in state.salvos[0].tracks] == [(2 * steps - 1) % 144, (2 * steps + 1) % 144]


@rule("NA-TOR-13")
def test_the_launch_error_is_multiplied() -> None:
    calm, rough = position(sea=3), position(sea=4)
    assert launch_factor(calm, 3, True, 1, False) == 1
    assert launch_factor(calm, 3, False, 0, False) == 2
    assert launch_factor(calm, 1, True, 3, False) == 2
    assert launch_factor(rough, 1, True, 3, False) == 3
    assert launch_factor(rough, 3, True, 2, False) == 1
    assert launch_factor(rough, 2, False, 0, True) == 4


@rule("NA-TOR-14", "NA-TOR-13")
def test_the_odds_of_a_salvo_are_told_on_present_courses() -> None:
    state = position(
        unit(ALLIED, "coaster", x=100, y=40, heading=270),
        unit(AXIS, "s38", x=90, y=90, heading=0),
        winner="axis",
        phase="launch_first",
        args=(),
        scenario="eboat_alley",
    )
    match = new_match(GAME, None, 1, {}, None, state)
    match.choose("x1").choose((0, "a1"))
    odds = match.odds((1, 0))
    assert odds.exact
    assert set(odds) == {"no effect", "Coaster 1,000 GRT hit", "dud"}
    # six launch errors of ten bring the track within reach of her; a hit takes 4 or better, and 2 or better is live
    assert odds["Coaster 1,000 GRT hit"] == Fraction(6, 10) * Fraction(7, 10) * Fraction(9, 10)


# Attacks


@rule("NA-TOR-09", "NA-AMB-14", "NA-AMB-04")
def test_only_armed_tracks_of_this_turn_attack() -> None:
    state = at_sea()
    salvo(state, crossing(10000, 6000), run=0)
    play(state, attacks, dice=[1])  # lookouts
    assert state.ships["a1"].hull == 25
    state.salvos[0].run = 1
    table = play(state, attacks, dice=[3])
    assert "torpedo_misses" in table.events()
    assert state.salvos[0].is_seen


@rule("NA-TOR-09", "NA-AMB-11")
def test_a_track_goes_on_to_the_next_ship_after_a_miss() -> None:
    state = at_sea(unit(ALLIED, "coaster", x=105, y=60), unit(AXIS, "vp", x=90, y=60))
    track = Track(36, 8000, 6000, 12000, 6000)
    assert [ship.id for ship in ships_touched(state, salvo(state, track), track)] == ["x2", "a1", "a2"]
    table = play(state, attacks, dice=[1, 4, 2])
    assert table.events() == ["torpedo_misses", "dud_hit"]
    assert not state.salvos


@rule("NA-TOR-09", "NA-CON-03")
def test_a_torpedo_finds_ships_under_markers_but_no_dummies() -> None:
    state = at_sea(
        unit(ALLIED, "trawler", x=60, y=60, hidden=True), unit(ALLIED, dummy="trawler", x=50, y=60, hidden=True)
    )
    salvo(state, Track(36, 4000, 6000, 8000, 6000))
    table = play(state, attacks, dice=[5])
    assert table.events()[:2] == ["turned_over", "torpedo_misses"]


@rule("NA-TOR-09")
def test_a_ship_sunk_in_this_turn_still_stops_a_torpedo() -> None:
    state = at_sea()
    ship = state.ships["a1"]
    ship.status, ship.hull = "sinking", 0
    salvo(state, crossing(10000, 6000))
    table = play(state, attacks, dice=[9, 9])
    assert table.events() == ["torpedoed"]
    assert not state.salvos


@rule("NA-TOR-09", "NA-CON-03", "NA-END-01")
def test_a_ship_that_sinks_under_a_marker_is_a_wreck_that_all_see_and_stops_a_torpedo() -> None:
    """Fires and floods sink her in phase 4; the other ship of her column stays hidden."""
    state = at_sea(unit(ALLIED, "trawler", "trawler", x=60, y=60, interval=5, hidden=True))
    lost, other = (ship for ship in state.ships.values() if ship.type == "trawler")
    table = play(state, lambda table: sink(table, lost))
    assert table.events() == ["sunk"]
    assert (lost.marker, other.marker) == (0, 1)
    assert [unit.ships for unit in state.units.values() if unit.marker] == [[other.id]]
    seen = {piece.id for piece in GAME.view(state, AXIS).pieces}
    assert lost.id in seen
    assert other.id not in seen
    salvo(state, crossing(lost.x, lost.y))
    assert play(state, attacks, dice=[9, 9]).events() == ["torpedoed"]
    assert (state.salvos, other.marker) == ([], 1)


@rule("NA-TOR-05", "NA-TOR-06", "NA-VIC-01")
def test_a_live_hit_explodes() -> None:
    state = position(unit(AXIS, "scharnhorst", x=100, y=60), scenario="cerberus_boats")
    state.salvos = [
        Salvo(
            id="t1",
            side="allied",
            by="a9",
            size="18in",
            nation="british",
            turn=1,
            run=1,
            tracks=[crossing(10000, 6000)],
        )
    ]
    play(state, attacks, dice=[4, 2, 1, 1, 1, 1, 1, 1])
    assert state.ships["x1"].hull == 135 - 60
    assert state.torpedo_points == {"allied": 30}


@rule("NA-TOR-03", "NA-TOR-15")
def test_a_track_must_lie_wholly_inside_an_arc() -> None:
    state = at_sea()
    ship = state.ships["a1"]
    ship.x = ship.y = ship.heading = 0
    assert enters_arc(Track(0, 0, 4000, 0, 0), ship) == t.STERN_ARC
    assert enters_arc(Track(72, 0, -4000, 0, 0), ship) == t.BOW_ARC
    assert enters_arc(Track(4, 0, 4000, 700, 0), ship) == t.STERN_ARC
    assert enters_arc(Track(5, 0, 4000, 800, 0), ship) is None  # her course lies outside
    assert enters_arc(Track(0, 706, 4000, 706, 0), ship) is None  # it begins outside
    assert enters_arc(Track(0, 705, 4000, 705, 0), ship) == t.STERN_ARC


@rule("NA-AMB-33")
def test_a_torpedo_does_not_strike_the_ship_that_launched_it() -> None:
    state = position(unit(AXIS, "s38", x=50, y=60, setting=2), unit(AXIS, "s38", x=50, y=30))
    track = Track(0, 5000, 6000, 5000, 2000)
    assert [ship.id for ship in ships_touched(state, salvo(state, track), track)] == ["x2"]


# Running and being seen


@rule("NA-TOR-08")
def test_tracks_that_cross_the_edge_are_gone() -> None:
    state = at_sea()
    salvo(state, Track(36, 14000, 6000, 18001, 6000))
    play(state, torpedoes.tracks)
    assert state.salvos == []
    assert t.TRACKS == {"24in": 6, "21in": 5, "18in": 3, "air": 2}


@rule("NA-TOR-10")
@pytest.mark.parametrize(("light", "least"), [("night", 7), ("dusk", 6), ("day", 5)])
def test_lookouts_see_tracks_near_their_ships(light: str, least: int) -> None:
    for die, seen in ((least - 1, False), (least, True)):
        state = at_sea(light=light)  # sea state 1 adds one
        found = salvo(state, Track(36, 0, 6000, 4000, 6000))
        table = play(state, attacks, dice=[die])
        assert found.is_seen is seen
        assert table.thrown[0][2]["to"] == (AXIS,)
        assert state.ships["x1"].spent == int(seen)
    state = at_sea()
    salvo(state, Track(36, 0, 6000, 3999, 6000))
    play(state, attacks)  # nobody is within 60 cm


def test_a_convoy_is_asked_apart_while_a_seen_track_is_near() -> None:
    state = at_sea()
    assert ask_of_helm(state, state.units["a1"]) is say.CONVOY_HELM
    assert ask_of_helm(state, state.units["x1"]) is say.HELM
    found = salvo(state, Track(36, 0, 6000, 5000, 6000))
    assert ask_of_helm(state, state.units["a1"]) is say.CONVOY_HELM
    found.sighting = 1
    assert ask_of_helm(state, state.units["a1"]) is say.CONVOY_THREATENED
    assert say.CONVOY_HELM in CONVOY_ASKS
