"""How answers go out on a connection: what is written in one turn of the event loop is sent in one piece."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from flagplot.server.wire import MOST_GATHERED, GatheredWrites


class Connection:
    """A transport that remembers what was done with it."""

    def __init__(self) -> None:
        self.done: list[Any] = []

    def write(self, data: bytes) -> None:
        self.done.append(data)

    def close(self) -> None:
        self.done.append("closed")

    def get_extra_info(self, name: str) -> str:
        return name


def gathered(connection: Connection) -> GatheredWrites:
    return GatheredWrites(cast(asyncio.Transport, connection), asyncio.get_running_loop())


def test_head_and_body_of_an_answer_are_sent_together() -> None:
    async def answer() -> list[Any]:
        connection = Connection()
        writes = gathered(connection)
        writes.write(b"head ")
        writes.write(b"body")
        assert connection.done == []
        await asyncio.sleep(0)
        writes.write(b"next")
        await asyncio.sleep(0)
        return connection.done

    assert asyncio.run(answer()) == [b"head body", b"next"]


def test_what_was_written_is_sent_before_the_connection_closes() -> None:
    async def close() -> list[Any]:
        connection = Connection()
        writes = gathered(connection)
        writes.write(b"last words")
        writes.close()
        await asyncio.sleep(0)
        return connection.done

    assert asyncio.run(close()) == [b"last words", "closed"]


def test_much_is_sent_at_once_so_that_a_slow_reader_holds_it_up() -> None:
    async def send() -> list[int]:
        connection = Connection()
        writes = gathered(connection)
        writes.write(b"head")
        writes.write(bytes(MOST_GATHERED))
        return [len(data) for data in connection.done]

    assert asyncio.run(send()) == [MOST_GATHERED + 4]


def test_all_else_is_asked_of_the_transport() -> None:
    async def ask() -> Any:
        return gathered(Connection()).get_extra_info("peername")

    assert asyncio.run(ask()) == "peername"
