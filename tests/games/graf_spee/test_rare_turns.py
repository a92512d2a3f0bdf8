"""Rare turns of a day: a ship sunk in the middle of a draw, luck with two captains, storms, and what saves hold."""

from __future__ import annotations

from random import Random

import pytest

import flagplot
from flagplot import players
from tests.games.graf_spee.builder import asked, choose, draw_at, keys, play, position, ship, vp
from tests.rules import rule

BOTH = {"deutschland": True}


@rule("GS-INC-01", "GS-DMG-02")
def test_a_draw_goes_on_for_the_sister_when_the_ship_in_hand_sinks_and_can_be_saved() -> None:
    state = position("incidents", "c8", spee={"hull": 1}, deutschland={}, alert=2)
    match = play(state, "allied_sub", 6, 2, "friendly_ship", 1)
    assert not ship(match).space
    assert asked(match) == ("deutschland", "spend_point")
    assert flagplot.load(match.save()).state == match.state


@pytest.mark.parametrize("seed", range(4))
def test_every_decision_of_two_ships_can_be_saved_and_loaded(seed: int) -> None:
    match = flagplot.new("graf-spee", seed=seed, options=BOTH)
    by_chance = Random(seed)
    while match.decision:
        assert flagplot.load(match.save()).decision == match.decision
        match.choose(by_chance.choice(match.decision.options))


@rule("GS-PDF-01", "GS-MRK-11", "GS-AMB-30")
def test_a_port_fires_at_a_ship_that_luck_took_there_from_beside_her_repaired_sister() -> None:
    state = position("incidents", "i3", spee={"outfitted": True, "repaired": True}, deutschland={"space": "i3"})
    match = play(state, "good_luck", 1, 6, 6, 6)
    choose(match, "lucky_way", "a5")
    assert ship(match, "deutschland").space == "a5"
    assert keys(match, "redeployed", "defence_roll") == ["redeployed", "defence_roll"]


@rule("GS-SEQ-05", "GS-REP-01")
@pytest.mark.parametrize("repaired", [False, True])
def test_a_repair_leads_to_redeployment_even_if_the_ship_sinks_in_her_sisters_draw(repaired: bool) -> None:
    state = position("incidents", "c8", deutschland={"hull": 1, "outfitted": True, "repaired": repaired})
    match = play(state, "allied_sub", 6, 2)
    assert not ship(match, "deutschland").space
    assert keys(match, "redeployed") == ["redeployed"] * repaired


@rule("GS-MRK-11", "GS-AMB-30", "GS-AMB-48")
@pytest.mark.parametrize(("answer", "space"), [("join", "c7"), ("alone", "c8")])
def test_good_luck_takes_a_ship_along_only_if_her_own_captain_agrees(answer: str, space: str) -> None:
    state = position("incidents", "c8", deutschland={})
    match = choose(play(state, "good_luck"), "lucky_way")
    assert asked(match) == ("deutschland", "join_sister")
    choose(match, answer, "c7")
    assert (ship(match).space, ship(match, "deutschland").space) == ("c7", space)


@rule("GS-MRK-21", "GS-INC-01", "GS-AMB-30")
def test_a_storm_lasts_for_the_draw_of_a_sister_to_whom_good_luck_brought_it() -> None:
    state = position("incidents", "c8", deutschland={"space": "f2"}, stations={"pzg": ["exeter"]}, alert=2,
                     sailed=["graf_spee", "deutschland"])  # fmt: skip
    match = play(state, "good_luck", "stormy", 1, "rn_flotilla", "morale")
    choose(match, "lucky_way", "f2")
    assert keys(match, "seas_too_high", "contact_roll") == ["seas_too_high"]


@rule("GS-MRK-18", "GS-MRK-21", "GS-INC-03")
def test_a_storm_does_not_cancel_the_convoy_of_a_tied_flotilla() -> None:
    match = draw_at("d3", ["stormy", 1, "rn_flotilla", 4, 4, 1, 1, 1, 1, 2], alert=2)
    assert keys(match, "convoy_sighted", "seas_too_high") == ["convoy_sighted"]
    assert vp(match) == 5


@rule("GS-MRK-16")
def test_a_sunken_sister_is_a_reduced_hull() -> None:
    state = position("incidents", "c8", deutschland={"space": "", "hull": 0}, sunk_this_mission=1)
    match = play(state, "morale")
    assert (vp(match), keys(match, "no_effect")) == (0, ["no_effect"])


@rule("GS-MRK-13", "GS-AMB-32")
@pytest.mark.parametrize(("answer", "held"), [("take_as_it_is", ["limited_visibility"]), ("convoy", [])])
def test_limited_visibility_is_held_only_where_it_is_limited(answer: str, held: list[str]) -> None:
    match = play(position("incidents", "c8", group=["graf_spee"]), "limited_visibility", 1, 1, 1, 1, 2)
    choose(match, answer)
    assert match.state.held == held


def test_impossible_crews_auxiliaries_and_campaigns_are_refused() -> None:
    state = position("auxiliaries", "c8")
    state.auxiliaries[0] = "p4"
    assert "Auxiliary cruisers are on the high seas or in the Altmark area." in defects(state)
    state = position("outfitting", "c8", deutschland={})
    assert "The German ships of this game are graf_spee." in defects(without_option(state))
    state = position("basing", "c8", campaign=True, order="cape", achieved=["cape"])
    state.orders = []
    assert "There is no order left to draw." in defects(state)


def defects(state: object) -> list[str]:
    return list(flagplot.game("graf-spee").defects(state))


def without_option(state: object) -> object:
    """The same ships in a game without the Deutschland."""
    state.options = type(state.options)()  # type: ignore[attr-defined]
    return state


def test_the_captain_finishes_games_with_all_options() -> None:
    options = dict.fromkeys(("deutschland", "variable_deployment", "anti_aircraft", "night", "mines"), True)
    for seed in range(10):
        match = flagplot.new("graf-spee", seed=seed, options=options)
        players.play_out(match, players.seated(match, dict.fromkeys(match.seats, "captain"), "options"))
        assert match.result
