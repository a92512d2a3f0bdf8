"""A SQLite database is for one process to change, because others would not hear of it.

Who has it holds a lock on a file beside it, which the system takes away from a process that dies.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from flagplot.server.errors import ServerTrouble
from flagplot.server.storage.opening import file_of


@contextmanager
def sole_use(url: str) -> Iterator[None]:
    """While only this process may change a database; ServerTrouble when another has it already.

    PostgreSQL is for many: there this does nothing.
    """
    path = file_of(url)
    if path is None or sys.platform == "win32":  # there nothing keeps a second process away
        yield
        return
    beside = path.resolve().with_name(f"{path.resolve().name}.lock")
    lock = _locked(beside, path)
    try:
        yield
    finally:
        beside.unlink(missing_ok=True)  # as long as it is held, so that two never hold two of that name
        os.close(lock)


def _locked(beside: Path, path: Path) -> int:
    """The lock, as an open file."""
    import fcntl  # which Windows has not

    try:
        beside.parent.mkdir(parents=True, exist_ok=True)
        while True:
            lock = os.open(beside, os.O_RDONLY | os.O_CREAT, 0o600)
            try:
                fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                if os.path.samestat(os.fstat(lock), os.stat(beside)):
                    return lock
            except FileNotFoundError:
                pass  # who held it before has just removed it
            except BlockingIOError:
                os.close(lock)
                raise ServerTrouble(
                    f"Another process is using the database {path}, perhaps a server. Stop it first: only one process "
                    "can use an SQLite database."
                ) from None
            os.close(lock)
    except OSError as error:
        raise ServerTrouble(f"Flagplot cannot write beside the database {path}: {error.strerror}.") from None
