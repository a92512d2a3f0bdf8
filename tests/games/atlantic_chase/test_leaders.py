"""Leaders (section 1.6), and the rulings about them."""

from __future__ import annotations

import pytest

from flagplot.games.atlantic_chase.state import Leader
from tests.games.atlantic_chase.builder import (
    afloat,
    asked,
    at,
    boat,
    do,
    fight,
    held,
    line,
    marked,
    offered,
    orders,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule

# Lütjens


@rule("AC-LD-04", "AC-AMB-38", "AC-LD-02")
def test_lutjens_seizes_at_once_and_his_force_acts_first() -> None:
    state = position(
        tf("B1", "norfolk", "1308"),
        tf("B2", "hood", "0909"),
        line("G1", "bismarck", "0909 0910"),
        line("G2", "hipper", "0512 0513", intel="0513"),
        active="british",
        leaders={"lutjens": "bismarck"},
    )
    match = do(play(state, 1), ("complete", "B1", "scapa_flow"))
    assert offered(match) == ["try", "lutjens", ("evade", "G1"), ("evade", "G2")]
    do(match, "lutjens")
    assert (held(match), marked(match, "G1"), match.state.leaders) == (("german", 0, "good"), {"evasive": "yes"}, {})
    assert "B1" in match.state.forces
    assert offered(match) == [("trajectory", "G1"), ("engage", "G1", "B2")]
    do(match, ("trajectory", "G1"), (1, at("0911")), "done")
    assert ("pass", "G2") in offered(match)


@rule("AC-AMB-38")
def test_lutjens_is_no_help_in_a_vie() -> None:
    state = position(tf("B1", "rodney", "0909"), tf("G1", "bismarck", "0909"), leaders={"lutjens": "bismarck"})
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"))
    assert (held(match), "lutjens" in match.state.leaders) == (("british", 1, "good"), True)


@rule("AC-AMB-38")
def test_where_lutjens_can_do_none_of_the_four_any_action_will_do() -> None:
    fifteen = "0408 0509 0609 0710 0809 0909 1008 1108 1207 1307 1406 1405 1404 1403 1503"
    state = position(
        line("G1", "bismarck", fifteen), tf("B1", "hood", "0513"), active="german", bound="G1", bound_by="lutjens"
    )
    assert orders(play(state), "pass") == [("G1",)]


# Krancke and Tovey


@rule("AC-LD-05", "AC-AMB-39")
@pytest.mark.parametrize(("answer", "total", "left"), [("add", 15, False), ("subtract", 0, False), ("keep", 7, True)])
def test_tovey_changes_the_total_or_is_kept(answer: str, total: int, left: bool) -> None:
    state = position(
        line("B1", "king_george_v", "0909 0809 0810"),
        line("G1", "scheer", "0909 1009 1010 1011", is_evasive=True),
        leaders={"tovey": "king_george_v"},
    )
    match = do(play(state, 4, 4, 3, 3, 6, 6), ("search", "B1", "G1"))
    assert asked(match) == ("german", "spend_em")
    do(match, "no")
    assert (asked(match), rolled(match)) == (("british", "use_leader"), [])
    do(match, "yes")
    assert (asked(match), rolled(match)) == (("british", "leader_total"), ["leader_roll"])
    do(match, answer)
    assert (the_roll(match, "search_roll")["total"], "tovey" in match.state.leaders) == (total, left)


@rule("AC-LD-05", "AC-AMB-39")
def test_krancke_is_asked_where_his_force_is_the_target() -> None:
    state = position(tf("B1", "hood", "0909"), tf("G1", "scheer", "0909"), leaders={"krancke": "scheer"})
    match = do(play(state, 6, 6, 4, 4, 6, 1), ("engage", "B1", "G1"))
    assert asked(match) == ("german", "use_leader")
    do(match, "yes", "add")
    assert (the_roll(match, "engage_roll"), told(match)[2]) == ({"total": 12, "sum": 8}, "missed")
    unused = do(play(state, 4, 4, 6, 1), ("engage", "B1", "G1"), "no")
    assert (the_roll(unused, "engage_roll")["total"], "krancke" in unused.state.leaders) == (0, True)


# Marschall and Forbes


@rule("AC-LD-07", "AC-AMB-40")
def test_forbes_turns_a_die_of_his_own_roll_to_six() -> None:
    """Total 0: 3 is a Skirmish, 8 a Battle."""
    state = position(tf("B1", "rodney", "0909"), tf("G1", "scheer", "0909"), leaders={"forbes": "rodney"})
    match = do(play(state, 1, 2, *[1] * 9), ("engage", "B1", "G1"))
    assert (asked(match), rolled(match)) == (("british", "use_leader"), ["engage_roll"])
    do(match, "yes")
    assert (told(match)[-2:], match.state.leaders) == (["battle_comes", "battle_begins"], {})


@rule("AC-LD-07", "AC-AMB-40")
def test_forbes_is_not_asked_where_a_six_changes_nothing() -> None:
    state = position(tf("B1", "rodney", "0909"), tf("G1", "scheer", "0909"), leaders={"forbes": "rodney"})
    match = do(play(state, 5, 5, *[1] * 9), ("engage", "B1", "G1"))
    assert (asked(match), told(match)[1]) == (("german", "start_smoke"), "surprised")


@rule("AC-LD-07")
def test_marschall_does_not_touch_the_dice_of_the_enemy() -> None:
    state = position(tf("B1", "rodney", "0909"), tf("G1", "gneisenau", "0909"), leaders={"marschall": "gneisenau"})
    match = do(play(state, 1, 2, 6, 1), ("engage", "B1", "G1"))
    assert told(match)[1] == "contact_made"


@rule("AC-LD-07")
def test_marschall_turns_a_die_of_a_shot_in_battle() -> None:
    match = fight(
        "gneisenau", "kent", 1, 1, 3, 2, *[1] * 9, zones="gneisenau:near kent:near", leaders={"marschall": "gneisenau"}
    )
    assert asked(match) == ("german", "use_leader")
    do(match, "yes")
    assert (afloat(match, "B1"), match.state.leaders) == ({"kent": "*"}, {})


@rule("AC-LD-07", "AC-AMB-40")
def test_after_an_initiative_roll_the_next_action_is_with_his_force() -> None:
    state = position(
        tf("B1", "norfolk", "1308"),
        tf("B2", "kent", "0509"),
        line("G1", "gneisenau", "0809 0810"),
        line("G2", "hipper", "0512 0513"),
        leaders={"marschall": "gneisenau"},
    )
    match = do(play(state, 2, 3, 1), ("complete", "B1", "scapa_flow"), "try")
    assert asked(match) == ("german", "use_leader")
    do(match, "yes")
    assert (held(match), told(match)[1:4]) == (("german", 0, "good"), ["leader_used", "seized", "completion_fails"])
    assert offered(match) == [("trajectory", "G1"), ("pass", "G1")]


@rule("AC-LD-07", "AC-IV-04")
def test_forbes_turns_the_die_of_a_vie() -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        line("B2", "kent", "0509 0510"),
        tf("G1", "scheer", "0909"),
        leaders={"forbes": "kent"},
    )
    match = do(play(state, 1, 2, 2, 4), ("engage", "B1", "G1"))
    assert asked(match) == ("british", "use_leader")
    do(match, "yes")
    assert (held(match), orders(match, "pass")) == (("british", 1, "good"), [("B2",)])
    assert {option[1] for option in offered(match) if len(option) > 1} == {"B2"}


