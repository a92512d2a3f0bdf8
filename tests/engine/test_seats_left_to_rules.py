"""Seats that are in play unless a switch is taken off: then nobody sits there, and the rules play them."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest
from rich.console import Console

import flagplot
from flagplot import players
from flagplot.cli import main
from flagplot.engine import Match
from flagplot.engine.errors import BadOption, IllegalChoice, PositionError, SaveError, UnknownGame
from flagplot.engine.saves import Envelope, _digest
from flagplot.engine.start import load_match, new_match
from flagplot.terminal.catalogue import catalogue
from flagplot.terminal.desk import Desk
from tests.engine.toy import BLUE, RED
from tests.terminal.evening import evening
from tests.toys.regatta import HEAVE_TO, Options, Race, regatta

NOBODY = "Nobody has a seat in Regatta with these options; leave 'red_sails' or 'blue_sails' on."
BOTH_OFF = {"red_sails": False, "blue_sails": False}


def race(*dice: int, **options: bool) -> Match[Race]:
    return new_match(regatta(), None, 1, options, flagplot.dice.scripted(*dice) if dice else None, None)


@pytest.fixture
def only_regatta(monkeypatch: pytest.MonkeyPatch) -> None:
    """A world in which the only game is the race."""
    game = regatta()
    monkeypatch.setattr(flagplot._games, "find", lambda slug: game)


def test_a_seat_with_a_switch_is_in_play_until_that_is_taken_off() -> None:
    assert race().seats == (RED, BLUE)
    assert race(blue_sails=False).seats == (RED,)
    assert race(red_sails=False).seats == (BLUE,)
    assert [seat.id for seat in regatta().played_by_rules([RED])] == [BLUE]
    assert regatta().played_by_rules([RED, BLUE]) == ()


def test_the_rules_play_a_seat_that_nobody_has() -> None:
    match = race(1, 1, 1, 2, 2, 2, blue_sails=False).choose(HEAVE_TO)
    assert match.state.at == {RED: "a2", BLUE: "b3"}
    assert match.decision
    assert match.decision.seat == RED
    asked = race(1, 1, 1, red_sails=False).decision
    assert asked
    assert asked.seat == BLUE
    done = players.play_out(race(blue_sails=False), players.seated(match, {}, ""))
    assert done.result
    assert set(done.result.score) == {RED, BLUE}


def test_a_seat_left_to_the_rules_is_refused_with_the_reason() -> None:
    reason = "^The rules play the seat 'blue' of Regatta, because the option 'blue_sails' is off.$"
    match = race(blue_sails=False)
    with pytest.raises(IllegalChoice, match=reason):
        match.view(BLUE)
    with pytest.raises(UnknownGame, match=reason):
        players.seated(match, {BLUE: "captain"}, "")
    with pytest.raises(IllegalChoice, match=r"^Regatta has no seat 'green'; it has red\.$"):
        match.view("green")


def test_a_game_with_no_seat_left_is_refused(only_regatta: None) -> None:
    with pytest.raises(BadOption, match=f"^{NOBODY}$"):
        flagplot.new("regatta", options=BOTH_OFF)
    with pytest.raises(BadOption, match=f"^{NOBODY}$"):
        flagplot.play("regatta", options=BOTH_OFF)


def test_a_position_with_no_seat_left_is_refused(only_regatta: None) -> None:
    state = race().state
    state.options = Options(red_sails=False, blue_sails=False)
    with pytest.raises(PositionError, match=f"^{NOBODY}$"):
        flagplot.new("regatta", state=state)


def forged(save: bytes, **changes: Any) -> bytes:
    """A save with another content, and the digest of that."""
    envelope = msgspec.json.decode(save, type=Envelope)
    content = msgspec.json.decode(envelope.content)
    for part, options in changes.items():
        content[part]["options"] = options
    packed = msgspec.json.encode(content)
    return msgspec.json.encode(replace(envelope, digest=_digest(packed), content=msgspec.Raw(packed)))


@pytest.mark.parametrize("part", ["record", "state"])
def test_a_save_with_no_seat_left_is_refused(part: str) -> None:
    match = race().choose("b2")
    with pytest.raises(SaveError, match=f"{NOBODY[:-1]}.$"):
        load_match(forged(match.save(), **{part: BOTH_OFF}), lambda _: match.game)
    assert load_match(match.save(), lambda _: match.game).seats == (RED, BLUE)


@pytest.mark.parametrize("command", ["play", "sim"])
def test_a_command_for_no_seat_is_one_sentence_and_exit_code_2(
    command: str, only_regatta: None, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "regatta", "--option", "red_sails=off", "--option", "blue_sails=off"]) == 2
    assert capsys.readouterr().err == f"flagplot: {NOBODY}\n"


def test_a_saved_game_without_seats_is_one_sentence_and_exit_code_2(
    tmp_path: Path, only_regatta: None, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "race.json").write_bytes(forged(race().save(), record=BOTH_OFF))
    assert main(["replay", str(tmp_path / "race.json")]) == 2
    assert NOBODY in capsys.readouterr().err


def test_the_terminal_says_which_seats_can_be_left_to_the_rules_and_which_are() -> None:
    console = Console(width=120)
    with console.capture() as printed:
        Desk(console).say(*catalogue([regatta()]))
    assert "red (Red, or the rules with red_sails=off), blue (Blue, or the rules with blue_sails=off)" in printed.get()


def test_the_terminal_plays_alone_against_the_rules(tmp_path: Path) -> None:
    match: Match[Any] = race(1, 1, 1, 2, 2, 2, blue_sails=False)
    after = evening(tmp_path, "b2", "heave", "q", match=match, seats=[RED])
    assert "Two boats race round the rocks. The rules play Blue." in after.screen
    assert after.match.state.at == {RED: "b2", BLUE: "b3"}
