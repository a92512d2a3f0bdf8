"""Why choices were made is kept with them, in bounds, and in no copy that goes on."""

from __future__ import annotations

from typing import Any

import pytest

from flagplot.engine.bounds import LARGEST_SAVE, LONGEST_REASON, ROOM_FOR_REASONS
from flagplot.engine.errors import SaveError
from flagplot.engine.proof import verified
from flagplot.engine.renewal import renewed
from flagplot.engine.start import moved_on
from tests.engine.test_saves import TOY, edited, load, older_rules
from tests.engine.toy import RED, toy_match

REASONS = {1: "It wins 62 % of 40 games.", 2: "It wins 60 % of 40 games."}


def explained() -> Any:
    """A match with two choices and the reasons of both."""
    match = toy_match().pick(0).pick(1)
    match.record.explain(REASONS)
    return match


def test_reasons_are_saved_and_loaded() -> None:
    data = explained().save()
    loaded = load(data)
    assert loaded.record.reasons == REASONS
    assert loaded.save() == data


def test_a_save_from_before_there_were_reasons_is_read_as_ever() -> None:
    data = toy_match().pick(0).pick(1).save()
    older = edited(data, lambda envelope: envelope["content"]["record"].__delitem__("reasons"))
    assert load(older).save() == data


def test_the_reason_of_a_choice_that_is_taken_back_is_forgotten() -> None:
    first = {1: REASONS[1]}
    match = explained()
    twin = match.twin()
    assert match.at(1).record.reasons == first
    assert match.take_back(1).record.reasons == first
    assert twin.record.reasons == REASONS
    undone = toy_match(options={"cards": 3}).pick(0).pick(1).choose("stop").pick(0)
    undone.record.explain({number: f"Number {number}" for number in range(1, 5)})
    assert list(undone.undo().record.reasons) == [1, 2, 3]


def test_no_copy_that_goes_on_has_reasons() -> None:
    match = explained()
    assert match.branch(RED).record.reasons == {}
    assert match.fork(RED, 0).record.reasons == {}
    assert renewed(match).record.reasons == {}


def test_a_match_under_other_rules_keeps_its_reasons_as_far_as_it_keeps_its_choices() -> None:
    moved, stands = moved_on(explained(), TOY)
    assert (stands, moved.record.reasons) == (True, REASONS)
    assert load(edited(explained().save(), older_rules)).record.reasons == {}


def test_reasons_are_no_part_of_what_is_proved() -> None:
    assert list(verified(explained())) == list(verified(toy_match().pick(0).pick(1)))


def test_a_reason_is_kept_as_a_line_of_bounded_length() -> None:
    match = toy_match().pick(0)
    match.record.explain({1: "It wins.\n\x1b[2J\u202e" + "x" * LONGEST_REASON})
    assert match.record.reasons[1] == "It wins.  [2J " + "x" * (LONGEST_REASON - 14)
    match.record.explain({1: ""})
    assert load(match.save()).record.reasons == match.record.reasons


def test_a_save_has_room_for_so_many_reasons_and_can_always_be_read() -> None:
    match = toy_match()
    match.record.choices = [7] * 2000
    match.record.explain(dict.fromkeys(range(1, 2001), "ß" * LONGEST_REASON))
    assert sum(len(one.encode()) for one in match.record.reasons.values()) <= ROOM_FOR_REASONS < LARGEST_SAVE
    assert list(match.record.reasons) == list(range(1, ROOM_FOR_REASONS // (2 * LONGEST_REASON) + 1))


@pytest.mark.parametrize(
    ("reasons", "message"),
    [
        ({"3": "It wins."}, "The save is damaged: it tells why choice 3 was made, which was not made."),
        ({"0": "It wins."}, "Expected `int` >= 1"),
        ({"-1": "It wins."}, "Expected `int` >= 1"),
        ({"20001": "It wins."}, "Expected `int` <= 20000"),
        ({"9" * 5000: "It wins."}, "The save is damaged"),
        ({"first": "It wins."}, "Expected `int`, got `str`"),
        ({"1": 7}, "Expected `str`, got `int`"),
        ({"1": ["It wins."]}, "Expected `str`, got `array`"),
        ({"1": "x" * 401}, "Expected `str` of length <= 400"),
        ({"1": "It\x1b[2J wins."}, "the reason for choice 1 has signs that no text has"),
        ({"1": "It\u202e wins."}, "the reason for choice 1 has signs that no text has"),
        ({str(n): "" for n in range(1, 20_002)}, "The save is (damaged|too large)"),
        (["It wins."], "Expected `object`, got `array`"),
        (None, "Expected `object`, got `null`"),
    ],
)
def test_a_save_with_reasons_that_cannot_be_is_refused_in_one_sentence(reasons: Any, message: str) -> None:
    damaged = edited(explained().save(), lambda envelope: envelope["content"]["record"].update(reasons=reasons))
    with pytest.raises(SaveError, match=message):
        load(damaged)