@rule("AC-LD-07", "AC-WX-01")
def test_forbes_may_turn_the_weather() -> None:
    state = position(
        tf("B1", "rodney", "0909"), tf("G1", "scheer", "0513"), active="german", leaders={"forbes": "rodney"}
    )
    match = do(play(state, 3), ("pass", ""))
    assert asked(match) == ("british", "use_leader")
    do(match, "yes")
    assert held(match) == ("british", 0, "bad")


# Raeder is tested with Pound (All Pass). Prien, Walker, Gensoul, Somerville


@rule("AC-LD-01", "AC-LD-08")
def test_prien_takes_his_boat_into_a_port_and_it_attacks_there_without_him() -> None:
    state = position(
        tf("B1", "royal_oak", "1308"),
        tf("G1", "scheer", "0513"),
        active="german",
        boats=(boat("U1"), boat("U2")),
        leaders={"prien": "U1"},
    )
    match = do(play(state, 6, 1, 6, 6, 6, 1), ("recon", "U1"))
    assert at("1308") in offered(match)
    do(match, at("1308"))
    assert (match.state.leaders, match.state.stealth["U1"].hex) == ({}, at("1308"))
    assert orders(match, "attack") == [("U1", "B1")]
    other = do(play(state), ("recon", "U2"))
    assert at("1308") not in offered(other)


