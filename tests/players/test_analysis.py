"""The analysis of finished games: all adds up, mistakes and lucky throws are found, and it repeats itself."""

from __future__ import annotations

import math
from statistics import fmean, stdev

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot.engine import Event
from flagplot.engine.dice import asked
from flagplot.engine.errors import UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.engine.state import Result
from flagplot.engine.table import DICE, Table
from flagplot.players.analysis import Account, Analysis, NotOver, analyse, findings
from flagplot.players.analyst import Analyst, Ledger
from flagplot.players.estimates import Estimate, as_far_as_sure, change_of, share_of, total, towards_nothing
from tests.engine.toy import BLUE, CREW, RED, SEA, STROKE, SWELL, CrewState, LeadsHigh, crew_game, crew_match, toy_match

CAPTAINS = {RED: LeadsHigh, BLUE: LeadsHigh}
WON_THROW = Event("won_throw", "The swell carries the boat.", "TY-GEN-02", outcome="carried")
LOST_THROW = Event("lost_throw", "The swell sinks the boat.", "TY-GEN-02", outcome="sunk")


def sum_of(account: Account) -> float:
    """All parts of an account."""
    added = (account.skill, account.others, account.hidden, account.dice, account.unplayed)
    return account.start.value + math.fsum(one.value for one in added)


def check_sums(analysis: Analysis) -> None:
    for account in analysis.accounts:
        assert sum_of(account) == pytest.approx(account.result, abs=1e-12)
    if len(analysis.accounts) == 2:
        one, other = analysis.accounts
        for name in ("hidden", "dice", "unplayed"):
            assert getattr(one, name).value == pytest.approx(-getattr(other, name).value, abs=1e-12)
        assert one.skill.value == pytest.approx(-other.others.value, abs=1e-12)
    if analysis.throws:
        given = math.fsum(throw.worth.value for throw in analysis.throws)
        assert given == pytest.approx(analysis.accounts[0].dice.value, abs=1e-9)


def rowed(*strokes: str) -> Match[CrewState]:
    match = crew_match(both=False)
    for stroke in strokes:
        match.choose(stroke)
    return match


def thrown(seed: int) -> Match[CrewState]:
    """A game of one decision and one throw: 5 or 6 wins."""

    def row(table: Table[CrewState]) -> str:
        table.choose("fore", STROKE, ("row", "rest"), seat="fore")
        if table.roll("1d6", SWELL).sum > 4:
            table.end(WON_THROW, CREW, {CREW: 1})
        table.end(LOST_THROW, SEA, {CREW: 0})

    game = crew_game(phases={"row": row})
    return new_match(game, None, seed, {}, None, None).choose("row")


# What adds up


@pytest.mark.parametrize(
    ("slug", "scenario", "playouts"),
    [
        ("graf-spee", None, 60),
        ("atlantic-wolves", None, 30),
        ("atlantic-chase", "denmark_strait", 60),
        ("night-action", None, 16),
        ("sea-control", None, 20),
    ],
)
def test_skill_and_luck_add_up_to_the_result_in_every_game(slug: str, scenario: str | None, playouts: int) -> None:
    match = flagplot.new(slug, scenario, seed=4)
    seats = {seat: ("captain", "lieutenant")[number % 2] for number, seat in enumerate(match.seats)}
    match = flagplot.play(slug, seats, scenario=scenario, seed=4)
    analysis = analyse(match, playouts)
    check_sums(analysis)
    assert match.result
    assert analysis.accounts[0].result == (
        0.5 if match.result.winner is None else match.result.winner == analysis.accounts[0].side
    )
    assert analysis.curve[0].moment == 0
    assert analysis.curve[-1].moment == len(match.record.choices)
    assert [point.moment for point in analysis.curve] == sorted({point.moment for point in analysis.curve})
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=Analysis) == analysis


@settings(max_examples=15, deadline=None)
@given(st.integers(0, 10**6), st.integers(1, 40))
def test_all_adds_up_whatever_the_seed_and_however_few_playouts(seed: int, playouts: int) -> None:
    match = toy_match(seed, captains=CAPTAINS)
    while (question := match.question) is not None:
        match.choose(question.options[(seed + len(match.record.choices)) % len(question.options)])
    check_sums(analyse(match, playouts))


