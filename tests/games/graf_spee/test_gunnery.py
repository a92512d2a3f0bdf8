"""German guns and torpedoes: firing solutions, maximum fire, ammunition, and what is not allowed (14.3 to 14.8)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import barred_by, combat, figures, keys, offered, play, run, ship, shots
from tests.rules import rule

STEPS = ("primary", "secondary", "tertiary", "torpedo")


def at_step(step: str, allied: list[str], **more: Any) -> Match[State]:
    """A match in which the Graf Spee is asked for her fire in one of the steps, and the Allied ships have not fired."""
    return play(combat("pzg", allied, at_step=step, fields_of_battle={"air": []}, **more))


def solution(match: Match[State], mode: str, target: str) -> int:
    """The dice of a fire, as the option tells them."""
    return int(match.describe((mode, target)).label.split("(")[1].split(" ")[0])


# Guns


@rule("GS-GUN-01", "GS-TRK-02")
@pytest.mark.parametrize(
    ("target", "figures_of_ship", "cargo", "normal", "maximum"),
    [
        ("exeter", {}, (), 3 + 3 - 2, 6 + 3 - 2),
        ("ajax", {}, (), 3 + 3 - 1, 6 + 3 - 1),
        ("hardy", {}, (), 3 + 3, 6 + 3),
        ("clyde", {}, (), 3 + 3, 6 + 3),
        ("malaya", {}, (), 3 + 3 - 5, 6 + 3 - 5),
        ("exeter", {"leadership": 6}, (), 3 + 6 - 2, 6 + 6 - 2),
        ("exeter", {"leadership": 0}, (), 3 - 2, 6 - 2),
        ("exeter", {"primary": 1}, (), 1 + 3 - 2, 2 + 3 - 2),
        ("exeter", {}, ("reserve_crew",), 3 + 1 + 3 - 2, 6 + 1 + 3 - 2),
        ("exeter", {}, ("range_finder",), 3 + 1 + 3 - 2, 6 + 1 + 3 - 2),
        ("exeter", {}, ("reserve_crew", "range_finder", "radar"), 3 + 2 + 3 - 2, 6 + 2 + 3 - 2),
    ],
)
def test_a_gun_has_firepower_and_leadership_and_its_cargo_less_armour(
    target: str, figures_of_ship: dict[str, int], cargo: tuple[str, ...], normal: int, maximum: int
) -> None:
    match = at_step("primary", [target], spee=figures_of_ship, cargo=cargo)
    assert (solution(match, "fire", target), solution(match, "maximum_fire", target)) == (normal, maximum)


@rule("GS-GUN-01", "GS-AMM-01")
def test_maximum_fire_with_all_helpers_throws_nine_dice_for_two_ammunition() -> None:
    match = at_step("primary", ["exeter"], cargo=["range_finder", "reserve_crew"])
    assert match.describe(("maximum_fire", "exeter")).label == "maximum fire at Exeter (9 dice, 2 ammunition)"
    state = combat("pzg", ["exeter"], cargo=["range_finder", "reserve_crew"])
    match = play(state, *[1] * 9).choose(("maximum_fire", "exeter"))
    assert shots(match) == ["graf_spee primary 9"]
    assert ship(match).ammo == 4


@rule("GS-GUN-01")
def test_the_tertiary_battery_cannot_reach_through_the_armour_of_a_battleship() -> None:
    state = combat(
        "pza", ["malaya"], at_step="tertiary", fields_of_battle={"air": []}, spee={"torpedo": 0}, by_flotilla=True
    )
    match = play(state, *[1] * 6)
    assert shots(match) == ["malaya tertiary 2", "malaya torpedo 4"]
    match = play(combat("pza", ["malaya", "exeter"], at_step="tertiary", fields_of_battle={"air": []}))
    assert offered(match) == {("fire", "exeter"), "hold_fire"}
    assert barred_by(match, ("fire", "malaya")) == "GS-GUN-01"


@rule("GS-GUN-01", "GS-TRK-03")
@pytest.mark.parametrize("step", ["primary", "secondary", "tertiary"])
def test_a_battery_at_zero_is_out_whatever_is_added(step: str) -> None:
    state = combat("pzg", ["exeter"], at_step=step,
                   spee={step: 0, "leadership": 6}, cargo=["range_finder", "reserve_crew"])  # fmt: skip
    match = play(state, *[1] * 30)
    assert match.decision is not None
    assert match.decision.about["step"] != step


@rule("GS-GUN-01", "GS-DMG-01", "GS-AMB-21")
def test_a_crippled_target_has_half_its_armour() -> None:
    state = combat("pza", ["malaya"], fields_of_battle={"crippled": ["malaya"]})
    assert solution(play(state), "fire", "malaya") == 3 + 3 - 2


@rule("GS-ORD-05", "GS-CAM-02", "GS-GUN-01")
def test_the_bonus_of_the_river_plate_is_a_die_for_guns_and_none_for_torpedoes() -> None:
    match = at_step("primary", ["exeter"], achieved=["river-plate"], campaign=True)
    assert solution(match, "fire", "exeter") == 3 + 3 - 2 + 1
    match = at_step("torpedo", ["exeter"], achieved=["river-plate"], campaign=True)
    assert solution(match, "launch", "exeter") == 5


@rule("GS-GUN-01")
def test_each_gun_has_one_target_and_another_gun_may_have_another() -> None:
    state = combat("pzg", ["ajax", "achilles"])
    match = play(state, *[1] * 10)
    match.choose(("fire", "ajax")).choose(("fire", "achilles"))
    assert shots(match) == ["graf_spee primary 5", "graf_spee secondary 5"]


@rule("GS-GUN-01", "GS-DMG-01")
def test_each_six_is_a_hit_and_each_hit_draws_a_marker() -> None:
    state = combat("pzg", ["exeter", "ajax"])
    match = play(state, 6, 5, 6, 4, "crippled", "retreats").choose(("fire", "exeter"))
    assert match.state.battle is not None
    assert match.state.battle.drawn == ["crippled", "retreats"]
    assert (match.state.battle.crippled, match.state.battle.retreated) == (["exeter"], ["exeter"])
    assert match.state.battle.allied == ["ajax"]


@rule("GS-GUN-01", "GS-NAV-01")
def test_aircraft_are_no_targets() -> None:
    match = play(combat("pzy", ["hermes", "strasbourg"]))
    assert offered(match) == {
        ("fire", "hermes"), ("maximum_fire", "hermes"), ("fire", "strasbourg"), ("maximum_fire", "strasbourg"),
        "hold_fire",
    }  # fmt: skip
    match = play(combat("pzy", ["strasbourg"], fields_of_battle={"air": ["hermes"], "retreated": ["hermes"]}))
    assert ("fire", "hermes") not in offered(match)
    assert barred_by(match, ("fire", "hermes")) == "GS-GUN-01"


# Ammunition


@rule("GS-AMM-01")
@pytest.mark.parametrize(
    ("answers", "ammo"),
    [
        ((("fire", "ajax"), "hold_fire", "hold_fire"), 5),
        ((("fire", "ajax"), ("fire", "ajax"), "hold_fire"), 4),
        ((("maximum_fire", "ajax"), ("fire", "ajax"), ("fire", "ajax")), 3),
        ((("maximum_fire", "ajax"), ("maximum_fire", "ajax"), ("fire", "ajax")), 2),
        (("hold_fire", "hold_fire", ("fire", "ajax")), 6),
    ],
)
def test_primary_and_secondary_fire_cost_ammunition_and_tertiary_fire_does_not(
    answers: tuple[Any, ...], ammo: int
) -> None:
    dice = {"maximum_fire": 8, "fire": 5}
    guns = [dice[answer[0]] for answer in answers[:2] if answer != "hold_fire"]
    tertiary = 3 if answers[2] != "hold_fire" else 0
    script = [1] * (sum(guns) + tertiary + 3 + 4)
    state = combat("pzg", ["ajax"], spee={"torpedo": 0}, by_flotilla=True)
    match = run(state, answers, script)
    assert figures(match, "ammo") == (ammo,)
    assert keys(match, "already_at_zero") == []  # what costs nothing tells nothing


@rule("GS-AMB-22", "GS-AMM-01")
def test_maximum_fire_needs_two_ammunition() -> None:
    match = at_step("primary", ["exeter"], spee={"ammo": 1})
    assert offered(match) == {("fire", "exeter"), "hold_fire"}
    refusal = match.why_not(("maximum_fire", "exeter"))
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == ("There is not enough ammunition for it.", "GS-AMM-01")


@rule("GS-AMM-01")
def test_a_ship_that_spends_her_last_round_with_the_primary_guns_has_none_for_the_secondary() -> None:
    match = play(combat("pzg", ["ajax"], spee={"ammo": 2}), *[1] * 8).choose(("maximum_fire", "ajax"))
    assert match.decision is not None
    assert (ship(match).ammo, match.decision.about["step"]) == (0, "tertiary")


@rule("GS-AMM-01", "GS-GUN-01")
def test_ammunition_is_spent_after_the_fire_however_many_dice_were_thrown() -> None:
    state = combat("pza", ["malaya"], spee={"ammo": 1})
    match = play(state, 2, *[1] * 5, *[1] * 2).choose(("fire", "malaya"))
    assert shots(match)[0] == "graf_spee primary 1"
    assert ship(match).ammo == 0


# Torpedoes


@rule("GS-TRP-01", "GS-AMM-01")
def test_torpedoes_have_mounts_and_leadership_and_ask_for_no_armour() -> None:
    state = combat("pza", ["malaya"], at_step="torpedo", by_flotilla=True)
    match = play(state)
    assert match.describe(("launch", "malaya")).label == "torpedoes at Malaya (5 dice)"
    match = run(state, [("launch", "malaya")], [6, 1, 1, 1, 6, "crippled", "sunk"])
    assert shots(match) == ["graf_spee torpedo 5"]
    assert figures(match, "torpedo", "ammo") == (1, 6)
    assert match.state.lost == ["malaya"]


@rule("GS-TRP-01", "GS-AMB-10")
def test_crew_and_range_finder_are_of_no_use_to_torpedoes() -> None:
    match = at_step("torpedo", ["exeter"], cargo=["range_finder", "reserve_crew"])
    assert solution(match, "launch", "exeter") == 2 + 3


@rule("GS-TRP-01", "GS-OPT-22", "GS-AMB-10")
def test_mines_in_the_space_are_a_die_for_torpedoes_only() -> None:
    match = at_step("torpedo", ["exeter"], mines=["pzg"], options=["mines"])
    assert solution(match, "launch", "exeter") == 2 + 3 + 1
    match = at_step("torpedo", ["exeter"], mines=["c8"], options=["mines"])
    assert solution(match, "launch", "exeter") == 2 + 3
    match = at_step("primary", ["exeter"], mines=["pzg"], options=["mines"])
    assert solution(match, "fire", "exeter") == 3 + 3 - 2


@rule("GS-TRP-01", "GS-AMM-01")
def test_without_mounts_there_is_no_torpedo_question() -> None:
    state = combat("pzg", ["exeter"], at_step="torpedo", spee={"torpedo": 0}, by_flotilla=True)
    assert shots(run(state, dice=[1, 1, 1])) == ["exeter torpedo 3"]


# What is not offered has its reason


@rule("GS-GUN-01", "GS-AMM-01", "GS-TRP-01")
@pytest.mark.parametrize(
    ("step", "more", "option", "reason", "clause"),
    [
        ("primary", {}, ("fire", "renown"), "She is not, or no longer, in this combat.", "GS-GUN-01"),
        ("tertiary", {}, ("maximum_fire", "exeter"), "Maximum fire is for the primary and secondary guns.",
         "GS-GUN-01"),
        ("secondary", {"spee": {"ammo": 1}}, ("maximum_fire", "exeter"), "There is not enough ammunition for it.",
         "GS-AMM-01"),
        ("primary", {"spee": {"leadership": 0, "primary": 2}}, ("fire", "exeter"),
         "The firing solution has no die left.", "GS-GUN-01"),
        ("torpedo", {}, ("launch", "renown"), "She is not, or no longer, in this combat.", "GS-GUN-01"),
    ],
)  # fmt: skip
def test_a_fire_that_is_not_offered_has_its_reason(
    step: str, more: dict[str, Any], option: tuple[str, str], reason: str, clause: str
) -> None:
    match = at_step(step, ["exeter", "hardy"], **more)
    assert option not in offered(match)
    refusal = match.why_not(option)
    assert refusal is not None
    assert (refusal.reason, refusal.rule) == (reason, clause)


@rule("GS-GUN-01", "GS-TRP-01")
@pytest.mark.parametrize(("step", "option"), [("primary", ("fire", "exeter")), ("torpedo", ("launch", "exeter"))])
def test_a_click_on_an_allied_ship_is_a_fire_at_her(step: str, option: tuple[str, str]) -> None:
    match = at_step(step, ["exeter"])
    assert match.pointed_at("exeter") == option
    assert option in offered(match)
