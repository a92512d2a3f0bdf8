"""The campaign (section 23): what a mission leaves to the next, and the verdict."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.graf_spee.state import State
from flagplot.games.graf_spee.tables import ORDERS
from tests.games.graf_spee.builder import (
    aboard,
    alert,
    asked,
    barred_by,
    choose,
    figures,
    keys,
    offered,
    play,
    position,
    ship,
    texts,
    told,
    vp,
)
from tests.rules import rule


def ending(order: str, space: str, points: int, following: str = "ceylon", **more: Any) -> Match[State]:
    """The last day of a mission of a campaign, up to the choice of a base for the next one."""
    more = {"day": ORDERS[order].days, **more}
    return play(position("achievement", space, campaign=True, order=order, vp=points, **more), following)


def won(**more: Any) -> Match[State]:
    return ending("cape", "b3", 45, silenced=["b3"], **more)


def lost(**more: Any) -> Match[State]:
    return ending("cape", "w5", 45, **more)


# Orders


@rule("GS-CAM-01")
def test_the_eight_orders_come_in_a_random_order_one_at_a_time() -> None:
    seconds: Counter[str] = Counter()
    for seed in range(120):
        match = flagplot.new("graf-spee", "campaign", seed=seed)
        assert match.state.campaign
        assert sorted([match.state.order, *match.state.orders]) == sorted(ORDERS)
        seconds[match.state.order] += 1
    assert set(seconds) == set(ORDERS)


@rule("GS-CAM-01")
def test_what_is_to_come_is_told_nobody() -> None:
    match = flagplot.new("graf-spee", "campaign", seed=1)
    hidden = [ORDERS[order].name for order in match.state.orders]
    assert not [text for entry in match.log() for text in hidden if text in entry.text]


@rule("GS-CAM-02", "GS-SHP-02")
def test_success_raises_the_leadership_of_every_german_ship() -> None:
    match = won(deutschland={"space": "w5"})
    assert figures(match, "leadership") == (4,)
    assert figures(match, "leadership", name="deutschland") == (5,)
    assert (match.state.achieved, match.state.failed) == (["cape"], [])


@rule("GS-CAM-02", "GS-AMB-38")
def test_leadership_stops_at_6() -> None:
    assert figures(won(spee={"leadership": 6}), "leadership") == (6,)


@rule("GS-CAM-03", "GS-SHP-02", "GS-AMB-34")
@pytest.mark.parametrize(("before", "after"), [(3, 2), (2, 1), (1, 1), (0, 0)])
def test_failure_lowers_leadership_but_not_below_1_and_the_campaign_goes_on(before: int, after: int) -> None:
    match = lost(spee={"leadership": before})
    assert figures(match, "leadership") == (after,)
    assert (match.state.achieved, match.state.failed, match.result) == ([], ["cape"], None)


@rule("GS-CAM-03")
def test_a_failed_mission_is_not_played_again() -> None:
    match = choose(lost(), "w5")
    assert match.state.order == "ceylon"
    assert "cape" not in match.state.orders


@rule("GS-CAM-03", "GS-TRK-01")
def test_negative_points_do_not_end_the_campaign() -> None:
    match = ending("cape", "w5", -120)
    assert (vp(match), match.result) == (-165, None)


@rule("GS-CAM-01", "GS-SEQ-04", "GS-AMB-55")
def test_a_mission_that_is_achieved_early_is_over_when_it_is_reported() -> None:
    match = won(day=2)
    assert (asked(match), offered(match)) == (("graf_spee", "report_success"), {"report", "stay_out"})
    choose(match, "report")
    assert asked(match) == ("graf_spee", "base_at")


@rule("GS-AMB-55", "GS-CAM-05")
def test_a_captain_may_stay_out_for_surplus_points_and_report_later() -> None:
    state = position("achievement", "natl", campaign=True, order="return", vp=55, day=2, crossed=True)
    match = choose(play(state, "merchant", 5, "cape"), "stay_out")
    assert (match.state.day, match.state.achieved, match.state.order) == (3, [], "return")
    choose(match, "keep_silent", "natl", "stay")
    assert asked(match) == ("graf_spee", "report_success")
    assert match.decision.about["surplus"] == 10
    choose(match, "report")
    assert (match.state.achieved, match.state.vp, match.state.order) == (["return"], 10, "cape")


@rule("GS-AMB-55")
@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"day": 9}, "the last day"),
        ({"day": 2, "orders": []}, "the last order"),
    ],
)
def test_success_is_reported_without_a_question_where_waiting_gains_nothing(more: dict[str, Any], why: str) -> None:
    state = position("achievement", "natl", campaign=True, order="return", vp=55, crossed=True, **more)
    match = play(state, "cape")
    assert match.state.achieved == ["return"], why
    assert "report_success" not in keys(match)


@rule("GS-AMB-55", "GS-WIN-01")
def test_a_single_mission_is_won_at_once() -> None:
    match = play(position("achievement", "natl", order="return", vp=55, day=2, crossed=True))
    assert match.result is not None
    assert match.result.winner == "german"


@rule("GS-CAM-03", "GS-SEQ-04")
def test_a_mission_that_is_not_achieved_goes_on_to_its_last_day() -> None:
    match = play(position("achievement", "w5", campaign=True, order="cape", vp=45, day=8, spee={"torpedo": 4}))
    assert (match.state.day, match.state.order, match.state.failed) == (9, "cape", [])


# What is carried over


@rule("GS-CAM-04", "GS-AMB-39", "GS-NEU-01")
def test_nothing_is_reset_or_refilled() -> None:
    spee = {"primary": 1, "torpedo": 0, "engines": 4, "hull": 3, "ammo": 2, "oil": 1}
    match = lost(
        spee=spee,
        cargo=("radar", "enigma"),
        visited=["p4"],
        silenced=["a5"],
        guns={"a5": 3, "a4": 5},
        captured=["a5"],
        ever_captured=["a5"],
        mines=["w9"],
        stations={"pzg": ["exeter"]},
        lost=["ajax", "malaya"],
        sunk_this_mission=2,
    )
    choose(match, "w5")
    assert figures(match, *spee) == (1, 0, 4, 3, 2, 1)
    assert aboard(match)[:3] == ["radar", "enigma", ""]
    after = match.state
    assert (after.visited, after.silenced, after.captured, after.mines) == (["p4"], ["a5"], ["a5"], ["w9"])
    assert (after.guns, sorted(after.defences)) == ({"a5": 3, "a4": 5}, [1, 1, 2, 2, 2, 3, 4])
    assert after.lost == ["ajax", "malaya"]
    assert (after.day, after.sunk_this_mission) == (1, 0)


@rule("GS-CAM-05")
@pytest.mark.parametrize(("points", "carried"), [(45, 0), (60, 15)])
def test_points_beyond_the_requirement_are_carried_over(points: int, carried: int) -> None:
    assert vp(ending("cape", "b3", points, silenced=["b3"])) == carried


@rule("GS-CAM-05")
@pytest.mark.parametrize(("points", "carried"), [(40, -5), (0, -45), (60, 15)])
def test_a_failed_order_costs_its_points_too(points: int, carried: int) -> None:
    assert vp(ending("cape", "w5", points)) == carried


# Between missions


@rule("GS-CAM-06")
def test_a_ship_stays_or_goes_to_one_of_two_bases_when_the_next_order_is_known() -> None:
    match = lost()
    assert (asked(match), match.state.order) == (("graf_spee", "base_at"), "ceylon")
    assert offered(match) == {"w5", "natl", "altm"}
    assert barred_by(match, "w6") == "GS-CAM-06"
    choose(match, "altm")
    assert ship(match).space == "altm"
    assert keys(match, "order_given", "based", "redeployed", "new_mission") == [
        "order_given", "based", "redeployed", "new_mission",
    ]  # fmt: skip


@rule("GS-CAM-06", "GS-SEQ-01")
def test_a_new_mission_begins_with_its_first_day() -> None:
    """Also while the captains still choose their bases, its day is the first."""
    match = ending("indian-ocean-raid", "w5", 100, following="breakout", deutschland={"space": "w6"})
    assert (match.state.order, match.state.day) == ("breakout", 1)
    choose(match, "w5")
    assert (asked(match), match.state.day) == (("deutschland", "base_at"), 1)


@rule("GS-CAM-06", "GS-NEU-01")
def test_a_neutral_port_that_is_left_between_missions_is_closed() -> None:
    match = choose(ending("cape", "p4", 45), "natl")
    assert (ship(match).space, match.state.visited) == ("natl", ["p4"])
    assert choose(ending("cape", "p4", 45), "p4").state.visited == []


@rule("GS-CAM-06")
def test_each_ship_chooses_for_itself() -> None:
    match = lost(deutschland={"space": "i3"})
    choose(match, "natl")
    assert asked(match) == ("deutschland", "base_at")
    assert offered(match) == {"i3", "natl", "altm"}
    choose(match, "altm")
    assert [ship(match, name).space for name in ("graf_spee", "deutschland")] == ["natl", "altm"]


@rule("GS-CAM-06", "GS-CAM-04")
def test_a_sunk_ship_stays_sunk_and_is_asked_nothing() -> None:
    match = choose(lost(deutschland={"space": "", "hull": 0}), "natl")
    assert match.decision
    assert (match.decision.seat, ship(match, "deutschland").space) == ("graf_spee", "")


@rule("GS-CAM-06", "GS-AUX-01")
def test_sunk_auxiliary_cruisers_return_to_where_they_began() -> None:
    match = choose(lost(auxiliaries=("", "w9"), auxiliary_starts=["altm", "k4"]), "w5")
    assert match.state.auxiliaries == ["altm", "w9"]
    match = choose(lost(auxiliaries=("", "")), "w5")
    assert match.state.auxiliaries == ["altm", "k4"]


@rule("GS-AMB-50", "GS-CAM-06")
def test_one_whose_start_is_taken_returns_to_the_others_start() -> None:
    match = choose(lost(auxiliaries=("", "altm"), auxiliary_starts=["altm", "k4"]), "w5")
    assert match.state.auxiliaries == ["k4", "altm"]


@rule("GS-CAM-07", "GS-ALR-01")
@pytest.mark.parametrize(
    ("achieved", "level"),
    [([], 1), (["ceylon"], 1), (["ceylon", "base"], 2), (["ceylon", "base", "return", "breakout"], 4)],
)
def test_the_new_alert_level_is_the_number_of_orders_achieved(achieved: list[str], level: int) -> None:
    match = choose(lost(achieved=achieved, following="river-plate", alert=5), "w5")
    assert alert(match) == level
    number = len(achieved) + 2
    assert texts(match, "new_mission") == [f"Mission {number} begins at alert level {level}."]


@rule("GS-CAM-07")
def test_the_order_just_achieved_counts() -> None:
    match = choose(ending("ceylon", "l2", 60, following="cape", achieved=["base", "return"], alert=6), "l2")
    assert alert(match) == 3


@rule("GS-CAM-07", "GS-ALR-01")
def test_the_alert_level_never_begins_above_6() -> None:
    achieved = ["breakout", "river-plate", "return", "base", "ceylon", "south-atlantic-raid"]
    match = choose(ending("indian-ocean-raid", "k4", 100, following="cape", achieved=achieved, orders=["cape"]), "k4")
    assert (len(match.state.achieved), alert(match)) == (7, 6)


@rule("GS-CAM-08", "GS-RED-01")
@pytest.mark.parametrize("is_won", [True, False])
def test_the_royal_navy_redeploys_after_every_mission(is_won: bool) -> None:
    match = (won if is_won else lost)(stations={"pzg": ["exeter"], "a1": ["cumberland"]}, lost=["hardy", "hero"])
    choose(match, "natl")
    assert match.state.stations == {}
    # Two ships fewer: the last zone of the list gets none.
    assert match.state.face_down == {"pzy": 3, "pzk": 3, "pzg": 4, "pzh": 6, "pzs": 4, "pza": 6}


@rule("GS-CAM-06", "GS-OPT-21")
def test_the_first_day_of_a_mission_may_be_a_night() -> None:
    match = choose(lost(options=["night"], night=True), "w5")
    assert not match.state.night_before


# The verdict


def last_mission(achieved: int, is_won: bool, **more: Any) -> Match[State]:
    """The end of the eighth mission, some orders having been achieved before."""
    before = [order for order in ORDERS if order != "ceylon"]
    state = position(
        "achievement", "l2" if is_won else "w5", campaign=True, order="ceylon", vp=60, day=11, orders=[],
        achieved=before[:achieved], failed=before[achieved:], **more,
    )  # fmt: skip
    return play(state)


@rule("GS-CAM-09")
@pytest.mark.parametrize(
    ("achieved", "is_won", "winner", "ending"),
    [
        (0, False, "allied", "campaign_failed"), (3, False, "allied", "campaign_failed"),
        (2, True, "allied", "campaign_failed"), (3, True, None, "campaign_drawn"), (4, False, None, "campaign_drawn"),
        (4, True, "german", "campaign_won"), (7, True, "german", "campaign_won"),
    ],
)  # fmt: skip
def test_the_verdict_goes_by_orders_achieved(achieved: int, is_won: bool, winner: str | None, ending: str) -> None:
    match = last_mission(achieved, is_won)
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == (winner, "GS-CAM-09")
    assert match.result.score == {"german": achieved + is_won}
    assert told(match, ending)


@rule("GS-CAM-09")
@pytest.mark.parametrize(
    ("achieved", "winner"), [(7, None), (4, None), (3, "allied"), (2, "allied")], ids=["8", "5", "4", "3"]
)
def test_a_german_ship_sunk_makes_it_one_level_lower(achieved: int, winner: str | None) -> None:
    match = last_mission(achieved, True, deutschland={"space": "", "hull": 0})
    assert match.result is not None
    assert match.result.winner == winner


@rule("GS-AMB-43", "GS-CAM-09", "GS-WIN-01")
@pytest.mark.parametrize(("achieved", "winner"), [(6, None), (3, "allied")])
def test_a_campaign_without_a_german_ship_is_over(achieved: int, winner: str | None) -> None:
    before = list(ORDERS)[:achieved]
    state = position("incidents", "w5", campaign=True, order="ceylon", achieved=before, spee={"hull": 1})
    match = play(state, "allied_sub", 5, 2)
    assert match.result is not None
    assert (match.result.winner, match.result.score) == (winner, {"german": achieved})
    assert match.state.failed == ["ceylon"]


@rule("GS-AMB-43", "GS-CAM-04", "GS-WIN-01")
def test_a_campaign_goes_on_with_one_of_two_ships() -> None:
    state = position(
        "incidents", "w5", campaign=True, order="ceylon", spee={"hull": 1}, deutschland={"space": "w6"}, vp=100
    )
    match = play(state, "allied_sub", 5, 2)
    assert (match.result, vp(match)) == (None, 50)
    assert asked(match) == ("deutschland", "move_auxiliary")


@rule("GS-CAM-01", "GS-CAM-09")
def test_a_campaign_has_all_eight_missions() -> None:
    """Captains who never sail fail every order, one after the other."""
    match = flagplot.new("graf-spee", "campaign", seed=5)

    def idle(state: State, seat: str, ask: Any, options: Any, about: Any) -> Any:
        quiet = ("done", "keep_silent", "natl", "stay", "take_as_it_is", "break_off")
        return next((answer for answer in quiet if answer in options), options[0])

    match.playout({"graf_spee": idle})
    assert match.result is not None
    missions = len(match.state.achieved) + len(match.state.failed)
    assert missions == 8 or not ship(match).space
