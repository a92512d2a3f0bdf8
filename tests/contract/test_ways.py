"""Ways of every game: to whatever place they lead, their answers are legal, given together, and taken back in one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from tests.contract.playing import SLUGS, walk

SEEDS = st.integers(0, 2**64)
MOST_PLACES = 12  # to which ways are sought at one question
every_game = pytest.mark.parametrize("slug", SLUGS)


@every_game
@settings(max_examples=3)
@given(seed=SEEDS)
def test_every_way_that_is_offered_can_be_taken(slug: str, seed: int, stride: int) -> None:
    spaces = [space.id for space in flagplot.new(slug).board.spaces]
    step = max(1, len(spaces) // MOST_PLACES)
    for walked, _ in walk(slug, seed, stride):
        for target in spaces[seed % step :: step] if walked.has_ways else ():
            way = walked.way(target)
            if way is None:
                continue
            match = flagplot.load(walked.save())
            made = len(match.record.choices)
            match.choose_all(way.answers)
            assert match.record.choices[made:] == list(way.answers)
            if match.can_undo:
                assert match.undo().record.choices[made:] == [] or not match.can_undo


@every_game
def test_only_questions_of_a_row_have_ways(slug: str) -> None:
    for ask in flagplot.game(slug).asks.values():
        assert ask.row or ask.leads is None
