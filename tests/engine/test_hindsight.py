"""Hindsight: the odds of a choice in the position as it truly was, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.engine import Event, Table
from flagplot.engine.match import Match
from flagplot.engine.view import EVERYTHING, Piece, View
from tests.engine.toy import (
    BLUE,
    PUSH,
    RED,
    SCORED,
    STROKE,
    SWELL,
    CrewState,
    ToyState,
    crew_match,
    deal,
    toy_match,
)

WET = Event("wet", "A wave breaks.", "TY-GEN-02", outcome="wet", tone=-1)
LOST = Event("lost", "{card} is lost.", "TY-GEN-02", outcome="a card lost", harms="card")


def dealt(then: Callable[[Table[ToyState]], str | None], seed: int, **changes: Any) -> Match[ToyState]:
    """A toy in which cards are dealt before a phase of the test."""

    def deal_first(table: Table[ToyState]) -> str:
        deal(table)
        return "then"

    return toy_match(seed, phases={"deal": deal_first, "then": then}, **changes)


@pytest.mark.parametrize("seed", range(1, 6))
def test_it_counts_in_the_true_position_whatever_was_hidden_from_the_seat(seed: int) -> None:
    def peep(table: Table[ToyState]) -> str:
        if table.choose(RED, PUSH, ("push", "stop")) == "push":
            table.tell(SCORED, seat=RED, points=table.state.hands[BLUE][0])
        return "deal"

    match = dealt(peep, seed)
    seen = match.hindsight(("push",))
    truth = f"{match.state.hands[BLUE][0]} points"
    assert (dict(seen.odds), seen.outcome) == ({truth: Fraction(1)}, truth)


@pytest.mark.parametrize("seed", range(1, 6))
def test_what_came_is_one_of_the_outcomes_and_changes_nothing(seed: int) -> None:
    match = toy_match(seed).pick(0).pick(0)
    before = match.save()
    seen = match.hindsight(("push",))
    assert seen.odds == match.odds("push"), "nothing that is hidden matters here"
    assert seen.outcome in seen.odds
    assert match.save() == before
    match.choose("push")
    assert seen.outcome.startswith(f"{match.state.scores[RED]} points")


def test_harm_to_what_the_seat_does_not_see_is_good_for_it() -> None:
    def sink(table: Table[ToyState]) -> str:
        table.choose(RED, PUSH, ("push", "stop"))
        table.tell(LOST, card=f"card{table.state.hands[BLUE][0]}")
        return "deal"

    def view(state: ToyState, seat: str) -> View:
        sides = (RED, BLUE) if seat == EVERYTHING else (seat,)
        pieces = (Piece(f"card{card}", "card", side, "table", "") for side in sides for card in state.hands[side])
        return View("", tuple(pieces))

    match = dealt(sink, 1, view=view)
    assert match.odds("push").tone("a card lost") == 0
    seen = match.hindsight(("push",))
    assert seen.odds.tone("a card lost") == seen.judgement.tone == 1


def waves(table: Table[CrewState]) -> str:
    if table.roll("1d6", SWELL).sum > 4:
        table.tell(WET)
    return "row"


def row_then_waves(table: Table[CrewState]) -> str:
    table.choose("fore", STROKE, ("row", "rest"), seat="fore")
    return "waves"


def row_and_mark(table: Table[CrewState]) -> str:
    table.choose("fore", STROKE, ("row", "rest"), seat="fore")
    table.mark()
    return waves(table)


@pytest.mark.parametrize("row", [row_then_waves, row_and_mark])
def test_where_one_side_throws_all_dice_it_is_counted_up_to_the_next_decision(
    row: Callable[[Table[CrewState]], str],
) -> None:
    match = crew_match(both=False, phases={"row": row, "waves": waves})
    assert match.odds("row") == {"no effect": 1}
    seen = match.hindsight(("row",))
    assert seen.odds == {"no effect": Fraction(2, 3), "wet": Fraction(1, 3)}
    assert seen.outcome == (
        "wet" if "A wave breaks." in [one.text for one in match.choose("row").log()] else "no effect"
    )


def test_what_other_sides_throw_later_is_not_judged_for_a_seat() -> None:
    def push_then_waves(table: Table[ToyState]) -> str:
        table.choose(RED, PUSH, ("push", "stop"))
        return "waves"

    match = toy_match(phases={"deal": push_then_waves, "waves": waves, "row": deal})
    assert match.hindsight(("push",)).odds == {"no effect": 1}
