"""The search plot as a table: where what a seat does not see may be, and one thing of it in full."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from flagplot.engine import Match
from flagplot.engine.errors import FlagplotError
from flagplot.engine.view import percent
from flagplot.engine.whereabouts import KINDS, Share, Spread, Whereabouts
from flagplot.terminal.desk import Desk

BAR = 20
Name = Callable[[str], str]  # of a space, a piece or a cell


def show_whereabouts(desk: Desk, match: Match[Any], seat: str, words: str) -> None:
    """Print the search plot of a seat: all kinds of things in a table, or those of that name with a bar a place."""
    try:
        with desk.console.status("Plotting where they may be ..."):
            plot = match.whereabouts(seat)
    except FlagplotError as error:
        desk.say(Text(str(error)))
        return
    name = _names_of(match, plot)
    if not plot.spreads:
        desk.say(Text("Nothing is hidden from you."))
    elif not words:
        desk.page(_in_short(plot, name))
    elif found := [one for one in plot.spreads if words.casefold() in one.name.casefold()]:
        desk.page([_in_full(one, plot.worlds, name) for one in found])
    else:
        desk.say(Text(f"Nothing that is hidden from you has '{words}' in its name. Type p to see what is."))


def _names_of(match: Match[Any], plot: Whereabouts) -> Name:
    spaces = {space.id: space.name for space in match.board.spaces} | {cell.id: cell.name for cell in plot.cells}
    phrases = match.game.phrases_in(match.state)
    return lambda place: spaces.get(place) or phrases.name(place)


def _in_short(plot: Whereabouts, name: Name) -> Iterator[RenderableType]:
    """A row for each kind of thing with its places, the likeliest first."""
    table = Table(box=None, pad_edge=False, show_edge=False, header_style="dim")
    table.add_column("What")
    table.add_column("In all", justify="right")
    table.add_column("Where, and how many on average")
    groups: dict[str, list[Spread]] = {}
    for spread in plot.spreads:
        groups.setdefault(spread.group, []).append(spread)
    for spread in groups.pop(KINDS, []):
        places = " · ".join(f"{name(one.at)} {_amount(one.mean)}{_margin(one)}" for one in spread.shares)
        table.add_row(Text(spread.name, "bold"), _amount(spread.amount), Text(places))
    yield table
    others = "".join(f" {group}: {', '.join(one.name for one in spreads)}." for group, spreads in groups.items())
    worlds = f"From {plot.worlds} worlds that you cannot tell from the true one. p WORDS shows one of them in full."
    yield Text(worlds + others, "dim")


def _in_full(spread: Spread, worlds: int, name: Name) -> Text:
    """A thing with a bar for each place where it may be."""
    head = Text.assemble((spread.name, "bold"), (f"  {_amount(spread.amount)} {spread.unit}".rstrip(), "bold"))
    head.append(f"  (from {worlds} worlds)", "dim")
    return Text("\n").join([head, *(_bar(one, spread, name(one.at)) for one in spread.shares)])


def _bar(one: Share, spread: Spread, place: str) -> Text:
    full = round(BAR * (one.mean / spread.amount if spread.unit else one.share))
    bar = Text.assemble("  ", ("█" * full, "cyan"), ("·" * (BAR - full), "dim"))
    if spread.unit:
        return bar.append(f" {_amount(one.mean) + _margin(one):>12}  {place}")
    margin = f" ±{max(1, round(one.margin * 100))}" if one.share < 1 else ""
    bar.append(f" {percent(one.share) + margin:>12}  {place}")
    if spread.amount > 1:
        bar.append(f", {_amount(one.mean)}{_margin(one)} on average", "dim")
    return bar


def _amount(number: float) -> str:
    return f"{number:.0f}" if abs(number - round(number)) < 0.05 else f"{number:.1f}"


def _margin(one: Share) -> str:
    return f"±{max(0.1, one.mean_margin):.1f}" if one.mean_margin else ""
