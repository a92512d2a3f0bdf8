"""The throws of a finished game: their luck by exact odds, what was expected, and what each was worth."""

from __future__ import annotations

import math
from dataclasses import replace
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import flagplot
from flagplot.engine import Event, Roll
from flagplot.engine.dice import asked, scripted
from flagplot.engine.match import Match
from flagplot.engine.odds import Hindsight, Judgement, Odds
from flagplot.engine.start import new_match
from flagplot.engine.table import DICE, Table
from flagplot.players.analysis import Analysis, analyse, findings
from flagplot.players.analyst import Analyst
from flagplot.players.estimates import Estimate, together
from flagplot.players.retrace import retrace
from flagplot.players.throws import (
    Counted,
    Fall,
    Throw,
    count_throws,
    fall_of,
    fortune_of,
    luck_of,
    share_out,
    variance_of_luck,
)
from tests.engine.toy import CREW, SEA, STROKE, CrewState, crew_game

CATCH = Roll("catch", "The nets are hauled in", "TY-GEN-02")
CAUGHT = Event("caught", "{fish} fish.", "TY-GEN-02", outcome="{fish} fish", tone=1, counts="fish")
HOME = Event("home", "Home.", "TY-GEN-02")


def fished(*faces: int, typed: bool = False) -> Match[CrewState]:
    """A game of two hauls of a die each: 1 to 3 bring nothing, 4 and 5 two fish, 6 four; more than four fish win."""

    def haul(table: Table[CrewState]) -> None:
        caught = 0
        for _ in range(2):
            table.choose("fore", STROKE, ("row", "rest"), seat="fore")
            die = table.roll("1d6", CATCH).sum
            fish = 0 if die < 4 else 2 if die < 6 else 4
            caught += fish
            table.tell(CAUGHT, fish=fish)
        table.end(HOME, CREW if caught > 4 else SEA, {CREW: caught})

    game = crew_game(phases={"row": haul})
    match = new_match(game, None, 1, {}, asked() if typed else scripted(*faces), None)
    dice = iter(faces)
    while (question := match.question) is not None:
        match.choose(next(dice) if question.seat == DICE else "row")
    return match


def falls(match: Match[Any]) -> list[Fall]:
    """What fell, throw by throw."""
    counted: Counted = {}
    for _ in count_throws(retrace(match), counted):
        pass
    return [fall for _, fall in sorted(counted.items()) if fall is not None]


# What came against the odds


@pytest.mark.parametrize("typed", [False, True])
def test_a_throw_tells_what_was_expected_what_came_and_how_lucky_that_was(typed: bool) -> None:
    first, second = falls(fished(6, 3, typed=typed))
    assert (first.outcome, first.is_exact, first.came, first.counted) == ("4 fish", True, 4.0, "fish")
    assert first.chance == pytest.approx(1 / 6)
    assert first.expected == pytest.approx(4 / 3)
    assert first.luck == pytest.approx(1 / 2 + 1 / 3 + 1 / 12)
    assert first.deviation == pytest.approx(4 - 4 / 3)
    assert (second.outcome, second.came) == ("0 fish", 0.0)
    assert second.luck == pytest.approx(1 / 4)
    assert second.deviation == pytest.approx(-4 / 3)
    assert first.spread == second.spread == pytest.approx(math.sqrt(16 / 3 * 3 / 4 + 0 - 16 / 9))


@given(st.lists(st.integers(1, 50), min_size=1, max_size=8))
def test_fair_dice_give_half_on_average_and_the_variance_that_is_told(weights: list[int]) -> None:
    steps = {float(tone): weight / sum(weights) for tone, weight in enumerate(weights)}
    lucks = {tone: luck_of(steps, tone) for tone in steps}
    assert math.fsum(share * lucks[tone] for tone, share in steps.items()) == pytest.approx(0.5)
    spread = math.fsum(share * (lucks[tone] - 0.5) ** 2 for tone, share in steps.items())
    assert spread == pytest.approx(variance_of_luck(steps))


def test_outcomes_that_are_equally_good_say_nothing_about_luck() -> None:
    odds = Odds({"red": Fraction(1, 3), "blue": Fraction(2, 3)})
    fall = fall_of(Hindsight(odds, "red", Judgement(0.0, {})))
    assert fall.outcome == "red"
    assert fall.chance == pytest.approx(1 / 3)
    assert (fall.luck, fall.deviation, fall.spread, fall.variance) == (None, 0.0, 0.0, 0.0)


def test_means_that_differ_by_a_rounding_error_are_equally_good() -> None:
    judged = {"a": Judgement(1.2, {}), "b": Judgement(1.2000000000000002, {})}
    odds = Odds(dict.fromkeys(judged, Fraction(1, 2)), judged)
    assert fall_of(Hindsight(odds, "a", judged["a"])).luck is None


