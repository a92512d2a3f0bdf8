"""Guests and their matches: lists, new games, seats, files."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from litestar import Response, delete, get, post
from litestar.params import JSONBody
from litestar.status_codes import HTTP_201_CREATED

import flagplot
from flagplot import players
from flagplot.engine.bounds import LARGEST_SAVE
from flagplot.engine.errors import FlagplotError
from flagplot.engine.match import Match
from flagplot.payloads import MatchInfo, NewMatch, SeatWish
from flagplot.players.lessons import lesson
from flagplot.server.errors import Conflict, NotOffered
from flagplot.server.services import AnyRequest, InPath, SeatQuery, address_at, answer, guest_or_newcomer, services_of
from flagplot.server.storage.match_queries import Holder, now
from flagplot.server.tables import work
from flagplot.server.tables.company import Company, Lesson, Sheet
from flagplot.server.tables.roster import seated
from flagplot.server.tables.saves import Saves
from flagplot.server.tables.showing import start_of
from flagplot.server.tables.thinking import Exhausted

SHORTEST_PACE, LONGEST_PACE = 60, 90 * 24 * 3600


@get("/api/matches")
async def matches(request: AnyRequest) -> Response[list[MatchInfo]]:
    """The matches in which this guest has a seat, latest change first."""
    guest = services_of(request).guests.of(request)
    return answer(await services_of(request).matches.of_guest(guest) if guest else [])


@post("/api/matches")
async def create(request: AnyRequest, data: JSONBody[NewMatch]) -> Response[MatchInfo]:
    """Begin a match."""
    await services_of(request).limits.count("creation", address_at(request))
    guest, cookies = await guest_or_newcomer(request)
    if data.seed is not None and "open" in data.seats.values():
        raise NotOffered(
            "Anybody who knows the seed knows the dice, so a game with an open seat draws its own. Leave out the seed."
        )
    try:
        if data.lesson is not None:
            match = _taught(data)
            holders = seated(match, _seats_in_lesson(match, data.lesson), guest)
        else:
            dice = flagplot.dice.asked() if data.typed_dice else None
            match = flagplot.new(data.game, data.scenario, data.seed, data.options, dice)
            holders = seated(match, data.seats, guest)
        match.decision  # noqa: B018  the game is set up now, so that whatever is wrong is said here
    except FlagplotError as error:
        raise NotOffered(str(error)) from None
    company = await _company(request, data, guest, holders)
    live = await services_of(request).matches.add(match, [start_of(match, now())], holders, company)
    return answer(live.info(guest), HTTP_201_CREATED, cookies)


def _taught(wish: NewMatch) -> Match[Any]:
    """The match in which a lesson is taught; NotOffered where a wish names more than the game and its lesson."""
    if wish != NewMatch(wish.game, lesson=wish.lesson):
        raise NotOffered("A lesson has its own set-up. Name only the game and the lesson.")
    game = flagplot.game(wish.game)
    return lesson(game, wish.lesson).begin(game)


def _seats_in_lesson(match: Match[Any], key: str) -> dict[str, SeatWish]:
    """The learner's seat, and computers in all others."""
    learner = lesson(match.game, key).seat
    return {seat: "me" if seat == learner else players.best(match.game, seat) for seat in match.seats}


async def _company(request: AnyRequest, wish: NewMatch, guest: str, holders: Mapping[str, Holder]) -> Company:
    """The company of a new match; NotOffered when it cannot be as wished."""
    if wish.pace is not None and not SHORTEST_PACE <= wish.pace <= LONGEST_PACE:
        raise NotOffered("The pace must be between one minute and ninety days a move, in seconds.")
    if wish.rated:
        if wish.seed is not None or wish.typed_dice:
            raise NotOffered(
                "A ladder game draws its seed on the server, so that nobody knows its dice. Leave out the seed."
            )
        own = [seat for seat, holder in holders.items() if holder.guest == guest]
        if len(flagplot.game(wish.game).sides_of(own)) > 1:
            raise NotOffered("A game against yourself cannot count for the ladder.")
        if not await services_of(request).guests.has_account(guest):
            raise NotOffered("Only games between accounts count for the ladder. Claim your name first.")
    sheet = Sheet(lesson=Lesson(wish.lesson) if wish.lesson else None)
    return Company(guest, wish.access, wish.rated, wish.pace, sheet=sheet)


@post("/api/matches/upload", request_max_body_size=LARGEST_SAVE)
async def upload(request: AnyRequest, seat: SeatQuery = None) -> Response[MatchInfo]:
    """Go on with a saved game: the body is the file; `seat` is yours, or all of them with "all".

    A game that is not over goes on with other dice, and with what you may not know drawn anew.
    """
    await services_of(request).limits.count("upload", address_at(request))
    guest, cookies = await guest_or_newcomer(request)
    services, data = services_of(request), await request.body()
    try:
        limit = services.settings.workers.upload_seconds
        save, history, seats, no_plot = await services.workers.do(
            work.adopted, services.database.secret, data, seat, seconds=limit
        )
    except Exhausted:
        raise NotOffered(
            "This save takes more time or memory than any game needs, so the server did not load it."
        ) from None
    match = flagplot.load(save)  # at its last checkpoint, as the worker wrote it
    holders = {
        name: Holder("guest", guest) if name in seats else Holder(players.best(match.game, name))
        for name in match.seats
    }
    live = await services.matches.add(match, history, holders, Company(guest, sheet=Sheet(no_plot=no_plot)))
    return answer(live.info(guest), HTTP_201_CREATED, cookies)


@delete("/api/matches/{match_id:str}")
async def forget(request: AnyRequest, match_id: InPath) -> None:
    """Delete a match; not while another guest has a seat in it."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        guest = services.guests.of(request)
        live.held_by(guest)
        if any(holder.guest not in (None, guest) for holder in live.holders.values()):
            raise Conflict("You cannot delete this game: another guest has a seat in it.")
        if live.company.rated and not live.is_over and not live.has_open_seat:
            await services.agreements.resign(live, live.held_by(guest)[0])  # who deletes a rated game has lost it
        await services.matches.delete(live)


@get("/api/matches/{match_id:str}/save")
async def save(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The game as a file; sealed while it holds what this guest may not know."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    saved = Saves(services.database.secret).saved(live, services.guests.of(request))
    if saved.tells_dice:
        with live.busy():
            saved = saved._replace(content=await services.workers.do(work.handed_out, saved.content))
    headers = {"Content-Disposition": f'attachment; filename="{saved.name}"'}
    return Response(saved.content, media_type="application/json", headers=headers)


HANDLERS = [matches, create, upload, forget, save]
