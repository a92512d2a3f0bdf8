"""The server's log on stderr, as lines of text or of JSON: what was asked for, and what went wrong.

No names, addresses, cookies or ids stand in it: a request is noted by the template of its route.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable
from typing import Literal, TextIO

import msgspec

SECONDS_TOGETHER = 0.2  # lines about requests are written together, because writing each costs more than a move may

Note = Callable[[str, str, int, float], None]  # method, route, status, seconds

_encode = msgspec.json.Encoder().encode


class Clock:
    """The time as lines begin with it; its seconds are put into words once only."""

    def __init__(self) -> None:
        self._second, self._words = 0, ""

    def __call__(self, moment: float) -> str:
        second = int(moment)
        if second != self._second:
            self._second, self._words = second, time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(second))
        return f"{self._words}.{int((moment - second) * 1000):03}Z"


class Line(msgspec.Struct, omit_defaults=True):
    """A line of the log as JSON."""

    at: str
    level: str
    text: str
    by: str
    trace: str = ""


class AsText(logging.Formatter):
    """Time, level, text; a traceback below it."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = Clock()

    def format(self, record: logging.LogRecord) -> str:
        line = f"{self._clock(record.created)} {record.levelname.lower()} {record.getMessage()}"
        return f"{line}\n{self.formatException(record.exc_info)}" if record.exc_info else line


class AsJson(logging.Formatter):
    """One JSON object, a traceback in a field of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._clock = Clock()

    def format(self, record: logging.LogRecord) -> str:
        trace = self.formatException(record.exc_info) if record.exc_info else ""
        at, level = self._clock(record.created), record.levelname.lower()
        return _encode(Line(at, level, record.getMessage(), record.name, trace)).decode()


class Requests:
    """The lines about requests, gathered for a moment and written together."""

    def __init__(self, form: Literal["text", "json"], out: TextIO) -> None:
        self._clock = Clock()
        self._lines: list[str] = []
        self._out = out
        self._line = self._as_text if form == "text" else self._as_json

    def note(self, method: str, route: str, status: int, seconds: float) -> None:
        """Write down a request."""
        if not self._lines:
            asyncio.get_running_loop().call_later(SECONDS_TOGETHER, self.write)
        self._lines.append(self._line(self._clock(time.time()), method, route, status, seconds * 1000))

    def write(self) -> None:
        """Write what has been gathered."""
        lines, self._lines = self._lines, []
        if lines:
            self._out.write("".join(lines))
            self._out.flush()

    @staticmethod
    def _as_text(at: str, method: str, route: str, status: int, ms: float) -> str:
        return f"{at} info {method} {route} {status} {ms:.1f} ms\n"

    @staticmethod
    def _as_json(at: str, method: str, route: str, status: int, ms: float) -> str:
        # Nothing in these needs escaping: methods and templates are ours.
        return f'{{"at":"{at}","level":"info","method":"{method}","route":"{route}","status":{status},"ms":{ms:.1f}}}\n'


class _InOrder(logging.StreamHandler[TextIO]):
    """Writes a line after those about requests that came before it."""

    def __init__(self, out: TextIO, requests: Requests | None) -> None:
        super().__init__(out)
        self._requests = requests

    def emit(self, record: logging.LogRecord) -> None:
        if self._requests:
            self._requests.write()
        super().emit(record)


def set_up(form: Literal["text", "json"] | None) -> Requests | None:
    """Begin the log in a form; None: as text, with what went wrong only."""
    requests = Requests(form, sys.stderr) if form else None
    handler = _InOrder(sys.stderr, requests)
    handler.setFormatter(AsJson() if form == "json" else AsText())
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    logging.getLogger("flagplot").setLevel(logging.INFO if form else logging.WARNING)
    return requests
