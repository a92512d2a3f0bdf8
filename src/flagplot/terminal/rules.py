"""The rule book on the screen: a clause, a chapter, a search, or all of it."""

from __future__ import annotations

import re
from collections.abc import Iterable

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from flagplot.engine.glance import Glance
from flagplot.engine.rulebook import Chapter, Clause, RuleBook

REFERENCE = r"\b[A-Z]+-[A-Z]+-\d\d\b"
KINDS = {"rule": "", "option": "optional rule", "ruling": "our ruling"}


def at_a_glance(told: Glance) -> list[RenderableType]:
    """A game on one screen: its goal, a turn, three tips."""
    steps = [_part(f"{number}. {step.name}", step.text) for number, step in enumerate(told.steps, 1)]
    tips = [_part(f"- {tip.name}", tip.text) for tip in told.tips]
    goal = Padding(Text(told.goal), (0, 0, 1, 2))
    return [Text("Your goal", "bold"), goal, Text(told.turn, "bold"), *steps, Text("\nThree tips", "bold"), *tips]


def _part(name: str, text: str) -> RenderableType:
    return Padding(Text.assemble((name, "bold"), ": ", text), (0, 0, 0, 2))


def clause(one: Clause, found: str = "") -> RenderableType:
    """A clause with its id, title and text; words that were searched for stand out."""
    kind = KINDS[one.kind]
    head = Text.assemble((one.id, "bold cyan"), "  ", (one.title, "bold"), (f"  ({kind})" if kind else "", "dim"))
    text = Text(one.text)
    text.highlight_regex(REFERENCE, "cyan")
    if found:
        wanted = "(?i)" + "|".join(map(re.escape, found.split()))
        for part in (head, text):
            part.highlight_regex(wanted, "reverse")
    return Group(head, Padding(text, (0, 0, 1, 2)))


def chapter(book: RuleBook, one: Chapter) -> list[RenderableType]:
    """A chapter with all its clauses."""
    heading = Text(f"{one.title} ({one.key})", "bold underline")
    return [Padding(heading, (0, 0, 1, 0)), *map(clause, book.in_chapter(one.key))]


def contents(book: RuleBook) -> Iterable[RenderableType]:
    """The whole book, chapter by chapter."""
    yield Text.assemble(
        (book.title, "bold"), f"\nThese rules follow {book.follows}. Every clause is in our own words.\n"
    )
    for one in book.chapters:
        yield from chapter(book, one)


def lookup(book: RuleBook, name: str) -> list[RenderableType]:
    """The clause of that id, or the chapter of that key."""
    for one in book.chapters:
        if one.key == name.upper():
            return chapter(book, one)
    return [clause(book.clause(name))]


def search(book: RuleBook, words: str) -> list[RenderableType]:
    """Every clause that has all the words."""
    return [clause(one, words) for one in book.search(words)]
