"""A database as the first release left it: guests, known by a signed cookie, and games in the middle."""

from __future__ import annotations

import functools
import hmac
import json
from dataclasses import asdict, dataclass, field
from hashlib import blake2b
from random import Random
from typing import Any

from sqlalchemy import Connection, text
from sqlalchemy.engine import Engine

import flagplot
from flagplot.engine import Match
from flagplot.server.storage.migrations import migrate

SECRET = bytes(range(32))
SNAPSHOT_EVERY = 25
ANN, BOB = "first-guest-Ann", "first-guest-Bob"
COMPUTERS = ("captain", "midshipman")
AT = "2025-05-01T10:{:02}:{:02}.000Z"


@dataclass(slots=True)
class OldGame:
    """A game that the first release kept: how it stands, and the moves that led there."""

    id: str
    match: Match[Any]
    players: dict[str, tuple[str, str | None]]  # by seat: what plays it, and which guest
    moves: list[dict[str, Any]] = field(default_factory=list)
    snapshot: bytes = b""
    snapshot_moves: int = 0
    changed: dict[str, str] = field(default_factory=dict)

    @property
    def people(self) -> list[str]:
        """The seats that are not a computer's."""
        return [seat for seat, (player, _) in self.players.items() if player not in COMPUTERS]

    @property
    def decides(self) -> str | None:
        """The seat that must decide."""
        return self.match.decision.seat if self.match.decision else None


def old_cookie(guest: str) -> str:
    """What the first release had a browser keep."""
    key = hmac.digest(SECRET, b"guest cookies", "sha256")
    return f"{guest}.{blake2b(guest.encode(), key=key, digest_size=24).hexdigest()}"


def filled(engine: Engine) -> list[OldGame]:
    """Make the tables of the first release, with two guests and four games."""
    migrate(engine, "0001")
    games = [*four_games()]
    with engine.begin() as connection:
        put(connection, "server_secrets", {"name": "server", "value": SECRET})
        put(connection, "guests", {"id": ANN, "name": "Ann"}, {"id": BOB, "name": "Bob"})
        for game in games:
            keep(connection, game)
    return games


@functools.cache
def four_games() -> tuple[OldGame, ...]:
    """Games of both kinds: under way, just begun and over; nobody plays on in them."""
    return (
        played("aaaaaaaaaaaa", "atlantic-wolves", {"german": ("guest", ANN)}, 40),
        played("bbbbbbbbbbbb", "sea-control", {"axis": ("guest", BOB), "allied": ("guest", ANN)}, 60),
        played("cccccccccccc", "sea-control", {"axis": ("guest", ANN), "allied": ("captain", None)}, 0),
        played("dddddddddddd", "atlantic-wolves", {"german": ("guest", BOB)}, 10_000),
    )


def played(match_id: str, slug: str, players: dict[str, tuple[str, str | None]], choices: int) -> OldGame:
    """A game after so many choices at random, the third taken back where that can be."""
    game = OldGame(match_id, flagplot.new(slug, seed=3), players)
    rng = Random(match_id)
    shown = {seat: sight(game.match, seat) for seat in players}
    note(game, "start", None, None, {seat: seen[1:3] for seat, seen in shown.items()})
    while game.match.decision and len(game.moves) <= choices:
        actor = game.decides
        if len(game.moves) == 3 and game.match.can_undo:
            game.match.undo()
            kind, option = "undo", None
            actor = game.moves[-1]["seat"]
        else:
            kind, option = "choice", rng.choice(game.match.decision.options)
            game.match.choose(option)
        after = {seat: sight(game.match, seat) for seat in game.people}
        news = {seat: seen for seat, seen in after.items() if seat == actor or seen != shown[seat]}
        shown |= news
        note(game, kind, actor, option, {seat: seen[1:3] for seat, seen in news.items()})
    return game


def sight(match: Match[Any], seat: str) -> tuple[Any, str, int, str | None]:
    """What a seat can tell one moment from another by."""
    view = match.view(seat)
    return view, view.headline, match.log_length(seat), match.decision.seat if match.decision else None


def note(game: OldGame, kind: str, seat: str | None, option: Any, shown: dict[str, tuple[str, int]]) -> None:
    """Append a row to the log of moves, and save now and then."""
    n = len(game.moves)
    at = AT.format(n // 60 % 60, n % 60)
    row = {"match_id": game.id, "n": n, "kind": kind, "seat": seat, "option": json.dumps(option)}
    game.moves.append({**row, "shown": json.dumps(shown), "log_length": game.match.log_length(), "at": at})
    game.changed |= dict.fromkeys(game.players if kind == "start" else shown, at)
    if n % SNAPSHOT_EVERY == 0 or game.match.decision is None:
        game.snapshot, game.snapshot_moves = old_save(game.match), n


def old_save(match: Match[Any]) -> bytes:
    """A save as the first release wrote it."""
    envelope = json.loads(match.save())
    envelope["content"]["record"] = old_record(envelope["content"]["record"])
    content = compact(envelope["content"])
    digest = blake2b(content, digest_size=16).hexdigest()
    outside = compact({**envelope, "digest": digest, "content": "?"})
    return outside.replace(b'"?"', content)


def old_record(record: dict[str, Any]) -> dict[str, Any]:
    """A record with what the first release knew."""
    return {name: value for name, value in record.items() if name != "wound"}


def compact(value: Any) -> bytes:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def keep(connection: Connection, game: OldGame) -> None:
    """Insert a game with its seats and moves."""
    match = game.match
    record = old_record(json.loads(match.save())["content"]["record"])
    result = match.result and asdict(match.result)
    headlines = {seat: match.view(seat).headline for seat in game.players}
    put(
        connection,
        "matches",
        {
            "id": game.id,
            "game": match.game.slug,
            "record": compact({**record, "choices": []}).decode(),
            "snapshot": game.snapshot,
            "snapshot_moves": game.snapshot_moves,
            "summary": compact({"headlines": headlines, "changed": game.changed, "result": result}).decode(),
            "to_move": game.decides,
            "over": match.decision is None,
            "started": game.moves[0]["at"],
            "changed": game.moves[-1]["at"],
        },
    )
    seats = [
        {"match_id": game.id, "seat": seat, "player": player, "guest": guest}
        for seat, (player, guest) in game.players.items()
    ]
    put(connection, "seats", *seats)
    put(connection, "moves", *game.moves)


def put(connection: Connection, table: str, *rows: dict[str, Any]) -> None:
    names = ", ".join(rows[0])
    values = ", ".join(f":{name}" for name in rows[0])
    connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), list(rows))
