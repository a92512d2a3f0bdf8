"""Appraisals: where a playout may be cut off, what a position is worth there, and what a game's file must hold."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from flagplot.engine import Appraisal, Option, Table
from flagplot.engine import appraisal as appraisals
from flagplot.engine import dice as chance
from flagplot.engine.errors import IllegalChoice, RulesError
from flagplot.engine.match import Match
from tests.engine.toy import BLUE, LUCK, PUSH, RED, LeadsHigh, ToyOptions, ToyState, lead, push, toy_game, toy_match

CAPTAINS = {RED: LeadsHigh(), BLUE: LeadsHigh()}
FIGURES = ("lead of red", "cards of red")


def read(state: ToyState) -> list[float]:
    return [state.scores[RED] - state.scores[BLUE], len(state.hands[RED])]


def by_turns(ahead: int = 0, **changes: Any) -> Appraisal:
    """An appraisal where a turn of the toy begins: a point more is worth as much as a card, and red's start nothing."""
    given: dict[str, Any] = {"weights": {"2": (0.0, 1.0, 1.0)}, "options": ToyOptions()} | changes
    return Appraisal(RED, "lead", ahead, FIGURES, read, lambda state: str(state.turn), **given)


def at_the_push(turn: int = 1, **changes: Any) -> Match[ToyState]:
    """A match in which red decides in a turn whether to push."""
    match = toy_match(**changes)
    while match.decision.key != "push" or match.state.turn < turn:
        match.choose(match.decision.options[-1])
    return match


# Where a playout ends


@pytest.mark.parametrize("option", ["push", "peek", "stop"])
def test_a_playout_is_cut_off_where_the_phase_begins(option: Option) -> None:
    end = at_the_push().prospect(option, CAPTAINS, by_turns())
    assert (end.phase, end.turn, end.result) == ("lead", 2, None)
    assert (end.scores[RED] > 0) == (option == "push")


def test_a_playout_goes_on_as_often_as_the_appraisal_looks_ahead() -> None:
    match = at_the_push(options={"cards": 4})
    options = ToyOptions(cards=4)
    weights = {str(turn): (0.0, 1.0, 1.0) for turn in (2, 3, 4)}
    turns = [match.prospect("stop", CAPTAINS, by_turns(n, options=options, weights=weights)).turn for n in range(3)]
    assert turns == [2, 3, 4]


def test_a_playout_from_a_phase_in_which_the_end_would_come_too_soon_goes_on_for_another_turn() -> None:
    match = at_the_push(options={"cards": 4})
    options = ToyOptions(cards=4)
    weights = {str(turn): (0.0, 1.0, 1.0) for turn in (2, 3, 4)}
    for too_soon, turn in ((frozenset({"lead"}), 2), (frozenset({"push"}), 3)):
        appraisal = by_turns(options=options, weights=weights, too_soon=too_soon)
        assert match.prospect("stop", CAPTAINS, appraisal).turn == turn


def test_an_end_that_comes_before_is_the_end() -> None:
    end = at_the_push(turn=2).prospect("push", CAPTAINS, by_turns())
    assert end.result
    assert (end.phase, end.result.winner) == ("over", RED)


@pytest.mark.parametrize("changes", [{"weights": {"3": (0.0, 1.0, 1.0)}}, {"options": ToyOptions(doubles=True)}])
def test_a_stage_without_weights_and_other_options_are_played_through(changes: dict[str, Any]) -> None:
    assert at_the_push().prospect("stop", CAPTAINS, by_turns(**changes)).result


def test_all_options_are_cut_off_at_the_same_place_wherever_the_next_question_is() -> None:
    """Dice fall at the beginning of a turn, and one option leads there without another question."""

    def windy_lead(table: Table[ToyState]) -> str | None:
        table.roll("1d6", LUCK)
        return lead(table)

    def push_twice(table: Table[ToyState]) -> str | None:
        if table.choose(RED, PUSH, ("push", "stop")) == "push":
            table.choose(RED, PUSH, ("peek", "stop"))
        return push(table)

    phases = {**toy_game(Path()).phases, "lead": windy_lead, "push": push_twice}
    match = at_the_push(phases=phases)
    ends = [match.prospect(option, CAPTAINS, by_turns()) for option in match.decision.options]
    assert [(end.phase, end.turn) for end in ends] == [("lead", 2), ("lead", 2)]


