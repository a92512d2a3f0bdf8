"""Lessons: every one is played to its end by what its file says, so that a changed rule is noticed here."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import flagplot
from flagplot.engine.errors import DataError, IllegalChoice, UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.words import offered
from flagplot.players import lessons as module
from flagplot.players.lessons import PAGE_PARTS, Lesson, Progress, Tutor, lesson, lessons, progress_in

TAUGHT = [(game.slug, key) for game in flagplot.games() for key in lessons(game)]
FEWEST, MOST = 8, 12  # steps
LONGEST_TASK = 90  # letters of what is to be done, so that it is one line or two


def in_sight(match: Match[Any], seat: str) -> Iterator[str]:
    """The ids of all that a lesson can point at."""
    view = match.view(seat)
    yield from (space.id for space in match.board.spaces)
    yield from (piece.id for piece in view.pieces)
    yield from (line.id for line in view.lines)
    for tray in view.trays:
        yield from (tray.id, *(piece.id for piece in tray.pieces))
    for lineup in view.lineups:
        for section in lineup.sections:
            yield from (section.id, *(piece.id for piece in section.pieces))
    yield from PAGE_PARTS


@pytest.mark.parametrize(("slug", "key"), TAUGHT)
def test_a_lesson_is_played_to_its_end_and_what_it_says_is_true(slug: str, key: str) -> None:
    game = flagplot.game(slug)
    taught = lesson(game, key)
    assert FEWEST <= len(taught.steps) <= MOST
    tutor = Tutor(game, taught)
    for number, step in enumerate(taught.steps, 1):
        tutor.go_on()
        assert tutor.progress.step is step
        assert tutor.progress.is_asked(tutor.match.question), f"step {number} is never asked for"
        assert len(step.do) <= LONGEST_TASK
        assert set(step.at) <= set(in_sight(tutor.match, taught.seat)), f"step {number} points at nothing"
        known = tutor.match.log_length(taught.seat)
        while tutor.progress.step is step:
            question = tutor.match.question
            assert question
            wanted = tutor.progress.wanted(question) or [tutor.match.hint().option]
            tutor.choose(next(option for option in wanted if offered(option, question.options)))
        tutor.go_on()
        log = [entry.text for entry in tutor.match.log(taught.seat, known)]
        assert any(step.log in text for text in log) or not step.log, f"after step {number} the log says {log}"
    assert tutor.match.decision, "a lesson ends in free play"
    assert progress_in(tutor.match, taught) == tutor.progress


def test_a_step_takes_the_answers_that_it_names_and_says_what_to_do() -> None:
    tutor = wolves()
    with pytest.raises(IllegalChoice, match=r"The lesson goes another way here\. Send Dönitz to HQ\."):
        tutor.choose("pens")
    assert (tutor.match.record.choices, tutor.progress.done) == ([], ())
    tutor.choose("hq")
    assert tutor.progress.done == (1,)


def wolves() -> Tutor:
    game = flagplot.game("atlantic-wolves")
    return Tutor(game, lesson(game, None))


def test_what_is_asked_between_two_steps_is_answered_as_the_file_says() -> None:
    tutor = wolves()
    for option in ("hq", ("african_coast", "aggressive"), ("african_coast", "shadow"), ("mid_atlantic", "aggressive")):
        tutor.choose(option)
    tutor.go_on()
    assert tutor.match.record.choices[4:] == [
        ("mid_atlantic", "shadow"),
        ("eastern_seaboard", "normal"),
        ("north_atlantic", "normal"),
        (1, 1),
        "by_area",
    ]
    assert tutor.progress.done == (1, 2, 3, 4)


def test_who_goes_back_has_the_steps_before_to_do_again() -> None:
    progress = Progress(wolves().progress.lesson, (1, 2, 3, 9))
    assert progress.back_to(8).done == (1, 2, 3)
    assert progress.back_to(0).done == ()


def test_after_the_last_step_the_learner_plays_freely() -> None:
    tutor = wolves()
    steps = tutor.progress.lesson.steps
    free = Progress(tutor.progress.lesson, tuple(range(len(steps))))
    question = tutor.match.question
    assert free.step is None
    assert not free.is_asked(question)
    assert not free.is_given(question)
    assert free.wanted(question) is None
    assert free.after(question, None, 20) is free


def test_a_game_without_that_lesson_says_which_it_has() -> None:
    with pytest.raises(UnknownGame, match=r"Atlantic Wolves has no lesson 'x'; it has first-month\."):
        lesson(flagplot.game("atlantic-wolves"), "x")


STEP = '[[steps]]\ntitle = "A"\ntext = "B."\ndo = "C."\nask = "d"\n'
HEAD = 'title = "T"\ntext = "U."\nminutes = 5\nseat = "s"\nseed = 1\nfarewell = "F."\n'


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("1-a.toml", "title = ", r"lessons/1-a\.toml of game is not TOML: .*\."),
        ("1-a.toml", HEAD + STEP + "wrong = 1\n", r"lessons/1-a\.toml of game: .*unknown field `wrong`.*steps.*\."),
        ("1-a.toml", 'minutes = "5"\n' + STEP, r"lessons/1-a\.toml of game: Expected `int`, got `str`.*\."),
        ("1-a.toml", HEAD + STEP.replace("B.", "B. C. D."), r".*step 1, text: expected at most 2 sentences\."),
        ("1-a.toml", HEAD + STEP + 'said = "A. B."\n', r".*step 1, said: expected at most 1 sentences\."),
        ("1-a.toml", HEAD + "steps = []\n", r".*expected steps, and a name like 1-the-first\.toml\."),
        ("first.toml", HEAD + STEP, r".*expected steps, and a name like 1-the-first\.toml\."),
    ],
)
def test_a_wrong_file_is_named_with_what_is_wrong(tmp_path: Path, name: str, text: str, complaint: str) -> None:
    folder = tmp_path / "game" / "lessons"
    folder.mkdir(parents=True)
    (folder / name).write_text(text, encoding="utf-8")
    with pytest.raises(DataError, match=complaint):
        module._lessons(tmp_path / "game")


def test_a_step_that_is_never_asked_for_is_found() -> None:
    game = flagplot.game("atlantic-wolves")
    taught = lesson(game, None)
    never = module.Step("T", "X.", "D.", "never")
    broken = Tutor(game, Lesson("T", "U.", 5, taught.seat, 7, (never,), "F."))
    with pytest.raises(DataError, match="is never asked for"):
        broken.go_on()
