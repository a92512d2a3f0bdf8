"""Going back: the moments of a match, playing on from one of them, and the proof of its dice."""

from __future__ import annotations

import msgspec
from litestar import Response, get, post
from litestar.params import FromPath, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED

import flagplot
from flagplot import players
from flagplot.payloads import MatchInfo
from flagplot.payloads_past import AnalysisState, BranchRequest, EndSheet, Moment, PastInfo, Proof, Sight
from flagplot.payloads_together import Origin
from flagplot.server.errors import Conflict, NotFound, NotOffered
from flagplot.server.services import AnyRequest, InPath, SeatQuery, address_at, answer, person_at, services_of
from flagplot.server.storage.match_queries import Holder
from flagplot.server.storage.past_queries import Past, PastMoment, past_of
from flagplot.server.tables import days, work
from flagplot.server.tables.company import Company, Sheet
from flagplot.server.tables.matches import LiveMatch


@get("/api/matches/{match_id:str}/moments")
async def moments(request: AnyRequest, match_id: InPath, seat: SeatQuery = None) -> Response[list[Moment]]:
    """The moments that a seat can go back to; when the game is over, every choice."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    return answer(live.course.moments(live.seat_in_replay(services.guests.of(request), seat), live.is_over))


@get("/api/matches/{match_id:str}/moments/{n:int}")
async def sight(request: AnyRequest, match_id: InPath, n: FromPath[int], seat: SeatQuery = None) -> Response[Sight]:
    """What a seat saw at a moment.

    When the game is over, any seat, with "*" everything as it was, and why an admiral made the choice, if he searched.
    """
    services = services_of(request)
    live = await services.matches.look(match_id)
    seen_by = live.seat_in_replay(services.guests.of(request), seat)
    choices, log_length = live.course.choices_at(seen_by, n, live.is_over)
    reason = live.course.reasons.get(choices) if live.is_over else None
    data = live.match.save()
    with live.busy():
        return answer(await services.workers.do(work.sight, data, choices, n, seen_by, log_length, reason))


@get("/api/matches/{match_id:str}/report")
async def report(request: AnyRequest, match_id: InPath) -> Response[EndSheet]:
    """The end sheet: totals, a curve by turn, the best and worst moments, all losses; only when the game is over."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    live.view_of(services.guests.of(request), None)  # whether this guest may look at all
    if not live.is_over:
        raise Conflict("This game is not over yet; its report is written at its end.")
    data = live.match.save()
    is_sealed = days.opens_on(live.company.sheet.day) is not None
    with live.busy():
        sheet = await services.workers.do(work.end_sheet, data)
    return answer(msgspec.structs.replace(sheet, seed=None) if is_sealed else sheet)


@post("/api/matches/{match_id:str}/analysis", status_code=HTTP_200_OK)
async def begin_analysis(request: AnyRequest, match_id: InPath) -> Response[AnalysisState]:
    """Have a finished game analysed: its chances, what decisions were worth, and what the dice gave."""
    services = services_of(request)
    live = await _finished(request, match_id)
    for seat in live.match.seats:
        if seat not in live.game.captains:
            raise NotOffered(f"{live.game.title} has no captain for the seat '{seat}', so it cannot be analysed.")
    if not services.analyses.is_wanted(live):
        if not live.match.record.choices:
            raise NotOffered("Nothing was decided in this game, so there is nothing to analyse.")
        services.limits.tally("analysis", person_at(request))
        services.analyses.begin(live)
    return answer(services.analyses.state_of(live))


@get("/api/matches/{match_id:str}/analysis")
async def analysis(request: AnyRequest, match_id: InPath) -> Response[AnalysisState]:
    """How far the analysis of a finished game is, and what it has found when all is done."""
    return answer(services_of(request).analyses.state_of(await _finished(request, match_id)))


