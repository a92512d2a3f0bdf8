"""Quotas: how many games that are not over one person may have."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import Connection, func, select

from flagplot.server.errors import QuotaReached
from flagplot.server.settings import Settings
from flagplot.server.storage import people_queries
from flagplot.server.storage.schema import matches, seats


class Quotas:
    """Looks, in the transaction that gives somebody one more game, whether they may have it."""

    def __init__(self, settings: Settings) -> None:
        self._of_guest = settings.limits.running_games_per_guest
        self._of_account = settings.limits.running_games_per_account
        self._can_claim = settings.sign_up

    def check(self, connection: Connection, people: Collection[str]) -> None:
        """QuotaReached when one of these people has as many running games as one may have."""
        for guest in people:
            has_account = people_queries.account_of(connection, guest) is not None
            most = self._of_account if has_account else self._of_guest
            if _running_games(connection, guest) < most:
                continue
            if len(people) > 1:
                raise QuotaReached(
                    "One of the players already has the largest number of running games that this server allows."
                )
            whose = "as one may have here" if has_account else "as you may have without an account"
            way_out = ", or claim a name" if self._can_claim and not has_account else ""
            raise QuotaReached(f"You have as many running games {whose}, {most}; end or delete one first{way_out}.")


def _running_games(connection: Connection, guest: str) -> int:
    """In how many games that are not over somebody has a seat."""
    theirs = (seats.c.match_id == matches.c.id) & (seats.c.guest == guest)
    query = select(func.count(matches.c.id.distinct())).select_from(matches).join(seats, theirs).where(~matches.c.over)
    return connection.scalar(query) or 0
