"""Saves: whole or not at all, and one sentence when not."""

from __future__ import annotations

import json
from collections.abc import Callable
from hashlib import blake2b
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from flagplot.engine import dice as chance
from flagplot.engine.errors import SaveError, UnknownGame
from flagplot.engine.game import Game
from flagplot.engine.start import load_match
from tests.engine.toy import RED, toy_game, toy_match

TOY = toy_game(Path())


def find(slug: str) -> Game[Any]:
    if slug != "toy":
        raise UnknownGame(f"There is no game '{slug}'; there are toy.")
    return TOY


def load(data: bytes) -> Any:
    return load_match(data, find)


def in_play() -> Any:
    return toy_match().pick(0).pick(1)


def edited(data: bytes, edit: Callable[[dict[str, Any]], None], sealed: bool = True) -> bytes:
    """The save with its content edited, and its digest made to fit again unless told otherwise."""
    envelope = json.loads(data)
    edit(envelope)
    if sealed:
        content = msgspec.json.encode(envelope["content"])
        envelope["digest"] = blake2b(content, digest_size=16).hexdigest()
    return msgspec.json.encode(envelope)


def test_a_save_is_a_few_kilobytes_of_json_that_names_game_rules_and_schema() -> None:
    data = in_play().save()
    assert len(data) < 4000
    envelope = json.loads(data)
    assert (envelope["game"], envelope["rules"], envelope["flagplot"]) == ("toy", 2, 1)


@pytest.mark.parametrize("dice", [None, chance.scripted(*range(12, 0, -1), 2, 5, 1), chance.asked()])
def test_a_loaded_match_goes_on_as_the_saved_one(dice: Any) -> None:
    match = toy_match(dice=dice).pick(0).pick(1)
    loaded = load(match.save())
    for one in (match, loaded):
        one.choose("push")
        if one.decision and one.decision.seat == "dice":
            one.choose((2, 5)).choose(1)
    assert loaded.save() == match.save()
    assert loaded.log() == match.log()
    assert loaded.can_undo == match.can_undo
    if match.can_undo:
        assert loaded.undo().save() == match.undo().save()


@given(cut=st.integers(0, 3000))
def test_a_truncated_save_is_refused(cut: int) -> None:
    data = in_play().save()
    with pytest.raises(SaveError):
        load(data[: min(cut, len(data) - 1)])


@given(place=st.integers(0, 3000), byte=st.integers(0, 255))
def test_a_save_with_a_changed_byte_is_refused_or_the_same(place: int, byte: int) -> None:
    data = in_play().save()
    place %= len(data)
    changed = data[:place] + bytes([byte]) + data[place + 1 :]
    try:
        loaded = load(changed)
    except SaveError:
        return
    assert loaded.save() == data


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "The save is damaged: it is not complete JSON."),
        (b"\xff\xfe\x00", "The save is damaged: it is not complete JSON."),
        (b"[1, 2]", "This is not a Flagplot save."),
        (b'{"flagplot": "1"}', "This is not a Flagplot save."),
        (b'{"flagplot": 99}', "The save was made by a newer Flagplot (format 99; this one reads up to 1)."),
        (b'{"flagplot": 1}', "The save is damaged: Object missing required field `game`."),
        (b'{"flagplot": 1' + b"0" * 5000 + b"}", "This is not a Flagplot save."),
        (b" " * 256_001, "The save is too large: it has 256,001 bytes, and no game takes 256,000."),
    ],
)
def test_what_is_no_save_is_refused_in_one_sentence(data: bytes, message: str) -> None:
    with pytest.raises(SaveError) as refused:
        load(data)
    assert str(refused.value) == message


def test_an_edited_save_is_refused() -> None:
    def cheat(envelope: dict[str, Any]) -> None:
        envelope["content"]["state"]["scores"][RED] = 1000

    with pytest.raises(SaveError, match="was changed after it was written"):
        load(edited(in_play().save(), cheat, sealed=False))


