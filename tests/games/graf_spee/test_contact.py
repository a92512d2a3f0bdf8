"""Contact and voluntary break-off (sections 14.1 and 14.2)."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import Draw, State
from tests.games.graf_spee.builder import (
    alert,
    asked,
    choose,
    faces,
    figures,
    keys,
    offered,
    play,
    position,
    run,
    ship,
    sums,
    texts,
    told,
)
from tests.rules import rule

SENSORS = ("radar", "float_plane", "decoders", "dummy_funnels")


def entering(die: int, *after: Any, allied: tuple[str, ...] = ("exeter",), **more: Any) -> Match[State]:
    """The Graf Spee enters the Force G zone, with a leadership no higher than the alert level."""
    more = {"alert": 3, **more}
    state = position("sailing", "w8", stations={"pzg": allied}, **more)
    return choose(play(state, die, *after), "pzg")


def modifiers(match: Match[State]) -> str:
    """The contact roll in words, from the die on."""
    (text,) = texts(match, "contact_roll")
    return text.removeprefix("Contact: ")


@rule("GS-CON-01")
@pytest.mark.parametrize(
    ("die", "outcome"), [(1, "Allied"), (2, "Allied"), (3, "none"), (4, "none"), (5, "German"), (6, "German")]
)
def test_the_contact_chart(die: int, outcome: str) -> None:
    # Two sensors make up for the patrol zone.
    match = entering(die, *[1] * 30, cargo=("radar", "decoders"))
    assert sums(match, "contact_roll") == [die]
    told_so = texts(match, "contact")[0]
    assert told_so == {
        "Allied": "Contact: the Allies have the First Salvo.",
        "German": "Contact: the Germans have the First Salvo.",
        "none": "No contact.",
    }[outcome]  # fmt: skip


@rule("GS-CON-01", "GS-CGO-03")
@pytest.mark.parametrize("cargo", SENSORS)
def test_each_of_four_kinds_of_cargo_adds_1(cargo: str) -> None:
    assert sums(entering(4, cargo=(cargo,)), "contact_roll") == [3]


@rule("GS-CON-01", "GS-ALR-02")
@pytest.mark.parametrize(("leadership", "level", "total"), [(3, 3, 3), (4, 3, 4), (3, 2, 4), (2, 3, 3)])
def test_a_leadership_above_the_alert_level_adds_1(leadership: int, level: int, total: int) -> None:
    match = entering(5, spee={"leadership": leadership}, alert=level)
    assert sums(match, "contact_roll") == [total]


@rule("GS-CON-01")
@pytest.mark.parametrize(("start", "space", "penalty"), [("w8", "pzg", -2), ("w9", "a1", -1), ("pzh", "b3", -3)])
def test_the_place_is_against_the_germans(start: str, space: str, penalty: int) -> None:
    state = position("sailing", start, stations={space: ["exeter"]}, alert=4, cargo=SENSORS)
    match = choose(flagplot.new("graf-spee", state=state, seed=1), space)
    (die,) = faces(match, "contact_roll")[0]
    assert sums(match, "contact_roll") == [die + 4 + penalty]


@rule("GS-CON-01", "GS-MRK-18")
def test_the_open_sea_where_a_flotilla_comes_is_against_nobody() -> None:
    state = position("incidents", "w8", stations={"pzg": ["exeter"]}, alert=4, cargo=SENSORS)
    match = play(state, "rn_flotilla", 2)
    assert sums(match, "contact_roll") == [6]


@rule("GS-CON-01")
@pytest.mark.parametrize("carriers", [("eagle",), ("eagle", "hermes")])
def test_any_number_of_carriers_takes_off_4(carriers: tuple[str, ...]) -> None:
    match = entering(6, *[1] * 30, allied=("exeter", *carriers))
    assert sums(match, "contact_roll") == [0]
    assert modifiers(match) == "6 -2 patrol zone -4 a carrier is here = 0, Allied"


@rule("GS-CON-01")
def test_totals_beyond_the_chart_count_as_1_or_6() -> None:
    high = entering(6, cargo=SENSORS, spee={"leadership": 6})
    assert (sums(high, "contact_roll"), asked(high)) == ([9], ("graf_spee", "break_off_or_fight"))
    low = entering(1, *[1] * 30, allied=("eagle",))
    assert sums(low, "contact_roll") == [-5]
    assert texts(low, "contact") == ["Contact: the Allies have the First Salvo."]


@rule("GS-CON-01", "GS-CAP-01")
def test_an_allied_ship_in_a_captured_port_would_get_no_help_from_it() -> None:
    state = position("sailing", "w9", stations={"a1": ["cumberland"]}, captured=["a1"], alert=3)
    match = choose(play(state, 4), "a1")
    assert sums(match, "contact_roll") == [4]


@rule("GS-AMB-29", "GS-CON-01")
def test_counters_are_turned_up_before_the_contact_roll() -> None:
    state = position("sailing", "w8", face_down={"pzg": 2}, alert=3)
    match = choose(play(state, "furious", "hardy", 6, *[1] * 40), "pzg")
    assert keys(match, "counter_turned", "turned_up", "contact_roll") == [
        "counter_turned", "counter_turned", "turned_up", "contact_roll",
    ]  # fmt: skip
    assert sums(match, "contact_roll") == [0]
    assert "pzg" not in match.state.face_down
    assert not {"furious", "hardy"} & set(match.state.unseen)


@rule("GS-AMB-29")
def test_counters_turned_up_stay_so_until_the_next_redeployment() -> None:
    match = entering(5, allied=("exeter", "ajax"))  # 3: no contact
    assert match.state.stations == {"pzg": ["exeter", "ajax"]}
    state = position("sailing", "w8", stations={"pzg": ["exeter"]}, spee={"outfitted": True, "repaired": True})
    match = play(state, "morale")
    assert (match.state.stations, match.state.face_down["pzg"]) == ({}, 4)


@rule("GS-CON-01", "GS-AMB-36")
def test_two_ships_entering_together_roll_once_with_what_either_has() -> None:
    state = position(
        "sailing", "w8", stations={"pzg": ["exeter"]}, alert=3, cargo=("radar",), deutschland={"cargo": ["decoders"]}
    )
    match = choose(play(state, 1, *[1] * 30), "together", "join", "pzg")
    # Radar +1, decoders +1, the Deutschland's leadership 4 is above the alert +1, zone -2
    assert sums(match, "contact_roll") == [2]


@rule("GS-AMB-36")
def test_a_ship_that_enters_later_brings_a_roll_for_all_who_are_there() -> None:
    state = position(
        "movement", "w8", stations={"pzg": ["exeter"]}, alert=4, cargo=("radar",), deutschland={"cargo": ["decoders"]}
    )
    match = play(state, 4, 4, *HARMLESS_FOUR)
    choose(match, "graf_spee", "pzg", "pzg", "pzg", "pzg")
    # The Graf Spee alone: radar +1, zone -2; both: decoders +1 too
    assert sums(match, "contact_roll") == [3, 4]
    assert [ship(match, name).space for name in ("graf_spee", "deutschland")] == ["pzg", "pzg"]
    assert len(told(match, "incident_draw")) == 4


@rule("GS-AMB-36", "GS-COM-01", "GS-BRK-01")
@pytest.mark.parametrize("has_sailed", [True, False])
def test_a_sister_who_is_in_the_zone_takes_part_in_the_battle(has_sailed: bool) -> None:
    """14.1(3) and 14.2 speak of all German ships that are present, whether they came today or lay there."""
    state = position("sailing", "w8", stations={"pzg": ["exeter"]}, deutschland={"space": "pzg"},
                     waiting=[] if has_sailed else ["deutschland"])  # fmt: skip
    match = choose(play(state, 1), *([] if has_sailed else ["graf_spee"]), "pzg")
    assert match.state.battle.german == ["graf_spee", "deutschland"]
    assert asked(match) == ("graf_spee", "aim")


@rule("GS-AMB-36", "GS-BRK-01", "GS-AMB-53")
def test_a_sister_in_the_zone_may_break_off_for_herself() -> None:
    spee = {"leadership": 6}
    state = position("sailing", "w8", stations={"pzg": ["malaya"]}, deutschland={"space": "pzg"}, spee=spee)
    match = choose(play(state, 6), "pzg", "break_off")
    assert asked(match) == ("deutschland", "break_off_or_fight")
    choose(match, "fight")
    assert match.state.battle.german == ["deutschland"]


HARMLESS_FOUR = ("morale", "mines_sighted", "swordfish", "allied_bomber")  # in a zone next to no Allied port


# Break-off


@rule("GS-BRK-01", "GS-INC-02")
def test_a_ship_that_breaks_off_ends_its_move_without_combat_incidents_or_leadership() -> None:
    match = entering(6, cargo=SENSORS)
    choose(match, "break_off")
    assert (ship(match).space, figures(match, "leadership")) == ("pzg", (3,))
    assert keys(match, "combat_begins", "incident_draw", "redeployed") == []
    assert asked(match) == ("graf_spee", "move_auxiliary")
    assert match.state.stations == {"pzg": ["exeter"]}


@rule("GS-BRK-01")
def test_only_with_the_german_first_salvo() -> None:
    match = entering(3, *[1] * 20, cargo=())  # 1: Allied First Salvo
    assert asked(match) == ("graf_spee", "aim")


@rule("GS-BRK-01")
@pytest.mark.parametrize(
    ("allied", "engines", "can"),
    [
        (("exeter",), 6, True), (("exeter",), 5, False), (("malaya",), 5, True), (("clyde",), 4, True),
        (("malaya", "exeter"), 5, False), (("malaya", "hardy"), 6, False),
    ],
)  # fmt: skip
def test_only_with_engines_as_fast_as_every_allied_ship(allied: tuple[str, ...], engines: int, can: bool) -> None:
    match = entering(6, *[1] * 30, allied=allied, cargo=SENSORS, spee={"engines": engines})
    assert (asked(match) == ("graf_spee", "break_off_or_fight")) == can


@rule("GS-BRK-01", "GS-AMB-11")
@pytest.mark.parametrize("level", [1, 6])
def test_the_alert_level_has_no_part_in_a_break_off(level: int) -> None:
    match = entering(6, cargo=SENSORS, alert=level)
    assert offered(match) == {"break_off", "fight"}


@rule("GS-BRK-01")
def test_a_ship_may_fight_instead() -> None:
    match = choose(entering(6, cargo=SENSORS), "fight")
    assert asked(match) == ("graf_spee", "aim")
    assert match.state.battle is not None
    assert (match.state.battle.first, match.state.battle.allied) == ("german", ["exeter"])


@rule("GS-BRK-01", "GS-AMB-41")
@pytest.mark.parametrize(("cargo", "can"), [(SENSORS, False), ((*SENSORS, "anti_aircraft"), True)])
def test_not_after_aircraft_have_found_the_ship_unless_guns_kept_them_off(cargo: tuple[str, ...], can: bool) -> None:
    state = position("incidents", "w8", stations={"pzg": ["exeter"]}, alert=2, cargo=cargo)
    match = play(state, "swordfish", "rn_flotilla", 6, *[1] * 20)
    assert (asked(match) == ("graf_spee", "break_off_or_fight")) == can


@rule("GS-BRK-01", "GS-SEQ-02")
def test_break_off_is_allowed_after_repairs() -> None:
    state = position(
        "incidents", "w8", stations={"pzg": ["exeter"]}, spee={"outfitted": True, "repaired": True}, cargo=SENSORS
    )
    match = choose(play(state, "rn_flotilla", 6), "break_off")
    assert keys(match, "broken_off", "redeployed") == ["broken_off", "redeployed"]  # by the repair


@rule("GS-BRK-01", "GS-INC-02", "GS-AMB-13")
def test_a_break_off_during_incidents_cancels_the_rest() -> None:
    state = position("incidents", "w8", stations={"pzg": ["exeter"]}, alert=3, cargo=SENSORS)
    match = choose(play(state, "rn_flotilla", 6), "break_off")
    assert len(told(match, "incident_draw")) == 1
    assert match.state.stations == {"pzg": ["exeter"]}  # back in their zone
    assert (match.state.draw, match.state.incidents.count("rn_flotilla"), alert(match)) == (None, 3, 3)


@rule("GS-BRK-01")
def test_a_slower_sister_stays_and_fights_alone() -> None:
    state = position("sailing", "w8", stations={"pzg": ["exeter"]}, cargo=SENSORS, deutschland={})
    match = choose(play(state, 6), "together", "join", "pzg")
    # Only the Graf Spee has engines 6; the Deutschland is not asked.
    assert asked(match) == ("graf_spee", "break_off_or_fight")
    choose(match, "break_off")
    assert asked(match) == ("deutschland", "aim")
    assert match.state.battle is not None
    assert match.state.battle.german == ["deutschland"]


@rule("GS-BRK-01", "GS-AMB-53")
def test_no_incidents_where_a_ship_broke_off_while_her_sister_fought() -> None:
    state = position("sailing", "w8", stations={"pzg": ["exeter"]}, cargo=SENSORS, deutschland={})
    match = choose(play(state, 6, *[1] * 7), "together", "join", "pzg", "break_off", *["hold_fire"] * 4)
    assert keys(match, "combat_ends", "redeployed", "incident_draw") == ["combat_ends", "redeployed"]
    assert figures(match, "leadership") == (3,)
    assert figures(match, "leadership", name="deutschland") == (5,)


# Incidents and zones


@rule("GS-AMB-27", "GS-AMB-28", "GS-CON-01")
def test_a_draw_in_a_zone_includes_its_ships_once_before_the_first_marker() -> None:
    state = position("incidents", "pzg", stations={"pzg": ["exeter"]}, alert=2)
    match = run(state, [], [4, "merchant", 3, "morale"])
    assert keys(match, "patrol_comes", "contact_roll", "incident_draw") == [
        "patrol_comes", "contact_roll", "incident_draw", "incident_draw",
    ]  # fmt: skip
    assert sums(match, "contact_roll") == [3]  # leadership 3 above alert 2: +1, zone -2


@rule("GS-AMB-27", "GS-COM-01")
def test_the_patrol_of_a_zone_may_bring_a_combat_before_the_draw() -> None:
    state = position("incidents", "pzg", stations={"pzg": ["exeter"]})
    match = play(state, 1, *[1] * 40)
    assert (asked(match), match.state.battle.space, match.state.draw.drawn) == (("graf_spee", "aim"), "pzg", [])


@rule("GS-AMB-27", "GS-INC-02", "GS-BRK-01")
def test_after_breaking_off_from_the_patrol_nothing_is_drawn() -> None:
    match = play(position("incidents", "pzg", stations={"pzg": ["exeter"]}, cargo=SENSORS), 6)
    choose(match, "break_off")
    assert (told(match, "incident_draw"), asked(match)) == ([], ("graf_spee", "move_auxiliary"))


@rule("GS-AMB-27", "GS-MRK-21")
def test_in_a_storm_the_patrol_of_a_zone_does_not_fight() -> None:
    state = position("incidents", "pzg", stations={"pzg": ["exeter"]}, stormy_in=["pzg"])
    match = run(state, [], ["morale"])
    assert keys(match, "seas_too_high", "contact_roll") == ["seas_too_high"]


@rule("GS-AMB-27", "GS-MOV-02")
def test_a_ship_that_was_not_found_as_she_entered_is_not_searched_for_again() -> None:
    state = position("sailing", "w8", stations={"pzg": ["exeter"]})
    match = choose(play(state, 4, "morale"), "pzg", "pzg")
    assert (sums(match, "contact_roll"), keys(match, "patrol_comes")) == ([3], [])


@rule("GS-AMB-27", "GS-AMB-13")
def test_the_flotilla_of_a_ship_in_a_zone_is_that_of_the_zone() -> None:
    state = position("incidents", "pzg", stations={"pzg": ["exeter"], "pzh": ["sussex"]}, alert=3, met_in=["pzg"])
    match = play(state, "rn_flotilla", 5, "morale", "mines_sighted")
    assert [entry.about["space"] for entry in told(match, "flotilla_comes")] == ["pzg"]
    assert sums(match, "contact_roll") == [3]


@rule("GS-CON-01", "GS-INC-01")
def test_a_draw_that_is_open_goes_on_after_no_contact() -> None:
    draw = Draw("w8", 2, ["merchant"])
    state = position("incidents", "w8", stations={"pzg": ["exeter"]}, alert=3, draw=draw)
    match = run(state, [], ["rn_flotilla", 3])
    assert (sums(match, "contact_roll"), match.state.draw) == ([3], None)