@rule("AC-LD-08", "AC-LD-02")
def test_prien_is_kept_where_any_boat_may_go() -> None:
    state = position(
        tf("B1", "hood", "0909"),
        tf("G1", "scheer", "0513"),
        active="german",
        boats=(boat("U1"),),
        leaders={"prien": "U1"},
    )
    match = do(play(state, 6, 1), ("recon", "U1"), at("0909"))
    assert match.state.leaders == {"prien": Leader("U1", 1)}


@rule("AC-LD-09", "AC-AMB-42")
@pytest.mark.parametrize(("weather", "answer", "bonus"), [("good", "yes", 4), ("bad", "yes", 4), ("good", "no", 2)])
def test_walker_coordinates_better(weather: str, answer: str, bonus: int) -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        tf("B2", "norfolk", "0909"),
        tf("G1", "scheer", "0909"),
        weather=weather,
        leaders={"walker": "norfolk"},
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "B2")
    assert asked(match) == ("british", "use_leader")
    do(match, answer)
    assert (the_roll(match, "engage_roll")["sum"], "walker" in match.state.leaders) == (2 + bonus, answer == "no")


@rule("AC-AMB-42")
def test_walker_is_as_any_other_for_the_inactive_player() -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        tf("B2", "norfolk", "0909"),
        tf("G1", "scheer", "0909"),
        active="german",
        leaders={"walker": "norfolk"},
    )
    match = do(play(state, 1, 2, 6, 1), ("engage", "G1", "B1"), "B2")
    assert (the_roll(match, "engage_roll")["sum"], "walker" in match.state.leaders) == (2, True)


@rule("AC-LD-10", "AC-AMB-42")
def test_gensoul_removes_an_intel_marker_before_interruption() -> None:
    state = position(
        line("B1", "dunkerque", "0909 0809", intel="0809"),
        line("B2", "norfolk", "0909 0910", intel="0910"),
        line("G1", "scheer", "0909 1009"),
        leaders={"gensoul": "dunkerque"},
    )
    match = do(play(state, 3, 3, 6, 6, 1, 1), ("search", "B1", "G1"), "B2")
    assert (asked(match), rolled(match)) == (("british", "gensoul_at"), [])
    assert offered(match) == ["none", ("B1", at("0809")), ("B2", at("0910"))]
    do(match, ("B1", at("0809")))
    assert (the_roll(match, "interruption")["markers"], match.state.leaders) == (1, {})
    helper = position(
        tf("B1", "kent", "0909"),
        line("B2", "dunkerque", "0909 0910", intel="0910"),
        line("G1", "scheer", "0909 1009"),
        leaders={"gensoul": "dunkerque"},
    )
    other = do(play(helper, 1, 1, 6, 6, 1, 1), ("search", "B1", "G1"), "B2")
    assert rolled(other)[0] == "interruption"


