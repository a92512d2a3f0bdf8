"""Procedures that call procedures, marks for odds, and several answers in one gesture."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import msgspec
import pytest

import flagplot
from flagplot.engine import Ask, Event, Game, Match, Occasion, Roll, State, Table, call, go_to
from flagplot.engine.errors import IllegalChoice, PositionError, RulesError, SaveError
from flagplot.engine.frames import DEEPEST_CALL, Next
from flagplot.engine.start import load_match, new_match
from flagplot.engine.state import Frame
from flagplot.engine.view import View
from tests.engine.toy import BLUE, RED, ToyOptions, toy_game

# A search: initiative calls an action, which may call an interruption, which may call a battle.

ACT = Ask("act", "What does {seat} do?", "TY-GEN-02")
INTERRUPT = Ask("interrupt", "Interrupt the {action}?", "TY-GEN-02")
STEER = Ask("steer", "Step {step} of {steps}: which way?", "TY-GEN-02", row="course")
SALVO = Roll("salvo", "A salvo", "TY-GEN-02")
AFTERMATH = Roll("aftermath", "The aftermath", "TY-GEN-02")
HIT = Event("hit", "{target} is hit.", "TY-GEN-02", outcome="a hit")
SMOKE = Event("smoke", "Smoke drifts over the sea.", "TY-GEN-02", outcome="smoke")
DONE = Event("done", "The day is over.", "TY-GEN-02")
STEPS = 3


@dataclass(slots=True, kw_only=True)
class Day(State):
    options: ToyOptions
    actions: int = 0
    hits: dict[str, int] = field(default_factory=lambda: {RED: 0, BLUE: 0})
    way: list[str] = field(default_factory=list)
    seen: list[str] = field(default_factory=list)  # the order of play


def initiative(table: Table[Day]) -> Next:
    state = table.state
    if state.actions == 2:
        table.end(DONE, RED, {})
    seat = (RED, BLUE)[state.actions]
    state.actions += 1
    state.seen.append(f"initiative {seat}")
    return call("action", seat).then("initiative")


def action(table: Table[Day], seat: str) -> Next:
    chosen = table.choose(seat, ACT, ("search", "sail", "pass"), seat=seat)
    table.state.seen.append(f"action {chosen}")
    if chosen == "pass":
        return None
    if chosen == "sail":
        return go_to("course", seat, STEPS)
    return call("interruption", seat, chosen).then("search", seat, (1, 2))


def course(table: Table[Day], seat: str, steps: int) -> None:
    for step in range(1, steps + 1):
        table.state.way.append(table.choose(seat, STEER, ("east", "west"), step=step, steps=steps))


def interruption(table: Table[Day], seat: str, what: str) -> Next:
    other = BLUE if seat == RED else RED
    if table.choose(other, INTERRUPT, ("yes", "no"), action=what) == "no":
        return None
    return call("battle", seat, other).then("interrupted", what)


def battle(table: Table[Day], first: str, second: str) -> None:
    state = table.state
    state.seen.append(f"battle {len(state.callers)} deep")
    for ship in (first, second):
        if table.roll("1d6", SALVO).sum == 6:
            state.hits[ship] += 1
            table.tell(HIT, target=ship)


def interrupted(table: Table[Day], what: str) -> None:
    table.state.seen.append(f"interrupted {what}")


def search(table: Table[Day], seat: str, tries: tuple[int, ...]) -> None:
    table.state.seen.append(f"search {tries}")
    table.mark()
    if table.roll("1d6", AFTERMATH).sum > 3:
        table.tell(SMOKE)


PHASES = {phase.__name__: phase for phase in (initiative, action, course, interruption, battle, interrupted, search)}


def day_game(**phases: Any) -> Game[Any]:
    """The search, with some of its phases exchanged."""
    return toy_game(
        Path(),
        state_type=Day,
        phases={**PHASES, **phases},
        phase_names=dict.fromkeys(PHASES, "The day"),
        setup=lambda scenario, options: Day(phase="initiative", options=options),
        view=lambda state, seat: View(f"{state.actions}", ()),
        asks={ask.key: ask for ask in (ACT, INTERRUPT, STEER)},
        occasion=lambda state: Occasion("1", ""),
        sample=lambda state, seat, rng: state,
        inventory=lambda state: {},
        defects=lambda state: [],
        metrics=lambda state: {},
    )


def day(*dice: int, state: Day | None = None, **phases: Any) -> Match[Any]:
    return new_match(day_game(**phases), None, 1, {}, flagplot.dice.scripted(*dice) if dice else None, state)


def reloaded(match: Match[Any]) -> Match[Any]:
    return load_match(match.save(), lambda slug: match.game)


def test_a_called_procedure_gets_its_arguments_and_play_goes_on_where_the_caller_said() -> None:
    match = day(6, 1, 4).choose("search").choose("yes")
    assert match.state.seen == [
        "initiative red",
        "action search",
        "battle 3 deep",
        "interrupted search",
        "search (1, 2)",
        "initiative blue",
    ]
    assert match.state.hits == {RED: 1, BLUE: 0}
    assert (match.state.phase, match.state.args) == ("action", (BLUE,))
    assert [frame.phase for frame in match.state.callers] == ["initiative"]


def test_a_procedure_that_ends_goes_back_to_its_caller_and_the_last_one_ends_the_game() -> None:
    match = day().choose("pass").choose("pass")
    assert match.state.seen == ["initiative red", "action pass", "initiative blue", "action pass"]
    assert match.result is not None
    assert (match.state.phase, match.state.args, match.state.callers) == ("over", (), [])


def test_frames_are_saved_and_loaded_at_every_decision() -> None:
    match = day(6, 1, 4)
    for choice in ("search", "yes", "sail", "east", "west", "west"):
        loaded = reloaded(match)
        assert loaded.state == match.state
        assert (loaded.decision, loaded.save()) == (match.decision, match.save())
        match = loaded.choose(choice)
    assert match.result is not None


def test_frames_are_copied_with_the_state() -> None:
    match = day().choose("search")
    copy = match.game.copy(match.state)
    assert copy == match.state
    copy.callers.clear()
    assert match.state.callers


def test_a_playout_and_a_match_go_the_same_way_through_calls() -> None:
    def last(state: Any, seat: str, ask: Ask, options: Any, about: Any) -> Any:
        return options[0]

    played = day().playout({RED: last, BLUE: last})
    chosen = day()
    while chosen.decision:
        chosen.pick(0)
    assert chosen.state == played.state
    assert chosen.record.choices == played.record.choices


def test_undo_goes_back_into_a_procedure_that_has_ended() -> None:
    match = day().choose("pass")
    assert match.state.args == (BLUE,)
    match.undo()
    assert (match.state.phase, match.state.args) == ("action", (RED,))


def test_a_game_that_is_over_in_a_called_procedure_waits_for_nobody() -> None:
    def sudden(table: Table[Day], first: str, second: str) -> None:
        table.end(DONE, BLUE, {})

    match = day(battle=sudden).choose("search").choose("yes")
    assert match.result is not None
    assert match.state.callers == []
    assert reloaded(match).result == match.result


def test_rules_that_call_themselves_without_end_are_found_out() -> None:
    def endless(table: Table[Day]) -> Next:
        return call("initiative").then("initiative")

    with pytest.raises(RulesError, match=f"'initiative' is called from {DEEPEST_CALL} procedures"):
        day(initiative=endless).decision  # noqa: B018


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"phase": "lunch"}, "There is no phase 'lunch'"),
        ({"args": ["red", 3]}, "The phase 'action' cannot begin so: it takes 1 arguments, not 2"),
        ({"args": [3]}, "The phase 'action' cannot begin so: Expected `str`, got `int`"),
        ({"callers": [["tea", []]]}, "There is no phase 'tea'"),
        ({"callers": [["course", ["red", "far"]]]}, "The phase 'course' cannot begin so"),
        ({"callers": [["initiative", []]] * 40}, "40 procedures wait within each other; 32 can"),
        ({"phase": "over"}, "A game that is over goes on nowhere"),
    ],
)
def test_frames_of_a_save_are_checked(changes: dict[str, Any], sentence: str) -> None:
    match = day()
    match.decision  # noqa: B018  it comes to the first question
    state = msgspec.convert({**msgspec.to_builtins(match.checkpoint.state), **changes}, Day)
    match.checkpoint = replace(match.checkpoint, state=state)
    with pytest.raises(SaveError, match=sentence):
        load_match(match.save(), lambda slug: match.game)


def test_a_position_by_hand_may_begin_in_a_called_procedure() -> None:
    options = ToyOptions()
    match = day(state=Day(phase="course", args=(BLUE, 2), callers=[Frame("initiative")], options=options, actions=2))
    assert match.decision is not None
    assert match.decision.prompt == "Step 1 of 2: which way?"
    match.choose("west").choose("east")
    assert match.state.way == ["west", "east"]
    assert match.result is not None
    with pytest.raises(PositionError, match="The game is over in this position"):
        day(state=Day(phase="over", options=options))


# Odds


def test_odds_go_through_what_is_called_up_to_a_mark() -> None:
    match = day().choose("search")
    odds = match.odds("yes")
    assert odds == {"no effect": Fraction(25, 36), "a hit": Fraction(10, 36), "a hit x2": Fraction(1, 36)}
    assert match.odds("no") == {"no effect": 1}


def test_a_mark_before_the_choice_ends_nothing() -> None:
    def marked(table: Table[Day], seat: str) -> Next:
        table.mark()
        chosen = table.choose(seat, ACT, ("search", "pass"), seat=seat)
        return call("battle", RED, BLUE).then("search", seat, (1,)) if chosen == "search" else None

    match = day(action=marked)
    assert sum(match.odds("search").values()) == 1
    assert match.odds("search")["a hit"] == Fraction(10, 36)


# Several answers in one gesture


def test_answers_of_a_row_are_given_together_and_taken_back_together() -> None:
    match = day().choose("sail")
    match.choose_all(["east", "west", "east"], RED)
    assert match.state.way == ["east", "west", "east"]
    assert match.record.choices == ["sail", "east", "west", "east"]
    match.undo()
    assert match.record.choices == ["sail"]
    assert match.state.way == []
    match.undo()
    assert match.record.choices == []


def test_a_gesture_is_taken_back_together_after_a_save_too() -> None:
    match = reloaded(day().choose("sail").choose_all(["east", "west"]))
    assert match.undo().record.choices == ["sail"]
    assert match.record.gestures == []


def test_single_choices_before_and_after_a_gesture_are_taken_back_one_by_one() -> None:
    match = day().choose("sail").choose("west").choose_all(["east", "east"])
    assert [len(match.undo().record.choices) for _ in range(3)] == [2, 1, 0]
    assert not match.can_undo


@pytest.mark.parametrize(
    ("answers", "sentence"),
    [
        (["east", "north"], "'north' is not offered here"),
        (["east", "west", "east", "west"], "The row ends after 3 of its 4 answers"),
        ([], "takes one answer at a time, not 0"),
    ],
)
def test_all_answers_are_taken_or_none(answers: list[str], sentence: str) -> None:
    match = day().choose("sail")
    before = match.save()
    with pytest.raises(IllegalChoice, match=sentence):
        match.choose_all(answers)
    assert match.save() == before
    assert match.decision is not None
    assert match.decision.about["step"] == 1


def test_questions_of_no_row_are_answered_one_by_one() -> None:
    with pytest.raises(IllegalChoice, match="'act' takes one answer at a time, not 2"):
        day().choose_all(["pass", "pass"])
    assert day().choose_all(["pass"]).record.choices == ["pass"]


def test_a_gesture_is_the_seats_own() -> None:
    match = day().choose("sail")
    with pytest.raises(IllegalChoice, match="the turn of 'red', not of 'blue'"):
        match.choose_all(["east", "west"], BLUE)


# Leaving everything for another phase


def struck(table: Table[Day], first: str, second: str) -> None:
    """A battle in which the first salvo may end the day early, three procedures deep."""
    if table.roll("1d6", SALVO).sum == 6:
        table.tell(HIT, target=second)
        table.leave_for("evening", second)
    table.tell(SMOKE)


def evening(table: Table[Day], seat: str) -> Next:
    table.state.seen.append(f"evening {len(table.state.callers)} deep")
    if table.choose(seat, STEER, ("east", "west"), step=1, steps=1) == "east":
        return "initiative"
    table.end(DONE, BLUE, {})


def struck_match(*dice: int) -> Match[Any]:
    return new_match(day_game(battle=struck, evening=evening), None, 1, {}, flagplot.dice.scripted(*dice), None)


def test_leaving_for_a_phase_drops_all_that_was_under_way() -> None:
    match = struck_match(6)
    match.choose("search").choose("yes")
    assert match.decision
    assert (match.decision.seat, match.decision.key) == (BLUE, "steer")
    assert match.state.callers == []
    assert match.state.seen == ["initiative red", "action search", "evening 0 deep"]
    assert [entry.text for entry in match.log()][-1] == "Blue is hit."
    twin = load_match(match.save(), lambda slug: match.game)
    assert twin.save() == match.save()
    assert match.choose("west").result == twin.choose("west").result
    assert match.result
    assert match.result.winner == BLUE


def test_a_playout_leaves_as_a_match_does() -> None:
    answers = {"act": "search", "interrupt": "yes", "steer": "east"}
    policy = lambda state, seat, ask, options, about: answers[ask.key]  # noqa: E731
    playout = struck_match(6, 6).playout(dict.fromkeys((RED, BLUE), policy))
    match = struck_match(6, 6)
    for choice in playout.record.choices:
        match.choose(choice)
    assert playout.record.choices == ["search", "yes", "east", "search", "yes", "east"]
    assert msgspec.json.encode(playout.state) == msgspec.json.encode(match.state)


def test_odds_are_counted_up_to_where_the_rules_leave() -> None:
    match = struck_match()
    match.choose("search")
    assert dict(match.odds("yes")) == {"smoke": Fraction(5, 6), "a hit": Fraction(1, 6)}
