"""Matches in the database: their seats, the company at the table, what was said there, and every move."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any, Literal
from zlib import crc32

import msgspec
from sqlalchemy import Connection, bindparam, delete, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError

from flagplot.engine.errors import FlagplotError
from flagplot.engine.state import Result
from flagplot.players.ranks import COMPUTERS
from flagplot.server.storage.frequent import Frequent
from flagplot.server.storage.schema import matches, moves, notes, seats, server_secrets, talk
from flagplot.server.tables.company import Company, Sheet

ADD_TALK = insert(talk)
KEEP_NOTES = text(
    "INSERT INTO notes (match_id, guest, text) VALUES (:match_id, :guest, :text) "
    "ON CONFLICT (match_id, guest) DO UPDATE SET text = excluded.text"
)
_UPDATE = (
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("summary", "to_move", "over", "changed", "deadline")})
)
# The statements of every move
ADD_MOVE = Frequent(insert(moves))
UPDATE_MATCH = Frequent(_UPDATE)
# Not to touch the index over `over` saves one page of five that a move writes.
UPDATE_WITHIN_TURN = Frequent(
    update(matches)
    .where(matches.c.id == bindparam("of"))
    .values({name: bindparam(name) for name in ("summary", "changed")})
)
UPDATE_WITH_SNAPSHOT = Frequent(_UPDATE.values({name: bindparam(name) for name in ("snapshot", "snapshot_moves")}))


SUMMARY_STEP = 128  # characters; the size of a match's row is rounded up to it

MoveKind = Literal["start", "choice", "along", "order", "undo", "back", "end"]


class Holder(msgspec.Struct, frozen=True):
    """Who plays a seat: a guest, a computer player, or nobody yet."""

    player: str  # "guest", "open", a computer player, or "left" when a guest was forgotten
    guest: str | None = None


class Summary(msgspec.Struct):
    """What lists show of a match, by seat where seats may know different things."""

    headlines: dict[str, str]
    changed: dict[str, str]
    result: Result | None = None


class Move(msgspec.Struct, frozen=True):
    """A row of the log of moves.

    Number 0 is the start; a later one begins anew under other rules. Choices "along" with another were made in one
    gesture with it, and only the last of them was shown. An "order" is a choice that a standing order made. An undo
    takes back the last choice, or as many as its option says; "back" goes by consent to where so many choices stand;
    "end" ends the game before its rules do. Nobody is told the reason of a choice before the game is over.
    """

    n: int
    kind: MoveKind
    seat: str | None
    option: Any
    shown: dict[str, tuple[str, int]]
    log_length: int
    at: str
    reason: str | None = None  # of a choice that an admiral searched


def gestures(moves: Iterable[Move]) -> Iterator[list[Move]]:
    """The moves in order, those together that were made in one gesture."""
    gesture: list[Move] = []
    for move in moves:
        if gesture and move.kind != "along":
            yield gesture
            gesture = []
        gesture.append(move)
    if gesture:
        yield gesture


class Talk(msgspec.Struct, frozen=True):
    """Something that was said or that happened at a table; `lines`: how long each seat's log was then."""

    n: int
    kind: Literal["chat", "event", "order"]
    seat: str | None
    guest: str | None
    text: str
    lines: dict[str, int]
    to: str | None  # the only seat that may read it before the end of the game
    at: str


@dataclass(frozen=True, slots=True)
class Listed:
    """A match as lists need it."""

    id: str
    game: str
    summary: Summary
    to_move: str | None
    over: bool
    started: str
    deadline: str | None
    holders: dict[str, Holder]
    company: Company
    said: int = 0  # lines of talk, standing orders apart


@dataclass(frozen=True, slots=True)
class Stored:
    """A match as it is kept."""

    listed: Listed
    record: bytes
    snapshot: bytes
    snapshot_moves: int
    moves: list[Move]
    talk: list[Talk]


@dataclass(frozen=True, slots=True)
class Tail:
    """What became of a match since it was read: its company as it is now, and the moves and talk that came."""

    deadline: str | None
    holders: dict[str, Holder]
    company: Company
    moves: list[Move]
    talk: list[Talk]


