"""German attacks (sections 9.1 and 9.2)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from flagplot.games.atlantic_wolves.tables import AREAS
from tests.games.atlantic_wolves.builder import QUIET, at_sea, play, position, sums, told
from tests.rules import rule

LOW = [0, 7_500, 15_000, 30_000, 45_000, 60_000, 75_000, 90_000, 105_000, 120_000]
LOW_SHIPS = [0, 1, 2, 5, 7, 10, 12, 15, 17, 20]
HIGH = [0, 12_500, 25_000, 50_000, 75_000, 100_000, 125_000, 150_000, 175_000, 200_000]
HIGH_SHIPS = [0, 2, 4, 8, 12, 16, 21, 25, 29, 33]
TABLE = [
    (area, roll, tons[roll - 1], ships[roll - 1])
    for area, tons, ships in (("iceland", LOW, LOW_SHIPS), ("north_atlantic", HIGH, HIGH_SHIPS))
    for roll in range(1, 11)
]


def attack(area: str, square: str, die: int, **figures: Any) -> Match[State]:
    """A single boat attacks."""
    return play(position({area: {square: [1]}}, **figures), die, *QUIET).choose(1)


# The table


@rule("AW-ATK-01", "AW-TAL-02")
@pytest.mark.parametrize(("area", "roll", "tons", "ships"), TABLE)
def test_the_attack_table(area: str, roll: int, tons: int, ships: int) -> None:
    square, plus = ("normal", 0) if roll <= 6 else ("aggressive", 2)
    ace = (1,) if roll >= 9 else ()
    options = {"set_maximums": True, "open_north_atlantic": True, "german_torpedoes": roll == 10}
    die = roll - plus - (roll >= 9) - (roll == 10)
    match = attack(area, square, die, aces=ace, options=options)
    assert sums(match, "uboat_attack") == [roll]
    assert (match.state.tons, match.state.ships) == (tons, ships)
    assert (match.state.uboat_tons, match.state.areas[area].tons) == (tons, tons)
    assert told(match, "ships_sunk")[0].text == f"{tons:,} tons sunk, {ships} ship{'s' * (ships != 1)}."


@rule("AW-ATK-01")
@pytest.mark.parametrize("area", AREAS)
def test_newfoundland_and_north_atlantic_have_the_high_column(area: str) -> None:
    match = attack(area, "normal", 5)
    high = area in ("newfoundland", "north_atlantic")
    assert (match.state.tons, match.state.ships) == ((75_000, 12) if high else (45_000, 7))


@rule("AW-ATK-01")
def test_each_counter_attacks_once_in_the_sequence_that_you_like() -> None:
    boats = {"iceland": {"aggressive": [1], "normal": [2], "shadow": [3]}}
    state = position(boats, raeder=True, raider="iceland", flying={"iceland": 1})
    match = play(state, 3, 5, 4, 6, 1, 2, *QUIET)
    assert match.decision.options == (1, 2, 3, "condor", "raider", "done")
    match.choose("raider").choose(3).choose(2)
    assert match.decision.options == (1, "condor", "done")
    assert match.why_not(2).reason == "U-boat 2 has attacked already this month."
    match.choose("condor").choose(1)
    assert match.state.tons == 15_000 + 15_000 + 30_000 + 30_000 + 10_000
    assert match.state.uboat_tons == 15_000 + 30_000 + 10_000


@rule("AW-PLC-02", "AW-PLC-04")
def test_only_counters_in_the_area_can_attack_there() -> None:
    state = position({"mid_atlantic": {"normal": [1]}}, pens=[2], flying={"iceland": 1}, raeder=True)
    match = play(state).choose("by_area").choose("mid_atlantic")
    refusals = {option: match.why_not(option) for option in ("condor", "raider", 2)}
    assert {option: (refusal.reason, refusal.rule) for option, refusal in refusals.items()} == {
        "condor": ("No Condor is waiting to attack in Mid-Atlantic.", "AW-PLC-02"),
        "raider": ("The Raider is not waiting to attack in Mid-Atlantic.", "AW-PLC-04"),
        2: ("U-boat 2 is not in Mid-Atlantic.", "AW-ATK-01"),
    }


@rule("AW-ATK-01")
@pytest.mark.parametrize("option", ["bismarck", ("bismarck", 1), (), 1.0, None])
def test_nonsense_is_refused_as_nonsense(option: object) -> None:
    refusal = play(position({"iceland": {"normal": [1]}})).why_not(option)
    assert (refusal.reason, refusal.rule) == ("Click on a counter in Iceland that has not attacked yet.", "AW-ATK-01")


@rule("AW-ORD-02")
def test_another_area_waits_until_the_attacks_here_are_over() -> None:
    match = play(position({"iceland": {"normal": [1, 2]}, "mid_atlantic": {"normal": [3]}})).choose("by_area")
    refusal = match.choose("iceland").why_not("mid_atlantic")
    assert refusal.rule == "AW-ORD-02"
    assert refusal.reason == "The attacks in Iceland are being resolved; Mid-Atlantic has its own turn."


@rule("AW-AMB-38")
def test_attacks_can_be_closed_while_counters_have_yet_to_throw() -> None:
    match = play(position({"iceland": {"normal": [1, 2]}}, flying={"iceland": 1}), 5, *QUIET)
    match.choose(2).choose("done")
    assert (match.decision.key, match.state.tons) == ("tankers", 45_000)
    assert at_sea(match, "iceland") == {"normal": [1, 2]}
    assert told(match, "attacks_ended")[0].rule == "AW-AMB-38"


# Modifiers


@rule("AW-ATK-02")
@pytest.mark.parametrize(("square", "modifier"), [("aggressive", 2), ("normal", 0), ("shadow", -2)])
@pytest.mark.parametrize("ace", [False, True])
def test_the_square_and_the_ace_modify_the_die(square: str, modifier: int, ace: bool) -> None:
    match = attack("mid_atlantic", square, 3, aces=(1,) if ace else ())
    assert sums(match, "uboat_attack") == [3 + modifier + ace]


@rule("AW-ATK-02", "AW-ATK-05")
@pytest.mark.parametrize(("square", "modifier"), [("aggressive", 2), ("normal", 1), ("shadow", 3)])
@pytest.mark.parametrize("ace", [False, True])
def test_scatter_helps_a_normal_boat_by_one_and_a_shadow_boat_by_three(square: str, modifier: int, ace: bool) -> None:
    squares = {"aggressive": [1], "normal": [], "shadow": []}
    squares[square] = [*squares[square], 2]
    match = play(position({"mid_atlantic": squares}, aces=(2,) if ace else ()), 2, 3, *QUIET)
    match.choose(1).choose(2)
    assert sums(match, "uboat_attack") == [4, 3 + modifier + ace]


@rule("AW-ATK-02", "AW-CRD-02", "AW-CRD-05", "AW-CRD-01")
def test_all_modifiers_add_up() -> None:
    state = position(
        {"iceland": {"aggressive": [1, 2]}}, aces=(1,), hand=["wolfpack_tactics"], happy_hunting=["iceland"],
        reduced_routes=["iceland"],
    )  # fmt: skip
    match = play(state, 2).choose("wolfpack_tactics").choose(("happy_hunting", 1))
    assert sums(match, "uboat_attack") == [2 + 2 + 1 + 1 + 2 - 1]


@rule("AW-ATK-03")
def test_a_sum_over_ten_is_read_as_ten() -> None:
    state = position(
        {"newfoundland": {"aggressive": [1, 2]}}, aces=(1,), happy_hunting=["newfoundland"],
        options={"set_maximums": True},
    )  # fmt: skip
    match = play(state, 6).choose(("happy_hunting", 1))
    assert sums(match, "uboat_attack") == [11]
    assert (match.state.tons, match.state.ships) == (200_000, 33)


@rule("AW-ATK-03")
@pytest.mark.parametrize("die", [1, 2])
def test_a_sum_under_one_is_read_as_one_and_sinks_nothing(die: int) -> None:
    match = attack("newfoundland", "shadow", die)
    assert sums(match, "uboat_attack") == [die - 2]
    assert (match.state.tons, match.state.ships) == (0, 0)


@rule("AW-AMB-07")
def test_a_low_sum_is_raised_to_one_only_after_all_modifiers() -> None:
    match = attack("newfoundland", "shadow", 2, aces=(1,))
    assert sums(match, "uboat_attack") == [1]
    assert match.state.tons == 0


# Scatter


@rule("AW-ATK-04")
@pytest.mark.parametrize(
    ("square", "die", "scatters"),
    [
        ("aggressive", 1, False),  # 3
        ("aggressive", 2, True),  # 4
        ("aggressive", 3, False),  # 5
        ("aggressive", 4, True),  # 6
        ("aggressive", 5, False),  # 7
        ("aggressive", 6, False),  # 8
        ("normal", 1, False),
        ("normal", 2, True),
        ("normal", 4, False),
        ("normal", 6, False),
        ("shadow", 4, False),  # 2
        ("shadow", 6, False),  # 4
    ],
)
def test_which_results_scatter_the_shipping(square: str, die: int, scatters: bool) -> None:
    match = play(position({"iceland": {square: [1], "normal": [2] if square != "normal" else [1, 2]}}), die)
    match.choose(1)
    assert match.state.areas["iceland"].scatter == scatters
    assert len(told(match, "scatter")) == scatters


@rule("AW-ATK-04")
def test_a_modified_2_from_the_aggressive_square_scatters() -> None:
    state = position({"iceland": {"aggressive": [1, 2]}}, reduced_routes=["iceland"])
    match = play(state, 1).choose(1)
    assert (sums(match, "uboat_attack"), match.state.areas["iceland"].scatter) == ([2], True)


@rule("AW-ATK-04")
def test_scatter_serves_later_attackers_of_its_own_area_only() -> None:
    boats = {"iceland": {"aggressive": [1]}, "mid_atlantic": {"normal": [2]}}
    match = play(position(boats), 2, 3, *QUIET).choose("by_side").choose("iceland").choose(1).choose(2)
    assert sums(match, "uboat_attack") == [4, 3]


@rule("AW-ATK-04")
def test_scatter_goes_away_when_the_attacks_of_the_area_are_over() -> None:
    match = attack("iceland", "aggressive", 2)
    assert (len(told(match, "scatter")), match.state.areas["iceland"].scatter) == (1, False)


@rule("AW-ATK-05", "AW-AMB-05")
def test_condors_and_the_raider_have_no_use_for_scatter() -> None:
    state = position({"iceland": {"aggressive": [1]}}, raeder=True, raider="iceland", flying={"iceland": 1})
    match = play(state, 2, 5, 4, 6, *QUIET).choose(1).choose("condor").choose("raider")
    assert sums(match, "condor_attack") == [3]
    assert sums(match, "raider_attack") == [4]


@rule("AW-AMB-06")
def test_the_raider_scatters_with_a_2_and_a_condor_never() -> None:
    state = position({"iceland": {"shadow": [1]}}, raeder=True, raider="iceland", flying={"iceland": 1})
    match = play(state, 4, 2).choose("condor")
    assert (match.state.tons, match.state.areas["iceland"].scatter) == (7_500, False)
    match.choose("raider")
    assert match.state.areas["iceland"].scatter


# Limits


@rule("AW-LIM-01")
@pytest.mark.parametrize(
    ("escorts", "air", "limit"), [(0, 0, 100_000), (1, 0, 110_000), (0, 1, 110_000), (2, 3, 150_000)]
)
def test_the_limit_is_100000_and_10000_for_each_factor(escorts: int, air: int, limit: int) -> None:
    state = position(
        {"iceland": {"aggressive": [1, 2, 3]}}, ata=0, escorts={"iceland": escorts}, air={"iceland": air},
        sunk_in={"iceland": limit - 90_000},
    )  # fmt: skip
    match = play(state, 6, 6, *QUIET).choose(1)
    assert (match.state.tons, told(match, "limit_reached")) == (90_000, [])
    match.choose(2)
    assert (match.state.tons, match.state.areas["iceland"].tons) == (90_000, limit)
    assert told(match, "limit_reached")[0].rule == "AW-LIM-01"


@rule("AW-LIM-01")
def test_what_goes_beyond_the_limit_is_not_counted_and_other_areas_have_their_own() -> None:
    boats = {"iceland": {"aggressive": [1, 2]}, "mid_atlantic": {"aggressive": [3]}}
    match = play(position(boats), 6, 5, 6, *QUIET).choose("by_side").choose("iceland").choose(1).choose(2).choose(3)
    assert match.state.areas["iceland"].tons == 100_000
    assert (match.state.tons, match.state.ships) == (190_000, 15 + 2 + 15)
    assert match.state.uboat_tons == 190_000


@rule("AW-LIM-01")
def test_condors_and_the_raider_share_the_limit() -> None:
    state = position(pens=[1], raeder=True, raider="iceland", flying={"iceland": 1}, sunk_in={"iceland": 90_000})
    match = play(state, 6, 6, 6, *QUIET).choose("raider").choose("condor")
    assert match.state.tons == 10_000


@rule("AW-AMB-09")
def test_a_convoy_does_not_raise_the_limit() -> None:
    boats = {"north_atlantic": {"normal": [1, 2]}}
    state = position(boats, convoys=4, sunk_in={"north_atlantic": 50_000})
    match = play(state, 5).choose(1)
    assert match.state.tons == 50_000


@rule("AW-AMB-11")
@pytest.mark.parametrize(
    ("area", "room", "die", "tons", "ships"),
    [
        ("iceland", 10_000, 6, 10_000, 2),
        ("iceland", 9_000, 6, 9_000, 1),
        ("iceland", 9_001, 6, 9_001, 2),
        ("iceland", 2_999, 6, 2_999, 0),
        ("iceland", 90_000, 6, 90_000, 15),
        ("newfoundland", 50_000, 6, 50_000, 8),
        ("newfoundland", 100_000, 6, 100_000, 16),
        ("newfoundland", 100_000, 4, 100_000, 16),
        ("newfoundland", 75_000, 6, 75_000, 12),
        ("iceland", 0, 6, 0, 0),
    ],
)
def test_ships_of_a_cut_result(area: str, room: int, die: int, tons: int, ships: int) -> None:
    match = attack(area, "aggressive", die, sunk_in={area: 100_000 - room})
    assert (match.state.tons, match.state.ships) == (tons, ships)


@rule("AW-AMB-11")
def test_outside_the_north_a_result_cut_to_100000_is_17_ships() -> None:
    match = attack("iceland", "aggressive", 6, aces=(1,))
    assert (match.state.tons, match.state.ships) == (100_000, 17)


# Convoys


@rule("AW-ATK-06", "AW-AMB-08")
@pytest.mark.parametrize(("die", "sunk"), [(4, 0), (5, 1), (6, 0)])
def test_a_sum_of_exactly_seven_sinks_a_convoy(die: int, sunk: int) -> None:
    match = play(position({"north_atlantic": {"aggressive": [1, 2]}}, convoys=2), die).choose(1)
    assert match.state.convoys == 2 - sunk
    assert (match.state.tons, match.state.ships) == (100_000 + 50_000 * sunk, 16 + 8 * sunk)
    assert match.state.uboat_tons == match.state.tons
    assert [entry.rule for entry in told(match, "convoy_sunk")] == ["AW-ATK-06"] * sunk


@rule("AW-ATK-06", "AW-LIM-01")
def test_the_convoy_bonus_lies_outside_the_limit() -> None:
    state = position({"north_atlantic": {"aggressive": [1, 2]}}, convoys=1, sunk_in={"north_atlantic": 100_000})
    match = play(state, 5).choose(1)
    assert (match.state.tons, match.state.ships) == (50_000, 8)
    assert match.state.areas["north_atlantic"].tons == 100_000


@rule("AW-ATK-06")
def test_a_second_seven_in_a_turn_scores_its_ordinary_tons_alone() -> None:
    state = position({"north_atlantic": {"aggressive": [1, 2, 3]}}, convoys=2, options={"open_north_atlantic": True})
    match = play(state, 5, 5).choose(1).choose(2)
    assert (match.state.convoys, match.state.tons) == (1, 125_000 + 50_000 + 125_000)


@rule("AW-AMB-30")
def test_a_seven_that_sinks_no_convoy_does_not_use_up_the_one_of_the_turn() -> None:
    boats = {"newfoundland": {"aggressive": [1]}, "north_atlantic": {"aggressive": [2, 3]}}
    match = play(position(boats, convoys=1), 5, 5).choose("by_area").choose("newfoundland").choose(1)
    assert (match.state.convoys, match.state.tons) == (1, 100_000)
    match.choose(2)
    assert (match.state.convoys, match.state.tons) == (0, 250_000)


@rule("AW-AMB-30", "AW-ATK-06")
def test_a_seven_without_a_convoy_is_an_ordinary_result() -> None:
    match = attack("north_atlantic", "aggressive", 5)
    assert (match.state.tons, match.state.convoy_sunk) == (100_000, False)


@rule("AW-CVY-01", "AW-ATK-06")
def test_a_new_turn_may_sink_a_convoy_again() -> None:
    assert not play(position(phase="clean_up", convoys=2, convoy_sunk=True)).state.convoy_sunk


# Aces who hold back


@rule("AW-ACE-03", "AW-ATK-06")
def test_an_ace_may_leave_his_bonus_where_a_lower_roll_is_likelier_to_sink_a_convoy() -> None:
    boats = {"north_atlantic": {"aggressive": [1], "shadow": [2]}}
    state = position(boats, aces=[1], convoys=1, hand=["wolfpack_tactics"], options={"german_torpedoes": True})
    match = play(state, 1).choose("wolfpack_tactics")  # +2 square, +1 torpedoes, +1 pack, +1 Ace
    assert ("hold_back", 1) not in match.decision.options  # a 7 comes with one face in six, with or without
    state = position(
        {"north_atlantic": {"aggressive": [1], "shadow": [2]}}, aces=[1], convoys=1,
        options={"german_torpedoes": True}, happy_hunting=["north_atlantic"],
    )  # fmt: skip
    state.areas["north_atlantic"].wolfpacks = 3
    match = play(state, 1)  # 6 without the Ace: a 1 makes 7; with him no face does
    assert ("hold_back", 1) in match.decision.options
    assert match.describe(("hold_back", 1)).label == "U-boat 1, an Ace, aggressive, without the Ace's 1"
    match.choose(("hold_back", 1))
    assert (sums(match, "uboat_attack"), len(told(match, "convoy_sunk"))) == ([7], 1)


@rule("AW-ACE-03", "AW-ATK-04")
def test_an_ace_may_leave_his_bonus_where_a_lower_roll_is_likelier_to_scatter() -> None:
    match = play(position({"iceland": {"normal": [1], "shadow": [2]}}, aces=[1]), 2)
    assert ("hold_back", 1) not in match.decision.options  # a 2 scatters from the normal square: one face each way
    state = position({"iceland": {"normal": [1], "shadow": [2]}}, aces=[1], options={"german_torpedoes": True})
    match = play(state, 1)  # 1 + 1 scatters; with the Ace no roll is below 3
    assert ("hold_back", 1) in match.decision.options
    match.choose(("hold_back", 1))
    assert (sums(match, "uboat_attack"), len(told(match, "scatter"))) == ([2], 1)


@rule("AW-ACE-03")
def test_nobody_is_asked_to_hold_back_where_it_is_of_no_use() -> None:
    alone = position({"iceland": {"normal": [1]}}, aces=[1], options={"german_torpedoes": True})
    scattered = position({"iceland": {"normal": [1], "shadow": [2]}}, aces=[1], options={"german_torpedoes": True})
    scattered.areas["iceland"].scatter = True
    for state in (alone, scattered):
        match = play(state, 3)
        assert not [option for option in match.decision.options if isinstance(option, tuple)]
        refusal = match.why_not(("hold_back", 1))
        assert refusal
        assert refusal.rule == "AW-ACE-03"
