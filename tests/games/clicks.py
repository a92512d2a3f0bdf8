"""Clicks on what is not offered, whose reasons the tests of each game check."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

from flagplot.engine import Ask, Match

IsTrue = Callable[[str, Any], bool]  # whether what a reason says holds of an option


def check_clicks(match: Match[Any], is_true: IsTrue, seen: Counter[str]) -> None:
    """Each click on something that is not offered gets a reason that is true, or is told what to do first."""
    question = match.question
    assert question
    assert isinstance(question.ask, Ask)
    for option in clickable(match, question.seat, question.ask):
        if option in question.options:
            continue
        refusal = match.why_not(option)
        assert refusal
        assert "cannot be chosen here" not in refusal.reason, (question.ask.key, option)
        found = question.ask.bars(match.state, question.about, option) if question.ask.bars else None
        if found is None:
            continue
        bar = found[0] if isinstance(found, tuple) else found
        seen[bar.text] += 1
        assert is_true(bar.text, option), (refusal.reason, question.ask.key, option, question.about)


def clickable(match: Match[Any], seat: str, ask: Ask) -> list[Any]:
    """What can be clicked or named: spaces, pieces, and the answers that a question can have."""
    view = match.view(seat)
    pieces = [*view.pieces, *(piece for one in view.lineups for part in one.sections for piece in part.pieces)]
    clicked = [*(space.id for space in match.board.spaces), *(piece.id for piece in pieces)]
    return [*map(match.pointed_at, dict.fromkeys(clicked)), *ask.answers]
