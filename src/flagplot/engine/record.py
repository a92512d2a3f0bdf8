"""What a match keeps: the record of all that was chosen, and the checkpoint from which the present phase runs."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Generic

from flagplot.engine.table import S
from flagplot.engine.words import Option


@dataclass(slots=True)
class Record:
    """From what a match started, by which dice, and what was chosen since: enough to reach the same position again."""

    game: str
    rules: int
    scenario: str
    options: dict[str, Any]
    seed: str
    script: list[Any] | None = None  # scripted dice, instead of the seed's
    typed: bool = False  # throws and draws were typed in, and stand among the choices
    start: dict[str, Any] | None = None  # a position set up by hand, instead of the scenario's
    fallen: list[int] = field(default_factory=list)  # dice of another match, up to where this one branched off from it
    choices: list[Option] = field(default_factory=list)
    wound: list[tuple[int, int]] = field(default_factory=list)  # dice read up to the one go on at the other (WoundOn)
    data: str = ""  # a mark of the owner's figures with which it is played; empty with the game's own


@dataclass(frozen=True, slots=True)
class Checkpoint(Generic[S]):
    """Where a phase began, and how far back undo may go from there."""

    state: S
    mark: int = 0  # choices made before it
    floor: int = 0  # choices that can no longer be taken back
    floor_reason: str = "Nothing has been decided yet."
    last_seat: str | None = None  # who decided last


def finished(state: S, choices: int) -> Checkpoint[S]:
    """The last checkpoint of a game; its seed may be published now, so nothing can be taken back any more."""
    return Checkpoint(state, choices, choices, "The game is over.")
