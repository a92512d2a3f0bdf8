"""Servers forked from a process that has loaded the program once, because to load it takes most of a start.

`python -m tests.server.forks` is that process. Worker processes of a server import this module again as their main
one, so it loads the program in `main` and not at its top.
"""

from __future__ import annotations

import atexit
import ctypes
import json
import os
import select
import signal
import socket
import subprocess
import sys
from contextlib import suppress
from functools import cache
from typing import TYPE_CHECKING
from unittest import mock

if TYPE_CHECKING:
    import argon2

    from flagplot.server.tables.thinking import Workers

PR_SET_PDEATHSIG = 1  # of Linux: which signal a process gets when the one that forked it ends
LONGEST_REQUEST = 100_000


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

    def send_signal(self, number: int) -> None:
        """Send it a signal, unless it has ended."""
        if self.poll() is None:
            with suppress(ProcessLookupError):  # it has ended since, and its exit code is on the way
                os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)


def fork(arguments: list[str], log: int, anew: dict[str, str] | None = None) -> Forked:
    """Run `flagplot` with these arguments in a process of its own that writes into a file.

    With `anew`, which are variables of its environment, the program is loaded anew, as an operator's would be. Else it
    saves time: passwords are hashed with little effort, and worker processes start when they are needed.
    """
    ours, theirs = socket.socketpair()
    request = json.dumps([arguments, anew]).encode()
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
    import flagplot
    from flagplot import cli
    from flagplot.server import run  # noqa: F401
    from flagplot.server.people import passwords
    from flagplot.server.tables.thinking import Workers

    flagplot.games()
    mock.patch.object(passwords, "PasswordHasher", _hasher_of_little_effort).start()
    mock.patch.object(Workers, "warm_up", _start_no_worker).start()
    requests = socket.socket(fileno=os.dup(0))
    children, wake = socket.socketpair()
    wake.setblocking(False)
    signal.set_wakeup_fd(wake.fileno())
    signal.signal(signal.SIGCHLD, lambda *_: None)
    ends: dict[int, socket.socket] = {}
    while True:
        ready = select.select([requests, children], [], [])[0]
        if children in ready:
            children.recv(1000)
            _tell_ends(ends)
        if requests in ready:
            request, fds, *_ = socket.recv_fds(requests, LONGEST_REQUEST, 2)
            if not request:
                return 0
            log, end = fds
            pid = os.fork()
            if not pid:
                arguments, anew = json.loads(request)
                _become_a_process_of_its_own(log)
                if anew is not None:
                    command = [sys.executable, "-m", "flagplot.cli", *arguments]
                    os.execve(sys.executable, command, {**os.environ, **anew})
                return cli.main(arguments)
            os.close(log)
            ends[pid] = socket.socket(fileno=end)
            ends[pid].send(b"%d" % pid)


def _tell_ends(ends: dict[int, socket.socket]) -> None:
    for pid in [*ends]:
        ended, status = os.waitpid(pid, os.WNOHANG)
        if ended:
            with ends.pop(pid) as end:
                end.send(b"%d" % os.waitstatus_to_exitcode(status))


def _hasher_of_little_effort(**_: int) -> argon2.PasswordHasher:
    import argon2

    return argon2.PasswordHasher(time_cost=1, memory_cost=1024, parallelism=1)


async def _start_no_worker(workers: Workers) -> None:
    """They start one by one when there is work for them."""


def _become_a_process_of_its_own(log: int) -> None:
    """Let go of what belongs to the process that forks, and end with it."""
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
    signal.set_wakeup_fd(-1)
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    os.dup2(log, 1)
    os.dup2(log, 2)
    os.closerange(3, 1000)


if __name__ == "__main__":
    sys.exit(main())
