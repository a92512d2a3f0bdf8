"""Computer players: the midshipman, the lieutenant, and who may sit where."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

import flagplot
from flagplot import players
from flagplot.engine.errors import IllegalChoice, UnknownGame
from flagplot.engine.words import Ask
from flagplot.games.atlantic_wolves.words import PLACE_DOENITZ
from flagplot.players.ranks import COMPUTERS


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
    with pytest.raises(UnknownGame, match=r"no player 'commodore'\. Expected one of midshipman, lieutenant, captain"):
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


def test_a_lieutenant_answers_one_question_in_six_by_lot_and_the_others_as_the_captain() -> None:
    captain = flagplot.game("atlantic-wolves").captains["german"]()
    match = flagplot.new("atlantic-wolves", seed=1)
    assert match.question is not None
    assert isinstance(match.question.ask, Ask)
    asked = (match.state, "german", match.question.ask, match.question.options, match.question.about)
    usual = captain(*asked)
    lieutenant = players.make("lieutenant", match.game, "german", "seed")
    assert callable(lieutenant)
    doubts = [lieutenant(*asked) for _ in range(3000)]
    by_lot = 1 - 1 / len(match.question.options)  # of the doubts, the share that differs from what the captain says
    assert abs(sum(option != usual for option in doubts) - 3000 * by_lot / 6) < 80


def test_the_same_seed_gives_a_lieutenant_the_same_doubts() -> None:
    first, second = (flagplot.play("atlantic-wolves", {"german": "lieutenant"}, seed=5) for _ in range(2))
    assert first.save() == second.save()
    assert first.save() != flagplot.play("atlantic-wolves", {"german": "captain"}, seed=5).save()


def test_a_seat_without_a_captain_has_no_lieutenant() -> None:
    game = replace(flagplot.game("atlantic-wolves"), captains={})
    with pytest.raises(UnknownGame, match="Atlantic Wolves has no captain for the seat 'german'"):
        players.make("lieutenant", game, "german", "seed")
    assert players.best(game, "german") == "midshipman"
    assert [name for name in COMPUTERS if players.can_sit(game, "german", name)] == ["midshipman"]
