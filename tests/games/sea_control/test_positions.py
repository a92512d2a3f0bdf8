"""Positions made by hand: each defect is named in one sentence, and a match from a bad position never starts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import flagplot
from flagplot.engine.state import Frame
from flagplot.games.sea_control import GAME
from flagplot.games.sea_control.state import Battle, State, TaskForce
from tests.games.sea_control.builder import position


def sound() -> State:
    at = {"scapa_flow": ["hood"], "north_sea": ["lutzow"], "off_board": ["uboat_1"]}
    return position("allied_movement", at=at, due={"uboat_2": 5})


def change(state: State, **fields: Any) -> None:
    for name, value in fields.items():
        setattr(state, name, value)


def call(state: State, phase: str, caller: str, *args: Any) -> None:
    change(state, phase=phase, callers=[Frame(caller, args)])


def passing(state: State, *args: Any) -> None:
    change(state, phase="fortress_fire", args=args, callers=[Frame("axis_return")])


def to(state: State, unit: str, place: str) -> None:
    for units in state.at.values():
        if unit in units:
            units.remove(unit)
    state.at[place].append(unit)
    state.pools.setdefault(unit, unit)


@pytest.mark.parametrize(
    ("spoil", "defect"),
    [
        (lambda s: s.at.pop("baltic_sea"), "The places must be north_atlantic, south_atlantic, "),
        (lambda s: s.at["north_sea"].append("hood"), "Every unit of the game must be in exactly one place"),
        (lambda s: s.at["north_sea"].append("texas"), "Every unit of the game must be in exactly one place"),
        (lambda s: s.at["scapa_flow"].remove("hood"), "Every unit of the game must be in exactly one place"),
        (lambda s: s.sp.pop("hood"), "Every unit of the game must have strength points"),
        (lambda s: s.sp.update(texas=3), "Every unit of the game must have strength points"),
        (lambda s: s.sp.update(hood=4), "Hood has 4 SP; it must have 1 to 3."),
        (lambda s: s.sp.update(hood=0), "Hood has 0 SP; it must have 1 to 3."),
        (lambda s: s.sp.update(nelson=-1), "Nelson has -1 SP; it must have 0 to 4."),
        (lambda s: s.due.clear(), "Every unit among the reinforcements must have a turn"),
        (lambda s: s.due.update(hood=4), "Every unit among the reinforcements must have a turn"),
        (lambda s: to(s, "bismarck", "scapa_flow"), "Bismarck cannot be in Scapa Flow."),
        (lambda s: to(s, "nelson", "kiel_narvik"), "Nelson cannot be in Kiel/Narvik."),
        (lambda s: to(s, "nelson", "south_america"), "Nelson cannot be in South America."),
        (lambda s: to(s, "uboat_1", "kiel_narvik"), "U-boats 1 cannot be in Kiel/Narvik."),
        (lambda s: to(s, "air_axis", "kiel_narvik"), "Luftwaffe cannot be in Kiel/Narvik."),
        (lambda s: to(s, "hood", "off_board"), "Hood cannot be off board."),
        (lambda s: to(s, "hood", "baltic_sea"), "Hood may not be in the Baltic Sea."),
        (lambda s: to(s, "littorio", "baltic_sea"), "Littorio may not be in the Baltic Sea."),
        (lambda s: to(s, "air_allied", "baltic_sea"), "RAF may not be over the Baltic Sea."),
        (lambda s: to(s, "air_axis", "north_sea"), "Luftwaffe may not be over the North Sea."),
        (lambda s: s.pools.pop("hood"), "Every surface ship on the map must be in a pool"),
        (lambda s: s.pools.update(hood="repulse"), "The pool 'repulse' is that of a ship which was shown"),
        (lambda s: s.task_forces.update(z=TaskForce("scapa_flow", "north_sea")), "Task force 'z' must be one of"),
        (
            lambda s: s.task_forces.update(task_force_1=TaskForce("scapa_flow", "north_sea", ("hood",))),
            "with its ships in its area.",
        ),
        (lambda s: setattr(s, "phase", "surface_combat"), "In the phase 'surface_combat' there must be a battle."),
        (lambda s: call(s, "pursuit", "battles", ()), "In the phase 'pursuit' there must be a battle."),
        (lambda s: setattr(s, "phase", "pursuit"), "The phase 'pursuit' is called from battles."),
        (lambda s: setattr(s, "callers", [Frame("control")]), "The phase 'allied_movement' is called from no other."),
        (lambda s: passing(s, (), "taranto", "south_atlantic"), "a ship must be waiting for its passage."),
        (
            lambda s: change(s, phase="fortress_fire", args=(("hood",), "scapa_flow", "north_sea")),
            "'fortress_fire' is called from allied_movement or axis_movement or withdrawal",
        ),
        (lambda s: passing(s, ("hood",), "scapa_flow", "north_sea"), "from scapa_flow to north_sea."),
        (lambda s: passing(s, ("nelson",), "lost", "north_sea"), "'nelson' cannot be waiting for its passage"),
        (lambda s: passing(s, ("lutzow",), "south_atlantic", "taranto"), "from south_atlantic to taranto."),
        (lambda s: passing(s, "hood", "scapa_flow", "north_sea"), "cannot begin so: Expected `array`, got `str`"),
        (lambda s: setattr(s, "turn", 0), "turn: 0; it must be from 1 to 8."),
        (lambda s: setattr(s, "turn", 9), "turn: 9; it must be from 1 to 8."),
        (lambda s: setattr(s, "marker", 13), "VP marker: 13; it must be from -12 to 12."),
        (lambda s: setattr(s, "marker", -13), "VP marker: -13; it must be from -12 to 12."),
        (lambda s: s.control.update(north_sea="france"), "'france' cannot control 'north_sea'"),
        (lambda s: s.control.update(scapa_flow="allied"), "'allied' cannot control 'scapa_flow'"),
        (lambda s: s.raids.update(axis="north_sea"), "'axis' cannot raid 'north_sea'"),
        (lambda s: s.raids.update(france="brest"), "'france' cannot raid 'brest'"),
        (lambda s: s.points.pop("axis"), "There must be points for axis and allied."),
        (lambda s: change(s, phase="battles", args=(("kiel_narvik",),)), "There is no sea area 'kiel_narvik'"),
        (lambda s: setattr(s, "battle", Battle(area="brest")), "There is no sea area 'brest'"),
        (lambda s: setattr(s, "phase", "lunch"), "There is no phase 'lunch'"),
    ],
)
def test_a_defect_is_named(spoil: Callable[[State], object], defect: str) -> None:
    state = sound()
    spoil(state)
    with pytest.raises(flagplot.PositionError) as refused:
        flagplot.new("sea-control", state=state)
    assert defect in str(refused.value)


def test_a_sound_position_starts_a_match() -> None:
    assert flagplot.new("sea-control", state=sound(), seed=1).decision is not None


def test_what_an_option_allows_is_no_defect() -> None:
    state = position(at={"baltic_sea": ["hood"]}, options={"baltic": True})
    assert list(GAME.defects(state)) == []
    state = position(at={"north_sea": ["marat"], "scapa_flow": ["hood"]})
    assert list(GAME.defects(state)) == []
    state.options = GAME.read_options({"russian_leave_baltic": False})
    assert list(GAME.defects(state)) == ["Marat may not be in the North Sea."]


def test_a_ship_cannot_be_in_a_port_that_it_could_never_have_entered() -> None:
    state = position(at={"leningrad": ["hood"]}, options={"baltic": True})
    assert list(GAME.defects(state)) == []
    state.options = GAME.read_options({})
    assert list(GAME.defects(state)) == ["Hood cannot be in Leningrad."]
    state = position(at={"scapa_flow": ["marat"]})
    state.options = GAME.read_options({"russian_leave_baltic": False})
    assert list(GAME.defects(state)) == ["Marat cannot be in Scapa Flow."]


def test_a_ship_in_the_sunk_box_of_a_battle_may_have_no_strength_left() -> None:
    state = position(at={"north_sea": ["hood", "lutzow"]}, battle=Battle(area="north_sea"))
    state.sp["hood"] = 0
    assert list(GAME.defects(state)) == ["Hood has 0 SP; it must have 1 to 3."]
    assert state.battle
    state.battle.sunk.append("hood")
    assert list(GAME.defects(state)) == []


def test_the_inventory_counts_every_block_wherever_it_is() -> None:
    state = sound()
    count = GAME.inventory(state)
    assert (count["allied battleship"], count["axis submarine"], count["allied air"]) == (25, 7, 1)
    assert sum(count.values()) == 80


def test_the_metrics_tell_of_losses_and_convoys() -> None:
    state = position(at={"docked": ["convoy_1"], "scapa_flow": ["hood"], "kiel_narvik": ["bismarck"]}, marker=-3)
    assert GAME.metrics(state) == {
        "axis_lead": -3.0,
        "axis_ships_lost": 22.0,
        "allied_ships_lost": 46.0,
        "convoys_docked": 1.0,
        "convoys_sunk": 2.0,
        "turns": float(state.turn),
    }
