"""Starting the server: one process, its address printed and opened."""

from __future__ import annotations

import asyncio
import gc
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

from granian.constants import Interfaces
from granian.log import LogLevels
from granian.server.embed import Server
from litestar import Litestar

import flagplot
from flagplot.server import storage
from flagplot.server.app import create_app
from flagplot.server.errors import ServerTrouble

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run  # a move costs a tenth less than with the loop of asyncio itself


def serve(host: str, port: int, db_url: str | None, open_browser: bool) -> None:
    """Serve until interrupted; ServerTrouble, in one sentence, when that cannot be.

    Where no database is named, it is the one in the user's data directory.
    """
    _check_free(host, port)
    app = create_app(db_url or storage.default_url())
    server = Server(
        app,
        host,
        port,
        interface=Interfaces.ASGI,
        log_enabled=False,
        log_level=LogLevels.warning,
        backlog=1024,
        runtime_threads=1,
    )
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    flagplot.games()
    gc.collect()
    gc.freeze()  # what is loaded now stays; to look through it again and again would hold up every game
    with suppress(KeyboardInterrupt):
        run(_serve(app, server, address, open_browser))


async def _serve(app: Litestar, server: Server, address: str, open_browser: bool) -> None:
    loop = asyncio.get_running_loop()

    def stop() -> None:
        app.state.desk.matches.close()  # pages that wait for news are answered, so that none holds the server up
        server.stop()  # type: ignore[no-untyped-call]

    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    print(f"Flagplot is at {address} (Ctrl-C ends it).", flush=True)
    if open_browser and _has_screen():
        threading.Timer(0.3, webbrowser.open, [address]).start()
    await server.serve()


def _has_screen() -> bool:
    """Whether a browser would open a window, and not take over the terminal."""
    return sys.platform in ("darwin", "win32") or bool({"DISPLAY", "WAYLAND_DISPLAY"} & os.environ.keys())


def _check_free(host: str, port: int) -> None:
    """ServerTrouble when nothing can listen there."""
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            probe.bind((host, port))
    except OverflowError:
        raise ServerTrouble(f"{port} is no port; expected is a number from 1 to 65535.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ServerTrouble(
            f"The server cannot listen at {host} port {port} ({reason}); name another with --port or --host."
        ) from None
