"""Shortcuts: a row of questions answered at once with ordinary choices. The rules know nothing of them."""

from __future__ import annotations

from collections.abc import Sequence

from flagplot.engine import About, Option
from flagplot.games.graf_spee import tables as t
from flagplot.games.graf_spee import words as say
from flagplot.games.graf_spee.captain.worth import cargo_by_worth
from flagplot.games.graf_spee.state import State


@say.FIT_OUT.shortcut("usual_load", "The usual load for the {ship}")
def usual_load(state: State, about: About, options: Sequence[Option]) -> Sequence[Option]:
    """The dearest kinds that are left, from the hull space that is lost last; the last kind of all is not asked for."""
    ship = state.ships[about["ship"]]
    empty = [space for space in t.HULL_SPACES[about["hull"] : ship.hull + 1] if not ship.cargo[space]]
    load = [cargo for cargo in cargo_by_worth(state) if cargo in options]
    return load[: min(len(empty), len(options) - 1)]
