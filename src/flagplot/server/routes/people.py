"""People: who this browser is, accounts, sessions, what is kept of somebody, and the bell for their turns."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Any

from litestar import Response, WebSocket, delete, get, post, put, websocket
from litestar.datastructures import Cookie
from litestar.exceptions import WebSocketDisconnect
from litestar.params import JSONBody
from litestar.status_codes import HTTP_200_OK, HTTP_201_CREATED, HTTP_204_NO_CONTENT

from flagplot.payloads_together import (
    Credentials,
    Farewell,
    Forgotten,
    Me,
    NameRequest,
    NoticeWishes,
    PasswordChange,
    PasswordReset,
    SessionInfo,
    TokenRequest,
)
from flagplot.server.errors import NotFound
from flagplot.server.people.doorbell import Doorbell, Queue
from flagplot.server.people.sessions import COOKIE, SECURE_COOKIE, SHOWN_OF_SESSION, Visitor, no_cookie
from flagplot.server.services import (
    AnyRequest,
    InPath,
    address_at,
    answer,
    from_our_own_pages,
    guest_or_newcomer,
    load_session,
    services_of,
    visitor_of,
    whole_address_at,
)

NOBODY = 4404  # a WebSocket is closed with this when nothing is known of its guest
NOT_KNOWN = "Nothing is stored about you yet. Choose a name or begin a game first."


def _somebody(request: AnyRequest) -> Visitor:
    visitor = visitor_of(request)
    if visitor is None:
        raise NotFound(NOT_KNOWN)
    return visitor


def _cleared(request: AnyRequest) -> list[Cookie]:
    """The browser forgets its session, whichever name the cookie has."""
    return [no_cookie(name, name == SECURE_COOKIE) for name in (COOKIE, SECURE_COOKIE) if name in request.cookies]


async def _me(request: AnyRequest, guest: str | None, cookies: list[Cookie], status: int = HTTP_200_OK) -> Response[Me]:
    return answer(await services_of(request).accounts.me(guest), status, cookies)


# Names


@get("/api/me")
async def me(request: AnyRequest) -> Response[Me]:
    """Who this browser is; asking makes nobody known."""
    return await _me(request, services_of(request).guests.of(request), [])


@put("/api/me")
async def rename(request: AnyRequest, data: JSONBody[NameRequest]) -> Response[Me]:
    """Take another name; not that of another's account."""
    guest, cookies = await guest_or_newcomer(request)
    await services_of(request).guests.call(guest, data.name)
    return await _me(request, guest, cookies)


# Accounts


