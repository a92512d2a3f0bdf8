"""The company at a table: talk, notes, offers and answers, endings, standing orders, and who may look on."""

from __future__ import annotations

from litestar import Response, get, post, put
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT, HTTP_409_CONFLICT

from flagplot.payloads import Position, SeatRequest
from flagplot.payloads_together import (
    AccessRequest,
    DecisionKind,
    Notes,
    NotesElsewhere,
    OfferAnswer,
    OfferRequest,
    OrderKey,
    OrderRequest,
    SeatGift,
    TableNews,
    TalkRequest,
)
from flagplot.server.errors import Conflict, NotOffered, NotYours
from flagplot.server.services import AnyRequest, InPath, SeatQuery, address_at, answer, services_of
from flagplot.server.storage import match_queries
from flagplot.server.tables.orders import give_order, kinds, withdraw_order
from flagplot.server.tables.roster import check_computer

LONGEST_LINE = 1000
LONGEST_NOTES = 20_000
NUL = "\0"  # which PostgreSQL does not keep


@post("/api/matches/{match_id:str}/talk", status_code=HTTP_200_OK)
async def talk(request: AnyRequest, match_id: InPath, data: JSONBody[TalkRequest]) -> Response[TableNews]:
    """Say something to the other players."""
    services = services_of(request)
    text = data.text.strip()
    if not 1 <= len(text) <= LONGEST_LINE or NUL in text:
        raise NotOffered(f"A message must have 1 to {LONGEST_LINE} printable characters.")
    guest = services.guests.of(request)
    while True:
        async with services.matches.at(match_id) as live:
            seat = live.seat_of(guest, data.seat)
            await services.limits.count("chat", guest or "")
            try:
                await live.save_and_broadcast([live.line("chat", text, seat, guest)])
                return answer(live.table_news(seat))
            except Conflict:
                continue  # somebody at another process was faster; what was said comes after it


@get("/api/matches/{match_id:str}/notes")
async def notes(request: AnyRequest, match_id: InPath) -> Response[Notes]:
    """What you have noted for yourself."""
    services = services_of(request)
    guest = services.guests.of(request)
    (await services.matches.look(match_id)).held_by(guest)
    return answer(_notes(await services.database.read(match_queries.notes_of, match_id, guest or "")))


def _notes(text: str) -> Notes:
    return Notes(text, match_queries.mark_of(text))


@put("/api/matches/{match_id:str}/notes")
async def take_notes(request: AnyRequest, match_id: InPath, data: JSONBody[Notes]) -> Response[Notes | NotesElsewhere]:
    """Note something for yourself, in place of the notes with that mark."""
    if len(data.text) > LONGEST_NOTES or NUL in data.text:
        raise NotOffered(f"Notes can have up to {LONGEST_NOTES} printable characters.")
    services = services_of(request)
    guest = services.guests.of(request)
    (await services.matches.look(match_id)).held_by(guest)
    if await services.database.write(match_queries.keep_notes, match_id, guest or "", data.text, data.mark):
        return answer(_notes(data.text))
    kept = await services.database.read(match_queries.notes_of, match_id, guest or "")
    return answer(NotesElsewhere("These notes were changed in another window.", _notes(kept)), HTTP_409_CONFLICT)


@put("/api/matches/{match_id:str}/access")
async def access(request: AnyRequest, match_id: InPath, data: JSONBody[AccessRequest]) -> Response[AccessRequest]:
    """Say who may look on; onlookers who may not any more are sent away."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        guest = services.guests.of(request)
        live.held_by(guest)
        if live.company.owner != guest:
            raise NotYours("Only the owner of this game can say who may watch.")
        if data.access != live.company.access:
            await live.open_to(data.access)
    return answer(data)


@post("/api/matches/{match_id:str}/resign", status_code=HTTP_200_OK)
async def resign(request: AnyRequest, match_id: InPath, data: JSONBody[SeatRequest]) -> Response[Position]:
    """Give the game up."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.agreements.resign(live, seat)
        return answer(live.position(seat))


