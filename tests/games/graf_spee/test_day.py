"""The sequence of play and the alert level (sections 4 and 5)."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.games.graf_spee import GAME
from tests.games.graf_spee.builder import (
    HARMLESS,
    alert,
    asked,
    choose,
    combat,
    dice_left,
    figures,
    incidents,
    keys,
    play,
    position,
    run,
    ship,
    told,
    vp,
)
from tests.rules import rule

# The sequence


@rule("GS-SEQ-01")
def test_the_phases_in_their_order() -> None:
    assert list(GAME.phases) == [
        "deployment", "fitting_out",
        "outfitting", "intelligence", "movement", "incidents", "bombardment", "auxiliaries", "achievement", "basing",
        "draw", "battle", "combat_step",
    ]  # fmt: skip


@rule("GS-SEQ-01")
def test_a_day_asks_in_the_order_of_its_phases() -> None:
    match = play(position("outfitting", "i2", alert=2, spee={"oil": 5}), "morale", "swordfish", "merchant", 4, 2, 5)
    questions: list[str] = []
    for answer in ("done", "keep_silent", "a5", "spare", "stay"):
        questions.append(match.decision.key)
        choose(match, answer)
    assert questions == ["outfit", "seek_intelligence", "sail", "bombard_port", "move_auxiliary"]
    assert (match.state.day, asked(match)) == (2, ("graf_spee", "seek_intelligence"))  # no outfitting at Durban
    assert dice_left(match) == ()


@rule("GS-SEQ-01", "GS-GEN-01", "GS-AMB-33")
@pytest.mark.parametrize(("day", "over"), [(1, False), (10, False), (11, True)])
def test_a_turn_is_a_day_and_the_last_day_is_played(day: int, over: bool) -> None:
    match = choose(play(position("outfitting", "p4", day=day, spee={"torpedo": 4})), "done", "keep_silent", "p4")
    assert match.result is None
    choose(match, "stay")
    assert (match.result is not None) == over
    if not over:
        assert match.state.day == day + 1


@rule("GS-SEQ-02", "GS-AMB-42")
def test_only_the_ship_that_was_outfitted_stays() -> None:
    state = position("outfitting", "w5", spee={"oil": 1, "torpedo": 4}, deutschland={"torpedo": 4})
    match = choose(play(state, 6, "morale", "mines_sighted"), "refuel", "done", "keep_silent", "keep_silent")
    assert ship(match).outfitted
    choose(match, "deutschland", "w6")
    assert [ship(match, name).space for name in ("graf_spee", "deutschland")] == ["w5", "w6"]


@rule("GS-SEQ-05", "GS-RED-01")
def test_after_a_combat_the_royal_navy_redeploys_before_incidents_are_drawn() -> None:
    match = run(combat("pzg", ["exeter"], first="allied"), ["hold_fire"] * 4, [*[1] * 7, "morale"])
    assert keys(match, "combat_ends", "redeployed", "incident_draw") == ["combat_ends", "redeployed", "incident_draw"]


@rule("GS-SEQ-05", "GS-REP-01")
def test_after_a_repair_the_royal_navy_redeploys_when_movement_is_over() -> None:
    state = position("sailing", "i2", spee={"outfitted": True, "repaired": True}, stations={"pzg": ["exeter"]})
    match = run(state, [], ["morale"])
    assert keys(match, "incident_draw", "redeployed") == ["incident_draw", "redeployed"]


@rule("GS-SEQ-01", "GS-INC-01")
def test_what_held_for_a_day_is_over_on_the_next() -> None:
    state = position(
        "auxiliaries", "w5", held=["stormy", "limited_visibility"], fought_in=["w5"], limited_in=["w5"],
        raided_in=["w5"],
        spee={"outfitted": True, "repaired": True, "fought": True, "broke_off": True, "unloaded": ["radar"], "oil": 4},
    )  # fmt: skip
    assert "limited_visibility" not in state.incidents
    match = choose(play(state), "stay")
    after = match.state
    assert (after.held, after.fought_in, after.limited_in, after.raided_in) == ([], [], [], [])
    assert (after.incidents.count("stormy"), after.incidents.count("limited_visibility")) == (2, 1)
    spee = ship(match)
    assert (spee.outfitted, spee.repaired, spee.fought, spee.broke_off) == (False,) * 4
    assert spee.unloaded == []


# The alert level


@rule("GS-ALR-01", "GS-SET-01")
def test_a_mission_begins_at_alert_1() -> None:
    assert alert(flagplot.new("graf-spee", seed=3)) == 1


@rule("GS-ALR-02", "GS-INC-01", "GS-AMB-04")
@pytest.mark.parametrize("level", [1, 2, 4, 6])
def test_as_many_markers_are_drawn_as_the_alert_level(level: int) -> None:
    match = run(position("incidents", "w5", alert=level), [], HARMLESS[:level])
    assert incidents(match) == list(HARMLESS[:level])


@rule("GS-ALR-01", "GS-ALR-02", "GS-AMB-04", "GS-AMB-05")
def test_a_change_during_a_draw_is_immediate_but_adds_and_cancels_no_draw() -> None:
    match = run(position("incidents", "w5", alert=2), [], ["rn_pursuit", "rn_pursuit"])
    assert (alert(match), len(incidents(match))) == (4, 2)
    match = run(position("incidents", "w5", alert=3), [], ["rn_intel_conflict", "morale", "mines_sighted"])
    assert (alert(match), len(incidents(match))) == (1, 3)


@rule("GS-ALR-01", "GS-AMB-05")
@pytest.mark.parametrize(
    ("level", "markers", "after"),
    [
        (2, ("rn_intel_conflict", "rn_pursuit"), 2),  # 2 - 2 stops at 1, then + 1: not the net - 1
        (3, ("rn_intel_conflict", "rn_pursuit", "morale"), 2),
        (6, ("rn_pursuit", "rn_intel_conflict", *HARMLESS[:4]), 4),
    ],
)
def test_changes_are_applied_one_by_one_between_1_and_6(level: int, markers: tuple[Any, ...], after: int) -> None:
    assert alert(run(position("incidents", "w5", alert=level), [], markers)) == after


@rule("GS-ALR-01")
def test_only_a_change_is_told() -> None:
    match = run(position("incidents", "w5", alert=1), [], ["rn_intel_conflict"])
    assert keys(match, "alert_rises", "alert_falls") == []


# Leadership


@rule("GS-SHP-02", "GS-END-01")
def test_a_battle_raises_leadership_even_without_success_but_not_above_6() -> None:
    for before, after in ((3, 4), (6, 6)):
        state = combat("pzg", ["exeter"], first="allied", spee={"leadership": before})
        assert figures(run(state, ["hold_fire"] * 4, [*[1] * 7, "morale"]), "leadership") == (after,)


@rule("GS-SHP-02", "GS-ALG-02")
def test_a_hit_on_the_bridge_lowers_leadership() -> None:
    match = play(position("bombardment", "a5", guns={"a5": 5}), 5, 5)
    assert figures(match, "leadership") == (2,)


# What no play changes


@rule("GS-CMP-02", "GS-CGO-01")
@pytest.mark.parametrize("options", [{}, {"deutschland": True, "night": True, "mines": True, "anti_aircraft": True}])
@pytest.mark.parametrize("seed", range(1, 5))
def test_no_game_loses_or_gains_counters(seed: int, options: dict[str, bool]) -> None:
    match = flagplot.new("graf-spee", "campaign", seed=seed, options=options)
    counted = GAME.inventory(match.state)
    rng = Random(seed)
    while match.decision and len(match.record.choices) < 400:
        match.choose(rng.choice(match.decision.options))
        assert GAME.inventory(match.state) == counted
        assert GAME.defects(match.state) == []
    assert len(match.record.choices) > 50


@rule("GS-TRK-01")
def test_points_are_told_with_their_total() -> None:
    match = run(position("incidents", "w5", vp=-3), [], ["merchant", 5])
    assert (vp(match), told(match, "points")[0].text) == (2, "Victory points: +5, now 2.")
