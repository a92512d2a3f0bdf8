"""Who answers for a side: its player, or the imaginary player where nobody sits (section 6.2 of our clauses)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from flagplot.engine import About, Ask, Table
from flagplot.games.atlantic_chase.hexes import GERMAN
from flagplot.games.atlantic_chase.state import State

T = TypeVar("T")

# Answers a question for the imaginary player, from the state, the side, the options and what the question is about
SystemAnswer = Callable[[State, str, Sequence[Any], About], Any]
SYSTEM_ANSWERS: dict[str, SystemAnswer] = {}

# The same where it throws a die
DieAnswer = Callable[[Table[State], str, Sequence[Any], About], Any]
DIE_ANSWERS: dict[str, DieAnswer] = {}


def has_player(state: State, side: str) -> bool:
    """Whether somebody sits at a side."""
    return state.options.german_player if side == GERMAN else state.options.british_player


def choose(table: Table[State], side: str, ask: Ask, options: Sequence[T], /, **about: Any) -> T:
    """A side decides: its player, or the imaginary player."""
    if has_player(table.state, side):
        return table.choose(side, ask, options, **about)
    if len(options) == 1:
        return options[0]
    if ask.key in DIE_ANSWERS:
        answer: T = DIE_ANSWERS[ask.key](table, side, options, about)
    else:
        answer = SYSTEM_ANSWERS[ask.key](table.state, side, options, about)
    return answer


def answers_for_system(ask: Ask) -> Callable[[SystemAnswer], SystemAnswer]:
    """Name how the imaginary player answers a question (a decorator)."""

    def declare(answer: SystemAnswer) -> SystemAnswer:
        SYSTEM_ANSWERS[ask.key] = answer
        return answer

    return declare


def thrown_for_system(ask: Ask) -> Callable[[DieAnswer], DieAnswer]:
    """Name how the imaginary player answers a question with a die (a decorator)."""

    def declare(answer: DieAnswer) -> DieAnswer:
        DIE_ANSWERS[ask.key] = answer
        return answer

    return declare
