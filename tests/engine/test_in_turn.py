"""Questions of one seat answered in one gesture, of whatever rows, and the captain who finishes a phase."""

from __future__ import annotations

import pytest

import flagplot
from flagplot import players
from flagplot.engine.errors import IllegalChoice

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
    assert set(asked) <= {"resolve_by", "next_area", "next_attack"}
    assert twin.question is None or twin.question.ask.key not in asked or twin.topic != "Attack and ASW"


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
