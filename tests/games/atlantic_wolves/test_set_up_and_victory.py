"""Setting up, the turn, the tally, winning and losing (sections 3 to 5 and 15)."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.rules import SEQUENCE
from flagplot.games.atlantic_wolves.state import Month, State
from flagplot.games.atlantic_wolves.tables import CARDS
from tests.games.atlantic_wolves.builder import QUIET, UNEVENTFUL, in_pens, keys, play, position, told
from tests.rules import rule

MONTHS = [
    "August 1942", "September 1942", "October 1942", "November 1942", "December 1942",
    "January 1943", "February 1943", "March 1943", "April 1943", "May 1943",
]  # fmt: skip


# The game and its start


@rule("AW-GEN-01")
@pytest.mark.parametrize(("turn", "month"), list(enumerate(MONTHS, 1)))
def test_the_turns_are_the_months_from_august_1942_to_may_1943(turn: int, month: str) -> None:
    decision = play(position(phase="strategic", turn=turn)).decision
    assert decision.prompt == f"Where does Dönitz spend {month}?"


@rule("AW-GEN-01")
def test_you_play_alone_and_cards_act_for_the_allies() -> None:
    game = flagplot.game("atlantic-wolves")
    assert [seat.id for seat in game.seats] == ["german"]
    match = month_with_everyone_at_home()
    assert match.decision.seat == "german"
    assert len(told(match, "event_card") + told(match, "escort_card") + told(match, "air_card")) == 3


@rule("AW-GEN-01")
@pytest.mark.parametrize(("turn", "over"), [(9, False), (10, True)])
def test_the_game_ends_with_the_tenth_turn_and_not_before(turn: int, over: bool) -> None:
    match = play(position(phase="clean_up", turn=turn, tally=[300_000] * (turn - 1)))
    assert (match.result is not None) == over
    assert match.state.turn == 10


@rule("AW-SET-01")
def test_doenitz_begins_at_hq_with_six_boats_and_two_condors() -> None:
    state = flagplot.new("atlantic-wolves", seed=1).state
    assert state.doenitz == "hq"
    assert [(boat.number, boat.ace) for boat in state.pens] == [(number, False) for number in range(1, 7)]
    assert state.condors == {"iceland": 1, "bay_of_biscay": 1}
    assert (state.turn, state.ata, state.tally) == (1, 0, [])
    assert (state.convoys, state.aces, state.tankers, state.raeder, state.raider) == (0, 0, 0, False, "harbour")
    assert all(not any(area.boats.values()) and not area.escorts + area.air for area in state.areas.values())
    assert (sorted(state.deck), state.discards, state.hand) == (sorted(CARDS), [], [])


@rule("AW-SET-01")
def test_the_deck_is_shuffled_so_that_seeds_draw_different_cards() -> None:
    first_cards = set()
    for seed in range(20):
        match = flagplot.new("atlantic-wolves", seed=seed).choose("hq")
        first_cards.add(told(match, "event_card")[0].about["drawn"])
    assert len(first_cards) > 5


# The turn


def month_with_everyone_at_home() -> Match[State]:
    """August 1942 with no counter on the map; the dice and cards of the Allies fall without effect."""
    match = play(position(phase="strategic"), 4, 11, 12, 2, 26, *UNEVENTFUL)
    match.choose("hq")
    for _ in range(6):
        match.choose("pens")
    return match.choose((0, 0))


@rule("AW-SEQ-01")
def test_a_turn_runs_through_its_eight_phases_in_order() -> None:
    match = month_with_everyone_at_home()
    assert keys(
        match, "place_doenitz", "event_card", "escort_card", "air_card", "condors_fly", "resolve_by", "ata_card",
        "production_card", "ace_roll", "convoy_bonus", "month_ends",
    ) == [
        "place_doenitz", "event_card", "escort_card", "air_card", "condors_fly", "resolve_by", "ata_card",
        "production_card", "ace_roll", "convoy_bonus", "month_ends",
    ]  # fmt: skip
    assert (match.state.turn, match.decision.key) == (2, "place_doenitz")


@rule("AW-SEQ-01", "AW-AMB-01")
def test_clean_up_is_the_last_step_and_comes_before_the_next_strategic_phase() -> None:
    assert list(SEQUENCE) == [
        "strategic", "event", "allotment_and_placement", "attack_and_asw", "ata", "uboat_production",
        "ace_determination", "convoy_bonus_placement", "clean_up",
    ]  # fmt: skip


@rule("AW-AMB-01")
def test_the_event_cards_are_of_section_16_and_the_options_of_section_17() -> None:
    clauses = flagplot.game("atlantic-wolves").rulebook.clauses.values()
    assert {clause.section for clause in clauses if clause.chapter == "CRD"} == {"16.0"}
    printed_options = [clause for clause in clauses if clause.chapter == "OPT" and clause.id <= "AW-OPT-13"]
    assert {clause.section for clause in printed_options} == {"17.0"}


@rule("AW-SEQ-02", "AW-ATA-01")
def test_the_ata_drawn_in_a_turn_sets_the_order_of_the_next_turn_only() -> None:
    boats = {"mid_atlantic": {"normal": [1]}}
    state = position(boats, pens=[2], ata=1, escorts={"mid_atlantic": 1})
    match = play(state, 1, 1, 15, 26, *UNEVENTFUL, 4, 11)
    match.choose(1)
    assert keys(match, "uboat_attack", "escort_asw", "ata_card") == ["uboat_attack", "escort_asw", "ata_card"]
    assert match.state.ata == 2
    match.choose("hq")
    assert keys(match, "escort_card", "air_card") == ["escort_card"]
    assert match.decision.key == "place_boat"


# The fleet


@rule("AW-VIC-01")
@pytest.mark.parametrize(
    ("fleet", "sunk", "broken"),
    [(6, 2, False), (6, 3, True), (9, 4, False), (9, 5, True), (1, 1, True), (20, 9, False), (20, 10, True)],
)
def test_losing_half_of_the_fleet_in_a_turn_ends_the_game(fleet: int, sunk: int, broken: bool) -> None:
    afloat = fleet - sunk + 1
    state = position(
        {"iceland": {"normal": [1]}}, pens=range(2, afloat + 1), ata=2, escorts={"iceland": 1}, fleet=fleet,
        sunk=sunk - 1, boats_lost=5 * (sunk - 1), counters_lost=sunk - 1, tons=90_000, ships=15, tally=[400_000],
    )  # fmt: skip
    match = play(state, 6, 4, *QUIET)
    assert match.decision is None if broken else match.decision.key == "tankers"
    assert match.state.sunk == sunk
    if broken:
        assert (match.result.winner, match.result.rule) == ("allied", "AW-VIC-01")
        assert match.result.score == {"german": 490_000}
        assert match.state.tally[-1] == Month(90_000, 15, 5 * (fleet - sunk), 5 * sunk)


@rule("AW-VIC-01")
def test_the_game_ends_in_the_middle_of_a_hunt_when_half_of_the_fleet_is_gone() -> None:
    state = position({"iceland": {"aggressive": [1, 2], "normal": [3, 4]}}, ata=2, escorts={"iceland": 4})
    match = play(state, 5, 2, 6, 4)
    match.choose(1)
    assert match.decision is not None
    match.choose(2)
    assert match.result.rule == "AW-VIC-01"
    assert len(told(match, "escort_asw")) == 2


@rule("AW-VIC-01")
def test_losses_of_earlier_turns_are_forgotten() -> None:
    match = play(position(phase="clean_up", pens=[1, 2, 3, 4], fleet=6, sunk=2, boats_lost=10, ata=6), 4)
    assert match.state.sunk == 0
    match.choose("hq")
    assert match.state.fleet == 4


@rule("AW-AMB-15")
def test_a_boat_that_the_event_adds_is_not_counted_in_the_fleet_of_the_turn() -> None:
    match = play(position(phase="strategic", ata=6), 6, 34, 39, *[2, 1] * 3)
    match.choose("pens")
    assert (match.state.fleet, match.decision.left) == (6, 7)
    for _ in range(7):
        match.choose(("iceland", "aggressive"))
    match.choose((0, 0))
    match.choose(1).choose(2)
    assert (match.result, match.state.sunk) == (None, 2)
    match.choose(3)
    assert match.result.rule == "AW-VIC-01"


# The lifeline


@rule("AW-VIC-02")
@pytest.mark.parametrize("turn", [1, 5, 6, 9, 10])
@pytest.mark.parametrize(("convoys", "lost"), [(3, False), (4, True)])
def test_four_convoys_at_the_close_of_any_turn_lose_the_game(turn: int, convoys: int, lost: bool) -> None:
    tally = [700_000] * (turn - 1)
    match = play(position(phase="clean_up", turn=turn, convoys=convoys, tally=tally, tons=700_000))
    if lost:
        assert (match.result.winner, match.result.rule) == ("allied", "AW-VIC-02")
        assert match.result.score == {"german": 700_000 * turn}
    elif turn == 10:
        assert match.result.winner == "german"
    else:
        assert (match.result, match.decision.key) == (None, "place_doenitz")


@rule("AW-AMB-20")
def test_a_fourth_convoy_that_comes_by_event_can_still_be_sunk_in_time() -> None:
    match = play(position(phase="event", ata=6, convoys=3), 2)
    assert (match.state.convoys, match.result, match.decision.key) == (4, None, "place_boat")
    boats = {"north_atlantic": {"aggressive": [1]}}
    match = play(position(boats, pens=[2, 3], convoys=4), 5, 1, 1, 1, 3, 26, *UNEVENTFUL)
    match.choose(1)
    assert (match.state.convoys, match.result, match.decision.key) == (3, None, "place_doenitz")


# Tonnage

GOOD = [600_000] * 3


def after_turn_10(months: list[int], convoys: int = 0, **options: Any) -> Match[State]:
    """The verdict on ten months of tonnage."""
    *earlier, last = months
    return play(position(phase="clean_up", turn=10, tally=earlier, tons=last, convoys=convoys, options=options))


@rule("AW-VIC-03", "AW-VIC-04")
@pytest.mark.parametrize(("convoys", "average"), [(0, 400_000), (1, 450_000), (2, 500_000), (3, 500_000)])
@pytest.mark.parametrize(("missing", "winner", "clause"), [(0, "german", "AW-VIC-03"), (1, "allied", "AW-VIC-04")])
def test_the_average_needed_depends_on_the_convoys(
    convoys: int, average: int, missing: int, winner: str, clause: str
) -> None:
    rest, odd = divmod(10 * average - sum(GOOD), 7)
    match = after_turn_10([*GOOD, *[rest] * 6, rest + odd - missing], convoys)
    assert (match.result.winner, match.result.rule) == (winner, clause)
    assert match.result.score == {"german": 10 * average - missing}


@rule("AW-VIC-03", "AW-AMB-13")
@pytest.mark.parametrize(
    ("months", "winner"),
    [
        ([600_000] * 3 + [400_000] * 7, "german"),
        ([400_000] * 7 + [600_000] * 3, "german"),
        ([400_000] * 4 + [600_000] * 3 + [400_000] * 3, "german"),
        ([600_000] * 2 + [599_999] + [600_000] * 2 + [599_999] + [600_000] * 2 + [599_999] * 2, "allied"),
        ([600_000, 600_000, 400_000, 600_000] + [500_000] * 6, "allied"),
        ([500_000] * 8 + [600_000] * 2, "allied"),
        ([600_000] * 2 + [500_000] * 8, "allied"),
        ([1_800_000] + [400_000] * 9, "allied"),
        ([599_999] * 10, "allied"),
        ([0] * 10, "allied"),
    ],
)
def test_three_turns_in_a_row_must_bring_600000_tons_each(months: list[int], winner: str) -> None:
    assert after_turn_10(months).result.winner == winner


@rule("AW-VIC-04")
def test_a_game_that_is_not_won_is_lost_however_close_it_was() -> None:
    result = after_turn_10([*GOOD, *[314_285] * 7]).result
    assert (result.score, result.winner, result.rule) == ({"german": 3_999_995}, "allied", "AW-VIC-04")


# The tally sheet


@rule("AW-TAL-01", "AW-TAL-02", "AW-AMB-32")
def test_the_tally_has_tons_ships_boats_lost_and_boats_left() -> None:
    boats = {"iceland": {"normal": [1, 2]}}
    match = play(position(boats, pens=range(3, 8), escorts={"iceland": 2}), 4, 5, 6, 4, 1, *QUIET, *UNEVENTFUL)
    match.choose(1).choose(2)
    match.choose(1)
    match.choose(0)
    assert match.state.tally == [Month(tons=75_000, ships=12, operational=5 * (7 - 1 + 2), lost=5)]
    assert told(match, "month_ends")[0].text == "August 1942 ends: 75,000 tons and 12 ships sunk, 5 boats lost."


@rule("AW-AMB-32")
def test_tankers_are_no_operational_boats() -> None:
    match = play(position(phase="uboat_production"), 9, *UNEVENTFUL).choose(2)
    assert (match.state.tankers, match.state.tally[0].operational) == (2, 30)
    assert in_pens(match) == [1, 2, 3, 4, 5, 6]
