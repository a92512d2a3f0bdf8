"""Evasive Maneuvers (AC-EM): how a marker is gained, and on what it is spent."""

from __future__ import annotations

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_chase.state import State
from tests.games.atlantic_chase.builder import (
    asked,
    at,
    boat,
    do,
    line,
    marked,
    offered,
    play,
    position,
    rolled,
    tf,
    told,
    where,
)
from tests.rules import rule

FIVE = "0909 1009 1010 1011 1012"
SEVEN = "0707 0808 0909 1009 1010 1011 1012"


def searched(
    target: str, *dice: int, is_evasive: bool = False, hunter: str = "0909 0809", weather: str = "good"
) -> Match[State]:
    state = position(
        line("B1", "norfolk", hunter), line("G1", "scheer", target, is_evasive=is_evasive), weather=weather
    )
    return do(play(state, *dice), ("search", "B1", "G1"))


@rule("AC-EM-01", "AC-CR-06")
def test_early_or_late_without_a_hole_gives_the_target_a_marker() -> None:
    """V-36: total 7, dice 5, at the end of the line."""
    match = searched(FIVE, 2, 3)
    assert (where(match, "G1"), marked(match, "G1")) == ("1009 1010 1011 1012 ", {"evasive": "yes"})
    assert "early_or_late" in told(match)


@rule("AC-EM-01", "AC-CR-06")
def test_early_or_late_with_a_hole_gives_none() -> None:
    match = searched(SEVEN.replace("0707", "0807"), 2, 3)
    assert (asked(match), offered(match)) == (("british", "hole"), [0, 1])
    do(match, 0)
    assert (where(match, "G1"), marked(match, "G1")) == ("0807 0808 ", {})


@rule("AC-EM-01", "AC-CR-13", "AC-AMB-16")
def test_shadow_on_three_segments_removes_none_and_gives_a_marker() -> None:
    """V-37: then the Inactive player may seize."""
    match = searched("0909 1009 1010", 3, 3)
    assert (where(match, "G1"), marked(match, "G1")) == ("0909 1009 1010 ", {"evasive": "yes"})
    do(match, at("0909"))
    assert (asked(match), rolled(match)) == (("german", "seize"), ["search_roll"])


@rule("AC-EM-01", "AC-IV-03", "AC-CR-12")
def test_who_declines_to_seize_gives_any_of_his_task_forces_a_marker() -> None:
    state = position(
        line("G1", "scheer", "0909 1009", intel="0909"),
        tf("G2", "hipper", "brest"),
        tf("G3", "bismarck", "1011", is_evasive=True),
        tf("B1", "norfolk", "0709"),
        tally=2,
    )
    match = do(play(state), ("signals", "G1", at("0909")))
    assert offered(match) == ["try", ("evade", "G1"), ("evade", "G2")]
    do(match, ("evade", "G2"))
    assert [marked(match, key) for key in ("G1", "G2", "G3")] == [{}, {"evasive": "yes"}, {"evasive": "yes"}]
    assert (asked(match), match.state.tally, rolled(match)) == (("british", "order"), 2, [])


@rule("AC-EM-02")
def test_a_task_force_has_one_marker_and_keeps_it_wherever_it_goes() -> None:
    """It has one already when Early or Late would give another, and it belongs to no hex."""
    match = searched(FIVE, 2, 3, is_evasive=True)
    assert asked(match) == ("german", "spend_em")
    do(match, "no")
    assert told(match).count("em_gained") == 0
    assert marked(match, "G1") == {"evasive": "yes"}
    state = position(tf("B1", "norfolk", "1308", is_evasive=True), line("G1", "scheer", FIVE))
    match = do(play(state), ("shift", "B1"))
    assert (where(match, "B1"), marked(match, "B1")) == ("scapa_flow_methil", {"evasive": "yes"})


@pytest.mark.parametrize(("weather", "minus"), [("good", 1), ("bad", 2)])
@rule("AC-EM-03", "AC-EM-04", "AC-CM-04")
def test_spent_by_the_target_it_is_taken_off_the_roll(weather: str, minus: int) -> None:
    """Total 7: 6 is Shadow, 5 or less Early or Late."""
    match = do(searched(FIVE, 2, 4, 3, is_evasive=True, weather=weather), "yes")
    assert "early_or_late" in told(match)
    roll = next(str(entry.text) for entry in match.log() if entry.kind == "roll")
    assert f"−{minus}" in roll or f"-{minus}" in roll
    kept = do(searched(FIVE, 2, 4, 3, is_evasive=True, weather=weather), "no")
    assert "shadowed" in told(kept)


