"""Guests and their matches: names, lists, new games, seats, files."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response, delete, get, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import flagplot
from flagplot.engine.errors import FlagplotError
from flagplot.engine.game import Game
from flagplot.payloads import MatchInfo, Me, NewMatch, SeatRequest
from flagplot.server import work
from flagplot.server.desk import AnyRequest, InPath, SeatQuery, answer, desk_of, guest_or_newcomer
from flagplot.server.errors import Conflict, NotFound, NotOffered
from flagplot.server.roster import computer_for, seated
from flagplot.server.saves import Opened, Saves
from flagplot.server.showing import start_of
from flagplot.server.storage import Holder, now

LARGEST_SAVE = 5_000_000
ALL_SEATS = "all"


@get("/api/me")
async def me(request: AnyRequest) -> Response[Me]:
    """The name of this guest."""
    guest, cookies = await guest_or_newcomer(request)
    guests = desk_of(request).guests
    await guests.meet([guest])
    return answer(Me(guests.name(guest)), cookies=cookies)


@put("/api/me")
async def rename(request: AnyRequest, data: JSONBody[Me]) -> Response[Me]:
    """Take another name."""
    guest, cookies = await guest_or_newcomer(request)
    guests = desk_of(request).guests
    await guests.call(guest, data.name)
    return answer(Me(guests.name(guest)), cookies=cookies)


@get("/api/matches")
async def matches(request: AnyRequest) -> Response[list[MatchInfo]]:
    """The matches in which this guest has a seat, latest change first."""
    guest = desk_of(request).guests.of(request)
    return answer(await desk_of(request).matches.of_guest(guest) if guest else [])


@post("/api/matches")
async def create(request: AnyRequest, data: JSONBody[NewMatch]) -> Response[MatchInfo]:
    """Begin a match."""
    guest, cookies = await guest_or_newcomer(request)
    if data.seed is not None and "open" in data.seats.values():
        raise NotOffered("Who knows the seed knows the dice; a game with an open seat draws its own.")
    try:
        dice = flagplot.dice.asked() if data.typed_dice else None
        holders = seated(flagplot.game(data.game), data.seats, guest)
        match = flagplot.new(data.game, data.scenario, data.seed, data.options, dice)
        match.decision  # noqa: B018  the game is set up now, so that whatever is wrong is said here
    except FlagplotError as error:
        raise NotOffered(str(error)) from None
    live = await desk_of(request).matches.add(match, [start_of(match, now())], holders)
    return answer(live.info(guest), HTTP_201_CREATED, cookies)


@post("/api/matches/upload", request_max_body_size=LARGEST_SAVE)
async def upload(request: AnyRequest, seat: SeatQuery = None) -> Response[MatchInfo]:
    """Go on with a saved game: the body is the file; `seat` is yours, or all of them with "all"."""
    guest, cookies = await guest_or_newcomer(request)
    desk = desk_of(request)
    opened = Saves(desk.database.secret).opened(await request.body())
    game = flagplot.game(opened.game)
    wanted = _wanted_seats(game, opened, seat)
    save, history = await desk.workers.do(work.adopted, opened.save, wanted[0] if opened.others_play else None)
    holders = {
        name: Holder("guest", guest) if name in wanted else Holder(computer_for(game, name)) for name in game.seat_ids()
    }
    live = await desk.matches.add(flagplot.load(save), history, holders)
    return answer(live.info(guest), HTTP_201_CREATED, cookies)


def _wanted_seats(game: Game[Any], opened: Opened, seat: str | None) -> Sequence[str]:
    """The seats that a guest wants in an uploaded game; a sealed one gives only those that saved it."""
    possible = opened.seats or game.seat_ids()
    if seat == ALL_SEATS:
        return possible
    if seat is None:
        return possible[:1]
    if seat not in game.seat_ids():
        raise NotOffered(f"{game.title} has no seat '{seat}'; it has {', '.join(game.seat_ids())}.")
    if seat not in possible:
        raise NotOffered(f"This game was saved at the seat {' and '.join(possible)}; go on with it there.")
    return [seat]


@delete("/api/matches/{match_id:str}")
async def forget(request: AnyRequest, match_id: InPath) -> None:
    """Delete a match; not while another guest has a seat in it."""
    desk = desk_of(request)
    async with desk.matches.at(match_id) as live:
        guest = desk.guests.of(request)
        live.held_by(guest)
        if any(holder.guest not in (None, guest) for holder in live.holders.values()):
            raise Conflict("Another guest has a seat in this game, so it stays.")
        await desk.matches.delete(live)


@post("/api/matches/{match_id:str}/join", status_code=HTTP_200_OK)
async def join(request: AnyRequest, match_id: InPath, data: JSONBody[SeatRequest]) -> Response[MatchInfo]:
    """Take an open seat."""
    desk = desk_of(request)
    guest, cookies = await guest_or_newcomer(request)
    async with desk.matches.at(match_id) as live:
        holders = live.holders
        has_a_seat = any(holder.guest == guest for holder in holders.values())
        if not has_a_seat and all(holder.player != "open" for holder in holders.values()):
            raise NotFound("There is no such game, or you have no seat in it.")
        if data.seat not in holders:
            raise NotOffered(f"{live.game.title} has no seat '{data.seat}'; it has {', '.join(holders)}.")
        if holders[data.seat].guest != guest:
            if holders[data.seat].player != "open":
                raise Conflict("That seat is not open.")
            await desk.matches.join(live, data.seat, guest)
        return answer(live.info(guest), cookies=cookies)


@get("/api/matches/{match_id:str}/save")
async def save(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The game as a file; sealed while it holds what this guest may not know."""
    desk = desk_of(request)
    async with desk.matches.at(match_id) as live:
        saved = Saves(desk.database.secret).saved(live, desk.guests.of(request))
    headers = {"Content-Disposition": f'attachment; filename="{saved.name}"'}
    return Response(saved.content, media_type="application/json", headers=headers)


HANDLERS = [me, rename, matches, create, upload, forget, join, save]
