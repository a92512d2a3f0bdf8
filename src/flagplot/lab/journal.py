"""The journal of a run: a line of JSON for each finished game, so that a broken run goes on where it stopped."""

from __future__ import annotations

import contextlib
import math
import os
import stat
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Self

import msgspec

from flagplot import __version__
from flagplot.engine.errors import FlagplotError
from flagplot.lab.plans import Count, Outcome, Plan, Task

VERSION = 1
LARGEST_JOURNAL = 1_000_000_000  # bytes; a million games take about a quarter of that


class JournalError(FlagplotError):
    """A journal cannot be gone on with; nothing of it was changed."""


class Head(msgspec.Struct, frozen=True):
    """The first line: of which run this is the journal."""

    journal: int
    flagplot: str
    command: str
    plans: list[Plan]


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A finished game."""

    plan: Count
    game: Count
    outcome: Outcome


class Journal:
    """An open journal: the games that are in it already, and room for more."""

    def __init__(self, path: Path, command: str, plans: Sequence[Plan]) -> None:
        self.done: dict[Task, Outcome] = {}
        head = Head(VERSION, __version__, command, list(plans))
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        except OSError as error:
            raise JournalError(f"{path} cannot be opened as a journal ({error.strerror}).") from None
        try:
            if not stat.S_ISREG(os.fstat(self._file).st_mode):  # to read a pipe would wait for ever
                raise JournalError(f"{path} cannot be a journal, because it is not a regular file.")
            if not locked(self._file):
                raise JournalError(f"Another run is writing {path}. Wait for it, or name another file.")
            self._go_on(path, head)
        except BaseException:
            os.close(self._file)
            raise

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self._file)

    def add(self, task: Task, outcome: Outcome) -> None:
        """Write down a game that is finished."""
        self._write(msgspec.json.encode(Line(task.plan, task.number, outcome)) + b"\n")

    def _write(self, line: bytes) -> None:
        try:
            while line:
                line = line[os.write(self._file, line) :]
        except OSError as error:
            raise JournalError(f"The journal cannot be written ({error.strerror}).") from None

    def _go_on(self, path: Path, head: Head) -> None:
        """Read the games that are there, and stand behind the last whole line."""
        if os.fstat(self._file).st_size > LARGEST_JOURNAL:
            raise JournalError(f"{path} is larger than any journal. Name the journal of this run, or a new file.")
        try:
            with os.fdopen(os.dup(self._file), "rb") as file:
                content = file.read()
        except OSError as error:
            raise JournalError(f"{path} cannot be read as a journal ({error.strerror}).") from None
        first = msgspec.json.encode(head) + b"\n"
        whole = content.rfind(b"\n") + 1
        if not whole and first.startswith(content):  # new, or ended while its first line was being written
            os.ftruncate(self._file, 0)
            os.lseek(self._file, 0, os.SEEK_SET)
            self._write(first)
            return
        lines = content[:whole].splitlines()
        _check_head(path, lines[0] if lines else content, head)
        for number, line in enumerate(lines[1:], 2):
            task, outcome = _read(path, number, line, head.plans)
            if task in self.done:
                raise _damaged(path, number, "tells of a game that was told of before")
            self.done[task] = outcome
        _check_metrics(path, self.done)
        os.ftruncate(self._file, whole)
        os.lseek(self._file, whole, os.SEEK_SET)


def locked(file: int) -> bool:
    """Whether this process has an open file alone; True, too, where files cannot be locked."""
    try:
        import fcntl  # which Windows has not

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except (ImportError, OSError):
        return True
    return True


def _check_head(path: Path, line: bytes, expected: Head) -> None:
    """JournalError unless this is the first line of the journal of that run."""
    try:
        head = msgspec.json.decode(line, type=Head)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise JournalError(f"{path} is not a journal of the laboratory. Name another file.") from None
    for name, theirs, ours in _differences(head, expected):
        raise JournalError(f"{path} is the journal of another run: its {name} is {theirs}, not {ours}.")


def _differences(one: Head, other: Head) -> list[tuple[str, Any, Any]]:
    """In what the runs of two journals differ: name, and either's value."""
    pairs = [
        ("version", one.journal, other.journal),
        ("Flagplot", one.flagplot, other.flagplot),
        ("command", one.command, other.command),
        ("number of plans", len(one.plans), len(other.plans)),
    ]
    if not any(theirs != ours for _, theirs, ours in pairs):
        for theirs, ours in zip(one.plans, other.plans, strict=True):
            names = [name for name in Plan.__struct_fields__ if name != "figures"]  # for which their mark stands
            pairs += [(name.replace("_", " "), getattr(theirs, name), getattr(ours, name)) for name in names]
    return [(name, _short(theirs), _short(ours)) for name, theirs, ours in pairs if theirs != ours]


def _short(value: Any) -> str:
    text = msgspec.json.encode(value).decode() if isinstance(value, dict) else str(value) or "none"
    return text if len(text) <= 80 else f"{text[:77]}..."


def _read(path: Path, number: int, line: bytes, plans: Sequence[Plan]) -> tuple[Task, Outcome]:
    try:
        read = msgspec.json.decode(line, type=Line)
    except (msgspec.DecodeError, msgspec.ValidationError):
        raise _damaged(path, number, "does not tell of a game") from None
    if read.plan >= len(plans):
        raise _damaged(path, number, f"tells of plan {read.plan}, and there are {len(plans)}")
    if not all(map(math.isfinite, read.outcome.metrics.values())):
        raise _damaged(path, number, "has a figure without bounds")
    return Task(read.plan, read.game), read.outcome


def _check_metrics(path: Path, done: dict[Task, Outcome]) -> None:
    """JournalError unless all games of a plan have the same figures."""
    names: dict[int, list[str]] = {}
    for number, (task, outcome) in enumerate(done.items(), 2):
        if names.setdefault(task.plan, list(outcome.metrics)) != list(outcome.metrics):
            raise _damaged(path, number, "has other figures than the games before it")


def _damaged(path: Path, number: int, what: str) -> JournalError:
    return JournalError(f"{path} is damaged: line {number} {what}. Begin again with another file.")


def maybe(path: Path | None, command: str, plans: Sequence[Plan]) -> contextlib.AbstractContextManager[Journal | None]:
    """The journal at a path; none where no path is given."""
    return Journal(path, command, plans) if path else contextlib.nullcontext()