def test_what_no_sample_came_to_has_no_share_of_it_but_is_still_good_or_bad() -> None:
    judged = {"few": Judgement(1.0, {}), "many": Judgement(2.0, {})}
    odds = Odds(dict.fromkeys(judged, Fraction(1, 2)), judged, samples=300)
    fall = fall_of(Hindsight(odds, "very many", Judgement(9.0, {})))
    assert (fall.chance, fall.luck, fall.is_exact) == (0.0, 1.0, False)


@pytest.mark.parametrize(
    ("slug", "scenario"),
    [("graf-spee", None), ("atlantic-wolves", None), ("atlantic-chase", "denmark_strait"), ("sea-control", None)],
)
def test_what_fell_is_among_the_exact_odds_of_every_game(slug: str, scenario: str | None) -> None:
    seats = flagplot.new(slug, scenario, seed=4).seats
    match = flagplot.play(slug, dict.fromkeys(seats, "captain"), scenario=scenario, seed=4)
    past = retrace(match)
    exact = 0
    for move in past.throws[:: max(1, len(past.throws) // 20)]:
        at = move.decided - 1
        odds, outcome, _ = past.at(at).hindsight(match.record.choices[at : move.past], 200, 1)
        if odds.exact:
            assert outcome in odds
            exact += 1
    assert exact > 5


def test_as_many_throws_are_counted_as_were_asked_for_spread_over_the_game_and_never_twice() -> None:
    past = retrace(flagplot.play("atlantic-chase", {"german": "captain", "british": "captain"}, "denmark_strait", 4))
    counted: Counted = {}
    assert len(list(count_throws(past, counted, 6))) == 6
    numbers = [move.number for move in past.throws]
    places = sorted(numbers.index(number) / len(numbers) for number in counted)
    assert max(later - earlier for earlier, later in zip([0.0, *places], [*places, 1.0], strict=True)) < 0.35
    assert len(list(count_throws(past, counted))) == len(numbers) - 6


# What it was worth


@st.composite
def shared(draw: st.DrawFn) -> tuple[Estimate, list[tuple[float, float]]]:
    """The luck of a stretch, and its throws; some of them without odds."""
    luck = Estimate(draw(st.floats(-2, 2)), draw(st.floats(0, 1)))
    known = st.tuples(st.floats(-50, 50), st.floats(1e-3, 50))
    return luck, draw(st.lists(st.one_of(known, st.just((0.0, 0.0))), min_size=1, max_size=40))


@given(shared())
def test_the_parts_of_throws_add_up_to_the_luck_of_their_stretch_and_none_is_giant(
    case: tuple[Estimate, list[tuple[float, float]]],
) -> None:
    luck, throws = case
    parts = share_out(luck, throws)
    assert math.fsum(part.value for part in parts) == pytest.approx(luck.value, abs=1e-9)
    assert together(*parts) == pytest.approx(luck.margin, abs=1e-9)
    assert math.fsum(abs(part.value) for part in parts) <= 3 * abs(luck.value) + 1e-9


def test_luck_is_shared_in_proportion_to_deviations_that_point_where_it_does() -> None:
    parts = share_out(Estimate(0.4, 0.1), [(1.0, 1.0), (3.0, 1.0)])
    assert [part.value for part in parts] == pytest.approx([0.1, 0.3])
    assert [part.margin for part in parts] == pytest.approx([0.1 / math.sqrt(2)] * 2)


def test_throws_that_cancel_each_other_out_keep_their_directions() -> None:
    parts = share_out(Estimate(0.4), [(2.0, 1.0), (-2.0, 1.0)])
    assert [part.value for part in parts] == pytest.approx([0.4, 0.0])


def test_luck_against_all_deviations_is_shared_out_by_how_far_throws_may_spread() -> None:
    parts = share_out(Estimate(-0.4), [(1.0, 3.0), (1.0, 1.0)])
    assert [part.value for part in parts] == pytest.approx([0.2 - 0.6, 0.2 - 0.2])


def test_throws_without_odds_have_an_even_part() -> None:
    assert [part.value for part in share_out(Estimate(0.6), [(0.0, 0.0)] * 3)] == pytest.approx([0.2] * 3)
    parts = share_out(Estimate(0.6), [(2.0, 1.0), (4.0, 1.0), (0.0, 0.0)])
    assert [part.value for part in parts] == pytest.approx([0.4 / 3, 0.8 / 3, 0.2])


def test_a_single_throw_has_all_of_it_and_no_throw_has_none() -> None:
    luck = Estimate(0.3, 0.2)
    assert share_out(luck, [(-1.0, 2.0)]) == share_out(luck, [(0.0, 0.0)]) == [luck]
    assert share_out(luck, []) == []


def analysed(*faces: int) -> Analysis:
    return analyse(fished(*faces), 600)


@pytest.mark.parametrize(("faces", "is_won"), [((6, 5), True), ((6, 3), False), ((1, 6), False)])
def test_the_throws_of_a_game_add_up_to_its_dice(faces: tuple[int, int], is_won: bool) -> None:
    analysis = analysed(*faces)
    (account,) = analysis.accounts
    assert account.result == is_won
    assert [throw.moment for throw in analysis.throws] == [0, 1]
    assert math.fsum(throw.worth.value for throw in analysis.throws) == pytest.approx(account.dice.value, abs=1e-9)


def test_before_the_first_playout_the_odds_of_throws_are_told_and_anything_is_possible() -> None:
    analyst = Analyst(fished(6, 5), 10)
    for _ in count_throws(analyst.past, analyst.counted):
        pass
    analysis = findings(analyst)
    assert [throw.fall.outcome for throw in analysis.throws if throw.fall] == ["4 fish", "2 fish"]
    assert analysis.fortunes[0].judged == 2
    (account,) = analysis.accounts
    assert account.start == Estimate(0.5, 0.5)
    assert math.fsum(throw.worth.value for throw in analysis.throws) == pytest.approx(account.dice.value)


def test_each_throw_is_worth_what_it_changed() -> None:
    first, second = analysed(6, 5).throws
    assert first.among == second.among == 1
    start = 1 / 6 * 1 / 2 + 1 / 3 * 1 / 6
    assert first.worth.value == pytest.approx(1 / 2 - start, abs=0.1)
    assert second.worth.value == pytest.approx(1 / 2, abs=0.1)


# How lucky a side was


def thrown(luck: float | None, worth: float, moment: int, is_exact: bool = True, off: float = 0.0) -> Throw:
    deviation = off or (0.0 if luck is None else luck - 0.5)
    fall = Fall("", None, is_exact, luck, 1 / 16, None, None, "", deviation, 0.3)
    return Throw(moment, moment + 1, "fore", "", "", (), 1, fall, Estimate(worth), 1, "")


def test_the_dice_of_a_side_are_kind_when_their_mean_lies_beyond_what_fair_dice_give() -> None:
    throws = [thrown(0.75, 0.0, moment) for moment in range(16)]
    fortune = fortune_of(CREW, "Crew", [*throws, thrown(0.0, 0.0, 16, is_exact=False)], 1)
    assert (fortune.throws, fortune.judged, fortune.luck) == (17, 16, 0.75)
    assert fortune.margin == pytest.approx(1.96 / 4 / 4)
    assert fortune.verdict == "kind"
    assert fortune_of(CREW, "Crew", throws[:2], 1).verdict == "as expected"
    edge = replace(fortune, luck=0.5 + fortune.margin + 0.001)
    assert (edge.fair, edge.verdict) == ((38, 62), "as expected"), "it reads 62, as the range does"
    unlucky = [thrown(0.25, 0.0, moment) for moment in range(16)]
    assert fortune_of(CREW, "Crew", unlucky, 1).verdict == "unkind"
    assert fortune_of(CREW, "Crew", [], 1).verdict == "as expected"


def test_the_luckiest_throws_were_worth_most_and_lucky_by_their_odds() -> None:
    throws = [
        thrown(0.9, 0.1, 0),
        thrown(0.8, 0.3, 1),
        thrown(0.2, 0.4, 2),  # worth much, but the dice were bad
        thrown(0.3, -0.2, 3),
        thrown(0.6, 0.001, 4),
        thrown(0.7, -0.001, 5),  # of those that were worth nothing the farthest off its odds
        thrown(None, -0.5, 6),  # the odds tell nothing, but it clearly cost much
        thrown(0.4, 0.4, 7, off=0.2),  # better than the mean, worse than most
    ]
    fortune = fortune_of(CREW, "Crew", throws, 1)
    assert (fortune.luckiest, fortune.unluckiest) == ((1, 0, 5, 4), (6, 3))
    mirrored = fortune_of(SEA, "Sea", [thrown(0.9, -0.1, 0), thrown(0.1, 0.2, 1)], -1)
    assert (mirrored.luckiest, mirrored.unluckiest) == ((0,), (1,))


@pytest.mark.long
@pytest.mark.parametrize(("slug", "scenario"), [("graf-spee", None), ("atlantic-chase", "denmark_strait")])
def test_fair_dice_give_half_over_many_games(slug: str, scenario: str | None) -> None:
    luck = variance = 0.0
    for seed in range(60):
        seats = flagplot.new(slug, scenario, seed=seed).seats
        match = flagplot.play(slug, dict.fromkeys(seats, "captain"), scenario=scenario, seed=seed)
        exact = [fall for fall in falls(match) if fall.is_exact and fall.luck is not None]
        luck += math.fsum(fall.luck - 0.5 for fall in exact if fall.luck is not None)
        variance += math.fsum(fall.variance for fall in exact)
    assert abs(luck) < 3 * math.sqrt(variance)