@rule("AC-LD-11", "AC-AMB-41")
def test_somerville_adds_two_to_a_roll_that_his_force_has_a_part_in() -> None:
    state = position(
        tf("B1", "rodney", "0909"),
        tf("B2", "renown", "0909"),
        tf("G1", "scheer", "0909"),
        leaders={"somerville": "renown"},
    )
    match = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "B2")
    assert (asked(match), rolled(match)) == (("british", "use_leader"), [])
    do(match, "yes")
    assert (the_roll(match, "engage_roll")["sum"], match.state.leaders) == (2 + 2 + 2, {})
    absent = do(play(state, 1, 1, 6, 1), ("engage", "B1", "G1"), "none")
    assert (the_roll(absent, "engage_roll")["sum"], "somerville" in absent.state.leaders) == (2, True)


@rule("AC-LD-11", "AC-AMB-41")
def test_somerville_helps_a_shot_and_no_initiative_roll() -> None:
    match = fight("scheer", "renown", 3, 3, *[1] * 9, zones="renown:near scheer:near", leaders={"somerville": "renown"})
    assert (asked(match), rolled(match)) == (("british", "use_leader"), [])
    do(match, "yes")
    shots = [entry.about["sum"] for entry in match.log() if entry.key == "gunfire"]
    assert shots[0] == 6 + 3 + 2
    seize = position(
        tf("B1", "renown", "0909"),
        tf("G1", "scheer", "brest"),
        tf("G2", "koln", "0513"),
        active="german",
        leaders={"somerville": "renown"},
    )
    other = do(play(seize, 1, 1), ("complete", "G1", "brest"), "try")
    assert held(other) == ("german", 1, "good")


# When their ships are hit


@rule("AC-LD-03", "AC-AMB-43")
def test_a_leader_goes_to_another_ship_of_his_force_when_his_own_is_damaged() -> None:
    """Three ships: his owner chooses between two; with two ships there is nothing to choose."""
    state = position(
        tf("G1", "graf_zeppelin", "0809"),
        tf("B1", "renown kent york", "0909"),
        active="german",
        leaders={"somerville": "renown"},
    )
    match = do(play(state, 6, 6, 6, 1), ("strike", "G1", "B1"), "renown")
    assert (asked(match), offered(match)) == (("british", "leader_moves"), ["kent", "york"])
    do(match, "york")
    assert match.state.leaders["somerville"].at == "york"
    two = position(
        tf("G1", "graf_zeppelin", "0809"),
        tf("B1", "renown kent", "0909"),
        active="german",
        leaders={"somerville": "renown"},
    )
    match = do(play(two, 6, 6, 6, 1), ("strike", "G1", "B1"), "renown")
    assert match.state.leaders["somerville"].at == "kent"


@rule("AC-LD-03")
def test_a_leader_alone_stays_with_a_damaged_ship_and_is_lost_with_a_sunk_one() -> None:
    state = position(
        tf("G1", "graf_zeppelin", "0809"),
        tf("B1", "renown", "0909"),
        tf("B2", "kent", "0509"),
        active="german",
        leaders={"somerville": "renown"},
    )
    damaged = do(play(state, 6, 6, 6, 1), ("strike", "G1", "B1"))
    assert damaged.state.leaders["somerville"].at == "renown"
    state = position(
        tf("G1", "graf_zeppelin", "0809"),
        tf("B1", "renown*", "0909"),
        tf("B2", "kent", "0509"),
        active="german",
        leaders={"somerville": "renown"},
    )
    lost = do(play(state, 6, 6, 6, 1), ("strike", "G1", "B1"))
    assert (lost.state.leaders, "leader_lost" in told(lost)) == ({}, True)


@rule("AC-LD-03")
def test_in_battle_a_leader_goes_to_a_ship_that_is_still_on_the_board() -> None:
    match = fight(
        "scheer",
        "neptune kent york norfolk",
        6,
        6,
        *[1] * 30,
        zones="scheer:near neptune:near kent:near york:near",
        active="german",
        leaders={"somerville": "neptune"},
        away="norfolk",
        phase="gunnery",
    )
    assert match.state.battle
    do(match, "neptune")
    while asked(match)[1] in ("use_leader", "fire_at"):
        do(match, "no")
    assert (asked(match), offered(match)) == (("british", "leader_moves"), ["kent", "york"])
    assert where(match, "B1") == "0909"
