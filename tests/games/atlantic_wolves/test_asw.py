"""Anti-submarine warfare and what a Hit does (sections 9.3 and 9.4)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from tests.games.atlantic_wolves.builder import QUIET, UNEVENTFUL, at_sea, in_pens, play, position, sums, told
from tests.rules import rule

AT_HOME = range(11, 21)
THREE_SQUARES = {"aggressive": [1, 2], "normal": [3], "shadow": [4]}


def hunted(squares: dict[str, list[int]], *dice: int, **figures: Any) -> Match[State]:
    """One Escort hunts in Iceland before the boats attack; ten boats are at home, so that no loss ends the game."""
    figures = {"ata": 2, "escorts": {"iceland": 1}, **figures}
    return play(position({"iceland": squares}, pens=AT_HOME, **figures), *dice)


# Dice and table


@rule("AW-ASW-01", "AW-CMP-02")
@pytest.mark.parametrize(("escorts", "air"), [(0, 0), (1, 0), (0, 1), (4, 8)])
def test_every_factor_throws_one_die(escorts: int, air: int) -> None:
    figures = {"ata": 6, "escorts": {"iceland": escorts}, "air": {"iceland": air}}
    match = hunted({"normal": [1]}, *[1] * (escorts + air), **figures)
    assert match.decision.key == "next_attack"
    assert len(told(match, "escort_asw")) == escorts
    assert len(told(match, "air_asw")) == air


@rule("AW-ASW-01")
def test_no_dice_are_thrown_where_there_is_no_boat() -> None:
    state = position(pens=[1], escorts={"iceland": 4, "north_atlantic": 2}, air={"iceland": 8}, flying={"iceland": 1})
    match = play(state, 1, *QUIET).choose("condor")
    assert told(match, "escort_asw") + told(match, "air_asw") == []


@rule("AW-ASW-01")
def test_the_hunt_stops_when_no_boat_is_left() -> None:
    match = hunted({"normal": [1]}, 6, 4, *QUIET, escorts={"iceland": 4}, air={"iceland": 4})
    assert len(told(match, "escort_asw")) == 1
    assert told(match, "air_asw") == []
    assert match.state.sunk == 1


@rule("AW-ASW-02")
@pytest.mark.parametrize(
    ("total", "result"),
    [(total, "nothing") for total in range(1, 6)] + [(6, "hit"), (7, "pens"), (8, "hit"), (9, "pens"), (10, "hit")],
)
def test_the_asw_table(total: int, result: str) -> None:
    crowd = max(0, total - 6)
    match = hunted({"aggressive": list(range(1, 2 + crowd)), "shadow": [9]}, total - crowd, 6)
    assert sums(match, "escort_asw") == [total]
    assert len(told(match, "hit_roll")) == (result == "hit")
    assert len(told(match, "ordered_back")) == (result == "pens")
    asked = {"nothing": "next_attack", "hit": "lose_boat", "pens": "send_back"}
    assert match.decision.key == asked[result]


# Crowding


@rule("AW-ASW-03")
@pytest.mark.parametrize(
    ("aggressive", "normal", "modifier"),
    [
        (0, 1, 0), (1, 0, 0), (2, 0, 1), (3, 0, 2), (4, 0, 3), (5, 0, 4), (6, 0, 4), (9, 0, 4),
        (0, 2, 0), (0, 3, 1), (0, 5, 1), (0, 6, 2), (1, 3, 1), (2, 3, 2), (3, 6, 4),
    ],
)  # fmt: skip
def test_crowded_squares_add_to_the_asw_die(aggressive: int, normal: int, modifier: int) -> None:
    squares = {
        "aggressive": list(range(1, aggressive + 1)),
        "normal": list(range(aggressive + 1, aggressive + normal + 1)),
    }
    assert sums(hunted(squares, 1, 1), "escort_asw") == [1 + modifier]


@rule("AW-ASW-03")
def test_boats_in_the_shadow_square_and_in_other_areas_do_not_crowd() -> None:
    boats = {"iceland": {"shadow": [1, 2, 3, 4]}, "mid_atlantic": {"aggressive": [5, 6, 7]}}
    match = play(position(boats, ata=2, escorts={"iceland": 1}), 3).choose("by_area").choose("iceland")
    assert sums(match, "escort_asw") == [3]


@rule("AW-AMB-14")
@pytest.mark.parametrize(("aggressive", "normal", "modifier"), [(5, 3, 5), (6, 3, 5), (4, 3, 4), (4, 6, 5), (0, 9, 3)])
def test_normal_boats_add_to_the_four_of_the_aggressive_square(aggressive: int, normal: int, modifier: int) -> None:
    squares = {"aggressive": list(range(1, aggressive + 1)), "normal": list(range(10, 10 - normal, -1))}
    assert sums(hunted(squares, 1, 6), "escort_asw") == [1 + modifier]


@rule("AW-AMB-14", "AW-ASW-02")
def test_an_asw_sum_over_ten_is_read_as_ten() -> None:
    match = hunted({"aggressive": [1, 2, 3, 4, 5], "normal": [6, 7, 8]}, 6, 6)
    assert sums(match, "escort_asw") == [11]
    assert len(told(match, "hit_roll")) == 1


@rule("AW-ASW-03")
def test_the_crowd_is_counted_again_before_each_die() -> None:
    match = hunted({"aggressive": [1, 2], "normal": [3]}, 2, 6, 2, escorts={"iceland": 3})
    match.choose(1)
    assert sums(match, "escort_asw") == [3, 7, 2]
    assert at_sea(match, "iceland") == {"aggressive": [2], "normal": [3]}


# Pens


@rule("AW-ASW-04")
def test_on_a_pens_result_you_choose_any_boat_of_the_area() -> None:
    match = hunted(THREE_SQUARES, 6)
    assert (match.decision.key, match.decision.options) == ("send_back", (1, 2, 3, 4))
    match.choose(4)
    assert at_sea(match, "iceland") == {"aggressive": [1, 2], "normal": [3]}
    assert 4 in in_pens(match)
    assert (match.state.sunk, told(match, "sent_back")[0].text) == (0, "U-boat 4 goes back to the Pens.")


@rule("AW-ASW-04")
def test_a_boat_elsewhere_cannot_be_sent_back() -> None:
    refusal = hunted(THREE_SQUARES, 6).why_not(12)
    assert (refusal.reason, refusal.rule) == ("U-boat 12 is not in Iceland.", "AW-HIT-02")


@rule("AW-ASW-04")
def test_a_boat_sent_back_may_sail_again_in_the_next_turn() -> None:
    state = position({"iceland": {"aggressive": [1, 2]}}, ata=6, escorts={"iceland": 1})
    match = play(state, 6, 3, 26, *UNEVENTFUL, 4).choose(1).choose("done")
    match.choose("hq")
    assert (match.decision.key, match.decision.about["boat"]) == ("place_boat", 1)


# Convoys


@rule("AW-ASW-05", "AW-CVY-01")
@pytest.mark.parametrize(("escorts", "convoys", "dice"), [(0, 1, 1), (0, 3, 3), (2, 1, 3), (0, 0, 0)])
def test_each_convoy_throws_an_escorts_die_in_the_north_atlantic(escorts: int, convoys: int, dice: int) -> None:
    state = position(
        {"north_atlantic": {"normal": [1]}}, pens=AT_HOME, ata=2, convoys=convoys,
        escorts={"north_atlantic": escorts},
    )  # fmt: skip
    match = play(state, *[1] * dice)
    assert match.decision.key == "next_attack"
    assert len(told(match, "escort_asw")) == dice


@rule("AW-ASW-05", "AW-CVY-01")
def test_convoys_throw_no_dice_in_other_areas_and_none_with_the_air() -> None:
    match = hunted({"normal": [1]}, 1, convoys=3)
    assert len(told(match, "escort_asw")) == 1
    state = position({"north_atlantic": {"normal": [1]}}, ata=2, convoys=1, air={"north_atlantic": 1})
    match = play(state, 1, 1, 1, *QUIET).choose(1)
    assert (len(told(match, "escort_asw")), len(told(match, "air_asw"))) == (1, 1)


@rule("AW-CVY-01")
def test_a_convoy_sunk_in_order_a_hunts_no_more() -> None:
    state = position({"north_atlantic": {"aggressive": [1]}}, convoys=2)
    match = play(state, 5, 1, *QUIET).choose(1)
    assert len(told(match, "escort_asw")) == 1


# The Hit table


@rule("AW-HIT-01", "AW-HIT-02")
@pytest.mark.parametrize(
    ("die", "key", "options"),
    [
        (1, "send_back", (1, 2, 3, 4, 5)),
        (2, "lose_boat", (1, 2)),
        (3, "lose_boat", (1, 2)),
        (4, "lose_boat", (1, 2, 3)),
        (5, "lose_boat", (1, 2, 3)),
        (6, "lose_boat", (1, 2, 3, 4, 5)),
    ],
)
def test_the_hit_table(die: int, key: str, options: tuple[int, ...]) -> None:
    match = hunted({"aggressive": [1, 2], "normal": [3], "shadow": [4, 5]}, 5, die)
    assert (match.decision.key, match.decision.options) == (key, options)
    victim = options[-1]
    match.choose(victim)
    assert match.decision.key == "next_attack"
    afloat = [number for numbers in at_sea(match, "iceland").values() for number in numbers]
    assert victim not in afloat
    assert len(afloat) == 4
    assert (victim in in_pens(match)) == (key == "send_back")
    sunk = key == "lose_boat"
    assert (victim in match.state.reserve, match.state.sunk, match.state.counters_lost) == (sunk, sunk, sunk)
    assert [entry.text for entry in told(match, "boat_sunk")] == [f"U-boat {victim} is sunk."] * sunk
    assert (len(told(match, "boat_hit")), len(told(match, "ordered_back"))) == (sunk, not sunk)


@rule("AW-HIT-01")
def test_a_seven_on_the_hit_table_sinks_any_two() -> None:
    match = hunted({"aggressive": [1], "normal": [3], "shadow": [4, 5]}, 6, 6, ata=6)
    assert match.decision.options == (1, 3, 4, 5)
    match.choose(4)
    assert match.decision.options == (1, 3, 5)
    match.choose(3)
    assert (match.decision.key, match.state.sunk) == ("next_attack", 2)
    assert at_sea(match, "iceland") == {"aggressive": [1], "shadow": [5]}


@rule("AW-HIT-01")
@pytest.mark.parametrize(("ata", "total"), [(2, 3), (5, 3), (6, 4), (13, 4)])
def test_the_hit_die_has_one_more_from_ata_six(ata: int, total: int) -> None:
    match = hunted({"normal": [1, 2]}, 6, 3, ata=ata)
    assert sums(match, "hit_roll") == [total]
    assert match.decision.key == ("lose_boat" if total == 4 else "next_attack")


@rule("AW-AMB-23")
def test_a_seven_with_a_single_boat_sinks_that_one() -> None:
    match = hunted({"shadow": [1]}, 6, 6, *QUIET, ata=6)
    assert (match.state.sunk, at_sea(match, "iceland")) == (1, {})
    assert told(match, "nobody_fits") == []


@rule("AW-AMB-23", "AW-HIT-01")
def test_from_ata_six_the_hit_table_sends_nobody_to_the_pens() -> None:
    match = hunted({"aggressive": [1], "normal": [2]}, 6, 1, ata=6)
    assert sums(match, "hit_roll") == [2]
    assert (match.state.sunk, at_sea(match, "iceland")) == (1, {"normal": [2]})


@rule("AW-HIT-02")
@pytest.mark.parametrize("die", [2, 3])
def test_a_hit_that_fits_nobody_is_wasted(die: int) -> None:
    match = hunted({"normal": [1], "shadow": [2]}, 6, die)
    assert (match.decision.key, match.state.sunk) == ("next_attack", 0)
    assert told(match, "nobody_fits")[0].rule == "AW-HIT-02"


@rule("AW-HIT-02")
def test_with_a_one_you_may_send_the_shadow_boat_home() -> None:
    match = hunted({"normal": [1], "shadow": [2]}, 6, 1)
    assert match.decision.options == (1, 2)
    match.choose(2)
    assert at_sea(match, "iceland") == {"normal": [1]}


@rule("AW-HIT-02")
@pytest.mark.parametrize(("die", "key"), [(4, "next_attack"), (5, "next_attack"), (6, "lose_boat")])
def test_boats_in_the_shadow_square_fear_only_a_six(die: int, key: str) -> None:
    assert hunted({"shadow": [1, 2]}, 6, die).decision.key == key


@rule("AW-HIT-02", "AW-HIT-01")
def test_a_boat_in_a_safe_square_cannot_be_the_victim() -> None:
    match = hunted({"aggressive": [1, 2], "normal": [3], "shadow": [4]}, 5, 4)
    refusal = match.why_not(4)
    assert (refusal.reason, refusal.rule) == ("The Hit reaches only the aggressive, normal square.", "AW-HIT-01")
    refusal = match.why_not(11)
    assert (refusal.reason, refusal.rule) == ("U-boat 11 is not in Iceland.", "AW-HIT-02")


# Tankers


@rule("AW-TNK-02")
@pytest.mark.parametrize("tankers", [0, 1, 2])
def test_each_tanker_cancels_one_pens_result_a_turn_the_first_ones(tankers: int) -> None:
    dice = [6] * (tankers + 1)
    match = hunted({"aggressive": [1, 2]}, *dice, doenitz="hq", tankers=tankers, escorts={"iceland": len(dice)})
    assert sums(match, "escort_asw") == [7] * len(dice)
    assert len(told(match, "tanker_helps")) == match.state.tankers_used == tankers
    assert match.decision.key == "send_back"


@rule("AW-TNK-02")
def test_tankers_are_ready_again_in_the_next_turn() -> None:
    assert play(position(phase="clean_up", tankers=2, tankers_used=2)).state.tankers_used == 0


@rule("AW-TNK-02", "AW-AMB-28")
def test_a_tanker_that_is_refused_has_had_its_turn() -> None:
    match = hunted({"aggressive": [1, 2, 3]}, 5, 6, tankers=1, escorts={"iceland": 2})
    assert match.decision.options == ("refuel", "go_back")
    match.choose("go_back").choose(1)
    assert sums(match, "escort_asw") == [7, 7]
    assert (match.decision.key, match.decision.options) == ("send_back", (2, 3))
    assert told(match, "tanker_refused")[0].rule == "AW-AMB-28"


@rule("AW-TNK-02")
def test_a_tanker_that_is_accepted_keeps_every_boat_at_sea() -> None:
    match = hunted({"aggressive": [1, 2, 3]}, 5, tankers=1).choose("refuel")
    assert at_sea(match, "iceland") == {"aggressive": [1, 2, 3]}
    assert told(match, "tanker_helps")[0].text == "A tanker refuels: the Pens result is cancelled."


@rule("AW-AMB-17")
def test_a_tanker_cannot_cancel_a_one_on_the_hit_table() -> None:
    match = hunted({"normal": [1, 2]}, 6, 1, tankers=4)
    assert (match.decision.key, match.state.tankers_used) == ("send_back", 0)


# Aces


@rule("AW-ACE-03")
@pytest.mark.parametrize(("die", "saved"), [(1, False), (2, False), (3, False), (4, False), (5, True), (6, True)])
def test_an_ace_escapes_to_the_pens_with_five_or_six(die: int, saved: bool) -> None:
    match = hunted({"normal": [1], "shadow": [2]}, 6, 4, die, aces=(1,))
    assert (1 in in_pens(match), 1 in match.state.reserve) == (saved, not saved)
    assert match.state.sunk == (not saved)
    assert at_sea(match, "iceland") == {"shadow": [2]}
    assert [entry.rule for entry in told(match, "escaped_to_pens")] == ["AW-ACE-03"] * saved
    if saved:
        assert next(boat for boat in match.state.pens if boat.number == 1).ace


@rule("AW-ACE-03")
def test_a_boat_without_an_ace_has_no_escape() -> None:
    match = hunted({"normal": [1], "shadow": [2]}, 6, 4, aces=(2,))
    assert (match.state.sunk, told(match, "ace_escape")) == (1, [])


@rule("AW-ACE-03", "AW-VIC-01")
def test_an_ace_who_escapes_is_no_loss_of_the_fleet() -> None:
    state = position({"iceland": {"normal": [1]}}, aces=(1,), ata=2, escorts={"iceland": 1})
    match = play(state, 6, 4, 5, *QUIET)
    assert (match.result, match.decision.key) == (None, "tankers")
