"""The captain finishes a phase for the player at the desk."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot import players
from flagplot.engine import Match, Option
from flagplot.engine.words import Ask
from flagplot.terminal.desk import Desk

ORDER = "order"  # after the command: only what asks for a sequence


def captains_answers(desk: Desk, match: Match[Any], words: str) -> tuple[Sequence[Option], str]:
    """What the captain answers until the phase ends, if the player agrees, and a sentence about it."""
    question = match.question
    if words not in ("", ORDER):
        return (), f"Type f to let the captain finish this phase, or f {ORDER} to leave only the sequence to him."
    if question is None or not isinstance(question.ask, Ask) or not players.can_finish(match):
        return (), "No captain can answer this for you."
    if words == ORDER and not question.ask.has_usual_answer(question.options):
        return (), "This asks for more than a sequence; answer it yourself."
    if not words and not desk.agrees(f"Shall the captain answer until “{match.topic}” is over? Dice may roll."):
        return (), "Nothing was chosen."
    with desk.console.status("The captain decides ..."):
        answers = players.finish_phase(match.twin(), only_sequence=words == ORDER)
    if not answers:
        return (), "The captain would do more here than see to the sequence; answer it yourself."
    return answers, f"The captain gave {len(answers)} answer{'' if len(answers) == 1 else 's'}."
