"""Requests and answers on the wire: uvicorn in the thread of the event loop, with limits to how requests begin.

With granian, which has threads of its own, a move took 19 changes of threads; now it takes 8, most to write it down.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Generator
from contextlib import contextmanager

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from flagplot.server.doorkeeper import Doorkeeper

BACKLOG = 1024  # connections that wait to be accepted
LONGEST_HEAD = 64 * 1024  # bytes
LONGEST_MESSAGE = 64 * 1024  # bytes that a page may send by WebSocket; nobody listens to them
HEAD_TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


class Server(uvicorn.Server):
    """Serves until it is told to stop; signals are the program's own to handle."""

    def __init__(self, doorkeeper: Doorkeeper, host: str, port: int, arrival_seconds: int) -> None:
        class Protocol(TimedHead):
            seconds = arrival_seconds

        logging.getLogger("uvicorn").setLevel(logging.ERROR)  # what strangers send is no trouble of ours
        super().__init__(
            uvicorn.Config(
                doorkeeper,
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

    @contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield

    def stop(self) -> None:
        """End when the requests under way are answered."""
        self.should_exit = True


class TimedHead(HttpToolsProtocol):
    """A connection on which the head of a request must arrive in time, and be no longer than anybody needs."""

    seconds: int
    _limit: asyncio.TimerHandle | None = None
    _head = 0  # bytes of a head that have arrived, while one is expected

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._expect_head()

    def data_received(self, data: bytes) -> None:
        if self._limit:
            self._head += len(data)
        super().data_received(data)
        if self._limit and self._head > LONGEST_HEAD and not self.transport.is_closing():
            self.transport.write(HEAD_TOO_LARGE)
            self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        if self._limit is None:
            self._expect_head()

    def on_headers_complete(self) -> None:
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
