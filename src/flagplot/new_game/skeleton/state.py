"""The state of Skeleton."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated

from msgspec import Meta

from flagplot.engine import State as EngineState
from flagplot.engine import rule_option

Ships = Annotated[int, Meta(ge=0, le=50)]


@dataclass(frozen=True, slots=True)
class Options:
    """The optional rules of Skeleton."""

    no_escorts: Annotated[bool, rule_option("No escorts", "The convoy sails without escorts.", "SK-SEA-02")] = False


@dataclass(slots=True, kw_only=True)
class State(EngineState):
    """Where the convoy is, what is left of it, and where its escorts are today."""

    options: Options
    at: Annotated[str, Meta(max_length=40)]
    ships: Ships
    sunk: Ships = 0
    day: Annotated[int, Meta(ge=1, le=100)] = 1
    guards: Annotated[list[Annotated[str, Meta(max_length=40)]], Meta(max_length=10)] = field(default_factory=list)
