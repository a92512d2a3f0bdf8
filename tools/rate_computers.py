"""Lets computer players play among themselves and writes how good they are, so that every ladder begins with them."""

from __future__ import annotations

import argparse
import itertools
import os
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sqlalchemy import Connection, create_engine

import flagplot
from flagplot.games import slugs
from flagplot.players.ranks import ADMIRAL, AT_ONCE
from flagplot.server.storage.match_queries import Holder
from flagplot.server.storage.schema import metadata
from flagplot.server.tables import ratings

HEAD = """# How good computer players, seats and games are before anybody has met them: mean and deviation.
# Written by tools/rate_computers.py from games among themselves. The admiral's are provisional: few games against
# captains, with {playouts} playouts a decision; where none were played he begins as the captain does.
"""


def pairings(slug: str, ranks: Sequence[str]) -> Iterator[dict[str, str]]:
    """Which of these play which seats; nobody plays against themselves."""
    game, seats = flagplot.game(slug), flagplot.new(slug).seats
    for players in itertools.product(ranks, repeat=len(seats)):
        holders = {seat: Holder(player) for seat, player in zip(seats, players, strict=True)}
        if pairing := ratings.who_played(game, holders):
            yield pairing


def winner(job: tuple[str, dict[str, str], int, int]) -> str | None:
    """Which side wins a game."""
    slug, players, seed, playouts = job
    seats = {seat: f"{ADMIRAL}:{playouts}" if player == ADMIRAL else player for seat, player in players.items()}
    result = flagplot.play(slug, seed=seed, seats=seats).result
    assert result
    return result.winner


def rated(connection: Connection, slug: str, met: Sequence[dict[str, str]], games: int, playouts: int) -> None:
    """Play games of pairings in turn, and rate them."""
    jobs = [(slug, players, seed, playouts) for seed in range(games) for players in met]
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for (_, players, seed, _), won in zip(jobs, workers.map(winner, jobs, chunksize=4), strict=True):
            holders = {seat: Holder(player) for seat, player in players.items()}
            ratings.rate(connection, slug, f"{slug} {seed} {sorted(players.items())}", holders, won)
    print(f"{slug}: {len(jobs)} games")


def standings(connection: Connection, slug: str) -> dict[str, tuple[float, float]]:
    """Mean and deviation of all who were rated."""
    return {row.who: (row.mu, row.sigma) for row in ratings.standings(connection, slug)}


def main() -> None:
    """Rate all games' computer players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="games of each pairing (%(default)s); 0: as written now")
    parser.add_argument("--admirals", type=int, default=0, help="games of each admiral with captains (%(default)s)")
    parser.add_argument("--playouts", type=int, default=50, help="that an admiral has for a decision (%(default)s)")
    parser.add_argument("--only", nargs="*", default=slugs(), metavar="GAME", help="where admirals play; default: all")
    args = parser.parse_args()
    found = ratings.beginnings() if args.games == 0 else {}
    target, ratings.BEGINNINGS = ratings.BEGINNINGS, Path(os.devnull)
    ratings.beginnings.cache_clear()  # what is written there now does not count
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        metadata.create_all(connection)
        for slug in slugs() if args.games else []:
            rated(connection, slug, list(pairings(slug, AT_ONCE)), args.games, args.playouts)
            found[slug] = standings(connection, slug)
        for slug in slugs():
            captain = found[slug]["captain"]
            start = {**found[slug], ADMIRAL: (captain[0], ratings.MODEL.sigma)}  # the others keep theirs
            ratings.beginnings = lambda slug=slug, start=start: {slug: start}  # type: ignore[assignment]
            met = [pairing for pairing in pairings(slug, ("captain", ADMIRAL)) if ADMIRAL in pairing.values()]
            rated(connection, slug, met, args.admirals if slug in args.only else 0, args.playouts)
            if slug in args.only and args.admirals:
                found[slug] = {**found[slug], ADMIRAL: standings(connection, slug)[ADMIRAL]}
            found[slug].setdefault(ADMIRAL, captain)
    parts = [HEAD.format(playouts=args.playouts)]
    for slug, players in sorted(found.items()):
        figures = [f'"{who}" = [{mu:.3f}, {sigma:.3f}]' for who, (mu, sigma) in sorted(players.items())]
        parts.append("\n".join([f"[{slug}]", *figures]) + "\n")
    target.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
