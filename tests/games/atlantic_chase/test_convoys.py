"""Convoys and destroyer squadrons (AC-CV, AC-DD)."""

from __future__ import annotations

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase import GAME
from flagplot.games.atlantic_chase.model.forces import (
    stationed,
)
from flagplot.games.atlantic_chase.model.scoring import points
from flagplot.games.atlantic_chase.scenarios import SCENARIOS
from flagplot.games.atlantic_chase.state import State, TaskForce
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    crewed,
    do,
    force,
    guns,
    in_battle,
    line,
    offered,
    orders,
    play,
    position,
    rolled,
    ship,
    tf,
    told,
)
from tests.rules import rule

RAIDER = line("G1", "scheer", "0712 0713")
SCATTERED = crewed(tf("B1", "british_convoy", "0909"), ship("british_convoy", is_dispersed=True, may_disperse=True))
TOGETHER = tf("B1", "british_convoy", "0909")


def struck(target: TaskForce, *dice: int) -> Match[State]:
    """A German carrier strikes from the next hex: +2, and column 0."""
    state = position(target, tf("G1", "graf_zeppelin", "0811"), tf("G2", "scheer", "0712"), active="german")
    state.forces["B1"] = stationed(target, at("0812"))  # out of reach of British air bases
    return do(play(state, *dice), ("strike", "G1", "B1"))


@pytest.mark.parametrize(("target", "hits"), [(TOGETHER, 2), (SCATTERED, 1)])
@rule("AC-CV-01", "AC-CV-04", "AC-CR-05")
def test_a_damage_result_is_two_hits_on_a_convoy_and_one_on_a_dispersed_one(target: TaskForce, hits: int) -> None:
    """V-48, V-33: 9 with +2 is Contact and Damage."""
    match = struck(target, 4, 5, 3, 3)
    (convoy,) = force(match, "B1").ships
    assert (convoy.hits, convoy.is_damaged) == (hits, False)
    assert points(match.state)["german"] == hits


@rule("AC-CV-01", "AC-EX-03")
def test_no_number_of_hits_sinks_a_convoy_without_a_limit() -> None:
    """Twenty Hits are twenty points; with a limit of four the Bergen troopships sink at the fourth."""
    hurt = crewed(tf("B1", "british_convoy", "0812"), ship("british_convoy+18"))
    match = struck(hurt, 4, 5, 3, 3)
    assert force(match, "B1").ships[0].hits == 20
    assert points(match.state)["german"] == 20
    troops = crewed(tf("B1", "british_convoy", "0812"), ship("british_convoy+2", limit=4))
    match = struck(troops, 4, 5, 3, 3)
    assert "B1" not in match.state.forces
    assert match.state.fates[0].how == "sunk"


@rule("AC-CV-02", "AC-SM-01", "AC-SM-02")
def test_a_convoy_makes_no_smoke_but_is_covered_by_it() -> None:
    """Kent makes smoke in Far, and the Convoy beside her can be covered."""
    match = play(in_battle("bismarck", "british_convoy kent", {}, "maneuver"), *(1,) * 60)
    moves = []
    while asked(match)[1] == "maneuver":
        answers = offered(match)
        moves += [option for option in answers if option[0] == "british_convoy"]
        do(match, ("kent", "far", 1) if ("kent", "far", 1) in answers else answers[0])
    assert {option[2] for option in moves} == {0}
    assert (asked(match), offered(match)) == (("british", "cover"), [("british_convoy",), ()])
    do(match, ("british_convoy",))
    while asked(match)[1] != "fire_at":
        do(match, "no")
    do(match, "british_convoy")
    assert "into smoke" in guns(match)[-1]


@rule("AC-CV-03", "AC-AMB-51")
def test_a_convoy_that_may_disperse_does_so_between_actions_and_for_good() -> None:
    state = position(
        crewed(line("B1", "british_convoy", "0909 0908"), ship("british_convoy", may_disperse=True)), RAIDER
    )
    match = play(state)
    assert orders(match, "disperse") == [("B1",)]
    do(match, ("disperse", "B1"))
    assert force(match, "B1").ships[0].is_dispersed
    assert (asked(match), orders(match, "disperse"), rolled(match)) == (("british", "order"), [], [])
    assert orders(play(position(line("B1", "british_convoy", "0909 0908"), RAIDER)), "disperse") == []


@rule("AC-CV-03", "AC-MV-02")
def test_a_convoy_can_disperse_in_the_maneuver_step() -> None:
    state = in_battle("bismarck", "british_convoy", {}, "maneuver")
    state.forces["B1"] = crewed(state.forces["B1"], ship("british_convoy", may_disperse=True))
    match = play(state, *(1,) * 60)
    assert ("disperse", "british_convoy") in offered(match)
    do(match, ("disperse", "british_convoy"))
    assert "dispersed" in told(match)
    assert force(match, "B1").ships[0].is_dispersed


