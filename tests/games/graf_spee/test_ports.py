"""Ports (sections 9 and 16): neutral ports, port defences, bombardment and capture."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.graf_spee.model.fleet import in_box
from flagplot.games.graf_spee.state import State
from tests.games.graf_spee.builder import (
    aboard,
    alert,
    asked,
    barred_by,
    choose,
    combat,
    dice_left,
    drawn,
    faces,
    figures,
    harm,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    texts,
    told,
    vp,
)
from tests.rules import rule


def bombarding(space: str = "a5", *dice: Any, **more: Any) -> Match[State]:
    """The Shore Bombardment Phase in an Allied port or base."""
    return play(position("bombardment", space, **more), *dice)


# Entering and leaving


@rule("GS-PRT-01")
@pytest.mark.parametrize(("start", "port"), [("w7", "p3"), ("i2", "a5"), ("pzh", "b3"), ("c6", "altm")])
def test_entering_a_port_or_base_ends_the_move(start: str, port: str) -> None:
    match = choose(flagplot.new("graf-spee", state=position("sailing", start), seed=2), port)
    assert match.decision
    assert (ship(match).space, match.decision.key == "sail") == (port, False)


@rule("GS-PRT-01", "GS-AMB-12")
@pytest.mark.parametrize(("start", "port", "die", "patrols"), [("w9", "a1", 4, 1), ("pzh", "b3", 6, 2)])
def test_a_port_ends_the_move_even_where_its_ships_are_not_met(start: str, port: str, die: int, patrols: int) -> None:
    markers = ("morale", *["air_patrol"] * patrols)
    match = play(position("sailing", start, stations={port: ["clyde"]}), die, *markers, 5, 6)
    choose(match, port)
    assert texts(match, "contact") == ["No contact."]
    assert asked(match) == ("graf_spee", "bombard_port")


@rule("GS-PRT-01", "GS-MOV-02")
def test_no_way_leads_through_a_port() -> None:
    # Port Louis lies between the waters off Tamatave and Rodrigues; around it is a space longer.
    match = play(position("sailing", "j4", spee={"engines": 2}))
    assert "a6" in offered(match)
    assert barred_by(match, "k5") == "GS-MOV-02"


@rule("GS-PRT-01", "GS-AMB-35")
@pytest.mark.parametrize(("auxiliaries", "passes"), [(("altm", "k4"), False), (("w9", "k4"), True)])
def test_the_altmark_area_stops_a_ship_only_while_an_auxiliary_cruiser_is_there(
    auxiliaries: tuple[str, str], passes: bool
) -> None:
    match = play(position("sailing", "c6", auxiliaries=auxiliaries, spee={"engines": 2}))
    assert "altm" in offered(match)
    assert ("c7" in offered(match)) == passes


@rule("GS-PRT-01", "GS-MOV-01")
def test_leaving_a_port_costs_nothing() -> None:
    match = run(position("sailing", "p4"), ["w7"], ["morale"])
    assert (ship(match).space, figures(match, "oil")) == ("w7", (6,))


# Neutral ports


@rule("GS-NEU-01", "GS-INC-01")
def test_no_incidents_are_drawn_in_a_neutral_port_however_long_the_stay() -> None:
    match = choose(play(position("outfitting", "p4", spee={"torpedo": 4})), "done")
    for day in (1, 2, 3):
        assert match.state.day == day
        choose(match, "keep_silent", "p4", "stay", "done")
    assert match.state.visited == []
    assert told(match, "incident_draw") == []


@rule("GS-NEU-01")
def test_a_neutral_port_is_closed_to_all_when_a_german_ship_has_left_it() -> None:
    state = position("movement", "p4", deutschland={"space": "w8"}, alert=2)
    match = play(state, "morale", "mines_sighted")
    choose(match, "graf_spee", "w7")
    assert match.state.visited == ["p4"]
    assert asked(match) == ("deutschland", "sail")
    assert "p5" in offered(match)
    assert "p4" not in offered(match)
    assert barred_by(match, "p4") == "GS-NEU-01"


@rule("GS-NEU-01")
def test_another_port_of_the_same_nation_stays_open() -> None:
    match = play(position("sailing", "w7", visited=["p2"]))
    assert "p3" in offered(match)  # Rio de Janeiro; Pernambuco is closed
    assert barred_by(match, "p2") == "GS-NEU-01"


@rule("GS-NEU-01")
def test_a_ship_may_stay_in_a_port_that_her_sister_has_left() -> None:
    match = play(position("sailing", "p4", visited=["p4"]))
    assert "p4" in offered(match)
    choose(match, "p4")
    assert (ship(match).space, keys(match, "incident_draw")) == ("p4", [])


@rule("GS-NEU-01", "GS-CAP-01")
def test_a_neutral_port_is_never_attacked_or_captured() -> None:
    match = bombarding("p4", cargo=["marine_kompanie"])
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert keys(match, "defence_draw", "bombardment_roll", "port_captured") == []


# Port defences


@rule("GS-PDF-01", "GS-ALG-02", "GS-AMB-01")
@pytest.mark.parametrize("space", ["a5", "b3"])
def test_every_enemy_port_and_base_fires(space: str) -> None:
    match = bombarding(space, 3, 3, 2)
    assert drawn(match, "defence_draw") == [3]
    assert harm(match) == ["graf_spee secondary -1"]
    assert match.state.guns == {space: 3}
    assert asked(match) == ("graf_spee", "bombard_port")


@rule("GS-PDF-01")
@pytest.mark.parametrize(("die", "hits"), [(1, True), (3, True), (4, False), (6, False)])
def test_a_die_at_or_below_the_number_of_the_marker_hits(die: int, hits: bool) -> None:
    match = bombarding("a5", 3, die, *([4] if hits else []))
    assert keys(match, "defences_hit", "defences_miss") == ["defences_hit" if hits else "defences_miss"]
    assert harm(match) == (["graf_spee engines -1"] if hits else [])


@rule("GS-PDF-01", "GS-AMB-39")
def test_a_port_draws_its_marker_once_and_keeps_it() -> None:
    match = bombarding("a5", 6, guns={"a5": 4})
    assert told(match, "defence_draw") == []
    assert (faces(match, "defence_roll"), match.state.guns) == ([(6,)], {"a5": 4})
    assert sorted(match.state.defences) == [1, 1, 2, 2, 2, 3, 3, 5]


@rule("GS-AMB-39")
def test_the_marker_is_drawn_in_the_bombardment_phase_not_on_entry() -> None:
    match = run(position("sailing", "i2"), ["a5"], ["morale", "mines_sighted", 1, 2, 5])
    assert keys(match, "arrives", "incident_draw", "defence_draw", "defence_roll") == [
        "arrives", "incident_draw", "incident_draw", "defence_draw", "defence_roll",
    ]  # fmt: skip


@rule("GS-PDF-01", "GS-AMB-57")
def test_when_no_marker_is_left_a_port_has_strength_2() -> None:
    guns = dict(zip(("a1", "a2", "a3", "a4", "a6", "a7", "a8", "b1", "b2"), (1, 1, 2, 2, 2, 3, 3, 4, 5), strict=True))
    match = bombarding("a5", 3, guns=guns)
    assert (match.state.defences, match.state.guns["a5"]) == ([], 2)
    assert keys(match, "defences_miss") == ["defences_miss"]


@rule("GS-PDF-01", "GS-CAP-01")
@pytest.mark.parametrize("more", [{"silenced": ["a5"]}, {"captured": ["a5"]}, {"captured": ["a5"], "silenced": ["a5"]}])
def test_destroyed_defences_and_captured_ports_do_not_fire(more: dict[str, Any]) -> None:
    match = bombarding("a5", **more)
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert keys(match, "defence_roll", "bombardment_roll") == []


@rule("GS-PDF-01", "GS-BOM-01")
def test_each_ship_is_fired_at_and_bombards_by_itself() -> None:
    match = bombarding("a5", 2, 1, 1, 6, 6, 6, 6, 3, deutschland={}, spee={"secondary": 2})
    assert [entry.about["ship"] for entry in told(match, "defence_roll")] == ["graf_spee", "deutschland"]
    assert harm(match) == ["graf_spee primary -1"]
    assert asked(match) == ("graf_spee", "bombard_port")
    choose(match, "bombard")
    assert asked(match) == ("deutschland", "bombard_port")
    choose(match, "bombard")
    assert match.state.silenced == ["a5"]
    assert (figures(match, "ammo"), figures(match, "ammo", name="deutschland"), vp(match)) == ((5,), (5,), 5)


@rule("GS-PDF-01", "GS-DMG-02", "GS-WIN-01")
def test_a_ship_that_the_port_sinks_does_not_bombard() -> None:
    match = bombarding("a5", 5, 5, 3, spee={"hull": 1})
    assert harm(match) == ["graf_spee hull -1", "graf_spee sinks"]
    assert match.result is not None
    assert (match.result.winner, match.result.score, vp(match)) == ("allied", {"german": -50}, -50)


# Shore bombardment


@rule("GS-BOM-01", "GS-AMB-01")
def test_bombardment_is_a_choice() -> None:
    match = bombarding("a5", 6, guns={"a5": 1})
    assert offered(match) == {"bombard", "spare"}
    choose(match, "spare")
    assert (figures(match, "ammo"), match.state.silenced, vp(match)) == ((6,), [], 0)


@rule("GS-BOM-01")
@pytest.mark.parametrize(
    ("dice", "destroyed"), [((3, 6), True), ((6, 3), True), ((4, 4), False), ((4, 3), True), ((1, 1), True)]
)
def test_either_turret_at_or_below_its_number_destroys_the_defences(dice: tuple[int, int], destroyed: bool) -> None:
    match = choose(bombarding("a5", 6, *dice, guns={"a5": 1}), "bombard")
    assert (match.state.silenced, vp(match)) == ((["a5"], 5) if destroyed else ([], 0))
    assert figures(match, "ammo") == (5,)
    assert faces(match, "bombardment_roll") == [(dice[0],), (dice[1],)]
    assert keys(match, "defences_destroyed", "bombardment_fails") == [
        "defences_destroyed" if destroyed else "bombardment_fails"
    ]


@rule("GS-BOM-01", "GS-PDF-01")
def test_damage_by_the_port_counts_before_the_bombardment() -> None:
    match = choose(bombarding("a5", 1, 1, 3, 4, guns={"a5": 1}), "bombard")
    assert figures(match, "primary", "secondary") == (2, 3)
    assert (match.state.silenced, keys(match, "bombardment_fails")) == ([], ["bombardment_fails"])


@rule("GS-BOM-01")
def test_the_defences_of_a_naval_base_are_worth_10_points() -> None:
    match = choose(bombarding("b3", 6, 1, 6, guns={"b3": 1}), "bombard")
    assert (vp(match), match.state.silenced) == (10, ["b3"])


@rule("GS-BOM-01", "GS-AMB-37")
def test_bombardment_needs_ammunition_and_maximum_fire_is_no_part_of_it() -> None:
    match = bombarding("a5", 6, spee={"ammo": 0}, guns={"a5": 1})
    assert asked(match) == ("graf_spee", "move_auxiliary")  # there is nothing to decide
    match = bombarding("a5", 6, guns={"a5": 1})
    assert "maximum_fire" not in offered(match)


@rule("GS-BOM-01", "GS-PDF-01")
def test_another_attempt_on_the_next_day_comes_under_fire_again() -> None:
    match = bombarding("a5", 6, 6, 6, "morale", "mines_sighted", 1, 6, 2, 6, guns={"a5": 1}, alert=2)
    choose(match, "bombard", "stay", "keep_silent", "a5", "bombard")
    assert len(told(match, "defence_roll")) == 2
    assert (match.state.silenced, figures(match, "ammo")) == (["a5"], (4,))


# Capture


def landing(*answers: Any, **more: Any) -> Match[State]:
    """Durban, whose defences a ship with marines destroys at once."""
    more = {"cargo": ["radar", "marine_kompanie"], "guns": {"a5": 1}, **more}
    return choose(bombarding("a5", 6, 1, 6, **more), "bombard", *answers)


@rule("GS-CAP-01", "GS-CGO-03")
def test_marines_land_after_a_successful_bombardment_and_the_port_is_german() -> None:
    match = landing()
    assert asked(match) == ("graf_spee", "land_marines")
    choose(match, "land")
    assert (match.state.captured, aboard(match)[:2], vp(match)) == (["a5"], ["radar", ""], 15)
    assert match.state.ever_captured == ["a5"]
    assert in_box(match.state, "marine_kompanie") == 1


@rule("GS-CAP-01")
def test_marines_may_stay_aboard() -> None:
    match = landing("keep_aboard")
    assert (match.state.captured, vp(match)) == ([], 5)
    assert aboard(match)[1] == "marine_kompanie"


@rule("GS-CAP-01")
def test_marines_land_where_the_defences_were_destroyed_before() -> None:
    match = bombarding("a5", cargo=["marine_kompanie"], silenced=["a5"])
    assert asked(match) == ("graf_spee", "land_marines")
    choose(match, "land")
    assert (match.state.captured, vp(match)) == (["a5"], 10)


@rule("GS-CAP-01", "GS-BOM-01")
def test_without_a_successful_bombardment_nobody_lands() -> None:
    match = choose(bombarding("a5", 6, 6, 6, cargo=["marine_kompanie"], guns={"a5": 1}), "bombard")
    assert asked(match) == ("graf_spee", "move_auxiliary")
    match = choose(bombarding("a5", 6, cargo=["marine_kompanie"], guns={"a5": 1}), "spare")
    assert (asked(match), match.state.captured) == (("graf_spee", "move_auxiliary"), [])


@rule("GS-CAP-01")
def test_a_naval_base_is_never_captured() -> None:
    match = bombarding("b3", silenced=["b3"], cargo=["marine_kompanie"])
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-CAP-01")
def test_a_port_with_an_allied_ship_is_never_captured() -> None:
    match = bombarding("a1", silenced=["a1"], cargo=["marine_kompanie"], stations={"a1": ["cumberland"]})
    assert asked(match) == ("graf_spee", "move_auxiliary")


@rule("GS-CAP-01", "GS-SEQ-05", "GS-END-01")
def test_a_port_whose_ships_were_fought_is_free_for_a_landing_on_the_same_day() -> None:
    """The Cumberland leaves with the redeployment after the combat."""
    state = combat("a1", ["cumberland"], first="allied", cargo=["marine_kompanie"], silenced=["a1"])
    match = play(state, *[1] * 7, "morale")
    choose(match, *["hold_fire"] * 4)
    assert asked(match) == ("graf_spee", "land_marines")
    choose(match, "land")
    assert (match.state.captured, vp(match)) == (["a1"], 10)


@rule("GS-CAP-01", "GS-BOM-01")
def test_marines_land_when_their_sister_ship_has_destroyed_the_defences() -> None:
    state = position("bombardment", "a5", cargo=["marine_kompanie"], deutschland={}, guns={"a5": 1})
    match = choose(play(state, 6, 6, 6, 6, 1, 6), "bombard")
    assert asked(match) == ("deutschland", "bombard_port")
    choose(match, "bombard")
    assert match.state.silenced == ["a5"]
    assert asked(match) == ("graf_spee", "land_marines")
    choose(match, "land")
    assert (match.state.captured, vp(match)) == (["a5"], 15)


@rule("GS-CAP-01", "GS-INC-01", "GS-MOV-03", "GS-CON-01")
def test_a_captured_port_raises_no_alert_draws_no_incidents_and_does_not_fire() -> None:
    match = choose(play(position("sailing", "i2", captured=["a5"])), "a5")
    assert (alert(match), asked(match)) == (1, ("graf_spee", "move_auxiliary"))
    assert keys(match, "incident_draw", "defence_roll") == []


@rule("GS-CAP-01")
def test_the_freed_hull_space_may_be_filled_in_a_later_outfitting_phase() -> None:
    match = landing("land", "stay", "cargo", 1)
    assert {"reembark", "decoders", "marine_kompanie"} <= offered(match)
    choose(match, "decoders")
    assert (aboard(match)[:2], match.state.captured) == (["radar", "decoders"], ["a5"])


@rule("GS-CAP-01")
def test_marines_that_come_back_aboard_make_the_port_allied_again_at_once() -> None:
    match = landing("land", "stay", "cargo", 4, "reembark")
    assert (match.state.captured, aboard(match)) == ([], ["radar", "", "", "", "marine_kompanie", "", ""])
    # Nothing more can be outfitted in an Allied port.
    assert asked(match) == ("graf_spee", "seek_intelligence")
    assert dice_left(match) == ()


@rule("GS-AMB-47", "GS-CAP-01")
def test_a_port_taken_a_second_time_brings_no_points() -> None:
    match = bombarding("a5", cargo=["marine_kompanie"], silenced=["a5"], ever_captured=["a5"], vp=20)
    choose(match, "land")
    assert (match.state.captured, vp(match), match.state.ever_captured) == (["a5"], 20, ["a5"])


@rule("GS-CAP-01")
def test_the_ship_may_leave_and_the_marines_hold_the_port() -> None:
    match = run(position("sailing", "a5", captured=["a5"]), ["i3"], ["morale"])
    assert (ship(match).space, match.state.captured) == ("i3", ["a5"])
