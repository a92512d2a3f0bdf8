"""A copy of a running match with other dice to come: the same past, another future."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine.dice import SEED_BYTES
from flagplot.engine.proof import from_the_start, position, verified
from flagplot.engine.renewal import renewed
from tests.contract.playing import SLUGS, at_decision, walk


def without_dice(match: flagplot.Match[Any]) -> bytes:
    return msgspec.json.encode(replace(match.state, tape=0, seed_hash=""))


@pytest.mark.parametrize("slug", SLUGS)
@pytest.mark.parametrize("number", [0, 4, 70])
def test_a_renewed_match_has_the_same_past_and_other_dice_to_come(slug: str, number: int) -> None:
    length = sum(1 for _ in walk(slug, 3))
    match = at_decision(slug, 3, min(number, length // 2))  # with dice still to come
    # Seeds of our own, because in a short game dice of any other may fall alike.
    copies = [flagplot.load(renewed(match, seed).save()) for seed in (b"1" * SEED_BYTES, b"2" * SEED_BYTES)]
    for copy in copies:
        assert without_dice(copy) == without_dice(match)
        assert copy.log() == match.log()
        assert copy.record.choices == match.record.choices
        assert copy.decision == match.decision
        assert match.record.seed not in copy.save().decode()
        assert list(verified(copy))
        again = from_the_start(copy)
        for choice in copy.record.choices:
            again.choose(choice)
        assert position(again) == position(copy)
    assert len({one.seed_hash for one in (match, renewed(match), renewed(match))}) == 3
    logs = []
    for one in (match, *copies):
        rng = Random(1)
        while one.decision and len(one.record.choices) < number + 250:
            one.choose(rng.choice(one.decision.options))
        logs.append([line.text for line in one.log()])
        assert flagplot.load(one.save()).save() == one.save()
    assert len(set(map(tuple, logs))) == 3


def test_a_match_that_was_taken_back_or_branched_or_renewed_is_renewed_too() -> None:
    match = at_decision("sea-control", 5, 60).take_back(40)
    for one in (match, match.branch("axis", 1), renewed(match)):
        copy = flagplot.load(renewed(one).save())
        assert without_dice(copy) == without_dice(one)
        assert copy.log() == one.log()
        assert copy.record.wound == []
