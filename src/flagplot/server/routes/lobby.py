"""Finding somebody to play with: the lobby, invitations, and the ladders."""

from __future__ import annotations

from typing import Literal

from litestar import Response, get, post
from litestar.params import FromQuery, JSONBody
from litestar.status_codes import HTTP_200_OK

from flagplot.payloads import MatchInfo, SeatRequest
from flagplot.payloads_together import Invitation, Ladder, LobbyEntry
from flagplot.server.errors import Conflict, NotFound, NotOffered
from flagplot.server.routes.games import game_of
from flagplot.server.services import AnyRequest, InPath, answer, guest_or_newcomer, services_of
from flagplot.server.tables import lobby, ratings
from flagplot.server.tables.lobby import Found
from flagplot.server.tables.seating import NO_SUCH_GAME

NO_INVITATION = "This invitation is not valid: it was used, the game is over or deleted, or the link is incomplete."


@get("/api/lobby")
async def public_games(
    request: AnyRequest,
    kind: FromQuery[Literal["open", "running"]] = "open",
    game: FromQuery[str | None] = None,
    search: FromQuery[str] = "",
) -> Response[list[LobbyEntry]]:
    """Public games that wait for players, or that can be watched."""
    services = services_of(request)
    slug = game_of(game).slug if game else None
    found = await services.database.read(lobby.public_games, slug, kind == "running")
    return answer(lobby.searched(await lobby.in_words(found, services.guests.of(request), services.guests), search))


@get("/api/invites/{invite:str}")
async def invitation(request: AnyRequest, invite: InPath) -> Response[Invitation]:
    """The game to which somebody invites you."""
    return await _invitation(request, await _invited(request, invite), invite, NO_INVITATION)


async def _invited(request: AnyRequest, invite: str) -> Found | None:
    """The game to which an invitation leads; when it has been used, who plays there is nobody else's business."""
    services = services_of(request)
    found = await services.database.read(lobby.game_of_invite, invite)
    return found if found and (found.is_open or found.is_seated(services.guests.of(request))) else None


@get("/api/matches/{match_id:str}/invitation")
async def public_invitation(request: AnyRequest, match_id: InPath) -> Response[Invitation]:
    """A public game, as somebody sees it who thinks of joining."""
    services = services_of(request)
    return await _invitation(request, await services.database.read(lobby.public_game, match_id), "", NO_SUCH_GAME)


async def _invitation(request: AnyRequest, found: Found | None, invite: str, missing: str) -> Response[Invitation]:
    services = services_of(request)
    if found is None:
        raise NotFound(missing)
    (entry,) = await lobby.in_words([found], services.guests.of(request), services.guests)
    return answer(Invitation(invite, entry))


@post("/api/invites/{invite:str}/join", status_code=HTTP_200_OK)
async def join_invited(request: AnyRequest, invite: InPath, data: JSONBody[SeatRequest]) -> Response[MatchInfo]:
    """Take the seat to which you are invited."""
    found = await _invited(request, invite)
    if found is None:
        raise NotFound(NO_INVITATION)
    return await _join(request, found.listed.id, data.seat)


@post("/api/matches/{match_id:str}/join", status_code=HTTP_200_OK)
async def join_public(request: AnyRequest, match_id: InPath, data: JSONBody[SeatRequest]) -> Response[MatchInfo]:
    """Take an open seat of a public game."""
    if await services_of(request).database.read(lobby.public_game, match_id) is None:
        raise NotFound(NO_SUCH_GAME)
    return await _join(request, match_id, data.seat)


async def _join(request: AnyRequest, match_id: str, seat: str) -> Response[MatchInfo]:
    services = services_of(request)
    guest, cookies = await guest_or_newcomer(request)
    async with services.matches.at(match_id) as live:
        live.check_known(seat)
        if live.holders[seat].guest != guest:
            if live.holders[seat].player != "open":
                raise Conflict("That seat is not open.")
            if live.is_over:
                raise Conflict("The game is over.")
            if live.company.rated and not await services.guests.has_account(guest):
                raise NotOffered("This game counts for the ladder; claim a name with a password to take part.")
            await services.matches.join(live, seat, guest)
    async with services.matches.at(match_id) as live:
        services.answering.wake(live)
        return answer(live.info(guest), cookies=cookies)


@get("/api/ladder/{slug:str}")
async def ladder(request: AnyRequest, slug: InPath) -> Response[Ladder]:
    """The ladder of a game: people and computer players in one list."""
    services = services_of(request)
    game = game_of(slug)
    rows = await services.database.read(ratings.standings, game.slug)
    await services.guests.meet(row.who for row in rows)
    return answer(ratings.ladder(game, rows, services.guests.of(request), services.guests.name))


HANDLERS = [public_games, invitation, public_invitation, join_invited, join_public, ladder]
