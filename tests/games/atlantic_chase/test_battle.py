"""Battle (section 1.25): set-up, rounds, breaking away, and the end."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase.rules.battle import break_away_modifiers
from tests.games.atlantic_chase.builder import (
    afloat,
    asked,
    do,
    fight,
    held,
    line,
    marked,
    offered,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule


@rule("AC-BT-02", "AC-MP-04", "AC-AMB-01")
@pytest.mark.parametrize(("weather", "hex", "rounds"), [("good", "0909", 3), ("bad", "0909", 2), ("good", "0906", 2)])
def test_a_battle_has_three_rounds_and_two_in_bad_weather(weather: str, hex: str, rounds: int) -> None:
    state = position(tf("B1", "hood", hex), tf("G1", "bismarck", hex), weather=weather)
    match = do(play(state, 4, 4), ("engage", "B1", "G1"))
    assert match.state.battle
    assert (match.state.battle.rounds, match.state.battle.weather) == (
        rounds,
        "bad" if rounds == 2 else "good",
    )


@rule("AC-BT-03")
def test_nobody_else_in_the_hex_enters() -> None:
    state = position(
        tf("B1", "hood", "0909"), tf("B2", "kent", "0909"), tf("G1", "bismarck", "0909"), tf("G2", "hipper", "0909")
    )
    match = do(play(state, 4, 4), ("engage", "B1", "G1"), "none", "none")
    assert match.state.battle
    assert set(match.state.battle.zones) == {"hood", "bismarck"}


@rule("AC-BT-04", "AC-SM-01", "AC-SM-02", "AC-SH-06", "AC-CV-02", "AC-AMB-44")
def test_undamaged_ships_may_begin_in_smoke_the_inactive_player_first() -> None:
    state = position(
        tf("B1", "hood+1 renown* kent york", "0909"),
        tf("G1", "bismarck", "0909"),
    )
    match = do(play(state, 4, 4, *[1] * 40), ("engage", "B1", "G1"))
    assert asked(match) == ("german", "start_smoke")
    do(match, "no")
    asks = []
    while asked(match)[1] == "start_smoke":
        assert match.decision
        asks.append(match.decision.about["ship"])
        do(match, "yes" if asks[-1] == "hood" else "no")
    assert asks == ["hood", "kent", "york"]
    assert (asked(match), ("renown", "kent") in offered(match)) == (("british", "cover"), True)
    assert {len(chosen) for chosen in offered(match)} == {0, 1, 2}
    do(match, ("renown", "kent"))
    battle = match.state.battle
    assert battle
    assert (battle.smoke, battle.cover) == (["hood"], {"renown": "hood", "kent": "hood"})


@rule("AC-BT-05", "AC-BT-01", "AC-MV-03")
def test_a_round_is_guns_torpedoes_maneuver_break_away() -> None:
    match = fight("hipper", "kent", *[1] * 40, zones="hipper:close kent:close", round=1)
    assert asked(match) == ("german", "torpedo_at")
    seen = [entry.key for entry in match.log() if entry.kind == "roll"]
    assert seen == ["gunfire", "gunfire"]
    do(match, "kent")
    assert (rolled(match)[2:], asked(match)) == (["torpedoes"], ("german", "maneuver"))
    do(match, ("hipper", "close", 0))
    assert asked(match) == ("british", "maneuver")
    do(match, ("kent", "near", 0))
    assert asked(match) == ("german", "break_away")
    do(match, "no", "no")
    assert match.state.battle
    assert match.state.battle.round == 2


@rule("AC-BA-01")
def test_if_both_want_out_the_battle_ends_without_a_roll() -> None:
    match = do(fight("bismarck", "hood", 6, 1, phase="break_away"), "yes", "yes")
    assert (told(match), rolled(match)) == (["both_leave", "battle_ends", "vie_kept"], ["vie_active", "vie_inactive"])
    assert (match.state.battle, held(match)) == (None, ("british", 1, "good"))


@rule("AC-BA-01", "AC-BA-02")
def test_breaking_away_with_an_enemy_near_and_the_slowest_ship() -> None:
    """V-42: 10 -1 -1 +2 is 10: away."""
    match = do(fight("leipzig", "hood", 5, 5, 6, 1, zones="hood:near", phase="break_away"), "yes", "no")
    assert (the_roll(match, "break_away_roll")["sum"], match.state.battle) == (10, None)
    assert told(match)[:2] == ["broke_away", "battle_ends"]


@rule("AC-BA-01")
def test_nine_is_enough_to_break_away() -> None:
    match = do(fight("leipzig", "hood", 4, 5, 6, 1, zones="hood:near", phase="break_away"), "yes", "no")
    assert (the_roll(match, "break_away_roll")["sum"], match.state.battle) == (9, None)


@rule("AC-BA-01", "AC-BA-02")
@pytest.mark.parametrize(
    ("german", "zones", "dice", "sum"),
    [("leipzig", "hood:near", (4, 4), 8), ("leipzig hipper", "hood:near hipper:near", (5, 5), 8)],
)
def test_breaking_away_fails_on_eight(german: str, zones: str, dice: tuple[int, int], sum: int) -> None:
    """V-50: a roll of 8, or a roll of 10 with a ship in Near."""
    match = do(fight(german, "hood", *dice, *[1] * 20, zones=zones, phase="break_away"), "yes", "no")
    assert (the_roll(match, "break_away_roll")["sum"], told(match)[0]) == (sum, "held_fast")
    assert match.state.battle
    assert match.state.battle.round == 2


@rule("AC-BA-02", "AC-AMB-13")
@pytest.mark.parametrize(
    ("own", "enemies", "zones", "faster", "expected"),
    [
        ("rodney", "bismarck hipper", "", False, {"slower than the enemy": -1, "all in Far": 2}),
        ("king_george_v", "bismarck hipper", "", False, {"all in Far": 2}),
        ("king_george_v", "bismarck hipper", "", True, {"slower than the enemy": -1, "all in Far": 2}),
        ("hood", "bismarck hipper", "", True, {"all in Far": 2}),
        ("hood", "bismarck hipper", "hipper:close hood:near", False, {"the enemy is Near or Close": -1}),
    ],
)
def test_what_helps_and_hinders_who_breaks_away(
    own: str, enemies: str, zones: str, faster: bool, expected: dict[str, int]
) -> None:
    options = {"break_away_from_faster": faster}
    match = fight(enemies, own, zones=zones, phase="break_away", options=options)
    found = break_away_modifiers(match.state, "british")
    assert {modifier.label: modifier.value for modifier in found} == expected


@rule("AC-AMB-47")
def test_the_inactive_player_is_asked_first_and_nobody_after_the_last_round() -> None:
    match = fight("bismarck", "hood", 6, 1, phase="break_away", active="german")
    assert asked(match) == ("british", "break_away")
    do(match, "no")
    assert asked(match) == ("german", "break_away")
    last = fight("bismarck", "hood", 6, 1, phase="break_away", round=3)
    assert (last.state.battle, asked(last), told(last)[0]) == (None, ("british", "order"), "battle_ends")


@rule("AC-BA-03", "AC-EM-04")
def test_after_a_failed_attempt_a_marker_lets_one_ship_in_far_leave() -> None:
    match = fight(
        "bismarck hipper koln",
        "hood",
        1,
        1,
        *[1] * 30,
        zones="koln:near",
        phase="break_away",
        evasive="G1",
        smoke="hipper",
        cover={"bismarck": "hipper"},
    )
    do(match, "yes", "no")
    assert (asked(match), offered(match)) == (("german", "em_leave"), ["none", "bismarck", "hipper"])
    do(match, "hipper")
    battle = match.state.battle
    assert battle
    assert set(battle.zones) == {"bismarck", "koln", "hood"}
    assert (battle.smoke, battle.cover, marked(match, "G1")) == ([], {}, {})
    assert set(afloat(match, "G1")) == {"bismarck", "hipper", "koln"}


@rule("AC-BA-03")
def test_the_marker_may_be_kept_and_a_ship_in_near_stays() -> None:
    kept = do(fight("bismarck", "hood", 1, 1, *[1] * 30, phase="break_away", evasive="G1"), "yes", "no", "none")
    assert (marked(kept, "G1"), kept.state.battle is not None) == ({"evasive": "yes"}, True)
    near = do(
        fight("bismarck", "hood", 1, 1, *[1] * 30, zones="bismarck:near", phase="break_away", evasive="G1"), "yes", "no"
    )
    assert (marked(near, "G1"), asked(near)[1]) == ({"evasive": "yes"}, "maneuver")


@rule("AC-BE-01", "AC-BE-02", "AC-BA-03")
def test_a_side_without_ships_on_the_board_ends_the_battle() -> None:
    left = do(fight("bismarck", "hood", 1, 1, 6, 1, phase="break_away", evasive="G1"), "yes", "no", "bismarck")
    assert (left.state.battle, where(left, "G1"), marked(left, "G1")) == (None, "0909", {"contact": "0909"})
    assert asked(left) == ("british", "order")


@rule("AC-BE-01", "AC-BE-02")
def test_a_lone_survivor_is_a_station_with_contact() -> None:
    match = fight("scheer", "neptune", 6, 6, 1, 1, zones="scheer:near neptune:near", active="german")
    assert ("B1" in match.state.forces, where(match, "G1"), marked(match, "G1")) == (False, "0909", {"contact": "0909"})
    assert (match.state.battle, told(match)[-2:]) == (None, ["battle_ends", "nobody_else"])
    assert held(match) == ("german", 0, "good")


@rule("AC-AMB-36")
def test_nobody_vies_with_a_side_that_has_no_force_left() -> None:
    match = fight("scheer", "neptune", 6, 6, *[1] * 4, zones="scheer:near neptune:near", active="german")
    assert (rolled(match), held(match)) == (["gunfire", "gunfire"], ("german", 0, "good"))
    assert asked(match) == ("german", "order")


@rule("AC-BE-01")
def test_the_battle_ends_after_the_last_round() -> None:
    match = fight("bismarck", "hood", *[1] * 6, 6, 1, round=3)
    assert (told(match), held(match)) == (["splash", "splash", "battle_ends", "vie_kept"], ("british", 1, "good"))


@rule("AC-BE-02", "AC-CT-01", "AC-EN-04")
def test_a_trajectory_that_fought_is_a_station_where_the_battle_was() -> None:
    state = position(line("B1", "rodney", "0909 0809 0810", intel="0810", contact="0809"), tf("G1", "bismarck", "0909"))
    match = do(play(state, 1, 1, 6, 6, *[1] * 60), ("engage", "B1", "G1"))
    assert told(match)[1:3] == ["alerted_0", "battle_comes"]
    do(match, "no", "no")
    for _ in range(2):
        while asked(match)[1] == "maneuver":
            do(match, offered(match)[0])
        do(match, "no", "no")
    assert (where(match, "B1"), marked(match, "B1")) == ("0909", {"contact": "0909"})