def test_a_prospect_leaves_the_match_where_it_is() -> None:
    match = at_the_push()
    before = match.save()
    first, second = (match.prospect("push", CAPTAINS, by_turns()) for _ in range(2))
    assert first == second
    assert match.save() == before


def test_without_an_appraisal_a_prospect_is_the_end_of_the_game() -> None:
    end = at_the_push().prospect("push", CAPTAINS)
    assert (end.phase, end.turn) == ("over", 3)
    assert end.result


def test_what_is_thrown_after_either_option_falls_alike() -> None:
    """Only one of them throws two dice; the chart of luck is thrown on after both, and falls the same."""
    match = at_the_push()
    for seed in range(20):
        world = match.fork(RED, seed)
        pushed, stopped = (world.prospect(option, CAPTAINS) for option in ("push", "stop"))
        assert pushed.scores[BLUE] == stopped.scores[BLUE]
    assert len({match.fork(RED, seed).prospect("stop", CAPTAINS).scores[BLUE] for seed in range(20)}) > 1


def test_a_prospect_is_refused_of_what_is_not_offered_and_of_typed_dice() -> None:
    with pytest.raises(IllegalChoice, match="'pull' is not offered here"):
        at_the_push().prospect("pull", CAPTAINS)
    typed = toy_match(dice=chance.asked())
    assert typed.question
    with pytest.raises(IllegalChoice, match="typed-in dice cannot be played out"):
        typed.prospect(typed.question.options[0], CAPTAINS)


def test_a_match_has_the_appraisal_of_its_game_but_not_with_the_owners_figures() -> None:
    appraisal = by_turns()
    match = toy_match(appraisal=lambda: appraisal)
    assert match.appraisal is appraisal
    match.record.data = "a mark"
    assert match.appraisal is None
    assert toy_match().appraisal is None


# What a position is worth


def test_the_chances_of_both_sides_add_up_to_one() -> None:
    match = at_the_push()
    state = match.game.copy(match.state)
    state.turn, state.scores[RED] = 2, 2  # two points and one card
    assert by_turns().chance(state, RED) == pytest.approx(1 / (1 + math.exp(-3)))
    assert by_turns().chance(state, BLUE) == pytest.approx(1 - 1 / (1 + math.exp(-3)))


@pytest.mark.parametrize(("points", "chance_of_red"), [(10**9, 1.0), (-(10**9), 0.0)])
def test_a_lead_beyond_all_measure_is_as_good_as_certain(points: int, chance_of_red: float) -> None:
    match = at_the_push()
    state = match.game.copy(match.state)
    state.turn, state.scores[RED] = 2, points
    assert by_turns().chance(state, RED) == pytest.approx(chance_of_red, abs=1e-9)


# The file


def test_a_game_without_a_file_has_no_weights(tmp_path: Path) -> None:
    assert appraisals.fitted(tmp_path, FIGURES) == {}


def test_weights_are_read_by_stage(tmp_path: Path) -> None:
    (tmp_path / appraisals.FILE).write_text('{"figures":["lead of red","cards of red"],"stages":{"2":[0.5,1,-2]}}')
    assert appraisals.fitted(tmp_path, FIGURES) == {"2": (0.5, 1.0, -2.0)}


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("{", "cannot be read"),
        ('{"figures":[],"stages":{}}', "cannot be read"),
        ('{"figures":["lead of red","cards of red"],"stages":{"2":["x",1,2]}}', "cannot be read"),
        ('{"figures":["lead of red"],"stages":{}}', "has other figures than its module; fit it anew"),
        ('{"figures":["lead of red","cards of red"],"stages":{"2":[1,2]}}', "has other figures"),
    ],
)
def test_a_file_that_does_not_fit_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    (tmp_path / appraisals.FILE).write_text(text)
    with pytest.raises(RulesError, match=complaint):
        appraisals.fitted(tmp_path, FIGURES)
