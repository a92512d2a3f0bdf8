"""The whole screen: chart, status, what happened since the last decision, and what is to be decided now."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from enum import Enum, auto
from typing import Any

from rich.console import Console, Group, RenderableType
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.log import LogEntry
from flagplot.engine.view import Board, Description, Lineup, Sheet, View
from flagplot.terminal import hexes, logbook, measured, status
from flagplot.terminal.chart import LEAST_WIDTH, chart, listing
from flagplot.terminal.lineup import drawn_up
from flagplot.terminal.menu import Menu, shown
from flagplot.terminal.pieces import Legend, legend_of
from flagplot.terminal.plotting import key, plotted
from flagplot.terminal.scene import Scene
from flagplot.terminal.zones import has_zones, in_zones

SIDE_WIDTH = 44
WIDE = LEAST_WIDTH + SIDE_WIDTH
CHART_WIDTH, CHART_HEIGHT = 100, 30  # smaller screens get a list
PLOT_WIDTH = 60  # a plot is still clear on a smaller one
LEAST_PLOT, ROWS_BELOW_PLOT = 12, 10
BAND_HEIGHT, ROWS_OF_BAND = 50, 16  # lower screens have the ships below a plot in a line each
TABLE_HEIGHT = 38  # lower screens go without the tables
GOALS_HEIGHT = 28  # lower screens go without the goals above a chart of spaces
TABLE_ROWS = 3
LEAST_FOR_NEWS = 36  # columns that the news need beside the options

ROW_TO_TYPE_IN = 1
LEAST_NEWS = 2  # lines of news that are shown even if the chart must scroll a little for them

COMMANDS = "u undo  o odds  h hint  f finish  ? rule  w why  t tables  l log  m map  s save  q quit  help"
FEW_COMMANDS = "u undo  o odds  h hint  f finish  ? rule  w why  t tables  m map  q quit  help"


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
    if menu is None:
        top = position(console, match, seat, menu)
        rows = max(height - _rows(console, *top), console.height // 2)
        return [*top, logbook.latest(console, news, console.width, rows), *notes]
    for detail, drawn in _forms(match, seat, menu, console.width):
        top = position(console, match, seat, menu, detail)
        commands = commands_line(match.view(seat), console.width, detail)
        spare = height - _rows(console, *top, question(match), commands) - ROW_TO_TYPE_IN
        if spare <= 0:
            drawn = ()  # the numbers have scrolled away
        things = [*top, *prompt(console, match, menu, news, spare, drawn), commands]
        if _rows(console, *things) + ROW_TO_TYPE_IN <= height:
            break
    return [*things, *notes]


def _forms(match: Match[Any], seat: str, menu: Menu, width: int) -> Iterator[tuple[Detail, Collection[int]]]:
    """How the screen may be filled, from full to brief, and the options whose numbers then stand on it already."""
    view, scene = match.view(seat), scene_of(match, seat, menu)
    drawn: Collection[int] = menu.numbers_in(view.lineups).values()
    if view.lineups:
        yield from ((detail, drawn) for detail in (Detail.FULL, Detail.NO_CARDS, Detail.BRIEF))
        return
    drawn = scene.numbers.values()
    yield Detail.FULL, ()
    if drawn:
        yield Detail.FULL, drawn
    if view.cards or (view.sheets and width >= CHART_WIDTH):
        yield Detail.NO_CARDS, drawn
    if scene.is_hexed or scene.is_measured:
        yield from ((detail, drawn) for detail in (Detail.NO_CARDS, Detail.BRIEF))
        yield from ((detail, ()) for detail in (Detail.SHIPS, Detail.WORDS))
    if scene.is_plotted and width >= PLOT_WIDTH:
        yield Detail.BRIEF, drawn
        yield from ((detail, ()) for detail in (Detail.SHIPS, Detail.WORDS))


def _rows(console: Console, *things: RenderableType) -> int:
    """How many rows of the screen things take."""
    return sum(len(console.render_lines(thing)) for thing in things)


# The position


class Detail(Enum):
    """How much of the position is shown above the question; nothing on the chart moves when less of the rest is."""

    FULL = auto()
    NO_CARDS = auto()  # nor tables below a chart
    BRIEF = auto()
    SHIPS = auto()  # without a chart
    WORDS = auto()  # nor displays


def position(
    console: Console, match: Match[Any], seat: str, menu: Menu | None, detail: Detail = Detail.FULL
) -> list[RenderableType]:
    """Chart and status, as much of them as the screen can hold; line-ups stand in the place of the chart."""
    view, width, height = _shown(match.view(seat), detail), console.width, console.height
    scene = scene_of(match, seat, menu)
    has_plot = scene.is_plotted and width >= PLOT_WIDTH and not view.lineups
    has_key = has_plot and detail in (Detail.FULL, Detail.NO_CARDS)
    head = status.headline(match.game.title, view, scene.legend, width, has_key)
    if view.lineups:
        numbers = menu.numbers_in(view.lineups) if menu else {}
        battles = [line for lineup in view.lineups for line in _drawn_up(lineup, scene.legend, numbers, width)]
        return [head, *battles, *(_of_battles if detail is Detail.BRIEF else _in_words)(view, width)]
    if scene.is_hexed:
        return [head, *_hexes(console, scene, detail)]
    if scene.is_measured:
        return [head, *_measured(console, scene, detail)]
    goals = hexes.goals(view, scene.legend, width) if height >= GOALS_HEIGHT else []
    head_lines = [head, *goals]
    if has_plot:
        return [*head_lines, *_plot(console, scene, detail)]
    if width >= WIDE and height >= CHART_HEIGHT:
        picture = chart(scene, width - SIDE_WIDTH, height - 16 - len(goals))
        if picture:
            return [*head_lines, _with_side_column(console, picture, view)]
    if width >= CHART_WIDTH and height >= CHART_HEIGHT:
        tall = height >= TABLE_HEIGHT
        picture = chart(scene, width, height - (20 if tall else 12) - len(goals))
        if picture:
            below = _lower_band(view, width, view.sheets) if tall and detail is Detail.FULL else _in_words(view, width)
            return [*head_lines, picture, *below]
    return [*head_lines, listing(scene, width), *_in_words(view, width)]


def _drawn_up(lineup: Lineup, legend: Legend, numbers: Mapping[str, int], width: int) -> list[RenderableType]:
    draw = in_zones if has_zones(lineup) else drawn_up
    return draw(lineup, legend, numbers, width)


def _hexes(console: Console, scene: Scene, detail: Detail) -> list[RenderableType]:
    """A chart of hexes, below it the strings and the trays as far as there is room; without it at last."""
    view, width, height = _shown(scene.view, detail), console.width, console.height
    goals, words = hexes.goals(view, scene.legend, width), _in_words(view, width)
    is_tall = detail is Detail.FULL and height >= BAND_HEIGHT
    rows = hexes.height_of(scene.board, is_tall)
    chart = [hexes.hexed(scene, width, rows)]
    lines = list(hexes.strings(scene, width))
    if detail is Detail.FULL:
        return [*goals, *chart, *lines, *hexes.trays(view, scene.legend, width), *words]
    if detail is Detail.NO_CARDS:
        return [*goals, *chart, *lines, *words]
    if detail is Detail.BRIEF:
        return [*goals, *chart, *words]
    return [*goals, *lines, *words] if detail is Detail.SHIPS else [*goals, *words]


def _measured(console: Console, scene: Scene, detail: Detail) -> list[RenderableType]:
    """A plot of a measured board, below it what is seen with bearings and distances; at last the list alone."""
    view, width, height = scene.view, console.width, console.height
    goals, facts = hexes.goals(view, scene.legend, width), status.facts(view)
    seen = measured.sightings(scene, scene.subject, width)
    if detail is Detail.WORDS:
        return [*goals, *facts]
    if detail is Detail.SHIPS:
        return [*goals, *seen]
    share = {Detail.FULL: 2, Detail.NO_CARDS: 3, Detail.BRIEF: 3}[detail]
    picture = measured.plot(scene, width, max(LEAST_PLOT, height // share))
    return [*goals, picture, *([] if detail is Detail.BRIEF else seen)]


def _plot(console: Console, scene: Scene, detail: Detail) -> list[RenderableType]:
    """A chart of plotting spaces with all about the ships beside or below it."""
    view, width, height = _shown(scene.view, detail), console.width, console.height
    if detail is Detail.SHIPS:
        return _lower_band(view, width, ())
    if detail is Detail.WORDS:
        return _in_words(view, width)
    if width >= WIDE and height >= CHART_HEIGHT:
        wide = width - SIDE_WIDTH
        picture = plotted(scene, wide, height - ROWS_BELOW_PLOT)
        signs = key(scene, wide) if detail is not Detail.BRIEF else []
        return [_with_side_column(console, Group(picture, *signs), scene.view)]
    has_band = height >= BAND_HEIGHT
    picture = plotted(scene, width, max(LEAST_PLOT, height - ROWS_BELOW_PLOT - (ROWS_OF_BAND if has_band else 0)))
    if detail is Detail.BRIEF:
        return [picture, *_in_words(view, width)]
    return [picture, *key(scene, width), *(_lower_band(view, width, ()) if has_band else _in_words(view, width))]


def _shown(view: View, detail: Detail) -> View:
    """What stands in words above the question: the first to give way are the cards."""
    return view if detail is Detail.FULL else replace(view, cards=())


def scene_of(match: Match[Any], seat: str, menu: Menu | None) -> Scene:
    """The board as a seat sees it, with the spaces that can be chosen."""
    board, view = match.board, match.view(seat)
    looks = [(entry.number, entry.looks) for entry in menu.entries] if menu else []
    active = {end for _, look in looks for end in _ends(board, look)}
    subject = next(iter(match.decision.subjects), "") if match.decision else ""
    if board.scale:
        active |= {piece for _, look in looks for piece in look.pieces}
    return Scene(board, view, legend_of(match.game, view), active, _numbers_at_points(board, looks), subject)


def _ends(board: Board, looks: Description) -> tuple[str, ...]:
    """The spaces that an option touches; of a way over several points its end."""
    points = {space.id for space in board.spaces if space.kind in ("point", "hex")}
    is_way = len(looks.spaces) > 1 and points.issuperset(looks.spaces)
    return looks.spaces[-1:] if is_way else looks.spaces


def _numbers_at_points(board: Board, looks: Sequence[tuple[int, Description]]) -> dict[str, int]:
    """The numbers of options that alone lead to a point."""
    points = {space.id for space in board.spaces if space.kind in ("point", "hex")}
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
    has_room = (
        scene.is_hexed or scene.is_measured or width >= PLOT_WIDTH
        if scene.is_plotted or scene.is_hexed or scene.is_measured
        else width >= CHART_WIDTH and height >= CHART_HEIGHT
    )
    picture = chart(scene, width, height - 4) if has_room else None
    return picture or listing(scene, width)


def _with_side_column(console: Console, picture: RenderableType, view: View) -> Table:
    """A chart on a wide screen, and beside it all that its height has room for."""
    wide = console.width - SIDE_WIDTH
    rows = len(console.render_lines(picture, console.options.update_width(wide)))
    return _beside(picture, _side_column(console, view, rows), wide + 1)


def _side_column(console: Console, view: View, rows: int) -> RenderableType:
    """Tracks, facts, ships, cards and tables on about so many rows: each in full as long as there is room."""
    width = SIDE_WIDTH - 1
    parts: list[tuple[list[RenderableType], list[RenderableType]]] = [
        ([*status.tracks(view, width)], [*status.tracks_in_words(view)]),
        ([*status.facts(view)], [*status.facts(view)]),
        (status.displays(view, width), [*status.displays_in_words(view, width)]),
        ([*map(status.card_in_full, view.cards)], [*status.cards_in_hand(view)]),
        *(([status.table(sheet, len(sheet.rows))], []) for sheet in view.sheets),
    ]
    options = console.options.update_width(width)

    def high(part: list[RenderableType]) -> int:
        return sum(len(console.render_lines(thing, options)) for thing in part) + 1 if part else 0

    spare = rows + 1 - sum(high(brief) for _, brief in parts)
    column: list[RenderableType] = []
    for full, brief in parts:
        more = high(full) - high(brief)
        part = full if more <= spare else brief
        spare -= more if part is full else 0
        column += [*([Text()] if column and part else []), *part]
    return Group(*column)


def _lower_band(view: View, width: int, sheets: Sequence[Sheet]) -> list[RenderableType]:
    """Ships and tracks, then facts and the last rows of those tables beside each other for which there is room."""
    facts = status.facts(view)
    room = width - max((fact.cell_len for fact in facts), default=0)
    tables = []
    for sheet in sheets:
        room -= status.natural_width(sheet) + 3
        if room >= 0:
            tables.append(status.table(sheet, TABLE_ROWS))
    band = Table.grid(padding=(0, 3, 0, 0))
    band.add_row(Group(*facts), *tables)
    below = band if tables else status.in_a_row(facts)
    return [*status.displays(view, width), *status.tracks(view, width), below, *status.cards_in_hand(view)]


def _in_words(view: View, width: int) -> list[RenderableType]:
    """Ships, tracks, facts and cards in a line each, for small screens."""
    return [
        *status.displays_in_words(view, width),
        *status.figures_in_words(view, width),
        *status.cards_in_hand(view),
    ]


def _of_battles(view: View, width: int) -> list[RenderableType]:
    """The ships that stand in line-ups, in a line each."""
    fighting = {piece.id for lineup in view.lineups for section in lineup.sections for piece in section.pieces}
    displays = tuple(display for display in view.displays if display.id in fighting)
    return [*status.displays_in_words(replace(view, displays=displays), width)]


def _beside(left: RenderableType, right: RenderableType, left_width: int) -> Table:
    grid = Table.grid()
    grid.add_column(width=left_width)
    grid.add_column()
    grid.add_row(left, right)
    return grid


# The question


def question(match: Match[Any]) -> Text:
    """Who must decide what, by which rule; those of one crew are not named again where the question names them."""
    decision = match.decision
    assert decision
    names = {seat.id: seat.name for seat in match.game.seats}
    who = names.get(decision.seat, "Your dice")
    asked, its_rule = Text(decision.prompt, "bold"), (f"  {decision.rule}", "dim")
    if match.game.shares_everything and asked.highlight_regex(rf"\b{re.escape(who)}\b", "yellow"):
        return Text.assemble(asked, its_rule)
    return Text.assemble((f"{who}: ", "bold yellow"), asked, its_rule)


def commands_line(view: View, width: int, detail: Detail = Detail.FULL) -> Text:
    """What else can be typed; where line-ups are drawn or nothing is, the chart must be asked for."""
    commands = COMMANDS if len(COMMANDS) <= width else FEW_COMMANDS
    if view.lineups or detail in (Detail.SHIPS, Detail.WORDS):
        wider = [one.replace("m map", "m screen  c chart") for one in (COMMANDS, FEW_COMMANDS)]
        commands = next((one for one in wider if len(one) <= width), commands.replace("m map", "c chart"))
    return Text(commands, "dim")


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
