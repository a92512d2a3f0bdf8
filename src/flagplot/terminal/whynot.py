"""Why not? A player's words turned into the option that they mean, and the rule that bars it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text

from flagplot.engine import Match, Option
from flagplot.engine.view import ONLOOKER
from flagplot.terminal.menu import Menu, is_number

LONGEST_NAME = 5  # words
LEAST_LETTERS = 4  # of a word that stands for a name


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
    """The option that words mean: a number, an id by its name, or a tuple of these; unknown words are passed over.

    Of a space or a piece on the board a part of the name is enough that no other has.
    """
    known = vocabulary(match, menu)
    ids = {space.id for space in menu.board.spaces} | {piece.id for piece in match.view(ONLOOKER).pieces}
    on_board = {key: name for key, name in match.game.names.items() if key in ids}
    atoms: list[Option] = []
    rest = words_of(words)
    while rest:
        heads = [rest[:size] for size in range(min(LONGEST_NAME, len(rest)), 0, -1)]
        named = ((head, known.get(" ".join(head))) for head in heads)
        in_part = ((head, only_one_with(head, on_board)) for head in heads)
        head, atom = next((found for found in (*named, *in_part) if found[1]), (rest[:1], None))
        if atom:
            atoms.append(atom)
        elif is_number(rest[0]):
            atoms.append(int(rest[0]))
        rest = rest[len(head) :]
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


def only_one_with(part: list[str], names: Mapping[str, str]) -> str | None:
    """The id that alone has these words in its name; None if several do."""
    if max(map(len, part)) < LEAST_LETTERS:  # "to the" tells nothing
        return None
    found = [key for key, name in names.items() if _has(words_of(name), part)]
    return found[0] if len(found) == 1 else None


def _has(name: list[str], part: list[str]) -> bool:
    """Whether words stand in a name one after the other; of a longer one its first letters are enough."""
    starts = range(len(name) - len(part) + 1)
    return any(all(map(_begins, name[start:], part)) for start in starts)


def _begins(word: str, typed: str) -> bool:
    return word == typed or (len(typed) >= LEAST_LETTERS and word.startswith(typed))


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w'/.-]+", text.casefold())


def _strings(option: Option) -> Iterator[str]:
    if isinstance(option, tuple):
        for item in option:
            yield from _strings(item)
    elif isinstance(option, str):
        yield option
