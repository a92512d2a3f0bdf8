"""Starting the server: one process, its address printed and opened; and ending it in good order."""

from __future__ import annotations

import asyncio
import gc
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress

from litestar import Litestar

from flagplot.games import all_that_load
from flagplot.server.app import create_app
from flagplot.server.errors import ServerTrouble
from flagplot.server.middleware import Middleware
from flagplot.server.operating import logs
from flagplot.server.settings import Settings
from flagplot.server.storage import opening
from flagplot.server.storage.sole_use import sole_use
from flagplot.server.wire import Server

if sys.platform == "win32":
    from asyncio import run
else:
    from uvloop import run  # a move costs a tenth less than with the loop of asyncio itself

SECONDS_TO_HANG_UP = 2.0  # for pages that are told that the server closes
SECONDS_TO_SEND = 4.0  # for letters that somebody waits for
SECONDS_TO_FINISH = 10.0  # for requests under way
YOUNG_OBJECTS = 20_000  # so many more than before, and it is looked which of them nobody needs

logger = logging.getLogger(__name__)


def serve(host: str, port: int, db_url: str | None, settings: Settings, open_browser: bool) -> None:
    """Serve until interrupted; ServerTrouble, in one sentence, when that cannot be.

    Where no database is named, it is the one in the user's data directory.
    """
    _check_free(host, port)
    url = opening.default_url() if db_url is None else db_url
    with sole_use(url):
        _serve_from(url, host, port, settings, open_browser)


def _serve_from(url: str, host: str, port: int, settings: Settings, open_browser: bool) -> None:
    requests = logs.set_up(settings.logs.format if settings.logs else None)
    app = create_app(url, settings)
    middleware = Middleware(app, requests.note if requests else None, settings)
    server = Server(middleware, host, port, settings.limits.arrival_seconds)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}/"
    for slug, trouble in all_that_load()[1].items():
        print(f"flagplot: cannot load {slug}. {trouble}", file=sys.stderr)
    gc.collect()
    gc.freeze()  # what is loaded now stays; to look through it again and again would hold up every game
    gc.set_threshold(YOUNG_OBJECTS)  # nearly all that a request makes goes away by itself
    try:
        with suppress(KeyboardInterrupt):
            run(_serve(app, middleware, server, address, open_browser))
    finally:
        if requests:
            requests.write()


async def _serve(app: Litestar, middleware: Middleware, server: Server, address: str, open_browser: bool) -> None:
    asked = asyncio.Event()

    def stop() -> None:
        if asked.is_set():
            os._exit(1)  # whoever asks twice does not want to wait
        asked.set()

    loop = asyncio.get_running_loop()
    for name in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(name, stop)
    if sys.platform != "win32" and signal.getsignal(signal.SIGHUP) != signal.SIG_IGN:
        loop.add_signal_handler(signal.SIGHUP, asked.set)  # the terminal is gone, which is not a reason to hurry
    print(f"Flagplot is at {address} (Ctrl-C ends it).", flush=True)
    if open_browser and _has_screen():
        threading.Timer(0.3, webbrowser.open, [address]).start()
    serving = asyncio.create_task(server.serve())
    asking = asyncio.create_task(asked.wait())
    await asyncio.wait([serving, asking], return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        raise ServerTrouble("The server ended by itself; what it wrote before tells why.")
    await _close(app, middleware, server, serving)


async def _close(app: Litestar, middleware: Middleware, server: Server, serving: asyncio.Task[None]) -> None:
    """Answer the pages that wait, hang up, finish what is being done, and end."""
    logger.info("The server is shutting down.")
    services = app.state.get("services")
    if services:
        services.hang_up()
    await middleware.see_out(SECONDS_TO_HANG_UP)
    if services:
        await services.finish_letters(SECONDS_TO_SEND)
    server.stop()
    await asyncio.wait([serving], timeout=SECONDS_TO_FINISH)
    if not serving.done():
        logger.warning("Cutting off requests that did not finish within %s seconds.", SECONDS_TO_FINISH)
        if services:
            services.close()


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
        raise ServerTrouble(f"{port} is not a port. Expected a number from 1 to 65535.") from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise ServerTrouble(
            f"The server cannot listen at {host} port {port} ({reason}). Choose another with --port or --host."
        ) from None
