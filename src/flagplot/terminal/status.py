"""What stands beside the chart: tracks, facts, cards and tables."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rich import box
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine.view import Board, Card, Fact, Sheet, Track, View
from flagplot.terminal.pieces import Side, badges_in_use

MARKER = "bold reverse"


def headline(title: str, view: View, sides: Mapping[str, Side], width: int) -> Text:
    """The first line of the screen: the game, where it is, and, where they fit, what the marks mean."""
    head = Text.assemble((f" {title} ", "bold reverse"), "  ", (view.headline, "bold"))
    legend = Text("  ").join(
        [
            *(Text(f"{side.mark} {side.name}", side.style) for side in sides.values()),
            *(Text(f"{mark} {badge}") for mark, badge in badges_in_use(view.pieces).items()),
        ]
    )
    room = width - head.cell_len - legend.cell_len
    return head.append(" " * room).append_text(legend) if room > 1 else head


def tracks(view: View, width: int) -> list[Text]:
    """Each track in one line, or in two where the screen is narrow: its cells with the marker, and what holds there."""
    longest = max((len(track.name) for track in view.tracks), default=0)
    lines = []
    for track in view.tracks:
        cells, words = _cells(track), Text(zone(track), "italic")
        if longest + 2 + cells.cell_len + 2 + words.cell_len <= width:
            lines.append(Text.assemble(track.name.ljust(longest + 2), cells, "  ", words))
        else:
            lines += [Text.assemble(track.name, "  ", words), cells]
    return lines


def _cells(track: Track) -> Text:
    """The cells of a track, the one with the marker in brackets."""
    cells = Text()
    for number, name in enumerate(track.cells):
        if number == track.at:
            cells.append(f"[{name}]", MARKER)
        else:
            cells.append(name if number == track.at + 1 else f" {name}", "dim")
    return cells


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
        found.append(Text.assemble((f"{track.name} ", "dim"), (track.cells[track.at], "bold"), words))
    return found


def facts(view: View) -> list[Text]:
    """The facts that belong to no space."""
    return [_fact(fact) for fact in view.facts if fact.about is None]


def _fact(fact: Fact) -> Text:
    return Text.assemble((f"{fact.name} ", "dim"), (fact.value, "bold"))


def in_a_row(texts: Sequence[Text]) -> Text:
    """Several short texts on one line."""
    return Text("  ·  ", "dim").join(texts)


def cards_in_hand(view: View) -> list[Text]:
    """The names of the cards in hand, or nothing."""
    if not view.cards:
        return []
    names = Text(", ").join(
        [Text.assemble((card.name, "bold magenta"), (f" {card.rule}", "dim")) for card in view.cards]
    )
    return [Text.assemble(("In hand  ", "dim"), names)]


def card_in_full(card: Card) -> Text:
    """A card with what it does."""
    return Text.assemble((card.name, "bold magenta"), f"  {card.text}  ", (card.rule, "dim"))


def table(sheet: Sheet, rows: int | None = None) -> RenderableType:
    """A sheet as a table, or only as many of its last rows."""
    shown = sheet.rows if rows is None else sheet.rows[-rows:]
    found = Table(
        box=box.SIMPLE_HEAD if rows is None else None, padding=(0, 1, 0, 0), pad_edge=False, header_style="dim"
    )
    for number, column in enumerate(sheet.columns):
        found.add_column(sheet.name if number == 0 and rows else column, justify="right" if number else "left")
    for row in shown:
        found.add_row(*row, style="bold" if row is sheet.rows[-1] else "")
    return found


def in_full(board: Board, view: View) -> list[RenderableType]:
    """All facts, also those about spaces, all cards with their texts, and all tables with all their rows."""
    by_space = [
        Text.assemble((f"{space.name}  ", "bold"), in_a_row([_fact(fact) for fact in found]))
        for space in board.spaces
        if (found := [fact for fact in view.facts if fact.about == space.id])
    ]
    return [*facts(view), *by_space, *map(card_in_full, view.cards), *map(table, view.sheets)]
