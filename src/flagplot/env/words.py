"""A position in a few lines of text: where the game stands, goals, facts, and the question with its options."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flagplot.engine.game import Game
from flagplot.engine.table import Question
from flagplot.engine.view import View
from flagplot.engine.words import Option

MOST_OPTIONS = 40  # of a question; more are counted


def in_words(
    game: Game[Any], state: Any, seat: str, view: View, question: Question | None, numbered: Mapping[int, Option]
) -> str:
    """What a seat sees of a position, and what it is asked, with the index of each option."""
    lines = [f"{game.title}, {game.seat(seat).name}: {view.headline}"]
    for goal in view.goals:
        amount = "" if goal.value is None else f" {goal.value:,}" + (f" of {goal.target:,}" if goal.target else "")
        lines.append(f"  goal: {goal.name}{amount}{f' {goal.unit}' if goal.unit else ''}")
    for fact in view.facts:
        about = f"{game.names.get(fact.about, fact.about)}: " if fact.about else ""
        lines.append(f"  {about}{fact.name} {fact.value}")
    lines += [f"  {track.name}: {track.cells[track.at]}" for track in view.tracks if 0 <= track.at < len(track.cells)]
    if question is None:
        result = getattr(state, "result", None)
        lines.append(
            f"The game is over: {game.side_name(result.winner) if result and result.winner else 'nobody'} wins."
        )
    elif question.seat != seat:
        lines.append(f"{game.seat(question.seat).name} decides.")
    else:
        lines.append(f"{game.phrases_in(state).fill(question.ask.text, question.about)} ({question.ask.rule})")
        for index, option in list(numbered.items())[:MOST_OPTIONS]:
            lines.append(f"  {index:5} {game.describe(state, question.ask, question.about, option).label}")
        if len(numbered) > MOST_OPTIONS:
            lines.append(f"        and {len(numbered) - MOST_OPTIONS} more")
    return "\n".join(lines)
