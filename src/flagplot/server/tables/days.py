"""Games of the day: everybody gets the same game with the same dice, and one attempt at it.

The titles take turns. The seed comes from the date and a secret of the server, so that nobody can try the dice before.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, date, datetime, timedelta
from hashlib import blake2b
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, func, insert, select, update
from sqlalchemy.exc import IntegrityError

import flagplot
from flagplot.engine.game import Game
from flagplot.engine.match import Match
from flagplot.payloads import SeatWish
from flagplot.payloads_together import Daily, DayLadder, DayStanding, Outcome
from flagplot.players.newcomers import newcomers
from flagplot.players.ranks import ADMIRAL
from flagplot.server.errors import Conflict, NotOffered
from flagplot.server.storage.match_queries import Listed, now
from flagplot.server.storage.schema import day_games
from flagplot.server.tables.roster import Names, check_computer

ALREADY = "You have begun the game of this day already; one attempt counts."
SEALED_FOR = timedelta(days=7)  # nobody is told the dice of a day before, for others may still be playing
RANKS: Mapping[str, int] = {"won": 0, "drawn": 1, "lost": 2}


class DayGame(NamedTuple):
    """The game of a day: its set-up, and the seat that everybody has."""

    day: date
    game: Game[Any]
    scenario: str
    options: Mapping[str, bool | int]
    seat: str
    opponent: SeatWish

    @property
    def title(self) -> str:
        """The game, and the scenario where there are several."""
        game = self.game
        return game.title if len(game.scenarios) == 1 else f"{game.title}: {game.scenarios[self.scenario].title}"

    def begin(self, secret: bytes) -> Match[Any]:
        """The match, with the same dice for everybody."""
        seed = blake2b(self.day.isoformat().encode(), key=secret, person=b"game of the day", digest_size=32).digest()
        return flagplot.new(self.game.slug, self.scenario, seed, self.options)

    def seats(self, match: Match[Any]) -> dict[str, SeatWish]:
        """The players of all seats: the person on one side, computers on the others."""
        side = self.game.seat(self.seat).side
        return {seat: "me" if self.game.seat(seat).side == side else self._computer(seat) for seat in match.seats}

    def _computer(self, seat: str) -> SeatWish:
        """The computer player of a seat; no admiral, because what he finds depends on the machine and its load."""
        opponent: SeatWish = "captain" if self.opponent == ADMIRAL else self.opponent
        try:
            check_computer(self.game, seat, opponent)
        except NotOffered:
            return "midshipman"
        return opponent


def today() -> date:
    """The day by Greenwich, so that it is the same everywhere."""
    return datetime.now(UTC).date()


def game_of(day: date) -> DayGame:
    """The game of a day: the titles take turns, each in the middle one of its difficulties."""
    games = flagplot.games()
    game = games[day.toordinal() % len(games)]
    told = newcomers(game)
    seat = told.first_game.seat if told.first_game else game.seat_ids()[0]
    if not told.difficulties:
        return DayGame(day, game, game.read_scenario(None), {}, seat, "captain")
    middle = told.difficulties[len(told.difficulties) // 2]
    return DayGame(day, game, game.read_scenario(middle.scenario), middle.options, seat, middle.opponent)


def opens_on(day: str | None) -> date | None:
    """When the seed of a game of that day may be known; None where it may be known now, or the game is of no day."""
    opening = date.fromisoformat(day) + SEALED_FOR if day else None
    return opening if opening and today() < opening else None


def read_day(text: str | None) -> date:
    """A day as it stands in an address, today if there is none; NotOffered for one that has not come."""
    if text is None:
        return today()
    try:
        day = date.fromisoformat(text)
    except ValueError:
        raise NotOffered("A day is written as 2026-05-24.") from None
    if not date(2020, 1, 1) <= day <= today():
        raise NotOffered("There are games of the day from 2020 until today.")
    return day


# Attempts


def begin(connection: Connection, listed: Listed) -> None:
    """Note who begins a game of the day; Conflict for a second attempt."""
    guest = next(holder.guest for holder in listed.holders.values() if holder.guest)
    row = {"day": listed.company.sheet.day, "guest": guest, "match_id": listed.id}
    try:
        connection.execute(insert(day_games), row)
    except IntegrityError:
        raise Conflict(ALREADY) from None


def finish(connection: Connection, listed: Listed, moves: int) -> None:
    """Note how an attempt ended, once."""
    game, result = flagplot.game(listed.game), listed.summary.result
    side = next(game.seat(seat).side for seat, holder in listed.holders.items() if holder.guest)
    outcome: Outcome = "lost"
    if result and result.winner == side:
        outcome = "won"
    elif result and result.winner is None and result.rule:
        outcome = "drawn"
    own = (day_games.c.match_id == listed.id) & day_games.c.outcome.is_(None)
    values = {"outcome": outcome, "score": _score(result.score, side) if result else None}
    connection.execute(update(day_games).where(own).values(**values, moves=moves, finished=now()))


def _score(scores: Mapping[str, int], side: str) -> int | None:
    """By how much a side is ahead, or what it has where nobody else counts."""
    if side not in scores:
        return None
    return scores[side] - max((score for other, score in scores.items() if other != side), default=0)


def attempt_of(connection: Connection, day: date, guest: str) -> Row[Any] | None:
    """What is kept of somebody's attempt."""
    query = select(day_games).where(day_games.c.day == day.isoformat(), day_games.c.guest == guest)
    return connection.execute(query).one_or_none()


def attempts(connection: Connection, day: date) -> tuple[list[Row[Any]], int]:
    """The attempts at a day's game that are over, and how many are not."""
    of_day = day_games.c.day == day.isoformat()
    going_on = select(func.count()).where(of_day, day_games.c.outcome.is_(None))
    rows = list(connection.execute(select(day_games).where(of_day, day_games.c.outcome.is_not(None))))
    return rows, connection.scalar(going_on) or 0


# As they are shown


def daily(one: DayGame, attempt: Row[Any] | None) -> Daily:
    """The game of the day for somebody."""
    seat = one.game.seat(one.seat).name
    match = attempt.match_id if attempt else None
    return Daily(
        one.day.isoformat(), one.game.slug, one.title, seat, match, bool(attempt and attempt.outcome is not None)
    )


def ladder(one: DayGame, rows: list[Row[Any]], playing: int, guest: str | None, names: Names) -> DayLadder:
    """How everybody did: victories first, then by score, then whoever needed fewer moves."""
    placed = sorted(rows, key=_place)
    standings = tuple(
        DayStanding(
            1 + next(index for index, other in enumerate(placed) if _place(other)[:3] == _place(row)[:3]),
            names(row.guest),
            row.guest == guest,
            row.outcome,
            row.score,
            row.moves,
        )
        for row in placed
    )
    before = date.fromordinal(one.day.toordinal() - 1).isoformat()
    after = date.fromordinal(one.day.toordinal() + 1).isoformat() if one.day < today() else None
    return DayLadder(
        one.day.isoformat(),
        one.game.slug,
        one.title,
        one.game.seat(one.seat).name,
        standings,
        playing,
        before,
        after,
    )


def _place(row: Row[Any]) -> tuple[int, int, int, str]:
    score = row.score if row.score is not None else -(10**9)
    return RANKS[row.outcome], -score, row.moves, row.finished
