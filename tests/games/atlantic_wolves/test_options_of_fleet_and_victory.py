"""Optional rules about Convoys, Type XXI boats, victory and balance (section 17), each on and off."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import BadOption
from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import Boat, State
from tests.games.atlantic_wolves.builder import QUIET, at_sea, in_pens, play, position, sums, told
from tests.rules import rule

AT_HOME = range(11, 21)
NORTH = {"north_atlantic": {"aggressive": [1, 2, 3]}}


def sevens(*attackers: int, convoys: int = 3, aces: tuple[int, ...] = (), **options: bool) -> Match[State]:
    """Boats in the North Atlantic that throw a modified 7 each."""
    state = position(NORTH, convoys=convoys, aces=aces, options={"open_north_atlantic": True, **options})
    match = play(state, *[4 if number in aces else 5 for number in attackers])
    for number in attackers:
        match.choose(number)
    assert sums(match, "uboat_attack") == [7] * len(attackers)
    return match


# Aces against Convoys


@rule("AW-OPT-08")
@pytest.mark.parametrize(("on", "sunk"), [(True, 2), (False, 1)])
def test_an_ace_sinks_a_convoy_even_if_one_was_sunk_already(on: bool, sunk: int) -> None:
    match = sevens(1, 2, aces=(2,), aces_vs_convoys=on)
    assert match.state.convoys == 3 - sunk
    assert match.state.tons == 250_000 + 50_000 * sunk
    assert match.state.ships == 42 + 8 * sunk


@rule("AW-OPT-08")
def test_boats_without_an_ace_keep_the_limit_of_one_convoy() -> None:
    assert sevens(1, 2, aces=(3,), aces_vs_convoys=True).state.convoys == 2


@rule("AW-OPT-08")
def test_a_convoy_sunk_by_an_ace_leaves_the_one_of_the_turn_to_an_ordinary_boat() -> None:
    assert sevens(1, 2, aces=(1,), aces_vs_convoys=True).state.convoys == 1


@rule("AW-OPT-08")
def test_two_aces_sink_two_convoys_but_no_more_than_there_are() -> None:
    assert sevens(1, 2, aces=(1, 2), aces_vs_convoys=True).state.convoys == 1
    match = sevens(1, 2, aces=(1, 2), convoys=1, aces_vs_convoys=True)
    assert (match.state.convoys, match.state.tons) == (0, 300_000)


# Type XXI


def hunted(*dice: int, built: int = 6, on: bool = True, aces: tuple[int, ...] = ()) -> Match[State]:
    """A boat built in some turn is hit in the Normal square in turn 8, before the attacks."""
    state = position(
        {"iceland": {"normal": [1], "shadow": [2]}}, pens=AT_HOME, turn=8, ata=2, escorts={"iceland": 1},
        built={1: built}, aces=aces, options={"type_xxi": on},
    )  # fmt: skip
    return play(state, 6, 4, *dice)


@rule("AW-OPT-09")
@pytest.mark.parametrize(
    ("die", "fate"), [(1, "sunk"), (2, "sunk"), (3, "sunk"), (4, "sunk"), (5, "pens"), (6, "unharmed")]
)
def test_a_type_xxi_may_escape(die: int, fate: str) -> None:
    match = hunted(die)
    assert match.state.sunk == (fate == "sunk")
    assert (1 in in_pens(match)) == (fate == "pens")
    assert at_sea(match, "iceland") == ({"normal": [1], "shadow": [2]} if fate == "unharmed" else {"shadow": [2]})


@rule("AW-OPT-09")
@pytest.mark.parametrize(("built", "on"), [(0, True), (5, True), (6, False)])
def test_boats_of_1942_and_all_boats_without_the_option_have_no_escape(built: int, on: bool) -> None:
    match = hunted(built=built, on=on)
    assert (match.state.sunk, told(match, "xxi_escape")) == (1, [])


@rule("AW-OPT-09")
def test_an_unharmed_boat_still_attacks() -> None:
    assert hunted(6).decision.options == (1, 2, "done")


@rule("AW-OPT-09")
@pytest.mark.parametrize(("turn", "new_type"), [(5, False), (6, True)])
@pytest.mark.parametrize(("phase", "card"), [("uboat_production", 11), ("event", 6)])
def test_only_boats_that_are_produced_in_1943_are_of_the_new_type(
    turn: int, new_type: bool, phase: str, card: int
) -> None:
    match = play(position(phase=phase, pens=[1], turn=turn, ata=6, options={"type_xxi": True}), card, 1, 1)
    if phase == "uboat_production":
        match.choose(0)
    is_produced = phase == "uboat_production"
    assert match.state.pens[1] == Boat(2, built=turn if is_produced else 0)
    (piece,) = [piece for piece in match.view("german").pieces if piece.id == "u2"]
    assert (piece.badges == ("Type XXI",)) == (new_type and is_produced)


@rule("AW-OPT-09")
def test_the_log_of_a_type_xxi_that_escapes_to_the_pens_cites_its_own_clause() -> None:
    assert told(hunted(5), "escaped_to_pens")[0].rule == "AW-OPT-09"


@rule("AW-OPT-09", "AW-AMB-23")
def test_a_result_of_two_boats_does_not_strike_the_same_boat_twice() -> None:
    state = position(
        {"iceland": {"normal": [1]}}, pens=AT_HOME, turn=8, ata=6, built={1: 6}, escorts={"iceland": 1},
        options={"type_xxi": True},
    )  # fmt: skip
    match = play(state, 6, 6, 6, *QUIET)
    assert len(told(match, "xxi_escape")) == 1
    assert (match.state.sunk, at_sea(match, "iceland")) == (0, {"normal": [1]})


@rule("AW-OPT-09", "AW-HIT-01")
def test_a_result_of_two_boats_goes_on_to_another_boat_when_the_first_is_unharmed() -> None:
    state = position(
        {"iceland": {"normal": [1, 2, 3]}}, pens=AT_HOME, turn=8, ata=6, built={1: 6}, escorts={"iceland": 1},
        options={"type_xxi": True},
    )  # fmt: skip
    match = play(state, 5, 6, 6).choose(1)
    assert (match.decision.key, match.decision.options) == ("lose_boat", (2, 3))


@rule("AW-AMB-31")
@pytest.mark.parametrize(
    ("dice", "fate"),
    [((5,), "pens"), ((1, 5), "pens"), ((1, 6), "unharmed"), ((4, 4), "sunk")],
)
def test_an_ace_in_a_type_xxi_throws_as_an_ace_first_and_then_for_the_boat(dice: tuple[int, ...], fate: str) -> None:
    match = hunted(*dice, aces=(1,))
    assert len(told(match, "ace_escape")) == 1
    assert len(told(match, "xxi_escape")) == len(dice) - 1
    assert match.state.sunk == (fate == "sunk")
    assert (1 in in_pens(match)) == (fate == "pens")


@rule("AW-AMB-31")
@pytest.mark.parametrize("die", [5, 6])
def test_a_boat_that_survives_is_no_loss_for_any_rule(die: int) -> None:
    options = {"type_xxi": True, "variable_strength": True, "condor_losses": True}
    state = position(
        {"iceland": {"normal": [1]}}, turn=8, ata=6, built={1: 6}, air={"iceland": 1}, flying={"iceland": 1},
        options=options,
    )  # fmt: skip
    match = play(state, 6, 4, die)
    assert (match.result, match.decision.key) == (None, "next_attack")
    assert (match.state.sunk, match.state.boats_lost, match.state.counters_lost) == (0, 0, 0)
    assert told(match, "strength_roll") + told(match, "condor_roll") == []


# Victory


def after_turn_10(tons: int, convoys: int = 0, **options: Any) -> Match[State]:
    """The verdict after nine months of the same tonnage and a tenth with the rest."""
    tally = [tons // 10] * 9
    last = tons - sum(tally)
    return play(position(phase="clean_up", turn=10, tally=tally, tons=last, convoys=convoys, options=options))


@rule("AW-OPT-10")
@pytest.mark.parametrize(("tons", "winner"), [(3_000_000, "german"), (2_999_999, "allied"), (3_000_001, "german")])
@pytest.mark.parametrize("convoys", [0, 3])
def test_a_tonnage_target_takes_the_place_of_the_two_goals(tons: int, winner: str, convoys: int) -> None:
    result = after_turn_10(tons, convoys, tonnage_target=3_000_000).result
    assert (result.winner, result.rule, result.score) == (winner, "AW-OPT-10", {"german": tons})


@rule("AW-OPT-10")
def test_without_a_target_the_standard_victory_decides() -> None:
    assert after_turn_10(6_000_000, tonnage_target=0).result.rule == "AW-VIC-03"


@rule("AW-OPT-10", "AW-OPT-12")
@pytest.mark.parametrize("options", [{"tonnage_target": 1}, {"zero_convoys": True}])
def test_a_victory_of_your_own_does_not_save_you_from_early_defeat(options: dict[str, object]) -> None:
    assert after_turn_10(5_000_000, convoys=4, **options).result.rule == "AW-VIC-02"
    state = position({"iceland": {"normal": [1]}}, ata=2, escorts={"iceland": 1}, options=options)
    assert play(state, 6, 4).result.rule == "AW-VIC-01"


@rule("AW-OPT-12")
@pytest.mark.parametrize(("convoys", "winner"), [(0, "german"), (1, "allied"), (3, "allied")])
@pytest.mark.parametrize("tons", [0, 7_000_000])
def test_with_zero_convoys_the_convoys_alone_decide(convoys: int, winner: str, tons: int) -> None:
    result = after_turn_10(tons, convoys, zero_convoys=True).result
    assert (result.winner, result.rule) == (winner, "AW-OPT-12")


@rule("AW-OPT-10", "AW-OPT-12")
def test_two_victories_at_once_are_refused() -> None:
    with pytest.raises(BadOption, match="choose one"):
        flagplot.new("atlantic-wolves", options={"tonnage_target": 1_000_000, "zero_convoys": True})


@rule("AW-OPT-14", "AW-AMB-13")
@pytest.mark.parametrize(
    ("months", "on", "winner"),
    [
        ([400_000] * 10, True, "german"),
        ([400_000] * 10, False, "allied"),
        ([400_000] * 9 + [399_999], True, "allied"),
        ([0, 0, 4_000_000] + [0] * 7, True, "german"),
        ([0, 0, 4_000_000] + [0] * 7, False, "allied"),
    ],
)
def test_three_turns_taken_together_may_bring_600000_tons(months: list[int], on: bool, winner: str) -> None:
    *tally, last = months
    state = position(phase="clean_up", turn=10, tally=tally, tons=last, options={"three_month_sum": on})
    assert play(state).result.winner == winner


# Balance


@rule("AW-OPT-11")
@pytest.mark.parametrize(
    ("radar", "torpedoes", "boat", "others"),
    [(False, False, 0, 0), (True, False, -1, -1), (False, True, 1, 0), (True, True, 0, -1)],
)
def test_radar_hinders_every_attack_and_torpedoes_help_uboats(
    radar: bool, torpedoes: bool, boat: int, others: int
) -> None:
    state = position(
        {"iceland": {"normal": [1]}}, flying={"iceland": 1}, raeder=True, raider="iceland",
        options={"allied_radar": radar, "german_torpedoes": torpedoes},
    )  # fmt: skip
    match = play(state, 4, 4, 4, 6, *QUIET).choose("condor").choose("raider").choose(1)
    assert sums(match, "uboat_attack") == [4 + boat]
    assert sums(match, "condor_attack") == [4 - 2 + others]
    assert sums(match, "raider_attack") == [4 + others]


@rule("AW-OPT-11")
@pytest.mark.parametrize(("on", "sunk"), [(True, 2), (False, 1)])
def test_many_convoys_may_be_sunk_in_a_turn(on: bool, sunk: int) -> None:
    match = sevens(1, 2, many_convoys=on)
    assert (match.state.convoys, match.state.tons) == (3 - sunk, 250_000 + 50_000 * sunk)


# Start, crowding, limits


@rule("AW-OPT-13")
@pytest.mark.parametrize("boats", [1, 6, 20])
def test_you_may_begin_with_one_to_twenty_boats(boats: int) -> None:
    state = flagplot.new("atlantic-wolves", options={"starting_boats": boats}).state
    assert [boat.number for boat in state.pens] == list(range(1, boats + 1))
    assert len(state.reserve) == 20 - boats


@rule("AW-OPT-13")
@pytest.mark.parametrize("boats", [0, 21])
def test_other_numbers_of_boats_are_refused(boats: int) -> None:
    with pytest.raises(BadOption, match="starting_boats"):
        flagplot.new("atlantic-wolves", options={"starting_boats": boats})


@rule("AW-OPT-15", "AW-AMB-14")
@pytest.mark.parametrize(
    ("aggressive", "normal", "capped", "full"), [(5, 3, 4, 5), (4, 6, 4, 5), (4, 3, 4, 4), (2, 3, 2, 2), (0, 9, 3, 3)]
)
@pytest.mark.parametrize("on", [True, False])
def test_the_whole_crowding_may_be_capped_at_four(
    aggressive: int, normal: int, capped: int, full: int, on: bool
) -> None:
    squares = {"aggressive": list(range(1, aggressive + 1)), "normal": list(range(10, 10 - normal, -1))}
    options = {"crowding_cap": on}
    match = play(position({"iceland": squares}, pens=AT_HOME, ata=2, escorts={"iceland": 1}, options=options), 1, 6)
    assert sums(match, "escort_asw") == [1 + (capped if on else full)]


@rule("AW-OPT-16", "AW-AMB-10")
@pytest.mark.parametrize(
    ("on", "tons", "ships"), [(False, (50_000, 25_000, 95_000), 8 + 4 + 16), (True, (50_000, 25_000, 125_000), 33)]
)
def test_the_printed_sample_turn_needs_an_open_north_atlantic(on: bool, tons: tuple[int, ...], ships: int) -> None:
    boats = {"north_atlantic": {"aggressive": [1, 2], "normal": [3, 4]}}
    state = position(
        boats, escorts={"north_atlantic": 2}, air={"north_atlantic": 5}, options={"open_north_atlantic": on}
    )
    match = play(state, 2, 1, 6).choose(1).choose(2).choose(3)
    assert [entry.about["tons"] for entry in told(match, "ships_sunk")] == list(tons)
    assert (match.state.tons, match.state.ships) == (sum(tons), ships)


@rule("AW-OPT-16")
def test_an_open_north_atlantic_opens_no_other_area() -> None:
    state = position(
        {"newfoundland": {"aggressive": [1, 2]}},
        sunk_in={"newfoundland": 90_000},
        options={"open_north_atlantic": True},
    )
    assert play(state, 6).choose(1).state.tons == 10_000


@rule("AW-AMB-12")
def test_the_printed_attack_example_comes_to_450000_tons_and_74_ships() -> None:
    boats = {
        "bay_of_biscay": {"normal": [1]}, "mid_atlantic": {"normal": [2]}, "iceland": {"shadow": [3]},
        "newfoundland": {"aggressive": [4], "normal": [5]}, "north_atlantic": {"aggressive": [6, 7]},
    }  # fmt: skip
    flying = {"iceland": 1, "bay_of_biscay": 1}
    state = position(boats, flying=flying, hand=["feder_apparate"], options={"set_maximums": True})
    match = play(state, 4, 2, 3, 6, 4, 2, 6, 1, 6, 6, *QUIET).choose("by_area")
    for area, attackers in (
        ("mid_atlantic", [2]), ("bay_of_biscay", [1, "condor"]), ("iceland", [3, "condor"]),
        ("newfoundland", [4, 5]), ("", [6, 7]),
    ):  # fmt: skip
        if area:
            match.choose(area)
        for attacker in attackers:
            match.choose(attacker)
            if match.decision.key == "reroll":
                match.choose("feder_apparate" if attacker == 6 else "let_it_stand")
    assert (match.state.tons, match.state.ships) == (450_000, 74)
