"""Why not? A player's words turned into the option that they mean, and the rule that bars it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from rich.text import Text

from flagplot.engine import Match, Option
from flagplot.terminal.menu import Menu, is_number

LONGEST_NAME = 5  # words


def answer(match: Match[Any], menu: Menu, words: str) -> Text:
    """Which rule keeps an option from being offered, or that it is offered."""
    offered = menu.containing(words)
    if len(offered) == 1:
        return Text(f"That is offered: it is number {offered[0].number}, {offered[0].looks.label}.")
    option = meant(match, menu, words)
    refusal = match.why_not(option)
    if refusal is None:
        return Text(f"That is offered: it is number {menu.entry(option).number}.")
    return Text.assemble(refusal.reason, (f"  {refusal.rule}", "dim"))


def meant(match: Match[Any], menu: Menu, words: str) -> Option:
    """The option that words mean: a number, an id by its name, or a tuple of these; unknown words are passed over."""
    known = vocabulary(match, menu)
    atoms: list[Option] = []
    rest = re.findall(r"[\w'/.-]+", words.casefold())
    while rest:
        size = next((n for n in range(min(LONGEST_NAME, len(rest)), 0, -1) if " ".join(rest[:n]) in known), 0)
        if size:
            atoms.append(known[" ".join(rest[:size])])
        elif is_number(rest[0]):
            atoms.append(int(rest[0]))
        rest = rest[size or 1 :]
    if len(atoms) > 1:
        return tuple(atoms)
    return atoms[0] if atoms else words


def vocabulary(match: Match[Any], menu: Menu) -> dict[str, str]:
    """The names that the game gives its ids, and the words of the options on offer."""
    known = {name.casefold(): key for key, name in match.game.names.items()}
    ids = [*match.game.names, *(atom for entry in menu.entries for atom in _strings(entry.option))]
    for key in ids:
        known[key.casefold()] = known[key.casefold().replace("_", " ")] = key
    return known


def _strings(option: Option) -> Iterator[str]:
    if isinstance(option, tuple):
        for item in option:
            yield from _strings(item)
    elif isinstance(option, str):
        yield option
