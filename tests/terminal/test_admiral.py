"""The admiral in the terminal: as an opponent who does not keep anybody waiting for long, and for a hint."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot import cli, players
from flagplot.engine import Match
from flagplot.players.admiral import Admiral, Thought
from flagplot.players.search import Budget
from flagplot.terminal import play
from flagplot.terminal.play import Session
from tests.engine.test_saves import load
from tests.engine.toy import BLUE, RED, LeadsHigh, ToyState, toy_match
from tests.terminal.evening import Interrupt, desk, evening

CAPTAINS = {RED: LeadsHigh, BLUE: LeadsHigh}


class Noting(Admiral):
    """An admiral who notes what he is asked, and may be interrupted."""

    def __init__(self, is_interrupted: bool = False) -> None:
        super().__init__(Budget(6), "seed")
        self.asked = 0
        self.is_interrupted = is_interrupted

    def think(self, match: Match[Any]) -> Thought:
        self.asked += 1
        if self.is_interrupted:
            raise KeyboardInterrupt
        return super().think(match)


def waiting_for(admiral: Admiral, folder: Path, *lines: str | Interrupt) -> tuple[int, Match[ToyState], str]:
    """Play red against an admiral."""
    match = toy_match(captains=CAPTAINS)
    others = players.seated(match, {BLUE: admiral}, "seed")
    table, screen = desk(*lines)
    code = Session(match, [RED], table, folder / "kept.json", others, "flagplot play toy").play()
    return code, match, screen.getvalue()


def test_an_admiral_thinks_when_it_is_his_turn(tmp_path: Path) -> None:
    admiral = Noting()
    code, match, _ = waiting_for(admiral, tmp_path, "1")
    assert code == 0
    assert admiral.asked
    assert match.decision
    assert match.decision.seat == RED


def test_what_he_thought_is_kept_with_the_game_and_told_by_nothing_on_the_screen(tmp_path: Path) -> None:
    _, match, screen = waiting_for(Noting(), tmp_path, "1", "l", "q")
    reasons = match.record.reasons
    assert reasons
    assert all("played out from here, give or take" in reason for reason in reasons.values())
    assert load((tmp_path / "kept.json").read_bytes()).record.reasons == reasons
    assert "played out" not in screen


def test_a_choice_of_his_that_cannot_be_taken_back_keeps_its_reason(tmp_path: Path) -> None:
    match = toy_match(captains=CAPTAINS).pick(0)
    match.record.explain({1: "It wins."})
    after = evening(tmp_path, "u", match=match, seats=[BLUE])
    assert "That cannot be taken back. The last choice was the other side's." in after.screen
    assert after.match.record.reasons == {1: "It wins."}


def test_ctrl_c_hurries_him_and_does_not_end_the_game(tmp_path: Path) -> None:
    admiral = Noting(is_interrupted=True)
    code, match, _ = waiting_for(admiral, tmp_path, "1")
    assert (code, admiral.asked) == (0, 1)
    assert match.decision
    assert match.decision.seat == RED  # a captain has answered
    assert waiting_for(Noting(), tmp_path, "1", Interrupt())[0] == play.INTERRUPTED


def test_a_reply_that_takes_too_long_is_left_to_captains(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(play, "LONGEST_REPLY", -1)
    admiral = Noting()
    _, match, _ = waiting_for(admiral, tmp_path, "1")
    assert admiral.asked == 0
    assert match.decision
    assert match.decision.seat == RED


def test_a_hint_comes_from_the_admiral_if_he_is_asked(tmp_path: Path) -> None:
    match = flagplot.new("graf-spee", "breakout", seed=1)
    while isinstance(Admiral(Budget(2), "").begin(match), Thought):
        match.choose(match.hint().option)
    after = evening(tmp_path, "h admiral", match=match)
    told = " ".join(after.screen.split())
    assert "The admiral would take" in told
    assert "played out from here, give or take" in told
    assert "Second best: " in told


@pytest.mark.parametrize("who", ["commodore", "admiral now"])
def test_nobody_else_can_be_asked(tmp_path: Path, who: str) -> None:
    match = toy_match(captains=CAPTAINS)
    assert "Type h for the captain's hint, or h admiral." in evening(tmp_path, f"h {who}", match=match).screen


def test_without_all_captains_there_is_no_admiral_to_ask(tmp_path: Path) -> None:
    match = toy_match(captains={RED: LeadsHigh})
    assert "Toy lacks captains, whom an admiral needs." in evening(tmp_path, "h admiral", match=match).screen


@pytest.mark.parametrize(
    ("name", "budget"),
    [("admiral", Budget(seconds=1.0)), ("admiral:50", Budget(50)), ("admiral:250ms", Budget(seconds=0.25))],
)
def test_an_opponent_thinks_for_a_second_unless_told_otherwise(name: str, budget: Budget) -> None:
    match = flagplot.new("sea-control", seed=1)
    args = Namespace(against=cli.opponent(name))
    admiral = cli.read_opponents(args, match, ["axis"])["allied"]
    assert isinstance(admiral, Admiral)
    assert admiral.budget == budget
