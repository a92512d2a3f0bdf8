"""The whole screen: chart, status, what happened since the last decision, and what is to be decided now."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.log import LogEntry
from flagplot.engine.view import View
from flagplot.terminal import logbook, status
from flagplot.terminal.chart import LEAST_WIDTH, Scene, chart, listing
from flagplot.terminal.menu import Menu, shown
from flagplot.terminal.pieces import sides_of

SIDE_WIDTH = 44
WIDE = LEAST_WIDTH + SIDE_WIDTH
CHART_WIDTH, CHART_HEIGHT = 100, 30  # smaller screens get a list
TABLE_HEIGHT = 38  # lower screens go without the tables
TABLE_ROWS = 3
LEAST_FOR_NEWS = 36  # columns that the news need beside the options

COMMANDS = "u undo  o odds  h hint  ? rule  w why not  t tables  l log  m map  s save  q quit  help"
FEW_COMMANDS = "u undo  o odds  h hint  ? rule  l log  m map  q quit  help"


def frame(
    console: Console, match: Match[Any], seat: str, menu: Menu | None, news: Sequence[LogEntry]
) -> list[RenderableType]:
    """The screen as a list of things to print, from top to bottom; without a menu, only what is and was."""
    top = position(match, seat, menu, console.width, console.height)
    if menu is None:
        return [*top, logbook.lines(news)]
    below = sum(len(console.render_lines(thing)) for thing in top)
    spare = console.height - below - 3  # the question, the commands and the line to type in
    return [*top, *prompt(console, match, menu, news, spare)]


# The position


def position(match: Match[Any], seat: str, menu: Menu | None, width: int, height: int) -> list[RenderableType]:
    """Chart and status, as much of them as the screen can hold."""
    view = match.view(seat)
    sides = sides_of(match.game, view.pieces)
    scene = Scene(match.game.board(), view, sides, menu.spaces() if menu else ())
    head = status.headline(match.game.title, view, sides, width)
    if width >= WIDE and height >= CHART_HEIGHT:
        picture = chart(scene, width - SIDE_WIDTH, height - 16)
        if picture:
            return [head, _beside(picture, _side_column(view), width - SIDE_WIDTH + 1)]
    if width >= CHART_WIDTH and height >= CHART_HEIGHT:
        tall = height >= TABLE_HEIGHT
        picture = chart(scene, width, height - (20 if tall else 12))
        if picture:
            return [head, picture, *(_lower_band(view, width) if tall else _in_words(view))]
    return [head, listing(scene), *_in_words(view)]


def _side_column(view: View) -> RenderableType:
    """Everything beside a chart on a wide screen."""
    width = SIDE_WIDTH - 1
    things: list[RenderableType] = [*status.tracks(view, width), Text(), *status.facts(view)]
    if view.cards:
        things += [Text(), *map(status.card_in_full, view.cards)]
    for sheet in view.sheets:
        things += [Text(), status.table(sheet, len(sheet.rows))]
    return Group(*things)


def _lower_band(view: View, width: int) -> list[RenderableType]:
    """Tracks, then facts and the last rows of the tables beside each other, below a chart."""
    band = Table.grid(padding=(0, 3, 0, 0))
    band.add_row(Group(*status.facts(view)), *(status.table(sheet, TABLE_ROWS) for sheet in view.sheets))
    return [*status.tracks(view, width), band, *status.cards_in_hand(view)]


def _in_words(view: View) -> list[RenderableType]:
    """Tracks and facts in a line each, for small screens."""
    return [
        *([status.in_a_row(status.tracks_in_words(view))] if view.tracks else []),
        *([status.in_a_row(status.facts(view))] if status.facts(view) else []),
        *status.cards_in_hand(view),
    ]


def _beside(left: RenderableType, right: RenderableType, left_width: int) -> Table:
    grid = Table.grid()
    grid.add_column(width=left_width)
    grid.add_column()
    grid.add_row(left, right)
    return grid


# The question


def question(match: Match[Any]) -> Text:
    """Who must decide what, by which rule."""
    decision = match.decision
    assert decision
    names = {seat.id: seat.name for seat in match.game.seats}
    who = names.get(decision.seat, "Your dice")
    return Text.assemble((f"{who}: ", "bold yellow"), (decision.prompt, "bold"), (f"  {decision.rule}", "dim"))


def prompt(
    console: Console, match: Match[Any], menu: Menu, news: Sequence[LogEntry], spare: int
) -> list[RenderableType]:
    """The question with its options, and the news beside them where they fit, else before them in full."""
    options = shown(menu, console.width)
    commands = Text(COMMANDS if len(COMMANDS) <= console.width else FEW_COMMANDS, "dim")
    if not news:
        return [question(match), options, commands]
    told = logbook.lines(news)
    wide = Measurement.get(console, console.options, options).maximum + 3
    room = console.width - wide
    if room >= LEAST_FOR_NEWS:
        high = len(console.render_lines(options))
        beside = max(high, len(console.render_lines(told, console.options.update_width(room))))
        if beside <= max(spare, high + len(console.render_lines(told))):
            return [question(match), _beside(options, told, wide), commands]
    return [told, question(match), options, commands]
