"""A server in a process of its own, for tests that need the real thing."""

from __future__ import annotations

import os
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


def free_port() -> int:
    """A port on which nobody listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


class RunningServer:
    """A server process with its database in a directory."""

    def __init__(self, directory: Path, **environment: str) -> None:
        self.directory = directory
        self.database = directory / "server.db"
        self.environment = environment
        self.clients: list[Client] = []
        self.start()

    def start(self) -> None:
        """Start it, and wait until it answers."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.log = (self.directory / "server.log").open("ab")
        where = ["--port", str(self.port), "--db", f"sqlite:///{self.database}"]
        self.process = subprocess.Popen(
            [sys.executable, "-m", "flagplot.cli", "serve", "--no-browser", *where],
            stdout=self.log,
            stderr=self.log,
            env={**os.environ, **self.environment},
        )
        for _ in range(400):
            try:
                httpx.get(f"{self.url}/api/games")
                return
            except httpx.TransportError:
                time.sleep(0.05)
        raise RuntimeError(f"The server did not start: {self.told()}")

    def told(self) -> str:
        """What it wrote into its log."""
        return (self.directory / "server.log").read_text(encoding="utf-8")

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


def in_order(view: View) -> View:
    """A view with its pieces sorted, because changes do not keep their order."""
    return replace(view, pieces=tuple(sorted(view.pieces, key=lambda piece: piece.id)))
