"""Two German ships (sections 6.1 and 19): together or apart, one captain each."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    asked,
    choose,
    combat,
    dice_left,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    sums,
    told,
)
from tests.rules import rule


def movement(space: str, *dice: Any, **more: Any) -> Match[State]:
    """The Movement Phase of both ships."""
    more = {"deutschland": {}, **more}
    return play(position("movement", space, **more), *dice)


def places(match: Match[State]) -> tuple[str, str]:
    return ship(match).space, ship(match, "deutschland").space


# Together or apart


@rule("GS-SHP-01")
def test_ships_in_one_space_sail_together_if_both_captains_want() -> None:
    match = movement("w5", "morale")
    assert (asked(match), offered(match)) == (
        ("graf_spee", "sail_together"), {"together", "graf_spee", "deutschland"},
    )  # fmt: skip
    choose(match, "together")
    assert asked(match) == ("deutschland", "join_sister")
    choose(match, "join")
    assert asked(match) == ("graf_spee", "sail")
    choose(match, "w6")
    assert places(match) == ("w6", "w6")
    assert keys(match, "incident_draw") == ["incident_draw"]  # one draw for both
    assert dice_left(match) == ()


@rule("GS-SHP-01")
def test_a_sister_who_will_not_join_sails_after() -> None:
    match = movement("w5", "morale", "mines_sighted")
    choose(match, "together", "alone")
    assert asked(match) == ("graf_spee", "sail")
    choose(match, "w6")
    assert asked(match) == ("deutschland", "sail")
    choose(match, "w4")
    assert places(match) == ("w6", "w4")
    assert len(told(match, "incident_draw")) == 2


@rule("GS-SHP-01", "GS-INC-01", "GS-AMB-48")
def test_incidents_are_drawn_for_each_space_when_all_ships_have_moved_and_ports_fire_after_them() -> None:
    state = position("movement", "i2", deutschland={"space": "i2"})
    match = play(state, "morale", "mines_sighted", 1, "air_patrol", "engine_breakdown", 1, 2, 6)
    choose(match, "graf_spee", "a5", "i3", "spare")
    assert keys(match, "arrives", "incident_draw", "defence_roll") == [
        "arrives", "arrives", "incident_draw", "incident_draw", "incident_draw", "incident_draw", "defence_roll",
    ]  # fmt: skip


@rule("GS-INC-01", "GS-AMB-48")
def test_ships_that_sail_apart_to_one_space_have_one_draw() -> None:
    match = movement("w5", "allied_sub", 3, deutschland={"space": "w7"})
    choose(match, "graf_spee", "w6", "w6")
    assert places(match) == ("w6", "w6")
    assert len(told(match, "incident_draw")) == 1
    assert (figures(match, "oil"), figures(match, "oil", name="deutschland")) == ((5,), (2,))  # it finds both


@rule("GS-INC-01", "GS-SHP-01")
@pytest.mark.parametrize("first", ["graf_spee", "deutschland"])
def test_the_space_of_the_ship_that_sailed_first_draws_first(first: str) -> None:
    match = play(position("movement", "w5", deutschland={"space": "w7"}), "allied_sub", 3, "morale")
    second = "deutschland" if first == "graf_spee" else "graf_spee"
    choose(match, first, ship(match, first).space, ship(match, second).space)
    assert figures(match, "oil", name=first) == ((5,) if first == "graf_spee" else (2,))


@rule("GS-ALR-01", "GS-INC-01")
def test_a_draw_that_lowers_the_alert_leaves_fewer_markers_for_the_other_space() -> None:
    match = movement("w5", "quiet_seas", 2, "quiet_seas", 2, "morale", deutschland={"space": "w7"}, alert=2)
    choose(match, "graf_spee", "w5", "w7")
    assert len(told(match, "incident_draw")) == 3
    assert dice_left(match) == ()


@rule("GS-SHP-01")
@pytest.mark.parametrize("first", ["graf_spee", "deutschland"])
def test_the_order_is_the_players(first: str) -> None:
    match = movement("w5", "morale", "mines_sighted", deutschland={"space": "w7"})
    assert offered(match) == {"graf_spee", "deutschland"}
    choose(match, first)
    assert asked(match) == (first, "sail")


@rule("GS-SHP-01", "GS-MOV-01")
def test_together_they_sail_as_far_as_both_can() -> None:
    match = movement("w5", deutschland={"oil": 0})
    choose(match, "together", "join")
    assert match.decision.about["spaces"] == 4
    match = choose(movement("natl", "morale"), "together", "join", "c5")
    assert (figures(match, "oil"), figures(match, "oil", name="deutschland")) == ((5,), (2,))


@rule("GS-SHP-01", "GS-SEQ-02", "GS-AMB-42")
def test_a_ship_that_was_outfitted_is_not_joined() -> None:
    match = movement("w5", "morale", "mines_sighted", spee={"outfitted": True})
    assert offered(match) == {"graf_spee", "deutschland"}
    choose(match, "graf_spee")
    assert (asked(match), told(match, "incident_draw")) == (("deutschland", "sail"), [])


@rule("GS-AMB-48")
def test_ships_that_both_stay_where_they_were_outfitted_act_as_one() -> None:
    match = movement("w5", "morale", spee={"outfitted": True}, deutschland={"outfitted": True})
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert len(told(match, "incident_draw")) == 1


@rule("GS-AMB-48", "GS-SEQ-05")
def test_repairs_bring_one_redeployment_when_all_movement_and_incidents_are_over() -> None:
    match = movement(
        "w5", "morale", "mines_sighted", spee={"outfitted": True, "repaired": True}, deutschland={"space": "i3"}
    )
    choose(match, "graf_spee", "i3")
    assert keys(match, "incident_draw", "redeployed") == ["incident_draw", "incident_draw", "redeployed"]


@rule("GS-SHP-01")
def test_when_one_is_sunk_the_other_acts_alone() -> None:
    state = position("movement", "w5", spee={"space": "", "hull": 0}, deutschland={"space": "w6"})
    match = play(state)
    assert asked(match) == ("deutschland", "sail")


# Who goes first where there is a question for both


@rule("GS-SHP-01", "GS-CAP-01")
def test_in_outfitting_the_sister_may_go_first() -> None:
    state = position("outfitting", "a5", spee={"oil": 2}, deutschland={"oil": 2}, captured=["a5"], silenced=["a5"])
    match = choose(play(state, 6, 6, 6), "after_sister", "refuel", "done")
    assert asked(match) == ("graf_spee", "outfit")
    assert "after_sister" not in offered(match)
    choose(match, "cargo", 0, "reembark")
    assert (figures(match, "oil", name="deutschland"), match.state.captured) == ((6,), [])


@rule("GS-SHP-01")
def test_nobody_waits_for_a_sister_who_has_nothing_to_do_or_once_she_has_begun() -> None:
    match = play(position("outfitting", "w5", spee={"oil": 2}, deutschland={"space": "b3", "oil": 2}))
    assert "after_sister" not in offered(match)
    match = play(position("outfitting", "w5", spee={"oil": 2}, deutschland={"oil": 2}), 6)
    assert "after_sister" in offered(match)
    choose(match, "refuel")
    assert "after_sister" not in offered(match)


@rule("GS-SHP-01", "GS-INT-01")
def test_the_sister_may_gather_intelligence_first() -> None:
    match = choose(play(position("intelligence", "w5", deutschland={})), "after_sister")
    assert asked(match) == ("deutschland", "seek_intelligence")
    choose(match, "keep_silent")
    assert (asked(match), offered(match)) == (("graf_spee", "seek_intelligence"), {"listen", "keep_silent"})


@rule("GS-SHP-01", "GS-BOM-01")
def test_the_sister_may_bombard_first_and_save_the_other_her_shells() -> None:
    state = position("bombardment", "a5", deutschland={}, guns={"a5": 1})
    match = choose(play(state, 6, 6, 1, 1), "after_sister")
    assert asked(match) == ("deutschland", "bombard_port")
    choose(match, "bombard")
    assert match.state.silenced == ["a5"]
    assert keys(match, "bombardment_roll") == ["bombardment_roll"] * 2


@rule("GS-SHP-01", "GS-COM-01")
def test_the_sister_may_fire_first() -> None:
    match = play(combat("pzg", ["exeter"], deutschland={}), *[1] * 60)
    assert "after_sister" in offered(match)
    choose(match, "after_sister")
    assert asked(match) == ("deutschland", "aim")
    choose(match, "hold_fire")
    assert (asked(match), "after_sister" in offered(match)) == (("graf_spee", "aim"), False)


# Who decides


@rule("GS-AMB-46", "GS-GEN-01")
def test_each_captain_decides_for_his_ship() -> None:
    match = play(position("outfitting", "w5", spee={"oil": 2}, deutschland={"oil": 2}))
    assert asked(match) == ("graf_spee", "outfit")
    choose(match, "done")
    assert asked(match) == ("deutschland", "outfit")
    choose(match, "done")
    assert asked(match) == ("graf_spee", "seek_intelligence")
    choose(match, "keep_silent")
    assert asked(match) == ("deutschland", "seek_intelligence")


@rule("GS-AMB-46")
def test_what_concerns_both_is_for_the_graf_spee_while_she_is_afloat() -> None:
    assert asked(play(position("auxiliaries", deutschland={}))) == ("graf_spee", "move_auxiliary")
    sunk = position("auxiliaries", spee={"space": "", "hull": 0}, deutschland={"space": "w5"})
    match = play(sunk)
    assert asked(match) == ("deutschland", "move_auxiliary")
    choose(match, "k4")
    assert asked(match) == ("deutschland", "send_auxiliary")


@rule("GS-AMB-46", "GS-ALG-01")
def test_allied_fire_at_two_ships_is_assigned_by_the_graf_spees_captain() -> None:
    match = play(combat("pzg", ["exeter", "ajax"], first="allied", deutschland={}), *[1] * 60)
    choose(match, "hold_fire", "hold_fire")  # nobody of them has primary guns
    assert asked(match) == ("graf_spee", "assign_fire")
    assert (match.decision.about["allied"], offered(match)) == ("exeter", {"graf_spee", "deutschland"})
    choose(match, "deutschland")
    assert [entry.about["ship"] for entry in told(match, "allied_fire")] == ["deutschland"]


@rule("GS-AMB-46")
def test_an_incident_where_only_the_deutschland_is_is_for_her_captain() -> None:
    state = position("incidents", "w5", deutschland={"space": "i3"}, group=["deutschland"])
    match = play(state, "intel_berlin")
    assert asked(match) == ("deutschland", "convoy_or_news")


# What happens to both


@rule("GS-CON-01", "GS-SHP-01", "GS-AMB-36")
def test_contact_is_rolled_once_for_both() -> None:
    match = movement("w8", 6, stations={"pzg": ["malaya"]}, spee={"leadership": 6})
    choose(match, "together", "join", "pzg")
    assert sums(match, "contact_roll") == [5]
    assert asked(match) == ("graf_spee", "break_off_or_fight")
    choose(match, "break_off")
    assert asked(match) == ("deutschland", "break_off_or_fight")  # engines 5 are enough for the Malaya
    choose(match, "break_off")
    assert keys(match, "combat_begins", "incident_draw") == []


@rule("GS-END-01", "GS-MOV-02", "GS-AMB-36")
def test_a_ship_that_fought_beside_her_sister_does_not_sail_on_that_day() -> None:
    """The Graf Spee sails out of the zone and back; the battle finds both, so the Deutschland stays too."""
    match = movement("pzg", 1, *[1] * 7, "morale", stations={"pzg": ["exeter"]}, spee={"leadership": 1})
    choose(match, "graf_spee", "out_and_back")
    while match.decision and match.decision.key in ("aim", "launch_torpedoes", "assign_fire"):
        choose(match, "graf_spee" if match.decision.key == "assign_fire" else "hold_fire")
    assert ship(match, "deutschland").fought
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert places(match) == ("pzg", "pzg")


@rule("GS-BRK-01", "GS-INC-02")
def test_a_ship_that_broke_off_beside_her_sister_does_not_sail_on_that_day() -> None:
    match = movement("pzg", 6, stations={"pzg": ["malaya"]}, spee={"leadership": 6})
    choose(match, "graf_spee", "out_and_back", "break_off", "break_off")
    assert places(match) == ("pzg", "pzg")
    assert told(match, "incident_draw") == []
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-INC-01", "GS-AMB-44")
def test_incidents_strike_the_ships_of_the_space_that_drew() -> None:
    match = run(position("incidents", "w5", deutschland={"space": "i3"}, group=["graf_spee"]), [], ["allied_sub", 3])
    assert (figures(match, "oil"), figures(match, "oil", name="deutschland")) == ((5,), (3,))
    match = run(position("incidents", "w5", deutschland={}), [], ["allied_sub", 3])
    assert (figures(match, "oil"), figures(match, "oil", name="deutschland")) == ((5,), (2,))
