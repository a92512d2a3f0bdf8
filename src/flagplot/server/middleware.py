"""The outermost layer of the server: counts and times requests, and closes all connections when the server stops.

It limits how many pages one address can keep open, rejects blocked addresses, and adds to every response, errors too,
the headers that tell the browser to load nothing from elsewhere.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from time import perf_counter
from typing import Any

from litestar import Litestar
from litestar.connection import ASGIConnection
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from flagplot.server.direct import DirectMoves
from flagplot.server.errors import Blocked, NotNow, Refused, TooSlow
from flagplot.server.operating.logs import Note
from flagplot.server.operating.metrics import Metrics, method_of
from flagplot.server.pages import RAW_HEADERS
from flagplot.server.people.blocks import Blocks
from flagplot.server.people.guests import cookies_for, guest_in
from flagplot.server.people.limits import Limits, TooMany
from flagplot.server.people.visitors import address_of, whole_address_of
from flagplot.server.services import SERVICE_RESTART
from flagplot.server.settings import Settings

PRIVATE, PUBLIC = "/api/", "/api/games"  # paths whose answers are for one person, and those of them that are for all
NOT_KEPT = [(b"cache-control", b"no-store")]
NOWHERE = "(nothing there)"  # the route of a request that none fits
CLOSING = b'{"error":"The server is shutting down. Come back when it is running again."}'
BLOCKED = b'{"error":"Your address is blocked on this server."}'
BLOCKED_HEADERS = [(b"content-type", b"application/json"), (b"cache-control", b"no-store"), *RAW_HEADERS]
FOR_OPERATORS = ("/healthz", "/metrics")  # who asks for these is never blocked
POLICY = 1008  # with which a WebSocket from a blocked address is closed
TRY_LATER = 1013  # a WebSocket is closed with this when its guest, or its address, has too many
CLOSING_HEADERS = [(b"content-type", b"application/json"), (b"connection", b"close"), (b"retry-after", b"5")]


class Middleware:
    """Lets requests through to the application."""

    def __init__(self, app: Litestar, note: Note | None, settings: Settings) -> None:
        self._app = app
        self._answer = DirectMoves(app)
        self._limits = settings.limits
        self._counts: Limits = app.state.limits
        self._blocks: Blocks = app.state.blocks
        self._behind_proxy = settings.behind_proxy
        self._open: Counter[str] = Counter()  # WebSockets by whose they are
        self._metrics: Metrics = app.state.metrics
        self._note = note
        self._sockets: set[asyncio.Event] = set()
        self._is_closing = False
        self._ways: dict[str, ASGIApp] = {"http": self._http, "websocket": self._socket}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        await self._ways.get(scope["type"], self._app)(scope, receive, send)

    def _is_blocked(self, scope: Any) -> bool:
        """Whether a request comes from a blocked address; it is counted then."""
        if self._blocks.is_empty or scope["path"] in FOR_OPERATORS:
            return False
        if not self._blocks.bars(whole_address_of(ASGIConnection(scope), self._behind_proxy)):
            return False
        self._metrics.refusals[Blocked.reason, Blocked.status] += 1
        return True

    async def _http(self, scope: Any, receive: Receive, send: Send) -> None:
        if self._is_blocked(scope):
            await send({"type": "http.response.start", "status": Blocked.status, "headers": BLOCKED_HEADERS})
            await send({"type": "http.response.body", "body": BLOCKED, "more_body": False})
            return
        if self._is_closing:
            self._metrics.refusals[NotNow.reason, NotNow.status] += 1
            await send({"type": "http.response.start", "status": NotNow.status, "headers": CLOSING_HEADERS})
            await send({"type": "http.response.body", "body": CLOSING, "more_body": False})
            return
        status = 500
        is_private = scope["path"].startswith(PRIVATE) and not scope["path"].startswith(PUBLIC)

        async def watched(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                added = [*RAW_HEADERS, *(NOT_KEPT if is_private else ()), *cookies_for(scope)]
                message["headers"] = [*message["headers"], *added]
            await send(message)

        began = perf_counter()
        try:
            await self._answer(scope, self._in_time(receive), watched)
        finally:
            seconds = perf_counter() - began
            route = scope.get("path_template") or NOWHERE
            method = method_of(scope["method"])
            self._metrics.request(method, route, status, seconds)
            if self._note:
                self._note(method, route, status, seconds)

    def _in_time(self, receive: Receive) -> Receive:
        """What is received, as long as the whole body comes in time; TooSlow when it does not."""
        loop = asyncio.get_running_loop()
        deadline = loop.time() + self._limits.arrival_seconds
        has_more, is_late = True, False

        def give_up(task: asyncio.Task[Any] | None) -> None:
            nonlocal is_late
            is_late = True
            if task:
                task.cancel()

        async def received() -> Any:
            nonlocal has_more
            if not has_more:
                return await receive()
            task = asyncio.current_task()
            limit = loop.call_at(deadline, give_up, task)
            try:
                message: Any = await receive()
            except asyncio.CancelledError:
                if task is None or not is_late:
                    raise
                task.uncancel()
                raise TooSlow("The request took too long to arrive.") from None
            finally:
                limit.cancel()
            if message["type"] == "http.disconnect":
                raise Refused("The request ended too early.")
            has_more = bool(message.get("more_body"))
            return message

        return received

    async def _socket(self, scope: Scope, receive: Receive, send: Send) -> None:
        if self._is_closing or self._is_blocked(scope):
            code = SERVICE_RESTART if self._is_closing else POLICY
            await send({"type": "websocket.close", "code": code, "reason": ""})
            return
        gone = asyncio.Event()
        self._sockets.add(gone)
        self._metrics.pages += 1
        held: list[str] = []  # what this one counts for
        is_hung_up = False

        async def listened() -> Any:
            return {"type": "websocket.disconnect", "code": TRY_LATER} if is_hung_up else await receive()

        async def watched(message: Message) -> None:
            nonlocal is_hung_up
            if is_hung_up:
                return  # nobody is there any more
            await send(message)
            if message["type"] == "websocket.accept" and (reason := self._too_many(scope, held)):
                is_hung_up = True
                await send({"type": "websocket.close", "code": TRY_LATER, "reason": reason})

        try:
            await self._app(scope, listened, watched)
        finally:
            self._metrics.pages -= 1
            self._sockets.discard(gone)
            for key in held:
                self._open[key] -= 1
                if not self._open[key]:
                    del self._open[key]
            gone.set()

    def _too_many(self, scope: Scope, held: list[str]) -> str:
        """Count a page that was let in; why it must go again, if so."""
        address, guest = address_of(ASGIConnection(scope), self._behind_proxy), guest_in(scope)
        whose = [(f"from {address}", self._limits.pages_per_address, "Your address")]
        if guest:
            whose.append((f"of {guest}", self._limits.pages_per_guest, "You"))
        for key, most, who in whose:
            held.append(key)
            self._open[key] += 1
            if self._open[key] > most:
                self._metrics.refusals["limit_pages", TRY_LATER] += 1
                return f"{who} cannot have more than {most} pages open; close some of them."
        try:
            self._counts.tally("read", guest or address)  # a page begins by reading how things stand
        except TooMany as refusal:
            self._metrics.refusals[refusal.reason, TRY_LATER] += 1
            return str(refusal)
        return ""

    async def see_out(self, seconds: float) -> None:
        """Let nobody in any more, and wait until the pages have hung up that were told to."""
        self._is_closing = True
        if waiting := [asyncio.create_task(gone.wait()) for gone in self._sockets]:
            await asyncio.wait(waiting, timeout=seconds)
