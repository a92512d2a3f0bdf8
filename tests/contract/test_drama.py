"""What every game marks as drama is complete, and its end sheet agrees with what was played."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine import Match
from flagplot.engine.scenes import TEXTS
from flagplot.engine.story import report_of, story_of

DRAWN = Path(flagplot.__file__).parent / "web" / "scripts" / "table" / "scenes.js"
SCENARIOS = [
    pytest.param(game.slug, scenario, id=f"{game.slug}-{scenario}")
    for game in flagplot.games()
    for scenario in game.scenarios
]


def played(slug: str, scenario: str, player: str, seed: int) -> Match[Any]:
    """A finished game between players of one kind."""
    seats = flagplot.new(slug, scenario=scenario).seats
    return flagplot.play(slug, dict.fromkeys(seats, player), scenario=scenario, seed=seed)


@pytest.mark.parametrize(("slug", "scenario"), SCENARIOS)
def test_scenes_and_end_sheets_are_complete(slug: str, scenario: str) -> None:
    match = played(slug, scenario, "midshipman", 4)
    drawn = set(re.findall(r"^  (\w+): \[\"", DRAWN.read_text(), re.MULTILINE))
    sides = {side.id for side in match.board.sides} | {seat.side for seat in match.game.seats} | {""}
    for entry in match.log():
        if scene := entry.scene:
            texts = "\n".join(getattr(scene, name) for name in TEXTS)
            assert scene.title
            assert scene.picture in drawn
            assert scene.weight in range(4)
            assert {scene.good_for, scene.side} <= sides
            assert not re.search(r"[{}]|  ", texts), texts
            assert bool(scene.lost) <= bool(scene.figure and scene.side and scene.swing), scene
    report = report_of(match)
    summary = report.summary
    assert len(summary.totals) <= 3
    assert summary.totals or not match.game.summarize
    if summary.curve:
        assert 1 <= len(summary.curve.series) <= 3
        assert all(len(one.values) == len(summary.curve.turns) for one in summary.curve.series)
    last = len(match.record.choices)
    assert all(0 <= one.moment <= last and one.title and one.turn for one in report.highlights)
    assert all(0 <= one.moment <= last and one.name and one.turn for one in report.losses)
    spaces = {space.id for space in match.board.spaces}
    for course in summary.courses:
        assert all(step in spaces if isinstance(step, str) else len(step) == 2 for step in course.through)


@pytest.mark.parametrize("slug", [game.slug for game in flagplot.games()])
def test_a_line_jumps_to_the_moment_at_which_it_was_told(slug: str) -> None:
    match = played(slug, next(iter(flagplot.game(slug).scenarios)), "captain", 5)
    log = match.log()
    story = story_of(match)
    assert story.log == log
    assert story.lengths[-1] == len(log)
    for moment in {
        *(one.moment for one in report_of(match).losses),
        *(one.moment for one in report_of(match).highlights),
    }:
        before = match.at(moment - 1).log_length() if moment else 0
        told = [entry.scene for entry in log[before : match.at(moment).log_length()] if entry.scene]
        assert any(scene.lost or scene.worth for scene in told)


def test_the_tally_of_a_campaign_is_its_curve() -> None:
    match = played("atlantic-wolves", "campaign", "captain", 3)
    assert match.result
    report = report_of(match)
    curve = report.summary.curve
    assert curve
    assert sum(curve.series[0].values) == match.result.score["german"]
    assert curve.turns[0] == "Aug 42"
    assert len([loss for loss in report.losses if loss.figure == "uboat"]) == match.state.counters_lost
    by_turn = [sum(loss.turn_index == at for loss in report.losses) * 5 for at in range(len(curve.turns))]
    assert by_turn == [month.lost for month in match.state.tally]


def test_what_is_hidden_has_no_scene_for_the_others() -> None:
    match = flagplot.new("sea-control", seed=2)
    while match.decision and len(match.record.choices) < 200:
        match.pick(0)
    for seat in match.seats:
        assert all(entry.to is None or seat in entry.to for entry in match.log(seat) if entry.scene)
