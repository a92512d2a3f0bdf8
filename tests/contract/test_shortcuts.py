"""Shortcuts of every game: what they answer is legal, is taken back in one, and has odds that add up."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import flagplot
from tests.contract.playing import SLUGS, walk

SEEDS = st.integers(0, 2**64)
every_game = pytest.mark.parametrize("slug", SLUGS)


@every_game
@settings(max_examples=4)
@given(seed=SEEDS)
def test_every_shortcut_that_is_offered_can_be_taken(slug: str, seed: int, stride: int) -> None:
    for walked, _ in walk(slug, seed, stride):
        for number, shortcut in enumerate(walked.shortcuts):
            before = walked.save()
            match = flagplot.load(before)
            assert match.shortcuts[number] == shortcut
            assert shortcut.label
            assert not set(shortcut.label) & set("{}_")
            made = len(match.record.choices)
            match.choose_all(shortcut.answers)
            assert match.record.choices[made:] == list(shortcut.answers)
            if match.can_undo:
                match.undo()
                assert match.record.choices[made:] == [] or not match.can_undo


@every_game
@settings(max_examples=2)
@given(seed=SEEDS)
def test_odds_of_shortcuts_add_up(slug: str, seed: int, stride: int) -> None:
    for match, _ in walk(slug, seed, stride):
        for shortcut in match.shortcuts[:1]:
            odds = match.odds_all(shortcut.answers, limit=200, samples=50)
            assert sum(odds.values()) == 1


@every_game
def test_no_shortcut_is_an_option_of_the_rules(slug: str) -> None:
    for ask in flagplot.game(slug).asks.values():
        assert not set(ask.shortcuts) & {answer for answer in ask.answers if isinstance(answer, str)}
