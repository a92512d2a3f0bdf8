"""The worked examples of the Atlantic Wolves rule text, played with their own dice and cards."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from tests.games.atlantic_wolves.builder import at_sea, in_pens, play, position, sums, told
from tests.rules import rule


def choose(match: Match[State], *options: Any) -> Match[State]:
    """Decide one thing after the other."""
    for option in options:
        match.choose(option)
    return match


def sunk(match: Match[State]) -> list[tuple[int, int]]:
    """Tons and ships of each attack, in the order of the log."""
    return [(entry.about["tons"], entry.about["ships"]) for entry in told(match, "ships_sunk")]


# Section 4


@rule("AW-VIC-01")
def test_three_of_six_boats_lost_in_the_first_month_lose_the_game() -> None:
    boats = {"iceland": {"aggressive": [1, 2, 3], "normal": [4, 5, 6]}}
    # Crowding gives +3, then +2, then +1; each of the three Escorts hits, and each Hit sinks an aggressive boat.
    state = position(boats, escorts={"iceland": 3}, ata=2)
    match = choose(play(state, 5, 2, 4, 2, 5, 2), 1, 2)
    assert sums(match, "escort_asw") == [8, 6, 6]
    assert match.result is not None
    assert (match.result.winner, match.result.rule) == ("allied", "AW-VIC-01")


# Section 8


def placement_example() -> Match[State]:
    """ATA 2: Escorts by card 34, then eight boats and two Condors, then Air Patrols by card 39."""
    match = play(position(pens=range(1, 9), phase="allotment_and_placement", ata=2), 34, 39)
    return choose(
        match,
        ("african_coast", "aggressive"),
        ("eastern_seaboard", "aggressive"),
        ("mid_atlantic", "aggressive"),
        ("mid_atlantic", "shadow"),
        ("bay_of_biscay", "normal"),
        ("iceland", "normal"),
        ("iceland", "normal"),
        ("north_atlantic", "shadow"),
        (1, 1),
    )


@rule("AW-ALL-01", "AW-ALL-02", "AW-PLC-01", "AW-PLC-02")
def test_the_example_of_allotment_and_placement() -> None:
    match = placement_example()
    areas = match.state.areas
    assert {name: area.escorts for name, area in areas.items() if area.escorts} == {
        "bay_of_biscay": 2, "iceland": 1, "north_atlantic": 3, "newfoundland": 3,
    }  # fmt: skip
    assert {name: area.air for name, area in areas.items() if area.air} == {
        "bay_of_biscay": 2, "eastern_seaboard": 1, "iceland": 5, "north_atlantic": 8, "newfoundland": 4,
    }  # fmt: skip
    assert at_sea(match, "mid_atlantic") == {"aggressive": [3], "shadow": [4]}
    assert at_sea(match, "iceland") == {"normal": [6, 7]}
    assert (areas["iceland"].condors, areas["bay_of_biscay"].condors) == (1, 1)
    assert in_pens(match) == []
    assert [entry.key for entry in match.log() if entry.kind == "roll"] == ["escort_card", "air_card"]


def limits(match: Match[State]) -> dict[str, int]:
    """The tonnage limit of each area in thousands, as the player sees it."""
    facts = [fact for fact in match.view("german").facts if fact.name == "Limit"]
    return {fact.about: fact.level[1] // 1000 for fact in facts if fact.about and fact.level}


@rule("AW-LIM-01")
def test_the_limits_that_follow_from_the_example_of_placement() -> None:
    assert limits(placement_example()) == {
        "african_coast": 100, "bay_of_biscay": 140, "eastern_seaboard": 110, "iceland": 160,
        "mid_atlantic": 100, "newfoundland": 170, "north_atlantic": 210,
    }  # fmt: skip


# Section 9


@pytest.mark.parametrize("by", ["by_area", "by_side"])
@rule("AW-ORD-01", "AW-ORD-02")
def test_in_order_a_each_areas_attacks_come_before_its_asw_whether_by_area_or_by_side(by: str) -> None:
    boats = {"iceland": {"normal": [1]}, "bay_of_biscay": {"normal": [2]}, "north_atlantic": {"normal": [3]}}
    one_escort = dict.fromkeys(boats, 1)
    match = play(position(boats, pens=[4, 5, 6, 7], escorts=one_escort), *([1] * 6), 3, 9)
    match.choose(by)
    while match.decision and match.decision.key in ("next_area", "next_attack"):
        match.pick(0)
    rolls = [(entry.key, entry.about["area"]) for entry in match.log() if entry.key in ("uboat_attack", "escort_asw")]
    for area in boats:
        assert rolls.index(("uboat_attack", area)) < rolls.index(("escort_asw", area))
    kinds = [kind for kind, _ in rolls]
    if by == "by_side":
        assert kinds == ["uboat_attack"] * 3 + ["escort_asw"] * 3
    else:
        assert kinds == ["uboat_attack", "escort_asw"] * 3


@rule("AW-LIM-01")
def test_two_escorts_and_three_air_factors_make_a_limit_of_150000() -> None:
    state = position({"iceland": {"normal": [1]}}, pens=[2, 3], escorts={"iceland": 2}, air={"iceland": 3})
    assert limits(play(state))["iceland"] == 150


@pytest.mark.parametrize(
    ("square", "scattered", "modifier"),
    [
        ("aggressive", False, 2),
        ("aggressive", True, 2),
        ("normal", False, 0),
        ("normal", True, 1),
        ("shadow", False, -2),
        ("shadow", True, 3),
    ],
)
@rule("AW-ATK-02", "AW-ATK-05")
def test_the_examples_of_attack_modifiers(square: str, scattered: bool, modifier: int) -> None:
    state = position({"newfoundland": {square: [1, 2]}})
    state.areas["newfoundland"].scatter = scattered
    match = play(state, 3).choose(1)
    assert sums(match, "uboat_attack") == [3 + modifier]


@rule("AW-ATK-01", "AW-ATK-04", "AW-ATK-05", "AW-LIM-01", "AW-CRD-08", "AW-AMB-05", "AW-AMB-12", "AW-AMB-29")
def test_the_example_of_attacks_in_order_c_sinks_450000_tons_and_74_ships() -> None:
    boats = {
        "bay_of_biscay": {"normal": [1]},
        "mid_atlantic": {"normal": [2]},
        "iceland": {"shadow": [3]},
        "newfoundland": {"aggressive": [4], "normal": [5]},
        "north_atlantic": {"aggressive": [6, 7]},
    }
    # ASW comes first in order C and finds nothing: 8 factors in Newfoundland and 10 in the North Atlantic
    # are what the example's tonnage implies.
    state = position(
        boats,
        pens=range(8, 16),
        ata=6,
        escorts={"newfoundland": 4, "north_atlantic": 4},
        air={"newfoundland": 4, "north_atlantic": 6},
        flying={"iceland": 1, "bay_of_biscay": 1},
        hand=["feder_apparate"],
    )
    nothing = [1] * 18
    attacks = [4, 2, 3, 6, 4, 2, 6, 1, 6, 6]
    match = play(state, *nothing, *attacks, 3, 9)
    choose(match, "by_side", "newfoundland")  # Escorts; the North Atlantic is left
    choose(match, "newfoundland")  # Air; the North Atlantic is left
    choose(match, "mid_atlantic", 2, "let_it_stand")
    choose(match, "bay_of_biscay", 1, "let_it_stand", "condor")
    choose(match, "iceland", 3, "let_it_stand", "condor")
    choose(match, "newfoundland", 4, "let_it_stand", 5, "let_it_stand")
    choose(match, 6, "feder_apparate", 7)
    assert sunk(match) == [
        (30_000, 5),
        (7_500, 1), (0, 0),
        (30_000, 5), (7_500, 1),
        (50_000, 8), (125_000, 21),
        (150_000, 25), (50_000, 8),
    ]  # fmt: skip
    assert (match.state.tons, match.state.ships) == (450_000, 74)
    assert [entry.about["area"] for entry in told(match, "scatter")] == ["bay_of_biscay", "newfoundland"]
    assert match.state.hand == []


@rule("AW-ASW-01", "AW-ASW-02", "AW-ASW-03", "AW-ASW-04", "AW-HIT-01")
def test_the_example_of_asw_in_newfoundland() -> None:
    boats = {"newfoundland": {"aggressive": [1, 2], "normal": [3]}}
    state = position(boats, pens=range(4, 10), escorts={"newfoundland": 2}, air={"newfoundland": 5})
    match = play(state, 1, 1, 1, 2, 6, 1, 2, 6, 2, 3, 4, 3, 9)
    choose(match, 1, 2, 3)  # the attacks of order A, which sink little
    assert match.decision is not None
    assert match.decision.key == "send_back"
    assert sums(match, "escort_asw") == [3, 7]
    choose(match, 1)
    assert sums(match, "air_asw") == [1, 2, 6, 3, 4]
    assert at_sea(match, "newfoundland") == {"normal": [3]}
    assert (in_pens(match)[0], match.state.reserve[-1], match.state.sunk) == (1, 2, 1)


@rule("AW-ASW-03")
def test_with_three_boats_in_the_aggressive_square_the_escorts_have_plus_two() -> None:
    boats = {"newfoundland": {"aggressive": [1, 2, 3]}}
    match = play(position(boats, pens=range(4, 10), escorts={"newfoundland": 1}), 1, 1, 1, 3, 3, 9)
    choose(match, 1, 2, 3)
    assert sums(match, "escort_asw") == [5]


# Sections 11 to 13


@pytest.mark.parametrize(
    ("doenitz", "raeder", "built"), [("pens", False, 2), ("hq", False, 3), ("hq", True, 2), ("pens", True, 2)]
)
@rule("AW-PRO-01", "AW-STR-02")
def test_a_card_with_two_boats(doenitz: str, raeder: bool, built: int) -> None:
    match = play(position(phase="uboat_production", doenitz=doenitz, raeder=raeder), 1, 1, 1)
    assert match.decision is not None
    assert match.decision.options == tuple(range(built + 1))
    match.choose(0)
    assert len(match.state.pens) == 6 + built


@pytest.mark.parametrize("doenitz", ["pens", "hq"])
@rule("AW-PRO-01", "AW-AMB-16")
def test_a_blank_production_card_brings_nothing_wherever_doenitz_is(doenitz: str) -> None:
    match = play(position(phase="uboat_production", doenitz=doenitz), 2, 1, 1)
    assert len(match.state.pens) == 6
    assert match.decision is not None
    assert match.decision.key == "place_doenitz"


@pytest.mark.parametrize(("tankers", "boats"), [(0, 8), (1, 7), (2, 6)])
@rule("AW-TNK-01")
def test_of_two_produced_counters_none_one_or_both_may_be_tankers(tankers: int, boats: int) -> None:
    match = play(position(phase="uboat_production"), 1, 1, 1).choose(tankers)
    assert (match.state.tankers, len(match.state.pens)) == (tankers, boats)


@rule("AW-ACE-01", "AW-ACE-02")
def test_385000_tons_and_a_four_make_u_boat_5_an_ace() -> None:
    match = play(position(phase="ace_determination", uboat_tons=385_000), 4, 1)
    assert sums(match, "ace_roll") == [7]
    match.choose(5)
    assert [boat.number for boat in match.state.pens if boat.ace] == [5]


@pytest.mark.parametrize(("second", "convoys"), [(1, 0), (2, 0), (3, 1), (4, 1), (5, 1), (6, 1)])
@rule("AW-CVB-01", "AW-CVB-02", "AW-AMB-26")
def test_the_example_of_the_convoy_bonus_in_january_1943(second: int, convoys: int) -> None:
    # Four boats were placed; one was sunk and one went back to the Pens.
    boats = {"north_atlantic": {"aggressive": [1], "shadow": [2]}}
    state = position(boats, pens=range(3, 10), phase="convoy_bonus_placement", turn=6, tally=[0] * 5)
    match = play(state, 2, second)
    assert match.state.convoys == convoys
    assert sums(match, "convoy_bonus") == [4]


# Section 17


@pytest.mark.parametrize(("dice", "tons", "ships"), [((3, 4), 332_000, 1), ((4, 4), 333_000, 2)])
@rule("AW-OPT-03")
def test_mines_add_seven_thousand_tons_and_a_ship(dice: tuple[int, int], tons: int, ships: int) -> None:
    state = position(options={"mines": True}, tons=325_000, ships=54, uboat_tons=325_000)
    match = play(state, *dice, 3, 9)
    assert (match.state.tons, match.state.ships, match.state.uboat_tons) == (tons, 54 + ships, 325_000)


@rule("AW-OPT-04")
def test_two_lost_counters_with_a_three_and_a_five_are_eleven_boats() -> None:
    boats = {"iceland": {"aggressive": [1, 2]}}
    state = position(boats, pens=range(3, 9), ata=2, escorts={"iceland": 2}, options={"variable_strength": True})
    match = play(state, 5, 2, 3, 6, 2, 5, 3, 9).choose(1)
    assert (match.state.boats_lost, match.state.sunk) == (11, 2)


@rule("AW-OPT-02")
def test_rudeltaktik_remains_when_both_aggressive_boats_are_sunk_before_the_attacks() -> None:
    state = position(pens=range(1, 10), phase="allotment_and_placement", ata=2, options={"rudeltaktik": True}, fleet=9)
    escorts, air = 13, 6  # two Escorts and three Air factors in Iceland
    match = play(state, escorts, air, 5, 2, 6, 2, 1, 5, 2, 1, 1, 1, 3, 9)
    choose(match, ("iceland", "aggressive"), ("iceland", "aggressive"), ("iceland", "normal"), ("iceland", "shadow"))
    choose(match, *["pens"] * 5, (0, 0), 1)
    assert at_sea(match, "iceland") == {"normal": [3], "shadow": [4]}
    choose(match, 3, "rudeltaktik", 5, 4)
    assert sunk(match) == [(45_000, 7), (0, 0)]


@rule("AW-OPT-08", "AW-AMB-30")
def test_with_aces_vs_convoys_an_ace_sinks_a_second_convoy() -> None:
    boats = {"north_atlantic": {"aggressive": [1, 2]}}
    state = position(
        boats, pens=range(3, 9), aces=[2], convoys=2, air={"north_atlantic": 15}, options={"aces_vs_convoys": True}
    )
    match = play(state, 5, 4, *[1] * 15, 3, 9)
    choose(match, 1, 2)
    assert [(entry.about["tons"], entry.about["ships"]) for entry in told(match, "convoy_sunk")] == [(50_000, 8)] * 2
    assert match.state.convoys == 0
    assert match.state.tons == 2 * 125_000 + 2 * 50_000


# The Hit Table's own notes


@rule("AW-HIT-02")
def test_a_hit_that_fits_nobody_has_no_effect_and_a_one_may_send_the_shadow_boat_back() -> None:
    boats = {"iceland": {"normal": [1], "shadow": [2]}}
    state = position(boats, pens=range(3, 9), ata=2, escorts={"iceland": 2})
    match = play(state, 6, 2, 6, 1)
    assert len(told(match, "nobody_fits")) == 1
    assert match.decision is not None
    assert (match.decision.key, match.decision.options) == ("send_back", (1, 2))
    match.choose(2)
    assert at_sea(match, "iceland") == {"normal": [1]}
    assert 2 in in_pens(match)


# Section 18: the sample turn


def sample_turn(**options: bool) -> Match[State]:
    """October 1942 as printed, up to the question where Dönitz spends November."""
    state = position(
        pens=range(1, 10), aces=[1], phase="strategic", turn=3, ata=2, tankers=1, hand=["feder_apparate"],
        tally=[300_000, 300_000], doenitz="hq", options=options,
    )  # fmt: skip
    dice = [
        2, 14, 8,  # event, Escorts, Air Patrols
        3, 4, 6, 5, 5,  # Escort ASW: Eastern Seaboard; North Atlantic with a Hit and its roll
        3, 4, 4, 5, 6, 5, 2, 2, 2, 1, 6,  # attacks, one of them rolled again
        6, 6, 5, 3, 1, 6, 1, 3, 4, 6, 4,  # Air ASW: Eastern Seaboard; Iceland until no boat is left
        2, 6, 5, 1, 2,  # Air ASW: North Atlantic
        15, 11, 2, 5, 3,  # technology, production, Ace, Convoy bonus
    ]  # fmt: skip
    match = play(state, *dice)
    stand = "let_it_stand"
    choose(match, "pens", ("eastern_seaboard", "shadow"), *[("african_coast", "aggressive")] * 2)
    choose(match, ("iceland", "normal"), ("iceland", "shadow"))
    choose(match, *[("north_atlantic", "aggressive")] * 2, *[("north_atlantic", "normal")] * 2, (1, 1))
    choose(match, "by_side", "eastern_seaboard", "refuel", 8)
    choose(match, "iceland", "condor", 4, stand, 5, stand)
    choose(match, "bay_of_biscay", "condor")
    choose(match, "african_coast", 2, stand, 3, stand)
    choose(match, "eastern_seaboard", 1, stand)
    choose(match, 6, stand, 7, "feder_apparate", 9)
    assert match.state.hand == []
    choose(match, "eastern_seaboard", "iceland", 5, 6)
    return match.choose(0)


@rule("AW-LIM-01", "AW-AMB-08", "AW-AMB-09", "AW-AMB-10", "AW-AMB-11", "AW-TAL-01", "AW-SEQ-01")
def test_the_sample_turn_by_the_rules_sinks_372500_tons_and_61_ships() -> None:
    match = sample_turn()
    assert sunk(match) == [
        (0, 0), (30_000, 5), (7_500, 1),
        (15_000, 2),
        (90_000, 15), (10_000, 2),
        (0, 0),
        (50_000, 8), (25_000, 4), (95_000, 16),
    ]  # fmt: skip
    month = match.state.tally[-1]
    assert (month.tons, month.ships, month.operational, month.lost) == (372_500, 61, 40, 10)
    assert sums(match, "ace_roll") == [5]


@rule("AW-OPT-16", "AW-AMB-10")
def test_the_sample_turn_as_printed_sinks_402500_tons_and_66_ships() -> None:
    match = sample_turn(open_north_atlantic=True)
    assert sunk(match)[-1] == (125_000, 21)
    month = match.state.tally[-1]
    assert (month.tons, month.ships, month.operational, month.lost) == (402_500, 66, 40, 10)


@rule("AW-TNK-02", "AW-ACE-03", "AW-ATK-06", "AW-ASW-05", "AW-ATA-01", "AW-PRO-01", "AW-CVB-02", "AW-AMB-07")
def test_the_rest_of_the_sample_turn() -> None:
    match = sample_turn()
    state = match.state
    assert len(told(match, "tanker_helps")) == 1
    assert sums(match, "escort_asw") == [3, 5, 7, 6]
    assert sums(match, "air_asw") == [6, 3, 1, 6, 3, 4, 6, 3, 7, 5, 1, 2]
    assert sums(match, "uboat_attack") == [4, 2, 8, 7, 1, 4, 4, 3, 7]
    assert [entry.about["what"].number for entry in told(match, "boat_sunk")] == [8, 4]
    assert [entry.about["what"].number for entry in told(match, "sent_back")] == [1, 5, 6]
    assert [boat.number for boat in state.pens] == [1, 2, 3, 5, 6, 7, 9, 10]
    assert len(told(match, "convoy_sunk")) == 1
    assert (state.ata, state.convoys, state.turn, state.aces) == (3, 1, 4, 1)
    assert match.decision is not None
    assert match.decision.prompt == "Where does Dönitz spend November 1942?"


@rule("AW-AMB-08")
def test_the_convoy_of_the_sample_turn_counts_for_the_ace_roll() -> None:
    ruled, printed = sample_turn(), sample_turn(open_north_atlantic=True)
    # 357,500 by the rules and 387,500 as printed both give +3.
    for match in (ruled, printed):
        (roll,) = told(match, "ace_roll")
        assert roll.text == "A new Ace is looked for: 2 +3 tons sunk by U-boats = 5"
