"""The Royal Navy: counters face down, redeployment, and naval air units (14.12, 15)."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

import flagplot
from flagplot.engine.dice import Tape
from flagplot.engine.table import Playout
from flagplot.games.graf_spee import GAME
from flagplot.games.graf_spee.rules.redeployment import redeploy, turn_up
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ALLIED_SHIPS, CUPS, REDEPLOYMENT
from tests.games.graf_spee.builder import (
    as_set_up,
    combat,
    drawn,
    harm,
    keys,
    play,
    position,
    run,
    shots,
    texts,
    vp,
)
from tests.rules import rule

SILENT = {"ammo": 0, "tertiary": 0, "torpedo": 0}


def table(state: State, seed: int = 1) -> Playout[State]:
    """A table at which a part of the rules can be played by itself."""
    return Playout(state, {}, Tape(Random(seed).randbytes(32)))


# Redeployment


@rule("GS-RED-01")
def test_twenty_eight_ships_are_dealt_out_by_the_seven_quotas() -> None:
    assert sum(quota for _, quota in REDEPLOYMENT) == len(ALLIED_SHIPS) == 28
    state = as_set_up()
    redeploy(table(state))
    assert state.face_down == {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 6, "pzm": 2}
    assert sorted(state.unseen) == sorted(ALLIED_SHIPS)
    assert (state.stations, state.cups) == ({}, {})


@rule("GS-RED-01")
@pytest.mark.parametrize(
    ("lost", "dealt"),
    [
        (1, {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 6, "pzm": 1}),
        (5, {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 3}),
        (26, {"pzy": 2}),
        (28, {}),
    ],
)
def test_when_ships_are_lost_the_zones_at_the_top_of_the_list_are_filled_first(
    lost: int, dealt: dict[str, int]
) -> None:
    state = position(lost=list(ALLIED_SHIPS)[:lost])
    redeploy(table(state))
    assert state.face_down == dealt
    assert len(state.unseen) == 28 - lost


@rule("GS-RED-01", "GS-SET-02")
def test_ports_receive_no_ships_so_the_cumberland_leaves_the_falklands() -> None:
    state = as_set_up()
    assert state.stations["a1"] == ["cumberland"]
    redeploy(table(state))
    assert "a1" not in state.face_down
    assert "cumberland" in state.unseen


@rule("GS-RED-01", "GS-SET-03")
def test_ships_left_in_the_cups_of_the_set_up_come_in_with_the_first_redeployment() -> None:
    state = as_set_up()
    turn_up(table(state), "pza")
    redeploy(table(state))
    for cup in CUPS.values():
        assert set(cup.ships) <= set(state.unseen)


@rule("GS-AMB-14", "GS-RED-01")
def test_quiet_seas_not_drawn_at_the_set_up_join_the_pool_at_the_first_redeployment() -> None:
    state = as_set_up()
    before = state.incidents.count("quiet_seas")
    assert (before, state.quiet_aside) == (4, 4)
    redeploy(table(state))
    assert (state.incidents.count("quiet_seas"), state.quiet_aside) == (8, 0)


@rule("GS-AMB-14", "GS-AMB-04")
def test_in_the_midst_of_a_draw_they_wait_until_it_is_over() -> None:
    state = as_set_up("incidents", "c8", alert=2, spee={"torpedo": 0})
    match = play(state, "rn_flotilla", 1, *[1] * (3 + 1 + 3 + 3 + 3 + 4 + 4), "mines_sighted")
    while match.decision and match.decision.key == "aim":
        assert match.state.quiet_aside == 4
        match.choose("hold_fire")
    assert match.state.draw is None
    assert (match.state.incidents.count("quiet_seas"), match.state.quiet_aside) == (8, 0)


@rule("GS-SEQ-05", "GS-REP-01", "GS-RED-01")
def test_repairs_redeploy_the_royal_navy_at_the_end_of_movement_and_after_the_incidents() -> None:
    state = as_set_up("incidents", "c8", alert=1, spee={"outfitted": True, "repaired": True})
    match = run(state, dice=["mines_sighted"])
    assert keys(match, "incident_draw", "redeployed") == ["incident_draw", "redeployed"]
    assert match.state.face_down == dict(REDEPLOYMENT)


# Counters face down


@rule("GS-AMB-29", "GS-AMB-51")
def test_counters_are_turned_up_when_a_flotilla_comes_and_drawn_only_then() -> None:
    state = position("incidents", "c8", face_down={"pzg": 3})
    match = play(state, "rn_flotilla", "exeter", "hardy", "renown", 4)
    assert drawn(match, "counter_turned") == ["exeter", "hardy", "renown"]
    assert texts(match, "turned_up") == ["Force G Patrol Zone: Exeter, Hardy, Renown."]
    assert match.state.stations["pzg"] == ["exeter", "hardy", "renown"]
    assert match.state.face_down == {}
    assert not {"exeter", "hardy", "renown"} & set(match.state.unseen)


@rule("GS-AMB-29", "GS-RED-01")
def test_they_are_face_down_again_after_the_next_redeployment() -> None:
    state = position(face_down={"pzg": 3})
    ships = turn_up(table(state), "pzg")[:]
    assert len(ships) == 3
    redeploy(table(state))
    assert state.stations == {}
    assert set(ships) <= set(state.unseen)


@rule("GS-AMB-29", "GS-SET-03")
def test_counters_of_the_set_up_are_drawn_from_their_own_cup() -> None:
    for seed in range(50):
        state = as_set_up()
        assert set(turn_up(table(state, seed), "pza")) < set(CUPS["pza"].ships)
        assert len(turn_up(table(state, seed), "pzm")) == 1
        assert set(state.stations["pzm"]) < set(CUPS["pzm"].ships)
        assert GAME.defects(state) == []


@rule("GS-AMB-51", "GS-RED-01")
def test_every_ship_is_as_likely_as_any_other_in_every_zone() -> None:
    trials = 6_000
    count: dict[str, Counter[str]] = {zone: Counter() for zone, _ in REDEPLOYMENT}
    dice = Tape(bytes(32))
    for number in range(trials):
        state = position()
        playout = Playout(state, {}, dice)
        redeploy(playout)
        zones = [zone for zone, _ in REDEPLOYMENT]
        Random(number).shuffle(zones)  # the order in which they are turned up must make no difference
        for zone in zones:
            count[zone].update(turn_up(playout, zone))
    for zone, quota in REDEPLOYMENT:
        share = quota / len(ALLIED_SHIPS)
        spread = (trials * share * (1 - share)) ** 0.5
        for name in ALLIED_SHIPS:
            assert abs(count[zone][name] - trials * share) < 5 * spread, (zone, name)


@rule("GS-CMP-02", "GS-RED-01")
def test_no_counter_or_marker_is_lost_or_found_in_whole_games() -> None:
    for seed in range(12):
        scenario = "campaign" if seed % 4 == 0 else "mission"
        options = {"deutschland": seed % 2 == 0, "anti_aircraft": True, "night": True, "mines": True}
        match = flagplot.new("graf-spee", scenario, seed=seed, options=options)
        before = GAME.inventory(match.state)
        assert before["Allied ships"] == before["different Allied ships"] == 28
        assert (before["incident markers"], before["damaged markers"], before["orders"]) == (40, 18, 8)
        by_chance = Random(seed)
        for _ in range(400):
            if match.decision is None:
                break
            match.choose(by_chance.choice(match.decision.options))
            assert GAME.inventory(match.state) == before
            assert GAME.defects(match.state) == []


# Naval air units


@rule("GS-NAV-01", "GS-ALG-01", "GS-ALG-03")
def test_aircraft_of_a_carrier_attack_in_the_torpedo_step_only() -> None:
    state = combat("pzk", ["ark_royal"], "german", spee=SILENT | {"torpedo": 2}, by_flotilla=True)
    match = run(state, ["hold_fire"], [1, 1, 6, 1, 1, 1, 6, 2, 4])
    assert shots(match) == ["ark_royal tertiary 2", "ark_royal torpedo 5"]
    assert keys(match, "air_attack") == ["air_attack"]
    assert harm(match)[:2] == ["graf_spee hull -1", "graf_spee engines -1"]


@rule("GS-NAV-01", "GS-COM-01")
def test_with_the_allied_first_salvo_aircraft_attack_before_german_torpedoes() -> None:
    state = combat("pzs", ["eagle"], "allied", spee=SILENT | {"torpedo": 2}, by_flotilla=True)
    match = run(state, [("launch", "eagle")], [1, 1, 1, 1, *[1] * 5])
    assert shots(match) == ["eagle tertiary 2", "eagle torpedo 2", "graf_spee torpedo 5"]


@rule("GS-NAV-01", "GS-DMG-01")
def test_the_aircraft_of_a_sunk_carrier_are_lost_before_they_attack() -> None:
    state = combat("pzk", ["ark_royal", "hardy"], by_flotilla=True, spee={"secondary": 0, "tertiary": 0, "torpedo": 0})
    match = run(state, [("fire", "ark_royal")], [6, 1, 1, 1, "sunk", 1, 1, 1, 1, 1])
    assert shots(match) == ["graf_spee primary 4", "hardy tertiary 1", "hardy torpedo 4"]
    assert match.state.lost == ["ark_royal"]
    assert vp(match) == 25


@rule("GS-NAV-01", "GS-DMG-01")
@pytest.mark.parametrize(("marker", "others"), [("crippled", [1]), ("retreats", [])])
def test_the_aircraft_of_a_crippled_or_retreated_carrier_attack_at_full_strength(
    marker: str, others: list[int]
) -> None:
    state = combat("pzk", ["ark_royal"], by_flotilla=True, spee={"secondary": 0, "tertiary": 0, "torpedo": 0})
    match = run(state, [("fire", "ark_royal")], [6, 1, 1, 1, marker, *others, *[1] * 5])
    assert shots(match)[-1] == "ark_royal torpedo 5"
    assert "ark_royal" in match.state.unseen


@rule("GS-NAV-01")
def test_when_only_aircraft_are_left_the_combat_goes_on_to_their_attack_without_targets_for_german_fire() -> None:
    state = combat("pzk", ["ark_royal"], by_flotilla=True)
    match = run(state, [("fire", "ark_royal")], [6, 1, 1, 1, "retreats", *[1] * 5])
    assert shots(match) == ["graf_spee primary 4", "ark_royal torpedo 5"]


@rule("GS-NAV-01")
def test_aircraft_are_back_in_the_next_combat_of_their_carrier() -> None:
    state = position("incidents", "c8", alert=2, stations={"pzg": ["hermes"]}, spee=SILENT)
    first, second = [1, 1, 1], [1] * (3 + 4 + 4 + 3 + 2)
    dice = ["rn_flotilla", 1, *first, "rn_flotilla", "hermes", "hardy", "hero", "clyde", 1, *second]
    match = run(state, dice=dice)
    assert shots(match).count("hermes torpedo 2") == 2
