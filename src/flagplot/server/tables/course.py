"""The course of a match: its moves, what each seat was shown of them, and the moments that it can go back to."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec

from flagplot.engine.state import shallow_copy
from flagplot.engine.view import EVERYTHING
from flagplot.payloads_past import Moment
from flagplot.server.errors import NotFound
from flagplot.server.storage.match_queries import Move
from flagplot.server.tables.company import Ending


class TurnedBack(NamedTuple):
    """By consent: what happened between a moment and this move does not stand."""

    move: Move
    since: str


class Course:
    """The moves that were made, counted for each seat that is shown them."""

    def __init__(self, seats: Iterable[str], moves: Iterable[Move]) -> None:
        self.last = 0  # the number of the last move
        self.last_at = ""  # when it was made
        self.seq = dict.fromkeys(seats, 0)  # of what each seat was shown
        self.steps: list[Move] = []  # the start, and the choices that stand
        self.end: Move | None = None  # with which people ended the game
        self.turned_back: list[TurnedBack] = []
        self._moments = dict.fromkeys(self.seq, 0)
        for move in moves:
            self.add(move)

    def copy(self) -> Course:
        """One to which moves can be added while this one still holds."""
        twin = shallow_copy(self)
        twin.seq, twin._moments = self.seq.copy(), self._moments.copy()
        twin.steps, twin.turned_back = self.steps[:], self.turned_back[:]
        return twin

    def add(self, move: Move) -> None:
        """Take a move into account."""
        self.last, self.last_at = move.n, move.at
        if move.kind == "start":
            self.steps = [move]
            self._count_moments()
        elif move.kind == "back":
            del self.steps[move.option + 1 :]
            self.turned_back.append(TurnedBack(move, self.steps[-1].at))
            self._count_moments()
        elif move.kind == "undo":
            for _ in range(move.option or 1):
                self._count(self.steps.pop(), -1)
        elif move.kind == "end":
            self.end = move
        else:
            self.steps.append(move)
            self._count(move, 1)
        for seat in self.seq:
            if move.n > 0 and seat in move.shown:
                self.seq[seat] += 1

    def _count_moments(self) -> None:
        self._moments = dict.fromkeys(self.seq, 0)
        for step in self.steps:
            self._count(step, 1)

    def _count(self, step: Move, gained: int) -> None:
        for seat in self._moments:
            if seat in step.shown:
                self._moments[seat] += gained

    @property
    def ending(self) -> Ending | None:
        """How people ended the game, if they did."""
        return msgspec.convert(self.end.option, Ending) if self.end else None

    @property
    def chose_last(self) -> str | None:
        """The seat that made the last choice that stands."""
        return self.steps[-1].seat

    def choices_before_last_of(self, seat: str) -> int | None:
        """How many choices stand if the last one that a seat made itself is taken back with all that followed."""
        for n in range(len(self.steps) - 1, 0, -1):
            if self.steps[n].kind == "choice" and self.steps[n].seat == seat:
                return n - 1
        return None

    def line_now(self, seat: str, line: int, at: str) -> int:
        """Where a line of talk stands in a seat's log that had so many lines then, and may have been cut since."""
        for move, _ in self.turned_back:
            if move.at >= at and (seat == EVERYTHING or seat in move.shown):
                line = min(line, move.log_length if seat == EVERYTHING else move.shown[seat][1])
        return line

    @property
    def reasons(self) -> dict[int, str]:
        """Why admirals made the choices that stand, by their numbers counted from 1; told when the game is over."""
        return {number: step.reason for number, step in enumerate(self.steps) if step.reason}

    def was_taken_back(self, at: str) -> bool:
        """Whether what happened at a moment was taken back later."""
        return any(since < at <= move.at for move, since in self.turned_back)

    # The moments

    def moment_count(self, seat: str, is_over: bool) -> int:
        """How many moments a seat can go back to: what it was shown; when the game is over, every choice."""
        return len(self.steps) if is_over else self._moments[seat]

    def moments(self, seat: str, is_over: bool) -> list[Moment]:
        """The moments of a seat."""
        found: list[Moment] = []
        headline = ""
        for _, step in self._visible_steps(seat, is_over):
            headline, lines = step.shown.get(seat) or next(iter(step.shown.values()), (headline, 0))
            length = step.log_length if is_over else lines
            found.append(Moment(len(found), headline, length, step.seat, _is_by_order(step, seat, is_over)))
        return found

    def is_by_order(self, seat: str, is_over: bool) -> bool:
        """Whether a standing order led to a seat's newest moment: its own or, when the game is over, anybody's."""
        newest = next((step for step in reversed(self.steps) if is_over or seat in step.shown), None)
        return newest is not None and _is_by_order(newest, seat, is_over)

    def seen_until(self, seat: str, choices: int) -> list[tuple[int, str, int]]:
        """What a seat was shown up to that number of choices: each with its number, headline and length of the log."""
        steps = self._visible_steps(seat, is_over=False)
        return [(n, *step.shown[seat]) for n, step in steps if n <= choices]

    def choices_at(self, seat: str, n: int, is_over: bool) -> tuple[int, int]:
        """How many choices had been made at a seat's moment n, and how long its log was."""
        steps = self._visible_steps(seat, is_over)
        if not 0 <= n < len(steps):
            raise NotFound(f"There is no moment {n}. Expected a number from 0 to {len(steps) - 1}.")
        choices, step = steps[n]
        return choices, step.log_length if is_over else step.shown[seat][1]

    def _visible_steps(self, seat: str, is_over: bool) -> list[tuple[int, Move]]:
        return [(n, step) for n, step in enumerate(self.steps) if is_over or seat in step.shown]


def _is_by_order(step: Move, seat: str, is_over: bool) -> bool:
    return step.kind == "order" and (is_over or step.seat == seat)
