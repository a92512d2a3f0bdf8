"""Where the figures of a game come from, on the screen or as JSON."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict
from itertools import groupby
from typing import Any

import msgspec
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from flagplot.engine import Game, data
from flagplot.engine.sources import OWNER, PUBLIC, RECONSTRUCTED, RULES, Source, sources

HEADINGS = {
    OWNER: "Your own figures",
    RECONSTRUCTED: "Reconstructed, since the published text does not have them",
    PUBLIC: "From other public material",
}


def figures_note(game: Game[Any]) -> str:
    """That an owner's figures are in force, and from where; empty with the game's own."""
    return f"With your own figures, from {data.owners_folder(game.package)}." if data.digest(game.package) else ""


def listing(game: Game[Any]) -> Iterator[RenderableType]:
    """All figures, by where they come from, by file, and by their place in it."""
    found = sources(game.package)
    yield Text(f"{game.title}: where the figures come from", "bold")
    for mark, heading in HEADINGS.items():
        if marked := [source for source in found if source.mark == mark]:
            yield Padding(Text(heading, "bold underline"), (1, 0, 0, 0))
            for file, in_file in groupby(marked, lambda source: source.file):
                yield Padding(Text(file, "cyan"), (1, 0, 0, 0))
                yield _table(in_file)
    published = sum(source.figures for source in found if source.mark == RULES)
    yield Text(f"\nThe published text gives the other {published:,} figures of the data files, or they follow from it.")
    yield from _clauses(game)


CLAUSE_HEADINGS = {
    RULES: "Clauses from the published text",
    PUBLIC: "Clauses from other public material",
    RECONSTRUCTED: "Clauses of our own, since the published text does not have them",
}


def _clauses(game: Game[Any]) -> Iterator[RenderableType]:
    """All clauses by where they come from, if the rule book marks them."""
    for mark, heading in CLAUSE_HEADINGS.items():
        if marked := [clause for clause in game.rulebook.clauses.values() if clause.source == mark]:
            yield Padding(Text(f"{heading}: {len(marked)}", "bold underline"), (1, 0, 0, 0))
            table = Table(box=None, show_header=False, padding=(0, 1))
            for clause in marked:
                table.add_row(Text(clause.id, "cyan"), Text(clause.title), Text(clause.section, "dim"))
            yield table


def as_json(game: Game[Any]) -> str:
    """The same as one JSON object."""
    found = [asdict(source) for source in sources(game.package)]
    content: dict[str, Any] = {"game": game.slug, "owner": data.digest(game.package), "sources": found}
    if marked := {clause.id: clause.source for clause in game.rulebook.clauses.values() if clause.source}:
        content["clauses"] = marked
    return msgspec.json.format(msgspec.json.encode(content)).decode()


def _table(found: Iterable[Source]) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column(ratio=2)
    table.add_column(justify="right", no_wrap=True)
    table.add_column(ratio=3)
    for source in found:
        number = f"{source.figures:,} figure{'' if source.figures == 1 else 's'}"
        table.add_row(Text(source.path.replace("|", " | ")), Text(number, "dim"), Text(source.how))
    return table
