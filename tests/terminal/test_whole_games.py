"""Other seats, real dice, the end of a game, and whatever else may be typed."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

import flagplot
from flagplot.engine.start import load_match
from flagplot.terminal.play import Session
from tests.engine.toy import BLUE, RED, LeadsHigh, toy_match
from tests.terminal.evening import FINISHED, SLUG, desk, evening, nearly_over

# Other seats, real dice, and the end


def test_computer_players_decide_for_the_other_seats_and_their_secrets_stay_theirs(tmp_path: Path) -> None:
    match = toy_match()
    after = evening(tmp_path, match=match, seats=[BLUE])
    assert match.decision
    assert match.decision.seat == BLUE
    assert len(match.record.choices) == 1
    assert "Blue: Which card does Blue lead?" in after.screen
    assert "Red leads." in after.screen
    assert "Red led" not in after.screen


def test_a_computer_player_is_shown_a_world_in_which_the_hidden_hand_may_be_another(tmp_path: Path) -> None:
    peeks = []

    def spy(state: Any, seat: str, ask: Any, options: Any, about: Any) -> Any:
        peeks.append(state.hands[BLUE] == match.state.hands[BLUE])
        return options[0]

    for seed in range(8):
        match = toy_match(seed)
        Session(match, [BLUE], desk()[0], tmp_path / "kept.json", {RED: spy}, "flagplot play toy").play()
    assert len(peeks) == 8
    assert not all(peeks)


def test_a_choice_of_the_other_side_is_not_mine_to_take_back(tmp_path: Path) -> None:
    after = evening(tmp_path, "u", match=toy_match(), seats=[BLUE])
    assert "That cannot be taken back. The last choice was the other side's." in after.screen
    assert len(after.match.record.choices) == 1
    assert after.match.decision
    assert after.match.decision.seat == BLUE


def test_what_a_computer_player_decides_is_kept_too(tmp_path: Path) -> None:
    after = evening(tmp_path, match=toy_match(), seats=[BLUE])
    assert load_match(after.path.read_bytes(), lambda _: after.match.game).record == after.match.record


@pytest.mark.parametrize("seat", [RED, BLUE])
def test_hint_and_why_not_work_at_both_seats(tmp_path: Path, seat: str) -> None:
    after = evening(tmp_path, "h", "w 99", match=toy_match(captains={seat: LeadsHigh}), seats=[seat])
    held = after.match.state.hands[seat]
    assert f"The captain would take 2, {held[-1]}." in after.screen
    assert f"You hold {held[0]}, {held[1]}, not 99.  TY-GEN-03" in after.screen


def test_real_dice_are_typed_in_as_faces(tmp_path: Path) -> None:
    match = toy_match(dice=flagplot.dice.asked())
    after = evening(tmp_path, "1", "push", "7 1", "6", "3 5", match=match)
    assert "Your dice: Two dice for Red" in after.screen
    assert "'7 1' is not possible. Expected 2 faces from 1 to 6, for instance 1 2." in after.screen
    assert "'6' is not possible" in after.screen
    assert "Two dice for Red: 3 + 5 = 8" in after.screen
    assert match.record.choices[-1] == (3, 5)


def test_a_typed_throw_can_be_taken_back_and_has_neither_odds_nor_hint(tmp_path: Path) -> None:
    match = flagplot.new(SLUG, dice=flagplot.dice.asked())
    after = evening(tmp_path, "1", "o", "h", "41", "12", "u", "13", match=match)
    assert "You throw this die yourself" in after.screen
    assert "There is no hint for a die roll." in after.screen
    assert "'41' is not possible. Expected 1-40." in after.screen
    assert match.record.choices == ["hq", 13]


def test_the_end_shows_the_verdict_its_rule_the_score_and_the_proof(tmp_path: Path) -> None:
    match = nearly_over()
    assert match.decision
    number = match.decision.options.index(FINISHED.record.choices[-1]) + 1
    after = evening(tmp_path, str(number), *[""] * 3, match=match)
    assert match.result
    assert after.code == 0
    words = " ".join(after.screen.split())
    assert f"{match.result.reason} {match.result.rule}" in words
    assert f"Winner: Allies Score: German {match.result.score['german']:,}" in words
    assert f"Seed {match.record.seed}" in words
    assert f"Hash {match.seed_hash}" in words
    assert f"flagplot replay {after.path} --verify" in words
    assert flagplot.load(after.path.read_bytes()).result == match.result


def test_a_finished_game_shows_its_verdict_at_once(tmp_path: Path) -> None:
    assert "Winner: Allies" in evening(tmp_path, match=flagplot.play(SLUG, seed=3)).screen


# Whatever is typed


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.long) for seed in (1, 2))])
def test_no_line_whatever_breaks_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seed: int) -> None:
    monkeypatch.chdir(tmp_path)
    rng = Random(seed)
    words = [
        *flagplot.game(SLUG).names.values(),
        *"uowht?lmcs",
        "",
        "help",
        "\x00",
        "🂠",
        "[bold]",
        "%s",
        "{}",
        "1",
        "2",
        "9",
    ]
    lines = [" ".join(rng.choices(words, k=rng.randint(1, 3))) for _ in range(300)]
    after = evening(tmp_path, *lines, match=flagplot.new(SLUG, seed=seed, options={"rudeltaktik": True}))
    assert after.code == 0
    again = flagplot.load(after.path.read_bytes())
    assert again.record == after.match.record
