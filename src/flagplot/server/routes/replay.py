"""Going back: the moments of a match, playing on from one of them, and the proof of its dice."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_201_CREATED

import flagplot
from flagplot.payloads import BranchRequest, MatchInfo, Moment, Proof, Sight
from flagplot.server.desk import AnyRequest, InPath, SeatQuery, address_at, answer, desk_of
from flagplot.server.errors import NotFound
from flagplot.server.keeping.storage import Holder
from flagplot.server.tables import work
from flagplot.server.tables.company import Company
from flagplot.server.tables.matches import LiveMatch
from flagplot.server.tables.roster import computer_for


@get("/api/matches/{match_id:str}/moments")
async def moments(request: AnyRequest, match_id: InPath, seat: SeatQuery = None) -> Response[list[Moment]]:
    """The moments that a seat can go back to; when the game is over, every choice."""
    desk = desk_of(request)
    live = await desk.matches.look(match_id)
    return answer(live.course.moments(live.seat_in_replay(desk.guests.of(request), seat), live.is_over))


@get("/api/matches/{match_id:str}/moments/{n:int}")
async def sight(request: AnyRequest, match_id: InPath, n: FromPath[int], seat: SeatQuery = None) -> Response[Sight]:
    """What a seat saw at a moment; when the game is over, any seat, and with "*" everything as it was."""
    desk = desk_of(request)
    live = await desk.matches.look(match_id)
    seen_by = live.seat_in_replay(desk.guests.of(request), seat)
    choices, log_length = live.course.choices_at(seen_by, n, live.is_over)
    data = live.match.save()
    with live.busy():
        return answer(await desk.workers.do(work.sight, data, choices, n, seen_by, log_length))


@post("/api/matches/{match_id:str}/branch")
async def branch(request: AnyRequest, match_id: InPath, data: JSONBody[BranchRequest]) -> Response[MatchInfo]:
    """Play on from a moment as a new game, with what the seat did not know and all coming dice drawn anew."""
    desk = desk_of(request)
    guest = desk.guests.of(request)
    await desk.limits.count("creation", address_at(request))
    live = await desk.matches.look(match_id)
    seat = live.seat_in_replay(guest, data.seat)
    if seat not in live.holders:
        raise NotFound("A game goes on as one of its seats; name one.")
    choices, _ = live.course.choices_at(seat, data.moment, live.is_over)
    save = live.match.save()
    held = live.held_by(guest)
    holders = _going_on(live, held if seat in held else [seat], guest or "")
    with live.busy():
        new, history = await desk.workers.do(work.branched, save, choices, seat)
    started = await desk.matches.add(flagplot.load(new), history, holders, Company(guest))
    return answer(started.info(guest or ""), HTTP_201_CREATED)


def _going_on(live: LiveMatch, yours: list[str], guest: str) -> dict[str, Holder]:
    """Who plays a game that branches off: the guest, the computers who were there, and one for everybody else."""
    return {
        seat: Holder("guest", guest)
        if seat in yours
        else Holder(live.computers.get(seat) or computer_for(live.game, seat))
        for seat in live.holders
    }


@get("/api/matches/{match_id:str}/proof")
async def proof(request: AnyRequest, match_id: InPath) -> Response[Proof]:
    """What proves the dice: the whole match is played again when it is over."""
    desk = desk_of(request)
    live = await desk.matches.look(match_id)
    seat, over = live.view_of(desk.guests.of(request), None), live.is_over
    data = live.match.save()
    with live.busy():
        return answer(await desk.workers.do(work.proof, data, None if over else seat, over))


HANDLERS = [moments, sight, branch, proof]
