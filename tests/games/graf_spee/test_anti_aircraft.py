"""Option 20: anti-aircraft guns may shoot down naval air units."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import combat, faces, harm, keys, run, shots, texts, vp
from tests.rules import rule

SILENT = {"ammo": 0, "tertiary": 0, "torpedo": 0}


def attacked(*dice: int, options: tuple[str, ...] = ("anti_aircraft",), **more: Any) -> Match[State]:
    """The Ark Royal's tertiary guns miss, and then her aircraft attack."""
    more = {"spee": SILENT, "cargo": ["anti_aircraft"]} | more
    state = combat("pzk", ["ark_royal"], by_flotilla=True, options=options, **more)
    return run(state, dice=[1, 1, *dice])


@rule("GS-OPT-20", "GS-NAV-01", "GS-CGO-03")
def test_a_one_shoots_the_aircraft_down_before_they_attack_and_the_carrier_leaves_the_game() -> None:
    match = attacked(1)
    assert shots(match) == ["ark_royal tertiary 2"]
    assert match.state.lost == ["ark_royal"]
    assert "ark_royal" not in match.state.unseen
    assert vp(match) == 0
    assert match.state.sunk_this_mission == 0
    assert texts(match, "aircraft_shot_down") == ["The aircraft of Ark Royal are shot down, and she leaves the game."]


@rule("GS-OPT-20")
def test_a_two_shoots_them_down_after_their_attack() -> None:
    match = attacked(2, 6, 1, 1, 1, 1, 5)
    assert keys(match, "air_attack", "aircraft_shot_down") == ["air_attack", "aircraft_shot_down"]
    assert harm(match)[0] == "graf_spee engines -2"
    assert match.state.lost == ["ark_royal"]
    assert vp(match) == 0


@rule("GS-OPT-20")
@pytest.mark.parametrize("die", [3, 4, 5, 6])
def test_from_three_on_they_get_through(die: int) -> None:
    match = attacked(die, 1, 1, 1, 1, 1)
    assert faces(match, "anti_aircraft_roll") == [(die,)]
    assert shots(match) == ["ark_royal tertiary 2", "ark_royal torpedo 5"]
    assert match.state.lost == []
    assert "ark_royal" in match.state.unseen


@rule("GS-OPT-20")
def test_without_the_option_no_die_is_thrown() -> None:
    match = attacked(1, 1, 1, 1, 1, options=())
    assert keys(match, "anti_aircraft_roll") == []
    assert shots(match)[-1] == "ark_royal torpedo 5"


@rule("GS-OPT-20")
def test_without_the_cargo_no_die_is_thrown() -> None:
    match = attacked(1, 1, 1, 1, 1, cargo=["radar"])
    assert keys(match, "anti_aircraft_roll") == []


@rule("GS-OPT-20", "GS-ALG-01")
@pytest.mark.parametrize(("target", "is_rolled"), [("graf_spee", True), ("deutschland", False)])
def test_only_the_guns_of_the_ship_that_is_attacked_count(target: str, is_rolled: bool) -> None:
    state = combat("pzk", ["ark_royal"], by_flotilla=True, options=["anti_aircraft"], spee=SILENT,
                   cargo=["anti_aircraft"], deutschland=SILENT)  # fmt: skip
    dice = [1, 1, 4] if is_rolled else [1, 1]
    match = run(state, ["graf_spee", target], [*dice, 1, 1, 1, 1, 1])
    assert keys(match, "anti_aircraft_roll") == ["anti_aircraft_roll"] * is_rolled


@rule("GS-OPT-20")
def test_a_die_is_thrown_against_each_air_unit() -> None:
    state = combat("pzk", ["ark_royal", "eagle"], by_flotilla=True, options=["anti_aircraft"], spee=SILENT,
                   cargo=["anti_aircraft"])  # fmt: skip
    match = run(state, dice=[1, 1, 1, 1, 1, 3, 1, 1])
    assert faces(match, "anti_aircraft_roll") == [(1,), (3,)]
    assert match.state.lost == ["ark_royal"]
    assert "eagle" in match.state.unseen


@rule("GS-OPT-20", "GS-DMG-01")
def test_the_aircraft_of_a_carrier_that_has_retreated_take_her_out_of_the_game_too() -> None:
    state = combat("pzk", ["ark_royal"], by_flotilla=True, options=["anti_aircraft"], cargo=["anti_aircraft"])
    match = run(state, [("fire", "ark_royal")], [6, 1, 1, 1, "retreats", 1])
    assert match.state.lost == ["ark_royal"]
    assert match.state.face_down["pzm"] == 1
    assert vp(match) == 0


@rule("GS-OPT-20", "GS-AUX-01")
def test_an_auxiliary_cruiser_is_safe_when_the_only_carrier_has_left_the_game() -> None:
    state = combat("c8", ["ark_royal"], station="pzg", by_flotilla=True, options=["anti_aircraft"], spee=SILENT,
                   cargo=["anti_aircraft"], auxiliaries=("altm", "c8"))  # fmt: skip
    match = run(state, dice=[1, 1, 1])
    assert match.state.auxiliaries == ["altm", "c8"]


@rule("GS-AMB-56", "GS-OPT-20", "GS-MRK-16")
def test_a_crippled_carrier_that_leaves_with_her_aircraft_counts_neither_for_points_nor_for_morale() -> None:
    state = combat(
        "pzk", ["ark_royal"], options=["anti_aircraft"], cargo=["anti_aircraft"],
        spee={"secondary": 0, "tertiary": 0, "torpedo": 0},
    )  # fmt: skip
    match = run(state, [("fire", "ark_royal")], [6, 1, 1, 1, "crippled", 1, 1, "morale"])
    assert match.state.lost == ["ark_royal"]
    assert vp(match) == 0
    assert keys(match, "ships_damaged", "no_effect") == ["no_effect"]
