"""A server in a process of its own, for tests that need the real thing."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path

import httpx

from flagplot.client import Client
from flagplot.engine.view import View

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


# However the tests end, no server is left behind.
ENDS_WITH_THE_TESTS = ["setpriv", "--pdeathsig", "TERM", "--"] if shutil.which("setpriv") else []


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """A server process with its database in a directory, unless another is named; `settings` are TOML."""

    def __init__(self, directory: Path, db: str | None = None, settings: str = "", **environment: str) -> None:
        self.directory = directory
        self.database = directory / "server.db"
        self.db = db or f"sqlite:///{self.database}"
        self.settings = settings
        self.environment = environment
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
        self.process = subprocess.Popen(
            [*ENDS_WITH_THE_TESTS, sys.executable, "-m", "flagplot.cli", "serve", "--no-browser", *where],
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, **self.environment},
        )
        for _ in range(1200):
            try:
                httpx.get(f"{self.url}/api/games")
                return
            except httpx.TransportError:
                if self.process.poll() is not None:
                    break
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
            return self.process.wait(15)
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
