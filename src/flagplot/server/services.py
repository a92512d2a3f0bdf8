"""What every route has at hand: the guests, the matches, and how requests are read and answered."""

from __future__ import annotations

import asyncio
import functools
import math
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

import msgspec
from litestar import Request, Response
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.enums import MediaType
from litestar.params import FromPath, FromQuery
from litestar.types import ASGIApp, Receive, Scope, Send
from litestar.typing import FieldDefinition

from flagplot.server.errors import Closed, NotYours, Refused, TooLarge, possible_values
from flagplot.server.operating.loop_delay import LoopDelay
from flagplot.server.operating.metrics import Metrics
from flagplot.server.operating.pruning import Pruner
from flagplot.server.people.accounts import Accounts
from flagplot.server.people.blocks import Blocks
from flagplot.server.people.doorbell import Doorbell
from flagplot.server.people.guests import Guests
from flagplot.server.people.limits import Limits
from flagplot.server.people.mail import Post
from flagplot.server.people.notices import Notices
from flagplot.server.people.quotas import Quotas
from flagplot.server.people.sessions import Sessions, Visitor
from flagplot.server.people.visitors import address_of, header, scheme_of, whole_address_of
from flagplot.server.settings import Settings
from flagplot.server.storage.bulletin import Bulletin
from flagplot.server.storage.database import Database
from flagplot.server.tables.agreements import Agreements
from flagplot.server.tables.analysing import Analyses
from flagplot.server.tables.answering import Answering
from flagplot.server.tables.presence import Presence
from flagplot.server.tables.registry import Matches
from flagplot.server.tables.searching import Searching
from flagplot.server.tables.thinking import Workers

SERVICE_RESTART, DONE = 1012, 1000  # with which a WebSocket is closed
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
# No form of another site can send these without the browser asking us first.
CONTENT_TYPES = ("application/json", "application/octet-stream")

JSON_CONTENT = (b"content-type", b"application/json")
NO_GUESTS = "You need an account to play on this server. Sign in first."

encode = msgspec.json.Encoder().encode
AnyRequest = Request[Any, Any, Any]
InPath = FromPath[str]
SeatQuery = FromQuery[str | None]


class NotReadable(Refused):
    """A body of a kind that another site's form could send."""

    status = 415


