"""A match: deciding, undoing, forking, and what happens when rules misbehave."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from flagplot.engine import Ask, Event, Occasion, Roll, Table
from flagplot.engine import dice as chance
from flagplot.engine.errors import (
    BadOption,
    DiceError,
    FlagplotError,
    IllegalChoice,
    NothingToUndo,
    PositionError,
    RulesError,
    UnknownGame,
)
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.engine.view import ONLOOKER
from tests.engine.toy import (
    BLUE,
    BOTH_DICE,
    FORCED,
    LUCK_TABLE,
    PUSH,
    RED,
    SCORED,
    WON,
    ToyOptions,
    ToyState,
    toy_game,
    toy_match,
)


def leads(match: Any) -> Any:
    """Both lead their first card."""
    return match.pick(0).pick(0)


def test_a_decision_names_seat_prompt_rule_and_options() -> None:
    decision = toy_match().decision
    assert decision is not None
    assert (decision.seat, decision.key, decision.rule) == (RED, "lead", "TY-GEN-02")
    assert decision.prompt == "Which card does Red lead?"
    assert len(decision.options) == 2


def test_a_single_option_is_taken_without_asking_and_logged_when_the_ask_says_so() -> None:
    match = leads(toy_match())
    assert match.decision.key == "push"
    assert [entry.text for entry in match.log() if entry.key == FORCED.key] == ["There is only forward."]


def test_no_option_at_all_is_an_error_at_once() -> None:
    def nothing(table: Table[ToyState]) -> str:
        return table.choose(RED, FORCED, [], way="none")

    with pytest.raises(RulesError, match=r"The question 'forced' \(TY-GEN-02\) offers no option."):
        toy_match(phases={"deal": nothing}).decision  # noqa: B018


def test_no_option_at_all_is_an_error_in_a_playout_too() -> None:
    def nothing(table: Table[ToyState]) -> str:
        return table.choose(RED, FORCED, [], way="none")

    with pytest.raises(RulesError, match="offers no option"):
        toy_match(phases={"deal": nothing}).playout({})


def test_rules_that_do_not_repeat_themselves_are_found_out() -> None:
    runs: list[int] = []

    def fickle(table: Table[ToyState]) -> str | None:
        runs.append(1)
        for _ in range(3):
            table.choose(RED, FORCED, [len(runs), "same"], way="fickle")
        return None

    match = toy_match(phases={"deal": fickle})
    match.choose("same")
    with pytest.raises(RulesError, match="The rules did not repeat themselves"):
        match.choose("same")


def test_the_wrong_seat_may_not_decide() -> None:
    match = toy_match()
    data = match.save()
    option = match.decision.options[0]
    with pytest.raises(IllegalChoice, match="the turn of 'red', not of 'blue'"):
        match.choose(option, seat=BLUE)
    assert match.save() == data
    match.choose(option, seat=RED)


def test_an_option_of_another_type_is_not_the_option() -> None:
    match = toy_match()
    card = match.decision.options[0]
    for other in (float(card), str(card), [card], (card,)):
        with pytest.raises(IllegalChoice):
            match.choose(other)


def test_undo_goes_back_over_own_choices_only_to_the_other_seats_decision() -> None:
    match = toy_match()
    match.pick(0)
    assert match.can_undo
    match.pick(0)  # blue has decided: red's card is beyond recall
    assert match.can_undo
    match.undo()
    assert match.decision.seat == BLUE
    match.pick(1)
    match.choose("stop")
    with pytest.raises(NothingToUndo, match="Something hidden has been revealed since"):
        match.undo()


def test_undo_does_not_go_back_over_dice() -> None:
    match = leads(toy_match(phases={**toy_game(Path()).phases, "push": push_with_pause}))
    match.choose("push")
    assert not match.can_undo
    assert match.why_no_undo == "Dice or cards have been seen since."


def push_with_pause(table: Table[ToyState]) -> str:
    table.choose(RED, FORCED, ("push", "stop"), way="any")
    table.roll("2d6", BOTH_DICE, seat=RED)
    table.choose(RED, FORCED, ("on", "off"), way="any")
    return "lead"


def test_at_the_start_there_is_nothing_to_undo() -> None:
    match = toy_match()
    assert not match.can_undo
    with pytest.raises(NothingToUndo, match="Dice or cards have been seen"):
        match.undo()


def test_a_choice_that_the_dice_cannot_follow_changes_nothing() -> None:
    order = range(12, 0, -1)
    match = leads(toy_match(dice=chance.scripted(*order, 6, 6)))
    data = match.save()
    with pytest.raises(DiceError, match="'luck' needs a face from 1 to 6"):
        match.choose("push")
    assert match.save() == data
    assert match.decision.key == "push"


def test_scripted_dice_and_a_shuffle() -> None:
    match = toy_match(dice=chance.scripted(*range(12, 0, -1), 2, 5, 1))
    assert match.state.hands == {RED: [1, 2], BLUE: [3, 4]}
    leads(match).choose("push")
    assert match.state.scores == {RED: 7, BLUE: 0}


def test_a_roll_is_logged_with_its_faces_and_each_modifier() -> None:
    match = leads(toy_match(dice=chance.scripted(*range(12, 0, -1), 2, 5, 5))).choose("push")
    texts = {entry.key: entry for entry in match.log(RED)}
    assert texts["both_dice"].text == "Two dice for Red: 2 + 5 = 7"
    assert texts["both_dice"].faces == (2, 5)
    assert texts["luck"].text == "Luck: 5 +1 a lucky day = 6, best"


def test_the_log_tells_each_seat_only_what_it_saw() -> None:
    match = leads(toy_match())
    assert [entry.text for entry in match.log(BLUE) if entry.key == "led"] == [f"Blue led {match.state.led[1]}."]
    assert len([entry for entry in match.log() if entry.key == "led"]) == 2
    with pytest.raises(IllegalChoice, match="no seat 'green'"):
        match.log("green")


def test_what_happens_in_a_twin_is_not_in_the_log_of_the_other() -> None:
    match = leads(toy_match())
    before = {seat: match.log(seat) for seat in (None, RED, BLUE, ONLOOKER)}
    twin = match.twin()
    while twin.decision:
        twin.pick(0)
    for seat, lines in before.items():
        assert match.log(seat) == lines
        assert match.log_length(seat) == len(lines)
        assert len(twin.log(seat)) == twin.log_length(seat) > len(lines)
        assert [match.log(seat, since) for since in range(len(lines) + 2)] == [
            lines[since:] for since in range(len(lines) + 2)
        ]


def test_an_onlooker_reads_what_is_told_to_all_and_sees_no_hand() -> None:
    match = leads(toy_match())
    told = match.log(ONLOOKER)
    assert [entry.key for entry in told] == ["deal", "lead", "lead", "forced"]
    assert match.log(ONLOOKER, 2) == told[2:]
    assert match.log_length(ONLOOKER) == 4
    assert match.view(ONLOOKER).pieces == ()
    while match.decision:
        match.pick(0)
    assert match.log(ONLOOKER) == match.log()


def test_an_onlooker_has_no_seat_from_which_to_look_ahead() -> None:
    with pytest.raises(IllegalChoice, match="no seat '-'"):
        toy_match().fork(ONLOOKER, 1)


def test_topic_and_occasion_say_what_goes_on() -> None:
    match = toy_match()
    assert (match.topic, match.occasion) == ("Leading", Occasion("1", ""))
    assert leads(match).topic == "Pushing"
    assert match.choose("stop").occasion.turn == "2"
    while match.decision:
        match.pick(0)
    assert match.topic == ""


def test_why_not_answers_with_the_clause_and_the_figures() -> None:
    match = toy_match()
    held = match.state.hands[RED]
    assert match.why_not(held[0]) is None
    refusal = match.why_not(99)
    assert refusal is not None
    assert refusal.reason == f"You hold {held[0]}, {held[1]}, not 99."
    assert refusal.rule == "TY-GEN-03"
    assert leads(match).why_not("jump").rule == "TY-GEN-02"  # no reason is known: the rule that asks


def test_typed_dice_are_decisions_and_can_be_taken_back() -> None:
    match = leads(toy_match(dice=chance.asked()))
    match.choose("push")
    assert (match.decision.seat, match.decision.key) == ("dice", "both_dice")
    assert len(match.decision.options) == 36
    match.choose((6, 4))
    assert match.decision.options == (1, 2, 3, 4, 5, 6)
    assert match.undo().decision.key == "both_dice"
    with pytest.raises(IllegalChoice):
        match.choose((7, 1))
    with pytest.raises(IllegalChoice, match="typed in has no odds"):
        match.odds((1, 1))
    match.choose((1, 1)).choose(6)
    assert match.state.scores == {RED: 2, BLUE: 1}
    with pytest.raises(IllegalChoice, match="cannot be played out"):
        match.playout({})


def test_a_fork_deals_the_hidden_cards_anew_and_keeps_the_known_ones() -> None:
    match = toy_match()
    forks = [match.fork(RED, seed) for seed in range(20)]
    assert all(fork.state.hands[RED] == match.state.hands[RED] for fork in forks)
    assert len({tuple(fork.state.hands[BLUE]) for fork in forks}) > 5
    assert all(fork.decision == match.decision for fork in forks)


def test_a_fork_in_the_middle_of_a_phase_keeps_what_was_chosen_in_it() -> None:
    match = toy_match().pick(1)
    forks = [match.fork(BLUE, seed) for seed in range(20)]
    assert all(fork.decision == match.decision for fork in forks)
    assert all(fork.state.hands[BLUE] == match.state.hands[BLUE] for fork in forks)
    assert len({fork.state.led[0] for fork in forks}) > 3  # blue does not know what red has led
    assert all(fork.pick(0).decision.key == "push" for fork in forks)
    assert {fork.why_no_undo for fork in forks} == {"A fork only looks ahead."}


SALVO = Roll("salvo", "Salvo", "TY-GEN-02")


def salvoes(table: Table[ToyState]) -> str:
    """No die, then three, then one, and a decision between them."""
    for count in (0, 3, 1):
        table.choose(RED, PUSH, ("push", "stop"))
        rows = table.volley(count, LUCK_TABLE, SALVO)
        table.tell(SCORED, seat=RED, points=rows.count("best"))
    table.choose(BLUE, PUSH, ("push", "stop"))
    return "salvoes"


def salvo_match(*typed: int | str) -> Any:
    match = toy_match(phases={"deal": salvoes, "salvoes": salvoes}, dice=chance.asked())
    for one in typed:
        match.choose(one)
    return match


def test_a_fork_goes_on_from_volleys_that_were_typed_in() -> None:
    match = salvo_match("push", "push", 6, 2, 6, "push", 6)
    for seat in (RED, BLUE):
        fork = match.fork(seat, 1)
        assert fork.decision == match.decision
        assert fork.log() == match.log()
        assert fork.fork(seat, 2).log() == match.log()
        assert fork.choose("push").decision.key == "push"
    assert match.odds("push") == {"no effect": 1}


def test_odds_count_on_from_a_volley_that_was_typed_in() -> None:
    match = salvo_match("push", "push", 6, 2, 6)
    assert match.odds("push") == {"0 points": Fraction(5, 6), "1 points": Fraction(1, 6)}


def test_a_fork_in_the_middle_of_a_volley_throws_only_the_dice_that_are_left() -> None:
    match = salvo_match("push", "push", 6, 2)
    forks = [match.fork(RED, seed) for seed in range(30)]
    volleys = [fork.log()[-2].faces for fork in forks]
    assert {faces[:2] for faces in volleys} == {(6, 2)}
    assert {faces[2:] for faces in volleys} == {(face,) for face in range(1, 7)}
    assert all(fork.choose("push").decision.seat == BLUE for fork in forks)


SECRET = Ask("secret", "A secret, or a word?", "TY-GEN-02")
SPOKEN = Event("spoken", "Red speaks.", "TY-GEN-02")


def test_a_fork_lets_others_wait_when_their_secrets_fit_no_other_world() -> None:
    def whisper(table: Table[ToyState]) -> str:
        for _ in range(20):
            if table.choose(RED, SECRET, [tuple(table.state.hands[RED]), "speak"]) == "speak":
                table.tell(SPOKEN)
        return "whisper"

    def set_up(scenario: str, options: Any) -> ToyState:
        cards = list(range(60))
        return ToyState(phase="whisper", options=options, pile=cards[4:], hands={RED: cards[:4], BLUE: []})

    match = toy_match(phases={"whisper": whisper}, setup=set_up)
    for _ in range(19):
        match.pick(0)
    fork = match.fork(BLUE, 1)
    assert fork.state.hands[RED] != match.state.hands[RED]
    assert fork.decision
    assert (fork.decision.seat, fork.decision.key, fork.log(BLUE)) == (RED, "secret", [])


def whisperers(secrets: int) -> Match[ToyState]:
    """Red chooses one of three secrets, as often as told, and then speaks of it or not; Blue has nothing to say."""

    def whisper(table: Table[ToyState]) -> str:
        for _ in range(secrets):
            table.state.led.append(table.choose(RED, SECRET, (1, 2, 3)))
        if table.choose(RED, WORD, ("speak", "be silent")) == "speak":
            table.tell(SPOKEN)
        table.choose(BLUE, WORD, ("speak", "be silent"))
        table.state.led = []
        return "whisper"

    def set_up(scenario: str, options: Any) -> ToyState:
        return ToyState(phase="whisper", options=options, pile=[], hands={RED: [], BLUE: []})

    return toy_match(phases={"whisper": whisper}, setup=set_up, sample=lambda state, seat, rng: state)


WORD = Ask("word", "A word?", "TY-GEN-02")


def test_what_another_seat_has_chosen_in_secret_is_not_chosen_yet_in_a_fork() -> None:
    match = whisperers(3).choose(2).choose(3)
    for seed in range(20):
        fork = match.fork(BLUE, seed)
        assert (fork.record.choices, fork.state.led) == ([], [])
        assert match.branch(BLUE, seed).record.choices == []
        assert match.fork(RED, seed).record.choices == [2, 3]


def test_a_secret_of_which_something_was_seen_is_drawn_anew_in_a_fork() -> None:
    match = whisperers(1).choose(2).choose("speak")
    assert match.decision
    assert match.decision.seat == BLUE
    secrets = Counter(match.fork(BLUE, seed).state.led[0] for seed in range(300))
    assert all(70 < secrets[secret] < 130 for secret in (1, 2, 3))
    assert {match.fork(BLUE, seed).record.choices[1] for seed in range(20)} == {"speak"}


def test_a_question_that_must_always_be_asked_is_asked_with_a_single_option_too() -> None:
    alone = Ask("alone", "Nothing else?", "TY-GEN-02", always=True)

    def ask_once(table: Table[ToyState]) -> str:
        table.choose(RED, alone, ("nothing",))
        table.end(WON, RED, dict(table.state.scores))

    match = toy_match(phases={"deal": ask_once})
    assert match.decision
    assert match.decision.options == ("nothing",)
    played = toy_match(phases={"deal": ask_once}).playout(dict.fromkeys((RED, BLUE), lambda *_: "nothing"))
    assert played.record.choices == match.choose("nothing").record.choices == ["nothing"]


def test_a_policy_that_answers_with_something_else_is_refused() -> None:
    with pytest.raises(IllegalChoice, match="answered 'lead' with 'rubbish'"):
        toy_match().playout(dict.fromkeys((RED, BLUE), lambda *_: "rubbish"))


def test_a_policy_that_errs_in_the_middle_of_a_phase_changes_nothing() -> None:
    match = toy_match().pick(0)
    data = match.save()
    with pytest.raises(IllegalChoice, match="'rubbish', is not allowed by the rules"):
        match.playout(dict.fromkeys((RED, BLUE), lambda *_: "rubbish"))
    assert match.save() == data
    assert match.pick(0).decision is not None


def test_a_finished_game_has_a_result_and_nothing_to_decide() -> None:
    match = toy_match().playout(dict.fromkeys((RED, BLUE), lambda state, seat, ask, options, about: options[0]))
    assert match.decision is None
    assert match.result is not None
    assert match.result.reason == "The higher score wins."
    assert match.why_no_undo == "The game is over."
    with pytest.raises(IllegalChoice, match="The game is over"):
        match.pick(0)
    with pytest.raises(IllegalChoice, match="The game is over"):
        match.fork(RED, 1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"nope": 1}, "Toy has no option 'nope'; it has doubles, cards."),
        ({"doubles": 1}, "Option 'doubles' of Toy: Expected `bool`, got `int`."),
        ({"cards": 9}, "Option 'cards' of Toy: Expected `int` <= 4."),
        ({"cards": "3"}, "Option 'cards' of Toy: Expected `int`, got `str`."),
    ],
)
def test_a_wrong_option_is_refused_in_one_sentence(options: dict[str, Any], message: str) -> None:
    with pytest.raises(BadOption) as refused:
        toy_match(options=options)
    assert str(refused.value) == message


def test_an_unknown_scenario_is_refused_in_one_sentence() -> None:
    with pytest.raises(UnknownGame, match="Toy has no scenario 'long'; it has short"):
        new_match(toy_game(Path()), "long", None, {}, None, None)


def test_a_match_can_start_from_a_position_made_by_hand() -> None:
    state = ToyState(phase="lead", options=ToyOptions(), pile=[9], hands={RED: [1, 2], BLUE: [3, 4]})
    match = new_match(toy_game(Path()), None, 5, {}, None, state)
    assert match.decision is not None
    assert match.decision.options == (1, 2)
    match.choose(2)
    assert state.hands[RED] == [1, 2]


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"turn": 0}, "The turn is below 1."),
        ({"phase": "nowhere"}, "There is no phase 'nowhere'; there are deal, lead, push."),
        ({"pile": ["x"]}, "not plain data of Toy"),
    ],
)
def test_a_wrong_position_is_refused_with_its_defects(changes: dict[str, Any], message: str) -> None:
    settings: dict[str, Any] = {"phase": "lead", "options": ToyOptions(), "pile": [], "hands": {RED: [1], BLUE: [2]}}
    with pytest.raises(PositionError, match=message):
        new_match(toy_game(Path()), None, 5, {}, None, ToyState(**{**settings, **changes}))


def test_a_position_of_something_else_is_refused() -> None:
    with pytest.raises(PositionError, match="A position of Toy is a ToyState, not a str"):
        new_match(toy_game(Path()), None, 5, {}, None, "state")
    with pytest.raises(FlagplotError, match="has its options in its state"):
        new_match(toy_game(Path()), None, 5, {"doubles": True}, None, "state")


def test_texts_give_names_lists_and_figures() -> None:
    phrases = toy_game(Path()).phrases
    event = Event("e", "{seat}: {cards}, {tons:,} t, {tons:ton}, {ships:ship}, {parts}", "TY-GEN-02")
    about = {"seat": RED, "cards": (1, "blue"), "tons": 12000, "ships": 1, "parts": {"red": 2}}
    assert phrases.fill(event.text, about) == "Red: 1, Blue, 12,000 t, 12,000 tons, 1 ship, Red 2"
    assert Ask("a", "Why?", "TY-GEN-01").bars is None


def test_when_the_game_is_over_every_seat_reads_the_whole_log() -> None:
    match = toy_match()
    hidden = [entry for entry in match.choose(match.state.hands[RED][0]).log() if entry not in match.log(BLUE)]
    assert hidden
    while match.decision:
        match.pick(0)
    assert match.log(BLUE) == match.log(RED) == match.log()