Also = Callable[[Connection], None]  # what else belongs into a transaction


@dataclass(frozen=True, slots=True)
class News:
    """What happened at a table, to be written down as a whole."""

    listed: Listed
    moves: Sequence[Move] = ()
    snapshot: bytes | None = None
    talk: Sequence[Talk] = ()
    company: Company | None = None  # if it changed
    also: Sequence[Also] = ()
    handed: tuple[str | None, str | None] | None = None  # the turn, from a seat to another


class Outdated(FlagplotError):
    """Another process has changed the match since it was read."""


def now() -> str:
    """This moment as it is kept and sent."""
    return written(datetime.now(UTC))


def written(moment: datetime) -> str:
    """A moment as it is kept and sent."""
    return moment.isoformat(timespec="milliseconds").replace("+00:00", "Z")


_encode = msgspec.json.Encoder().encode
_summary = msgspec.json.Decoder(Summary).decode
sheet_in = msgspec.json.Decoder(Sheet).decode  # what a row says of offers and orders
_lines = msgspec.json.Decoder(dict[str, int]).decode
_shown = msgspec.json.Decoder(dict[str, tuple[str, int]]).decode
_option = msgspec.json.Decoder().decode


# Reading and writing; each takes a connection in a transaction


def secret(connection: Connection, name: str, fresh: bytes) -> bytes:
    """A secret of this server; the fresh one is kept when there is none yet."""
    found = connection.scalar(select(server_secrets.c.value).where(server_secrets.c.name == name))
    if found is None:
        connection.execute(insert(server_secrets), {"name": name, "value": fresh})
        return fresh
    return bytes(found)


def add_match(connection: Connection, stored: Stored) -> None:
    """Keep a new match with its seats and moves."""
    listed = stored.listed
    connection.execute(
        insert(matches),
        {
            "id": listed.id,
            "game": listed.game,
            "record": stored.record.decode(),
            "snapshot": stored.snapshot,
            "snapshot_moves": stored.snapshot_moves,
            "summary": _summary_text(listed),
            "to_move": listed.to_move,
            "over": listed.over,
            "started": listed.started,
            "changed": max(listed.summary.changed.values(), default=listed.started),
            "deadline": listed.deadline,
            **_company_columns(listed.company),
        },
    )
    rows = [
        {"match_id": listed.id, "seat": seat, "player": holder.player, "guest": holder.guest}
        for seat, holder in listed.holders.items()
    ]
    connection.execute(insert(seats), rows)
    add_moves(connection, listed.id, stored.moves)


def _summary_text(listed: Listed) -> str:
    """The summary as JSON, with spaces behind it that give the row of the match the same size after most moves.

    SQLite then writes only the page that has changed. Else it writes the snapshot in the same row anew, which doubles
    what a move writes.
    """
    text = _encode(listed.summary).decode()
    beside = len(listed.to_move or "") + len(listed.deadline or "")
    return text + " " * (-(len(text.encode()) + beside) % SUMMARY_STEP)


def _company_columns(company: Company) -> dict[str, Any]:
    return {
        "owner": company.owner,
        "access": company.access,
        "rated": company.rated,
        "pace": company.pace,
        "rules": company.rules,
        "invite": company.invite,
        "sheet": _encode(company.sheet).decode(),
        "version": company.version,
    }


def add_moves(connection: Connection, match_id: str, made: Sequence[Move]) -> None:
    """Append moves to the log of a match; one whose number is taken fails."""
    rows = [
        {
            "match_id": match_id,
            "n": move.n,
            "kind": move.kind,
            "seat": move.seat,
            "option": _encode(move.option).decode(),
            "shown": _encode(move.shown).decode(),
            "log_length": move.log_length,
            "at": move.at,
            "reason": move.reason,
        }
        for move in made
    ]
    ADD_MOVE.execute(connection, *rows)


