"""Commands of an operator, run as the shell would run them."""

from __future__ import annotations

import time
from collections.abc import Callable

Run = Callable[..., tuple[int, str, str]]  # exit code, what it printed, what it complained of


def refused(told: tuple[int, str, str], *parts: str) -> None:
    """It was refused with one sentence."""
    code, out, err = told
    assert (code, out) == (2, "")
    assert err.startswith("flagplot: ")
    assert err.count("\n") == 1
    for part in parts:
        assert part in err


def until(holds: Callable[[], bool]) -> None:
    """Wait for what a server does when it has heard of a command."""
    deadline = time.monotonic() + 120
    while not holds():
        assert time.monotonic() < deadline
        time.sleep(0.05)
