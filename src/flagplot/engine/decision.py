"""What a match shows of its question: a decision to be made, and why an answer to it is refused."""

from __future__ import annotations

from dataclasses import dataclass

from flagplot.engine.table import Question
from flagplot.engine.words import About, Ask, Option


@dataclass(frozen=True, slots=True)
class Decision:
    """What must be decided next, by whom, and by which rule."""

    seat: str
    key: str
    prompt: str
    rule: str
    options: tuple[Option, ...]
    about: About
    row: str = ""  # decisions of one row can be made together in one line; the last of them is confirmed
    subjects: tuple[str, ...] = ()  # the pieces that it is about: who fires, who goes

    @property
    def completes_row(self) -> bool:
        """Whether this is the last decision of its row, so that dice may follow it."""
        return bool(self.row) and self.about.get("left") == 1


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an option is not offered, and the clause that says so."""

    reason: str
    rule: str


def row_of(question: Question) -> str:
    """The row to which a question belongs; the dice of a volley are a row of their own."""
    if isinstance(question.ask, Ask):
        return question.ask.row
    return question.ask.key if "volley" in question.about else ""
