"""A mail server and a webhook of the tests' own, which keep what they are sent."""

from __future__ import annotations

import re
import threading
import time
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import default
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from aiosmtpd.controller import Controller

from tests.server.running import free_port

LINK = re.compile(r"https?://\S+")


class Mailbox:
    """A mail server on a free port; `refuses`: so many letters are not taken at first."""

    def __init__(self, refuses: int = 0, **ways: Any) -> None:
        self.letters: list[EmailMessage] = []
        self.refused = 0
        self._refuses = refuses
        self.port = free_port()
        self._controller = Controller(self, hostname="127.0.0.1", port=self.port, **ways)
        self._controller.start()

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802  as aiosmtpd calls it
        if self.refused < self._refuses:
            self.refused += 1
            return "451 Try again later"
        letter = message_from_bytes(envelope.content, policy=default)
        assert envelope.rcpt_tos == [letter["To"]]
        self.letters.append(letter)
        return "250 Taken"

    def settings(self, after_minutes: int = 0) -> str:
        """The section of a server's settings that leads here."""
        return (
            f'\n[mail]\nhost = "127.0.0.1"\nport = {self.port}\nsender = "flagplot@example.org"\n'
            f"starttls = false\nafter_minutes = {after_minutes}\n"
        )

    def wait_for(self, number: int, seconds: float = 20) -> list[EmailMessage]:
        """The letters, when there are so many."""
        until = time.monotonic() + seconds
        while len(self.letters) < number:
            assert time.monotonic() < until, f"There are {len(self.letters)} letters."
            time.sleep(0.05)
        return self.letters

    def close(self) -> None:
        self._controller.stop()


def text_of(letter: EmailMessage) -> str:
    """The words of a letter."""
    assert letter.get_content_type() == "text/plain"
    return str(letter.get_content()).replace("\r\n", "\n")


def token_in(letter: EmailMessage) -> str:
    """The token at the end of the first link with one."""
    links = [link for link in LINK.findall(text_of(letter)) if "/confirm/" in link or "/reset/" in link]
    return str(links[0]).rpartition("/")[2]


class Hook:
    """A program of the operator's; `refuses`: so many calls are answered with an error at first."""

    def __init__(self, refuses: int = 0) -> None:
        self.calls: list[tuple[dict[str, str], bytes]] = []
        self.refused = 0
        hook = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                if hook.refused < refuses:
                    hook.refused += 1
                    self.send_response(500)
                else:
                    hook.calls.append((dict(self.headers.items()), body))
                    self.send_response(204)
                self.end_headers()

            def log_message(self, format: str, *args: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}/hook"
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def wait_for(self, number: int, seconds: float = 20) -> list[tuple[dict[str, str], bytes]]:
        """The calls, when there are so many."""
        until = time.monotonic() + seconds
        while len(self.calls) < number:
            assert time.monotonic() < until, f"There were {len(self.calls)} calls."
            time.sleep(0.05)
        return self.calls

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
