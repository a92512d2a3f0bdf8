"""A finished match retraced: its moves, what the captain would have decided, and where dice fell."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from flagplot.engine.errors import UnknownGame
from flagplot.engine.match import Match
from flagplot.engine.proof import from_the_start
from flagplot.engine.table import DICE
from flagplot.engine.words import Ask, Option


@dataclass(frozen=True, slots=True)
class Move:
    """What one seat decided in a row, up to the next dice or to the decision of another seat."""

    number: int
    seat: str  # "dice" where a typed throw comes before anybody decides
    first: int  # the choice with which it begins, counted from 0
    decided: int  # the choice that follows its last decision; after it dice may be typed in
    past: int  # the choice that follows it
    unlike: tuple[int, ...]  # the choices that the captain would not have made
    is_rolled: bool  # whether dice fell after it
    turn: str


@dataclass(frozen=True, slots=True)
class Retraced:
    """A match cut into moves, with the position before each of them."""

    moves: tuple[Move, ...]
    before: tuple[Match[Any], ...]  # by move
    captains: tuple[Option, ...]  # by choice: what the captain would have decided there
    lengths: tuple[int, ...]  # by choice: how long the log was before it; and how long it is at the end
    end: Match[Any]

    @property
    def throws(self) -> list[Move]:
        """The moves after which dice fell."""
        return [move for move in self.moves if move.is_rolled]

    def at(self, choice: int) -> Match[Any]:
        """The match as it stood before a choice, or in the end, to be changed at will."""
        if choice == len(self.end.record.choices):
            return self.end.twin()
        move = self.move_of(choice)
        twin = self.before[move.number].twin()
        for option in self.end.record.choices[move.first : choice]:
            twin.choose(option)
        return twin

    def move_of(self, choice: int) -> Move:
        """The move to which a choice belongs."""
        return next(move for move in reversed(self.moves) if move.first <= choice)


def check_captains(match: Match[Any]) -> None:
    """UnknownGame, in one sentence, where a seat has no captain to compare with."""
    for seat in match.seats:
        if seat not in match.game.captains:
            raise UnknownGame(f"{match.game.title} has no captain for the seat '{seat}', so it cannot be analysed.")


def retrace(match: Match[Any]) -> Retraced:
    """Play a match again from its start and cut it into moves."""
    check_captains(match)
    game, choices = match.game, match.record.choices
    captains = {seat: game.captains[seat]() for seat in match.seats}
    twin = from_the_start(match)
    moves: list[Move] = []
    before: list[Match[Any]] = []
    answers: list[Option] = []
    lengths = [twin.log_length()]
    seat, first, decided, turn = "", 0, 0, ""  # of the move that goes on
    unlike: list[int] = []
    is_open = is_rolled = False
    for number, choice in enumerate(choices):
        question = twin.question
        assert question
        if is_open and question.seat not in (seat, DICE):  # it is another seat's turn, and no dice fell
            moves.append(Move(len(moves), seat, first, decided, number, tuple(unlike), False, turn))
            is_open = False
        if not is_open:
            seat, first, decided, turn = question.seat, number, number, game.name_turn(twin.state)
            unlike, is_open, is_rolled = [], True, False
            before.append(twin.twin())
        answer = choice
        if isinstance(question.ask, Ask):
            known = game.known_to(twin.state, question.seat)
            answer = captains[question.seat](known, question.seat, question.ask, question.options, question.about)
            decided = number + 1
            if answer != choice:
                unlike.append(number)
        answers.append(answer)
        die = twin.next_die
        twin.choose(choice)
        lengths.append(twin.log_length())
        is_rolled = is_rolled or question.seat == DICE or twin.next_die != die
        goes_on = twin.question is not None and (twin.question.seat == DICE or not is_rolled)
        if not goes_on or number + 1 == len(choices):
            moves.append(Move(len(moves), seat, first, decided, number + 1, tuple(unlike), is_rolled, turn))
            is_open = False
    return Retraced(tuple(moves), tuple(before), tuple(answers), tuple(lengths), twin)


def rolls_between(log: Sequence[Any], since: int, until: int) -> tuple[str, ...]:
    """The throws and draws among these lines of a log, in words."""
    return tuple(entry.text for entry in log[since:until] if entry.kind == "roll")