@rule("AC-CV-04")
def test_two_shots_that_score_two_hits_each_are_two_hits_on_a_dispersed_convoy() -> None:
    """V-44: Near against Near, 12 and more with guns, speed and dice."""
    for scattered, hits in ((True, 2), (False, 4)):
        state = in_battle(
            "scharnhorst gneisenau",
            "british_convoy",
            dict.fromkeys(("scharnhorst", "gneisenau", "british_convoy"), "near"),
        )
        state.forces["B1"] = crewed(state.forces["B1"], ship("british_convoy", is_dispersed=scattered))
        dice = (6, 6, 6, 6) if scattered else (1, 1, 6, 6, 6, 6)  # undispersed it fires first, and misses
        match = play(state, *dice, *(1,) * 60)
        if asked(match)[1] == "fire_at":
            do(match, "scharnhorst")
        assert [entry.about["hits"] for entry in match.log() if entry.key == "shot"][:2] == [2, 2]
        assert force(match, "B1").ships[0].hits == hits


@rule("AC-CV-04", "AC-SE-06")
def test_german_boats_have_two_more_against_a_dispersed_convoy() -> None:
    for target, bonus in ((SCATTERED, True), (TOGETHER, False)):
        state = position(target, RAIDER, boats=(boat("U1", "0909"),), active="german")
        match = do(play(state, 1, 1, 3, 3), ("attack", "U1", "B1"))
        text = next(entry.text for entry in match.log() if entry.kind == "roll")
        assert ("+2 dispersed Convoy" in text) == bonus


@rule("AC-CV-05", "AC-EN-01", "AC-NS-01", "AC-AS-01")
def test_a_task_force_with_a_convoy_attacks_nobody_but_helps_others() -> None:
    german = tf("G1", "scheer", "0812"), line("G2", "hipper", "0812 0811")
    for escort, can in (("victorious", True), ("victorious british_convoy", False)):
        state = position(tf("B1", escort, "0812"), tf("B2", "kent", "0812"), *german)
        match = play(state, *(3,) * 20)
        found = [("B1", "G1") in orders(match, "engage"), ("B1", "G2") in orders(match, "search"),
                 ("B1", "G1") in orders(match, "strike")]  # fmt: skip
        assert found == [can] * 3
        do(match, ("engage", "B2", "G1"))
        assert (asked(match), offered(match)) == (("british", "coordinate"), ["none", "B1"])
        do(match, "none")
        assert offered(match) == ["none", ("B1", at("0812"))]


@rule("AC-CV-05")
def test_a_task_force_with_a_convoy_can_be_a_target() -> None:
    match = play(position(tf("B1", "british_convoy kent", "0812"), tf("G1", "scheer", "0812"), active="german"))
    assert orders(match, "engage") == [("G1", "B1")]


@rule("AC-CV-06", "AC-SH-04")
def test_a_convoy_fires_at_short_range_and_a_dispersed_one_not_at_all() -> None:
    for scattered, zone, fires in ((False, "near", True), (False, "far", False), (True, "near", False)):
        state = in_battle("scharnhorst", "british_convoy", {"scharnhorst": "near", "british_convoy": zone})
        state.forces["B1"] = crewed(state.forces["B1"], ship("british_convoy", is_dispersed=scattered))
        match = play(state, *(1,) * 60)
        assert any(text.startswith("Convoy at") for text in guns(match)[:1]) == fires


@rule("AC-CV-06")
def test_every_convoy_begins_undispersed() -> None:
    for name in SCENARIOS:
        state = GAME.setup(name, GAME.read_options({}))
        assert not any(one.is_dispersed for held in state.forces.values() for one in held.ships)


# Destroyer squadrons


@rule("AC-DD-01", "AC-CR-05", "AC-TF-05")
def test_a_squadron_is_never_damaged_and_destroyed_by_its_number_of_hits() -> None:
    """V-33: Damage is two Hits: of three with a limit of four, and of two with a limit of two."""
    for limit, sunk in ((4, False), (2, True)):
        squadron = crewed(tf("B1", "british_dd_squadron", "0812"), ship("british_dd_squadron", limit=limit))
        match = struck(squadron, 4, 5, 3, 3)
        assert ("B1" not in match.state.forces) == sunk
        if not sunk:
            (one,) = force(match, "B1").ships
            assert (one.hits, one.is_damaged) == (2, False)


@rule("AC-DD-01", "AC-SM-01")
def test_a_squadron_makes_smoke() -> None:
    match = play(in_battle("bismarck", "british_dd_squadron", {}, "maneuver"), *(1,) * 60)
    assert {option[2] for option in offered(match)} == {0, 1}


@rule("AC-DD-01", "AC-TP-01")
def test_a_squadron_makes_one_torpedo_attack() -> None:
    state = in_battle(
        "bismarck", "british_dd_squadron", {"british_dd_squadron": "close", "bismarck": "near"}, "torpedoes"
    )
    state.forces["B1"] = crewed(state.forces["B1"], ship("british_dd_squadron", limit=9))
    match = do(play(state, 6, 5, *(1,) * 60), "bismarck")
    assert force(match, "G1").ships[0].is_damaged  # 11 and more is two Hits
    while asked(match)[1] != "order":
        assert asked(match)[1] != "torpedo_at"
        do(match, "no" if "no" in offered(match) else offered(match)[0])
    assert rolled(match).count("torpedoes") == 1
