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


class Ambiguous(Exception):
    """Words that stand in several names."""


def answer(match: Match[Any], menu: Menu, words: str) -> Text:
    """Which rule keeps an option from being offered, or that it is offered."""
    offered = menu.containing(words)
    if len(offered) == 1:
        return Text(f"That is offered: it is number {offered[0].number}, {offered[0].looks.label}.")
    try:
        option = meant(match, menu, words)
    except Ambiguous as ambiguous:
        return Text(str(ambiguous))
    refusal = match.why_not(option)
    if refusal is None:
        return Text(f"That is offered: it is number {menu.entry(option).number}.")
    return Text.assemble(refusal.reason, (f"  {refusal.rule}", "dim"))


def meant(match: Match[Any], menu: Menu, words: str) -> Option:
    """The option that words mean: a number, an id by its name, or a tuple of these; unknown words are passed over.

    Of a space or a piece on the board a part of the name is enough that no other has; Ambiguous where others have it
    and nothing else is named.
    """
    known = vocabulary(match, menu)
    view = match.view(ONLOOKER)
    ids = {thing.id for things in (menu.board.spaces, view.pieces, view.lines) for thing in things}
    on_board = {key: name for key, name in match.game.names_in(match.state).items() if key in ids}
    atoms: list[Option] = []
    unclear: list[str] = []
    rest = words_of(words)
    while rest:
        heads = [rest[:size] for size in range(min(LONGEST_NAME, len(rest)), 0, -1)]
        named = ((head, known.get(" ".join(head).casefold())) for head in heads)
        in_part = [(head, with_words(head, on_board)) for head in heads]
        alone = ((head, keys[0]) for head, keys in in_part if len(keys) == 1)
        head, atom = next((found for found in (*named, *alone) if found[1]), (rest[:1], None))
        if atom:
            atoms.append(atom)
        elif is_number(rest[0]):
            atoms.append(int(rest[0]))
        elif several := next((found for found in in_part if found[1]), None):
            head, keys = several
            unclear.append(f"{' '.join(head)} could be: {', '.join(on_board[key] for key in keys)}.")
        rest = rest[len(head) :]
    if unclear and not atoms:
        raise Ambiguous(unclear[0])
    if len(atoms) > 1:
        return tuple(atoms)
    return atoms[0] if atoms else words


def vocabulary(match: Match[Any], menu: Menu) -> dict[str, str]:
    """The names that the game gives its ids, and the words of the options on offer."""
    names = match.game.names_in(match.state)
    known = {name.casefold(): key for key, name in names.items()}
    ids = [*names, *(atom for entry in menu.entries for atom in _strings(entry.option))]
    for key in ids:
        known[key.casefold()] = known[key.casefold().replace("_", " ")] = key
    return known


def with_words(part: list[str], names: Mapping[str, str]) -> list[str]:
    """The ids that have these words in their names; short ones, which may tell nothing, must begin one of them."""
    found = {key: places for key, name in names.items() if (places := _places(words_of(name), part))}
    is_telling = max(map(len, part)) >= LEAST_LETTERS or any(0 in places for places in found.values())
    return list(found) if is_telling else []


def _places(name: list[str], part: list[str]) -> list[int]:
    """Where words stand in a name one after the other; of a longer one its first letters are enough."""
    starts = range(len(name) - len(part) + 1)
    return [start for start in starts if all(map(_begins, name[start:], part))]


def _begins(word: str, typed: str) -> bool:
    word, typed = word.casefold(), typed.casefold()
    return word == typed or (len(typed) >= LEAST_LETTERS and word.startswith(typed))


def words_of(text: str) -> list[str]:
    return re.findall(r"[\w'/.-]+", text)


def _strings(option: Option) -> Iterator[str]:
    if isinstance(option, tuple):
        for item in option:
            yield from _strings(item)
    elif isinstance(option, str):
        yield option