def keep(connection: Connection, news: News) -> None:
    """Write down what happened at a table; Outdated, and nothing is written, when another process was faster."""
    listed = news.listed
    if news.company is not None:
        _keep_company(connection, listed, news.company)
    try:
        if news.moves:
            _keep_moves(connection, listed, news)
        if news.talk:
            connection.execute(ADD_TALK, [_talk_row(listed.id, line) for line in news.talk])
    except IntegrityError:
        raise Outdated from None
    for also in news.also:
        also(connection)


def _keep_company(connection: Connection, listed: Listed, company: Company) -> None:
    as_known = (matches.c.id == listed.id) & (matches.c.version == company.version)
    columns = {**_company_columns(company), "version": company.version + 1}
    if connection.execute(update(matches).where(as_known).values(columns)).rowcount == 0:
        raise Outdated


def _keep_moves(connection: Connection, listed: Listed, news: News) -> None:
    add_moves(connection, listed.id, news.moves)
    last = news.moves[-1]
    values: dict[str, Any] = {"of": listed.id, "summary": _summary_text(listed), "changed": last.at}
    if news.handed is None and news.snapshot is None:
        UPDATE_WITHIN_TURN.execute(connection, values)
        return
    values |= {"to_move": listed.to_move, "over": listed.over, "deadline": listed.deadline}
    if news.snapshot is None:
        UPDATE_MATCH.execute(connection, values)
    else:
        UPDATE_WITH_SNAPSHOT.execute(connection, {**values, "snapshot": news.snapshot, "snapshot_moves": last.n})


def _talk_row(match_id: str, line: Talk) -> dict[str, Any]:
    return {
        "match_id": match_id,
        "n": line.n,
        "kind": line.kind,
        "seat": line.seat,
        "guest": line.guest,
        "text": line.text,
        "lines": _encode(line.lines).decode(),
        "to": line.to,
        "at": line.at,
    }


