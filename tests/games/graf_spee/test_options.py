"""The optional rules of sections 18, 19, 21 and 22: deployment, the Deutschland, night and mines."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    asked,
    choose,
    combat,
    faces,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    start,
    sums,
    texts,
    told,
    vp,
)
from tests.rules import rule

DRAWS = (*["quiet_counter"] * 5, "ship_counter", *["quiet_counter"] * 3, "cape")


@rule("GS-OPT-18", "GS-OPT-19", "GS-OPT-20", "GS-OPT-21", "GS-OPT-22")
def test_every_option_is_off_unless_it_is_chosen() -> None:
    options = GAME.read_options({})
    assert {name: getattr(options, name) for name in options.__slots__} == {
        "variable_deployment": False, "deutschland": False, "anti_aircraft": False, "night": False, "mines": False,
    }  # fmt: skip


# Variable initial deployment


@rule("GS-OPT-18")
@pytest.mark.parametrize(("die", "space"), list(enumerate(["natl", "c1", "w4", "altm", "f4", "i1"], 1)))
def test_a_die_decides_where_the_ship_begins(die: int, space: str) -> None:
    match = start("mission", *DRAWS, die, options=["variable_deployment"])
    assert asked(match) == ("graf_spee", "take_reloads")
    assert ship(match).space == space
    assert (faces(match, "deployment_roll"), vp(match)) == ([(die,)], 0)


@rule("GS-OPT-18", "GS-OPT-19")
@pytest.mark.parametrize(("dice", "spaces"), [((3, 5), ["w4", "f4"]), ((6, 6), ["i1", "i1"])])
def test_each_ship_has_its_own_die_and_both_may_be_in_one_space(dice: tuple[int, int], spaces: list[str]) -> None:
    match = start("mission", *DRAWS, *dice, options=["variable_deployment", "deutschland"])
    assert [ship(match, name).space for name in ("graf_spee", "deutschland")] == spaces


@rule("GS-OPT-18", "GS-SET-08")
def test_without_the_option_nobody_rolls() -> None:
    match = start("mission", *DRAWS)
    assert (ship(match).space, told(match, "deployment_roll")) == ("natl", [])


# The Deutschland


@rule("GS-OPT-19")
@pytest.mark.parametrize("scenario", ["mission", "campaign"])
def test_the_deutschland_joins_for_25_points(scenario: str) -> None:
    match = start(scenario, *DRAWS, options=["deutschland"])
    assert (vp(match), list(match.state.ships)) == (-25, ["graf_spee", "deutschland"])
    assert ship(match, "deutschland").space == "natl"
    assert vp(start(scenario, *DRAWS)) == 0


@rule("GS-OPT-19", "GS-CAM-05")
def test_in_a_campaign_the_points_are_taken_once() -> None:
    state = position("achievement", "w5", campaign=True, order="cape", day=9, vp=-25, deutschland={})
    match = choose(play(state, "ceylon"), "w5", "w5")
    assert vp(match) == -25 - 45
    assert (match.state.order, match.state.day) == ("ceylon", 1)


# Night


def at_night(phase: str, space: str, *dice: Any, **more: Any) -> Match[State]:
    return play(position(phase, space, options=["night"], **more), *dice)


@rule("GS-OPT-21")
@pytest.mark.parametrize(("die", "night"), [(1, True), (2, True), (3, False), (6, False)])
def test_after_movement_and_before_incidents_1_or_2_is_night(die: int, night: bool) -> None:
    match = choose(at_night("sailing", "w5", die, "morale"), "w6")
    assert match.state.night == night
    assert keys(match, "arrives", "night_roll", "night_falls", "incident_draw") == [
        "arrives", "night_roll", *(["night_falls"] if night else []), "incident_draw",
    ]  # fmt: skip


@rule("GS-OPT-21")
def test_night_never_falls_two_days_in_a_row() -> None:
    match = at_night("sailing", "p4", 1, 1, spee={"torpedo": 4})
    choose(match, "p4", "stay")  # no incidents in a neutral port, but night
    assert (match.state.night, match.state.night_before) == (False, True)
    choose(match, "done", "keep_silent", "p4", "stay")
    assert (len(told(match, "night_roll")), match.state.night_before) == (1, False)
    choose(match, "done", "keep_silent", "p4")
    assert (len(told(match, "night_roll")), match.state.night) == (2, True)


@rule("GS-OPT-21", "GS-AMB-49")
def test_night_is_rolled_once_a_day_for_both_ships() -> None:
    state = position("movement", "w5", options=["night"], deutschland={"space": "i3"})
    match = play(state, 1, "morale", "mines_sighted")
    choose(match, "graf_spee", "w5", "i3")
    assert (len(told(match, "night_roll")), match.state.night) == (1, True)
    assert len(told(match, "incident_draw")) == 2


@rule("GS-OPT-21", "GS-CON-01", "GS-AMB-19")
def test_night_adds_2_to_the_contact_roll_of_a_flotilla() -> None:
    match = at_night(
        "sailing", "w8", 2, "rn_flotilla", 1, alert=1, stations={"pzg": ["exeter"]}, spee={"leadership": 1}
    )
    choose(match, "w8")
    assert texts(match, "contact_roll") == ["Contact: 1 +2 night = 3, no contact"]


@rule("GS-OPT-21", "GS-AMB-19")
def test_night_comes_too_late_for_the_contact_roll_on_entering_a_zone() -> None:
    match = at_night("sailing", "w8", 4, 1, "morale", stations={"pzg": ["exeter"]})
    choose(match, "pzg", "pzg")
    assert sums(match, "contact_roll") == [3]
    assert (keys(match, "contact_roll", "night_roll"), match.state.night) == (["contact_roll", "night_roll"], True)


@rule("GS-OPT-21", "GS-NAV-01")
@pytest.mark.parametrize(("die", "attacks"), [(1, 0), (6, 1)])
def test_at_night_no_aircraft_take_part_in_a_combat(die: int, attacks: int) -> None:
    state = position("sailing", "k6", options=["night"], stations={"pzs": ["eagle"]}, spee={"leadership": 1})
    aircraft = [1, 1] if attacks else []
    # The carrier keeps contact in Allied hands; she has two tertiary dice, and two for her aircraft.
    match = choose(play(state, die, "rn_flotilla", 1, 1, 1, *aircraft), "k6", *["hold_fire"] * 4)
    assert len(told(match, "combat_begins")) == 1
    assert len(told(match, "air_attack")) == attacks


@rule("GS-OPT-21")
def test_without_the_option_no_night_falls() -> None:
    match = run(position("sailing", "w5"), ["w6"], ["morale"])
    assert (told(match, "night_roll"), match.state.night) == ([], False)


# Mines


def mining(*answers: Any, **more: Any) -> Match[State]:
    return choose(play(position("auxiliaries", "p4", options=["mines"], **more)), *answers)


@rule("GS-OPT-22")
def test_an_auxiliary_cruiser_may_lay_mines_where_it_is_placed() -> None:
    match = mining("k4", "w9")
    assert asked(match) == ("graf_spee", "lay_mines")
    assert offered(match) == {"lay", "keep_mines"}
    choose(match, "lay")
    assert (match.state.mines, texts(match, "mines_laid")) == (["w9"], ["Mines are laid at Off Patagonia."])
    assert mining("k4", "w9", "keep_mines").state.mines == []


@rule("GS-OPT-22")
def test_one_that_stays_lays_none() -> None:
    match = mining("stay")
    assert (match.state.mines, match.state.day) == ([], 2)


@rule("GS-OPT-22")
def test_one_mines_marker_a_space() -> None:
    match = mining("k4", "w9", mines=["w9"])
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert match.state.mines == ["w9"]


@rule("GS-OPT-22")
def test_seven_mines_markers_on_the_map() -> None:
    six = ["w1", "w2", "w3", "w4", "w5", "w6"]
    assert len(mining("k4", "w9", "lay", mines=six).state.mines) == 7
    match = mining("k4", "w9", mines=[*six, "w7"])
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-OPT-22")
def test_without_the_option_nobody_lays_mines() -> None:
    match = choose(play(position("auxiliaries", "p4")), "k4", "w9")
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-OPT-22", "GS-CON-01")
@pytest.mark.parametrize(("mines", "total"), [([], 3), (["w8"], 4), (["pzg"], 3)])
def test_mines_in_the_space_add_1_to_the_contact_roll(mines: list[str], total: int) -> None:
    state = position("incidents", "w8", options=["mines"], mines=mines, stations={"pzg": ["exeter"]}, alert=3)
    match = play(state, "rn_flotilla", 3, "morale", "mines_sighted")
    assert sums(match, "contact_roll") == [total]


@rule("GS-OPT-22", "GS-AMB-10", "GS-TRP-01")
def test_mines_add_a_die_to_torpedoes_and_not_to_guns() -> None:
    state = combat("w8", ["clyde"], station="pzg", options=["mines"], mines=["w8"])
    match = play(state, *[1] * 6, *[1] * 6, *[1] * 4, *[1] * 6, *[1] * 3, "morale")
    choose(match, *[("fire", "clyde")] * 3, ("launch", "clyde"))
    assert [len(dice) for dice in faces(match, "german_fire")] == [6, 6, 4]
    assert [len(dice) for dice in faces(match, "torpedo_fire")] == [6]


@rule("GS-OPT-22", "GS-MRK-15")
def test_the_mines_sighted_incident_has_nothing_to_do_with_them() -> None:
    match = run(position("incidents", "w5", options=["mines"], mines=["w5"]), [], ["mines_sighted"])
    assert (told(match, "mine_roll"), figures(match, "hull")) == ([], (6,))
