"""Search plots: where what a seat does not see may be, now or at any moment that it can go back to."""

from __future__ import annotations

from litestar import Response, get
from litestar.params import FromQuery

from flagplot.engine.whereabouts import Whereabouts
from flagplot.server.errors import NotOffered, NotYours
from flagplot.server.services import AnyRequest, InPath, SeatQuery, answer, person_at, services_of
from flagplot.server.tables import work


@get("/api/matches/{match_id:str}/whereabouts")
async def whereabouts(
    request: AnyRequest, match_id: InPath, seat: SeatQuery = None, moment: FromQuery[int | None] = None
) -> Response[Whereabouts]:
    """Where what a seat does not see may be: now or, with `moment`, as far as the seat knew at a moment of the replay.

    It is yours alone against computers, and in games with other people and games that count if all agree to it (offer
    `plot`); when the game is over, it is anybody's who may see the replay.
    """
    services = services_of(request)
    services.limits.tally("plot", person_at(request))
    live = await services.matches.look(match_id)
    seen_by = live.seat_in_replay(services.guests.of(request), seat)
    if refusal := live.why_no_plot(seen_by):
        raise NotYours(refusal)
    if seen_by not in live.holders:
        raise NotOffered("Name the seat whose search plot you want to see.")
    if moment is None and live.is_over:
        return answer(Whereabouts(seen_by, 0))
    made = len(live.match.record.choices)
    choices = made if moment is None else live.course.choices_at(seen_by, moment, live.is_over)[0]
    # By what the seat was shown: how soon an answer comes must not tell that others have decided in secret.
    asked = seen_by, 0 if live.is_over else live.course.seq[seen_by], moment
    data = live.match.save()
    with live.busy():
        async with live.plots.one_at_a_time:
            found = live.plots.get(asked)
            if found is None:
                found = await services.workers.do(work.whereabouts, data, choices, seen_by)
                live.plots.keep(asked, found)
    return answer(found)


HANDLERS = [whereabouts]
