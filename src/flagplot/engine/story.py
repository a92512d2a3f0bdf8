"""The story of a finished match: it is played again, turn by turn, and its end sheet is written."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from typing import Any

from flagplot.engine.match import Match
from flagplot.engine.proof import from_the_start
from flagplot.engine.report import Highlight, Loss, Report, Story, Summary, Turn
from flagplot.engine.scenes import Scene

MOST_HIGHLIGHTS = 2  # for each side


def report_of(match: Match[Any]) -> Report:
    """The end sheet of a match; it holds what nobody may know before the end."""
    story = story_of(match)
    summary = match.game.summarize(story) if match.game.summarize else Summary()
    return Report(summary, tuple(_highlights(match, story)), tuple(_losses(match, story)))


def story_of(match: Match[Any]) -> Story[Any]:
    """A match played again from its start, with the state at the end of each turn."""
    game = match.game
    twin = from_the_start(match)
    start = game.copy(twin.state)
    name = game.name_turn(start)
    turns: list[Turn[Any]] = []
    lengths = [twin.log_length()]
    for choice in match.record.choices:
        twin.choose(choice)
        lengths.append(twin.log_length())
        now = game.name_turn(twin.state)
        if now != name:
            turns.append(Turn(name, game.copy(twin.state), lengths[-1]))
            name = now
    turns.append(Turn(name, twin.state, lengths[-1]))
    return Story(start, twin.state, twin.log(), turns, lengths)


def _highlights(match: Match[Any], story: Story[Any]) -> Iterator[Highlight]:
    """The moments that were worth most to each side, best first."""
    marked = [(line, scene) for line, scene in _scenes(story) if scene.worth]
    for side in dict.fromkeys(scene.good_for for _, scene in marked):
        own = [(line, scene) for line, scene in marked if scene.good_for == side]
        for line, scene in sorted(own, key=lambda one: -one[1].worth)[:MOST_HIGHLIGHTS]:
            turn = story.turns[_turn_of(story, line)].name
            title = scene.outcome or scene.title
            yield Highlight(_moment_of(story, line), turn, _place(match, scene), title, scene.swing, side)


def _losses(match: Match[Any], story: Story[Any]) -> Iterator[Loss]:
    """The losses, in order of time."""
    for line, scene in _scenes(story):
        if scene.lost:
            index = _turn_of(story, line)
            place, turn = _place(match, scene), story.turns[index].name
            moment = _moment_of(story, line)
            yield Loss(moment, turn, index, scene.lost, scene.figure, scene.side, place, scene.how)


def _scenes(story: Story[Any]) -> Iterator[tuple[int, Scene]]:
    for line, entry in enumerate(story.log):
        if entry.scene:
            yield line, entry.scene


def _moment_of(story: Story[Any], line: int) -> int:
    """The first moment at which a line had been written."""
    return min(bisect_right(story.lengths, line), len(story.lengths) - 1)


def _turn_of(story: Story[Any], line: int) -> int:
    ends = [turn.lines for turn in story.turns]
    return min(bisect_right(ends, line), len(ends) - 1)


def _place(match: Match[Any], scene: Scene) -> str:
    """Where a scene took place, if it names a space of the board."""
    spaces = {space.id: space.name for space in match.board.spaces}
    return next((spaces[where] for where in scene.at if where in spaces), "")