async def _finished(request: AnyRequest, match_id: str) -> LiveMatch:
    """A match that is over, for whoever may see its replay."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    live.seat_in_replay(services.guests.of(request), None)
    if not live.is_over:
        raise Conflict("This game is not over yet; it can be analysed at its end.")
    return live


@post("/api/matches/{match_id:str}/branch")
async def branch(request: AnyRequest, match_id: InPath, data: JSONBody[BranchRequest]) -> Response[MatchInfo]:
    """Play on from a moment as a new game, with what the seat did not know and all coming dice drawn anew."""
    services = services_of(request)
    guest = services.guests.of(request)
    await services.limits.count("creation", address_at(request))
    live = await services.matches.look(match_id)
    seat = live.seat_in_replay(guest, data.seat)
    if seat not in live.holders:
        raise NotFound("Name the seat as which the game goes on.")
    choices, _ = live.course.choices_at(seat, data.moment, live.is_over)
    save = live.match.save()
    held = live.held_by(guest)
    holders = _going_on(live, held if seat in held else [seat], guest or "")
    moments = tuple(PastMoment(*seen) for seen in live.course.seen_until(seat, choices))
    origin = Origin(match_id, data.moment, moments[-1].headline if moments else "")
    with live.busy():
        new, history = await services.workers.do(work.branched, save, choices, seat)
    company = Company(guest, sheet=Sheet(origin=origin, no_plot=bool(live.why_no_plot(seat))))
    started = await services.matches.add(flagplot.load(new), history, holders, company, Past(seat, save, moments))
    return answer(started.info(guest or ""), HTTP_201_CREATED)


@get("/api/matches/{match_id:str}/past")
async def past(request: AnyRequest, match_id: InPath) -> Response[PastInfo]:
    """What you had seen before this game branched off from another."""
    services = services_of(request)
    live, found = await _past(request, match_id)
    with live.busy():
        log = await services.workers.do(work.told_until, found.save, found.moments[-1].choices, found.seat)
    moments = [Moment(n, one.headline, one.log_length, None) for n, one in enumerate(found.moments)]
    return answer(PastInfo(found.seat, log, moments))


@get("/api/matches/{match_id:str}/past/{n:int}")
async def past_sight(request: AnyRequest, match_id: InPath, n: FromPath[int]) -> Response[Sight]:
    """What you saw at a moment before this game branched off."""
    services = services_of(request)
    live, found = await _past(request, match_id)
    if not 0 <= n < len(found.moments):
        raise NotFound(f"There is no moment {n} in the past of this game; there are 0 to {len(found.moments) - 1}.")
    moment = found.moments[n]
    with live.busy():
        return answer(
            await services.workers.do(work.sight, found.save, moment.choices, n, found.seat, moment.log_length)
        )


async def _past(request: AnyRequest, match_id: str) -> tuple[LiveMatch, Past]:
    """A match and its past; NotFound for everybody but its player."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    held = live.held_by(services.guests.of(request))
    found = await services.database.read(past_of, match_id)
    if found is None or not found.moments or found.seat not in held:
        raise NotFound("This game did not branch off from another.")
    return live, found


def _going_on(live: LiveMatch, yours: list[str], guest: str) -> dict[str, Holder]:
    """Who plays a game that branches off: the guest, the computers who were there, and one for everybody else."""
    return {
        seat: Holder("guest", guest)
        if seat in yours
        else Holder(live.computers.get(seat) or players.best(live.game, seat))
        for seat in live.holders
    }


@get("/api/matches/{match_id:str}/proof")
async def proof(request: AnyRequest, match_id: InPath) -> Response[Proof]:
    """What proves the dice: the whole match is played again when it is over."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    seat, opens_on = live.view_of(services.guests.of(request), None), days.opens_on(live.company.sheet.day)
    is_told = live.is_over and opens_on is None
    data = live.match.save()
    with live.busy():
        found = await services.workers.do(work.proof, data, None if is_told else seat, is_told)
    return answer(msgspec.structs.replace(found, opens_on=opens_on.isoformat() if opens_on else None))


HANDLERS = [moments, sight, report, begin_analysis, analysis, branch, past, past_sight, proof]
