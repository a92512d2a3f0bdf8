"""Checks of data files and of positions made by hand: names that nothing has, figures out of bounds, phases astray."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from pathlib import Path

from flagplot.engine.data import defect
from flagplot.engine.state import Frame, State

MOST_NAMES = 12  # that are listed where a name is wrong; more do not help

Figure = tuple[str, int, int, int]  # what it is, the figure, and the least and the most that it can be


def check_known(package: Path, file: str, key: str, what: str, given: Iterable[str], known: Collection[str]) -> None:
    """Raise a defect if a data file names something that there is not."""
    for name in given:
        if name not in known:
            raise defect(package, file, key, _there_is_no(what, name, known))


def unknown(what: str, given: Iterable[object], known: Collection[str]) -> Iterator[str]:
    """The names in a position that nothing has, each in one sentence."""
    for name in dict.fromkeys(given):
        if name not in known:
            yield f"T{_there_is_no(what, name, known)[1:]}."


def _there_is_no(what: str, name: object, known: Collection[str]) -> str:
    listed = f"; there are {', '.join(known)}" if len(known) <= MOST_NAMES else ""
    return f"there is no {what} '{name}'{listed}"


def out_of_bounds(figures: Iterable[Figure]) -> Iterator[str]:
    """The figures of a position that cannot be, each in one sentence."""
    for what, figure, least, most in figures:
        if not least <= figure <= most:
            yield f"{what}: {figure}; it must be from {least} to {most}."


def frames_of(state: State) -> list[Frame]:
    """The phases that are being played, from the outermost caller to the present one."""
    return [*state.callers, Frame(state.phase, state.args)]


def strayed(state: State, callers_of: Callable[[str], Sequence[str]]) -> Iterator[str]:
    """The phases that are called from where they cannot be, each in one sentence.

    `callers_of` names the phases that call a phase; none if it is called from nowhere.
    """
    frames = frames_of(state)
    for caller, frame in zip((None, *frames), frames, strict=False):
        expected = callers_of(frame.phase)
        if (caller.phase not in expected) if caller else expected:
            yield f"The phase '{frame.phase}' is called from {' or '.join(expected) or 'no other'}."
