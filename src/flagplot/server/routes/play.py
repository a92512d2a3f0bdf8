"""Playing: positions, choices, undo, changes as they happen, odds, hints, and why not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Response, WebSocket, get, post, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_204_NO_CONTENT
from msgspec import UNSET

from flagplot import players
from flagplot.engine.errors import FlagplotError
from flagplot.engine.table import DICE
from flagplot.engine.view import Board
from flagplot.engine.words import Option
from flagplot.payloads import (
    AtSeat,
    Change,
    ChoiceRequest,
    FinishRequest,
    Hint,
    HintRequest,
    NamedOdds,
    OddsRequest,
    OddsView,
    Position,
    WayRequest,
    WayView,
    WhyNot,
    WhyNotRequest,
    as_option,
)
from flagplot.payloads_together import TableNews
from flagplot.players.ranks import ADMIRAL
from flagplot.server.errors import Conflict, NotFound, NotOffered
from flagplot.server.services import (
    AnyRequest,
    InPath,
    Ready,
    SeatQuery,
    Services,
    answer,
    encode,
    from_our_own_pages,
    load_session,
    person_at,
    services_of,
    visitor_of,
    whole_address_at,
)
from flagplot.server.tables import work
from flagplot.server.tables.audience import Audience, Queue
from flagplot.server.tables.hosting import same_seats
from flagplot.server.tables.matches import LiveMatch

LONGEST_WAIT = 25.0
MOST_ODDS = 100
MOST_TARGETS = 60  # of one way; nobody drags a piece through more
MOST_ANSWERS = 200  # of a row; no game has half as many pieces
NOT_HERE = 4404  # a WebSocket is closed with this for a match or seat that is not the guest's
LONGEST_REASON = 120  # bytes that fit into the closing of a WebSocket


@get("/api/matches/{match_id:str}")
async def position(request: AnyRequest, match_id: InPath, seat: SeatQuery = None) -> Response[Position]:
    """How things stand for a seat: the one that is named, or yours that must decide, or the first of yours."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    return Ready(live.position(live.view_of(services.guests.of(request), seat)))