def test_a_save_of_an_unknown_game_is_refused() -> None:
    with pytest.raises(SaveError, match="unknown game: There is no game 'chess'"):
        load(edited(in_play().save(), lambda envelope: envelope.update(game="chess")))


def test_a_save_whose_outside_does_not_fit_its_inside_is_refused() -> None:
    with pytest.raises(SaveError, match="it names two different games or rules"):
        load(edited(in_play().save(), lambda envelope: envelope.update(rules=1)))


def test_a_save_of_newer_rules_is_refused() -> None:
    with pytest.raises(SaveError, match=r"newer rules of Toy \(version 3; this program plays version 2\)"):
        load(edited(in_play().save(), lambda envelope: envelope.update(rules=3)))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (lambda c: c["record"]["choices"].__setitem__(0, 99), "Choice 1, 99, is not allowed by the rules"),
        (lambda c: c["record"]["choices"].__setitem__(0, "x"), "Choice 1, 'x', is not allowed"),
        (lambda c: c["state"].__setitem__("turn", 0), "impossible position: The turn is below 1."),
        (lambda c: c["state"].__setitem__("turn", "1"), "Expected `int`, got `str`"),
        (lambda c: c["state"].__delitem__("pile"), "missing required field `pile`"),
        (lambda c: c["state"].__setitem__("phase", "nowhere"), "no phase 'nowhere'"),
        (lambda c: c.__setitem__("mark", 7), "beyond its last choice"),
        (lambda c: c["record"].__setitem__("seed", "zz"), "The save is damaged"),
        (lambda c: c["record"].__setitem__("options", {"cards": 77}), "Option 'cards' of Toy"),
        (lambda c: c["record"].__setitem__("scenario", "long"), "no scenario 'long'"),
        (lambda c: c["record"].__setitem__("wound", [[9, 9]]), "its dice cannot be read in this order"),
        (lambda c: c["record"].__setitem__("wound", [[9, 20], [20, 9]]), "its dice cannot be read in this order"),
        (lambda c: c["record"].__setitem__("wound", [[9, 2**70]]), "out of range|Expected `int` <= 10000000"),
        (lambda c: c["state"].__setitem__("tape", 2**40), "Expected `int` <= 10000000"),
        (lambda c: c["state"].__setitem__("pile", [1] * 501), "Expected `array` of length <= 500"),
        (lambda c: c["state"].__setitem__("seed_hash", "x" * 301), "Expected `str` of length <= 300"),
        (lambda c: c["record"].__setitem__("choices", [1] * 20_001), "Expected `array` of length <= 20000"),
        (lambda c: c["record"].__setitem__("seed", "00" * 65), "a seed has 32 bytes"),
        (lambda c: c.__setitem__("floor", -5), "beyond its last choice"),
        (lambda c: c["record"].__setitem__("wound", [[9]]), "Expected `array` of length 2"),
        (lambda c: c["state"].__setitem__("tape", -1), "its dice cannot be read in this order"),
    ],
)
def test_a_cleverly_edited_save_is_refused_too(edit: Callable[[Any], None], message: str) -> None:
    with pytest.raises(SaveError, match=message):
        load(edited(toy_match().pick(0).save(), lambda envelope: edit(envelope["content"])))


def test_a_save_from_before_dice_could_be_wound_on_is_read_as_ever() -> None:
    data = in_play().save()
    older = edited(data, lambda envelope: envelope["content"]["record"].__delitem__("wound"))
    assert load(older).save() == data


def test_a_save_of_older_rules_goes_on_from_its_last_checkpoint() -> None:
    match = toy_match(options={"cards": 3}).pick(0).pick(1).choose("stop").pick(0)
    older = edited(match.save(), older_rules)
    loaded = load(older)
    assert loaded.record.choices == []
    assert loaded.record.rules == 2
    assert loaded.decision.seat == RED
    assert loaded.decision.key == "lead"
    assert loaded.state == match.undo().state
    again = load(loaded.save())
    assert again.save() == loaded.save()


def older_rules(envelope: dict[str, Any]) -> None:
    envelope["rules"] = 1
    envelope["content"]["record"]["rules"] = 1
