"""What follows the attacks: technology, production, Aces, Convoys, clean-up (sections 10 to 15)."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_wolves.state import Boat, Held
from flagplot.games.atlantic_wolves.tables import CARDS
from tests.games.atlantic_wolves.builder import UNEVENTFUL, at_sea, in_pens, play, position, sums, told
from tests.rules import rule

PLAIN = {"Ultra": 5, "HF/DF": 15, "ASW": 6, "Radar": 11}
PLUS = {"Ultra+": 21, "HF/DF+": 14, "ASW+": 19, "Radar+": 12}


# Allied technology


@rule("AW-ATA-01")
@pytest.mark.parametrize(
    ("label", "card", "doenitz", "rise"),
    [(label, card, doenitz, 1) for label, card in PLAIN.items() for doenitz in ("hq", "pens")]
    + [(label, card, "hq", 1) for label, card in PLUS.items()]
    + [(label, card, "pens", 0) for label, card in PLUS.items()]
    + [("", 3, "hq", 0), ("", 3, "pens", 0)],
)
def test_the_ata_draw(label: str, card: int, doenitz: str, rise: int) -> None:
    assert CARDS[card].ata == label
    match = play(position(phase="ata", ata=4, doenitz=doenitz), card, 9)
    assert match.state.ata == 4 + rise
    assert len(told(match, "ata_rises")) == rise
    assert [entry.about["label"] for entry in told(match, "ata_held")] == [label or "blank"] * (1 - rise)


@rule("AW-ATA-01")
def test_no_card_brings_the_ata_down() -> None:
    for card in CARDS:
        production = 9 if card != 9 else 1
        assert play(position(phase="ata", ata=4), card, production).state.ata >= 4


@rule("AW-ATA-02", "AW-AMB-19", "AW-AMB-26")
@pytest.mark.parametrize(
    ("turn", "convoys", "alarmed", "rise"),
    [
        (5, 3, False, 0),
        (6, 3, False, 3),
        (9, 3, False, 3),
        (6, 2, False, 0),
        (6, 3, True, 0),
    ],
)
def test_three_convoys_at_the_close_of_a_turn_of_1943_raise_the_ata_by_three_once(
    turn: int, convoys: int, alarmed: bool, rise: int
) -> None:
    match = play(position(phase="clean_up", turn=turn, convoys=convoys, ata=2, lifeline_alarm=alarmed))
    assert match.state.ata == 2 + rise
    assert match.state.lifeline_alarm == (alarmed or rise == 3)
    assert len(told(match, "convoy_alarm")) == (rise == 3)


@rule("AW-AMB-19")
def test_three_convoys_in_december_1942_leave_the_jump_for_january() -> None:
    state = position(phase="clean_up", turn=5, convoys=3, ata=6, pens=[1])
    match = play(state, 4, 34, 39, 3, 26, *UNEVENTFUL)
    assert (match.state.turn, match.state.ata) == (6, 6)
    match.choose("hq").choose("pens").choose((0, 0))
    assert (match.state.turn, match.state.ata) == (7, 9)


# Production


@rule("AW-PRO-01")
def test_a_production_card_may_show_none_to_three_boats() -> None:
    assert {card.production for card in CARDS.values()} == {0, 1, 2, 3}


@rule("AW-PRO-02")
def test_new_boats_come_after_the_battle_and_sail_from_the_next_turn_on() -> None:
    state = position(phase="uboat_production", pens=[1], ata=6, turn=3)
    match = play(state, 11, *UNEVENTFUL, 4, 5, 6).choose(0)
    assert match.state.pens == [Boat(1), Boat(2, built=3)]
    match.choose("hq").choose("pens").choose(("iceland", "aggressive"))
    assert at_sea(match, "iceland") == {"aggressive": [2]}


@rule("AW-PRO-02")
def test_a_new_boat_attacks_like_any_other() -> None:
    match = play(position({"iceland": {"normal": [1, 2]}}, built={1: 1}, turn=2, maiden={1: 2}), 4).choose(1)
    assert sums(match, "uboat_attack") == [4]


@rule("AW-PRO-02")
def test_the_counters_of_sunk_boats_can_come_back() -> None:
    state = position({"iceland": {"normal": [1]}}, pens=range(2, 21), ata=2, escorts={"iceland": 1}, aces=(1,))
    match = play(state, 6, 4, 1, 3, 11, *UNEVENTFUL)
    assert match.state.reserve == [1]
    match.choose(0)
    assert match.state.pens[0] == Boat(1, ace=False, built=1)


@rule("AW-AMB-37", "AW-CMP-02")
def test_boats_beyond_the_twentieth_are_lost_and_not_owed() -> None:
    state = position(phase="uboat_production", pens=range(1, 20))
    match = play(state, 13, *UNEVENTFUL).choose(0)
    assert in_pens(match) == list(range(1, 21))
    assert len(told(match, "boat_added")) == 1
    assert [entry.rule for entry in told(match, "none_left")] == ["AW-AMB-37"] * 2


# Tankers


@rule("AW-TNK-01")
@pytest.mark.parametrize(("tankers", "boats"), [(0, 8), (1, 7), (2, 6)])
def test_each_boat_produced_may_be_a_tanker_instead(tankers: int, boats: int) -> None:
    match = play(position(phase="uboat_production"), 9, *UNEVENTFUL)
    assert match.decision.options == (0, 1, 2)
    match.choose(tankers)
    assert (match.state.tankers, len(match.state.pens)) == (tankers, boats)


@rule("AW-TNK-01")
def test_you_cannot_take_more_tankers_than_boats_produced_or_counters_left() -> None:
    refusal = play(position(phase="uboat_production"), 9).why_not(3)
    assert (refusal.reason, refusal.rule) == ("Produced: 2 counters; left in the box: 4 tankers.", "AW-TNK-01")
    match = play(position(phase="uboat_production", tankers=3), 13)
    assert match.decision.options == (0, 1)
    assert match.why_not(2).reason == "Produced: 3 counters; left in the box: 1 tanker."


@rule("AW-TNK-01")
def test_tankers_stay_in_the_refueling_box_for_the_rest_of_the_game() -> None:
    match = play(position(phase="clean_up", tankers=2, escorts={"iceland": 4}))
    assert match.state.tankers == 2


# Aces


@rule("AW-ACE-01")
@pytest.mark.parametrize(
    ("tons", "modifier"),
    [
        (0, 0),
        (99_999, 0),
        (100_000, 1),
        (199_999, 1),
        (200_000, 2),
        (385_000, 3),
        (399_999, 3),
        (400_000, 4),
        (900_000, 4),
    ],
)
def test_the_ace_die_has_one_for_every_full_100000_tons_up_to_four(tons: int, modifier: int) -> None:
    match = play(position(phase="ace_determination", tons=tons, uboat_tons=tons), 1, 1)
    assert sums(match, "ace_roll") == [1 + modifier]


@rule("AW-ACE-01")
@pytest.mark.parametrize(
    ("die", "tons", "made"), [(6, 0, False), (6, 100_000, True), (3, 385_000, False), (4, 385_000, True)]
)
def test_a_seven_makes_an_ace(die: int, tons: int, made: bool) -> None:
    match = play(position(phase="ace_determination", uboat_tons=tons), die, 1)
    assert (match.decision.key == "make_ace") == made


@rule("AW-ACE-01")
def test_tons_of_condors_and_the_raider_do_not_make_an_ace() -> None:
    state = position(pens=[1], raeder=True, raider="iceland", flying={"iceland": 1})
    match = play(state, 6, 6, 6, 3, 26, *UNEVENTFUL).choose("raider").choose("condor")
    assert match.state.tally[0].tons == 90_000
    assert sums(match, "ace_roll") == [1]


@rule("AW-ACE-02")
def test_the_marker_goes_to_any_boat_that_has_none() -> None:
    boats = {"iceland": {"normal": [2]}, "mid_atlantic": {"shadow": [5]}}
    state = position(boats, pens=[3, 1], phase="ace_determination", aces=(3,), uboat_tons=400_000)
    match = play(state, 6, 1)
    assert match.decision.options == (1, 2, 5)
    refusal = match.why_not(3)
    assert (refusal.reason, refusal.rule) == ("U-boat 3 has an Ace already.", "AW-ACE-02")
    assert match.why_not(9).reason == "U-boat 9 is not in play."
    match.choose(5)
    assert [boat.number for boat in match.state.pens if boat.ace] == [3, 5]
    assert told(match, "ace_made")[0].text == "The captain of U-boat 5 is an Ace."
    assert match.state.aces == 2


@rule("AW-ACE-02")
def test_an_ace_keeps_his_marker_from_turn_to_turn() -> None:
    match = play(position({"iceland": {"normal": [2]}}, phase="clean_up", aces=(2,)))
    assert match.state.pens == [Boat(2, ace=True)]


@rule("AW-ACE-02")
@pytest.mark.parametrize(("created", "made"), [(3, True), (4, False)])
def test_four_aces_can_appear_in_a_game_sunk_ones_included(created: int, made: bool) -> None:
    state = position(phase="ace_determination", aces=(), uboat_tons=400_000)
    state.aces = created
    match = play(state, 6, 1)
    assert (match.decision.key == "make_ace") == made


@rule("AW-ACE-02")
def test_no_ace_is_made_where_every_boat_has_one() -> None:
    match = play(position(phase="ace_determination", pens=[1], aces=(1,), uboat_tons=400_000), 6, 1)
    assert (match.decision.key, match.state.aces) == ("place_doenitz", 1)


# Convoy bonus


@rule("AW-CVB-01")
@pytest.mark.parametrize(
    ("turn", "die", "result"),
    [(turn, die, result) for turn in (1, 5) for die, result in enumerate(["-", "-", "-", "PC", "PC", "PC"], 1)]
    + [(turn, die, result) for turn in (6, 10) for die, result in enumerate(["-", "PC", "PC", "PC", "C", "C"], 1)],
)
def test_the_bonus_convoy_table(turn: int, die: int, result: str) -> None:
    match = play(position(phase="convoy_bonus_placement", turn=turn, tally=[0] * (turn - 1)), die, 6)
    assert sums(match, "convoy_bonus") == [die + (2 if turn >= 6 else 0)]
    assert len(told(match, "possible_convoy")) == (result == "PC")
    assert match.state.convoys == (result != "-")


@rule("AW-CVB-02", "AW-AMB-26")
@pytest.mark.parametrize(("die", "convoys"), [(1, 0), (2, 0), (3, 1), (6, 1)])
def test_a_possible_convoy_needs_a_die_above_the_boats_in_the_north_atlantic(die: int, convoys: int) -> None:
    boats = {"north_atlantic": {"aggressive": [1], "shadow": [2]}, "iceland": {"normal": [3, 4, 5]}}
    match = play(position(boats, pens=[6], phase="convoy_bonus_placement", turn=6), 2, die)
    assert match.state.convoys == convoys
    assert len(told(match, "convoy_deterred")) == 1 - convoys


@rule("AW-CVB-02")
@pytest.mark.parametrize(("raider", "convoys"), [("north_atlantic", 0), ("iceland", 1), ("at_sea", 1)])
def test_the_raider_deters_a_convoy_where_it_is(raider: str, convoys: int) -> None:
    state = position({"north_atlantic": {"normal": [1]}}, phase="convoy_bonus_placement", raeder=True, raider=raider)
    assert play(state, 4, 2).state.convoys == convoys


@rule("AW-CVB-02")
@pytest.mark.parametrize("guards", [0, 6])
def test_six_boats_deter_any_possible_convoy_and_an_empty_sea_none(guards: int) -> None:
    numbers = list(range(1, guards + 1))
    state = position({"north_atlantic": {"normal": numbers}}, pens=[20], phase="convoy_bonus_placement")
    assert play(state, 6, 6 if guards else 1).state.convoys == (guards == 0)


@rule("AW-AMB-37", "AW-CVB-01")
def test_there_is_no_fifth_convoy() -> None:
    match = play(position(phase="convoy_bonus_placement", turn=6, convoys=4), 6)
    assert (match.state.convoys, match.result.rule) == (4, "AW-VIC-02")
    assert len(told(match, "none_left")) == 1


# Clean-up


@rule("AW-CLN-01")
def test_clean_up_brings_boats_and_condors_home_and_clears_the_map() -> None:
    boats = {"iceland": {"aggressive": [3], "shadow": [1]}, "north_atlantic": {"normal": [2]}}
    state = position(
        boats, pens=[4], phase="clean_up", flying={"iceland": 1, "bay_of_biscay": 1}, escorts={"iceland": 2},
        air={"north_atlantic": 8}, convoys=2, sunk_in={"iceland": 90_000}, raeder=True, raider="newfoundland",
    )  # fmt: skip
    state = play(state).state
    assert [boat.number for boat in state.pens] == [1, 2, 3, 4]
    assert state.condors == {"iceland": 1, "bay_of_biscay": 1}
    for area in state.areas.values():
        assert not any(area.boats.values())
        assert (area.escorts, area.air, area.condors, area.tons, area.scatter) == (0, 0, 0, 0, False)
    assert (state.raider, state.raeder) == ("at_sea", True)
    assert state.convoys == 2


@rule("AW-CVY-01", "AW-CLN-01")
def test_convoys_stay_turn_after_turn() -> None:
    state = position(phase="clean_up", convoys=2, ata=6, pens=[1])
    match = play(state, 4, 34, 39, 3, 26, *UNEVENTFUL)
    match.choose("hq").choose("pens").choose((0, 0))
    assert (match.state.turn, match.state.convoys) == (3, 2)


@rule("AW-PLC-06", "AW-CLN-01")
@pytest.mark.parametrize(("raider", "after"), [("iceland", "at_sea"), ("harbour", "harbour"), ("sunk", "sunk")])
def test_only_a_raider_on_the_map_is_at_sea_after_clean_up(raider: str, after: str) -> None:
    state = position(phase="clean_up", raider=raider, raeder=raider != "sunk")
    assert play(state).state.raider == after


@rule("AW-CMP-04", "AW-AMB-21")
@pytest.mark.parametrize(("turn", "shuffled"), [(turn, turn in (2, 4, 6, 8)) for turn in range(1, 10)])
def test_the_discards_are_shuffled_back_after_every_second_turn(turn: int, shuffled: bool) -> None:
    state = position(phase="clean_up", turn=turn, hand=["feder_apparate"], discards=[7, 30, 8])
    match = play(state)
    after = match.state
    assert [entry.rule for entry in told(match, "reshuffled")] == ["AW-AMB-21"] * shuffled
    assert sorted(after.deck) == [card for card in CARDS if card != 10 and (shuffled or card not in (7, 8, 30))]
    assert after.discards == ([] if shuffled else [7, 30, 8])
    assert after.hand == [Held(10, "feder_apparate")]


@rule("AW-AMB-21", "AW-CMP-04")
def test_a_turn_uses_five_cards() -> None:
    match = play(position(phase="strategic", pens=[1], ata=6), 4, 34, 39, 3, 26, *UNEVENTFUL)
    match.choose("hq").choose("pens").choose((0, 0))
    assert match.state.turn == 2
    assert match.state.discards == [4, 34, 39, 3, 26]
    assert len(match.state.deck) == 35


@rule("AW-TAL-01")
def test_the_figures_of_a_month_begin_at_nothing() -> None:
    state = position(phase="clean_up", tons=90_000, ships=15, uboat_tons=90_000, sunk=1, boats_lost=5)
    after = play(state).state
    assert (after.tons, after.ships, after.uboat_tons, after.sunk, after.boats_lost) == (0, 0, 0, 0, 0)
    assert (after.tally[0].tons, after.tally[0].ships, after.tally[0].lost) == (90_000, 15, 5)
