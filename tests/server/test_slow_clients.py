"""Clients that send slowly, or never finish, are cut off, and hold nobody else up."""

from __future__ import annotations

import socket
import time
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.server.running import RunningServer

PATIENCE = 60  # seconds: on a busy machine everything takes longer
BODY = b'{"game": "atlantic-wolves", "seats": {}}'
HEAD = (
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"Content-Length: " + str(len(BODY)).encode() + b"\r\n\r\n"
)


@pytest.fixture(scope="module")
def impatient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningServer]:
    directory: Path = tmp_path_factory.mktemp("impatient")
    running = RunningServer(directory, settings="[limits]\narrival_seconds = 1\n")
    yield running
    assert running.stop() == 0
    assert "Traceback" not in running.told()


def dial(server: RunningServer) -> socket.socket:
    return socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)


def heard_until_closed(line: socket.socket) -> bytes:
    """All that the server says before it hangs up, which must be soon."""
    heard = b""
    try:
        while part := line.recv(4096):
            heard += part
    except ConnectionResetError:
        pass
    return heard


def test_a_body_that_does_not_come_is_refused(impatient: RunningServer) -> None:
    began = time.monotonic()
    with dial(impatient) as line:
        line.sendall(HEAD + BODY[:10])
        answer = line.recv(4096)
        assert 0.9 < time.monotonic() - began < PATIENCE
        answer += heard_until_closed(line)
    assert answer.startswith(b"HTTP/1.1 408 ")
    assert b"took too long to arrive." in answer


def test_a_body_that_comes_byte_by_byte_is_refused(impatient: RunningServer) -> None:
    with dial(impatient) as line:
        line.sendall(HEAD)
        for byte in BODY[:-1]:
            try:
                line.sendall(bytes([byte]))
            except (BrokenPipeError, ConnectionResetError):
                break
            time.sleep(0.05)
        answer = line.recv(4096)
    assert answer.startswith(b"HTTP/1.1 408 ")


def test_a_head_of_endless_lines_is_refused(impatient: RunningServer) -> None:
    with dial(impatient) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\n")
        try:
            for number in range(100):
                line.sendall(b"X-%d: %s\r\n" % (number, b"x" * 1000))
        except (BrokenPipeError, ConnectionResetError):
            pass
        answer = heard_until_closed(line)
    assert answer.startswith(b"HTTP/1.1 431 ") or not answer  # what it says may be lost when it hangs up


def test_the_next_request_on_a_connection_must_come_in_time_too(impatient: RunningServer) -> None:
    with dial(impatient) as line:
        line.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 200 ")
        began = time.monotonic()
        line.sendall(b"GET /healthz HTTP/1.1\r\n")
        heard_until_closed(line)
    assert time.monotonic() - began < 8


def test_a_head_that_does_not_end_is_cut_off(impatient: RunningServer) -> None:
    began = time.monotonic()
    with dial(impatient) as line:
        line.sendall(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nX-Slow: ")
        heard_until_closed(line)
    assert time.monotonic() - began < 8


def test_who_dawdles_holds_nobody_up(impatient: RunningServer) -> None:
    lines = [dial(impatient) for _ in range(100)]
    for line in lines:
        line.sendall(HEAD + BODY[:10])
    began = time.monotonic()
    assert httpx.get(f"{impatient.url}/api/games").status_code == 200
    assert time.monotonic() - began < 3
    for line in lines:
        line.close()


def test_a_body_in_two_parts_is_fine(impatient: RunningServer) -> None:
    with dial(impatient) as line:
        line.sendall(HEAD + BODY[:10])
        time.sleep(0.3)
        line.sendall(BODY[10:])
        assert line.recv(4096).startswith(b"HTTP/1.1 201 ")
