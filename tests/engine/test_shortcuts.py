"""Shortcuts: a row of questions answered at once with ordinary choices, of which the rules know nothing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import About, Ask, Chart, Event, Game, Match, Occasion, Option, Roll, State, Table
from flagplot.engine.errors import IllegalChoice, RulesError
from flagplot.engine.start import load_match, new_match
from flagplot.engine.view import View
from tests.engine.toy import RED, ToyOptions, toy_game

AIM = Ask("aim", "At whom does gun {gun} fire? ({left} to go)", "TY-GEN-02", row="aim")
AGAIN = Ask("again", "Another round?", "TY-GEN-02")
SHOT = Roll("shot", "Gun {gun} fires", "TY-GEN-02")
HIT = Event("hit", "{target} is hit.", "TY-GEN-02", outcome="{target} is hit")
DONE = Event("done", "The guns fall silent.", "TY-GEN-02")
TO_HIT = Chart("To hit", (False, False, False, False, False, True))
TARGETS = ("able", "baker")
GUNS = 3


@dataclass(slots=True, kw_only=True)
class Battery(State):
    options: ToyOptions
    aims: list[str] = field(default_factory=list)
    rounds: int = 0


def fire(table: Table[Battery]) -> str | None:
    """Every gun is aimed, then all of them fire."""
    state = table.state
    if state.rounds == 2:
        table.end(DONE, RED, {})
    state.aims = []
    for gun in range(1, GUNS + 1):
        state.aims.append(table.choose(RED, AIM, TARGETS, left=GUNS - gun + 1, gun=gun))
    for gun, target in enumerate(state.aims, 1):
        if table.consult(TO_HIT, SHOT, gun=gun):
            table.tell(HIT, target=target)
    state.rounds += 1
    return "pause"


def pause(table: Table[Battery]) -> str | None:
    return "fire" if table.choose(RED, AGAIN, ("yes", "no")) == "yes" else None


@AIM.shortcut("same", "{count} guns at able")
def all_at_able(state: Battery, about: About, options: Sequence[Option]) -> Sequence[Option]:
    return ["able"] * about["left"]


@AIM.shortcut("spread", "spread evenly")
def spread(state: Battery, about: About, options: Sequence[Option]) -> Sequence[Option]:
    return [TARGETS[number % 2] for number in range(GUNS)] if about["left"] == GUNS else []


def battery_game(**changes: Any) -> Game[Any]:
    settings: dict[str, Any] = {
        "state_type": Battery,
        "phases": {"fire": fire, "pause": pause},
        "phase_names": {},
        "setup": lambda scenario, options: Battery(phase="fire", options=options),
        "view": lambda state, seat: View(f"Round {state.rounds}", ()),
        "asks": {ask.key: ask for ask in (AIM, AGAIN)},
        "occasion": lambda state: Occasion("1", ""),
        "sample": lambda state, seat, rng: state,
        "inventory": lambda state: {},
        "defects": lambda state: [],
        "metrics": lambda state: {},
    }
    return toy_game(Path(), **{**settings, **changes})


def battery(*dice: int, **changes: Any) -> Match[Any]:
    return new_match(battery_game(**changes), None, 1, {}, flagplot.dice.scripted(*dice) if dice else None, None)


def test_a_shortcut_is_offered_with_its_label_and_the_answers_that_it_gives() -> None:
    match = battery()
    assert [(one.key, one.label, one.answers) for one in match.shortcuts] == [
        ("same", "3 guns at able", ("able", "able", "able")),
        ("spread", "spread evenly", ("able", "baker", "able")),
    ]
    match.choose("baker")
    assert [(one.key, one.label) for one in match.shortcuts] == [("same", "2 guns at able")]
    match.choose("able").choose("able")
    assert match.shortcuts == ()


def test_what_a_shortcut_answers_is_recorded_as_ordinary_choices() -> None:
    by_shortcut, by_hand = battery(6, 1, 1), battery(6, 1, 1)
    by_shortcut.choose_all(by_shortcut.shortcuts[1].answers)
    for target in ("able", "baker", "able"):
        by_hand.choose(target)
    assert by_shortcut.record.choices == by_hand.record.choices == ["able", "baker", "able"]
    assert by_shortcut.log() == by_hand.log()
    assert by_shortcut.state == by_hand.state


def test_rules_do_not_offer_a_shortcut_as_an_option() -> None:
    match = battery()
    assert match.decision
    assert match.decision.options == TARGETS
    with pytest.raises(IllegalChoice, match="'spread' is not offered here"):
        match.choose("spread")


def test_the_odds_of_a_shortcut_are_those_of_the_choices_that_it_makes() -> None:
    match = battery()
    spread_out, at_able = match.odds_all(match.shortcuts[1].answers), match.odds_all(match.shortcuts[0].answers)
    miss = Fraction(5, 6)
    assert spread_out.exact
    assert spread_out["able is hit; baker is hit"] == 2 * miss * Fraction(1, 36)
    assert spread_out["baker is hit"] == miss**2 * Fraction(1, 6)
    assert at_able["able is hit"] == 3 * miss**2 * Fraction(1, 6)
    assert sum(spread_out.values()) == sum(at_able.values()) == 1
    match.choose("able").choose("baker")
    assert match.odds("able") == spread_out


def test_odds_of_answers_that_a_row_does_not_take_are_refused() -> None:
    match = battery()
    with pytest.raises(IllegalChoice, match="'charlie' is not offered at 'aim'"):
        match.odds_all(["able", "charlie"])
    with pytest.raises(IllegalChoice, match="not of none"):
        match.odds_all([])


def test_odds_of_a_few_answers_are_counted_up_to_the_question_that_follows() -> None:
    assert dict(battery().odds_all(["able", "able"])) == {"no effect": Fraction(1)}


def test_a_gesture_of_a_shortcut_is_saved_and_taken_back_in_one() -> None:
    match = battery()
    match.choose_all(["able", "able"])
    loaded = load_match(match.save(), lambda slug: match.game)
    loaded.undo()
    assert loaded.record.choices == []
    assert loaded.decision == battery().decision


def test_a_decision_says_how_many_of_its_row_are_left() -> None:
    match = battery()
    lefts = []
    for _ in range(GUNS):
        assert match.decision
        lefts.append((match.decision.left, match.decision.completes_row, match.decision.prompt[-9:]))
        match.choose("able")
    assert lefts == [(3, False, "(3 to go)"), (2, False, "(2 to go)"), (1, True, "(1 to go)")]


def test_counting_what_is_left_without_a_row_is_an_error_of_the_rules() -> None:
    def astray(table: Table[Battery]) -> None:
        table.choose(RED, AGAIN, ("yes", "no"), left=2)

    with pytest.raises(RulesError, match="'again' counts the questions that are left of a row, but belongs to none"):
        battery(phases={"fire": astray}).decision  # noqa: B018


class Blindfold:
    """What a policy of the battery may look at: the rounds, and not the aims."""

    def __init__(self, state: Battery, seat: str) -> None:
        self._state, self.seat = state, seat

    @property
    def rounds(self) -> int:
        return self._state.rounds


def test_a_policy_is_given_what_its_seat_knows_and_not_the_state() -> None:
    seen: list[Any] = []

    def policy(known: Any, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        seen.append((type(known), known.seat, known.rounds))
        return options[0]

    battery(known=Blindfold).playout({RED: policy})
    assert seen == [(Blindfold, RED, 0)] * 3 + [(Blindfold, RED, 1)] * 4 + [(Blindfold, RED, 2)]
    seen.clear()
    battery(known=Blindfold).choose("able").playout({RED: policy})
    assert [kind for kind, _, _ in seen] == [Blindfold] * 7
