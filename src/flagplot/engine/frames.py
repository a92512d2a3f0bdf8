"""Procedures that call procedures: where play goes on when a phase has ended.

A phase returns the name of the next one, or `go_to(name, ...)` when that one takes arguments, or
`call(name, ...).then(name, ...)` to have another procedure played first, or None to go back to where it was called
from; with nobody to go back to, the game is over. `table.leave_for(name, ...)` leaves phase and callers alike.
Arguments are plain data, so a state with its frames is, too.
"""

from __future__ import annotations

import functools
import inspect
import typing
from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from flagplot.engine.errors import RulesError
from flagplot.engine.state import OVER, Argument, Frame, State

DEEPEST_CALL = 32  # rules that nest deeper call themselves without end


@typing.final
class Call(msgspec.Struct, frozen=True, gc=False):
    """A procedure to be played, and the phase that goes on after it."""

    frame: Frame
    then: Frame


class Calling(msgspec.Struct, frozen=True, gc=False):
    """A procedure to be played, before it is said how play goes on after it."""

    frame: Frame

    def then(self, phase: str, *args: Argument) -> Call:
        """Name the phase that goes on when the procedure has ended."""
        return Call(self.frame, Frame(phase, args))


Next = str | Frame | Call | None  # what a phase returns


def go_to(phase: str, *args: Argument) -> Frame:
    """Go on with a phase that takes arguments."""
    return Frame(phase, args)


def call(phase: str, *args: Argument) -> Calling:
    """Have a procedure played; `then` names the phase that goes on afterwards."""
    return Calling(Frame(phase, args))


def advance(state: State, following: Next) -> None:
    """Bring a state to the beginning of the phase that follows."""
    if following is None:
        if not state.callers:
            end(state)
            return
        following = state.callers.pop()
    elif type(following) is Call:  # `isinstance` asks the metaclass of a struct, at ten times the price
        if len(state.callers) >= DEEPEST_CALL:
            raise RulesError(f"'{following.frame.phase}' is called from {DEEPEST_CALL} procedures within each other.")
        state.callers.append(following.then)
        following = following.frame
    elif isinstance(following, str):
        state.phase, state.args = following, ()
        return
    state.phase, state.args = following.phase, following.args


def end(state: State) -> None:
    """Bring a state to the end of the game, from however deep."""
    state.phase, state.args, state.callers = OVER, (), []


def leave_for(state: State, frame: Frame) -> None:
    """Bring a state to the beginning of a phase, from however deep; nothing that called it goes on."""
    state.phase, state.args, state.callers = frame.phase, frame.args, []


def stays_inside(state: State, following: Next, depth: int) -> bool:
    """Whether play stays inside a procedure that began with so many callers, once a phase of it has ended."""
    return isinstance(following, Call) or len(state.callers) > depth


# Frames that come from a save


def defects_of(state: State, phases: Mapping[str, Callable[..., Any]]) -> Iterator[str]:
    """What is wrong with the frames of a state, each in one sentence."""
    if state.phase == OVER:
        if state.callers or state.args:
            yield "A game that is over goes on nowhere, but phases are named that wait for it."
        return
    if len(state.callers) > DEEPEST_CALL:
        yield f"{len(state.callers)} procedures wait within each other; {DEEPEST_CALL} can."
        return
    for frame in (Frame(state.phase, state.args), *state.callers):
        if frame.phase not in phases:
            yield f"There is no phase '{frame.phase}'; there are {', '.join(phases)}."
        elif fault := _fault_of(phases[frame.phase], frame.args):
            yield f"The phase '{frame.phase}' cannot begin so: {fault}."


def _fault_of(phase: Callable[..., Any], args: tuple[Argument, ...]) -> str:
    """Why a phase does not take these arguments; empty when it does."""
    kinds = _kinds_of(phase)
    if len(args) != len(kinds):
        return f"it takes {len(kinds)} arguments, not {len(args)}"
    try:
        msgspec.convert(args, tuple[kinds] if kinds else tuple[()])  # type: ignore[valid-type]
    except msgspec.ValidationError as error:
        return str(error)
    return ""


@functools.cache
def _kinds_of(phase: Callable[..., Any]) -> tuple[Any, ...]:
    """The types of the arguments of a phase, after the table."""
    hints = typing.get_type_hints(phase, include_extras=True)
    return tuple(hints.get(name, Argument) for name in list(inspect.signature(phase).parameters)[1:])