@get("/api/matches/{match_id:str}/board")
async def board(
    request: AnyRequest, match_id: InPath, seat: SeatQuery = None, scenario: FromQuery[str | None] = None
) -> Response[Board]:
    """The board of a scenario, as a position or a moment of the match names it; else the one that is on the table."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    live.view_of(services.guests.of(request), seat)
    if scenario is None:
        return Ready(live.match.board)
    if scenario not in live.game.scenarios:
        raise NotFound(f"{live.game.title} has no board of a scenario '{scenario:.40}'.")
    return Ready(live.game.board(scenario))


@post("/api/matches/{match_id:str}/choices", status_code=HTTP_200_OK)
async def choose(request: AnyRequest, match_id: InPath, data: JSONBody[ChoiceRequest]) -> Response[Change]:
    """Decide, once or several times in a row; `seq` is the one that the seat was shown last."""
    options = _options_in(data)
    services = services_of(request)
    await _check_early(request, match_id, data, LiveMatch.check_turn)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.matches.keep_up(live, seat, data.seq)
        change = await live.choose(seat, data.seq, options)
        services.answering.wake(live)
        return Ready(change)


def _options_in(data: ChoiceRequest) -> list[Option]:
    """What is chosen, in order; NotOffered, in one sentence, when that cannot be read."""
    if (data.option is UNSET) == (data.options is UNSET):
        raise NotOffered("Send either `option`, or `options` with the answers of a row.")
    options = [data.option] if data.options is UNSET else data.options
    if not 0 < len(options) <= MOST_ANSWERS:
        raise NotOffered(f"A row can have 1 to {MOST_ANSWERS} answers, not {len(options)}.")
    return [as_option(option) for option in options]


@post("/api/matches/{match_id:str}/undo", status_code=HTTP_200_OK)
async def undo(request: AnyRequest, match_id: InPath, data: JSONBody[AtSeat]) -> Response[Change | Position]:
    """Take the last choice back, with what standing orders did since; of several steps the position is told."""
    services = services_of(request)
    await _check_early(request, match_id, data, LiveMatch.check_undo)
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        await services.matches.keep_up(live, seat, data.seq)
        change = await live.undo(seat, data.seq)
        services.answering.wake(live)
        return Ready(change)


Check = Callable[[LiveMatch, str], Any]  # Conflict when a seat cannot do something as things stand


async def _check_early(request: AnyRequest, match_id: str, data: AtSeat, check: Check) -> None:
    """Refuse what comes too late, or out of turn, without waiting for the lock: nobody shall feel what others do.

    Where nobody holds the lock, the same is checked at once by whoever takes it.
    """
    services = services_of(request)
    live = await services.matches.look(match_id)
    if not live.lock.locked():
        return
    seat = live.seat_of(services.guests.of(request), data.seat)
    if data.seq <= live.course.seq[seat]:
        live.check_seq(seat, data.seq)
        check(live, seat)


@get("/api/matches/{match_id:str}/changes")
async def changes(
    request: AnyRequest,
    match_id: InPath,
    since: FromQuery[int],
    seat: SeatQuery = None,
    wait: FromQuery[float] = 0,
    heard: FromQuery[int | None] = None,
) -> Response[Change | Position | TableNews]:
    """What a seat was shown after `since`, or, if `heard` is given, what came about between the people after that.

    If nothing yet, then what comes within so many seconds, or 204.
    """
    services = services_of(request)
    clock = asyncio.get_running_loop().time
    until = clock() + (min(wait, LONGEST_WAIT) if wait > 0 else 0)
    while True:
        live = await services.matches.look(match_id)
        watched = live.view_of(services.guests.of(request), seat)
        audience = live.audiences[watched]
        if since != live.course.seq[watched]:
            return Ready(audience.since(since) or live.position(watched))
        if heard is not None and heard != (now := live.heard(watched)):
            # To put the whole log into words again takes longer than ten moves.
            return Ready(live.table_news(watched) if same_seats(heard, now) else live.position(watched))
        news = audience.coming_news()
        if clock() >= until:
            return answer(b"", HTTP_204_NO_CONTENT)
        with live.busy(), suppress(TimeoutError):
            async with asyncio.timeout_at(until):
                await news.wait()


@websocket("/api/matches/{match_id:str}/live")
async def live_changes(socket: WebSocket[Any, Any, Any], match_id: InPath, seat: SeatQuery = None) -> None:
    """First the position, then every change that the seat can see, as it happens."""
    services = services_of(socket)
    await from_our_own_pages(socket)
    await load_session(socket)
    await socket.accept()
    try:
        live = await services.matches.look(match_id)
        watched = live.view_of(services.guests.of(socket), seat)
        audience = live.audiences[watched]
        queue = audience.listen()
        first = encode(live.greeting(watched))
        services.presence.changed(live)
    except FlagplotError as error:
        await socket.close(NOT_HERE, str(error).encode()[:LONGEST_REASON].decode(errors="ignore"))
        return
    ear = asyncio.create_task(_until_it_leaves(socket, audience, queue))
    try:
        with services.sessions.watching(visitor_of(socket), lambda: audience.leave(queue), whole_address_at(socket)):
            await socket.send({"type": "websocket.send", "bytes": None, "text": first.decode()})
            while (message := await queue.get()) is not None:
                await socket.send({"type": "websocket.send", "bytes": None, "text": message})
        ear.cancel()  # while it listens, nobody can hang up
        await asyncio.wait([ear])
        await socket.close(services.closing_code)
    except (WebSocketDisconnect, RuntimeError):
        pass  # the page is gone
    finally:
        audience.leave(queue)
        ear.cancel()
        services.presence.changed(live)


async def _until_it_leaves(socket: WebSocket[Any, Any, Any], audience: Audience, queue: Queue) -> None:
    """Wait until a page goes; whatever it says is not listened to."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data(mode="text")
    audience.leave(queue)


# Questions about a decision


@asynccontextmanager
async def _deciding(request: AnyRequest, match_id: str, seat: str, seq: int) -> AsyncIterator[tuple[LiveMatch, bytes]]:
    """The match and its save, for a question about the decision that a seat has now.

    While it is worked out the match is not locked; when the match has gone on meanwhile, the answer is worth nothing.
    """
    services = services_of(request)
    guest = services.guests.of(request)
    live = await services.matches.look(match_id)
    if seq > live.course.seq[live.seat_of(guest, seat)]:
        async with services.matches.at(match_id) as live:
            await services.matches.keep_up(live, seat, seq)
        live = await services.matches.look(match_id)
    live.check_seq(seat, seq)
    live.check_turn(seat)
    data = live.match.save()
    with live.busy():
        yield live, data
    live = await services.matches.look(match_id)
    live.check_seq(live.seat_of(guest, seat), seq)


@post("/api/matches/{match_id:str}/odds", status_code=HTTP_200_OK)
async def odds(request: AnyRequest, match_id: InPath, data: JSONBody[OddsRequest]) -> Response[list[OddsView]]:
    """What may come of options and shortcuts, in the order in which they are named."""
    number = len(data.options) + len(data.shortcuts)
    if number > MOST_ODDS:
        raise NotOffered(f"You can ask for the odds of up to {MOST_ODDS} options at once.")
    services_of(request).limits.tally("odds", person_at(request), number)
    async with _deciding(request, match_id, data.seat, data.seq) as (live, save), live.one_at_a_time:
        known, shortcuts = live.odds, {one.key: one.answers for one in live.match.shortcuts}
        if strangers := [key for key in data.shortcuts if key not in shortcuts]:
            raise NotOffered(f"There is no shortcut '{strangers[0]:.40}' here.")
        wanted = [(as_option(option),) for option in data.options] + [shortcuts[key] for key in data.shortcuts]
        missing = {key: answers for answers in wanted if (key := encode(answers)) not in known}
        while missing and known is live.odds:  # else somebody has decided meanwhile: these odds are of no use any more
            found = await services_of(request).workers.do(work.odds_at_once, save, list(missing.values()))
            for key, one in zip(list(missing), found, strict=False):
                known[key] = one
                del missing[key]
    return answer([known[encode(answers)] for answers in wanted])