@rule("AC-EM-03")
def test_only_the_marker_of_the_target_itself_helps_against_an_attack() -> None:
    state = position(
        line("B1", "norfolk", "0909 0809"), line("G1", "scheer", FIVE), tf("G2", "hipper", "1308", is_evasive=True)
    )
    match = do(play(state, 3, 3), ("search", "B1", "G1"))
    assert rolled(match) == ["search_roll"]
    assert marked(match, "G2") == {"evasive": "yes"}


@rule("AC-EM-04", "AC-CR-06", "AC-EM-03")
def test_spent_after_early_or_late_it_lets_the_target_choose() -> None:
    match = do(searched("0807 0808 0909 1009 1010 1011 1012", 2, 3, is_evasive=True), "no")
    assert asked(match) == ("german", "em_to_choose")
    do(match, "yes")
    assert asked(match) == ("german", "hole")
    do(match, 1)
    assert (where(match, "G1"), marked(match, "G1")) == ("1009 1010 1011 1012 ", {})


@rule("AC-EM-04", "AC-CR-13")
def test_spent_after_a_shadow_it_lets_the_target_choose() -> None:
    match = do(searched("0807 0808 0909 1009 1010", 3, 3, is_evasive=True), "no")
    assert asked(match) == ("german", "em_to_choose")
    do(match, "yes")
    assert (asked(match), offered(match)) == (("german", "shadow"), [0, 1, 2])
    do(match, 2)
    assert (where(match, "G1"), marked(match, "G1")) == ("0909 1009 1010 ", {})


@pytest.mark.parametrize(
    ("weather", "at_sea", "needed"), [("good", "0712", 8), ("bad", "0712", 7), ("good", "1105", 7)]
)
@rule("AC-EM-03", "AC-EM-04", "AC-EM-05", "AC-IV-02", "AC-AMB-15")
def test_it_helps_to_seize_and_more_in_bad_weather_or_on_the_arctic_line(
    weather: str, at_sea: str, needed: int
) -> None:
    """The marker of a task force that has no part in the action; one less would fail."""
    for dice, seized in ((needed, True), (needed - 1, False)):
        state = position(
            line("G1", "scheer", "0909 1009", intel="0909"),
            tf("G2", "hipper", at_sea, is_evasive=True),
            tf("B1", "norfolk", "0709"),
            weather=weather,
        )
        match = do(play(state, dice - 3, 3, 1), ("signals", "G1", at("0909")), "try")
        assert (asked(match), offered(match)) == (("german", "em_for_initiative"), ["none", "G2"])
        do(match, "G2")
        assert asked(match) == ("german" if seized else "british", "order")
        assert (marked(match, "G2"), match.state.tally) == ({}, 0 if seized else 1)


@pytest.mark.parametrize(("weather", "plus"), [("good", 1), ("bad", 2)])
@rule("AC-EM-04", "AC-IV-04")
def test_it_helps_the_inactive_player_to_vie(weather: str, plus: int) -> None:
    for die, lost in ((5 - plus, True), (4 - plus, False)):
        state = position(
            tf("B1", "norfolk", "0909"),
            tf("B2", "kent", "0709", is_evasive=True),
            tf("G1", "scheer", "1009", is_evasive=True),
            weather=weather,
        )
        match = recon_from(state, 4, die, 1)
        assert (asked(match), offered(match)) == (("german", "em_for_initiative"), ["none", "G1"])
        do(match, "G1")
        assert asked(match) == ("german" if lost else "british", "order")
        assert marked(match, "B2") == {"evasive": "yes"}  # the Active player has no use for his


def recon_from(state: State, *dice: int) -> Match[State]:
    """A boat goes to look, which makes both vie."""
    state.stealth = {"S1": boat("S1", "0609")}
    return do(play(state, *dice), ("recon", "S1"), at("0608"))


@rule("AC-EM-04", "AC-BA-03")
def test_it_lets_one_ship_leave_a_battle() -> None:
    """After a failed attempt to break away one of two ships in Far leaves; the other fights on."""
    state = position(tf("B1", "hood", "0909"), tf("G1", "hipper prinz_eugen", "0909", is_evasive=True), weather="bad")
    match = do(play(state, 4, 5, *(1,) * 60), ("engage", "B1", "G1"), "no")
    while asked(match)[1] != "em_leave":
        seat, key = asked(match)
        answers = offered(match)
        do(
            match,
            ("yes" if seat == "german" else "no") if key == "break_away" else "no" if "no" in answers else answers[0],
        )
    assert (asked(match), offered(match)) == (("german", "em_leave"), ["none", "hipper", "prinz_eugen"])
    do(match, "hipper")
    assert "ship_leaves" in told(match)
    assert rolled(match).count("gunfire") == 3 + 2  # she does not fire in the second round
    assert (where(match, "G1"), marked(match, "G1")) == ("0909", {"contact": "0909"})
    assert [ship.id for ship in match.state.forces["G1"].ships] == ["hipper", "prinz_eugen"]
