"""A row of decisions answered in one line: what each part of it means, tried out before anything is chosen."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine import Match, Option
from flagplot.engine.words import offered
from flagplot.terminal.menu import Entry, menu_of

# The option that a part of a line means at a match that has come so far; Unclear when it means none, or several.
Meaning = Callable[[Match[Any]], Entry]


class Unclear(Exception):
    """A part of a line that cannot be chosen, and why, without a full stop."""


@dataclass(frozen=True, slots=True)
class Row:
    """The answers of a line, tried out on a match of its own."""

    entries: list[Entry]
    ahead: Match[Any]  # before the last of them
    completes: bool  # dice may follow the last of them
    is_cut: bool  # the row was complete before the line was

    @property
    def answers(self) -> list[Option]:
        return [entry.option for entry in self.entries]


def tried_out(match: Match[Any], meanings: Sequence[Meaning]) -> Row:
    """What a line answers, one decision after the other, as far as its row goes; Unclear when a part is not offered."""
    first = match.decision
    assert first
    ahead, entries, completes = match, [meanings[0](match)], first.completes_row
    for meaning in meanings[1:]:
        following = ahead.twin().choose(entries[-1].option)
        decision = following.decision
        if decision is None or (decision.seat, decision.row) != (first.seat, first.row):
            return Row(entries, ahead, completes, True)
        ahead, completes = following, decision.completes_row
        entries.append(meaning(ahead))
    return Row(entries, ahead, completes, False)


def numbered(entry: Entry) -> Meaning:
    """An option as it was numbered before the first answer."""

    def meaning(match: Match[Any]) -> Entry:
        assert match.decision
        if not offered(entry.option, match.decision.options):
            raise Unclear(f"'{entry.looks.label}' is no longer offered after the others")
        return entry

    return meaning


def named(part: str) -> Meaning:
    """The option that a number or a name means when its turn has come."""

    def meaning(match: Match[Any]) -> Entry:
        found = menu_of(match).meant(part)
        if len(found) == 1:
            return found[0]
        labels = " or ".join(entry.looks.label for entry in found)
        raise Unclear(f"'{part}' may be {labels}" if found else f"No option contains '{part}'")

    return meaning


def exactly(option: Option) -> Meaning:
    """An option, whatever it is called."""

    def meaning(match: Match[Any]) -> Entry:
        return menu_of(match).entry(option)

    return meaning