def test_a_captain_gains_and_loses_nothing_by_its_decisions() -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "captain"}, seed=7)
    (account,) = analyse(match, 40).accounts
    assert account.skill == account.hidden == Estimate(0.0)


# What is found


def test_the_option_that_loses_for_certain_is_the_worst_decision() -> None:
    analysis = analyse(rowed("rest", "row", "rest", "row"), 400)
    worst = analysis.decision(analysis.worst[0])
    assert (worst.moment, worst.chosen.label, worst.best.label) == (2, "rest", "row")
    assert worst.loss.value == 1.0
    assert (worst.chosen.chance.value, worst.captains.chance.value) == (0.0, 1.0)
    (account,) = analysis.accounts
    assert account.start.value == 1.0
    assert account.skill.value == pytest.approx(-1, abs=0.05)
    assert account.result == 0.0
    assert len(analysis.worst) == 1, "the first rest cost nothing"


def test_a_decision_better_than_the_captains_is_found() -> None:
    match = toy_match(1, captains=CAPTAINS)  # captains always stop, and so red never scores
    while match.state.turn < 2 or match.question.ask.key != "push":
        match.choose(match.question.options[-1])
    analysis = analyse(match.choose("push"), 600)
    best = analysis.decision(analysis.best[0])
    assert (best.chosen.label, best.captains.label, best.gain.value) == ("push", "stop", 1.0)
    red, blue = analysis.accounts
    assert red.skill.value == pytest.approx(1, abs=0.05)
    assert blue.others.value == pytest.approx(-1, abs=0.05)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_worth_of_one_throw_is_known(seed: int) -> None:
    match = thrown(seed)
    analysis = analyse(match, 900)
    (throw,) = analysis.throws
    has_won = match.result is not None and match.result.winner == CREW
    assert throw.worth.value == pytest.approx(2 / 3 if has_won else -1 / 3, abs=0.1)
    assert (throw.cause, throw.count, throw.among) == ("row", 1, 1)
    assert throw.helped == (CREW if has_won else "")
    assert throw.fall is not None
    assert (throw.fall.outcome, throw.fall.is_exact) == ("carried" if has_won else "sunk", True)
    assert throw.fall.chance == pytest.approx(1 / 3 if has_won else 2 / 3)
    (account,) = analysis.accounts
    assert account.dice == throw.worth


@pytest.mark.long
def test_dice_favour_nobody_over_many_games_and_random_play_costs_more_than_a_captains() -> None:
    found = {}
    for player in ("lieutenant", "midshipman"):
        games = [flagplot.play("graf-spee", {"graf_spee": player}, seed=seed) for seed in range(30)]
        found[player] = [analyse(match, 300).accounts[0] for match in games]
    dice = [account.dice.value for account in found["lieutenant"]]
    assert abs(fmean(dice)) < 3 * stdev(dice) / math.sqrt(len(dice))
    skill = {player: fmean(account.skill.value for account in accounts) for player, accounts in found.items()}
    assert skill["midshipman"] < skill["lieutenant"] < 0.05


# What it keeps to


def test_the_same_seed_and_playouts_find_the_same_and_another_seed_something_else() -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "midshipman"}, seed=3)
    one = analyse(match, 150)
    assert one == analyse(match, 150)
    assert one != analyse(match, 150, seed="1")


def test_work_goes_on_from_its_ledger_as_if_it_had_not_been_interrupted() -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "midshipman"}, seed=3)
    whole = Analyst(match, 150)
    for _ in whole.go_on():
        pass
    ledger: Ledger = {}
    slices = 0
    while slices < 100:
        slices += 1
        analyst = Analyst(match, 150, ledger={node: values[:] for node, values in ledger.items()})
        for number, _ in enumerate(analyst.go_on()):
            if number == 20:
                break
        check_sums(findings(analyst))
        if ledger == analyst.ledger:
            break
        ledger = analyst.ledger
    assert slices > 3
    assert ledger == whole.ledger


