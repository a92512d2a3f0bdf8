"""How large anything in a save can be: checked by msgspec while it reads, before anything is built from it.

A game narrows these bounds in the types of its state, `Annotated[int, Meta(ge=0, le=8)]`; what it leaves open has
those of this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Meta

LARGEST_SAVE = 256_000  # bytes; the longest games that we have seen take 30,000
LARGEST_NUMBER = 10_000_000
LONGEST_LIST = 500  # entries of a list or a table in a state
LONGEST_TEXT = 300
LONGEST_RECORD = 20_000  # choices, dice
LONGEST_REASON = 400  # characters
ROOM_FOR_REASONS = 150_000  # bytes in a save, so that it stays far below the largest
DEEPEST = 6  # lists and tables within each other

Number = Annotated[int, Meta(ge=-LARGEST_NUMBER, le=LARGEST_NUMBER)]
Small = Annotated[int, Meta(ge=-1_000, le=1_000)]  # pieces, turns, points; what is wrong with -1, a game says itself
Text = Annotated[str, Meta(max_length=LONGEST_TEXT)]


def plain(depth: int, longest: int = LONGEST_LIST) -> Any:
    """The type of plain data that is nested at most so deep, each list and table having at most so many entries."""
    found: Any = None | bool | Number | float | Text
    for _ in range(depth):
        found = (
            None
            | bool
            | Number
            | float
            | Text
            | Annotated[list[found], Meta(max_length=longest)]
            | Annotated[dict[Text, found], Meta(max_length=longest)]
        )
    return found


if TYPE_CHECKING:
    Plain = Any
else:
    Plain = plain(DEEPEST)

check_state = msgspec.json.Decoder(Plain).decode
