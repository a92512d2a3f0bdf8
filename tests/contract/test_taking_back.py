"""Taking back by agreement: any choice can be gone back to, and no die that has fallen comes again."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from random import Random
from typing import Any
from unittest.mock import patch

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from flagplot import players
from flagplot.engine.dice import Tape
from flagplot.engine.errors import NothingToUndo
from flagplot.engine.proof import verified
from tests.contract.playing import SLUGS, at_decision, plain

SEEDS = st.integers(0, 2**64)
every_game = pytest.mark.parametrize("slug", SLUGS)


@contextmanager
def tape_watched() -> Iterator[set[int]]:
    """The positions of all bytes that are read from a tape meanwhile."""
    read: set[int] = set()

    class Watched(Tape):
        def face(self, sides: int, roll: Any = None) -> int:
            before = self.position
            face = super().face(sides)
            read.update(range(before, self.position))
            return face

        def faces(self, count: int, sides: int, roll: Any = None) -> Any:
            return [self.face(sides) for _ in range(count)]

    with patch("flagplot.engine.course.Tape", Watched), patch("flagplot.engine.dice.Tape", Watched):
        yield read


def bytes_read(match: flagplot.Match[Any]) -> set[int]:
    """The positions on the tape from which the dice of a match came."""
    with tape_watched() as read:
        match.at(len(match.record.choices)).state  # noqa: B018
    return read


def play_on(match: flagplot.Match[Any], chance: Random, choices: int) -> None:
    """So many random choices, or as many as the game has left."""
    for _ in range(choices):
        if match.decision:
            match.choose(chance.choice(match.decision.options))


@every_game
@settings(max_examples=8)
@given(seed=SEEDS, number=st.integers(0, 100), spells=st.lists(st.integers(0, 60), min_size=1, max_size=4))
def test_dice_that_were_taken_back_never_come_again(slug: str, seed: int, number: int, spells: list[int]) -> None:
    chance = Random(seed)
    match = at_decision(slug, seed, number)
    fallen = set[int]()
    for choices in spells:
        play_on(match, chance, choices)
        fallen |= bytes_read(match)
        if match.decision is None:
            with pytest.raises(NothingToUndo, match="The game is over"):
                match.take_back(0)
            return
        before = match.at(chance.randint(0, len(match.record.choices)))
        assert match.take_back(len(before.record.choices)) is match
        assert plain(match.state) == plain(before.state)
        assert (match.decision, match.why_no_undo) == (before.decision, before.why_no_undo)
        assert match.log() == before.log()
        stands = bytes_read(match)
        play_on(match, chance, 20)
        assert fallen.isdisjoint(bytes_read(match) - stands)


@every_game
@settings(max_examples=8)
@given(seed=SEEDS, number=st.integers(0, 150), further=st.integers(0, 40))
def test_a_match_after_taking_back_is_as_sound_as_any(slug: str, seed: int, number: int, further: int) -> None:
    chance = Random(seed)
    match = at_decision(slug, seed, number)
    for most in (number, number // 2):
        match.take_back(chance.randint(0, min(most, len(match.record.choices))))
        play_on(match, chance, further)
        if match.decision is None:
            return
    data = match.save()
    assert flagplot.load(data).save() == data == match.at(len(match.record.choices)).save()
    if match.can_undo:
        choice = match.record.choices[-1]
        assert match.undo().choose(choice).save() == data
    assert match.decision
    seat = match.decision.seat
    assert match.fork(seat, 1).decision == match.branch(seat, 1).decision == match.decision
    by_hand = flagplot.load(data)
    policies = players.seated(match, {}, "the rest")
    while by_hand.decision:
        by_hand.choose(players.answer(by_hand, policies))
    players.play_out(match, players.seated(match, {}, "the rest"))
    assert match.save() == by_hand.save()
    told = list(verified(flagplot.load(match.save())))
    assert "The position is the same" in told[-1]
    assert any("passed over" in sentence for sentence in told) == bool(match.record.wound)


@every_game
@settings(max_examples=5)
@given(seed=SEEDS, number=st.integers(10, 150), further=st.integers(1, 40))
def test_a_branch_can_be_taken_back_beyond_its_first_dice(slug: str, seed: int, number: int, further: int) -> None:
    match = at_decision(slug, seed, number)
    assert match.decision
    branch = match.branch(match.decision.seat, seed)
    play_on(branch, Random(seed), further)
    if branch.decision is None:
        return
    fallen = bytes_read(branch)
    branch.take_back(0)
    stands = bytes_read(branch)
    play_on(branch, Random(seed + 1), 30)
    assert fallen.isdisjoint(bytes_read(branch) - stands)
    assert "The position is the same" in list(verified(flagplot.load(branch.save())))[-1]
