"""The whole screen: chart, status, what happened since the last decision, and what is to be decided now."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.log import LogEntry
from flagplot.engine.view import Board, Description, View
from flagplot.terminal import logbook, status
from flagplot.terminal.chart import LEAST_WIDTH, chart, listing
from flagplot.terminal.lineup import drawn_up
from flagplot.terminal.menu import Menu, shown
from flagplot.terminal.pieces import legend_of
from flagplot.terminal.scene import Scene

SIDE_WIDTH = 44
WIDE = LEAST_WIDTH + SIDE_WIDTH
CHART_WIDTH, CHART_HEIGHT = 100, 30  # smaller screens get a list
PLOT_WIDTH = 60  # a plot is still clear on a smaller one
LEAST_PLOT, ROWS_BELOW_PLOT = 12, 10
BAND_HEIGHT, ROWS_OF_BAND = 50, 16  # lower screens have the ships below a plot in a line each
TABLE_HEIGHT = 38  # lower screens go without the tables
TABLE_ROWS = 3
LEAST_FOR_NEWS = 36  # columns that the news need beside the options

ROWS_OF_PROMPT = 3  # the question, the commands and the line to type in
LEAST_NEWS = 3  # lines of news that are shown even if the chart must scroll a little for them

COMMANDS = "u undo  o odds  h hint  ? rule  w why not  t tables  l log  m map  s save  q quit  help"
FEW_COMMANDS = "u undo  o odds  h hint  ? rule  t tables  l log  m map  q quit  help"


def frame(
    console: Console,
    match: Match[Any],
    seat: str,
    menu: Menu | None,
    news: Sequence[LogEntry],
    notes: Sequence[RenderableType] = (),
) -> list[RenderableType]:
    """The screen as a list of things to print, from top to bottom, the notes last; without a menu, no question."""
    height = console.height - _rows(console, *notes)
    top = position(match, seat, menu, console.width, console.height)
    view = match.view(seat)
    drawn: Collection[int] = menu.numbers_in(view.lineups).values() if menu else ()
    rows_below = ROWS_OF_PROMPT + min(LEAST_NEWS, len(news))
    if menu and not view.lineups and _rows(console, *top, shown(menu, console.width, 0)) + rows_below > height:
        drawn = scene_of(match, seat, menu).numbers.values()
    if menu and _rows(console, *top, shown(menu, console.width, 0, drawn)) + rows_below > height:
        top = position(match, seat, menu, console.width, console.height, in_brief=True)
    spare = height - _rows(console, *top)
    if spare <= ROWS_OF_PROMPT:
        drawn = ()  # the numbers in the line-ups have scrolled away
    if menu is None:
        return [*top, logbook.latest(console, news, console.width, max(spare, console.height // 2)), *notes]
    spare -= ROWS_OF_PROMPT
    return [*top, *prompt(console, match, menu, news, spare, drawn), commands_line(view, console.width), *notes]


def _rows(console: Console, *things: RenderableType) -> int:
    """How many rows of the screen things take."""
    return sum(len(console.render_lines(thing)) for thing in things)


# The position


def position(
    match: Match[Any], seat: str, menu: Menu | None, width: int, height: int, in_brief: bool = False
) -> list[RenderableType]:
    """Chart and status, as much of them as the screen can hold; line-ups stand in the place of the chart.

    In brief the status gives way, but nothing on the chart moves.
    """
    view = match.view(seat)
    scene = scene_of(match, seat, menu)
    head = status.headline(match.game.title, view, scene.legend, width)
    if view.lineups:
        numbers = menu.numbers_in(view.lineups) if menu else {}
        battles = [line for lineup in view.lineups for line in drawn_up(lineup, scene.legend, numbers, width)]
        return [head, *battles, *_in_words(view)]
    if scene.is_plotted and width >= PLOT_WIDTH:
        return [head, *_plot(scene, width, height, in_brief)]
    if width >= WIDE and height >= CHART_HEIGHT:
        picture = chart(scene, width - SIDE_WIDTH, height - 16)
        if picture:
            return [head, _beside(picture, _side_column(view), width - SIDE_WIDTH + 1)]
    if width >= CHART_WIDTH and height >= CHART_HEIGHT:
        tall = height >= TABLE_HEIGHT
        picture = chart(scene, width, height - (20 if tall else 12))
        if picture:
            return [head, picture, *(_lower_band(view, width) if tall and not in_brief else _in_words(view))]
    return [head, listing(scene, width), *_in_words(view)]


def _plot(scene: Scene, width: int, height: int, in_brief: bool) -> list[RenderableType]:
    """A chart of plotting spaces with all about the ships beside or below it."""
    if width >= WIDE and height >= CHART_HEIGHT:
        picture = chart(scene, width - SIDE_WIDTH, height - ROWS_BELOW_PLOT)
        assert picture
        return [_beside(picture, _side_column(scene.view), width - SIDE_WIDTH + 1)]
    has_band = height >= BAND_HEIGHT
    picture = chart(scene, width, max(LEAST_PLOT, height - ROWS_BELOW_PLOT - (ROWS_OF_BAND if has_band else 0)))
    assert picture
    return [picture, *(_lower_band(scene.view, width) if has_band and not in_brief else _in_words(scene.view))]


def scene_of(match: Match[Any], seat: str, menu: Menu | None) -> Scene:
    """The board as a seat sees it, with the spaces that can be chosen."""
    board, view = match.game.board(), match.view(seat)
    looks = [(entry.number, entry.looks) for entry in menu.entries] if menu else []
    active = {end for _, look in looks for end in _ends(board, look)}
    return Scene(board, view, legend_of(match.game, view), active, _numbers_at_points(board, looks))


def _ends(board: Board, looks: Description) -> tuple[str, ...]:
    """The spaces that an option touches; of a way over several points its end."""
    points = {space.id for space in board.spaces if space.kind == "point"}
    is_way = len(looks.spaces) > 1 and points.issuperset(looks.spaces)
    return looks.spaces[-1:] if is_way else looks.spaces


def _numbers_at_points(board: Board, looks: Sequence[tuple[int, Description]]) -> dict[str, int]:
    """The numbers of options that alone lead to a point."""
    points = {space.id for space in board.spaces if space.kind == "point"}
    ends = [(number, _ends(board, look)) for number, look in looks]
    leading = Counter(end for _, places in ends for end in places)
    return {
        places[0]: number
        for number, places in ends
        if len(places) == 1 and leading[places[0]] == 1 and places[0] in points
    }


def chart_alone(match: Match[Any], seat: str, menu: Menu, width: int, height: int) -> RenderableType:
    """The chart, also when line-ups stand in its place."""
    scene = scene_of(match, seat, menu)
    has_room = width >= PLOT_WIDTH if scene.is_plotted else width >= CHART_WIDTH and height >= CHART_HEIGHT
    picture = chart(scene, width, height - 4) if has_room else None
    return picture or listing(scene, width)


def _side_column(view: View) -> RenderableType:
    """Everything beside a chart on a wide screen."""
    width = SIDE_WIDTH - 1
    things: list[RenderableType] = [*status.tracks(view, width), Text(), *status.facts(view)]
    if view.displays:
        things += [Text(), *status.displays(view, width)]
    if view.cards:
        things += [Text(), *map(status.card_in_full, view.cards)]
    for sheet in view.sheets:
        things += [Text(), status.table(sheet, len(sheet.rows))]
    return Group(*things)


def _lower_band(view: View, width: int) -> list[RenderableType]:
    """Tracks, then facts and the last rows of those tables beside each other for which there is room."""
    facts = status.facts(view)
    room = width - max((fact.cell_len for fact in facts), default=0)
    tables = []
    for sheet in view.sheets:
        room -= status.natural_width(sheet) + 3
        if room >= 0:
            tables.append(status.table(sheet, TABLE_ROWS))
    band = Table.grid(padding=(0, 3, 0, 0))
    band.add_row(Group(*facts), *tables)
    below = band if tables else status.in_a_row(facts)
    return [*status.displays(view, width), *status.tracks(view, width), below, *status.cards_in_hand(view)]


def _in_words(view: View) -> list[RenderableType]:
    """Ships, tracks and facts in a line each, for small screens."""
    return [
        *status.displays_in_words(view),
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


def commands_line(view: View, width: int) -> Text:
    """What else can be typed; where line-ups are drawn, the chart must be asked for."""
    commands = COMMANDS.replace("m map", "m screen  c chart") if view.lineups else COMMANDS
    return Text(commands if len(commands) <= width else FEW_COMMANDS, "dim")


def prompt(
    console: Console, match: Match[Any], menu: Menu, news: Sequence[LogEntry], spare: int, drawn: Collection[int]
) -> list[RenderableType]:
    """The question with its options, and the news beside them where they fit, else before them."""
    options = shown(menu, console.width, spare - (LEAST_NEWS if news else 0), drawn)
    if not news:
        return [question(match), options]
    high = _rows(console, options)
    rows_beside, rows_before = max(spare, high, LEAST_NEWS), max(spare - high, LEAST_NEWS)
    wide = Measurement.get(console, console.options, options).maximum + 3
    narrow = console.width - wide
    fits_beside = logbook.height(console, news, narrow) <= rows_beside
    fits_before = logbook.height(console, news, console.width) <= rows_before
    if narrow < LEAST_FOR_NEWS or (fits_before and not fits_beside):
        return [logbook.latest(console, news, console.width, rows_before), question(match), options]
    return [question(match), _beside(options, logbook.latest(console, news, narrow, rows_beside), wide)]
