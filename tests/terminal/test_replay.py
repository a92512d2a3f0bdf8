"""A saved game is told from its start, and proved: a change of any kind is found."""

from __future__ import annotations

import json
from hashlib import blake2b
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import Match
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.proof import Differs, verified
from flagplot.terminal.replay import story
from tests.engine.toy import BLUE, RED, toy_match
from tests.terminal.evening import SLUG, attacking, plain_console


def told(match: Match[Any], seat: str = "") -> str:
    console = plain_console(200)
    with console.capture() as capture:
        for thing in story(match, seat or match.seats[0]):
            console.print(thing)
    return capture.get()


def test_a_game_that_is_not_over_is_told_as_a_seat_knows_it() -> None:
    match = toy_match()
    red = match.state.hands[RED][0]
    match.choose(red)
    assert f"Red led {red}." in told(match, RED)
    assert "Red led" not in told(match, BLUE)
    assert "Red leads." in told(match, BLUE)


def test_a_game_that_is_over_is_told_in_full_to_everybody() -> None:
    match = toy_match()
    while match.decision:
        match.pick(0)
    assert told(match, RED) == told(match, BLUE)
    assert "Blue led" in told(match, RED)


def forged(match: Match[Any], change: Any) -> Match[Any]:
    """The match loaded from a save whose content was changed, with a digest that fits."""
    save = json.loads(match.save())
    change(save["content"])
    content = json.dumps(save["content"], separators=(",", ":"), ensure_ascii=False).encode()
    save["digest"] = blake2b(content, digest_size=16).hexdigest()
    data = json.dumps({**save, "content": None}, separators=(",", ":")).encode()
    return flagplot.load(data.replace(b'"content":null', b'"content":' + content))


def test_a_game_is_told_under_a_heading_for_each_phase_with_clauses() -> None:
    match = flagplot.play(SLUG, seed=3)
    text = told(match)
    assert text.startswith("August 1942, month 1 of 10: Strategic phase\n")
    assert "\nSeptember 1942, month 2 of 10: Attack and ASW\n" in text
    for entry in match.log():
        assert f"{entry.text}  {entry.rule}" in text
    assert match.result
    assert text.rstrip().endswith(f"{match.result.reason}  {match.result.rule}")


def explained(choices: int) -> Match[Any]:
    """A toy with so many choices and a reason for the third, which is to stop."""
    match = toy_match()
    for _ in range(choices):
        match.choose(match.decision.options[-1])
    match.record.explain({3: "It wins 62 % of 40 games."})
    return match


def test_what_an_admiral_thought_stands_before_the_lines_of_his_choice() -> None:
    text = told(explained(4))
    reason = "Red, the admiral: Push or stop? → stop. It wins 62 % of 40 games.\n"
    assert text.count("It wins") == 1
    before, after = text.split(reason)
    assert before.rstrip().endswith("There is only forward.  TY-GEN-02")
    assert "Luck" in after.partition("\n")[0]
    assert told(explained(4), BLUE) == text
    without = explained(4)
    without.record.reasons = {}
    assert text.replace(reason, "").split() == told(without).split()


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_what_an_admiral_thought_is_not_told_before_the_game_is_over(seat: str) -> None:
    match = explained(3)
    assert match.result is None
    text = told(match, seat)
    match.record.reasons = {}
    assert told(match, seat) == text


def test_a_reason_for_a_choice_that_breaks_the_rules_or_for_dice_is_told_by_nothing() -> None:
    def go_nowhere(content: dict[str, Any]) -> None:
        content["record"]["choices"][0] = "kiel"
        content["record"]["reasons"] = {"1": "It wins."}

    with pytest.raises(IllegalChoice, match="'kiel' is not offered here"):
        told(forged(flagplot.play(SLUG, seed=3), go_nowhere))
    typed = flagplot.new("graf-spee", "breakout", dice=flagplot.dice.asked())
    while typed.decision:
        typed.pick(0)
    typed.record.explain(dict.fromkeys(range(1, len(typed.record.choices) + 1), "It wins."))
    assert "dice, the admiral" not in told(typed)


def test_a_game_in_progress_can_be_told_too() -> None:
    assert "In the air: 1 Condor over Iceland, 1 Condor over the Bay of Biscay.  AW-PLC-02" in told(attacking())


def test_a_true_game_is_verified_with_what_was_checked() -> None:
    match = flagplot.load(flagplot.play(SLUG, seed=3).save())
    seed, choices, position = verified(match)
    rolls = sum(entry.kind == "roll" for entry in match.log())
    assert match.seed_hash in seed
    assert choices == f"204 choices were made again by the rules, and {rolls} rolls and draws came anew."
    assert position.startswith("The position is the same, byte for byte")


@pytest.mark.parametrize("undo", [0, 1])
def test_a_game_in_progress_is_verified_as_well_also_after_undo(undo: int) -> None:
    match = attacking()
    for _ in range(undo):
        match.undo()
    assert len(list(verified(flagplot.load(match.save())))) == 3


def test_typed_and_scripted_dice_are_said_not_to_be_provable() -> None:
    typed = flagplot.new(SLUG, dice=flagplot.dice.asked()).choose("hq").choose(12)
    scripted = flagplot.new(SLUG, dice=flagplot.dice.scripted(12, 3, 4)).choose("hq")
    assert next(iter(verified(typed))) == "The dice were typed in by the players, so no seed can prove them."
    assert next(iter(verified(scripted))) == "The dice were scripted, so no seed can prove them."
    for match in (typed, scripted):
        assert len(list(verified(flagplot.load(match.save())))) == 3


def test_a_position_made_by_hand_is_named_and_verified_from_there() -> None:
    state = flagplot.new(SLUG).state
    state.convoys = 2
    match = flagplot.new(SLUG, state=state, seed=4).choose("hq")
    assert "The game starts from a position that stands in the save itself, not from the scenario." in verified(match)


def test_another_seed_is_found_out() -> None:
    def swap(content: dict[str, Any]) -> None:
        content["record"]["seed"] = "00" * 32

    with pytest.raises(Differs, match="does not have the published hash"):
        list(verified(forged(attacking(), swap)))


def test_another_position_is_found_out() -> None:
    def sink_more(content: dict[str, Any]) -> None:
        content["state"]["tally"][0]["tons"] += 500_000

    with pytest.raises(Differs, match="position in the save is not the one"):
        list(verified(forged(flagplot.play(SLUG, seed=3), sink_more)))


def test_another_choice_is_found_out() -> None:
    def go_elsewhere(content: dict[str, Any]) -> None:
        content["record"]["choices"][0] = "pens" if content["record"]["choices"][0] == "hq" else "hq"

    with pytest.raises(Differs):
        list(verified(forged(flagplot.play(SLUG, seed=3), go_elsewhere)))


def test_an_illegal_choice_is_named() -> None:
    def go_nowhere(content: dict[str, Any]) -> None:
        content["record"]["choices"][0] = "kiel"

    with pytest.raises(Differs, match="Choice 1 of 204 breaks the rules: 'kiel' is not offered here"):
        list(verified(forged(flagplot.play(SLUG, seed=3), go_nowhere)))


def test_a_game_for_two_with_hidden_hands_is_told_and_verified() -> None:
    match = toy_match()
    while match.decision:
        match.pick(0)
    assert "Red led" in told(match)
    assert len(list(verified(match))) == 3


def test_a_played_out_game_saved_and_loaded_is_told_alike(tmp_path: Path) -> None:
    match = flagplot.play(SLUG, seed=3)
    assert told(flagplot.load(match.save())) == told(match)
