"""Orders and winning (sections 4.1 and 17): what each order asks for, and what its bonus gives in a campaign."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.graf_spee.spaces import HIGH_SEAS, SPACES
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ORDERS
from tests.games.graf_spee.builder import (
    aboard,
    alert,
    asked,
    choose,
    combat,
    faces,
    figures,
    harm,
    keys,
    offered,
    play,
    position,
    ship,
    start,
    sums,
    told,
    vp,
)
from tests.rules import rule

# Each order: its clause, points, days, where it is fulfilled and where not, and what must have been done there
CHART: list[tuple[str, str, int, int, tuple[str, ...], tuple[str, ...], dict[str, Any]]] = [
    ("indian-ocean-raid", "GS-ORD-01", 100, 19, ("i1", "k4", "l2"), ("s1", "w5", "pzs", "p8", "a5"), {}),
    ("breakout", "GS-ORD-02", 25, 6, ("i7", "i8", "j3", "k6", "l2"), ("i1", "i5", "j2", "pzs", "natl"), {}),
    ("south-atlantic-raid", "GS-ORD-03", 75, 16, ("altm",), ("c6", "natl"), {}),
    ("return", "GS-ORD-04", 50, 9, ("natl",), ("c1", "altm"), {"crossed": True}),
    ("river-plate", "GS-ORD-05", 50, 10, ("pzg",), ("p4", "w8", "pzh"), {"beaten": ["pzg"]}),
    ("cape", "GS-ORD-06", 45, 9, ("b3",), ("pzh",), {"silenced": ["b3"]}),
    ("base", "GS-ORD-07", 45, 8, ("a5",), ("a4", "w5"), {"captured": ["a5"], "silenced": ["a5", "a4"]}),
    ("ceylon", "GS-ORD-08", 60, 11, ("l2",), ("l1", "b6"), {}),
]
PLACES = [
    pytest.param(order, space, points, done, marks=rule(clause))
    for order, clause, points, _, spaces, _, done in CHART
    for space in spaces
]
ELSEWHERE = [
    pytest.param(order, space, done, marks=rule(clause))
    for order, clause, _, _, _, spaces, done in CHART
    for space in spaces
]


def judged(order: str, space: str, points: int, **more: Any) -> Match[State]:
    """The Orders Achievement Phase of a day."""
    return play(position("achievement", space, order=order, vp=points, **more))


# The chart


@pytest.mark.parametrize(
    ("order", "points", "days"), [pytest.param(row[0], row[2], row[3], marks=rule(row[1])) for row in CHART]
)
@rule("GS-SET-04")
def test_the_points_and_days_of_an_order(order: str, points: int, days: int) -> None:
    assert (ORDERS[order].vp, ORDERS[order].days) == (points, days)


@pytest.mark.parametrize(("order", "space", "points", "done"), PLACES)
@rule("GS-SEQ-04", "GS-WIN-01")
def test_an_order_is_achieved_in_its_place_with_its_points(
    order: str, space: str, points: int, done: dict[str, Any]
) -> None:
    match = judged(order, space, points, **done)
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == ("german", "GS-WIN-01")
    assert match.result.score == {"german": points}


@pytest.mark.parametrize(("order", "space", "points", "done"), PLACES)
@rule("GS-SEQ-04", "GS-WIN-01")
def test_a_point_too_few_does_not_do(order: str, space: str, points: int, done: dict[str, Any]) -> None:
    match = judged(order, space, points - 1, **done)
    assert (match.result, match.state.day) == (None, 2)


@pytest.mark.parametrize(("order", "space", "done"), ELSEWHERE)
@rule("GS-SEQ-04")
def test_another_place_does_not_do(order: str, space: str, done: dict[str, Any]) -> None:
    match = judged(order, space, 200, **done)
    assert (match.result, match.state.day) == (None, 2)


@rule("GS-ORD-01")
def test_the_raid_is_ended_in_any_high_seas_space_of_the_indian_ocean() -> None:
    winning = {
        space
        for space in SPACES
        if judged("indian-ocean-raid", space, 100, auxiliaries=("altm", "w9")).result is not None
    }
    indian_ocean = {space for space, place in SPACES.items() if place.region == "indian-ocean"}
    assert winning == indian_ocean & set(HIGH_SEAS)
    assert len(winning) == 21


@rule("GS-ORD-04")
def test_the_return_asks_for_a_cruise_south_of_the_equator_first() -> None:
    assert judged("return", "natl", 50).result is None
    match = play(position("sailing", "w2", order="return", vp=50, day=4), "morale", "mines_sighted")
    choose(match, "w3", "stay")
    assert (match.state.crossed, SPACES["w3"].lat > 0) == (False, True)
    choose(match, "keep_silent", "w4", "stay")
    assert (match.state.crossed, SPACES["w4"].lat < 0) == (True, True)


@rule("GS-ORD-04", "GS-OPT-18", "GS-CAM-06")
def test_a_ship_that_begins_south_of_the_equator_need_not_cross_it() -> None:
    match = start("return", *SET_UP_DRAWS, 4, options=["variable_deployment"])
    assert (ship(match).space, match.state.crossed) == ("altm", True)
    match = start("return", *SET_UP_DRAWS, 1, options=["variable_deployment"])
    assert (ship(match).space, match.state.crossed) == ("natl", False)
    state = position("basing", "w5", campaign=True, order="cape", achieved=["cape"], crossed=True)
    assert choose(play(state, "return"), "natl").state.crossed is False
    assert choose(play(state, "return"), "w5").state.crossed is True


@rule("GS-ORD-05", "GS-END-01")
@pytest.mark.parametrize("damage", ["sunk", "crippled"])
def test_the_river_plate_patrol_must_have_lost_a_ship_or_had_one_crippled(damage: str) -> None:
    assert judged("river-plate", "pzg", 50).result is None
    others = [] if damage == "sunk" else [1] * 6  # dice of a crippled Exeter, who still has half of her guns
    state = combat("pzg", ["exeter"], order="river-plate", by_flotilla=True)
    match = play(state, *[6, 1, 1, 1], damage, *others)
    choose(match, ("fire", "exeter"))
    while match.state.battle:
        choose(match, "hold_fire")
    assert match.state.beaten == ["pzg"]


@rule("GS-ORD-05")
def test_a_patrol_that_only_turned_away_is_not_beaten() -> None:
    match = play(combat("pzg", ["exeter"], order="river-plate", by_flotilla=True), *[6, 1, 1, 1], "retreats")
    choose(match, ("fire", "exeter"))
    assert match.state.beaten == []


@rule("GS-ORD-05")
def test_ships_of_another_station_do_not_count_for_the_river_plate() -> None:
    match = play(combat("pzh", ["sussex"], order="river-plate", by_flotilla=True), *[6, 1, 1, 1], "sunk")
    choose(match, ("fire", "sussex"))
    assert match.state.beaten == ["pzh"]
    assert judged("river-plate", "pzg", 50, beaten=["pzh"]).result is None


@rule("GS-ORD-04", "GS-ORD-05", "GS-CAM-04")
def test_a_new_mission_has_its_own_demands() -> None:
    state = position("basing", "natl", campaign=True, order="cape", achieved=["cape"], crossed=True, beaten=["pzg"])
    match = choose(play(state, "river-plate"), "natl")
    assert (match.state.crossed, match.state.beaten) == (False, [])


SET_UP_DRAWS = (*["ship_counter"] * 6, *["ship_counter"] * 3, "return")


@rule("GS-ORD-06")
def test_the_cape_must_be_silenced() -> None:
    assert judged("cape", "b3", 200).result is None
    assert judged("cape", "b3", 45, silenced=["b3"]).result is not None


@rule("GS-ORD-07")
def test_a_port_must_be_captured_and_held() -> None:
    assert judged("base", "a5", 200, silenced=["a5"], ever_captured=["a5"]).result is None
    assert judged("base", "a5", 45, captured=["a5"]).result is not None


@rule("GS-ORD-03", "GS-AMB-35")
def test_the_altmark_area_is_a_place_whoever_is_there() -> None:
    assert judged("south-atlantic-raid", "altm", 75, auxiliaries=("w9", "k4")).result is not None


# Winning and losing


@rule("GS-WIN-01", "GS-AMB-33")
def test_time_is_up_at_the_end_of_the_last_day() -> None:
    match = judged("ceylon", "l1", 80, day=11)
    assert match.result is not None
    assert (match.result.winner, match.result.score) == ("allied", {"german": 80})
    assert told(match, "mission_lost")


@rule("GS-WIN-01")
def test_an_order_achieved_on_the_last_day_is_won() -> None:
    match = judged("ceylon", "l2", 60, day=11)
    assert match.result is not None
    assert match.result.winner == "german"


@rule("GS-WIN-01", "GS-TRK-01")
@pytest.mark.parametrize("points", [0, -40])
def test_no_points_or_fewer_do_not_lose(points: int) -> None:
    assert judged("ceylon", "w5", points).result is None


@rule("GS-WIN-01", "GS-DMG-02")
def test_the_mission_is_lost_with_the_ship() -> None:
    match = play(position("incidents", "w5", spee={"hull": 2}, vp=120), "allied_sub", 6, 3)
    assert match.result is not None
    assert (match.result.winner, match.result.score) == ("allied", {"german": 70})


@rule("GS-WIN-01")
def test_with_two_ships_the_mission_is_lost_when_both_are_sunk() -> None:
    state = position("incidents", "w5", spee={"hull": 2}, deutschland={"space": "w6"}, vp=120)
    match = play(state, "allied_sub", 6, 3)
    assert (match.result, vp(match), asked(match)) == (None, 70, ("deutschland", "move_auxiliary"))
    state = position("incidents", "w5", spee={"hull": 0, "space": ""}, deutschland={"space": "w6", "hull": 1})
    match = play(state, "allied_sub", 6, 2)
    assert match.result is not None
    assert match.result.winner == "allied"


@rule("GS-SEQ-04", "GS-WIN-01")
def test_either_ship_achieves_the_order() -> None:
    match = judged("ceylon", "w5", 60, deutschland={"space": "l2"})
    assert match.result is not None
    assert match.result.winner == "german"


@rule("GS-SEQ-04")
def test_a_sunk_ship_achieves_nothing() -> None:
    state = position(
        "achievement", "w5", order="ceylon", vp=60, spee={"space": "", "hull": 0}, deutschland={"space": "w6"}
    )
    assert play(state).result is None


# Bonuses


def later(phase: str, space: str, achieved: str, *dice: Any, **more: Any) -> Match[State]:
    """A phase in a campaign in which an order has been achieved before."""
    return play(position(phase, space, campaign=True, achieved=[achieved], **more), *dice)


@rule("GS-ORD-01", "GS-CAM-02")
@pytest.mark.parametrize(
    ("dice", "cargo", "points"),
    [
        (("merchant", 4), (), 5),
        (("merchant_captured", 4), (), 5),
        (("merchant_captured", 4), ("prize_crew",), 9),
        (("allied_convoy", 1, 1, 1, 1, 3), (), 6),
        (("allied_convoy", 1, 1, 1, 1, 6, 2), (), 12),
    ],
)
def test_the_bonus_of_the_indian_ocean_raid(dice: tuple[Any, ...], cargo: tuple[str, ...], points: int) -> None:
    assert vp(later("incidents", "w5", "indian-ocean-raid", *dice, cargo=cargo)) == points


@rule("GS-ORD-02", "GS-CAM-02", "GS-MOV-01")
@pytest.mark.parametrize(("die", "engines"), [(1, 5), (2, 6), (3, 6)])
def test_the_bonus_of_the_breakout(die: int, engines: int) -> None:
    match = choose(later("sailing", "natl", "breakout", die, "morale"), "c6")
    assert figures(match, "engines", "oil") == (engines, 4)


@rule("GS-ORD-03", "GS-CAM-02", "GS-OUT-02")
def test_the_bonus_of_the_south_atlantic_raid() -> None:
    spee = {"oil": 0, "ammo": 0, "torpedo": 0}
    match = later("outfitting", "altm", "south-atlantic-raid", 2, 3, spee=spee)
    choose(match, "refuel", "rearm", 4)
    assert figures(match, "oil", "ammo", "torpedo") == (3, 4, 0)
    at_sea = choose(later("outfitting", "w5", "south-atlantic-raid", 3, spee=spee), "refuel")
    assert figures(at_sea, "oil") == (1,)


@rule("GS-ORD-04", "GS-CAM-02")
def test_the_bonus_of_the_return_is_a_refit_at_once() -> None:
    spee = {
        "leadership": 1, "primary": 0, "secondary": 1, "tertiary": 0, "torpedo": 0, "engines": 2, "hull": 3,
        "ammo": 1, "oil": 2,
    }  # fmt: skip
    cargo = ("radar", "", "enigma", "decoders")
    state = position("achievement", "natl", campaign=True, order="return", vp=50, spee=spee, cargo=cargo, crossed=True)
    match = choose(play(state, "cape"), "report")
    assert figures(match) == (3, 3, 3, 1, 2, 6, 6, 6, 6)
    assert asked(match) == ("graf_spee", "fit_out")
    assert not {"radar", "enigma", "decoders"} & offered(match)
    choose(match, "prize_crew", "float_plane", "dummy_funnels", "reserve_crew")
    assert aboard(match) == [
        "radar", "prize_crew", "enigma", "decoders", "float_plane", "dummy_funnels", "reserve_crew",
    ]  # fmt: skip
    assert asked(match) == ("graf_spee", "base_at")


@rule("GS-ORD-04", "GS-SET-06")
def test_a_refit_takes_nothing_away_and_minds_the_torpedo_reloads() -> None:
    spee = {"leadership": 5, "torpedo": 1, "ammo": 2, "reloads": True}
    cargo = ("radar", "float_plane", "decoders", "dummy_funnels", "prize_crew", "damage_control", "enigma")
    state = position("achievement", "natl", campaign=True, order="return", vp=50, spee=spee, cargo=cargo, crossed=True)
    match = choose(play(state, "cape"), "report")
    assert figures(match, "leadership", "torpedo", "ammo") == (6, 2, 5)
    assert (ship(match).reloads, asked(match)) == (True, ("graf_spee", "base_at"))


@rule("GS-ORD-04")
def test_a_refit_comes_only_with_success() -> None:
    state = position("achievement", "natl", campaign=True, order="return", vp=49, day=9, spee={"hull": 3})
    match = play(state, "cape")
    assert (figures(match, "hull"), asked(match)) == ((3,), ("graf_spee", "base_at"))


@rule("GS-ORD-05", "GS-CAM-02", "GS-GUN-01")
def test_the_bonus_of_the_river_plate_is_a_die_for_guns_not_torpedoes() -> None:
    state = combat("pzg", ["exeter"], campaign=True, achieved=["river-plate"])
    match = play(state, *[1] * 25, "morale")
    choose(match, ("fire", "exeter"), ("fire", "exeter"), ("fire", "exeter"), ("launch", "exeter"))
    # 3 + 3 + 1 - 2 for the turrets, 1 + 3 + 1 - 2 for the tertiary guns, 2 + 3 for the torpedoes
    assert [len(dice) for dice in faces(match, "german_fire")] == [5, 5, 3]
    assert [len(dice) for dice in faces(match, "torpedo_fire")] == [5]


@rule("GS-ORD-06", "GS-CAM-02", "GS-CAM-07")
@pytest.mark.parametrize(
    ("achieved", "level"), [(["cape"], 1), (["cape", "ceylon"], 1), (["cape", "ceylon", "base", "return"], 3)]
)
def test_the_bonus_of_the_cape_lowers_the_alert_of_later_missions(achieved: list[str], level: int) -> None:
    state = position("basing", "w5", campaign=True, achieved=achieved, order="river-plate", failed=["river-plate"])
    match = choose(play(state, "breakout"), "w5")
    assert alert(match) == level


@rule("GS-ORD-07", "GS-CAM-02", "GS-REP-01")
def test_the_bonus_of_a_base_is_a_repair_die() -> None:
    match = choose(later("outfitting", "w5", "base", 1, 1, spee={"hull": 4}), "repair")
    assert faces(match, "repair_roll") == [(1, 1)]  # leadership 3, at sea -2, bonus +1


@rule("GS-ORD-08", "GS-CAM-02", "GS-INT-01")
def test_the_bonus_of_the_ceylon_route_helps_intelligence() -> None:
    match = choose(later("intelligence", "w5", "ceylon", 6, order="cape"), "listen")
    assert sums(match, "intelligence_roll") == [2]  # five penalties, bonus +1


@rule("GS-CAM-02")
def test_an_order_that_failed_gives_no_bonus() -> None:
    state = position("incidents", "w5", campaign=True, failed=["indian-ocean-raid"])
    assert vp(play(state, "merchant", 4)) == 4


@rule("GS-CAM-02", "GS-GEN-02")
def test_a_single_mission_has_no_bonus() -> None:
    match = judged("return", "natl", 50, spee={"hull": 3})
    assert (figures(match, "hull"), harm(match), keys(match, "fit_out")) == ((3,), [], [])