class Services:
    """The parts of the server that routes work with."""

    def __init__(
        self, database: Database, settings: Settings, metrics: Metrics, limits: Limits, blocks: Blocks
    ) -> None:
        self.database = database
        self.settings = settings
        self.metrics = metrics
        self.bulletin = Bulletin(database.engine)
        self.workers = Workers(limits=settings.workers)
        self.sessions = Sessions(database, self.bulletin)
        self.guests = Guests(database, self.sessions, self.bulletin, settings.behind_proxy)
        self.limits = limits
        self.blocks = blocks
        blocks.follow(self.bulletin, self.sessions)
        self.doorbell = Doorbell(database, self.bulletin)
        patience = timedelta(days=settings.abandon_after_days)
        self.matches = Matches(
            database,
            self.guests,
            self.bulletin,
            self.doorbell,
            settings.notice_after,
            patience,
            settings.games_memory_mb * 1_000_000,
        )
        self.matches.check_quotas = Quotas(settings).check
        self.searching = Searching(self.workers, settings.admirals)
        self.answering = Answering(self.matches, self.workers, self.searching)
        self.analyses = Analyses(self.workers)
        self.presence = Presence(self.matches, self.bulletin)
        self.agreements = Agreements(self.matches, self.workers)
        self.post = Post(settings.mail)
        self.accounts = Accounts(database, self.bulletin, self.sessions, self.guests, self.limits, self.post, settings)
        self.notices = Notices(database, self.bulletin, self.post, settings, self._is_present)
        self.pruner = Pruner(database, self.bulletin, settings.prune, self._are_gone)
        self.loop_delay = LoopDelay()
        self._count()

    def _is_present(self, match_id: str, guest: str) -> bool:
        """Whether a page of a guest is open here, at the table or elsewhere."""
        if self.doorbell.is_there(guest):
            return True
        live = next((live for live in self.matches.in_memory if live.id == match_id), None)
        held = [seat for seat, holder in live.holders.items() if holder.guest == guest] if live else []
        return any(live.audiences[seat].is_there for seat in held) if live else False

    def _are_gone(self, match_ids: Sequence[str], guests: Sequence[str]) -> None:
        """Games and guests were cleared from the database: they are forgotten here, too."""
        self.matches.drop(match_ids)
        if guests:
            self.sessions.drop(" ".join(guests))
        for guest in guests:
            self.guests.forget(guest)

    def _count(self) -> None:
        """Have figures told that parts of the server keep."""
        metrics, matches = self.metrics, self.matches
        metrics.moves = matches.kept
        metrics.read_from("flagplot_matches_in_memory", "Matches that are loaded.", lambda: len(matches.in_memory))
        metrics.read_from("flagplot_matches_bytes", "What they weigh, roughly.", lambda: matches.weight)
        metrics.read_from("flagplot_work_queue", "Pieces of work for the workers.", lambda: self.workers.queue)
        metrics.read_from("flagplot_admirals_thinking", "Searches under way.", lambda: self.searching.number)
        metrics.read_from("flagplot_hears_others", "Other processes are heard.", lambda: self.bulletin.hears)
        metrics.times_of("flagplot_write_seconds", "How long writes took, with waiting.", self.database.writing)
        metrics.times_of("flagplot_loop_delay_seconds", "How late the event loop was.", self.loop_delay.delays)

    def hang_up(self) -> None:
        """Begin nothing new: pages that wait are answered, and those that listen are hung up on."""
        self.answering.close()
        self.analyses.close()
        self.matches.close()
        self.doorbell.close()

    async def finish_letters(self, seconds: float) -> None:
        """Send what somebody waits for before the end, for so long at most."""
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self.accounts.finish()
                await self.post.finish()

    @property
    def closing_code(self) -> int:
        """How a page is hung up on: when the server goes, it may come back soon."""
        return SERVICE_RESTART if self.matches.is_closing else DONE

    def close(self) -> None:
        """End in good order."""
        self.hang_up()
        self.accounts.close()
        self.post.close()
        self.workers.close()
        self.bulletin.close()
        self.database.close()


def services_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Services:
    """The services of the server that answers a request."""
    services: Services = connection.app.state.services
    return services


async def authorize(request: AnyRequest) -> None:
    """Before a request is answered: it must be from our own pages, and then it is found out whose it is."""
    await from_our_own_pages(request)
    if request.scope["path"].startswith("/api/"):
        await load_session(request)
        limits = services_of(request).limits
        if request.scope["method"] in SAFE_METHODS:
            limits.tally("read", person_at(request))
        else:
            limits.check("refusal", person_at(request))


