"""The game of the day: what it is, an attempt at it, and how everybody did."""

from __future__ import annotations

from litestar import Response, get, post
from litestar.params import FromQuery
from litestar.status_codes import HTTP_201_CREATED

from flagplot.payloads import MatchInfo
from flagplot.payloads_together import Daily, DayLadder
from flagplot.server.errors import Conflict, NotFound
from flagplot.server.services import AnyRequest, address_at, answer, guest_or_newcomer, services_of
from flagplot.server.storage.match_queries import now
from flagplot.server.tables import days
from flagplot.server.tables.company import Company, Sheet
from flagplot.server.tables.roster import seated
from flagplot.server.tables.showing import start_of


@get("/api/daily")
async def daily(request: AnyRequest) -> Response[Daily]:
    """The game of the day, and whether you have begun it."""
    services = services_of(request)
    day, guest = days.today(), services.guests.of(request)
    attempt = await services.database.read(days.attempt_of, day, guest) if guest else None
    return answer(days.daily(days.game_of(day), attempt))


@post("/api/daily")
async def play(request: AnyRequest) -> Response[MatchInfo]:
    """Begin the game of the day, or go on with your attempt at it."""
    services = services_of(request)
    await services.limits.count("creation", address_at(request))
    guest, cookies = await guest_or_newcomer(request)
    one = days.game_of(days.today())
    if attempt := await services.database.read(days.attempt_of, one.day, guest):
        try:
            live = await services.matches.look(attempt.match_id)
        except NotFound:
            raise Conflict(days.ALREADY) from None
        return answer(live.info(guest), cookies=cookies)
    match = one.begin(services.database.secret)
    holders = seated(match, one.seats(match), guest)
    company = Company(guest, sheet=Sheet(day=one.day.isoformat()))
    live = await services.matches.add(match, [start_of(match, now())], holders, company)
    return answer(live.info(guest), HTTP_201_CREATED, cookies)


@get("/api/daily/ladder")
async def ladder(request: AnyRequest, day: FromQuery[str | None] = None) -> Response[DayLadder]:
    """How everybody did in the game of a day, today's unless another is named."""
    services = services_of(request)
    one = days.game_of(days.read_day(day))
    rows, playing = await services.database.read(days.attempts, one.day)
    await services.guests.meet(row.guest for row in rows)
    return answer(days.ladder(one, rows, playing, services.guests.of(request), services.guests.name))


HANDLERS = [daily, play, ladder]