def begin_anew(connection: Connection, match_id: str, record: bytes) -> None:
    """Keep how a match begins from now on."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(record=record.decode()))


def take_seat(connection: Connection, match_id: str, seat: str, holder: Holder, deadline: str | None) -> bool:
    """Give an open seat to somebody, and set the clock; False when it is not open any more."""
    is_open = (seats.c.match_id == match_id) & (seats.c.seat == seat) & (seats.c.player == "open")
    connection.execute(update(matches).where(matches.c.id == match_id).values(deadline=deadline))
    return (
        connection.execute(update(seats).where(is_open).values(player=holder.player, guest=holder.guest)).rowcount == 1
    )


def delete_match(connection: Connection, match_id: str) -> None:
    """Forget a match with all that belongs to it."""
    connection.execute(delete(matches).where(matches.c.id == match_id))


def match_stored(connection: Connection, match_id: str) -> Stored | None:
    """A match with all its moves."""
    row = connection.execute(select(matches).where(matches.c.id == match_id)).one_or_none()
    if row is None:
        return None
    return Stored(
        _listed(row, _holders(connection, [match_id])[match_id]),
        row.record.encode(),
        bytes(row.snapshot),
        row.snapshot_moves,
        _moves(connection, match_id, -1),
        _talk(connection, match_id, -1),
    )


def tail_of(connection: Connection, match_id: str, moves_known: int, talk_known: int) -> Tail | None:
    """What became of a match since the move and the line of talk of these numbers; None when it is gone."""
    row = connection.execute(select(*LISTED).where(matches.c.id == match_id)).one_or_none()
    if row is None:
        return None
    return Tail(
        row.deadline,
        _holders(connection, [match_id])[match_id],
        _company(row),
        _moves(connection, match_id, moves_known),
        _talk(connection, match_id, talk_known),
    )


def _moves(connection: Connection, match_id: str, since: int) -> list[Move]:
    wanted = (moves.c.match_id == match_id) & (moves.c.n > since)
    return [
        Move(row.n, row.kind, row.seat, _option(row.option), _shown(row.shown), row.log_length, row.at, row.reason)
        for row in connection.execute(select(moves).where(wanted).order_by(moves.c.n))
    ]


def _talk(connection: Connection, match_id: str, since: int) -> list[Talk]:
    wanted = (talk.c.match_id == match_id) & (talk.c.n > since)
    return [
        Talk(row.n, row.kind, row.seat, row.guest, row.text, _lines(row.lines), row.to, row.at)
        for row in connection.execute(select(talk).where(wanted).order_by(talk.c.n))
    ]


LISTED = (
    matches.c.id,
    matches.c.game,
    matches.c.summary,
    matches.c.to_move,
    matches.c.over,
    matches.c.started,
    matches.c.deadline,
    matches.c.owner,
    matches.c.access,
    matches.c.rated,
    matches.c.pace,
    matches.c.rules,
    matches.c.invite,
    matches.c.sheet,
    matches.c.version,
)


def matches_of(connection: Connection, guest: str) -> list[Listed]:
    """The matches in which a guest has a seat."""
    theirs = select(seats.c.match_id).where(seats.c.guest == guest)
    rows = connection.execute(select(*LISTED).where(matches.c.id.in_(theirs))).all()
    lines = select(talk.c.match_id, func.count()).where(talk.c.match_id.in_(theirs), talk.c.kind != "order")
    said = {row[0]: row[1] for row in connection.execute(lines.group_by(talk.c.match_id))}
    return [replace(listed, said=said.get(listed.id, 0)) for _, listed in listed_rows(connection, rows)]


def listed_rows(connection: Connection, rows: Sequence[Any]) -> list[tuple[Any, Listed]]:
    """Rows that have the columns LISTED, each with the match that it lists."""
    holders = _holders(connection, [row.id for row in rows])
    return [(row, _listed(row, holders[row.id])) for row in rows]


def notes_of(connection: Connection, match_id: str, guest: str) -> str:
    """What a guest has noted about a match."""
    theirs = (notes.c.match_id == match_id) & (notes.c.guest == guest)
    return connection.scalar(select(notes.c.text).where(theirs)) or ""


def keep_notes(connection: Connection, match_id: str, guest: str, noted: str, mark: str | None) -> bool:
    """Keep what a guest notes about a match; False when the notes that it shall replace are not there any more."""
    if mark is not None and mark != mark_of(notes_of(connection, match_id, guest)):
        return False
    connection.execute(KEEP_NOTES, {"match_id": match_id, "guest": guest, "text": noted})
    return True


def mark_of(noted: str) -> str:
    """A mark by which notes are told apart."""
    return f"{crc32(noted.encode()):08x}"


def keep_public_face(connection: Connection, match_id: str, summary: Summary) -> None:
    """Keep what lists show of a match that others may look at from now on."""
    connection.execute(update(matches).where(matches.c.id == match_id).values(summary=_encode(summary).decode()))


def waiting_for_answers(connection: Connection, since: str, until: str) -> list[str]:
    """The matches, last changed between two moments, in which a computer player or a standing order may decide."""
    thinking = (seats.c.match_id == matches.c.id) & (seats.c.seat == matches.c.to_move)
    needs_nobody = seats.c.player.in_(COMPUTERS) | matches.c.sheet.contains('"orders":[{')
    lately = (matches.c.changed >= since) & (matches.c.changed <= until)
    query = select(matches.c.id).join(seats, thinking).where(needs_nobody, lately)
    return list(connection.scalars(query.order_by(matches.c.changed.desc())))


def _holders(connection: Connection, match_ids: Sequence[str]) -> dict[str, dict[str, Holder]]:
    found: dict[str, dict[str, Holder]] = {match_id: {} for match_id in match_ids}
    for row in connection.execute(select(seats).where(seats.c.match_id.in_(match_ids))):
        found[row.match_id][row.seat] = Holder(row.player, row.guest)
    return found


def _listed(row: Any, holders: dict[str, Holder]) -> Listed:
    return Listed(
        row.id,
        row.game,
        _summary(row.summary),
        row.to_move,
        row.over,
        row.started,
        row.deadline,
        holders,
        _company(row),
    )


def _company(row: Any) -> Company:
    sheet = sheet_in(row.sheet)
    return Company(row.owner, row.access, row.rated, row.pace, row.rules, row.invite, sheet, row.version)