def test_the_time_that_it_may_take_is_kept_to() -> None:
    match = flagplot.play("graf-spee", {"graf_spee": "midshipman"}, seed=3)
    shares: list[float] = []
    analysis = analyse(match, seconds=0.3, progress=lambda share, analyst: shares.append(share))
    check_sums(analysis)
    assert shares == sorted(shares)
    assert 0 < shares[-1] <= 1


def test_a_game_that_goes_on_is_analysed_only_if_nothing_is_hidden() -> None:
    with pytest.raises(NotOver, match="The game is not over"):
        analyse(toy_match(1, captains=CAPTAINS).choose(1), 10)
    with pytest.raises(NotOver, match="Nothing has been decided"):
        analyse(crew_match(both=False), 10)
    analysis = analyse(rowed("rest", "rest"), 60)
    check_sums(analysis)
    assert analysis.accounts[0].result == 0.0  # two turns are not enough for three strokes


def test_a_seat_without_a_captain_is_refused() -> None:
    match = toy_match(1)
    while match.question:
        match.choose(match.question.options[0])
    with pytest.raises(UnknownGame, match="no captain for the seat 'red'"):
        analyse(match, 10)


def test_what_people_left_unplayed_has_its_own_part() -> None:
    match = toy_match(1, captains=CAPTAINS)
    match.choose(match.question.options[-1])
    analyst = Analyst(match, 40)
    for _ in analyst.go_on():
        pass
    analysis = findings(analyst, Result(RED, {}, "Blue resigned.", ""))
    check_sums(analysis)
    red, blue = analysis.accounts
    assert (red.result, blue.result) == (1.0, 0.0)
    assert red.unplayed.value == pytest.approx(1.0), "captains who stop never win as red"


def test_typed_dice_are_analysed_too() -> None:
    match = flagplot.new("graf-spee", seed=2, dice=asked())
    while (question := match.question) is not None:
        if question.seat == DICE:
            match.choose(question.options[len(match.record.choices) % len(question.options)])
        else:
            match.choose(match.hint().option)
    analysis = analyse(match, 60)
    check_sums(analysis)
    assert analysis.effort.unlike == 0
    assert 0 < analysis.effort.decisions < len(match.record.choices)


# Estimates


def test_few_playouts_are_no_certainty() -> None:
    assert share_of([1.0] * 4).margin > share_of([1.0] * 40).margin > 0
    assert share_of([]) == Estimate(0.5, 0.5)
    assert change_of([]) == Estimate(0.0)


def test_changes_are_drawn_towards_nothing_the_more_the_less_sure_they_are() -> None:
    found = {1: Estimate(0.5, 0.05), 2: Estimate(-0.5, 0.9), 3: Estimate(0.0, 0.1)}
    drawn = towards_nothing(found, moves=3)
    assert drawn[1].value > 0.45
    assert -drawn[1].value < drawn[2].value < 0
    assert drawn[2].margin < found[2].margin
    assert drawn[3].value == 0
    assert towards_nothing({}, 1) == as_far_as_sure({}, []) == {}


def test_what_many_moves_show_together_is_counted_though_none_is_sure_alone() -> None:
    many = {number: Estimate(-0.05, 0.1) for number in range(16)}
    alone, together = total([*towards_nothing(many, 16).values()]), total([*as_far_as_sure(many, []).values()])
    assert -0.8 < together.value < alone.value < 0
    assert together.value < -0.5
    assert together.margin < 0.1 * 4, "the margin of the bare sum"


def test_moves_of_which_nothing_was_found_are_taken_for_the_mean_of_the_others_with_a_wide_margin() -> None:
    found = {number: Estimate(-0.05, 0.02) for number in range(8)}
    drawn = as_far_as_sure(found, [8, 9])
    assert drawn[8] == drawn[9]
    assert drawn[8].value == pytest.approx(-0.05, abs=1e-3)
    assert drawn[8].margin > drawn[0].margin
    assert as_far_as_sure({}, [8, 9]) == {}
