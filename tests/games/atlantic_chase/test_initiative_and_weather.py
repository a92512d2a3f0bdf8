"""Actions, Weather and Initiative (AC-AC, AC-WX, AC-IV): who acts, and how it changes hands."""

from __future__ import annotations

from fractions import Fraction

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
    orders,
    play,
    position,
    rolled,
    tf,
    told,
    where,
)
from tests.rules import rule

SPOTTED = line("G1", "scheer", "0909 1009", intel="0909")
CRUISER = tf("B1", "norfolk", "0709")


def signalled(*dice: int, tally: int = 0, weather: str = "good") -> Match[State]:
    """The British read signals, which lets the German seize."""
    state = position(SPOTTED, CRUISER, tally=tally, weather=weather)
    return do(play(state, *dice), ("signals", "G1", at("0909")))


def reconnoitred(*dice: int, tally: int = 0) -> Match[State]:
    """A British submarine goes to look, which makes both vie."""
    state = position(SPOTTED, CRUISER, tally=tally, boats=(boat("S1", "0609"),))
    return do(play(state, *dice), ("recon", "S1"), at("0608"))


# Actions


@rule("AC-AC-01", "AC-AC-03", "AC-TR-04")
def test_the_active_player_goes_on_with_the_same_or_other_forces_until_he_loses_the_initiative() -> None:
    state = position(line("B1", "norfolk", "0609 0709"), tf("B2", "kent", "0510"), SPOTTED)
    match = play(state, 1)
    do(match, ("trajectory", "B1"), (1, at("0809")), "done")
    do(match, ("trajectory", "B1"), (1, at("0810")), "done")
    do(match, ("trajectory", "B2"), "done")
    assert (asked(match), match.state.active, rolled(match)) == (("british", "order"), "british", [])
    assert (where(match, "B1"), where(match, "B2")) == ("0609 0709 0809 0810 ", "0510 ")
    do(match, ("pass", "B2"))
    assert (asked(match), match.state.active) == (("german", "order"), "german")


@rule("AC-AC-02")
def test_all_nine_actions_are_offered_where_they_are_possible() -> None:
    state = position(
        tf("B1", "victorious", "0909"),
        tf("B2", "kent suffolk", "1308"),
        line("B3", "norfolk", "0909 0809"),
        tf("G1", "scheer", "0909"),
        line("G2", "hipper", "0909 1009", intel="1009"),
        boats=(boat("S1", "0909"),),
    )
    kinds = {option[0] for option in offered(play(state))}
    stealth = {"recon", "attack"}
    assert kinds - {"shift"} == {
        "strike", "complete", "engage", "search", "pass", "reorganize", "signals", "trajectory", *stealth,
    }  # fmt: skip


@rule("AC-AC-01", "AC-CO-01")
def test_only_forces_of_the_active_player_act() -> None:
    state = position(tf("B1", "norfolk", "0909"), tf("G1", "scheer", "0909"), boats=(boat("U1", "0909"),))
    match = play(state)
    assert {option[1] for option in offered(match) if len(option) > 1} == {"B1", ""}
    assert match.why_not(("trajectory", "G1")) is not None
    assert orders(match, "recon") == []


@pytest.mark.parametrize(
    ("order", "dice", "test"),
    [
        (("search", "B1", "G2"), (3, 3), "seize"),
        (("signals", "G3", "0909"), (), "seize"),
        (("complete", "B2", "scapa_flow"), (), "seize"),
        (("engage", "B1", "G1"), (1, 1, 3, 3), "vie"),
        (("strike", "B3", "G1"), (1, 1, 3, 3), "vie"),
        (("attack", "S1", "G1"), (1, 1, 3, 3), "vie"),
        (("recon", "S1"), (3, 3), "vie"),
        (("pass", ""), (1,), "change"),
        (("trajectory", "B1"), (), "kept"),
        (("reorganize",), (), "kept"),
    ],
)
@rule("AC-AC-03", "AC-RO-06", "AC-PA-01")
def test_each_action_tests_the_initiative_in_its_own_way(
    order: tuple[str, ...], dice: tuple[int, ...], test: str
) -> None:
    """The Air Strike, the Engage action and the Stealth Attack miss or find somebody who is not slower."""
    state = position(
        tf("B1", "king_george_v", "0909"),
        tf("B2", "kent suffolk", "scapa_flow_methil"),
        tf("B3", "victorious", "1010"),
        tf("G1", "bismarck", "0909"),
        line("G2", "hipper", "0909 1009 1010"),
        line("G3", "scheer", "0909 0908 0907", intel="0909"),
        boats=(boat("S1", "0909"),),
    )
    match = play(state, *dice)
    do(match, tuple(at(part) if part.isdigit() else part for part in order))
    while asked(match)[1] not in ("order", "seize"):
        answers = offered(match)
        do(match, next((one for one in ("none", "no", "done") if one in answers), answers[0]))
    if test == "seize":
        assert asked(match) == ("german", "seize")
    elif test == "vie":
        assert rolled(match)[-2:] == ["vie_active", "vie_inactive"]
        assert (asked(match), match.state.tally) == (("british", "order"), 1)
    elif test == "change":
        assert (asked(match), rolled(match)) == (("german", "order"), ["weather"])
    else:
        assert (asked(match), rolled(match), match.state.tally) == (("british", "order"), [], 0)


