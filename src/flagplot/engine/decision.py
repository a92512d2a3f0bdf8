"""What a match shows of its question: a decision to be made, and why an answer to it is refused."""

from __future__ import annotations

from dataclasses import dataclass

import msgspec

from flagplot.engine.words import About, Option


class Decision(msgspec.Struct, frozen=True):
    """What must be decided next, by whom, and by which rule."""

    seat: str
    key: str
    prompt: str
    rule: str
    options: tuple[Option, ...]
    about: About
    row: str = ""  # decisions of one row can be made together in one line; the last of them is confirmed
    left: int = 0  # decisions of the row that are to be made, this one included; 0 where nobody counts them
    dice: str = ""  # what is thrown where dice are typed in, as "2d6"; empty for a draw
    subjects: tuple[str, ...] = ()  # the pieces that it is about: who fires, who goes

    @property
    def completes_row(self) -> bool:
        """Whether this is the last decision of its row, so that dice may follow it."""
        return self.left == 1


@dataclass(frozen=True, slots=True)
class OfferedShortcut:
    """A shortcut that means something now, and the answers that it gives."""

    key: str
    label: str
    answers: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class OfferedWay:
    """The answers that lead to a place which was pointed at, and where they lead through."""

    answers: tuple[Option, ...]
    spaces: tuple[str, ...]  # those that the answers touch, in order
    completes_row: bool  # whether dice may follow the last answer


@dataclass(frozen=True, slots=True)
class Refusal:
    """Why an option is not offered, and the clause that says so."""

    reason: str
    rule: str
