"""Editions of rules: a match goes on by its own, moves to newer ones, and what these would have changed is found."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest

from flagplot import players
from flagplot.engine import Event, Game, Table, rule_option
from flagplot.engine import dice as chance
from flagplot.engine.errors import BadOption, PositionError, SaveError
from flagplot.engine.match import Match
from flagplot.engine.proof import Difference, Story, first_difference, position, saved, verified
from flagplot.engine.saves import rules_of
from flagplot.engine.start import load_match, moved_on, new_match
from flagplot.engine.words import Ask
from tests.engine.test_saves import edited
from tests.engine.toy import BLUE, BOTH_DICE, PUSH, RED, WON, ToyState, deal, lead, toy_game, view

Phase = Callable[[Table[ToyState]], str | None]

SHOUTED = Event("shouted", "Red shouts.", "TY-GEN-02")


OTHER = type(PUSH)("other", "Something else?", "TY-GEN-02")


def pushing(
    *options: str, seat: str = RED, shouts: bool = False, dice: str = "2d6", turns: int = 3, ask: Ask = PUSH
) -> Phase:
    """A phase in which a seat may push, in a game of so many turns."""

    def phase(table: Table[ToyState]) -> str | None:
        state = table.state
        if table.choose(seat, ask, options) == "push":
            state.scores[RED] += table.roll(dice, BOTH_DICE, seat=RED).sum
        if shouts:
            table.tell(SHOUTED)
        state.turn += 1
        if state.turn > turns:
            table.end(WON, RED, dict(state.scores))
        return "lead"

    return phase


def edition(rules: int, phase: Phase, **changes: Any) -> Game[ToyState]:
    phases = {"deal": deal, "lead": lead, "push": phase}
    return toy_game(Path(), rules_version=rules, **{"phases": phases, **changes})


FIRST = edition(1, pushing("push", "stop"))
SECOND = edition(2, pushing("push", "stop", "peek"), editions={1: FIRST})


def begun(game: Game[ToyState] = FIRST, **settings: Any) -> Match[ToyState]:
    """Red and blue have led, red has pushed, and the second turn has begun."""
    match = new_match(game, None, 1, {"cards": 4}, settings.get("dice"), None)
    return match.pick(0).pick(1).choose("push").pick(0)


def played(match: Match[ToyState]) -> Story:
    """All that could have been noted of a match."""
    twin = match.at(0)
    lines, seats = {0: twin.log_length()}, {}
    sights = {0: seen(twin)}
    for number, choice in enumerate(match.record.choices, start=1):
        assert twin.question
        seats[number] = twin.question.seat
        lines[number] = twin.choose(choice).log_length()
        sights[number] = seen(twin)
    save = saved(match.save())
    checkpoint = {save.mark: msgspec.json.decode(save.state)}
    decides = match.question.seat if match.question else None
    return Story(seats, lines, sights, checkpoint, (decides,), position(match))


def seen(match: Match[ToyState]) -> dict[str, tuple[str, int]]:
    return {seat: (match.view(seat).headline, match.log_length(seat)) for seat in (RED, BLUE)}


def load(data: bytes, game: Game[ToyState] = SECOND) -> Match[ToyState]:
    return load_match(data, lambda slug: game)


# A match goes on by the rules with which it began


def test_a_game_knows_its_editions() -> None:
    assert SECOND.edition(2) is SECOND
    assert SECOND.edition(1) is FIRST
    assert SECOND.edition(3) is None
    assert FIRST.edition(2) is None


def test_a_save_of_an_edition_that_is_still_played_goes_on_by_it() -> None:
    match = begun()
    loaded = load(match.save())
    assert loaded.game is FIRST
    assert loaded.save() == match.save()
    loaded.pick(0)
    assert loaded.decision
    assert loaded.decision.options == ("push", "stop")
    loaded.choose("push")
    assert load(loaded.save()).log() == loaded.log()
    assert "The position is the same" in list(verified(load(loaded.save())))[-1]


def test_a_save_of_rules_that_are_not_played_any_more_goes_on_from_its_last_checkpoint() -> None:
    match = begun()
    loaded = load(match.save(), replace(SECOND, editions={}))
    assert (loaded.game.rules_version, loaded.record.rules, loaded.record.choices) == (2, 2, [])
    assert loaded.state == match.undo().state


def test_a_running_game_of_rules_whose_positions_mean_nothing_any_more_is_refused_in_one_sentence() -> None:
    present = replace(SECOND, editions={}, oldest_rules=2)
    match = begun()
    sentence = (
        "This game was begun by rules of Toy that are not played any more (version 1; this program plays version 2), "
        "so it cannot go on."
    )
    with pytest.raises(SaveError) as refused:
        load(match.save(), present)
    assert str(refused.value) == sentence
    assert load(match.save(), replace(present, editions={1: FIRST})).game is FIRST
    players.play_out(match, players.seated(match, {}, "any"))
    assert load(match.save(), present).result == match.result


def test_a_save_of_rules_to_come_is_refused() -> None:
    with pytest.raises(SaveError, match="newer rules"):
        load(begun(SECOND).save(), FIRST)


def test_a_save_says_by_which_rules_it_was_made() -> None:
    assert (rules_of(begun().save()), rules_of(begun(SECOND).save())) == (1, 2)
    for nonsense in (b"", b"{}", b'{"flagplot": 1}'):
        with pytest.raises(SaveError):
            rules_of(nonsense)


def test_the_positions_of_an_edition_are_checked_by_its_own_rules() -> None:
    strict = replace(FIRST, defects=lambda state: ["Never."])
    with pytest.raises(SaveError, match="Never"):
        load(begun().save(), replace(SECOND, editions={1: strict}))


# A match moves to newer rules


def test_a_match_whose_choices_all_stand_moves_on_whole() -> None:
    match = begun()
    data = match.save()
    moved, stands = moved_on(match, SECOND)
    assert stands
    assert (moved.game, moved.record.rules) == (SECOND, 2)
    assert position(moved) == position(match)
    assert moved.log() == match.log()
    assert moved.record == replace(match.record, rules=2)
    assert moved.pick(0).choose("peek").log_length() > match.log_length()
    assert match.save() == data
    assert load(moved.save()).save() == moved.save()


@pytest.mark.parametrize(
    "phase",
    [
        pushing("stop", "peek"),
        pushing("push", "stop", seat=BLUE),
        pushing("push", "stop", turns=1),
    ],
    ids=["a choice is not offered", "another seat decides", "the game ends earlier"],
)
def test_a_match_whose_choices_do_not_stand_goes_on_from_its_last_checkpoint(phase: Phase) -> None:
    match = begun()
    moved, stands = moved_on(match, edition(2, phase))
    assert not stands
    assert (moved.record.rules, moved.record.choices) == (2, [])
    assert moved.state.scores == match.state.scores
    assert (moved.occasion, moved.topic) == (match.occasion, match.topic)
    assert load(moved.save(), edition(2, phase)).save() == moved.save()
    assert len(match.record.choices) == 4


def test_a_choice_that_is_offered_to_another_question_does_not_stand() -> None:
    other = replace_phase("push", lambda table: "lead" if table.choose(RED, OTHER, ("push", "stop")) else None)
    assert moved_on(begun(), other)[1] is False


def replace_phase(name: str, phase: Phase) -> Game[ToyState]:
    return toy_game(Path(), phases={**FIRST.phases, name: phase})


def test_dice_that_have_fallen_do_not_come_again_under_rules_that_throw_fewer() -> None:
    match = begun()
    moved, stands = moved_on(match, edition(2, pushing("push", "stop", dice="1d6")))
    assert stands
    assert moved.state.scores != match.state.scores
    assert moved.checkpoint.state.tape < match.checkpoint.state.tape
    assert moved.next_die == match.next_die
    assert load(moved.save(), moved.game).next_die == match.next_die
    assert any("passed over once" in sentence for sentence in verified(moved))


def test_dice_that_have_fallen_since_the_checkpoint_do_not_come_again() -> None:
    def push_twice(table: Table[ToyState]) -> str:
        for _ in range(2):
            table.choose(RED, PUSH, ("push", "stop"))
            table.roll("2d6", BOTH_DICE, seat=RED)
        return "lead"

    match = new_match(edition(1, push_twice), None, 1, {}, None, None).pick(0).pick(0).choose("push")
    moved, stands = moved_on(match, edition(2, pushing("stop", "push", seat=BLUE)))
    assert not stands
    assert (moved.checkpoint.state.tape, moved.next_die) == (match.checkpoint.state.tape, match.next_die)
    assert moved.next_die > moved.checkpoint.state.tape


def test_a_finished_match_moves_on_finished() -> None:
    match = begun()
    while match.decision:
        match.pick(0)
    assert moved_on(match, SECOND)[0].result == match.result
    moved, stands = moved_on(match, edition(2, pushing("stop", "peek")))
    assert (moved.result, moved.decision, stands) == (match.result, None, False)


def test_a_match_with_typed_or_scripted_dice_moves_on_too() -> None:
    scripted = begun(dice=chance.scripted(*range(12, 0, -1), 2, 5))
    assert moved_on(scripted, SECOND)[1]
    typed = new_match(FIRST, None, 1, {}, chance.asked(), None).pick(0).pick(0).choose("push").choose((2, 5))
    moved, stands = moved_on(typed, SECOND)
    assert stands
    assert moved.state == typed.state


@dataclass(frozen=True, slots=True)
class NewOptions:
    doubles: Annotated[bool, rule_option("Doubles", "Doubles count twice.", "TY-GEN-02")] = False


@dataclass(slots=True, kw_only=True)
class NewState(ToyState):
    weather: str


def in_calm_weather(scenario: str, options: Any) -> NewState:
    return NewState(phase="deal", options=options, pile=list(range(1, 13)), hands={RED: [], BLUE: []}, weather="calm")


def test_rules_that_know_no_such_position_or_option_refuse_it_in_one_sentence() -> None:
    refusing = pushing("stop", "peek")
    with pytest.raises(BadOption, match="has no option 'cards'"):
        moved_on(begun(), edition(2, refusing, options_type=NewOptions))
    with pytest.raises(PositionError, match=r"The rules of version 2 know no such position: .*weather"):
        moved_on(begun(), edition(2, refusing, state_type=NewState, setup=in_calm_weather))
    with pytest.raises(PositionError, match="The rules of version 2 know no such position: There is no phase 'lead'"):
        moved_on(begun(), edition(2, refusing, phases={"deal": lambda table: deal(table) and "push", "push": refusing}))


# Where other rules go another way


def difference(game: Game[ToyState], match: Match[ToyState] | None = None) -> Difference | None:
    match = match or begun()
    return first_difference(game, match.record, played(match))


def test_rules_that_change_nothing_in_a_game_show_no_difference() -> None:
    assert difference(FIRST) is None
    assert difference(SECOND) is None
    assert difference(SECOND, begun().take_back(2).choose("push")) is None
    assert difference(SECOND, begun().at(0)) is None


@pytest.mark.parametrize(
    ("phase", "choice", "what"),
    [
        (pushing("stop", "peek"), 3, "'push' is not offered any more."),
        (pushing("push", "stop", seat=BLUE), 3, "It is for 'blue' to decide here, not for 'red'."),
        (pushing("push", "stop", shouts=True), 3, "The log has 8 lines here, not 7."),
        (pushing("push", "stop", turns=1), 3, "The log has 8 lines here, not 7."),
    ],
)
def test_the_first_choice_at_which_rules_differ_is_found(phase: Phase, choice: int, what: str) -> None:
    assert difference(edition(2, phase)) == Difference(choice, "TY-GEN-02", what)


@pytest.mark.parametrize("rules", [1, 2])
def test_a_position_that_has_become_another_is_found_where_it_was_last_kept(rules: int) -> None:
    found = difference(edition(rules, pushing("push", "stop", dice="1d6")))
    assert found
    assert (found.choice, found.rule) == (3, "")
    assert re.fullmatch(r"By now the position is another one: (tape|scores\.red) is \d+, not \d+\.", found.what)


def test_fields_that_only_other_rules_have_make_no_position_another() -> None:
    story = played(begun())
    (mark, state), *_ = story.checkpoints.items()
    kept = replace(story, checkpoints={mark: {**state, "weather": "calm"}}, end=None)
    assert first_difference(SECOND, begun().record, kept) is None
    found = first_difference(FIRST, begun().record, kept)
    assert found
    assert found.what == "By now the position is another one: weather is None, not 'calm'."


def test_a_phase_that_does_not_begin_where_it_did_is_found() -> None:
    story = replace(played(begun()), checkpoints={2: {}, 1: {}})
    assert first_difference(SECOND, begun().record, story) == Difference(
        1, "", "A phase began here, and begins here no more."
    )


def test_a_headline_that_a_seat_was_not_shown_is_found() -> None:
    loud = edition(2, pushing("push", "stop"), view=lambda state, seat: replace(view(state, seat), headline="Loud"))
    found = difference(loud)
    assert found
    assert (found.choice, found.what) == (0, f"'red' sees 'Loud' here, not '{begun().at(0).view(RED).headline}'.")


def test_who_must_decide_in_the_end_is_compared() -> None:
    story = Story(decides=(BLUE,))
    assert first_difference(FIRST, begun().at(3).record, story) == Difference(
        3, "TY-GEN-02", "It is for 'red' to decide then, not for 'blue'."
    )


def test_rules_that_are_still_played_are_played_along_and_tell_the_very_choice() -> None:
    record = begun().record
    other = edition(2, pushing("push", "stop", dice="1d6"))
    found = first_difference(other, record, Story(), FIRST)
    assert found
    assert (found.choice, found.rule) == (3, "TY-GEN-02")
    assert re.fullmatch(r"The log says '.*' here, not '.*'\.", found.what)
    assert first_difference(SECOND, record, Story(), FIRST) is None
    asks_otherwise = edition(2, pushing("push", "stop", ask=OTHER))
    found = first_difference(asks_otherwise, record, Story(), FIRST)
    assert found
    assert (found.choice, found.what) == (2, "'red: other' is asked here, not 'red: push'.")


def test_what_is_not_known_of_the_old_game_is_not_compared() -> None:
    record = begun().record
    assert first_difference(edition(2, pushing("push", "stop", shouts=True, seat=BLUE)), record, Story()) is None
    ends = first_difference(edition(2, pushing("push", "stop", turns=1)), record, Story())
    assert ends == Difference(4, WON.rule, "The game is over before this choice.")


def test_a_difference_before_the_first_choice_is_at_choice_0() -> None:
    def loud(table: Table[ToyState]) -> str:
        table.tell(SHOUTED)
        return deal(table)

    found = difference(replace_phase("deal", loud))
    assert found == Difference(0, "TY-GEN-02", "The log has 2 lines here, not 1.")


def test_a_record_that_cannot_even_begin_says_why() -> None:
    found = difference(edition(2, pushing("push", "stop"), options_type=NewOptions))
    assert found == Difference(0, "", "It cannot go on by these rules: Toy has no option 'cards'; it has doubles.")
    moved, _ = moved_on(begun(), edition(2, pushing("stop", "peek")))
    found = first_difference(edition(2, pushing("stop"), state_type=NewState), moved.record, played(moved))
    assert found
    assert "weather" in found.what


def test_old_saves_without_the_newest_fields_name_their_rules_too() -> None:
    older = edited(begun().save(), lambda envelope: envelope["content"]["record"].__delitem__("wound"))
    assert rules_of(older) == 1
    assert load(older).game is FIRST
