"""What every route has at hand: the guests, the matches, and how requests are read and answered."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery

from flagplot.server.database import Database
from flagplot.server.errors import NotYours, Refused
from flagplot.server.guests import Guests
from flagplot.server.registry import Matches
from flagplot.server.thinking import Workers

SAFE_METHODS = ("GET", "HEAD", "OPTIONS")

encode = msgspec.json.Encoder().encode
AnyRequest = Request[Any, Any, Any]
InPath = FromPath[str]
SeatQuery = FromQuery[str | None]


class Desk:
    """The parts of the server that routes work with."""

    def __init__(self, database: Database) -> None:
        self.database = database
        self.workers = Workers()
        self.guests = Guests(database)
        self.matches = Matches(database, self.workers, self.guests)

    def close(self) -> None:
        """End in good order."""
        self.matches.close()
        self.workers.close()
        self.database.close()


def desk_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Desk:
    """The desk at which a request is answered."""
    desk: Desk = connection.app.state.desk
    return desk


async def guest_or_newcomer(request: AnyRequest) -> tuple[str, list[Cookie]]:
    """The guest who sent a request, and the cookie that makes a newcomer one."""
    guests = desk_of(request).guests
    if guest := guests.of(request):
        return guest, []
    guest = guests.newcomer()
    return guest, [guests.cookie(guest, request.url.scheme == "https")]


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read strictly as what its route expects: a number in quotes is none."""

    async def json(self) -> Any:
        expected = self.route_handler.parsed_data_field
        try:
            return _decoder(expected.annotation if expected else Any)(await self.body())
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            what, _, where = str(error).partition(" - at `$.")
            raise Refused(f"The request cannot be read: {f'{where[:-1]}: ' if where else ''}{what}.") from None


@functools.cache
def _decoder(kind: Any) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind).decode


def answer(payload: Any, status: int = 200, cookies: list[Cookie] | None = None) -> Response[Any]:
    """A payload, or JSON that is ready, as a response."""
    body = payload if isinstance(payload, bytes) else encode(payload)
    return Response(body, status_code=status, media_type=MediaType.JSON, cookies=cookies)


async def from_our_own_pages(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """What changes something, or listens, must not be sent by another site's page; NotYours if it is."""
    if connection.scope.get("method", "WEBSOCKET") in SAFE_METHODS:
        return
    origin = connection.headers.get("origin")
    if origin is not None and urlsplit(origin).netloc != connection.headers.get("host"):
        raise NotYours("This request came from a page of another site.")
