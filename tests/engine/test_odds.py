"""Odds: exact by enumeration, or sampled with a margin."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from flagplot.engine import About, Ask, Chart, Modifier, Option, Roll, Table
from flagplot.engine import odds as odds_module
from flagplot.engine.dice import scripted
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.odds import outcomes_of, sums_of, volley_outcomes
from tests.engine.toy import BLUE, LUCK, LUCK_TABLE, LUCKY, PUSH, RED, SCORED, ToyState, deal, toy_match


def pushed(**settings: Any) -> Any:
    return toy_match(**settings).pick(0).pick(0)


def leaves_of(match: Any, option: Any, monkeypatch: pytest.MonkeyPatch) -> int:
    """How many ways the enumeration went."""
    runs = []
    original = odds_module.to_leaf

    def counted(procedure: Any, table: Any) -> Any:
        runs.append(1)
        return original(procedure, table)

    monkeypatch.setattr(odds_module, "to_leaf", counted)
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


def test_of_things_that_are_alike_one_is_counted_with_the_weight_of_all() -> None:
    def draw(table: Table[ToyState]) -> str:
        table.choose(RED, PUSH, ("push", "stop"))
        pool = [11, 12, 13, 24, 25]
        drawn = [table.draw(pool, LUCK, alike=lambda number: number // 10) for _ in range(2)]
        table.tell(SCORED, seat=RED, points=sum(number // 10 for number in drawn))
        table.mark()
        return "deal"

    match = toy_match(phases={"deal": draw})
    assert match.odds("push") == {
        "2 points": Fraction(6, 20),
        "3 points": Fraction(12, 20),
        "4 points": Fraction(2, 20),
    }


def test_sums_of_three_dice_have_their_ways() -> None:
    ways = sums_of("3d6")
    assert sum(count for count, _ in ways.values()) == 216
    assert (ways[3][0], ways[10][0]) == (1, 27)


def test_a_modifier_moves_the_rows_of_a_chart() -> None:
    chart = Chart("Fate", ("bad", "bad", "good"))
    assert sorted(weight for weight, _ in outcomes_of("1d6", False, chart, 0)) == [2, 4]
    assert [weight for weight, _ in outcomes_of("1d6", False, chart, Modifier(2, "skill").value)] == [6]


def test_a_chart_reads_beyond_its_ends() -> None:
    chart = Chart("Fate", ("first", "middle", "last"), first=2)
    assert [chart[roll] for roll in (-5, 1, 2, 3, 4, 5, 99)] == ["first"] * 3 + ["middle"] + ["last"] * 3


SHOT = Roll("shot", "Shots", "TY-GEN-02")
TARGET = Chart("Target", ("jam", "miss", "miss", "miss", "hit", "hit"))


def test_the_dice_of_a_volley_are_counted_by_rows_and_not_by_faces() -> None:
    outcomes = volley_outcomes(3, TARGET)
    assert len(outcomes) == 10  # ways to share out three dice among three rows
    assert sum(weight for weight, _ in outcomes) == 6**3
    assert volley_outcomes(0, TARGET) == [(1, ())]


def shoot(table: Table[ToyState]) -> str:
    table.choose(RED, PUSH, ("push", "stop"))
    hits = table.volley(3, TARGET, SHOT).count("hit")
    table.tell(SCORED, seat=RED, points=hits)
    return "deal"


def test_a_volley_has_exact_odds() -> None:
    odds = toy_match(phases={"deal": shoot}).odds("push")
    assert odds == {
        "0 points": Fraction(8, 27), "1 points": Fraction(12, 27), "2 points": Fraction(6, 27),
        "3 points": Fraction(1, 27),
    }  # fmt: skip


def test_a_volley_is_logged_as_it_fell() -> None:
    match = toy_match(phases={"deal": shoot}, dice=scripted(6, 1, 5, 2, 2, 2)).choose("push")
    assert [entry.text for entry in match.log()] == ["Shots: 6 1 5", "Red scores 2."]
    assert match.log()[0].faces == (6, 1, 5)


AIM = Ask("aim", "At whom?", "TY-GEN-02")


@AIM.preview
def shot_at(table: Table[ToyState], about: About, option: Option) -> None:
    table.tell(SCORED, seat=RED, points=table.volley(option, TARGET, SHOT).count("hit"))


@AIM.outlook
def shots_so_far(state: ToyState, about: About) -> dict[str, Callable[[Table[ToyState]], None]]:
    return {"so far": lambda table: shot_at(table, about, about["aimed"])} if about["aimed"] else {}


def aim_twice(table: Table[ToyState]) -> str:
    first = table.choose(RED, AIM, (1, 2), aimed=0)
    table.choose(RED, AIM, (1, 2), aimed=first)
    table.volley(first, TARGET, SHOT)
    return "deal"


def test_an_order_whose_dice_come_later_has_the_odds_of_its_preview() -> None:
    match = toy_match(phases={"deal": aim_twice})
    assert match.odds(1) == {"0 points": Fraction(2, 3), "1 points": Fraction(1, 3)}
    assert match.outlook() == {}


def test_the_outlook_counts_the_orders_given_so_far() -> None:
    match = toy_match(phases={"deal": aim_twice}).choose(2)
    assert match.outlook() == {
        "so far": {"0 points": Fraction(4, 9), "1 points": Fraction(4, 9), "2 points": Fraction(1, 9)}
    }
    assert toy_match().outlook() == {}


def test_odds_know_no_more_than_the_seat() -> None:
    def blue_holds(table: Table[ToyState]) -> str:
        if table.choose(RED, PUSH, ("push", "stop")) == "push":
            table.tell(SCORED, seat=RED, points=table.state.hands[BLUE][0])
        return "deal"

    matches = [toy_match(seed, phases={"deal": deal_then("peep"), "peep": blue_holds}) for seed in range(1, 10)]
    truths = [f"{match.state.hands[BLUE][0]} points" for match in matches]
    assert [next(iter(match.odds("push"))) for match in matches] != truths


def deal_then(following: str) -> Callable[[Table[ToyState]], str]:
    def phase(table: Table[ToyState]) -> str:
        deal(table)
        return following

    return phase
