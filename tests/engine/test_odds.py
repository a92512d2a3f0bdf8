"""Odds: exact by enumeration, or sampled with a margin."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from flagplot.engine import Chart, Modifier, Table
from flagplot.engine import odds as odds_module
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.odds import outcomes_of, sums_of
from tests.engine.toy import LUCK, LUCK_TABLE, LUCKY, PUSH, RED, SCORED, ToyState, toy_match


def pushed(**settings: Any) -> Any:
    return toy_match(**settings).pick(0).pick(0)


def leaves_of(match: Any, option: Any, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many ways the enumeration went."""
    runs = []
    original = odds_module.to_leaf
    monkeypatch.setattr(odds_module, "to_leaf", lambda phase, table: runs.append(1) or original(phase, table))
    match.odds(option)
    return len(runs)


def test_two_dice_and_a_chart_give_exact_fractions() -> None:
    odds = pushed().odds("push")
    assert odds.exact
    assert odds.margin == 0
    assert sum(odds.values()) == 1
    assert odds["7 points"] == Fraction(6, 36) * Fraction(4, 6)
    assert odds["7 points; luck"] == Fraction(6, 36) * Fraction(2, 6)
    assert odds["12 points; luck"] == Fraction(1, 36) * Fraction(2, 6)


def test_sums_are_enumerated_as_sums_and_chart_rows_as_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    # 11 sums of two dice, then three rows of the luck table
    assert leaves_of(pushed(), "push", monkeypatch) == 11 * 3


def test_rules_that_look_at_the_faces_have_them_enumerated(monkeypatch: pytest.MonkeyPatch) -> None:
    match = pushed(options={"doubles": True})
    odds = match.odds("push")
    assert odds["24 points"] == Fraction(1, 36) * Fraction(4, 6)
    assert odds["12 points"] == Fraction(1, 36) * Fraction(4, 6)  # a double three; the double six counts 24
    assert leaves_of(match, "push", monkeypatch) >= 36 * 3


def test_an_option_without_chance_has_one_outcome() -> None:
    assert toy_match().odds(toy_match().state.hands[RED][0]) == {"no effect": 1}


def test_too_many_ways_are_sampled_with_a_margin() -> None:
    odds = pushed().odds("push", limit=5, samples=400)
    assert not odds.exact
    assert odds.samples == 400
    assert odds.margin == pytest.approx(1.96 * 0.5 / 20)
    assert sum(odds.values()) == 1


def test_only_what_is_offered_has_odds() -> None:
    with pytest.raises(IllegalChoice, match="is not offered here"):
        pushed().odds("jump")


def test_odds_do_not_depend_on_the_seed_and_change_nothing() -> None:
    match = pushed(seed=1)
    data = match.save()
    assert match.odds("push") == pushed(seed=2).odds("push")
    assert match.save() == data


def test_like_events_are_counted() -> None:
    def lucky_twice(table: Table[ToyState]) -> str:
        table.choose(RED, PUSH, ("push", "stop"))
        for _ in range(2):
            if table.consult(LUCK_TABLE, LUCK) == "best":
                table.tell(LUCKY)
        return "deal"

    odds = toy_match(phases={"deal": lucky_twice}).odds("push")
    assert odds == {"no effect": Fraction(25, 36), "luck": Fraction(10, 36), "luck x2": Fraction(1, 36)}


def test_a_draw_weighs_what_is_there_more_than_once() -> None:
    def draw(table: Table[ToyState]) -> str:
        table.choose(RED, PUSH, ("push", "stop"))
        table.tell(SCORED, seat=RED, points=table.draw(["a", "b", "a", "c"], LUCK))
        return "deal"

    odds = toy_match(phases={"deal": draw}).odds("push")
    assert odds == {"a points": Fraction(1, 2), "b points": Fraction(1, 4), "c points": Fraction(1, 4)}


def test_sums_of_three_dice_have_their_ways() -> None:
    ways = sums_of((6, 6, 6))
    assert sum(count for count, _ in ways.values()) == 216
    assert (ways[3][0], ways[10][0]) == (1, 27)


def test_a_modifier_moves_the_rows_of_a_chart() -> None:
    chart = Chart("Fate", ("bad", "bad", "good"))
    assert sorted(weight for weight, _ in outcomes_of((6,), False, chart, 0)) == [2, 4]
    assert [weight for weight, _ in outcomes_of((6,), False, chart, Modifier(2, "skill").value)] == [6]


def test_a_chart_reads_beyond_its_ends() -> None:
    chart = Chart("Fate", ("first", "middle", "last"), first=2)
    assert [chart[roll] for roll in (-5, 1, 2, 3, 4, 5, 99)] == ["first"] * 3 + ["middle"] + ["last"] * 3
