"""What a match keeps: the record of all that was chosen, and the checkpoint from which the present phase runs."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Generic

from msgspec import Meta

from flagplot.engine.bounds import (
    LONGEST_LIST,
    LONGEST_REASON,
    LONGEST_RECORD,
    ROOM_FOR_REASONS,
    Number,
    Plain,
    Text,
)
from flagplot.engine.table import S

Table = Annotated[dict[Text, Plain], Meta(max_length=LONGEST_LIST)]
Die = Annotated[int, Meta(ge=0, le=100_000)]  # the face of a throw or the index of a draw
ChoiceNumber = Annotated[int, Meta(ge=1, le=LONGEST_RECORD)]  # counted from 1
Reason = Annotated[str, Meta(max_length=LONGEST_REASON)]
# Characters that are not part of a line of text, or turn its direction
NOT_IN_A_LINE = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


@dataclass
class Record:
    """From what a match started, by which dice, and what was chosen since: enough to reach the same position again."""

    game: Text
    rules: int
    scenario: Text
    options: Table
    seed: Text
    script: Annotated[list[Plain], Meta(max_length=LONGEST_RECORD)] | None = None  # scripted dice, not the seed's
    typed: bool = False  # throws and draws were typed in, and stand among the choices
    start: Table | None = None  # a position set up by hand, instead of the scenario's
    # Dice of another match, up to where this one branched off from it
    fallen: Annotated[list[Die], Meta(max_length=LONGEST_RECORD)] = field(default_factory=list)
    choices: Annotated[list[Plain], Meta(max_length=LONGEST_RECORD)] = field(default_factory=list)
    # Choices made in one gesture, from the one number to before the other, which are taken back together
    gestures: Annotated[list[tuple[Number, Number]], Meta(max_length=LONGEST_RECORD)] = field(default_factory=list)
    # Dice read up to the one position go on at the other (WoundOn)
    wound: Annotated[list[tuple[Number, Number]], Meta(max_length=LONGEST_RECORD)] = field(default_factory=list)
    data: Text = ""  # a mark of the owner's figures with which it is played; empty with the game's own
    # Why computer players made the choices that they searched, in their words: told after the end, and never proved
    reasons: Annotated[dict[ChoiceNumber, Reason], Meta(max_length=LONGEST_RECORD)] = field(default_factory=dict)

    def explain(self, reasons: Mapping[int, str]) -> None:
        """Keep why choices were made, by their numbers counted from 1, as long as there is room for reasons."""
        kept = dict(self.reasons)  # twins share the one that was there before
        room = ROOM_FOR_REASONS - sum(len(reason.encode()) for reason in kept.values())
        for choice, reason in reasons.items():
            line = NOT_IN_A_LINE.sub(" ", reason)[:LONGEST_REASON]
            room -= len(line.encode())
            if line and room >= 0:
                kept[choice] = line
        self.reasons = kept


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
