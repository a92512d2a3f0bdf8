"""What the captains of Sea Control learned: convoys, hunters, last strength points, spent carriers, the Baltic."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine.match import Match
from flagplot.engine.words import About, Ask
from flagplot.games.sea_control.captain.captain import AlliedCaptain, AxisCaptain
from flagplot.games.sea_control.captain.odds import gun_weight, weight
from flagplot.games.sea_control.captain.sight import Sight
from flagplot.games.sea_control.captain.uboats import pack_price
from flagplot.games.sea_control.model.fleet import CONVOYS
from flagplot.games.sea_control.model.known import Known
from flagplot.games.sea_control.state import Battle, State
from flagplot.games.sea_control.tables import ALLIED, AREAS, AXIS, UNITS
from tests.games.sea_control.builder import places, play, position, start

SLUG = "sea-control"
ESCORT = ["hood", "kent"]


def led(match: Match[State], phase: str) -> Match[State]:
    """The match after the captains have led it through the rest of a step."""
    policies = {AXIS: AxisCaptain(), ALLIED: AlliedCaptain()}
    while match.question and match.state.phase == phase:
        match.choose(players.answer(match, policies))
    return match


def advice(match: Match[State]) -> Any:
    return match.hint().option


# U-boats


def test_packs_go_for_a_convoy_with_a_weak_escort() -> None:
    at = {
        "off_board": ["uboat_1", "uboat_2", "uboat_3", "uboat_4"], "north_atlantic": ["convoy_1", *ESCORT],
        "south_atlantic": ["norfolk_ca", "suffolk"], "north_sea": ["sussex", "devonshire"],
    }  # fmt: skip
    match = led(start("submarine_placement", at, turn=4), "submarine_placement")
    assert sum(unit.startswith("uboat") for unit in match.state.at["north_atlantic"]) >= 3


def test_packs_leave_a_strong_escort_alone_while_thinly_held_seas_offer_more() -> None:
    escort = ["hood", "nelson", "rodney", "warspite", "ark_royal", "victorious", "wasp", "kent"]
    at = {
        "off_board": ["uboat_1", "uboat_2"], "barents_sea": ["convoy_1", *escort],
        "south_atlantic": ["norfolk_ca"], "north_sea": ["sussex"],
    }  # fmt: skip
    match = start("submarine_placement", at, turn=5)
    hint = match.hint()
    assert hint.option in ("south_atlantic", "north_sea")
    assert hint.reason.startswith("About 2 dice hunt in the ")
    match = led(match, "submarine_placement")
    assert not [unit for unit in match.state.at["barents_sea"] if unit.startswith("uboat")]


def test_a_block_that_left_norfolk_alone_is_taken_for_the_convoy_that_it_must_be() -> None:
    state = position("axis_movement", at={"north_atlantic": ["convoy_1", "hood"]})
    state.pools["convoy_1"], state.spent = "allied norfolk 3", ["convoy_1"]
    assert Sight(Known(state, AXIS)).fleet_in("north_atlantic").convoys == 1


def test_packs_reckon_with_the_raf_that_comes_after_them() -> None:
    at = {"off_board": ["uboat_1"], "south_atlantic": ["kent", "sussex"], "eastern_med": ["norfolk_ca"]}
    assert advice(start("submarine_placement", at)) == "south_atlantic"


def test_a_pack_costs_more_when_no_slot_is_left_for_its_return() -> None:
    """SC-AMB-03."""
    at = {"off_board": ["uboat_1"], "north_sea": ["hood"]}
    slots = {"uboat_2": 5, "uboat_3": 6, "uboat_4": 7, "uboat_5": 8}
    free = pack_price(Known(position("submarine_placement", at=at, turn=3), AXIS), 1)
    taken = pack_price(Known(position("submarine_placement", at=at, turn=3, due=slots), AXIS), 1)
    assert free * 5 == pytest.approx(taken)  # it would miss turn 4, or turns 4 to 8


def test_a_pack_stays_off_board_when_it_would_be_gone_for_good() -> None:
    fleet = ["hood", "nelson", "rodney"]
    slots = {"uboat_2": 5, "uboat_3": 6, "uboat_4": 7, "uboat_5": 8}
    match = start("submarine_placement", {"off_board": ["uboat_1"], "south_atlantic": fleet}, turn=2, due=slots)
    assert advice(match) == "keep"


# The Atlantic


def test_the_fleet_enters_the_atlantic_where_it_is_thinly_held() -> None:
    at = {
        "brest": ["bismarck", "tirpitz", "scharnhorst"], "north_atlantic": ["kent"],
        "south_atlantic": ["hood", "nelson", "rodney", "warspite", "valiant"],
    }  # fmt: skip
    match = led(start("axis_movement", at, turn=5), "axis_movement")
    assert "north_atlantic" in places(match, "bismarck", "tirpitz", "scharnhorst")


def test_the_fleet_leaves_a_well_guarded_atlantic_alone_and_takes_empty_seas() -> None:
    at = {
        "brest": ["bismarck", "tirpitz"], "kiel_narvik": ["scharnhorst", "gneisenau"],
        "north_atlantic": ["hood", "nelson", "rodney", "warspite", "valiant", "malaya", "barham"],
        "south_atlantic": ["king_george_v", "duke_of_york", "anson", "howe", "renown", "repulse"],
        "barents_sea": ["kent"],
    }  # fmt: skip
    match = led(start("axis_movement", at, turn=5), "axis_movement")
    assert places(match, "bismarck", "tirpitz") == ["brest", "brest"]
    assert set(places(match, "scharnhorst", "gneisenau")) == {"north_sea", "baltic_sea"}


def test_battleships_put_in_at_brest_for_its_last_turn() -> None:
    at = {"north_sea": ["bismarck", "blucher"], "scapa_flow": ["hood"]}
    match = led(start("axis_return", at, turn=5), "axis_return")
    assert places(match, "bismarck", "blucher") == ["brest", "kiel_narvik"]


# Battles


def test_a_battleship_on_its_last_strength_point_does_not_pursue_into_return_fire() -> None:
    at = {"north_sea": ["bismarck", "hood", "nelson"]}
    fleeing = Battle(area="north_sea", rounds=1, withdrawing=AXIS)
    match = play(position("pursuit", at=at, battle=fleeing, sp={"nelson": 1}))
    assert match.question
    assert match.question.about["firer"] == "nelson"
    assert advice(match) == "let_go"


def test_nor_does_one_of_the_axis() -> None:
    at = {"north_sea": ["hood", "bismarck", "tirpitz"]}
    fleeing = Battle(area="north_sea", rounds=1, withdrawing=ALLIED)
    match = play(position("pursuit", at=at, battle=fleeing, sp={"bismarck": 1}))
    assert match.question
    assert match.question.about["firer"] == "bismarck"
    assert advice(match) == "let_go"


def test_the_same_ship_pursues_one_that_it_can_sink() -> None:
    at = {"north_sea": ["scharnhorst", "hood", "nelson"]}
    fleeing = Battle(area="north_sea", rounds=1, withdrawing=AXIS)
    match = play(position("pursuit", at=at, battle=fleeing, sp={"scharnhorst": 1}))
    assert advice(match) == "scharnhorst"


def test_carriers_that_have_struck_are_no_guns() -> None:
    fleet = {"kent": 2, "ark_royal": 3, "wasp": 3, "victorious": 3}
    assert weight(fleet, fleet) > gun_weight(fleet, fleet) == gun_weight(["kent"], fleet)
    units = ["kent", "ark_royal", "wasp", "victorious", "ranger", "lutzow", "blucher"]
    match = play(position("surface_combat", at={"western_med": [*units[:5], "zara", "pola", "fiume"]}, turn=5,
                          battle=Battle(area="western_med", rounds=1)))  # fmt: skip
    assert advice(match) == "withdraw"


# The Allies


def test_a_convoy_with_one_strength_point_waits_for_repairs() -> None:
    at = {"norfolk": ["convoy_1"], "scapa_flow": ["hood"]}
    match = led(start("allied_movement", at, turn=4, sp={"convoy_1": 1}), "allied_movement")
    assert places(match, "convoy_1") == ["norfolk"]
    match = led(start("allied_movement", at, turn=4), "allied_movement")
    assert places(match, "convoy_1") == ["north_atlantic"]


def test_russian_ships_go_home_to_leningrad() -> None:
    at = {"baltic_sea": ["marat", "gangut"], "kiel_narvik": ["lutzow", "bismarck", "tirpitz"], "scapa_flow": ["hood"]}
    match = led(start("allied_return", at, turn=4, sp={"marat": 1}), "allied_return")
    assert places(match, "marat", "gangut") == ["leningrad", "leningrad"]


# Over whole games


def test_of_the_packs_one_in_eight_or_more_goes_to_a_convoy_when_one_is_at_sea() -> None:
    count: Counter[str] = Counter()
    captain = AxisCaptain()

    def axis(known: Known, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        choice = captain(known, seat, ask, options, about)
        truly = known._state.at  # which the captain cannot see
        at_sea = [area for area in AREAS if not CONVOYS.isdisjoint(truly[area])]
        if ask.key == "place_submarine" and at_sea:
            count["all"] += 1
            count["at convoys"] += choice in at_sea
        return choice

    for seed in range(100):
        flagplot.play(SLUG, {AXIS: axis, ALLIED: "captain"}, seed=seed)
    assert count["all"] > 1500
    assert count["at convoys"] / count["all"] > 1 / 8


# Advice


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_every_answer_comes_with_a_reason_and_a_runner_up(seed: int) -> None:
    match: Match[State] = flagplot.new(SLUG, seed=seed)
    policies = {AXIS: AxisCaptain(), ALLIED: AlliedCaptain()}
    twins = {AXIS: AxisCaptain(), ALLIED: AlliedCaptain()}
    while question := match.question:
        assert isinstance(question.ask, Ask)
        asked = (Known(match.state, question.seat), question.seat, question.ask, question.options, question.about)
        told = policies[question.seat].advise(*asked)
        assert told.choice == twins[question.seat](*asked)
        reason = match.game.phrases.fill(told.reason, told.figures)
        assert reason.endswith(".")
        assert "{" not in reason
        assert not [name for name in (*UNITS, *AREAS) if "_" in name and name in reason]
        if len(question.options) > 1:
            assert told.second in question.options
            assert told.second != told.choice
        match.choose(told.choice)


def test_a_reason_names_the_figures_that_decided() -> None:
    at = {"kiel_narvik": ["bismarck", "tirpitz", "scharnhorst"], "north_sea": ["hood"], "barents_sea": ["nelson"]}
    match = start("axis_movement", at, turn=4)
    match.choose("bismarck")
    hint = match.hint()
    assert hint.option in AREAS or hint.option in UNITS
    assert hint.second != hint.option
    assert " against 1 block take the " in hint.reason
    match = start("submarine_placement", {"off_board": ["uboat_1"], "south_atlantic": ["kent"]})
    assert match.hint().reason.startswith("About 1 dice hunt in the South Atlantic: of 1 pack there one is left in 67%")
