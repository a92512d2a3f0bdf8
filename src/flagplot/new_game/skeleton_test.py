"""The rules of Skeleton, clause by clause."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import flagplot
from flagplot.engine import Match
from flagplot.new_game.skeleton import tables as t
from tests.rules import rule


def crossing(*dice: int, **options: bool) -> Match[Any]:
    """A crossing whose dice fall like that."""
    return flagplot.new("skeleton", dice=flagplot.dice.scripted(*dice), options=options)


@rule("SK-SEA-01")
def test_the_convoy_sails_along_a_line_and_nowhere_else() -> None:
    match = crossing()
    assert match.decision
    assert match.decision.options == ("northern_route", "southern_route")
    refusal = match.why_not("liverpool")
    assert refusal
    assert (refusal.reason, refusal.rule) == ("No line leads from Halifax to Liverpool.", "SK-SEA-01")
    assert match.choose("southern_route").state.at == "southern_route"


@rule("SK-SEA-02")
def test_each_escort_goes_to_the_van_or_the_rear_unless_there_are_none() -> None:
    match = crossing(6, 1).choose("northern_route")
    (shortcut,) = match.shortcuts
    assert (shortcut.label, shortcut.answers) == ("All 2 to the rear", (t.THE_REAR, t.THE_REAR))
    assert match.choose_all(shortcut.answers).state.guards == [t.THE_REAR, t.THE_REAR]
    alone = crossing(6, 1, no_escorts=True).choose("northern_route")
    assert alone.decision
    assert alone.decision.key == "sail"


@rule("SK-SEA-03")
def test_danger_is_added_to_the_attack_and_escorts_at_that_quarter_are_taken_off() -> None:
    match = crossing(6, 5).choose("southern_route").choose(t.THE_REAR)
    odds = match.odds(t.THE_VAN)
    assert odds == {  # danger 1: an escort at the rear makes up for it, and so does one in the van
        "beaten off": Fraction(1, 2), "1 ship sunk": Fraction(1, 3), "2 ships sunk": Fraction(1, 6)
    }  # fmt: skip
    match.choose(t.THE_VAN)  # from the rear, and 5 + 1 - 1 on the attack table
    assert (match.state.ships, match.state.sunk) == (t.MAP.ships - 1, 1)


@rule("SK-END-01")
def test_enough_ships_must_arrive() -> None:
    def cross(*dice: int) -> Any:
        match = crossing(*dice)
        while match.decision:
            match.pick(0)
        return match.result

    result = cross(1, 1, 1, 1)
    assert (result.winner, result.score) == (t.CONVOY, {t.CONVOY: t.MAP.ships})
    result = cross(6, 6, 6, 6)
    assert (result.winner, result.score) == (t.WOLVES, {t.CONVOY: t.MAP.ships - 4})
