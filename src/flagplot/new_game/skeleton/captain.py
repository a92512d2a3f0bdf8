"""The captain of Skeleton: he sails where the danger is least and guards the quarter that is attacked most."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from flagplot.engine import About, Advice, Ask
from flagplot.new_game.skeleton import tables as t
from flagplot.new_game.skeleton import words as say
from flagplot.new_game.skeleton.state import State

WHY_SAIL = "The danger in {place} is {danger}, the least of what can be reached."
WHY_GUARD = "{share} of 6 attacks come from there."


class Captain:
    """Answers every question to the commodore."""

    def __call__(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Any:
        return self.advise(state, seat, ask, options, about).choice

    def advise(self, state: State, seat: str, ask: Ask, options: Sequence[Any], about: About) -> Advice:
        """The answer with its reason and the runner-up."""
        if ask is say.SAIL:
            ranked = sorted(options, key=lambda key: t.PLACES[key].danger)
            reason, figures = WHY_SAIL, {"place": ranked[0], "danger": t.PLACES[ranked[0]].danger}
        else:
            rows = t.QUARTER_TABLE.rows
            ranked = sorted(options, key=lambda quarter: -rows.count(quarter))
            reason, figures = WHY_GUARD, {"share": rows.count(ranked[0])}
        return Advice(ranked[0], reason, figures, ranked[1] if len(ranked) > 1 else None)