async def load_session(connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
    """The guest of a connection; a WebSocket must ask this before `guests.of` can tell."""
    return await services_of(connection).guests.load_session(connection)


def visitor_of(connection: ASGIConnection[Any, Any, Any, Any]) -> Visitor | None:
    """The guest of a connection with the session, if there is one."""
    return services_of(connection).guests.visitor(connection)


def address_at(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address from which a request comes, for limits."""
    return address_of(connection, services_of(connection).settings.behind_proxy)


def whole_address_at(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """The address from which a request comes, for blocks."""
    return whole_address_of(connection, services_of(connection).settings.behind_proxy)


def person_at(connection: ASGIConnection[Any, Any, Any, Any]) -> str:
    """By whom a request counts: the guest, with or without account, else the address."""
    return services_of(connection).guests.of(connection) or address_at(connection)


async def guest_or_newcomer(request: AnyRequest, will_claim: bool = False) -> tuple[str, list[Cookie]]:
    """The guest who sent a request, and the cookie that makes a newcomer one.

    Nothing is kept of a newcomer before `guests.keep` or `guests.call`. Where the operator wants no guests, a newcomer
    is refused who does not claim a name at once.
    """
    services = services_of(request)
    if guest := services.guests.of(request):
        return guest, []
    if not (services.settings.guests or will_claim):
        raise Closed(NO_GUESTS)
    await services.limits.count("newcomer", address_at(request))
    guest, cookie = services.guests.newcomer(request)
    return guest, [cookie]


class StrictRequest(Request[Any, Any, Any]):
    """A request whose body is read strictly as what its route expects: a number in quotes is none."""

    _sent: bytes | None = None

    async def json(self) -> Any:
        expected = self.route_handler.parsed_data_field
        try:
            return _decoder(expected.annotation if expected else Any)(await self.body())
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise Refused(f"The request cannot be read: {_in_words(str(error), expected)}.") from None

    async def body(self) -> bytes:
        """What was sent; a Refused in one sentence when that is too much, or nothing where something is expected."""
        if self._sent is None:
            self._sent = await self._received()
        if not self._sent and self.route_handler.parsed_data_field:
            raise Refused("The request has no body. Send JSON.")
        return self._sent

    async def _received(self) -> bytes:
        most = self.route_handler.resolve_request_max_body_size() or math.inf
        parts: list[bytes] = []
        told = header(self, b"content-length") or ""
        size, has_more = int(told) if told.isdecimal() else 0, True
        while has_more and size <= most:
            message: Any = await self.receive()
            parts.append(message["body"])
            size, has_more = sum(map(len, parts)), message.get("more_body", False)
        if size > most:
            amount = f"{most / 1e6:g} MB" if most >= 1e6 else f"{most / 1e3:g} kB"
            raise TooLarge(f"The request is too large: at most {amount} can be sent here.")
        return b"".join(parts)


def _in_words(message: str, expected: FieldDefinition | None) -> str:
    """What msgspec found wrong, with the place first."""
    what, _, at = message.partition(" - at `$.")
    where = at.removesuffix("`")
    if expected and what.startswith("Invalid enum value") and (values := possible_values(expected.annotation, where)):
        what = f"{what.replace('Invalid enum value', 'it cannot be')}; it can be {values}"
    return f"{where}: {what}" if where else what


@functools.cache
def _decoder(kind: Any) -> Callable[[bytes], Any]:
    return msgspec.json.Decoder(kind).decode


def answer(payload: Any, status: int = 200, cookies: list[Cookie] | None = None) -> Response[Any]:
    """A payload, or JSON that is ready, as a response."""
    body = payload if isinstance(payload, bytes) else encode(payload)
    return Response(body, status_code=status, media_type=MediaType.JSON, cookies=cookies)


class Ready(Response[Any]):
    """JSON that is sent as it is, with a status of 200: what a move is answered with, at a fifth of the usual cost."""

    def __init__(self, payload: Any) -> None:
        self.content = payload if isinstance(payload, bytes) else encode(payload)

    def to_asgi_response(self, *_: Any, **__: Any) -> ASGIApp:  # type: ignore[override]
        return self._send

    async def _send(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = [JSON_CONTENT, (b"content-length", str(len(self.content)).encode())]
        await send({"type": "http.response.start", "status": 200, "headers": headers})
        await send({"type": "http.response.body", "body": self.content, "more_body": False})


async def from_our_own_pages(connection: ASGIConnection[Any, Any, Any, Any]) -> None:
    """What changes something, or listens, must not be sent by another site's page; NotYours if it is."""
    if connection.scope.get("method", "WEBSOCKET") in SAFE_METHODS:
        return
    is_ours = _is_our_origin(connection, header(connection, b"origin"))
    if not is_ours or header(connection, b"sec-fetch-site") == "cross-site":
        raise NotYours("This request came from a page of another site.")
    length, encoding = header(connection, b"content-length"), header(connection, b"transfer-encoding")
    has_body = length not in (None, "0") or encoding is not None
    kind = (header(connection, b"content-type") or "").partition(";")[0].strip().lower()
    if "method" in connection.scope and (has_body or kind) and kind not in CONTENT_TYPES:
        raise NotReadable("Send JSON, with the content type application/json.")


def _is_our_origin(connection: ASGIConnection[Any, Any, Any, Any], origin: str | None) -> bool:
    """Whether a request came from a page of this server, or of none that its browser names."""
    if origin is None:
        return True
    try:
        page = urlsplit(origin)
    except ValueError:
        return False
    settings = services_of(connection).settings
    scheme = scheme_of(connection, settings.behind_proxy)
    if urlsplit(settings.public_url).netloc == page.netloc:
        scheme = urlsplit(settings.public_url).scheme
    return page.netloc == header(connection, b"host") and scheme in ("", page.scheme)
