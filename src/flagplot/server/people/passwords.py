"""Passwords: hashed with argon2id, in threads and few at once, because each takes a tenth of a second."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from flagplot.server.errors import NotNow, NotOffered

SHORTEST, LONGEST = 8, 200
AT_ONCE = 2
MOST_WAITING = 40

T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords."""

    def __init__(self) -> None:
        self._hasher = PasswordHasher(time_cost=3, memory_cost=64 * 1024, parallelism=1)
        self._threads = ThreadPoolExecutor(AT_ONCE, "passwords")
        self._waiting = 0
        self._nobodys = self._threads.submit(self._hasher.hash, secrets.token_urlsafe())

    async def hashed(self, password: str) -> str:
        """What is kept of a password."""
        return await self._in_thread(self._hasher.hash, password)

    async def is_right(self, kept: str | None, password: str) -> bool:
        """Whether a password is the one that was hashed; None, for nobody's, takes as long and is not."""
        if kept is None:
            await self._in_thread(self._verified, await asyncio.wrap_future(self._nobodys), password)
            return False
        return await self._in_thread(self._verified, kept, password)

    def is_outdated(self, kept: str) -> bool:
        """Whether a hash was made with other parameters than hashes are now."""
        return self._hasher.check_needs_rehash(kept)

    def _verified(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password[: LONGEST + 1])
        except (VerificationError, InvalidHashError):
            return False

    async def _in_thread(self, work: Callable[..., T], *args: str) -> T:
        if self._waiting >= MOST_WAITING:
            raise NotNow("Too many people are signing in right now. Try again in a few seconds.")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work, *args)
        finally:
            self._waiting -= 1

    def close(self) -> None:
        """Check no more."""
        self._threads.shutdown(wait=False, cancel_futures=True)


def check_password(password: str) -> None:
    """NotOffered when a password is too short or too long to be one."""
    if not SHORTEST <= len(password) <= LONGEST:
        raise NotOffered(f"A password must have {SHORTEST} to {LONGEST} characters.")
