"""Taking back by agreement: beyond dice and other seats' decisions, with dice that have not fallen yet."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.engine import dice as chance
from flagplot.engine.dice import Continued, Tape, WoundOn, next_read, seed_bytes
from flagplot.engine.errors import IllegalChoice, NothingToUndo
from flagplot.engine.proof import verified
from flagplot.engine.start import load_match
from tests.engine.toy import RED, toy_game, toy_match

SEED = seed_bytes(7)
WOUND = [(3, 10), (12, 20), (3, 15)]


def pushed(seed: int = 1, **settings: Any) -> Any:
    """Both have led, and red has pushed: two dice and a third have fallen."""
    return toy_match(seed, options={"cards": 3}, **settings).pick(0).pick(0).choose("push")


def thrown(match: Any) -> list[tuple[int, ...]]:
    return [entry.faces for entry in match.log() if entry.key in ("both_dice", "luck")]


def load(data: bytes) -> Any:
    return load_match(data, lambda slug: toy_game(Path()))


@given(seed=st.integers(0, 2**64))
def test_a_throw_that_was_taken_back_is_thrown_with_the_next_dice(seed: int) -> None:
    match = pushed(seed)
    read = match.checkpoint.state.tape
    match.take_back(2)
    assert (match.decision.key, thrown(match)) == ("push", [])
    ((wound, on),) = match.record.wound
    assert (match.checkpoint.state.tape, on) == (wound, read)
    match.choose("push")
    tape = Tape(bytes.fromhex(match.record.seed), read)
    assert thrown(match) == [(tape.face(6), tape.face(6)), (tape.face(6),)]


def test_other_seats_decisions_are_taken_back_too() -> None:
    match = toy_match().pick(0).pick(1)
    assert match.take_back(0).decision.seat == RED
    assert match.record.wound == []  # no die has fallen since
    assert not match.can_undo
    assert match.pick(1).can_undo


def test_nothing_changes_where_nothing_is_taken_back() -> None:
    match = pushed()
    data = match.save()
    assert match.take_back(3).save() == data


def test_taken_back_to_the_same_place_again_and_again_each_throw_is_a_new_one() -> None:
    match = pushed()
    ranges = []
    for _ in range(5):
        start = next_read(*read_so_far(match.at(2)))
        ranges.append(range(start, match.checkpoint.state.tape))
        match.take_back(2).choose("push")
    ends = [one.stop for one in ranges]
    assert [one.start for one in ranges[1:]] == ends[:-1]
    assert len(match.record.wound) == 5


def read_so_far(match: Any) -> tuple[int, dict[int, int]]:
    """How far the dice have been read at the beginning of a phase, and where they are wound on."""
    match.state  # noqa: B018
    return match.checkpoint.state.tape, dict(match.record.wound)


def test_before_a_throw_is_repeated_an_earlier_one_can_be_taken_back_too() -> None:
    match = pushed().pick(0).pick(0).choose("push")
    read = match.checkpoint.state.tape
    match.take_back(5)
    match.take_back(2)
    assert [on for _, on in match.record.wound] == [read, read]
    tape = Tape(bytes.fromhex(match.record.seed), read)
    match.choose("push")
    assert thrown(match) == [(tape.face(6), tape.face(6)), (tape.face(6),)]


def test_what_lies_before_stays_as_it_was_and_undo_goes_no_further_than_before() -> None:
    match = pushed().pick(0).pick(0).choose("push")
    before = thrown(match)[:2]
    match.take_back(4)
    assert thrown(match) == before
    assert match.can_undo
    match.undo()
    assert match.why_no_undo == "Something hidden has been revealed since."


@pytest.mark.parametrize("number", [-1, 4])
def test_a_choice_that_was_never_made_cannot_be_gone_back_to(number: int) -> None:
    with pytest.raises(IllegalChoice, match=f"The match has 3 choices; it cannot stand at {number}"):
        pushed().take_back(number)


def test_a_finished_game_and_a_fork_cannot_be_taken_back() -> None:
    match = pushed()
    with pytest.raises(NothingToUndo, match="A fork only looks ahead"):
        match.fork(RED, 1).take_back(0)
    while match.decision:
        match.pick(0)
    for finished in (match, load(match.save())):
        with pytest.raises(NothingToUndo, match="The game is over"):
            finished.take_back(0)


def test_a_match_seen_as_it_stood_before_keeps_its_own_dice() -> None:
    match = pushed()
    earlier = match.at(2)
    match.take_back(2)
    assert earlier.record.wound == []


def test_saved_and_loaded_it_goes_on_in_the_same_way_and_its_proof_says_what_was_done() -> None:
    match = pushed().take_back(2)
    loaded = load(match.save())
    assert loaded.record == match.record
    assert loaded.choose("push").save() == match.choose("push").save()
    assert "Dice that had fallen were passed over once, as the players had agreed." in verified(match)
    match.take_back(2).choose("push")
    assert any("passed over 2 times" in sentence for sentence in verified(match))


def test_a_branch_of_it_has_dice_of_its_own() -> None:
    match = pushed().take_back(2)
    branch = match.branch(RED, 9)
    assert branch.record.wound == []
    assert branch.choose("push").log()


def test_scripted_dice_fall_again_as_written() -> None:
    match = pushed(dice=chance.scripted(*range(12, 0, -1), 2, 5, 1))
    fell = thrown(match)
    assert thrown(match.take_back(2).choose("push")) == fell
    assert match.record.wound == []


def test_typed_dice_are_typed_again() -> None:
    match = pushed(dice=chance.asked()).choose((6, 4)).choose(1)
    match.take_back(3)
    assert (match.decision.seat, match.decision.key) == ("dice", "both_dice")
    assert thrown(match.choose((1, 2)).choose(3)) == [(1, 2), (3,)]


def test_wound_dice_are_read_further_on_whatever_is_thrown() -> None:
    for read in (lambda dice: dice.face(6), lambda dice: dice.pick("abcdef"), lambda dice: list(dice.faces(4, 6))):
        wound = WoundOn(Tape(SEED, 3), WOUND)
        further = Tape(SEED, 15)
        assert read(wound) == read(further)
        assert wound.position == further.position


def test_wound_dice_go_on_where_several_windings_lead() -> None:
    assert [next_read(position, {3: 12, 12: 20}) for position in (2, 3, 4, 12)] == [2, 20, 4, 20]
    wound = WoundOn(Tape(SEED, 1), [(3, 12), (12, 20)])
    tape = Tape(SEED, 1)
    while tape.position < 3:
        assert wound.face(256) == tape.face(256)
    assert wound.faces(3, 256) == Tape(SEED, 20).faces(3, 256)


def test_no_dice_at_all_wind_nothing_on() -> None:
    wound = WoundOn(Tape(SEED, 3), WOUND)
    assert wound.faces(0, 6) == []
    assert wound.position == 3


def test_continued_dice_are_wound_on_over_those_of_the_other_match() -> None:
    wound = WoundOn(Continued([3, 1, 4], SEED), [(1, 5)])
    assert wound.face(6) == 3
    assert wound.face(6) == Tape(SEED, 2).face(6)
