"""Guests: people without an account, known by a signed cookie."""

from __future__ import annotations

import hmac
import secrets
from collections.abc import Iterable
from hashlib import blake2b
from typing import Any

from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie

from flagplot.server import storage
from flagplot.server.database import Database
from flagplot.server.errors import NotOffered

COOKIE = "flagplot_guest"
ONE_YEAR = 365 * 24 * 3600
LONGEST_NAME = 30


class Guests:
    """The guests of this server."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._key = hmac.digest(database.secret, b"guest cookies", "sha256")
        self._names: dict[str, str] = {}

    def of(self, connection: ASGIConnection[Any, Any, Any, Any]) -> str | None:
        """The guest who sent a request; None for a newcomer, or when the cookie is not one that we signed."""
        guest, _, signature = connection.cookies.get(COOKIE, "").partition(".")
        return guest if guest and hmac.compare_digest(signature.encode(), self._signature(guest)) else None

    def newcomer(self) -> str:
        """A guest whom nobody knows yet."""
        return secrets.token_urlsafe(12)

    def cookie(self, guest: str, secure: bool) -> Cookie:
        """What the guest's browser keeps."""
        value = f"{guest}.{self._signature(guest).decode()}"
        return Cookie(COOKIE, value=value, httponly=True, samesite="lax", max_age=ONE_YEAR, path="/", secure=secure)

    def _signature(self, guest: str) -> bytes:
        return blake2b(guest.encode(), key=self._key, digest_size=24).hexdigest().encode()

    def name(self, guest: str) -> str:
        """The name of a guest who has been met, else the one that everybody begins with."""
        return (
            self._names.get(guest)
            or f"Guest {int.from_bytes(blake2b(guest.encode(), digest_size=2).digest()) % 9000 + 1000}"
        )

    async def meet(self, guests: Iterable[str]) -> None:
        """Look up the names of guests."""
        for guest in guests:
            if guest not in self._names:
                name = await self._database.read(storage.guest_name, guest)
                if name is not None:
                    self._names[guest] = name

    async def call(self, guest: str, name: str) -> None:
        """Give a guest a name."""
        name = " ".join(name.split())
        if not 1 <= len(name) <= LONGEST_NAME or not name.isprintable():
            raise NotOffered(f"A name has 1 to {LONGEST_NAME} characters that can be seen.")
        await self._database.write(storage.name_guest, guest, name)
        self._names[guest] = name

    async def keep(self, guest: str) -> None:
        """Write a guest down who takes a seat."""
        await self.meet([guest])
        if guest not in self._names:
            await self.call(guest, self.name(guest))
