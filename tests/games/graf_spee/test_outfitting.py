"""Outfitting and repairs (sections 7 and 10): what a ship can do before the day's movement."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    HARMLESS,
    asked,
    barred_by,
    choose,
    dice_left,
    faces,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    told,
)
from tests.rules import rule

BATTERED = {"primary": 1, "engines": 3, "hull": 4, "torpedo": 0, "ammo": 2, "oil": 1}


def outfitting(space: str, *dice: Any, **more: Any) -> Match[State]:
    """The outfitting phase of a battered Graf Spee."""
    spee = {**BATTERED, **more.pop("spee", {})}
    return play(position("outfitting", space, spee=spee, **more), *dice)


# Where


@rule("GS-OUT-01", "GS-MAP-02", "GS-AMB-31")
@pytest.mark.parametrize(
    ("space", "actions"),
    [
        ("natl", {"repair", "refuel"}),
        ("w5", {"repair", "refuel"}),
        ("k4", {"repair", "refuel"}),
        ("altm", {"repair", "refuel", "rearm", "cargo"}),
        ("p4", {"repair", "refuel", "cargo"}),
    ],
)
def test_what_can_be_done_depends_on_the_place(space: str, actions: set[str]) -> None:
    match = outfitting(space)
    assert asked(match) == ("graf_spee", "outfit")
    assert offered(match) == {*actions, "done"}


@rule("GS-OUT-01", "GS-CAP-01")
def test_a_captured_port_offers_everything() -> None:
    assert offered(outfitting("a5", captured=["a5"])) == {"repair", "refuel", "rearm", "cargo", "done"}


@rule("GS-OUT-01", "GS-AMB-09")
@pytest.mark.parametrize("space", ["a5", "b3"])
def test_nothing_is_outfitted_in_an_allied_port_or_base(space: str) -> None:
    assert asked(outfitting(space)) == ("graf_spee", "seek_intelligence")


@rule("GS-OUT-01", "GS-OUT-02", "GS-AMB-06", "GS-MAP-02", "GS-RLD-01")
def test_why_an_action_is_not_offered() -> None:
    match = outfitting("p4", spee={"oil": 6})
    assert {action: barred_by(match, action) for action in ("refuel", "rearm", "reload")} == {
        "refuel": "GS-OUT-02", "rearm": "GS-OUT-02", "reload": "GS-RLD-01",
    }  # fmt: skip
    match = outfitting("pzg", spee={"leadership": 4})
    assert [barred_by(match, action) for action in ("refuel", "cargo")] == ["GS-MAP-02", "GS-CGO-02"]


@rule("GS-AMB-06", "GS-AMB-31")
@pytest.mark.parametrize(("space", "can"), [("p4", False), ("w5", False), ("k4", False), ("altm", True), ("a5", True)])
def test_ammunition_comes_from_the_altmark_and_captured_ports_only(space: str, can: bool) -> None:
    assert ("rearm" in offered(outfitting(space, captured=["a5"]))) == can


@rule("GS-AMB-35", "GS-SET-08")
def test_the_altmark_area_without_an_auxiliary_cruiser_is_high_seas() -> None:
    match = outfitting("altm", 4, auxiliaries=("w9", "k4"))
    assert offered(match) == {"repair", "refuel", "done"}
    choose(match, "refuel")
    assert figures(match, "oil") == (2,)  # 4 - 3


@rule("GS-SEQ-01", "GS-OUT-01", "GS-AMB-58")
def test_a_sound_and_full_ship_in_a_patrol_zone_is_not_even_asked() -> None:
    assert asked(play(position("outfitting", "pzg", spee={"torpedo": 4}))) == ("graf_spee", "seek_intelligence")


# Refuelling and rearming


@rule("GS-OUT-02", "GS-AMB-31", "GS-AUX-01")
@pytest.mark.parametrize(
    ("space", "die", "oil"),
    [
        ("p4", 4, 5), ("altm", 3, 4), ("a5", 2, 3), ("natl", 5, 4), ("w5", 5, 3), ("w5", 3, 1), ("w5", 1, 1),
        ("k4", 5, 5), ("k4", 1, 1), ("p4", 6, 6),
    ],
)  # fmt: skip
def test_a_die_of_oil_less_at_sea(space: str, die: int, oil: int) -> None:
    match = choose(outfitting(space, die, captured=["a5"]), "refuel")
    assert figures(match, "oil") == (oil,)
    assert faces(match, "refuel_roll") == [(die,)]
    assert "refuel" not in offered(match)


@rule("GS-OUT-02")
def test_a_rearming_die_is_shared_between_ammunition_and_torpedoes() -> None:
    match = choose(outfitting("altm", 5), "rearm")
    assert asked(match) == ("graf_spee", "ammo_share")
    assert offered(match) == {4, 3, 2, 1}  # ammunition has room for 4, the mounts for 4
    assert barred_by(match, 5) == "GS-OUT-02"
    choose(match, 3)
    assert figures(match, "ammo", "torpedo") == (5, 2)


@rule("GS-OUT-02", "GS-TRK-03")
def test_of_a_rearming_die_no_more_is_taken_than_there_is_room_for() -> None:
    match = choose(outfitting("altm", 6, spee={"ammo": 5, "torpedo": 3}), "rearm")
    assert figures(match, "ammo", "torpedo") == (6, 4)
    assert barred_by(match, "rearm") == "GS-OUT-01"


@rule("GS-SET-06", "GS-OUT-02")
def test_with_torpedo_reloads_aboard_ammunition_stops_at_5() -> None:
    match = choose(outfitting("altm", 6, spee={"ammo": 3, "torpedo": 4, "reloads": True}), "rearm")
    assert figures(match, "ammo") == (5,)


# Torpedo reloads


@rule("GS-RLD-01", "GS-AMB-42")
def test_reloads_fill_the_mounts_anywhere_and_are_gone_for_good() -> None:
    match = choose(outfitting("w5", "mines_sighted", spee={"reloads": True, "torpedo": 1}), "reload")
    assert figures(match, "torpedo") == (4,)
    assert (ship(match).reloads, ship(match).outfitted) == (False, True)
    assert barred_by(match, "reload") == "GS-OUT-01"
    choose(match, "done", "keep_silent")
    assert told(match, "arrives") == []  # she does not move today


@rule("GS-RLD-01")
def test_without_the_reloads_ammunition_goes_to_6_again() -> None:
    match = choose(outfitting("altm", 4, spee={"reloads": True, "torpedo": 3, "ammo": 5}), "reload", "rearm")
    assert figures(match, "ammo", "torpedo") == (6, 4)


@rule("GS-RLD-01")
def test_reloads_may_be_used_up_with_full_mounts_for_the_sake_of_the_ammunition() -> None:
    match = outfitting("altm", 4, spee={"reloads": True, "torpedo": 4, "ammo": 5})
    assert barred_by(match, "rearm") == "GS-OUT-02"
    choose(match, "reload", "rearm")
    assert (figures(match, "ammo", "torpedo"), ship(match).reloads) == ((6, 4), False)
    assert keys(match, "reloads_used", "raised") == ["reloads_used", "raised"]


# Repairs


@rule("GS-REP-01", "GS-CGO-03")
@pytest.mark.parametrize(
    ("space", "cargo", "dice"),
    [
        ("natl", (), 2), ("w5", (), 1), ("k4", (), 2), ("p4", (), 4), ("altm", (), 4), ("a5", (), 5),
        ("w5", ("damage_control",), 2), ("w5", ("damage_control", "reserve_crew"), 3), ("pzg", ("reserve_crew",), 1),
    ],
)  # fmt: skip
def test_the_repair_dice_are_leadership_cargo_and_place(space: str, cargo: tuple[str, ...], dice: int) -> None:
    match = choose(outfitting(space, *[4] * dice, cargo=cargo, captured=["a5"]), "repair")
    assert faces(match, "repair_roll") == [(4,) * dice]
    assert keys(match, "nothing_repaired") == ["nothing_repaired"]
    assert dice_left(match) == ()


@rule("GS-REP-01")
def test_a_place_that_leaves_no_die_allows_no_repair() -> None:
    match = outfitting("w5", spee={"leadership": 2})
    assert barred_by(match, "repair") == "GS-REP-01"


@rule("GS-REP-01", "GS-AMB-09")
def test_each_5_or_6_repairs_a_department_of_your_choice_but_not_leadership() -> None:
    match = choose(outfitting("p4", 5, 6, 4, 5, spee={"leadership": 3, "hull": 5}), "repair")
    assert offered(match) == {"primary", "torpedo", "engines", "hull"}
    choose(match, "hull")
    assert offered(match) == {"primary", "torpedo", "engines"}
    choose(match, "engines", "engines")
    assert figures(match, "hull", "engines", "primary", "torpedo", "leadership") == (6, 5, 1, 0, 3)
    assert asked(match) == ("graf_spee", "outfit")
    assert barred_by(match, "repair") == "GS-OUT-01"


@rule("GS-REP-01", "GS-AMB-09")
def test_torpedo_mounts_can_be_repaired_up_to_the_two_that_were_filled() -> None:
    match = choose(play(position("outfitting", "p4", spee={"torpedo": 1}), 5, 5, 5, 5), "repair")
    assert figures(match, "torpedo") == (2,)
    assert asked(match) == ("graf_spee", "outfit")  # further successes have nothing to repair


@rule("GS-REP-01", "GS-AMB-09")
@pytest.mark.parametrize("torpedo", [2, 3, 4])
def test_mounts_that_were_never_filled_are_not_damage(torpedo: int) -> None:
    match = play(position("outfitting", "p4", spee={"torpedo": torpedo, "oil": 5}))
    assert barred_by(match, "repair") == "GS-REP-01"
    match = choose(play(position("outfitting", "p4", spee={"torpedo": torpedo, "hull": 5}), 5, 5, 1, 1), "repair")
    assert figures(match, "hull", "torpedo") == (6, torpedo)


@rule("GS-REP-01", "GS-OUT-01")
def test_a_ship_as_it_was_set_up_is_not_asked_to_outfit_at_sea() -> None:
    assert asked(play(position("outfitting", "w5"))) == ("graf_spee", "seek_intelligence")


@rule("GS-REP-01")
def test_a_ship_with_nothing_to_repair_cannot_try() -> None:
    match = play(position("outfitting", "p4", spee={"torpedo": 4, "ammo": 1, "oil": 2, "leadership": 1}))
    assert barred_by(match, "repair") == "GS-REP-01"


@rule("GS-REP-01", "GS-SEQ-02", "GS-SEQ-05", "GS-RED-01")
@pytest.mark.parametrize("die", [1, 6])
def test_any_repair_attempt_bars_movement_and_the_royal_navy_redeploys_after_it(die: int) -> None:
    state = position("outfitting", "w5", stations={"pzg": ["exeter"]}, spee={"engines": 5, "torpedo": 4})
    match = run(state, ["repair", "keep_silent"], [die, "mines_sighted"])
    assert figures(match, "engines") == (6 if die == 6 else 5,)
    assert (ship(match).space, told(match, "arrives")) == ("w5", [])
    assert keys(match, "outfitted", "incident_draw", "redeployed") == ["outfitted", "incident_draw", "redeployed"]
    assert match.state.stations == {}
    assert match.state.face_down == {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 6, "pzm": 2}


@rule("GS-SEQ-02", "GS-SEQ-05")
def test_refuelling_bars_movement_without_a_redeployment() -> None:
    state = position("outfitting", "w5", stations={"pzg": ["exeter"]}, spee={"oil": 1})
    match = run(state, ["refuel", "keep_silent"], [6, HARMLESS[0]])
    assert (ship(match).space, asked(match)) == ("w5", ("graf_spee", "move_auxiliary"))
    assert (told(match, "redeployed"), match.state.stations) == ([], {"pzg": ["exeter"]})


@rule("GS-SEQ-02")
def test_a_ship_that_did_nothing_may_move() -> None:
    match = choose(outfitting("w5"), "done", "keep_silent")
    assert asked(match) == ("graf_spee", "sail")
    assert "w6" in offered(match)


@rule("GS-SEQ-01", "GS-OUT-01", "GS-AMB-58")
def test_actions_are_taken_in_any_order_each_once() -> None:
    match = outfitting("altm", 3, 3, 1, 1, 1, 1)
    choose(match, "refuel")
    assert offered(match) == {"repair", "rearm", "cargo", "done"}
    choose(match, "rearm", 3)
    assert offered(match) == {"repair", "cargo", "done"}
    choose(match, "repair")
    assert offered(match) == {"cargo", "done"}
    assert figures(match, "oil", "ammo", "torpedo") == (4, 5, 0)
