"""Servers forked from a process that has loaded the program once, because to load it takes most of a start.

`python -m tests.server.forks` is that process; it forks the workers of these servers, too. With arguments it is
`flagplot` itself, loaded anew, which saves time as those servers do. Worker processes that are not forked import this
module again as their main one, so it loads the program in functions and not at its top.
"""

from __future__ import annotations

import atexit
import ctypes
import gc
import json
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from multiprocessing import Pipe
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, Any
from unittest import mock

if TYPE_CHECKING:
    import argon2
    from litestar import Litestar

    from flagplot.server.tables.thinking import Workers

STDERR = 2
PR_SET_PDEATHSIG = 1  # of Linux: which signal a process gets when the one that forked it ends
LONGEST_REQUEST = 100_000
LOOKS_EVERY = 1.0  # seconds from one look at what is due to the next


class Forked:
    """A forked process, used as one of `subprocess.Popen`."""

    def __init__(self, pid: int, end: socket.socket) -> None:
        self.pid = pid
        self._end = end  # where its exit code is told
        self._code: int | None = None

    def poll(self) -> int | None:
        """Its exit code, or None while it runs."""
        if self._code is None and select.select([self._end], [], [], 0)[0]:
            self._code = int(self._end.recv(20) or -signal.SIGTERM)  # nothing comes when the one that forks is gone
            self._end.close()
        return self._code

    def wait(self, timeout: float | None = None) -> int:
        """Its exit code, as soon as it has ended; `subprocess.TimeoutExpired` after so many seconds."""
        if self._code is None:
            select.select([self._end], [], [], timeout)
        code = self.poll()
        if code is None:
            raise subprocess.TimeoutExpired("flagplot", timeout or 0)
        return code

    def is_alive(self) -> bool:
        """Whether it runs."""
        return self.poll() is None

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended since, and its exit code is on the way
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def fork(arguments: list[str], log: int, environment: dict[str, str] | None = None, in_earnest: bool = False) -> Forked:
    """Run `flagplot` with these arguments in a process of its own that writes into a file.

    With variables for its environment the program is loaded anew; `in_earnest` does that, too, as an operator would.
    Else time is saved: passwords are hashed with little effort, worker processes start when they are needed, and the
    server looks more often for what is due.
    """
    ours, theirs = socket.socketpair()
    request = json.dumps([arguments, environment, in_earnest]).encode()
    with theirs:
        socket.send_fds(_forker(), [request], [log, theirs.fileno()])
    return Forked(int(ours.recv(20)), ours)


@cache
def _forker() -> socket.socket:
    """The connection to the process that forks; it ends, and with it all servers, when this process does."""
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        process = subprocess.Popen([sys.executable, "-m", "tests.server.forks"], stdin=theirs.fileno())

    @atexit.register
    def end() -> None:
        ours.close()
        process.wait()

    return ours


# In the process that forks


def main() -> int:
    """Fork a process for each request, and tell its exit code, until the tests are gone; return in each forked one."""
    _load()
    share_routes()
    requests = socket.socket(fileno=os.dup(0))
    of_servers, to_forker = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    children, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    gc.collect()
    gc.freeze()  # a forked process that looked through all of this would copy the memory that it shares
    ends: dict[int, socket.socket] = {}
    jobs: dict[socket.socket, Callable[..., int]] = {requests: _serve, of_servers: _work}
    while True:
        ready = select.select([children, *jobs], [], [])[0]
        if children in ready:
            children.recv(1000)
            _tell_ends(ends)
        for asked in jobs.keys() & ready:
            request, fds, *_ = socket.recv_fds(asked, LONGEST_REQUEST, 3)
            if not request:
                return 0
            *own, end = fds
            pid = os.fork()
            if not pid:
                return jobs[asked](to_forker, *own, *json.loads(request))
            for fd in own:
                os.close(fd)
            ends[pid] = socket.socket(fileno=end)
            ends[pid].send(b"%d" % pid)


def _tell_ends(ends: dict[int, socket.socket]) -> None:
    for pid in [*ends]:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with ends.pop(pid) as end, suppress(BrokenPipeError):  # nobody waits for the worker of a dead server
                end.send(b"%d" % os.waitstatus_to_exitcode(status))


