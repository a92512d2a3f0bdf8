"""Lets computer players play among themselves and writes how good they are, so that every ladder begins with them."""

from __future__ import annotations

import argparse
import itertools
import os
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from sqlalchemy import Connection, create_engine

import flagplot
from flagplot.games import slugs
from flagplot.players.ranks import COMPUTERS
from flagplot.server.storage.match_queries import Holder
from flagplot.server.storage.schema import metadata
from flagplot.server.tables import ratings

HEAD = """# How good computer players, seats and games are before anybody has met them: mean and deviation.
# Written by tools/rate_computers.py after {games} games of each pairing.
"""


def pairings(slug: str) -> Iterator[dict[str, str]]:
    """Who plays which seat; nobody against themselves."""
    game, seats = flagplot.game(slug), flagplot.new(slug).seats
    for players in itertools.product(COMPUTERS, repeat=len(seats)):
        holders = {seat: Holder(player) for seat, player in zip(seats, players, strict=True)}
        if pairing := ratings.who_played(game, holders):
            yield pairing


def winner(job: tuple[str, dict[str, str], int]) -> str | None:
    """Which side wins a game."""
    slug, players, seed = job
    result = flagplot.play(slug, seed=seed, seats=players).result
    assert result
    return result.winner


def rated(connection: Connection, slug: str, games: int) -> None:
    """Play games of all pairings in turn, and rate them."""
    jobs = [(slug, players, seed) for seed in range(games) for players in pairings(slug)]
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for (_, players, seed), won in zip(jobs, workers.map(winner, jobs, chunksize=4), strict=True):
            holders = {seat: Holder(player) for seat, player in players.items()}
            ratings.rate(connection, slug, f"{slug} {seed} {sorted(players.items())}", holders, won)
    print(f"{slug}: {len(jobs)} games")


def main() -> None:
    """Rate all games' computer players."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=25, help="games of each pairing (%(default)s)")
    games = parser.parse_args().games
    target, ratings.BEGINNINGS = ratings.BEGINNINGS, Path(os.devnull)  # what is written there now does not count
    engine = create_engine("sqlite://")
    parts = [HEAD.format(games=games)]
    with engine.connect() as connection:
        metadata.create_all(connection)
        for slug in slugs():
            rated(connection, slug, games)
            rows = sorted(ratings.standings(connection, slug), key=lambda row: row.who)
            figures = [f'"{row.who}" = [{row.mu:.3f}, {row.sigma:.3f}]' for row in rows]
            parts.append("\n".join([f"[{slug}]", *figures]) + "\n")
    target.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