@rule("AC-AC-03", "AC-RO-05", "AC-RO-04")
def test_a_failed_reinforcement_gives_the_initiative_away() -> None:
    """V-30: on 7 the group is in play and the Initiative kept; on 6 a Trajectory lapses and it is lost."""
    state = position(line("B1", "norfolk", "0609 0709"), SPOTTED, groups={"BA": ("gibraltar", "renown")})
    failed = do(play(state, 3, 3, 1), ("reorganize",), ("reinforce", "BA"), at("0709"))
    assert (where(failed, "B1"), asked(failed), list(failed.state.groups)) == ("0709", ("german", "order"), ["BA"])
    came = do(play(state, 3, 4), ("reorganize",), ("reinforce", "BA"), "done")
    assert (where(came, "B2"), asked(came), came.state.groups) == ("gibraltar", ("british", "order"), {})


@rule("AC-AMB-25")
def test_after_a_reorganize_action_another_follows_only_once_the_initiative_was_tested() -> None:
    state = position(
        tf("B1", "norfolk kent", "0709"), tf("B3", "hood renown", "0510"), SPOTTED, boats=(boat("S1", "0609"),)
    )
    match = do(play(state, 3, 3), ("reorganize",), ("split", "B1"), "kent", "done")
    do(match, ("trajectory", "B1"), "done")
    assert ("reorganize",) not in offered(match)
    do(match, ("recon", "S1"), at("0608"))
    assert (asked(match), match.state.tally) == (("british", "order"), 1)
    assert ("reorganize",) in offered(match)


# Weather


@pytest.mark.parametrize(
    ("weather", "die", "after"), [("good", 6, "bad"), ("good", 5, "good"), ("bad", 5, "good"), ("bad", 4, "bad")]
)
@rule("AC-WX-01", "AC-IV-05")
def test_the_new_active_player_checks_the_weather(weather: str, die: int, after: str) -> None:
    """V-28."""
    match = do(play(position(SPOTTED, CRUISER, weather=weather, tally=2), die), ("pass", ""))
    assert (match.state.weather, rolled(match)) == (after, ["weather"])
    assert ("weather_turns" in told(match)) == (weather != after)
    assert (asked(match), match.state.active, match.state.tally) == (("german", "order"), "german", 0)


# Initiative


@rule("AC-IV-01", "AC-IV-02", "AC-IV-05")
def test_nine_with_the_tally_seizes_the_initiative_and_less_raises_the_tally() -> None:
    match = do(signalled(3, 4, tally=1), "try")
    assert (asked(match), match.state.tally, told(match)[-1]) == (("british", "order"), 2, "not_seized")
    match = do(signalled(3, 4, 1, tally=2), "try")
    assert (asked(match), match.state.active, match.state.tally) == (("german", "order"), "german", 0)
    assert rolled(match) == ["seize_roll", "weather"]


@rule("AC-IV-03")
def test_who_declines_leaves_the_tally_as_it_is() -> None:
    match = do(signalled(tally=3), ("evade", "G1"))
    assert (asked(match), match.state.tally, marked(match, "G1")) == (("british", "order"), 3, {"evasive": "yes"})


@rule("AC-IV-03", "AC-AMB-37")
def test_who_has_markers_everywhere_can_still_decline() -> None:
    state = position(line("G1", "scheer", "0909 1009", intel="0909", is_evasive=True), CRUISER)
    match = do(play(state), ("signals", "G1", at("0909")))
    assert offered(match) == ["try", "decline"]
    do(match, "decline")
    assert (asked(match), match.state.tally) == (("british", "order"), 0)


@rule("AC-IV-04", "AC-IV-01")
def test_a_tie_leaves_the_initiative_where_it_is() -> None:
    """V-29: Active 4, Inactive 3 and tally 1."""
    match = reconnoitred(4, 3, tally=1)
    assert (asked(match), match.state.tally, told(match)[-1]) == (("british", "order"), 2, "vie_kept")
    match = reconnoitred(4, 4, 1, tally=1)
    assert (asked(match), match.state.active, match.state.tally) == (("german", "order"), "german", 0)
    assert rolled(match) == ["vie_active", "vie_inactive", "weather"]


@pytest.mark.parametrize(("tally", "seize", "vie"), [(0, 10, 15), (1, 15, 21), (2, 21, 26), (3, 26, 30), (4, 30, 33)])
@rule("AC-IV-02", "AC-IV-04")
def test_the_chances_to_seize_and_to_win_a_vie(tally: int, seize: int, vie: int) -> None:
    """V-56."""
    assert dict(signalled(tally=tally).odds("try")) == {
        "the enemy seizes the Initiative": Fraction(seize, 36),
        "the Initiative is kept": Fraction(36 - seize, 36),
    }
    state = position(SPOTTED, CRUISER, tally=tally, boats=(boat("S1", "0609"),))
    assert dict(do(play(state), ("recon", "S1")).odds(at("0608"))) == {
        "the Initiative is lost": Fraction(vie, 36),
        "the Initiative is kept": Fraction(36 - vie, 36),
    }


@rule("AC-AMB-36")
def test_a_player_without_a_task_force_never_gets_the_initiative() -> None:
    """The German has only a boat left, in a scenario that does not end for it; turns count all the same."""
    state = position(
        line("B1", "british_convoy", "0909 0908 0907"),
        scenario="sportpalast",
        boats=(boat("U1", "0609"), boat("S1", "0609")),
    )
    match = do(play(state), ("recon", "S1"), at("0608"))
    assert (asked(match), rolled(match), match.state.turns) == (("british", "order"), [], 1)  # a tenure is over
    do(match, ("pass", "B1"), (2, 0, 0))
    assert (asked(match), match.state.turns, told(match)[-1]) == (("british", "order"), 2, "nobody_else")
