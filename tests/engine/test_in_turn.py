"""Questions of one seat answered in one gesture, of whatever rows, and the captain who finishes a phase."""

from __future__ import annotations

from typing import Any

import pytest

import flagplot
from flagplot import players
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.match import Match
from flagplot.engine.words import Option
from tests.games.atlantic_wolves.builder import QUIET, play, position

WOLVES = "atlantic-wolves"


def test_the_captain_answers_until_the_phase_ends_and_one_undo_takes_it_back() -> None:
    match = flagplot.new(WOLVES, seed=3)
    while match.decision and match.decision.key != "place_boat":
        match.choose(match.hint().option)
    before = list(match.record.choices)
    match.choose(match.hint().option)
    answers = players.finish_phase(match.twin())
    match.choose_in_turn(answers)
    assert match.topic == "Attack and ASW"
    assert match.record.choices == [*before, match.record.choices[len(before)], *answers]
    assert match.undo().record.choices[:-1] == before


def test_he_decides_as_his_hints_say() -> None:
    match = flagplot.new(WOLVES, seed=4)
    answers = players.finish_phase(match.twin())
    for answer in answers:
        assert match.hint().option == answer
        match.choose(answer)


def test_in_the_usual_order_he_answers_only_what_asks_for_a_sequence() -> None:
    match = flagplot.new(WOLVES, seed=3)
    while match.question and match.question.ask.key != "resolve_by":
        match.choose(match.hint().option)
    asked = []
    twin = match.twin()
    for answer in players.finish_phase(match.twin(), only_sequence=True):
        assert twin.question
        asked.append(twin.question.ask.key)
        twin.choose(answer)
    assert len(asked) > 1
    assert set(asked) <= {"resolve_by", "next_area", "next_attack", "reroll", "reroll_asw", "lose_boat", "send_back"}
    assert twin.question is None or twin.question.ask.key not in asked or twin.topic != "Attack and ASW"


def usual_answers(match: Match[Any]) -> list[tuple[str, Option]]:
    """What is answered in the usual order, each with the question's key."""
    twin, given = match.twin(), []
    for answer in players.finish_phase(match.twin(), only_sequence=True):
        assert twin.question
        given.append((twin.question.ask.key, answer))
        twin.choose(answer)
    return given


def test_in_the_usual_order_he_lets_rolls_stand_until_a_card_pays() -> None:
    state = position({"newfoundland": {"normal": [1, 2, 3]}}, hand=["b_dienst"], options={"set_maximums": True})
    match = play(state, 4, 4, 1)
    assert usual_answers(match) == [
        ("next_attack", 1),
        ("reroll", "let_it_stand"),
        ("next_attack", 2),
        ("reroll", "let_it_stand"),
        ("next_attack", 3),
    ]
    match.choose_in_turn([answer for _, answer in usual_answers(match)])
    assert match.decision
    assert match.decision.key == "reroll"  # a 1: he would play the card, so the player is asked
    assert match.hint().option == "b_dienst"
    with pytest.raises(IllegalChoice, match="no answer to give"):
        match.choose_in_turn(players.finish_phase(match.twin(), only_sequence=True))


def test_in_the_usual_order_the_first_answer_is_given_where_none_is_better() -> None:
    state = position({"iceland": {"normal": [1, 2]}}, pens=range(11, 21), ata=2, escorts={"iceland": 1})
    match = play(state, 6, 4, 3, *QUIET)
    assert match.decision
    assert (match.decision.key, match.first_will_do) == ("lose_boat", True)
    assert usual_answers(match)[0] == ("lose_boat", 1)


def test_he_never_speaks_for_another_seat() -> None:
    match = flagplot.new("sea-control", seed=1)
    assert match.question
    seat = match.question.seat
    twin = match.twin()
    for answer in players.finish_phase(match.twin()):
        assert twin.question
        assert twin.question.seat == seat
        twin.choose(answer)


def test_answers_in_turn_are_taken_or_none() -> None:
    match = flagplot.new(WOLVES, seed=3)
    before = match.save()
    with pytest.raises(IllegalChoice):
        match.choose_in_turn(["hq", "nothing of the kind"])
    assert match.save() == before
    with pytest.raises(IllegalChoice, match="There is no answer to give"):
        match.choose_in_turn([])


def test_nobody_finishes_a_game_that_is_over() -> None:
    match = flagplot.play(WOLVES, {"german": "captain"}, seed=1)
    with pytest.raises(IllegalChoice, match="nothing here for a captain"):
        players.finish_phase(match)