@post("/api/matches/{match_id:str}/claim", status_code=HTTP_200_OK)
async def claim(request: AnyRequest, match_id: InPath, data: JSONBody[SeatRequest]) -> Response[Position]:
    """End the game because the other side does not decide in time."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.agreements.claim(live, seat)
        return answer(live.position(seat))


@post("/api/matches/{match_id:str}/hurry", status_code=HTTP_204_NO_CONTENT)
async def hurry(request: AnyRequest, match_id: InPath, data: JSONBody[SeatRequest]) -> None:
    """Have the admiral who thinks answer at once with the best that he has found, and captains until a person is asked.

    To ask again changes nothing.
    """
    services = services_of(request)
    live = await services.matches.look(match_id)
    live.seat_of(services.guests.of(request), data.seat)
    await services.answering.hurry(live)


@post("/api/matches/{match_id:str}/offers", status_code=HTTP_200_OK)
async def offer(request: AnyRequest, match_id: InPath, data: JSONBody[OfferRequest]) -> Response[Position]:
    """Offer something to the other players; what needs nobody's consent happens at once."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.limits.count("chat", services.guests.of(request) or "")
        if data.kind == "rematch":
            await services.limits.count("creation", address_at(request))
        await services.agreements.offer(live, seat, data.kind)
    return await _how_it_stands(request, match_id, seat)


@post("/api/matches/{match_id:str}/answers", status_code=HTTP_200_OK)
async def answer_offer(request: AnyRequest, match_id: InPath, data: JSONBody[OfferAnswer]) -> Response[Position]:
    """Accept or refuse an offer; who made it withdraws it by refusing."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.limits.count("chat", services.guests.of(request) or "")
        await services.agreements.answer(live, seat, data.kind, data.accept)
    return await _how_it_stands(request, match_id, seat)


async def _how_it_stands(request: AnyRequest, match_id: str, seat: str) -> Response[Position]:
    """The position after an agreement, which may have been read anew for it."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        services.answering.wake(live)
        return answer(live.position(seat))


@get("/api/matches/{match_id:str}/kinds")
async def decision_kinds(request: AnyRequest, match_id: InPath, seat: SeatQuery = None) -> Response[list[DecisionKind]]:
    """All kinds of decisions that your seat may have, for standing orders in advance."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    return answer(kinds(live, live.seat_of(services.guests.of(request), seat)))


@post("/api/matches/{match_id:str}/orders", status_code=HTTP_200_OK)
async def order(request: AnyRequest, match_id: InPath, data: JSONBody[OrderRequest]) -> Response[TableNews]:
    """Give a standing order about the kind of decision that your seat has now, or names; it is carried out at once."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.matches.keep_up(live, seat, data.seq)
        await give_order(live, data)
        services.answering.wake(live)
        return answer(live.table_news(seat))


@post("/api/matches/{match_id:str}/orders/withdraw", status_code=HTTP_200_OK)
async def withdraw(request: AnyRequest, match_id: InPath, data: JSONBody[OrderKey]) -> Response[TableNews]:
    """Withdraw a standing order."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await withdraw_order(live, seat, data.key)
        return answer(live.table_news(seat))


@post("/api/matches/{match_id:str}/seats", status_code=HTTP_200_OK)
async def give_seat(request: AnyRequest, match_id: InPath, data: JSONBody[SeatGift]) -> Response[Position]:
    """Give a seat that is still open to a computer player."""
    services = services_of(request)
    async with services.matches.at(match_id) as live:
        guest = services.guests.of(request)
        seat = live.seat_of(guest, None)
        if live.company.owner != guest:
            raise NotYours("Only the owner of this game can give away its seats.")
        live.check_known(data.seat)
        if live.holders[data.seat].player != "open" or live.is_over:
            raise Conflict("That seat is not open.")
        check_computer(live.game, data.seat, data.player)
        await services.matches.give_to_computer(live, data.seat, data.player)
    return await _how_it_stands(request, match_id, seat)


HANDLERS = [
    talk,
    notes,
    take_notes,
    access,
    resign,
    claim,
    hurry,
    offer,
    answer_offer,
    decision_kinds,
    order,
    withdraw,
    give_seat,
]
