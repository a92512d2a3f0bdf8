"""Tempers: other doctrines by which the boats of a month could sail; a search compares their plans."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from flagplot.engine import Captain as AnyCaptain
from flagplot.games.atlantic_wolves.captain.captain import Captain
from flagplot.games.atlantic_wolves.captain.month import DOCTRINE, Doctrine

AT_ONCE: dict[str, Any] = {"push_from": 0, "push_from_per_month_left": 0}
NOT_YET: dict[str, Any] = {"push_from": 10_000_000}
GUARDED: dict[str, Any] = {"guard": (60_000, 60_000, 60_000, 150_000, 150_000)}
UNGUARDED: dict[str, Any] = {"guard": (0, 0, 0, 0, 0), "convoy": (0, 0, 0, 0, 0)}


def _with_boats_worth(times: float, **others: Any) -> Doctrine:
    """The usual doctrine but for the worth of a boat, which is so many times as much."""
    return replace(
        DOCTRINE,
        boat=int(times * DOCTRINE.boat),
        boat_per_month_left=int(times * DOCTRINE.boat_per_month_left),
        boat_in_push=int(times * DOCTRINE.boat_in_push),
        boat_in_push_per_month_left=int(times * DOCTRINE.boat_in_push_per_month_left),
        **others,
    )


DOCTRINES: Mapping[str, Doctrine] = {
    "bold": _with_boats_worth(0.6),
    "careful": _with_boats_worth(1.6),
    "push": _with_boats_worth(1.0, **AT_ONCE),
    "build up": _with_boats_worth(1.0, **NOT_YET),
    "push boldly": _with_boats_worth(0.5, **AT_ONCE),
    "push with all": _with_boats_worth(0.0, **AT_ONCE),
    "build up boldly": _with_boats_worth(0.7, **NOT_YET),
    "build up carefully": _with_boats_worth(1.5, **NOT_YET),
    "hide": _with_boats_worth(2.5, **NOT_YET),
    "guarded": _with_boats_worth(1.0, **GUARDED),
    "guarded and bold": _with_boats_worth(0.6, **GUARDED),
    "guarded and careful": _with_boats_worth(1.6, **GUARDED),
    "unguarded": _with_boats_worth(1.0, **UNGUARDED),
    "unguarded and bold": _with_boats_worth(0.6, **UNGUARDED),
    "unguarded and careful": _with_boats_worth(1.6, **UNGUARDED),
}


def tempers(seat: str, phase: str) -> Mapping[str, Callable[[], AnyCaptain]]:
    """The captains who would place the boats otherwise."""
    if phase != "allotment_and_placement":
        return {}
    return {name: partial(Captain, doctrine) for name, doctrine in DOCTRINES.items()}
