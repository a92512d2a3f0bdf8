"""Intervals keep what they promise, also in a run that looks at its results on the way."""

from __future__ import annotations

import math
from random import Random

import pytest

from flagplot.lab.intervals import (
    ERROR,
    Interval,
    looks,
    mean,
    paired_means,
    paired_shares,
    spread_of,
    wilson,
)


def test_a_share_has_wilsons_interval() -> None:
    for wins, n, low, high in ((0, 10, 0.0, 0.2775), (10, 10, 0.7225, 1.0), (15, 50, 0.1910, 0.4375)):
        found = wilson(wins, n)
        assert found.estimate == wins / n
        assert found.low == pytest.approx(low, abs=1e-4)
        assert found.high == pytest.approx(high, abs=1e-4)


def test_a_mean_has_the_textbooks_interval() -> None:
    found = mean([1.0, 2.0, 3.0, 4.0])
    assert found.estimate == 2.5
    assert found.high == pytest.approx(2.5 + 1.96 * math.sqrt((5 / 3) / 4))


def test_a_spread_names_values_that_occurred() -> None:
    spread = spread_of([float(value) for value in range(101)])
    assert (spread.p5, spread.p25, spread.p50, spread.p75, spread.p95) == (5, 25, 50, 75, 95)
    assert spread_of([3.0]).p95 == 3


def test_paired_means_have_students_interval() -> None:
    """With 9 degrees of freedom 2.2622 standard errors hold 95 per cent, with 49 they are 2.0096."""
    for n, quantile in ((10, 2.2622), (50, 2.0096)):
        values = [float(value % 2) for value in range(n)]
        standard_error = math.sqrt(0.25 * n / (n - 1) / n)
        assert paired_means(values).high - 0.5 == pytest.approx(quantile * standard_error, rel=2e-4)
    assert paired_means([4.0]) == Interval(4.0, -math.inf, math.inf)


def test_pairs_that_never_differ_still_leave_room_for_doubt() -> None:
    few, many = paired_shares(0, 0, 50), paired_shares(0, 0, 1000)
    assert few.low == -few.high
    assert few.lies_within(0.06)
    assert not few.lies_within(0.04)
    assert many.lies_within(0.003)


def test_a_difference_is_certain_when_the_interval_leaves_zero_out() -> None:
    assert paired_shares(30, 10, 100).excludes_zero
    assert paired_shares(10, 30, 100).excludes_zero
    assert not paired_shares(22, 18, 100).excludes_zero
    assert paired_shares(30, 10, 100).estimate == 0.2


@pytest.mark.parametrize("most", [1, 50, 100, 101, 150, 1600, 123_456])
def test_all_looks_together_spend_the_whole_error_and_the_last_is_at_the_end(most: int) -> None:
    found = looks(most)
    assert found[-1].pairs == most
    assert math.fsum(look.error for look in found) == pytest.approx(ERROR)
    assert all(look.error > 0 for look in found)
    assert [look.pairs for look in found[:-1]] == [100 * 2**number for number in range(len(found) - 1)]


def false_alarms(runs: int, seed: int, correlation: float) -> float:
    """How often a run of 1,600 pairs, in which nothing differs, finds a difference at one of its looks."""
    random, found = Random(seed), 0
    plan = looks(1600)
    for _ in range(runs):
        first_only = second_only = pairs = 0
        for look in plan:
            for _ in range(look.pairs - pairs):
                if random.random() >= correlation:  # else both games of the pair end alike
                    number = random.random()  # each is won by 30 per cent
                    first_only += number < 0.21
                    second_only += number >= 0.79
            pairs = look.pairs
            if paired_shares(first_only, second_only, pairs, look.error).excludes_zero:
                found += 1
                break
    return found / runs


def test_where_nothing_differs_the_rule_errs_in_at_most_one_run_of_twenty() -> None:
    assert false_alarms(1000, seed=1, correlation=0.5) <= ERROR


@pytest.mark.long
def test_the_rule_keeps_its_error_in_many_runs_however_alike_pairs_are() -> None:
    for seed, correlation in enumerate((0.0, 0.5, 0.9, 0.99)):
        assert false_alarms(4000, seed, correlation) <= ERROR + 0.003


def test_looking_as_often_with_the_full_error_would_err_too_often() -> None:
    """The rule is needed: with 95 per cent at each look, nothing is found to be something in one run of seven."""
    random, found, runs = Random(5), 0, 400
    for _ in range(runs):
        differences = [random.choice((-1, 0, 1)) for _ in range(1600)]
        for look in looks(1600):
            part = differences[: look.pairs]
            if paired_shares(part.count(1), part.count(-1), look.pairs).excludes_zero:
                found += 1
                break
    assert found / runs > 2 * ERROR
