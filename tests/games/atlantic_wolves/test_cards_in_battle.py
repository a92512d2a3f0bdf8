"""Cards that change an attack or an ASW die (sections 7 and 16)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.atlantic_wolves.state import Held
from tests.games.atlantic_wolves.builder import QUIET, at_sea, in_pens, play, position, sums, told
from tests.rules import rule

TWO_BOATS = {"iceland": {"normal": [1, 2]}}


# Happy Hunting


@rule("AW-CRD-02")
def test_happy_hunting_gives_two_to_one_boat_once() -> None:
    match = play(position(TWO_BOATS, happy_hunting=["iceland"]), 3, 3, *QUIET)
    assert match.decision.options == (1, 2, ("happy_hunting", 1), ("happy_hunting", 2), "done")
    match.choose(("happy_hunting", 2))
    assert match.decision.options == (1, "done")
    match.choose(1)
    assert sums(match, "uboat_attack") == [5, 3]


@rule("AW-CRD-02")
def test_happy_hunting_works_in_the_named_area_alone() -> None:
    boats = {**TWO_BOATS, "mid_atlantic": {"normal": [3]}}
    match = play(position(boats, happy_hunting=["iceland"])).choose("by_area").choose("mid_atlantic")
    assert match.decision.options == (3, "done")
    refusal = match.why_not(("happy_hunting", 3))
    assert refusal.reason == "There is no Happy Hunting left in Mid-Atlantic this month."
    assert refusal.rule == "AW-CRD-02"


@rule("AW-CRD-02")
def test_happy_hunting_needs_no_doenitz_in_the_pens() -> None:
    match = play(position(TWO_BOATS, happy_hunting=["iceland"], doenitz="hq"), 4).choose(("happy_hunting", 1))
    assert match.state.tons == 60_000


@rule("AW-CRD-02")
@pytest.mark.parametrize("doenitz", ["hq", "pens"])
def test_happy_hunting_is_refused_to_a_boat_that_has_attacked_already(doenitz: str) -> None:
    match = play(position(TWO_BOATS, happy_hunting=["iceland"], doenitz=doenitz), 4).choose(1)
    refusal = match.why_not(("happy_hunting", 1))
    assert refusal.reason == "U-boat 1 has attacked already this month."
    assert refusal.rule == "AW-ATK-01"


# Wolfpack Tactics


@rule("AW-CRD-01")
def test_wolfpack_tactics_help_every_boat_of_the_area_by_one() -> None:
    boats = {"iceland": {"normal": [1], "aggressive": [2], "shadow": [3]}, "mid_atlantic": {"normal": [4]}}
    match = play(position(boats, hand=["wolfpack_tactics"]), 3, 3, 3, 3, *QUIET).choose("by_area").choose("iceland")
    match.choose("wolfpack_tactics").choose(1).choose(2).choose(3).choose(4)
    assert sums(match, "uboat_attack") == [4, 6, 3 + 3 + 1, 3]
    assert (match.state.hand, match.state.discards[:1]) == ([], [1])


@rule("AW-CRD-01")
def test_the_bonus_of_wolfpack_tactics_ends_with_the_turn() -> None:
    state = position(phase="clean_up")
    state.areas["iceland"].wolfpacks = 1
    assert play(state).state.areas["iceland"].wolfpacks == 0


@rule("AW-AMB-39")
def test_wolfpack_tactics_in_mid_battle_work_from_then_on_and_add_up() -> None:
    boats = {"iceland": {"normal": [1, 2, 3]}}
    state = position(boats, hand=["wolfpack_tactics", "wolfpack_tactics"])
    match = play(state, 3, 3, 3, *QUIET)
    match.choose(1).choose("wolfpack_tactics").choose(2).choose("wolfpack_tactics").choose(3)
    assert sums(match, "uboat_attack") == [3, 4, 5]


@rule("AW-AMB-22")
@pytest.mark.parametrize("kind", ["happy_hunting", "wolfpack_tactics"])
def test_a_bonus_is_announced_before_the_die_is_thrown(kind: str) -> None:
    hand = ["wolfpack_tactics", "feder_apparate"]
    match = play(position(TWO_BOATS, hand=hand, happy_hunting=["iceland"]), 1).choose(1)
    assert match.decision.options == ("let_it_stand", "feder_apparate")
    refusal = match.why_not(kind)
    assert "is declared before the die is thrown." in refusal.reason
    assert refusal.rule == "AW-AMB-22"


@rule("AW-AMB-22", "AW-CRD-05")
def test_bonus_and_malus_of_cards_are_not_for_condors_and_the_raider() -> None:
    state = position(
        {"iceland": {"normal": [1]}}, raeder=True, raider="iceland", flying={"iceland": 1},
        hand=["wolfpack_tactics"], happy_hunting=["iceland"], reduced_routes=["iceland"],
    )  # fmt: skip
    match = play(state, 5, 5)
    assert [option for option in match.decision.options if isinstance(option, tuple)] == [("happy_hunting", 1)]
    match.choose("wolfpack_tactics").choose("condor").choose("raider")
    assert sums(match, "condor_attack") + sums(match, "raider_attack") == [3, 5]


@rule("AW-AMB-22")
@pytest.mark.parametrize("counter", ["condor", "raider"])
def test_happy_hunting_is_refused_to_condors_and_the_raider_by_its_ruling(counter: str) -> None:
    state = position(TWO_BOATS, raeder=True, raider="iceland", flying={"iceland": 1}, happy_hunting=["iceland"])
    assert play(state).why_not(("happy_hunting", counter)).rule == "AW-AMB-22"


@rule("AW-AMB-22")
def test_wolfpack_tactics_are_not_offered_where_no_boat_is_left_to_attack() -> None:
    state = position({"iceland": {"normal": [1]}}, hand=["wolfpack_tactics"], flying={"iceland": 1})
    match = play(state, 1).choose(1)
    assert match.decision.options == ("condor", "done")
    refusal = match.why_not("wolfpack_tactics")
    assert (refusal.reason, refusal.rule) == ("No U-boat is waiting to attack in Iceland.", "AW-AMB-22")


# Throwing an attack again


@rule("AW-CRD-08", "AW-CRD-07")
@pytest.mark.parametrize("kind", ["feder_apparate", "b_dienst"])
@pytest.mark.parametrize(("first", "second", "tons"), [(1, 5, 45_000), (5, 1, 0)])
def test_the_second_throw_stands_better_or_worse(kind: str, first: int, second: int, tons: int) -> None:
    match = play(position(TWO_BOATS, hand=[kind]), first, second).choose(1)
    assert match.decision.prompt.startswith(f"U-boat 1 has {first}:")
    assert told(match, "attack_seen")[0].about["roll"] == first
    match.choose(kind)
    assert (match.decision.key, match.state.tons, match.state.hand) == ("next_attack", tons, [])


@rule("AW-CRD-08")
def test_a_card_need_not_be_played_and_stays_in_hand() -> None:
    match = play(position(TWO_BOATS, hand=["feder_apparate"]), 2).choose(1).choose("let_it_stand")
    assert (match.state.tons, match.state.hand) == (7_500, [Held(10, "feder_apparate")])


@rule("AW-CRD-08")
def test_the_same_modifiers_apply_to_the_second_throw() -> None:
    state = position({"iceland": {"aggressive": [1, 2]}}, hand=["feder_apparate"], happy_hunting=["iceland"])
    match = play(state, 1, 3).choose(("happy_hunting", 1)).choose("feder_apparate")
    assert sums(match, "uboat_attack") == [5, 7]


@rule("AW-CRD-08")
def test_feder_apparate_cannot_touch_an_asw_die() -> None:
    match = play(position(TWO_BOATS, hand=["feder_apparate"], ata=2, escorts={"iceland": 1}), 6, 1)
    assert match.decision.key == "send_back"


@rule("AW-AMB-29")
def test_the_first_throw_never_happened() -> None:
    boats = {"north_atlantic": {"aggressive": [1], "normal": [2]}}
    match = play(position(boats, hand=["feder_apparate"], convoys=1), 5, 1, 3).choose(1).choose("feder_apparate")
    assert (match.state.convoys, match.state.tons, match.state.ships) == (1, 25_000, 4)


@rule("AW-AMB-29")
def test_the_scatter_of_a_void_throw_does_not_help_the_next_boat() -> None:
    boats = {"north_atlantic": {"aggressive": [1], "normal": [2]}}
    match = play(position(boats, hand=["feder_apparate"]), 2, 1, 3, *QUIET)
    match.choose(1).choose("feder_apparate").choose(2)
    assert sums(match, "uboat_attack") == [4, 3, 3]


@rule("AW-AMB-29")
def test_attacks_of_condors_and_the_raider_cannot_be_thrown_again() -> None:
    state = position(
        {"iceland": {"normal": [1]}}, raeder=True, raider="iceland", flying={"iceland": 1},
        hand=["feder_apparate", "b_dienst"],
    )  # fmt: skip
    match = play(state, 1, 1).choose("condor")
    assert match.decision.key == "next_attack"
    match.choose("raider")
    assert (match.decision.key, len(match.state.hand)) == ("next_attack", 2)


@rule("AW-AMB-40", "AW-CRD-07", "AW-CRD-08")
def test_a_second_card_may_repeat_the_second_throw_but_the_first_is_gone() -> None:
    match = play(position(TWO_BOATS, hand=["feder_apparate", "b_dienst"]), 5, 2, 3).choose(1).choose("feder_apparate")
    assert match.decision.options == ("let_it_stand", "b_dienst")
    assert (match.decision.about["roll"], match.state.tons) == (2, 0)
    match.choose("b_dienst")
    assert (match.state.tons, match.state.hand) == (15_000, [])


# Dönitz in HQ: Aces only


@rule("AW-EVT-03", "AW-AMB-03")
@pytest.mark.parametrize("kind", ["feder_apparate", "b_dienst"])
def test_with_doenitz_in_hq_only_an_ace_can_throw_again(kind: str) -> None:
    match = play(position(TWO_BOATS, aces=(2,), hand=[kind], doenitz="hq"), 1, 1, 5, *QUIET).choose(1)
    assert match.decision.key == "next_attack"
    match.choose(2)
    assert match.decision.options == ("let_it_stand", kind)
    match.choose(kind)
    assert sums(match, "uboat_attack") == [1, 2, 6]


@rule("AW-EVT-03", "AW-AMB-03")
def test_with_doenitz_in_hq_wolfpack_tactics_help_one_ace_alone() -> None:
    boats = {"iceland": {"normal": [1, 2, 3]}}
    match = play(position(boats, aces=(1, 2), hand=["wolfpack_tactics"], doenitz="hq"), 3, 3, 3, *QUIET)
    assert match.decision.options == (1, 2, 3, ("wolfpack_tactics", 1), ("wolfpack_tactics", 2), "done")
    match.choose(("wolfpack_tactics", 2)).choose(1).choose(2).choose(3)
    assert sums(match, "uboat_attack") == [4, 5, 3]
    assert match.state.hand == []


@rule("AW-EVT-03")
@pytest.mark.parametrize("option", ["wolfpack_tactics", ("wolfpack_tactics", 1)])
def test_without_an_ace_a_red_card_is_refused_while_doenitz_is_in_hq(option: object) -> None:
    match = play(position(TWO_BOATS, hand=["wolfpack_tactics"], doenitz="hq"))
    assert match.decision.options == (1, 2, "done")
    refusal = match.why_not(option)
    assert refusal.reason.startswith("Dönitz is in HQ, so a Red card can be played on an Ace alone")
    assert refusal.rule == "AW-EVT-03"


@rule("AW-EVT-03", "AW-EVT-02")
@pytest.mark.parametrize("doenitz", ["hq", "pens"])
def test_wolfpack_tactics_that_you_do_not_hold_are_refused(doenitz: str) -> None:
    match = play(position(TWO_BOATS, aces=(1,), hand=["feder_apparate"], doenitz=doenitz))
    assert match.decision.options == (1, 2, "done")
    refusal = match.why_not("wolfpack_tactics")
    assert (refusal.reason, refusal.rule) == ("You do not hold Wolfpack Tactics.", "AW-EVT-02")


@rule("AW-EVT-03")
def test_the_reroll_of_a_card_that_you_do_not_hold_is_refused() -> None:
    match = play(position(TWO_BOATS, hand=["b_dienst"]), 1).choose(1)
    refusal = match.why_not("feder_apparate")
    assert (refusal.reason, refusal.rule) == ("You do not hold Feder-Apparate torpedoes.", "AW-EVT-02")


@rule("AW-AMB-29")
def test_a_card_that_repeats_a_die_waits_for_the_die() -> None:
    refusal = play(position(TWO_BOATS, hand=["b_dienst"])).why_not("b_dienst")
    assert (refusal.reason, refusal.rule) == ("B-Dienst is played when the die has been thrown.", "AW-AMB-29")


@rule("AW-AMB-39", "AW-AMB-03")
def test_with_doenitz_in_the_pens_wolfpack_tactics_are_not_for_one_boat() -> None:
    refusal = play(position(TWO_BOATS, aces=(1,), hand=["wolfpack_tactics"])).why_not(("wolfpack_tactics", 1))
    assert "for the whole area, not for one boat" in refusal.reason
    assert refusal.rule == "AW-AMB-39"


# B-Dienst on an ASW die


@rule("AW-CRD-07", "AW-AMB-35")
@pytest.mark.parametrize("step", ["escorts", "air"])
def test_b_dienst_throws_an_asw_die_again(step: str) -> None:
    hunters: dict[str, Any] = {step: {"iceland": 1}}
    state = position(TWO_BOATS, hand=["b_dienst"], ata=6, **hunters)
    match = play(state, 6, 1)
    assert (match.decision.key, match.decision.about["result"]) == ("reroll_asw", "hit")
    assert told(match, "asw_seen")[0].about["result"] == "hit"
    match.choose("b_dienst")
    assert (match.decision.key, match.state.hand) == ("next_attack", [])
    assert at_sea(match, "iceland") == {"normal": [1, 2]}


@rule("AW-CRD-07")
def test_the_second_asw_throw_stands_even_if_it_is_worse() -> None:
    boats = {"iceland": {"aggressive": [1, 2]}}
    match = play(position(boats, pens=range(3, 8), hand=["b_dienst"], ata=2, escorts={"iceland": 1}), 6, 5, 3)
    assert match.decision.about["result"] == "driven_back"
    match.choose("b_dienst")
    assert match.decision.key == "lose_boat"
    match.choose(1)
    assert match.state.sunk == 1


@rule("AW-AMB-35")
@pytest.mark.parametrize(("die", "key"), [(5, "next_attack"), (6, "reroll_asw")])
def test_b_dienst_is_offered_only_when_the_asw_die_found_something(die: int, key: str) -> None:
    state = position(TWO_BOATS, hand=["b_dienst"], ata=2, escorts={"iceland": 1})
    assert play(state, die, 3).decision.key == key


@rule("AW-AMB-03")
def test_with_doenitz_in_hq_b_dienst_cannot_touch_an_asw_die() -> None:
    boats = {"iceland": {"normal": [1, 2]}}
    state = position(boats, aces=(1, 2), hand=["b_dienst"], doenitz="hq", ata=2, escorts={"iceland": 1})
    match = play(state, 6, 1)
    assert match.decision.key == "send_back"


@rule("AW-AMB-04")
def test_b_dienst_cannot_touch_the_hit_die() -> None:
    state = position(TWO_BOATS, pens=range(3, 8), hand=["b_dienst"], ata=2, escorts={"iceland": 1})
    match = play(state, 6, 4).choose("let_it_stand")
    assert (match.decision.key, match.state.hand) == ("lose_boat", [Held(5, "b_dienst")])
    assert len(told(match, "hit_roll")) == 1


@rule("AW-CRD-07", "AW-EVT-02")
def test_b_dienst_may_be_kept_for_a_later_die() -> None:
    boats = {"iceland": {"aggressive": [1, 2, 3]}}
    match = play(position(boats, hand=["b_dienst"], ata=2, escorts={"iceland": 2}), 5, 6, 1)
    match.choose("let_it_stand").choose(1)
    assert (match.decision.key, in_pens(match)) == ("reroll_asw", [1])
    match.choose("b_dienst")
    assert match.decision.key == "next_attack"
