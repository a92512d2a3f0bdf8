"""Computer players: the midshipman, and who may sit where."""

from __future__ import annotations

from collections import Counter

import pytest

import flagplot
from flagplot import players
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.games.atlantic_wolves.words import PLACE_DOENITZ


def test_a_midshipman_takes_each_option_equally_often() -> None:
    midshipman = players.midshipman("seed")
    taken = Counter(midshipman(None, "german", PLACE_DOENITZ, ("a", "b", "c"), {}) for _ in range(3000))
    assert set(taken) == {"a", "b", "c"}
    assert all(abs(count - 1000) < 130 for count in taken.values())


def test_the_same_seed_gives_the_same_game() -> None:
    assert flagplot.play("atlantic-wolves", seed=3).save() == flagplot.play("atlantic-wolves", seed=3).save()


def test_a_seat_or_player_that_does_not_exist_is_named() -> None:
    with pytest.raises(UnknownGame, match="Atlantic Wolves has no seat 'british'; it has german"):
        flagplot.play("atlantic-wolves", {"british": "captain"})
    with pytest.raises(UnknownGame, match=r"There is no player 'commodore'\. Expected one of midshipman, captain"):
        flagplot.play("atlantic-wolves", {"german": "commodore"})


def test_anything_callable_can_play() -> None:
    match = flagplot.play("atlantic-wolves", {"german": lambda state, seat, ask, options, about: options[-1]}, seed=1)
    assert match.result is not None


def test_a_hint_is_an_option_and_changes_nothing() -> None:
    match = flagplot.new("atlantic-wolves", seed=1)
    data = match.save()
    assert match.decision is not None
    assert match.hint().option in match.decision.options
    assert match.save() == data


def test_where_nothing_is_to_be_decided_nobody_answers() -> None:
    match = flagplot.play("atlantic-wolves", seed=1)
    with pytest.raises(IllegalChoice, match="nothing here for a computer player"):
        players.answer(match, {})
    typed = flagplot.new("atlantic-wolves", dice=flagplot.dice.asked()).choose("pens")
    assert typed.decision is not None
    assert typed.decision.seat == "dice"
    with pytest.raises(IllegalChoice, match="nothing here for a computer player"):
        typed.hint()
