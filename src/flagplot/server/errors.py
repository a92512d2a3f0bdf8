"""What the server refuses, each with the HTTP status and one clear sentence."""

from __future__ import annotations

from typing import Any

from msgspec import inspect

from flagplot.engine.errors import FlagplotError
from flagplot.payloads import Position


class ServerTrouble(FlagplotError):
    """The server cannot be started, said in one sentence."""


class Refused(FlagplotError):
    """A request that is not granted; `reason` is the word under which it is counted."""

    status = 400
    reason = "bad_request"


class NotFound(Refused):
    """There is no such thing, or it is none of this guest's business."""

    status = 404
    reason = "not_found"


class NotYours(Refused):
    """Another guest's seat, or a request that came from another site's page."""

    status = 403
    reason = "not_yours"


class Conflict(Refused):
    """The request came too late, or is barred as things stand now; the position says how they stand."""

    status = 409
    reason = "conflict"

    def __init__(self, sentence: str, position: Position | None = None) -> None:
        super().__init__(sentence)
        self.position = position


class QuotaReached(Conflict):
    """Somebody has as many running games as one may have."""

    reason = "quota"


class Closed(Refused):
    """What the operator has closed: sign-up, or playing without an account."""

    status = 403
    reason = "closed"


class Blocked(Refused):
    """A name or an address that the operator has blocked."""

    status = 403
    reason = "blocked"


class NotOffered(Refused):
    """Well-formed, but not possible by the rules of the game."""

    status = 422
    reason = "not_offered"


class TooSlow(Refused):
    """A request whose body does not come."""

    status = 408
    reason = "too_slow"


class TooLarge(Refused):
    """A request with a body larger than its route takes."""

    status = 413
    reason = "too_large"


class NotNow(Refused):
    """The server could not do it this time; trying again may help."""

    status = 503
    reason = "not_now"


def possible_values(kind: Any, where: str) -> str:
    """Which values a type allows at a place in it, such as "logs.format", as one says it; empty when all that fit."""
    found: Any = inspect.type_info(kind)
    for name in where.split("."):
        fields = {field.encode_name: field.type for field in getattr(_one_of(found, "fields"), "fields", ())}
        found = fields.get(name)
    values = [repr(value) for value in getattr(_one_of(found, "values"), "values", ())]
    return " or ".join([", ".join(values[:-1]), values[-1]] if len(values) > 1 else values)


def _one_of(found: Any, attribute: str) -> Any:
    """A type, or of a union the part that has something."""
    return next((part for part in getattr(found, "types", (found,)) if hasattr(part, attribute)), None)
