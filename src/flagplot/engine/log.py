"""The log of a match in words: what was told, rolled and chosen, each with its clause."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

from flagplot.engine.dice import Rolled
from flagplot.engine.journal import Line, may_read
from flagplot.engine.scenes import Scene, Scenes, scene_of
from flagplot.engine.words import Ask, Modifier, Phrasebook, Roll, total


class LogEntry(msgspec.Struct, frozen=True):
    """A line of the log, as a seat may read it."""

    key: str
    kind: Literal["choice", "roll", "event"]
    text: str
    rule: str
    about: dict[str, Any]
    faces: tuple[int, ...] = ()
    to: tuple[str, ...] | None = None  # the only seats that could read it before the end of the game
    dropped: tuple[int, ...] = ()  # the places among the faces, counted from 0, of dice that were not kept
    scene: Scene | None = None  # how it is shown, if it matters


def readable(lines: Iterable[Line], seat: str) -> list[Line]:
    """The lines that a seat may read."""
    return [line for line in lines if may_read(seat, line.to)]


class PastLog:
    """The lines of the phases that are over, which never change: a long log is gone through once for each seat."""

    def __init__(self, lines: list[Line] | None = None, read: dict[str, list[Line]] | None = None) -> None:
        self.lines = lines or []
        self._read = read or {}  # by seat

    def readable(self, seat: str) -> list[Line]:
        """The lines that a seat may read."""
        if seat not in self._read:
            self._read[seat] = readable(self.lines, seat)
        return self._read[seat]

    def followed_by(self, lines: list[Line]) -> PastLog:
        """The log with these lines of another phase."""
        if not lines:
            return self
        read = {seat: known + readable(lines, seat) for seat, known in self._read.items()}
        return PastLog(self.lines + lines, read)


def written(lines: Iterable[Line], phrases: Phrasebook, scenes: Scenes) -> list[LogEntry]:
    """Lines in words, and with their scenes."""
    return [_entry(line, phrases, scenes) for line in lines]


def _entry(line: Line, phrases: Phrasebook, scenes: Scenes) -> LogEntry:
    source, about, to = line.source, dict(line.about), line.to or None
    if line.names:
        phrases = phrases.at_moment(line.names.get)
    if isinstance(source, Ask):
        template = source.log or source.text
        shown = {name: about[name] for name in phrases.fields(template)}  # an answer may be secret in all else
        return LogEntry(source.key, "choice", phrases.fill(template, about), source.rule, shown, (), to)
    if not isinstance(source, Roll):
        scene = scene_of(scenes, source.key, about, phrases) if scenes else None
        return LogEntry(source.key, "event", phrases.fill(source.text, about), source.rule, about, (), to, (), scene)
    text = phrases.fill(source.text, about)
    faces: tuple[int, ...] = ()
    dropped: tuple[int, ...] = ()
    if throw := line.throw:
        if throw.volley is not None:
            text += f": {' '.join(map(str, throw.volley)) or 'no dice'}"
            faces = throw.volley
        elif throw.rolled:
            text += ": " + sum_in_words(throw.rolled, throw.modifiers)
            if isinstance(throw.row, str):
                text += ", " + phrases.name(throw.row)
            about["sum"] = throw.rolled.sum + total(throw.modifiers)
            faces, dropped = throw.rolled.faces, throw.rolled.dropped
        else:
            text += ": " + phrases.format_field(throw.drawn, "")
            about["drawn"] = throw.drawn
    scene = scene_of(scenes, source.key, about, phrases) if scenes else None
    return LogEntry(source.key, "roll", text, source.rule, about, faces, to, dropped, scene)


def sum_in_words(rolled: Rolled, modifiers: Sequence[Modifier]) -> str:
    """A throw with what was dropped, and each modifier where it is added: "4 +2 aggressive square = 6"."""
    kept = rolled.kept if rolled.dropped else rolled.faces
    faces = " + ".join(map(str, kept))
    if rolled.dropped:
        faces += f" (dropped {', '.join(str(rolled.faces[place]) for place in rolled.dropped)})"
    parts = [f"{m.value:+d} {m.label}" for m in modifiers if m.value]
    if not parts and len(kept) == 1:
        return faces
    return f"{' '.join([faces, *parts])} = {rolled.sum + total(modifiers)}"
