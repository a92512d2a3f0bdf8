"""What stands beside the chart: tracks, displays of ships, facts, cards and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.rulebook import Term, term_of
from flagplot.engine.view import Card, Display, Fact, Goal, Sheet, Slot, Track, View
from flagplot.terminal.pieces import Legend, badges_in_use, short_kinds

MARKER = "bold reverse"
EMPTY = "bold red"
DISPLAY_WIDTH = 43  # of a ship's display
LEAST_FOR_CELLS = 30  # columns beside its name that the cells of a long track should have


def headline(game: str, view: View, legend: Legend, width: int, has_key: bool) -> Text:
    """The first line of the screen: the game, where it is, and, unless a key tells it, what the marks mean."""
    title, where = Text(f" {game} ", "bold reverse"), Text(view.headline, "bold")
    full = Text.assemble(title, "  ", where)
    if not has_key:
        sides = Text("  ").join([Text(f"{side.mark} {side.name}", side.style) for side in legend.sides.values()])
        badges = [Text(f"{mark} {badge}") for mark, badge in badges_in_use(view.pieces).items()]
        for head, key in ((full, Text("  ").join([sides, *badges])), (full, sides), (where, sides)):
            room = width - head.cell_len - key.cell_len
            if room > 1:
                return Text.assemble(head, " " * room, key)
    head = full if full.cell_len <= width else where
    head.truncate(width, overflow="ellipsis")
    return head


def tracks(view: View, width: int) -> list[Text]:
    """Each track in one line, or in two where the screen is narrow: its cells with the marker, and what holds there."""
    longest = max((len(track.name) for track in view.tracks if len(track.name) <= width // 2), default=0)
    lines = []
    for track in view.tracks:
        words = Text(zone(track), "italic")
        whole = _cells(track, 0, len(track.cells))
        beside = width - max(longest, len(track.name)) - 2 - (2 + words.cell_len if words else 0)
        if whole.cell_len <= beside or (whole.cell_len > width and beside >= LEAST_FOR_CELLS):
            lines.append(Text.assemble(track.name.ljust(longest), "  ", _cells_around(track, beside), "  ", words))
        else:
            lines += [Text.assemble(track.name, "  ", words), _cells_around(track, width)]
    return lines


def _cells_around(track: Track, width: int) -> Text:
    """The cells of a track, or as many around the marker as fit."""
    start, end = track.at, track.at + 1
    found = _cells(track, start, end)
    while start > 0 or end < len(track.cells):
        farther = [(start - 1, end)] if start > 0 else []
        farther += [(start, end + 1)] if end < len(track.cells) else []
        farther.sort(key=lambda ends: abs(ends[0] + ends[1] - 1 - 2 * track.at))  # keep the marker in the middle
        fitting = [ends for ends in farther if _cells(track, *ends).cell_len <= width]
        if not fitting:
            break
        start, end = fitting[0]
        found = _cells(track, start, end)
    return found


def _cells(track: Track, start: int, end: int) -> Text:
    """Some cells of a track, the one with the marker in brackets, with ellipses for the others."""
    cells = Text("…" if start > 0 else "", "dim")
    for number, name in enumerate(track.cells[start:end], start):
        if number == track.at:
            cells.append(f"[{name}]", MARKER)
        else:
            cells.append(name if number == track.at + 1 else f" {name}", "dim")
    return cells.append(" …" if end < len(track.cells) else "", "dim")


def zone(track: Track) -> str:
    """What holds where the marker is, and what comes next."""
    here = [name for start, name in track.zones if start <= track.at]
    ahead = [f"{name} from {track.cells[start]}" for start, name in track.zones if start > track.at]
    return ", ".join([*here[-1:], *ahead[:1]])


def tracks_in_words(view: View) -> list[Text]:
    """Each track as the cell of its marker alone, for the smallest screens."""
    found = []
    for track in view.tracks:
        words = f" ({zone(track)})" if track.zones else ""
        found.append(Text.assemble((f"{_short_name(track)} ", "dim"), (track.cells[track.at], "bold"), words))
    return found


def _short_name(track: Track) -> str:
    """The name of a track without what explains it."""
    return track.name.partition(":")[0]


# Displays of ships


def displays(view: View, width: int) -> list[RenderableType]:
    """The displays of ships, beside each other where there is room."""
    each = width // max(len(view.displays), 1) - 2
    if len(view.displays) < 2 or each < DISPLAY_WIDTH:
        return [display_in_full(display, width) for display in view.displays]
    grid = Table.grid(padding=(0, 2, 0, 0))
    grid.add_row(*(display_in_full(display, each) for display in view.displays))
    return [grid]


def display_in_full(display: Display, width: int) -> Group:
    """A ship with a gauge for everything that can run out, and what is carried in its hull."""
    longest = max((len(track.name) for track in display.tracks), default=0)
    gauges = [_gauge(track, longest) for track in display.tracks]
    found: list[RenderableType] = [Text(display.name, "bold underline"), _in_columns(gauges, width)]
    if display.slots:
        found += [Text("In the hull, by its spaces:", "dim"), _in_columns(list(map(_slot, display.slots)), width)]
    return Group(*found)


def _in_columns(texts: Sequence[Text], width: int) -> Table:
    """Short texts in two columns, or in one where these are too wide."""
    rows = -(-len(texts) // 2)
    wide = sum(max((text.cell_len for text in column), default=0) for column in (texts[:rows], texts[rows:]))
    if wide + 2 > width:
        rows = len(texts)
    found = Table.grid(padding=(0, 2, 0, 0))
    for row in range(rows):
        found.add_row(*texts[row::rows])
    return found


def _gauge(track: Track, longest: int) -> Text:
    marks = "▮" * track.at + "▯" * (len(track.cells) - 1 - track.at)
    style = "bold" if track.at else EMPTY
    return Text.assemble(f"{track.name.ljust(longest)} ", (track.cells[track.at], style), (f" {marks}", "dim"))


def _slot(slot: Slot) -> Text:
    if slot.is_lost:
        return Text.assemble((f"{slot.cell} ", "dim"), (slot.name or "lost", f"{EMPTY} strike"))
    return Text.assemble((f"{slot.cell} ", "dim"), (slot.name or "-", "" if slot.name else "dim"))


def displays_in_words(view: View, width: int) -> list[Text]:
    """Each ship in a line, for small screens: its tracks by their names, their first words, or a few letters."""
    names = {track.name for display in view.displays for track in display.tracks}
    words = {name: name.split()[0] for name in names}
    by_words = [words] if len(set(words.values())) == len(names) else []
    lines: list[Text] = []
    for short in ({name: name for name in names}, *by_words, short_kinds(names, 4), short_kinds(names, 3)):
        lines = [_in_a_line(display, short) for display in view.displays]
        if all(line.cell_len <= width for line in lines):
            break
    return lines


def _in_a_line(display: Display, short: Mapping[str, str]) -> Text:
    gauges = [
        Text.assemble((f"{short[track.name].strip()} ", "dim"), (track.cells[track.at], "bold" if track.at else EMPTY))
        for track in display.tracks
    ]
    return Text.assemble((f"{display.name}  ", "bold"), Text("  ").join(gauges))


def facts(view: View) -> list[Text]:
    """The facts that belong to no space, and that no track tells already."""
    told = set(map(_short_name, view.tracks))
    return [fact_in_words(fact) for fact in view.facts if fact.about is None and fact.name not in told]


def figures_in_words(view: View, width: int) -> list[Text]:
    """Tracks and facts on one line, or on one each."""
    parts = [part for part in (tracks_in_words(view), facts(view)) if part]
    together = in_a_row([figure for part in parts for figure in part])
    return [together] if parts and together.cell_len <= width else list(map(in_a_row, parts))


def fact_in_words(fact: Fact) -> Text:
    return Text.assemble((f"{fact.name} ", "dim"), (fact.value, "bold"))


def in_a_row(texts: Sequence[Text]) -> Text:
    """Several short texts on one line."""
    return Text("  ·  ", "dim").join(texts)


def cards_in_hand(view: View) -> list[Text]:
    """The names of the cards in hand and in other piles, a line for each."""
    piles: dict[str, list[Text]] = {}
    for card in view.cards:
        name = Text.assemble((card.name, "bold magenta"), (f" {card.rule}", "dim"))
        piles.setdefault(card.pile or "In hand", []).append(name)
    return [Text.assemble((f"{pile}  ", "dim"), Text(", ").join(names)) for pile, names in piles.items()]


def card_in_full(card: Card) -> Text:
    """A card with what it does."""
    return Text.assemble((card.name, "bold magenta"), f"  {card.text}  ", (card.rule, "dim"))


def table(sheet: Sheet, rows: int | None = None) -> RenderableType:
    """A sheet as a table, or only as many of its last rows."""
    shown = sheet.rows if rows is None else sheet.rows[-rows:]
    found = Table(
        title=sheet.name if rows is None else None,
        title_style="bold",
        title_justify="left",
        box=box.SIMPLE_HEAD if rows is None else None,
        padding=(0, 1, 0, 0),
        pad_edge=False,
        header_style="dim",
    )
    for number, column in enumerate(sheet.columns):
        found.add_column(sheet.name if number == 0 and rows else column, justify="right" if number else "left")
    for row in shown:
        found.add_row(*row, style="bold" if row is sheet.rows[-1] else "")
    return found


def natural_width(sheet: Sheet) -> int:
    """How wide a table must be to have each of its rows on one line."""
    rows = ((sheet.name, *sheet.columns[1:]), *sheet.rows)
    return sum(max(map(len, column)) + 1 for column in zip(*rows, strict=True))


def in_full(view: View, width: int) -> list[RenderableType]:
    """Goals, tracks, the facts that belong to no space, all ships, cards with their texts, tables with all rows."""
    ships: list[RenderableType] = []
    for display in view.displays:
        ships += [display_in_full(display, width), *_effects(display)]
    goals = [_goal_in_full(goal) for goal in view.goals if not goal.is_score]
    lines = [*goals, *tracks(view, width), *facts(view)]
    return [*lines, *ships, *map(card_in_full, view.cards), *map(table, view.sheets)]


def meanings(view: View, terms: Sequence[Term]) -> list[Text]:
    """What the figures on the screen mean, in plain words, each with its clause."""
    names = [track.name for track in view.tracks]
    names += [track.name for display in view.displays for track in display.tracks]
    names += [fact.name for fact in view.facts]
    names += [sheet.name for sheet in view.sheets]
    found = dict.fromkeys(term for name in names if (term := term_of(terms, name)))
    if not found:
        return [Text("No figure on the screen is explained yet; ? WORDS searches the rules.")]
    return [
        Text("What the figures mean", "bold underline"),
        *(Text.assemble((f"{term.name}: ", "bold"), term.text, (f"  {term.rule}", "dim")) for term in found),
    ]


def _goal_in_full(goal: Goal) -> Text:
    """A goal with what it means."""
    target = "" if goal.target is None else f" of {goal.target:,}"
    amount = "" if goal.value is None else f" {goal.value:,}{target} {goal.unit}".rstrip()
    end = " (lost when it is reached)" if goal.is_danger else " ✓" if goal.is_met else ""
    return Text.assemble((goal.name, "bold"), f"{amount}{end}", f": {goal.text}" if goal.text else "")


def _effects(display: Display) -> list[Text]:
    """What each thing on board does."""
    return [Text.assemble((f"  {slot.name}: ", "dim"), slot.text) for slot in display.slots if slot.name and slot.text]
