"""A lesson in the terminal: the same game, with one thing to do at a time."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from rich.text import Text

from flagplot import players
from flagplot.engine import Match
from flagplot.engine.errors import IllegalChoice
from flagplot.engine.words import Option
from flagplot.players.lessons import Lesson, Progress, progress_in
from flagplot.terminal.desk import Desk
from flagplot.terminal.play import Session

BOLD = re.compile(r"\*\*(.+?)\*\*")


class LessonSession(Session):
    """A learner at a desk; captains have the other seats, and answer what no step is about."""

    def __init__(self, match: Match[Any], lesson: Lesson, desk: Desk, path: Path, again: str) -> None:
        captains = players.seated(match, dict.fromkeys(match.seats, "captain"), str(lesson.seed))
        super().__init__(match, [lesson.seat], desk, path, captains, again)
        self.progress = progress_in(match, lesson)
        self._said = -1  # the number of steps that were done when the screen last told where the learner is

    def _others_decide(self) -> bool:
        """Let the others decide, and answer what no step is about, until a step is to be done."""
        while super()._others_decide() and self.progress.is_given(self.match.question):
            question = self.match.question
            assert question
            fixed = self.progress.lesson.fixed_answer(question)
            self.match.choose(fixed.option if fixed else players.answer(self.match, self.others))
            self._is_drawn = False
            self._keep()
        return self.match.decision is not None

    def _answer_settled(self) -> bool:
        return self.progress.step is None and super()._answer_settled()

    def _draw(self) -> None:
        self._notes += lesson_lines(self.progress, is_new=self._said != len(self.progress.done))
        self._said = len(self.progress.done)
        super()._draw()

    def _choose(self, answers: Sequence[Option]) -> None:
        try:
            for option in answers:
                self.progress.check(self.match.question, option)
        except IllegalChoice as refusal:
            self._notes.append(Text(str(refusal), "bold"))
            return
        question = self.match.question
        super()._choose(answers)
        self.progress = self.progress.after(question, self.match.question, len(self.match.record.choices))

    def _command(self) -> str:
        return self.again

    def _taken_back(self) -> str:
        """Take back the learner's last answer, with what was answered for the learner since."""
        while not (trouble := super()._taken_back()):
            self.progress = self.progress.back_to(len(self.match.record.choices))
            if not self.progress.is_given(self.match.question):
                break
        return trouble


def lesson_lines(progress: Progress, is_new: bool) -> list[Text]:
    """What the lesson says now; only what to do, when the rest was said before."""
    lesson, step, done = progress.lesson, progress.step, len(progress.done)
    before = lesson.steps[done - 1].said if done else ""
    said = [Text.assemble(("✓ ", "green"), _bold(before))] if before and is_new else []
    if step is None:
        end = [Text(f"The lesson is done: {lesson.title}.", "bold"), _bold(lesson.farewell)]
        return [*said, *end] if is_new else []
    head = Text(f"Lesson, step {done + 1} of {len(lesson.steps)}: {step.title}", "bold")
    told = [head, _bold(step.text)] if is_new else []
    return [*said, *told, Text.assemble(("› ", "yellow"), (step.do, "bold"))]


def _bold(text: str) -> Text:
    """A text with its marked words in bold."""
    parts = BOLD.split(text)
    return Text.assemble(*((part, "bold" if n % 2 else "") for n, part in enumerate(parts)))
