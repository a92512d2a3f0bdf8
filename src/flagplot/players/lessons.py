"""Lessons: a real match on a fixed seed in which a learner gives the answers that matter, step by step.

A lesson is a file in the `lessons` folder of a game's package. Whatever is asked between two steps is answered for the
learner, as the file says or as the captain would. After the last step the match goes on like any other.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from flagplot.engine.data import read_as, slug_of
from flagplot.engine.errors import DataError, IllegalChoice, UnknownGame
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.engine.start import new_match
from flagplot.engine.table import Question
from flagplot.engine.words import Option, offered
from flagplot.players import answer, seated

FOLDER = "lessons"
MOST_BEFORE, MOST_AFTER = 2, 1  # sentences of a step: before it is done, and after
SENTENCE = re.compile(r"[.!?](?=\s|$)")
LONGEST_WAIT = 500  # answers that nobody is asked for before a step
PAGE_PARTS = ("goals", "decision", "log", "hand", "display")  # what a pointer can show besides places and pieces


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer that is given for the learner to a question that belongs to no step."""

    ask: str
    option: Any
    about: dict[str, Any] = {}  # what the question must be about


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One idea, and one thing to do."""

    title: str
    text: str  # the idea
    do: str  # what the learner has to do, in a few words
    ask: str  # the question by which it is done
    options: list[Any] = []  # the answers by which it is done; empty: any
    about: dict[str, Any] = {}  # what the question must be about
    whole_row: bool = False  # the step lasts as long as questions of one row are asked, such as those of a course
    at: tuple[str, ...] = ()  # ids of what is shown on the chart, or parts of the page
    said: str = ""  # when it is done
    log: str = ""  # what the log tells then, so that a changed rule is noticed

    def is_asked_by(self, question: Question) -> bool:
        """Whether this is the question by which the step is done."""
        return (
            question.ask.key == self.ask
            and _is_about(question, self.about)
            and (not self.options or any(offered(option, question.options) for option in self.answers))
        )

    @property
    def answers(self) -> tuple[Option, ...]:
        """The answers by which the step is done, as options."""
        return tuple(_option(one) for one in self.options)


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a game."""

    title: str
    text: str  # one sentence for the card
    minutes: int
    seat: str  # the learner's
    seed: int
    steps: tuple[Step, ...]
    farewell: str  # when the last step is done
    scenario: str | None = None
    options: dict[str, bool | int] = {}
    meanwhile: tuple[Answer, ...] = ()
    key: str = ""

    def begin(self, game: Game[Any]) -> Match[Any]:
        """The match in which it is taught."""
        return new_match(game, self.scenario, self.seed, self.options, None, None)

    def fixed_answer(self, question: Question) -> Answer | None:
        """What the file answers to a question; None where it leaves that to the captain."""
        for one in self.meanwhile:
            if one.ask == question.ask.key and _is_about(question, one.about):
                option = _option(one.option)
                if offered(option, question.options):
                    return Answer(one.ask, option)
        return None


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a learner is: the numbers of choices that had been made when each step was done."""

    lesson: Lesson
    done: tuple[int, ...] = ()

    @property
    def step(self) -> Step | None:
        """The step that is to be done; None when the learner plays freely."""
        steps = self.lesson.steps
        return steps[len(self.done)] if len(self.done) < len(steps) else None

    def is_asked(self, question: Question | None) -> bool:
        """Whether a question is the one by which the present step is done."""
        return bool(self.step and self._is_for_learner(question) and self.step.is_asked_by(question))

    def is_given(self, question: Question | None) -> bool:
        """Whether a question is answered for the learner, because it belongs to no step."""
        return bool(self.step and self._is_for_learner(question) and not self.step.is_asked_by(question))

    def _is_for_learner(self, question: Question | None) -> TypeGuard[Question]:
        return question is not None and question.seat == self.lesson.seat

    def wanted(self, question: Question | None) -> tuple[Option, ...] | None:
        """The answers that the present step takes; None where any will do, or where nothing is taught just now."""
        return self.step.answers if self.step and self.step.options and self.is_asked(question) else None

    def check(self, question: Question | None, option: Option) -> None:
        """IllegalChoice, saying what is asked for, when the present step takes another answer."""
        wanted = self.wanted(question)
        if self.step and wanted is not None and option not in wanted:
            raise IllegalChoice(f"The lesson goes another way here. {self.step.do}")

    def after(self, question: Question | None, following: Question | None, choices: int) -> Progress:
        """How far the learner is when a question was answered, which made so many choices, and another follows."""
        if not (self.step and question and self.is_asked(question)):
            return self
        goes_on = following is not None and following.seat == question.seat and following.row == question.row != ""
        if self.step.whole_row and goes_on:
            return self
        return Progress(self.lesson, (*self.done, choices))

    def back_to(self, choices: int) -> Progress:
        """How far the learner was when so many choices had been made."""
        return Progress(self.lesson, tuple(one for one in self.done if one <= choices))


def _is_about(question: Question, about: Mapping[str, Any]) -> bool:
    return all(key in question.about and question.about[key] == _option(value) for key, value in about.items())


def _option(value: Any) -> Option:
    """A value of a file as an option: lists are tuples."""
    return tuple(_option(one) for one in value) if isinstance(value, list) else value


def lessons(game: Game[Any]) -> Mapping[str, Lesson]:
    """The lessons of a game by their keys, in their order."""
    return _lessons(game.package)


def lesson(game: Game[Any], key: str | None) -> Lesson:
    """The lesson of that key, or the first."""
    found = lessons(game)
    if not found:
        raise UnknownGame(f"{game.title} has no lesson yet.")
    if key is None:
        return next(iter(found.values()))
    if key not in found:
        raise UnknownGame(f"{game.title} has no lesson '{key}'; it has {', '.join(found)}.")
    return found[key]


@functools.cache
def _lessons(package: Path) -> Mapping[str, Lesson]:
    files = sorted((package / FOLDER).glob("*.toml"))
    return {one.key: one for one in (_read(file) for file in files)}


def _read(file: Path) -> Lesson:
    """A lesson from its file, `1-the-first.toml`; DataError, naming file and key, when something is wrong with it."""
    where = f"{FOLDER}/{file.name} of {slug_of(file.parent.parent)}"
    read = read_as(Lesson, file, where)
    for number, step in enumerate(read.steps, 1):
        for part, text, most in (("text", step.text, MOST_BEFORE), ("said", step.said, MOST_AFTER)):
            if _sentences(text) > most:
                raise DataError(f"{where}, step {number}, {part}: expected at most {most} sentences.")
    key = file.stem.partition("-")[2]
    if not key or not read.steps:
        raise DataError(f"{where}: expected steps, and a name like 1-the-first.toml.")
    return msgspec.structs.replace(read, key=key)


def _sentences(text: str) -> int:
    return len(SENTENCE.findall(text))


def progress_in(match: Match[Any], taught: Lesson) -> Progress:
    """How far a learner is in a match, by what was chosen in it."""
    progress, again = Progress(taught), match.at(0)
    for number, option in enumerate(match.record.choices, 1):
        question = again.question
        again.choose(option)
        progress = progress.after(question, again.question, number)
    return progress


class Tutor:
    """Leads a learner through a lesson in a match of this process, with captains in the other seats."""

    def __init__(self, game: Game[Any], taught: Lesson) -> None:
        self.match = taught.begin(game)
        self.progress = Progress(taught)
        self._captains = seated(self.match, dict.fromkeys(self.match.seats, "captain"), str(taught.seed))

    def go_on(self) -> None:
        """Answer what is not for the learner to answer."""
        progress = self.progress
        for _ in range(LONGEST_WAIT):
            question = self.match.question
            if question is None:
                break
            if question.seat == progress.lesson.seat and not progress.is_given(question):
                return
            fixed = progress.lesson.fixed_answer(question) if progress.is_given(question) else None
            self.match.choose(fixed.option if fixed else answer(self.match, self._captains))
        if progress.step is None:
            return  # the game ended in free play
        raise DataError(f"Step {len(progress.done) + 1} of lesson '{progress.lesson.key}' is never asked for.")

    def choose(self, option: Option) -> None:
        """Give the learner's answer; IllegalChoice, saying what is asked for, when the step takes another."""
        question = self.match.question
        self.progress.check(question, option)
        self.match.choose(option)
        self.progress = self.progress.after(question, self.match.question, len(self.match.record.choices))
