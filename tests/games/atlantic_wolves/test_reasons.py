"""Every reason why something is not offered is true: its own condition holds, looked up without the rules' help."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine import Ask, Bar, Match
from flagplot.games.atlantic_wolves import words as say
from tests.contract.playing import some_options
from tests.rules import rule

Holds = Callable[[Match[Any], Any], bool]


def area_of(match: Match[Any], boat: int) -> str | None:
    """The area in which a boat is."""
    areas = match.state.areas.items()
    return next(
        (name for name, area in areas for boats in area.boats.values() for b in boats if b.number == boat), None
    )


def square_of(match: Match[Any], boat: int) -> str:
    squares = [item for area in match.state.areas.values() for item in area.boats.items()]
    return next(str(square) for square, boats in squares if any(b.number == boat for b in boats))


def has_thrown(match: Match[Any], boat: int) -> bool:
    """Whether the log tells of an attack of a boat in this month."""
    for entry in reversed(match.log()):
        if entry.key == "month_ends":
            return False
        if entry.key == "uboat_attack" and entry.about["what"].number == boat:
            return True
    return False


def in_question(match: Match[Any]) -> str:
    assert match.question
    area: str = match.question.about["area"]
    return area


CONDITIONS: dict[Bar, Holds] = {
    say.DOENITZ_ASHORE: lambda match, option: option not in ("hq", "pens"),
    say.RAEDER_STAYS_PUT: lambda match, option: match.state.raeder,
    say.BOATS_IN_ORDER: lambda match, option: type(option) is int,
    say.NO_SUCH_BERTH: lambda match, option: type(option) is not int,
    say.NOTHING_TO_RESOLVE: lambda match, option: option not in match.question.options,
    say.NO_RAIDER: lambda match, option: match.state.raider != in_question(match) or "raider" not in options_of(match),
    say.NO_CONDOR: lambda match, option: not {"condor", "second_condor", "third_condor"} & {*options_of(match)},
    say.NO_OTHER_CONDOR: lambda match, option: match.state.areas[in_question(match)].condors > 0,
    say.NOT_HERE: lambda match, option: area_of(match, option) != in_question(match),
    say.HAS_ATTACKED: lambda match, option: has_thrown(match, option),
    say.OTHER_AREA_WAITS: lambda match, option: option != in_question(match),
    say.BOAT_NOT_IN_AREA: lambda match, option: area_of(match, option) != in_question(match),
    say.SQUARE_IS_SAFE: lambda match, option: square_of(match, option) not in match.question.about["squares"],
    say.STRUCK_ALREADY: lambda match, option: square_of(match, option) in match.question.about["squares"],
    say.ACE_ALREADY: lambda match, option: is_ace(match, option),
    say.NO_SUCH_BOAT: lambda match, option: option not in {boat.number for boat in boats_in_play(match)},
}


def options_of(match: Match[Any]) -> tuple[Any, ...]:
    assert match.decision
    return match.decision.options


def boats_in_play(match: Match[Any]) -> list[Any]:
    at_sea = [boat for area in match.state.areas.values() for boats in area.boats.values() for boat in boats]
    return [*match.state.pens, *at_sea]


def is_ace(match: Match[Any], number: int) -> bool:
    return any(boat.number == number and boat.ace for boat in boats_in_play(match))


@rule("AW-ATK-01", "AW-HIT-01", "AW-HIT-02", "AW-ORD-02", "AW-STR-01", "AW-ACE-02")
@pytest.mark.parametrize("seed", range(1, 7))
def test_every_click_that_is_not_offered_gets_a_reason_whose_condition_holds(seed: int) -> None:
    match = flagplot.new("atlantic-wolves", seed=seed, options=some_options("atlantic-wolves", seed))
    rng, given = Random(seed), Counter[str]()
    while decision := match.decision:
        question = match.question
        assert question
        assert isinstance(question.ask, Ask)
        targets = [space.id for space in match.board.spaces] + [piece.id for piece in match.view("german").pieces]
        for target in rng.sample(targets, 12):
            option = match.pointed_at(target)
            refusal = match.why_not(option)
            if refusal is None:
                continue
            found = question.ask.bars(match.state, question.about, option) if question.ask.bars else None
            bar = found[0] if isinstance(found, tuple) else found
            if bar is None:
                assert refusal.reason == match.game.phrases.fill(question.ask.first, question.about), decision
            else:
                assert CONDITIONS[bar](match, option), (decision, option, refusal)
                given[bar.text] += 1
        match.choose(rng.choice(decision.options))
    assert len(given) > 5


def test_every_question_says_what_to_do_first() -> None:
    for ask in flagplot.game("atlantic-wolves").asks.values():
        assert ask.first.endswith("."), ask.key