@post("/api/account")
async def claim(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    """Claim a name with a password: the games stay yours, and you can come back to them from anywhere.

    403 where the operator has closed sign-up, or has blocked the name.
    """
    services = services_of(request)
    guest, _ = await guest_or_newcomer(request, will_claim=True)
    session, cookie = services.guests.new_session(request)
    await services.accounts.claim(guest, data, address_at(request), session)
    return await _me(request, guest, [cookie], HTTP_201_CREATED)


@post("/api/session", status_code=HTTP_200_OK)
async def sign_in(request: AnyRequest, data: JSONBody[Credentials]) -> Response[Me]:
    """Sign in; with `bring_games` the games of this browser go to the account. 403 also where it is blocked."""
    services = services_of(request)
    session, cookie = services.guests.new_session(request)
    guest, brought = await services.accounts.sign_in(data, address_at(request), visitor_of(request), session)
    await services.matches.reread(brought)
    if brought:
        services.doorbell.ring(guest, None)
    return await _me(request, guest, [cookie])


@delete("/api/session", status_code=HTTP_200_OK)
async def sign_out(request: AnyRequest) -> Response[Me]:
    """Sign out in this browser."""
    await services_of(request).accounts.sign_out(_somebody(request), everywhere=False)
    return await _me(request, None, _cleared(request))


@get("/api/sessions")
async def sessions(request: AnyRequest) -> Response[list[SessionInfo]]:
    """The browsers in which you are signed in, the one that was used last first; ids are short and open nothing."""
    return answer(await _sessions(request, _somebody(request)))


async def _sessions(request: AnyRequest, visitor: Visitor) -> list[SessionInfo]:
    rows = await services_of(request).accounts.sessions(visitor.guest)
    return [
        SessionInfo(row.id[:SHOWN_OF_SESSION], row.created, row.seen, row.agent, row.id == visitor.session)
        for row in rows
    ]


@delete("/api/sessions/others", status_code=HTTP_200_OK)
async def sign_out_others(request: AnyRequest) -> Response[list[SessionInfo]]:
    """Sign out in all browsers but this one; what is left is told."""
    visitor = _somebody(request)
    await services_of(request).accounts.end_sessions(visitor, lambda session: session != visitor.session)
    return answer(await _sessions(request, visitor))


@delete("/api/sessions/{session_id:str}", status_code=HTTP_200_OK)
async def end_session(request: AnyRequest, session_id: InPath) -> Response[list[SessionInfo]]:
    """Sign out in one browser, by the id in the list of sessions; what is left is told, nothing if it was this one."""
    visitor = _somebody(request)
    ended = await services_of(request).accounts.end_sessions(
        visitor, lambda session: session[:SHOWN_OF_SESSION] == session_id
    )
    if not ended:
        raise NotFound("You have no such session. Perhaps it has ended already.")
    if visitor.session in ended:
        return answer([], cookies=_cleared(request))
    return answer(await _sessions(request, visitor))


@delete("/api/sessions", status_code=HTTP_200_OK)
async def sign_out_everywhere(request: AnyRequest) -> Response[Me]:
    """Sign out in all browsers, this one too."""
    await services_of(request).accounts.sign_out(_somebody(request), everywhere=True)
    return await _me(request, None, _cleared(request))


@put("/api/account/password")
async def change_password(request: AnyRequest, data: JSONBody[PasswordChange]) -> Response[Me]:
    """Choose another password; all other browsers are signed out."""
    services = services_of(request)
    guest = _somebody(request).guest
    session, cookie = services.guests.new_session(request)
    await services.accounts.change_password(guest, data.old, data.new, address_at(request), session)
    return await _me(request, guest, [cookie])


@put("/api/account/notices")
async def wish(request: AnyRequest, data: JSONBody[NoticeWishes]) -> Response[Me]:
    """Say where you want to be told of your turns; another address needs the password and is sent a letter to confirm.

    The same address again, as long as it is not confirmed, is sent another letter.
    """
    guest = _somebody(request).guest
    await services_of(request).accounts.wish(guest, data, address_at(request))
    return await _me(request, guest, [])


@post("/api/account/confirm", status_code=HTTP_204_NO_CONTENT)
async def confirm(request: AnyRequest, data: JSONBody[TokenRequest]) -> None:
    """Confirm an address by what was sent to it."""
    await services_of(request).accounts.confirm(data.token)


@post("/api/account/forgotten", status_code=HTTP_204_NO_CONTENT)
async def forgotten(request: AnyRequest, data: JSONBody[Forgotten]) -> None:
    """Ask for a letter to choose another password; it is never said whether there was anybody to write to."""
    await services_of(request).accounts.forgotten(data.name, address_at(request))


@post("/api/account/reset", status_code=HTTP_200_OK)
async def reset(request: AnyRequest, data: JSONBody[PasswordReset]) -> Response[Me]:
    """Choose another password by what was sent by mail; you are signed in here, and nowhere else."""
    services = services_of(request)
    session, cookie = services.guests.new_session(request)
    return await _me(request, await services.accounts.reset(data.token, data.password, session), [cookie])


# All that is kept


@get("/api/me/data")
async def everything(request: AnyRequest) -> Response[dict[str, Any]]:
    """All that this server keeps of you, as a file."""
    guest = _somebody(request).guest
    response = answer(await services_of(request).accounts.everything(guest))
    response.headers["Content-Disposition"] = 'attachment; filename="flagplot-my-data.json"'
    return response


@delete("/api/me", status_code=HTTP_200_OK)
async def be_forgotten(request: AnyRequest, data: JSONBody[Farewell]) -> Response[Me]:
    """Have the server forget you: games against others are resigned, games alone are deleted."""
    services = services_of(request)
    guest = _somebody(request).guest
    await services.accounts.check_farewell(guest, data.password, address_at(request))
    await services.agreements.leave(guest)
    await services.matches.reread(await services.accounts.forget(guest))
    return await _me(request, None, _cleared(request))


# The bell


@websocket("/api/me/live")
async def live_turns(socket: WebSocket[Any, Any, Any]) -> None:
    """In how many games it is your turn: now, and whenever one of your games changes for you."""
    services = services_of(socket)
    await from_our_own_pages(socket)
    guest = await load_session(socket)
    await socket.accept()
    if guest is None:
        await socket.close(NOBODY, NOT_KNOWN)
        return
    queue = services.doorbell.listen(guest)
    ear = asyncio.create_task(_until_it_leaves(socket, services.doorbell, guest, queue))
    with services.sessions.watching(
        visitor_of(socket), lambda: services.doorbell.leave(guest, queue), whole_address_at(socket)
    ):
        try:
            while (message := await queue.get()) is not None:
                await socket.send({"type": "websocket.send", "bytes": None, "text": message.decode()})
            ear.cancel()  # while it listens, nobody can hang up
            await asyncio.wait([ear])
            await socket.close(services.closing_code)
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page is gone
        finally:
            services.doorbell.leave(guest, queue)
            ear.cancel()


async def _until_it_leaves(socket: WebSocket[Any, Any, Any], bell: Doorbell, guest: str, queue: Queue) -> None:
    """Wait until a page goes; whatever it says is not listened to."""
    with suppress(WebSocketDisconnect):
        while True:
            await socket.receive_data(mode="text")
    bell.leave(guest, queue)


HANDLERS = [
    me,
    rename,
    claim,
    sign_in,
    sign_out,
    sessions,
    sign_out_others,
    end_session,
    sign_out_everywhere,
    change_password,
    wish,
    confirm,
    forgotten,
    reset,
    everything,
    be_forgotten,
    live_turns,
]
