"""Requests and answers on the wire: uvicorn in the thread of the event loop, with limits to how requests begin.

With granian, which has threads of its own, a move took 19 changes of threads; now it takes 8, most to write it down.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager, suppress
from typing import Any, cast

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from flagplot.server.middleware import Middleware

BACKLOG = 1024  # connections that wait to be accepted
LONGEST_HEAD = 64 * 1024  # bytes
LONGEST_MESSAGE = 64 * 1024  # bytes that a page may send by WebSocket; nobody listens to them
SECONDS_OF_A_DATE = 1.0  # the date in answers is renewed so often
MOST_GATHERED = 64 * 1024  # bytes that wait to be sent together
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Server(uvicorn.Server):
    """Serves until it is told to stop; signals are the program's own to handle."""

    def __init__(self, middleware: Middleware, host: str, port: int, arrival_seconds: int) -> None:
        class Protocol(TimedHead):
            seconds = arrival_seconds

        logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what strangers send is not our trouble
        super().__init__(
            uvicorn.Config(
                middleware,
                host,
                port,
                http=Protocol,
                ws="websockets-sansio",
                ws_max_size=LONGEST_MESSAGE,
                ws_per_message_deflate=False,
                lifespan="on",
                log_config=None,
                access_log=False,
                proxy_headers=False,
                server_header=False,
                backlog=BACKLOG,
                timeout_keep_alive=arrival_seconds,
            )
        )
        self._stopped = asyncio.Event()

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    async def main_loop(self) -> None:
        """Renew the date in answers until the server is told to stop; uvicorn would look ten times a second."""
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(SECONDS_OF_A_DATE):
                    await self._stopped.wait()

    def stop(self) -> None:
        """End when the requests under way are answered."""
        self.should_exit = True
        self._stopped.set()


class GatheredWrites:
    """A transport that sends together what is written to it during one turn of the event loop.

    uvicorn writes the head and the body of an answer separately, and each message of a WebSocket. Every write that
    reaches the system costs almost a yard.
    """

    def __init__(self, transport: asyncio.Transport, loop: asyncio.AbstractEventLoop) -> None:
        self._transport = transport
        self._loop = loop
        self._gathered: list[bytes] = []
        self._size = 0

    def __getattr__(self, name: str) -> Any:
        return getattr(self._transport, name)

    def write(self, data: bytes) -> None:
        """Send this with what else is written soon; at once when it is much, so that a slow reader holds it up."""
        if not self._gathered:
            self._loop.call_soon(self._flush)
        self._gathered.append(data)
        self._size += len(data)
        if self._size > MOST_GATHERED:
            self._flush()

    def close(self) -> None:
        """Send what was written, and close."""
        self._flush()
        self._transport.close()

    def _flush(self) -> None:
        if self._gathered:
            gathered, self._gathered, self._size = self._gathered, [], 0
            self._transport.write(b"".join(gathered))


class TimedHead(HttpToolsProtocol):
    """A connection on which the head of a request must arrive in time, and be no longer than anybody needs."""

    seconds: int
    _limit: asyncio.TimerHandle | None = None
    _is_in_head = False  # a request has begun, and its head is not complete
    _head = 0  # bytes of a head that have arrived, while the limit runs

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(cast(asyncio.Transport, GatheredWrites(transport, self.loop)))
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._limit:
            self._head += len(data)
        super().data_received(data)
        if self._limit is None:
            if self._is_in_head:  # most heads arrive whole, and a timer for each would cost more than reading it
                self._expect_head()
        elif self._head > LONGEST_HEAD and not self.transport.is_closing():
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._is_in_head = True

    def on_headers_complete(self) -> None:
        self._is_in_head = False
        self._forget_limit()
        super().on_headers_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        self._forget_limit()
        super().connection_lost(exc)

    def _expect_head(self) -> None:
        self._head, self._limit = 0, self.loop.call_later(self.seconds, self._give_up)

    def _forget_limit(self) -> None:
        if self._limit:
            self._limit.cancel()
            self._limit = None

    def _give_up(self) -> None:
        self._limit = None
        self.transport.close()
