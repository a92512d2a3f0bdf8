"""Search plots that were worked out for a match, so that who asks again, or looks on, costs nothing."""

from __future__ import annotations

import asyncio

from flagplot.engine.whereabouts import Whereabouts

MOST_PLOTS = 40  # of a match; a few kilobytes each

Moment = tuple[str, int, int | None]  # a seat, its seq (0: the game is over), and the moment of its replay; None: now


class Plots:
    """The latest search plots of a match; one at a time is worked out, so that workers are left to others."""

    def __init__(self) -> None:
        self.one_at_a_time = asyncio.Lock()
        self._known: dict[Moment, Whereabouts] = {}

    def get(self, moment: Moment) -> Whereabouts | None:
        """The plot of a moment, if it is known."""
        return self._known.get(moment)

    def keep(self, moment: Moment, plot: Whereabouts) -> None:
        """Keep a plot in place of the oldest."""
        self._known[moment] = plot
        if len(self._known) > MOST_PLOTS:
            del self._known[next(iter(self._known))]