def _load() -> None:
    """Load the program, with what it would load when it starts, and let it save time."""
    import anyio._backends._asyncio  # noqa: F401
    import uvicorn.protocols.websockets.websockets_sansio_impl  # noqa: F401

    import flagplot
    from flagplot import cli  # noqa: F401
    from flagplot.server import run  # noqa: F401
    from flagplot.server.people import notices, passwords
    from flagplot.server.tables import answering
    from flagplot.server.tables.thinking import Workers

    flagplot.games()
    mock.patch.object(passwords, "PasswordHasher", _hasher_of_little_effort).start()
    mock.patch.object(Workers, "warm_up", start_no_worker).start()
    for module in (notices, answering):
        mock.patch.object(module, "LOOKS_EVERY", LOOKS_EVERY).start()


def _hasher_of_little_effort(**_: int) -> argon2.PasswordHasher:
    import argon2

    return argon2.PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)


async def start_no_worker(workers: Workers) -> None:
    """They start one by one when there is work for them."""


def share_routes() -> None:
    """Make the routes of the application once, which takes half of a start."""
    from flagplot.server import app

    with mock.patch.object(app, "Database") as database:
        database.return_value.secret = b""
        shared = app.create_app("")

    def adopted(handlers: Any, *, lifespan: list[Any], state: Any, **same_for_all: Any) -> Litestar:
        shared._lifespan_managers[:] = lifespan
        shared.state = state
        return shared

    mock.patch.object(app, "Litestar", adopted).start()


# In a forked process


def _serve(to_forker: socket.socket, log: int, arguments: list[str], env: dict[str, str] | None, earnest: bool) -> int:
    """Be a server, or what else `flagplot` does."""
    if env is not None or earnest:
        module = "flagplot.cli" if earnest else "tests.server.forks"
        _become_a_process_of_its_own(log)
        os.execve(sys.executable, [sys.executable, "-m", module, *arguments], {**os.environ, **(env or {})})
    from flagplot import cli
    from flagplot.server.tables import thinking

    to_forker = socket.socket(fileno=_become_a_process_of_its_own(log, to_forker.detach()))

    class ForkedWorker(thinking.Worker):
        """A worker that is forked, too."""

        def __init__(self, megabytes: int) -> None:
            self._connection, theirs = Pipe()
            self._is_ready = False
            ours, end = socket.socketpair()
            request = json.dumps([os.getpid(), megabytes]).encode()
            with theirs, end:
                socket.send_fds(to_forker, [request], [theirs.fileno(), STDERR, end.fileno()])
            self._process = Forked(int(ours.recv(20)), ours)  # type: ignore[assignment]

    mock.patch.object(thinking, "Worker", ForkedWorker).start()
    return cli.main(arguments)


def _work(_: socket.socket, connection: int, log: int, server: int, megabytes: int) -> int:
    """Be a worker of a server."""
    from flagplot.server.tables import thinking

    def leave_with_the_server() -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        threading.Thread(target=_end_with, args=(server,), daemon=True).start()

    kept = _become_a_process_of_its_own(log, connection)
    with mock.patch.object(thinking, "_leave_with_the_server", leave_with_the_server):
        thinking._work(Connection(kept), megabytes)
    return 0


def _end_with(pid: int) -> None:
    """End as soon as another process has ended."""
    with suppress(ProcessLookupError):
        select.select([os.pidfd_open(pid)], [], [])
    os._exit(0)


def _become_a_process_of_its_own(log: int, kept: int | None = None) -> int:
    """Let go of what belongs to the process that forks, but for one file, and end with it; the file's new number."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    signal.signal(signal.SIGHUP, signal.SIG_DFL)  # also where the tests were started with nohup
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    first = 3
    if kept is not None:
        os.dup2(kept, first, inheritable=False)
        first += 1
    os.closerange(first, 1000)
    return 3


if __name__ == "__main__":
    if sys.argv[1:]:
        from flagplot import cli

        _load()
        sys.exit(cli.main(sys.argv[1:]))
    sys.exit(main())
