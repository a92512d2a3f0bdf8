"""The ladders: how good people and computer players are at a game, whichever seat they had.

A side is its players together with their seats. Seats have ratings of their own, so whoever wins from the better seat
gains less. In a game with seats of one side only, the opponent of each who plays there is the game itself, which wins
when they give it up. openskill's Plackett-Luce model does the sums.
"""

from __future__ import annotations

import functools
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from openskill.models import PlackettLuce, PlackettLuceRating
from sqlalchemy import Connection, insert, select, text, update

import flagplot
from flagplot.engine.game import Game
from flagplot.payloads_together import Ladder, SeatStanding, Standing
from flagplot.players.ranks import COMPUTERS
from flagplot.server.storage.match_queries import Holder, now
from flagplot.server.storage.opening import POSTGRESQL
from flagplot.server.storage.schema import rated_games, ratings
from flagplot.server.tables.roster import Names

SHOWN_TIMES = 40  # a rating on the page is so many times the model's, so that people can tell players apart
SHOWN_FROM = 1000
THE_GAME = "the game"
WON, DRAWN, LOST = "won", "drawn", "lost"

BEGINNINGS = Path(__file__).parent / "beginnings.toml"  # written by tools/rate_computers.py

MODEL = PlackettLuce()
ONE_AT_A_TIME = text("SELECT pg_advisory_xact_lock(hashtext('ladder ' || :game))")  # all games rate the seats


class Newcomer(NamedTuple):
    """A row of the ladder for one who has not played here yet."""

    who: str
    mu: float
    sigma: float
    won: int = 0
    drawn: int = 0
    lost: int = 0


def seat_key(seat: str) -> str:
    """The name under which a seat is rated."""
    return f"seat {seat}"


def who_played(game: Game[Any], holders: Mapping[str, Holder]) -> dict[str, str] | None:
    """The rated players by their seats; None when somebody is missing or plays against themselves."""
    played = {seat: holder.player if holder.player in COMPUTERS else holder.guest for seat, holder in holders.items()}
    players = {seat: player for seat, player in played.items() if player}
    on_sides = {(player, game.seat(seat).side) for seat, player in players.items()}
    if len(players) < len(holders) or len(on_sides) > len(set(players.values())):
        return None
    return players


def rate(
    connection: Connection,
    game: str,
    match_id: str,
    holders: Mapping[str, Holder],
    winner: str | None,
    is_given_up: bool = False,
) -> None:
    """Take the result of a game into account, once; given up is one that people ended before its rules did."""
    rules = flagplot.game(game)
    players = who_played(rules, holders)
    if players is None:
        return
    if connection.dialect.name == POSTGRESQL:
        connection.execute(ONE_AT_A_TIME, {"game": game})
    row = {"match_id": match_id, "game": game, "players": msgspec.json.encode(players).decode(), "at": now()}
    known = connection.scalar(select(rated_games.c.match_id).where(rated_games.c.match_id == match_id))
    if known is not None:
        return
    connection.execute(insert(rated_games), {**row, "winner": winner})
    sides: dict[str, list[str]] = {}
    for seat, player in players.items():
        sides.setdefault(rules.seat(seat).side, []).extend([player, seat_key(seat)])
    if len(sides) > 1:
        _rate_sides(connection, game, sides, winner)
        return
    (side,) = sides
    is_drawn = winner is None and not is_given_up
    for player in dict.fromkeys(players.values()):
        alone = {side: [player], THE_GAME: [THE_GAME]}
        _rate_sides(connection, game, alone, None if is_drawn else side if winner == side else THE_GAME)


def _rate_sides(connection: Connection, game: str, sides: Mapping[str, list[str]], winner: str | None) -> None:
    known = _ratings(connection, game, [who for side in sides.values() for who in side])
    teams = [[known[who] for who in side] for side in sides.values()]
    ranks = [_rank(side, winner) for side in sides]
    for (side, rated), team in zip(sides.items(), MODEL.rate(teams, ranks=ranks), strict=True):
        for who, rating in zip(rated, team, strict=True):
            _keep(connection, game, who, rating, _outcome(side, winner))


def _rank(side: str, winner: str | None) -> float:
    """1 for the winner, 2 for the others; all the same when nobody won."""
    return 1 if winner is None or side == winner else 2


def _outcome(side: str, winner: str | None) -> str:
    if winner is None:
        return DRAWN
    return WON if side == winner else LOST


def _ratings(connection: Connection, game: str, whom: list[str]) -> dict[str, PlackettLuceRating]:
    rows = connection.execute(select(ratings).where(ratings.c.game == game, ratings.c.who.in_(whom)))
    known = {row.who: MODEL.rating(mu=row.mu, sigma=row.sigma) for row in rows}
    beginning = beginnings().get(game, {})
    return {who: known.get(who) or _at_first(beginning.get(who)) for who in whom}


def _at_first(start: tuple[float, float] | None) -> PlackettLuceRating:
    return MODEL.rating(mu=start[0], sigma=start[1]) if start else MODEL.rating()


@functools.cache
def beginnings() -> dict[str, dict[str, tuple[float, float]]]:
    """By game: how good computer players, seats and the game itself are, from games among themselves."""
    return msgspec.toml.decode(BEGINNINGS.read_bytes(), type=dict[str, dict[str, tuple[float, float]]])


def _keep(connection: Connection, game: str, who: str, rating: PlackettLuceRating, outcome: str) -> None:
    values: dict[str, Any] = {"mu": rating.mu, "sigma": rating.sigma, "changed": now()}
    one = (ratings.c.game == game) & (ratings.c.who == who)
    counted = {outcome: ratings.c[outcome] + 1}
    if connection.execute(update(ratings).where(one).values({**values, **counted})).rowcount == 0:
        counts = {WON: 0, DRAWN: 0, LOST: 0, outcome: 1}
        connection.execute(insert(ratings), {"game": game, "who": who, **values, **counts})


def standings(connection: Connection, game: str) -> list[Any]:
    """All rows of a game's ladder, the best first; computer players stand there before they have met anybody."""
    rows: list[Any] = list(connection.execute(select(ratings).where(ratings.c.game == game)))
    known = {row.who for row in rows}
    rows += [Newcomer(who, *start) for who, start in beginnings().get(game, {}).items() if who not in known]
    return sorted(rows, key=lambda row: (row.mu - 3 * row.sigma, row.who), reverse=True)


def ladder(game: Game[Any], rows: list[Any], guest: str | None, names: Names) -> Ladder:
    """The ladder of a game as it is shown."""
    aside = {seat_key(seat.id): seat.name for seat in game.seats} | {THE_GAME: game.title}
    players = [row for row in rows if row.who not in aside]
    return Ladder(
        game.slug,
        game.title,
        tuple(
            Standing(
                rank,
                row.who.capitalize() if row.who in COMPUTERS else names(row.who),
                row.who if row.who in COMPUTERS else "person",
                row.who == guest,
                SHOWN_FROM + round(SHOWN_TIMES * (row.mu - 3 * row.sigma)),
                round(row.mu, 2),
                round(row.sigma, 2),
                row.won,
                row.drawn,
                row.lost,
            )
            for rank, row in enumerate(players, start=1)
        ),
        tuple(
            SeatStanding(row.who, aside[row.who], round(row.mu, 2), round(row.sigma, 2))
            for row in rows
            if row.who in aside
        ),
    )
