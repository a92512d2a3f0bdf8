"""Limits: how often one address, or one person, may do what could be done to harm others."""

from __future__ import annotations

import hmac
import time
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from math import ceil
from typing import Literal, NamedTuple

from sqlalchemy import Connection

from flagplot.server import settings
from flagplot.server.errors import Refused
from flagplot.server.storage import people_queries
from flagplot.server.storage.database import Database
from flagplot.server.storage.people_queries import ahead

Kind = Literal["account", "newcomer", "creation", "upload", "chat", "mail"]
# Done so often that nothing may be written for it
Frequent = Literal["read", "refusal", "hint", "odds", "analysis", "plot"]

ADDRESS_SHARE = 3  # people behind one address, each of whom may mistype
NAME_SHARE = 10  # so that a stranger cannot lock somebody out who comes from elsewhere
LONGEST_WAIT = timedelta(days=1)
REMEMBERED = timedelta(days=1)  # the waits of so long make the next one longer
MOST_TALLIES = 50_000  # in memory; those whose time is over go first

UNITS = (("hour", 3600), ("minute", 60), ("second", 1))
WHAT = {
    "account": "Too many accounts were made from your address",
    "newcomer": "Too many new guests came from your address",
    "creation": "You have begun too many games in a short time",
    "upload": "You have sent too many saved games in a short time",
    "chat": "You have sent too many messages in a short time",
    "mail": "Too many mails were requested",
    "read": "You have read too much in a short time",
    "refusal": "Too many of your requests were refused in a short time",
    "hint": "You have asked for too many hints in a short time",
    "odds": "You have asked for too many odds in a short time",
    "analysis": "You have asked for too many analyses in a short time",
    "plot": "You have asked for too many search plots in a short time",
}


class TooMany(Refused):
    """Too often in too short a time."""

    status = 429

    def __init__(self, kind: str, what: str, seconds: int) -> None:
        super().__init__(f"{what}; try again in {in_words(seconds)}.")
        self.reason = f"limit_{kind}"
        self.seconds = seconds


class Login(NamedTuple):
    """A count of attempts to sign in: its key, and how many are free."""

    key: str
    times: int


@dataclass(slots=True)
class Tally:
    """How often something was done, until the count begins anew."""

    count: int
    until: float


class Limits:
    """Counts in the database, so that several processes count together; names and addresses are not kept in clear.

    What is frequent is counted in memory, by each process for itself.
    """

    def __init__(self, database: Database, limits: settings.Limits) -> None:
        self._database = database
        self._key = _key(database.secret)
        self._logins = limits.logins
        self._rates: dict[Kind, settings.Rate] = {
            "account": limits.accounts,
            "newcomer": limits.newcomers,
            "creation": limits.creations,
            "upload": limits.uploads,
            "chat": limits.chat_lines,
            "mail": limits.mails,
        }
        self._frequent: dict[Frequent, settings.Rate] = {
            "read": limits.reads,
            "refusal": limits.reads,
            "hint": limits.hints,
            "odds": limits.odds,
            "analysis": limits.analyses,
            "plot": limits.hints,
        }
        self._tallies: dict[tuple[Frequent, str], Tally] = {}

    async def count(self, kind: Kind, who: str) -> None:
        """Somebody does something that is limited; TooMany, saying when it can be done again."""
        rate = self._rates[kind]
        period = timedelta(minutes=rate.minutes)
        count, until = await self._database.write(people_queries.count_attempt, self._named(kind, who), period)
        if count > rate.times:
            raise TooMany(kind, WHAT[kind], _seconds_to(until))

    def tally(self, kind: Frequent, who: str, times: int = 1) -> None:
        """Somebody does something frequent, so many times at once; TooMany when that is too often."""
        rate = self._frequent[kind]
        moment = time.monotonic()
        found = self._tallies.get((kind, who))
        if found is None or found.until <= moment:
            self._make_room(moment)
            found = self._tallies[kind, who] = Tally(0, moment + 60 * rate.minutes)
        found.count += min(times, rate.times)
        if found.count > rate.times:
            raise TooMany(kind, WHAT[kind], ceil(found.until - moment))

    def check(self, kind: Frequent, who: str) -> None:
        """TooMany when somebody has done something too often; this does not count."""
        found = self._tallies.get((kind, who))
        if found is not None and found.count > self._frequent[kind].times:
            seconds = ceil(found.until - time.monotonic())
            if seconds > 0:
                raise TooMany(kind, WHAT[kind], seconds)

    def _make_room(self, moment: float) -> None:
        if len(self._tallies) >= MOST_TALLIES:
            self._tallies = {key: tally for key, tally in self._tallies.items() if tally.until > moment}
            if len(self._tallies) >= MOST_TALLIES:
                self._tallies.clear()

    async def sign_in(self, name: str, address: str) -> None:
        """Somebody tries a password; TooMany after too many, and each time it happens the wait is longer."""
        until = await self._database.write(self._tried, self._login_counts(name, address))
        if until is not None:
            raise TooMany("login", "There were too many attempts to sign in", _seconds_to(until))

    def _tried(self, connection: Connection, counts: Sequence[Login]) -> str | None:
        """Count an attempt; until when none is allowed, if so."""
        period = timedelta(minutes=self._logins.minutes)
        barred = []
        for key, times in counts:
            count, until = people_queries.count_attempt(connection, key, period)
            if count == times + 1:
                waits, _ = people_queries.count_attempt(connection, f"{key}+", REMEMBERED)
                until = ahead(min(period * 2 ** min(waits - 1, 20), LONGEST_WAIT))
                people_queries.extend_attempts(connection, key, until)
            if count > times:
                barred.append(until)
        return max(barred, default=None)

    async def signed_in(self, name: str, address: str) -> None:
        """The password was right: what was mistyped before is forgotten."""
        await self._database.write(self._forgive, self._login_counts(name, address))

    def _forgive(self, connection: Connection, counts: Sequence[Login]) -> None:
        own, _, of_name = counts
        people_queries.clear_attempts(connection, [own.key, f"{own.key}+"])
        people_queries.uncount_attempt(connection, of_name.key)

    def _login_counts(self, name: str, address: str) -> list[Login]:
        times = self._logins.times
        return [
            Login(f"{self._named('login', name)}:{_hashed(address, self._key)}", times),
            Login(self._named("login-address", address), times * ADDRESS_SHARE),
            Login(self._named("login-name", name), times * NAME_SHARE),
        ]

    def _named(self, kind: str, who: str) -> str:
        return f"{kind}:{_hashed(who, self._key)}"


def forgive(connection: Connection, secret: bytes, name: str) -> None:
    """Forget every attempt to sign in as somebody, wherever it came from."""
    hashed = _hashed(name, _key(secret))
    for kind in ("login", "login-name"):
        people_queries.clear_attempts_beginning(connection, f"{kind}:{hashed}")


def _key(secret: bytes) -> bytes:
    return hmac.digest(secret, b"limits", "sha256")


def _hashed(who: str, key: bytes) -> str:
    return blake2b(who.encode(errors="replace"), key=key, digest_size=16).hexdigest()


def _seconds_to(moment: str) -> int:
    return max(1, ceil((datetime.fromisoformat(moment) - datetime.now(UTC)).total_seconds()))


def in_words(seconds: int) -> str:
    """A time to wait, as one says it."""
    unit, length = next((unit, length) for unit, length in UNITS if seconds > length or length == 1)
    number = ceil(seconds / length)
    return f"{number} {unit}{'s' if number != 1 else ''}"