@post("/api/matches/{match_id:str}/way", status_code=HTTP_200_OK)
async def way(request: AnyRequest, match_id: InPath, data: JSONBody[WayRequest]) -> Response[WayView]:
    """Which answers of the present row lead to a space or piece, or through several in their order."""
    if not 0 < len(data.targets) <= MOST_TARGETS:
        raise NotOffered(f"A way can lead through 1 to {MOST_TARGETS} places, not {len(data.targets)}.")
    services_of(request).limits.tally("odds", person_at(request), len(data.targets))
    async with _deciding(request, match_id, data.seat, data.seq) as (live, save):
        if live.to_move == DICE or not live.match.has_ways:
            raise NotOffered("This question does not ask for a way. Choose one of the options.")
        found = await services_of(request).workers.do(work.way, save, data.targets)
    return answer(found)


@get("/api/matches/{match_id:str}/outlook")
async def outlook(
    request: AnyRequest, match_id: InPath, seat: FromQuery[str], seq: FromQuery[int]
) -> Response[list[NamedOdds]]:
    """What may come of the orders given so far, part by part."""
    services_of(request).limits.tally("odds", person_at(request))
    async with _deciding(request, match_id, seat, seq) as (_, save):
        found = await services_of(request).workers.do(work.outlook, save)
    return answer(found)


@post("/api/matches/{match_id:str}/hint", status_code=HTTP_200_OK)
async def hint(request: AnyRequest, match_id: InPath, data: JSONBody[HintRequest]) -> Response[Hint]:
    """What the captain would do, or an admiral, who takes his time; both know what the seat knows."""
    services_of(request).limits.tally("hint", person_at(request))
    async with _deciding(request, match_id, data.seat, data.seq) as (live, save):
        if live.to_move == DICE:
            raise NotOffered("There is no hint for a die roll.")
        if live.to_move not in live.game.captains:
            raise NotOffered(f"{live.game.title} has no captain yet, so there are no hints.")
        if data.player == ADMIRAL:
            found = await _admirals_hint(services_of(request), live, save)
        else:
            found = await services_of(request).workers.do(work.hint, save)
    return answer(found)


async def _admirals_hint(services: Services, live: LiveMatch, save: bytes) -> Hint:
    """What an admiral would do when he has thought about it; he stops as soon as the match goes on."""
    if live.company.rated:
        raise NotOffered("In a game that counts for the ladder only the captain gives hints.")
    if not players.can_sit(live.game, live.to_move or "", ADMIRAL):
        raise NotOffered(f"{live.game.title} lacks captains, whom an admiral needs.")
    known = live.odds  # another dict as soon as somebody has decided
    thought = await services.searching.thought(save, None, is_wanted=lambda: live.odds is known)
    if thought is None:
        raise Conflict("The game has gone on meanwhile.")
    return await services.workers.do(work.admirals_hint, save, thought)


@post("/api/matches/{match_id:str}/finish", status_code=HTTP_200_OK)
async def finish(request: AnyRequest, match_id: InPath, data: JSONBody[FinishRequest]) -> Response[Change]:
    """Let the captain answer for a seat until the phase ends; the answers are undone together."""
    services = services_of(request)
    services.limits.tally("hint", person_at(request))
    async with _deciding(request, match_id, data.seat, data.seq) as (live, save):
        if live.progress and live.progress.step:
            raise NotOffered("In a lesson you answer yourself.")
        if not players.can_finish(live.match):
            raise NotOffered("No captain can answer this for you.")
        options = await services.workers.do(work.finish_phase, save, data.only_sequence)
    if not options:
        raise NotOffered("This asks for more than a sequence; answer it yourself.")
    async with services.matches.at(match_id) as live:
        seat = live.seat_of(services.guests.of(request), data.seat)
        change = await live.choose(seat, data.seq, options, is_captains=True)
        services.answering.wake(live)
        return Ready(change)


@post("/api/matches/{match_id:str}/why-not", status_code=HTTP_200_OK)
async def why_not(request: AnyRequest, match_id: InPath, data: JSONBody[WhyNotRequest]) -> Response[WhyNot]:
    """Why a space or piece that was clicked is not a choice."""
    services = services_of(request)
    live = await services.matches.look(match_id)
    seat = live.seat_of(services.guests.of(request), data.seat)
    live.check_seq(seat, data.seq)
    live.check_turn(seat)
    refusal = live.match.why_not(live.match.pointed_at(data.target))
    decision = live.match.decision
    assert decision
    offered = WhyNot("That is offered. Choose it from the options.", decision.rule)
    return answer(WhyNot(refusal.reason, refusal.rule) if refusal else offered)


HANDLERS = [position, board, choose, undo, changes, live_changes, odds, way, outlook, hint, finish, why_not]
