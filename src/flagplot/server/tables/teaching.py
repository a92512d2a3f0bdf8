"""A lesson at a table: which answers its step takes, what is answered for the learner, and what the page is told."""

from __future__ import annotations

from typing import Any

from flagplot.engine.errors import FlagplotError
from flagplot.engine.game import Game
from flagplot.payloads import LessonMark, LessonView
from flagplot.players.lessons import Progress, lesson
from flagplot.server.tables.company import Company

FREE_PLAY = "Now you are in command"


def progress_of(game: Game[Any], company: Company) -> Progress | None:
    """How far the learner is; None where nothing is taught, or where the lesson no longer exists."""
    mark = company.sheet.lesson
    if mark is None:
        return None
    try:
        return Progress(lesson(game, mark.key), mark.done)
    except FlagplotError:
        return None


def lesson_mark(game: Game[Any], company: Company) -> LessonMark | None:
    """How many steps are done, for lists."""
    progress = progress_of(game, company)
    if progress is None:
        return None
    taught = progress.lesson
    return LessonMark(taught.key, taught.title, len(progress.done), len(taught.steps))


def lesson_view(progress: Progress, question: Any) -> LessonView:
    """What a page shows of a lesson."""
    taught, step, done = progress.lesson, progress.step, len(progress.done)
    said = taught.steps[done - 1].said if done else ""
    if step is None:
        return LessonView(
            taught.key, taught.title, done, len(taught.steps), said, FREE_PLAY, taught.farewell, "", (), False, None
        )
    return LessonView(
        taught.key,
        taught.title,
        done,
        len(taught.steps),
        said,
        step.title,
        step.text,
        step.do,
        step.at,
        progress.is_asked(question),
        progress.wanted(question),
    )
