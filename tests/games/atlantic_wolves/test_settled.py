"""Questions of Atlantic Wolves whose answer no longer matters; page and terminal give the first."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.match import Match
from flagplot.games.atlantic_wolves.state import State
from tests.games.atlantic_wolves.builder import QUIET, play, position
from tests.rules import rule

AT_HOME = range(11, 21)
FULL = {"iceland": 180_000}  # more than any limit of the area here


def asked(match: Match[State]) -> tuple[str, bool]:
    """What is asked, and whether the first answer will do."""
    assert match.decision
    return match.decision.key, match.first_will_do


def struck(squares: dict[str, list[int]], *dice: int, **figures: Any) -> Match[State]:
    """An Escort finds a boat in Iceland, before anybody attacks."""
    state = position({"iceland": squares}, pens=AT_HOME, ata=2, escorts={"iceland": 1}, **figures)
    return play(state, *dice)


@rule("AW-HIT-02")
def test_which_of_two_boats_alike_is_lost_does_not_matter() -> None:
    assert asked(struck({"normal": [1, 2]}, 6, 4)) == ("lose_boat", True)


@rule("AW-HIT-02")
@pytest.mark.parametrize(
    "figures",
    [
        {"aces": (2,)},
        {"built": {2: 1}, "maiden": {2: 2}, "turn": 2, "options": {"green_crews": True}},
        {"built": {2: 6}, "turn": 7, "options": {"type_xxi": True}},
    ],
)
def test_it_matters_where_one_is_an_ace_or_green_or_a_type_xxi(figures: dict[str, Any]) -> None:
    assert asked(struck({"normal": [1, 2]}, 6, 4, **figures)) == ("lose_boat", False)


@rule("AW-ASW-04")
def test_which_boat_goes_back_matters_only_between_squares() -> None:
    assert asked(struck({"normal": [1, 2, 3]}, 6, 6)) == ("send_back", True)
    assert asked(struck({"normal": [1, 2, 3], "shadow": [4]}, 6, 6)) == ("send_back", False)


@rule("AW-LIM-01")
def test_who_attacks_next_does_not_matter_where_the_limit_is_reached() -> None:
    boats = {"iceland": {"normal": [1, 2]}}
    assert asked(play(position(boats, sunk_in=FULL))) == ("next_attack", True)
    assert asked(play(position(boats))) == ("next_attack", False)


@rule("AW-LIM-01", "AW-ATK-06")
def test_it_matters_in_the_north_atlantic_while_a_convoy_can_be_sunk() -> None:
    boats = {"north_atlantic": {"normal": [1, 2]}}
    full = {"north_atlantic": 400_000}
    options = {"set_maximums": True}
    assert asked(play(position(boats, sunk_in=full, convoys=1, options=options))) == ("next_attack", False)
    sunk = position(boats, sunk_in=full, convoys=1, convoy_sunk=True, options=options)
    assert asked(play(sunk)) == ("next_attack", True)


@rule("AW-AMB-29")
def test_no_roll_needs_to_stand_or_fall_where_nothing_more_can_be_sunk() -> None:
    state = position({"iceland": {"normal": [1, 2]}}, hand=["b_dienst"], sunk_in=FULL)
    match = play(state, 1).choose(1)
    assert asked(match) == ("reroll", True)
    assert match.decision
    assert match.decision.options[0] == "let_it_stand"


@rule("AW-ACE-02")
def test_which_boat_gets_the_ace_matters_only_between_kinds_of_boats() -> None:
    state = position({"iceland": {"normal": [1]}}, pens=AT_HOME, uboat_tons=600_000)
    assert asked(play(state, 1, *QUIET, 6).choose(1).choose(0)) == ("make_ace", True)
    new = position({"iceland": {"normal": [1]}}, pens=AT_HOME, uboat_tons=600_000, options={"green_crews": True})
    assert asked(play(new, 1, *QUIET, 6).choose(1).choose(0)) == ("make_ace", False)  # the boats just built are green


@rule("AW-TNK-01", "AW-ACE-02")
def test_what_is_produced_in_the_last_month_does_not_matter() -> None:
    boats: dict[str, Any] = {"iceland": {"normal": [1]}}
    options = {"green_crews": True}
    last = position(boats, pens=AT_HOME, uboat_tons=600_000, turn=10, options=options)
    match = play(last, 1, *QUIET, 6).choose(1)
    assert asked(match) == ("tankers", True)
    assert asked(match.choose(0)) == ("make_ace", True)
    before = position(boats, pens=AT_HOME, uboat_tons=600_000, turn=9, options=options)
    assert asked(play(before, 1, *QUIET, 6).choose(1)) == ("tankers", False)
