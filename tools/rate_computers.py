"""Lets computer players play among themselves and writes how good they are, so that every ladder begins with them.

    python tools/rate_computers.py [--games N] [--only GAME ...] [--journals JOURNAL ...]

Games of an admiral take long. So his are read from journals that `flagplot sim --resume` has written, in which he meets
captains. Where there is none, he stays as far above the captain as he was.
"""

from __future__ import annotations

import argparse
import itertools
import os
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import msgspec
from sqlalchemy import Connection, create_engine, delete

import flagplot
from flagplot.games import slugs
from flagplot.lab.journal import Head, Line
from flagplot.players.ranks import ADMIRAL, AT_ONCE
from flagplot.server.storage import schema
from flagplot.server.storage.match_queries import Holder
from flagplot.server.tables import ratings

HEAD = """# How good computer players, seats and games are before anybody has met them: mean and deviation.
# Written by tools/rate_computers.py from games among themselves.
"""

ALONE = 8  # so many times as many games are played where all play alone: a game tells less, and is over sooner


def pairings(slug: str, ranks: Sequence[str]) -> Iterator[dict[str, str]]:
    """Which of these play which seats; nobody plays against themselves."""
    game, seats = flagplot.game(slug), flagplot.new(slug).seats
    for players in itertools.product(ranks, repeat=len(seats)):
        if pairing := ratings.who_played(game, holders(dict(zip(seats, players, strict=True)))):
            yield pairing


def holders(players: Mapping[str, str]) -> dict[str, Holder]:
    """The players of the seats as the ladder knows them: without budgets."""
    return {seat: Holder(player.partition(":")[0]) for seat, player in players.items()}


def winner(job: tuple[str, dict[str, str], int]) -> str | None:
    """Which side wins a game."""
    slug, players, seed = job
    result = flagplot.play(slug, players, seed=seed).result
    assert result
    return result.winner


def rate_all(connection: Connection, slug: str, games: int) -> None:
    """Let those who answer at once play games of all pairings in turn, and rate them."""
    met = list(pairings(slug, AT_ONCE))
    if len(met) == len(AT_ONCE):
        games *= ALONE
    jobs = [(slug, players, seed) for seed in range(games) for players in met]
    with ProcessPoolExecutor(os.cpu_count()) as workers:
        for (_, players, seed), won in zip(jobs, workers.map(winner, jobs, chunksize=4), strict=True):
            ratings.rate(connection, slug, f"{slug} {seed} {sorted(players.items())}", holders(players), won)
    print(f"{slug}: {len(jobs)} games")


def rate_admirals(connection: Connection, slug: str, games: Sequence[tuple[dict[str, str], str | None]]) -> None:
    """Rate an admiral by his games with captains, whose ratings stay as they are."""
    others = delete(schema.ratings).where(schema.ratings.c.who != ADMIRAL)
    for number, (players, won) in enumerate(games):
        connection.execute(others)
        ratings.rate(connection, slug, f"{slug} {number} of an admiral", holders(players), won)
    print(f"{slug}: {len(games)} games of an admiral")


def in_turns(journals: Sequence[Path]) -> dict[str, list[tuple[dict[str, str], str | None]]]:
    """The games of each title in which an admiral sat, with who won; those of several journals take turns."""
    found: dict[str, list[list[tuple[dict[str, str], str | None]]]] = {}
    for path in journals:
        first, *lines = path.read_bytes().splitlines()
        plans = msgspec.json.decode(first, type=Head).plans
        for number, plan in enumerate(plans):
            played = [line for line in (msgspec.json.decode(one, type=Line) for one in lines) if line.plan == number]
            games = [(dict(plan.players), line.outcome.winner) for line in sorted(played, key=lambda one: one.game)]
            if any(player.partition(":")[0] == ADMIRAL for player in plan.players.values()):
                found.setdefault(plan.game, []).append(games)
    return {
        slug: [game for together in itertools.zip_longest(*runs) for game in together if game]
        for slug, runs in found.items()
    }


def standings(connection: Connection, slug: str) -> dict[str, tuple[float, float]]:
    """Mean and deviation of all who were rated."""
    return {row.who: (row.mu, row.sigma) for row in ratings.standings(connection, slug)}


def main() -> None:
    """Rate all games' computer players."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=25, help="games of each pairing (%(default)s); 0: as written now")
    parser.add_argument("--only", nargs="*", default=slugs(), metavar="GAME", help="play these; the others as written")
    parser.add_argument("--journals", type=Path, nargs="*", default=[], help="games of admirals with captains")
    args = parser.parse_args()
    written = ratings.beginnings()
    target, ratings.BEGINNINGS = ratings.BEGINNINGS, Path(os.devnull)
    ratings.beginnings.cache_clear()  # what is written there now does not count
    games = in_turns(args.journals)
    found: dict[str, dict[str, tuple[float, float]]] = {}
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        schema.metadata.create_all(connection)
        for slug in slugs():
            if args.games and slug in args.only:
                rate_all(connection, slug, args.games)
                found[slug] = standings(connection, slug)
            else:
                found[slug] = {**written[slug]}
        for slug in slugs():
            captain = found[slug]["captain"]
            if slug in games:
                start = {**found[slug], ADMIRAL: (captain[0], ratings.MODEL.sigma)}
                ratings.beginnings = lambda slug=slug, start=start: {slug: start}  # type: ignore[assignment]
                rate_admirals(connection, slug, games[slug])
                found[slug][ADMIRAL] = standings(connection, slug)[ADMIRAL]
            else:
                above = written[slug][ADMIRAL][0] - written[slug]["captain"][0]
                found[slug][ADMIRAL] = (captain[0] + above, written[slug][ADMIRAL][1])
    parts = [HEAD]
    for slug, players in sorted(found.items()):
        figures = [f'"{who}" = [{mu:.3f}, {sigma:.3f}]' for who, (mu, sigma) in sorted(players.items())]
        parts.append("\n".join([f"[{slug}]", *figures]) + "\n")
    target.write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
