"""What the server refuses, each with the HTTP status and one clear sentence."""

from __future__ import annotations

from flagplot.engine.errors import FlagplotError
from flagplot.payloads import Position


class ServerTrouble(FlagplotError):
    """The server cannot be started, said in one sentence."""


class Refused(FlagplotError):
    """A request that is not granted."""

    status = 400


class NotFound(Refused):
    """There is no such thing, or it is none of this guest's business."""

    status = 404


class NotYours(Refused):
    """Another guest's seat, or a request that came from another site's page."""

    status = 403


class Conflict(Refused):
    """The request came too late, or is barred as things stand now; the position says how they stand."""

    status = 409

    def __init__(self, sentence: str, position: Position | None = None) -> None:
        super().__init__(sentence)
        self.position = position


class NotOffered(Refused):
    """Well-formed, but not possible by the rules of the game."""

    status = 422


class TooSlow(Refused):
    """A request whose body does not come."""

    status = 408


class NotNow(Refused):
    """The server could not do it this time; trying again may help."""

    status = 503
