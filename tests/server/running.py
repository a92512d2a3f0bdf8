"""A server in a process of its own, for tests that need the real thing."""

from __future__ import annotations

import signal
import socket
import time
from contextlib import closing, suppress
from dataclasses import replace
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from flagplot.client import Client
from flagplot.engine.view import View
from tests.server.forks import fork

# All tests come from one address.
GENEROUS = """
[limits]
logins = { times = 1000, minutes = 1 }
accounts = { times = 10000, minutes = 1 }
newcomers = { times = 100000, minutes = 1 }
creations = { times = 100000, minutes = 1 }
uploads = { times = 100000, minutes = 1 }
chat_lines = { times = 100000, minutes = 1 }
mails = { times = 10000, minutes = 1 }
reads = { times = 1000000, minutes = 1 }
hints = { times = 1000000, minutes = 1 }
odds = { times = 1000000, minutes = 1 }
running_games_per_guest = 100000
running_games_per_account = 100000
pages_per_guest = 10000
pages_per_address = 100000
"""

# On a busy machine everything takes longer.
SECONDS_TO_START = 120
SECONDS_TO_END = 60


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """A server process with its database in a directory, unless another is named; `settings` are TOML.

    With variables for its environment the program is loaded anew; `in_earnest` it is started as an operator would.
    """

    def __init__(
        self,
        directory: Path,
        db: str | None = None,
        settings: str = "",
        environment: dict[str, str] | None = None,
        in_earnest: bool = False,
    ) -> None:
        self.directory = directory
        self.database = directory / "server.db"
        self.db = db or f"sqlite:///{self.database}"
        self.settings = settings
        self.environment = environment
        self.in_earnest = in_earnest
        self.clients: list[Client] = []
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        """Start it, again at the same address, and wait until it answers."""
        self.log = (self.directory / "server.log").open("ab")
        where = ["--port", str(self.port), "--db", self.db]
        config = self.directory / "settings.toml"
        config.write_text(self.settings + ("" if "[limits]" in self.settings else GENEROUS), encoding="utf-8")
        where += ["--config", str(config)]
        self.process = fork(["serve", "--no-browser", *where], self.log.fileno(), self.environment, self.in_earnest)
        until = time.monotonic() + SECONDS_TO_START
        while self.process.poll() is None and time.monotonic() < until:
            connection = HTTPConnection("127.0.0.1", self.port, timeout=SECONDS_TO_START)
            with closing(connection), suppress(OSError, HTTPException):
                connection.request("GET", "/static/styles/theme.css")
                connection.getresponse().read()
                return
            time.sleep(0.05)
        raise RuntimeError(f"The server did not start: {self.told()}")

    def told(self) -> str:
        """What it wrote into its log."""
        return (self.directory / "server.log").read_text(encoding="utf-8")

    def children(self) -> list[int]:
        """The processes that it has started, by any of its threads."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for thread in threads for pid in thread.read_text(encoding="ascii").split()]

    def kill(self) -> None:
        """End it as a power cut would."""
        self._close_clients()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()

    def stop(self) -> int:
        """End it in good order; its exit code."""
        self._close_clients()
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(SECONDS_TO_END)
        finally:
            self.process.kill()
            self.log.close()

    def _close_clients(self) -> None:
        for client in self.clients:
            client.close()
        self.clients = []

    def guest(self, known_as: str | None = None) -> Client:
        """A guest of this server, for as long as it runs."""
        self.clients.append(Client(self.url, known_as))
        return self.clients[-1]

    def cookie(self, client: Client) -> str:
        """The cookie by which the server knows a guest, for connections that the client does not make."""
        return "; ".join(f"{name}={value}" for name, value in client._http.cookies.items())


def in_order(view: View) -> View:
    """A view with its pieces sorted, because changes do not keep their order."""
    return replace(view, pieces=tuple(sorted(view.pieces, key=lambda piece: piece.id)))
