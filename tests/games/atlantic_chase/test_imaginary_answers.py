"""How the imaginary player answers what the rules ask (sections 1.27 and 6.2)."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.games.atlantic_chase.model.forces import (
    find_ship,
)
from flagplot.games.atlantic_chase.rules.seats import SYSTEM_ANSWERS
from flagplot.games.atlantic_chase.rules.solitaire_answers import zone_wanted
from flagplot.games.atlantic_chase.state import Attack, State
from tests.games.atlantic_chase.builder import (
    afloat,
    altered,
    asked,
    at,
    do,
    fight,
    held,
    line,
    marked,
    play,
    position,
    rolled,
    tf,
    the_roll,
    told,
    where,
)
from tests.rules import rule

BRITISH, GERMAN = {"british_player": False}, {"german_player": False}


def answer(state: State, side: str, key: str, options: Any, **about: Any) -> Any:
    """What it answers to a question."""
    return SYSTEM_ANSWERS[key](state, side, options, about)


# Seize and Slip


@rule("AC-SO-02", "AC-IP-12")
@pytest.mark.parametrize(("die", "evades"), [(1, False), (4, False), (5, True), (6, True)])
def test_at_a_seize_a_die_decides_between_an_attempt_and_evasive_maneuvers(die: int, evades: bool) -> None:
    state = position(
        tf("B1", "kent", "1308"),
        tf("B2", "york", "0509"),
        tf("G1", "bismarck", "0513"),
        tf("G2", "scheer*", "0512"),
        options=GERMAN,
    )
    match = do(play(state, die, 1, 1), ("complete", "B1", "scapa_flow"))
    assert rolled(match) == ["seize_of_system"] + ["seize_roll"] * (not evades)
    assert (marked(match, "G2"), marked(match, "G1"), held(match)[1]) == (
        {"evasive": "yes"} if evades else {},
        {},
        int(not evades),
    )


@rule("AC-SO-02")
def test_evasive_maneuvers_are_for_a_convoy_first_and_it_tries_where_all_have_them() -> None:
    convoy = tf("B2", "british_convoy", "0512")
    state = position(
        tf("G1", "scheer", "brest"),
        tf("G2", "koln", "0913"),
        tf("B1", "kent*", "0513"),
        convoy,
        active="german",
        options=BRITISH,
    )
    match = do(play(state, 6), ("complete", "G1", "brest"))
    assert (marked(match, "B2"), marked(match, "B1")) == ({"evasive": "yes"}, {})
    evasive = tf("B1", "kent", "0513", is_evasive=True)
    all_have = position(
        tf("G1", "scheer", "brest"), tf("G2", "koln", "0913"), evasive, active="german", options=BRITISH
    )
    match = do(play(all_have, 1, 1), ("complete", "G1", "brest"))
    assert (rolled(match), marked(match, "B1")) == (["seize_roll"], {})


@rule("AC-SO-01", "AC-IP-12")
@pytest.mark.parametrize(("die", "signals"), [(1, True), (4, True), (5, False), (6, False)])
def test_on_slip_a_die_decides_between_signals_and_evasive_maneuvers(die: int, signals: bool) -> None:
    known = line("B1", "norfolk", "0909 0809", intel="0809")
    state = position(known, tf("G1", "scheer", "0909"), options=GERMAN)
    match = do(play(state, 4, 4, die, 6, 1), ("engage", "B1", "G1"))
    assert rolled(match)[:2] == ["interruption", "slip_of_system"]
    assert where(match, "B1") == ("0809" if signals else "0909 0809 ")
    assert ("em_gained" in told(match)) == (not signals)


@rule("AC-SO-03", "AC-IP-12")
def test_evasive_maneuvers_are_spent_at_the_first_chance() -> None:
    state = position(tf("B1", "rodney", "0909"), tf("G1", "scheer", "0909", is_evasive=True), options=GERMAN)
    match = do(play(state, 3, 3, 6, 1), ("engage", "B1", "G1"))
    assert (the_roll(match, "engage_roll")["sum"], marked(match, "G1")) == (5, {"contact": "0909"})
    in_a_vie = position(
        tf("B1", "rodney", "0909"),
        tf("G1", "scheer", "0909"),
        tf("G2", "koln", "0513", is_evasive=True),
        options=GERMAN,
    )
    match = do(play(in_a_vie, 3, 3, 5, 1), ("engage", "B1", "G1"))
    vie = next(entry for entry in match.log() if entry.key == "vie_kept")
    assert (marked(match, "G2"), vie.about["own"], vie.about["other"]) == ({}, 5, 1 + 1)
    assert answer(state, "german", "em_to_choose", ("yes", "no")) == "yes"
    assert answer(state, "german", "em_leave", ("none", "scheer")) == "scheer"


# Attacks


@rule("AC-IP-11", "AC-SO-07")
def test_it_designates_the_best_help_but_nobody_with_intel() -> None:
    state = position(
        tf("B1", "hood", "0909"),
        line("B2", "kent", "0909 0910", intel="0910"),
        tf("B3", "york", "0909"),
        tf("B4", "victorious", "0809"),
        tf("G1", "scharnhorst", "0909", contact="0909"),
        options=BRITISH,
    )
    match = play(state, 1, 1, 1, 6, 1)
    assert told(match)[:3] == ["order_engage", "helped", "supported"]
    helped, supported = (entry.about["force"] for entry in match.log() if entry.key in ("helped", "supported"))
    assert (helped, supported, the_roll(match, "engage_roll")["sum"]) == ("B3", "B4", 2 + 2 + 2 + 2)


@rule("AC-IP-11")
def test_it_goes_without_help_rather_than_with_intel() -> None:
    state = position(
        line("B1", "hood", "0909 0809 0810"),
        line("B2", "british_dd_squadron", "0909 0910", intel="0910"),
        tf("G1", "scheer", "0909", contact="0909"),
        options=BRITISH,
    )
    match = play(state, 1, 1, *[1] * 30)
    assert (told(match)[:2], the_roll(match, "engage_roll")["sum"]) == (["order_engage", "missed"], 2 + 2)


@rule("AC-IP-11")
def test_as_the_inactive_player_it_helps_against_the_enemy() -> None:
    state = position(
        line("B1", "rodney", "0909 0809 0810"),
        tf("G1", "scheer", "0909"),
        tf("G2", "koln", "0909"),
        tf("G3", "graf_zeppelin", "0909"),
        options=GERMAN,
    )
    match = do(play(state, 3, 3, 6, 1), ("engage", "B1", "G1"))
    assert the_roll(match, "engage_roll")["sum"] == 6 - 1 - 2


@rule("AC-IP-15")
@pytest.mark.parametrize(("ship", "fights"), [("hood", "yes"), ("kent", "no")])
def test_it_skirmishes_where_it_is_fit(ship: str, fights: str) -> None:
    state = position(tf("B1", ship, "0909"), tf("G1", "bismarck", "0909"), options=BRITISH)
    assert answer(state, "british", "skirmish", ("yes", "no"), active="B1", target="G1") == fights


# Time Lapse and cutting


@rule("AC-IP-13", "AC-SO-08")
def test_in_time_lapse_it_keeps_what_is_nearest_its_aim() -> None:
    """A Convoy sheds what is farthest from its port."""
    convoy = line("B1", "british_convoy", "1309 1208 1108 1008", destination="clyde")
    state = position(convoy, tf("G1", "bismarck", "0513"), options=BRITISH)
    options = [(0, 2, 0), (1, 1, 0), (2, 0, 0)]
    assert answer(state, "british", "lapse", options, force="B1", amount=2) == (0, 2, 0)
    assert answer(state, "british", "station_at", convoy.line, force="B1") == at("1309")


@rule("AC-IP-13")
def test_a_hunter_keeps_where_it_meets_its_target() -> None:
    hunter, target = line("B1", "hood", "0709 0710 0810 0811"), line("G1", "scheer", "0811 0812")
    state = position(hunter, target, options=BRITISH)
    assert answer(state, "british", "lapse", [(0, 3, 0), (1, 2, 0), (2, 1, 0), (3, 0, 0)], force="B1", amount=3) == (
        3,
        0,
        0,
    )
    assert answer(state, "british", "station_at", hunter.line, force="B1") == at("0811")


@rule("AC-IP-13")
def test_it_invokes_the_intel_limit_where_it_can_and_takes_the_die_unless_fast() -> None:
    known = line("B1", "british_convoy", "1309 1208 1108 1008", intel="1309", destination="clyde")
    state = position(known, line("B2", "hood", "0709 0710"), tf("G1", "bismarck", "0513"), options=BRITISH)
    assert answer(state, "british", "lapse", [(0, 2, 0), (1, 0, 1)], force="B1", amount=2) == (1, 0, 1)
    assert answer(state, "british", "lapse_by", ("die", "table"), force="B1") == "die"
    assert answer(state, "british", "lapse_by", ("die", "table"), force="B2") == "table"


@rule("AC-IP-14", "AC-SO-08")
def test_a_cut_leaves_the_part_with_most_of_its_own_then_the_shorter() -> None:
    target = line("G1", "scheer", "0808 0809 0810 0811 0812 0813 0814")
    attack = Attack("search", "B1", "G1", at("0811"))
    state = position(tf("B1", "kent", "0811"), tf("B2", "york", "0813"), target, options=BRITISH, attack=attack)
    assert answer(state, "british", "hole", [0, 1], target="G1") == 1
    alone = position(tf("B1", "kent", "0810"), target, options=BRITISH, attack=Attack("search", "B1", "G1", at("0810")))
    assert answer(alone, "british", "hole", [0, 1], target="G1") == 0
    near = position(tf("B1", "kent", "0811"), tf("B2", "york", "0809"), target, options=BRITISH, attack=attack)
    assert answer(near, "british", "shadow", [1, 2, 3], target="G1") == 1


@rule("AC-IP-14")
def test_for_its_own_force_it_keeps_the_part_nearest_its_aim() -> None:
    convoy = line("B1", "british_convoy", "1309 1208 1108 1008 0909", destination="clyde", is_evasive=True)
    attack = Attack("search", "G1", "B1", at("1108"))
    state = position(convoy, tf("G1", "scheer", "1108"), active="german", options=BRITISH, attack=attack)
    assert answer(state, "british", "hole", [0, 1], target="B1") == 0


@rule("AC-IP-14")
@pytest.mark.parametrize(
    ("ships", "is_damage", "chosen"),
    [
        ("bismarck koln*", False, "koln"),
        ("bismarck hipper", False, "hipper"),
        ("tirpitz scharnhorst", False, "tirpitz"),
        ("bismarck* koln*", False, "koln"),
        ("bismarck* hipper", True, "bismarck"),
        ("hipper bismarck", True, "bismarck"),
    ],
)
def test_hits_go_to_who_sinks_then_to_who_is_damaged_then_to_the_best(ships: str, is_damage: bool, chosen: str) -> None:
    state = position(tf("B1", "victorious", "0809"), tf("G1", ships, "0909"), options=BRITISH)
    names = [one.rstrip("*") for one in ships.split()]
    assert answer(state, "british", "hit_ship", names, target="G1", is_damage=is_damage) == chosen


# Battle


@rule("AC-SO-09", "AC-IP-15")
def test_it_fires_at_a_convoy_then_at_the_best_guns_and_at_different_ships() -> None:
    match = fight(
        "bismarck hipper koln",
        "british_convoy hood kent",
        *[1] * 40,
        active="german",
        options=GERMAN,
        zones="bismarck:near hipper:near koln:near british_convoy:near hood:near kent:near",
    )
    shots = [(entry.about["ship"], entry.about["target"]) for entry in match.log() if entry.key == "gunfire"]
    assert shots[:3] == [("bismarck", "british_convoy"), ("hipper", "hood"), ("koln", "kent")]


@rule("AC-SO-09")
@pytest.mark.parametrize(
    ("side", "german", "british", "zones", "ship", "zone"),
    [
        ("british", "bismarck", "hood", "", "hood", "near"),
        ("british", "bismarck", "kenya", "", "kenya", "close"),
        ("british", "bismarck", "hood*", "", "hood", "far"),
        ("british", "bismarck", "british_convoy", "", "british_convoy", "far"),
        ("german", "bismarck", "hood", "", "bismarck", "far"),
        ("german", "bismarck", "british_convoy", "", "bismarck", "near"),
        ("german", "bismarck", "british_dd_squadron ajax kent*", "", "bismarck", "near"),
        ("german", "bismarck", "british_convoy ajax", "ajax:close", "bismarck", "far"),
        ("german", "bismarck*", "british_convoy", "", "bismarck", "far"),
    ],
)
def test_where_its_ships_want_to_be(side: str, german: str, british: str, zones: str, ship: str, zone: str) -> None:
    match = fight(german, british, zones=zones, phase="break_away")
    assert zone_wanted(match.state, side, find_ship(match.state, ship)[1]) == zone


@rule("AC-SO-09", "AC-IP-15", "AC-MV-01")
def test_its_ships_move_where_they_want_to_be() -> None:
    match = fight("bismarck", "kenya", *[1] * 40, phase="maneuver", options=BRITISH)
    do(match, ("bismarck", "far", 0))
    assert match.state.battle
    assert match.state.battle.zones == {"bismarck": "far", "kenya": "near"}


@rule("AC-SO-09")
@pytest.mark.parametrize(
    ("side", "german", "british", "wants"),
    [
        ("british", "hipper", "british_convoy kent", "yes"),
        ("british", "hipper", "hood*", "yes"),
        ("british", "bismarck", "kent", "yes"),
        ("british", "bismarck", "hood", "no"),
        ("british", "hipper", "kent", "no"),
        ("german", "bismarck", "hood", "yes"),
        ("german", "bismarck", "kent", "no"),
        ("german", "hipper*", "kent", "yes"),
    ],
)
def test_when_it_breaks_away(side: str, german: str, british: str, wants: str) -> None:
    match = fight(german, british, phase="break_away")
    assert answer(match.state, side, "break_away", ("yes", "no")) == wants


@rule("AC-SO-09")
def test_a_laden_german_force_breaks_away() -> None:
    match = fight("hipper", "kent", phase="break_away")
    match.state.forces["G1"] = altered(match.state.forces["G1"], "hipper", is_laden=True)
    assert answer(match.state, "german", "break_away", ("yes", "no")) == "yes"


@rule("AC-IP-15")
@pytest.mark.parametrize(
    ("ships", "smokes"), [("british_convoy kent", "yes"), ("hood* kent", "yes"), ("hood kent", "no")]
)
def test_escorts_and_damaged_groups_begin_in_smoke(ships: str, smokes: str) -> None:
    state = position(tf("B1", ships, "0909"), tf("G1", "bismarck", "0909"), options=BRITISH)
    assert answer(state, "british", "start_smoke", ("yes", "no"), ship="kent") == smokes
    first = ships.split()[0].rstrip("*")
    if smokes == "yes":
        assert answer(state, "british", "cover", [(), (first,)], ship="kent") == (first,)


@rule("AC-IP-15", "AC-TP-01")
def test_it_fires_torpedoes_whenever_it_can_at_the_best_target() -> None:
    match = fight(
        "hipper scharnhorst",
        "kenya",
        1,
        1,
        *[1] * 30,
        zones="kenya:close hipper:near scharnhorst:near",
        phase="torpedoes",
        options=BRITISH,
    )
    assert the_roll(match, "torpedoes")["target"] == "scharnhorst"
    assert asked(match) == ("german", "maneuver")


# Leaders


@rule("AC-IP-16", "AC-LD-04")
@pytest.mark.parametrize(("british", "used"), [("0513", True), ("0512", False)])
def test_lutjens_is_used_where_a_german_station_meets_an_enemy(british: str, used: bool) -> None:
    state = position(
        tf("B1", "kent", "1308"),
        tf("B2", "hood", british),
        tf("G1", "bismarck", "0513"),
        options=GERMAN,
        leaders={"lutjens": "bismarck"},
    )
    match = do(play(state, *[1] * 40), ("complete", "B1", "scapa_flow"))
    assert ("lutjens" not in match.state.leaders) == used


@rule("AC-IP-16", "AC-LD-05")
@pytest.mark.parametrize(("length", "answer_"), [(1, "no"), (4, "yes")])
def test_tovey_is_used_at_a_total_of_five(length: int, answer_: str) -> None:
    path = " ".join(["0909", "0809", "0810", "0811"][:length])
    attack = Attack("search", "B1", "G1", at("0909"))
    state = position(
        line("B1", "king_george_v", path),
        line("G1", "scheer", "0909"),
        options=BRITISH,
        leaders={"tovey": "king_george_v"},
        attack=attack,
    )
    assert answer(state, "british", "use_leader", ("yes", "no"), leader="tovey", what="", saves=True) == answer_
    assert answer(state, "british", "leader_total", ("add", "subtract", "keep")) == "subtract"
    state.active = "german"
    assert answer(state, "british", "use_leader", ("yes", "no"), leader="tovey", what="", saves=True) == "yes"
    assert answer(state, "british", "leader_total", ("add", "subtract", "keep")) == "add"


@rule("AC-IP-16", "AC-LD-07")
def test_forbes_is_used_where_a_six_makes_a_miss_a_success() -> None:
    """Guns at Short: 3 is a splash, and 8 with the six +3 is a Hit; a Hit is not made two."""
    miss = fight(
        "scheer",
        "rodney",
        1,
        2,
        *[1] * 9,
        zones="scheer:near rodney:near",
        options=BRITISH,
        leaders={"forbes": "rodney"},
    )
    assert (miss.state.leaders, afloat(miss, "G1")) == ({}, {"scheer": "*"})
    hit = fight(
        "bismarck",
        "rodney",
        6,
        3,
        *[1] * 9,
        zones="bismarck:near rodney:near",
        options=BRITISH,
        leaders={"forbes": "rodney"},
    )
    assert ("forbes" in hit.state.leaders, afloat(hit, "G1")) == (True, {"bismarck": "+1"})


@rule("AC-IP-16", "AC-LD-09", "AC-LD-10", "AC-LD-11")
def test_somerville_walker_and_gensoul_are_used_at_the_first_chance() -> None:
    somerville = fight(
        "scheer",
        "renown",
        3,
        3,
        *[1] * 9,
        zones="scheer:near renown:near",
        options=BRITISH,
        leaders={"somerville": "renown"},
    )
    assert somerville.state.leaders == {}
    assert (
        answer(somerville.state, "british", "use_leader", ("yes", "no"), leader="walker", what="", saves=True) == "yes"
    )
    assert answer(somerville.state, "british", "gensoul_at", ["none", ("B1", 3)]) == ("B1", 3)
