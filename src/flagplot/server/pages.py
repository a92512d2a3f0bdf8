"""The pages and their files: static, checked against what the browser has already."""

from __future__ import annotations

import functools
import html
import mimetypes
import os
from hashlib import blake2b
from pathlib import Path

from litestar import Response, get
from litestar.enums import MediaType
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND

from flagplot.server.desk import AnyRequest, InPath, desk_of, known
from flagplot.server.errors import NotFound, Refused
from flagplot.server.routes.games import game_of

WEB = Path(__file__).parent.parent / "web"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


@functools.lru_cache(maxsize=200)
def _content(path: Path, _: int) -> tuple[bytes, str]:
    data = path.read_bytes()
    return data, f'"{blake2b(data, digest_size=12).hexdigest()}"'


def file(request: AnyRequest, path: Path, status: int = HTTP_200_OK) -> Response[bytes]:
    """A file, or nothing if the browser has it."""
    try:
        data, tag = _content(path, path.stat().st_mtime_ns)
    except OSError:
        raise NotFound("There is no such page.") from None
    headers = {"ETag": tag, "Cache-Control": "no-cache"}
    if request.headers.get("if-none-match") == tag and status == HTTP_200_OK:
        return Response(b"", status_code=304, headers=headers)
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    if kind.startswith("text/"):
        kind += "; charset=utf-8"
    return Response(data, status_code=status, media_type=kind, headers=headers)


@get("/", include_in_schema=False, sync_to_thread=False)
def front(request: AnyRequest) -> Response[bytes]:
    """The front page."""
    return file(request, WEB / "index.html")


@get("/g/{match_id:str}", include_in_schema=False)
async def table(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The table at which a match is played; to strangers, the same page as that of no match at all."""
    guest = await known(request)
    try:
        async with desk_of(request).matches.at(match_id) as live:
            live.view_of(guest, None)
    except NotFound:
        return file(request, WEB / "table.html", HTTP_404_NOT_FOUND)
    except Refused:
        pass  # the page says what is the matter
    return file(request, WEB / "table.html")


@get("/g/{match_id:str}/dice", include_in_schema=False, sync_to_thread=False)
def dice(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The proof of a match's dice."""
    return file(request, WEB / "dice.html")


@get("/rules/{slug:str}", include_in_schema=False, sync_to_thread=False)
def rules_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The rule book of a game."""
    game_of(slug)
    return file(request, WEB / "rules.html")


@get("/guide/{slug:str}", include_in_schema=False, sync_to_thread=False)
def guide_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The guide of a game."""
    game_of(slug)
    return file(request, WEB / "guide.html")


@get("/lobby", include_in_schema=False, sync_to_thread=False)
def lobby_page(request: AnyRequest) -> Response[bytes]:
    """The lobby."""
    return file(request, WEB / "lobby.html")


@get("/join/{invite:str}", include_in_schema=False, sync_to_thread=False)
def join_page(request: AnyRequest, invite: InPath) -> Response[bytes]:
    """What an invitation leads to."""
    return file(request, WEB / "join.html")


@get("/ladder/{slug:str}", include_in_schema=False, sync_to_thread=False)
def ladder_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The ladder of a game."""
    game_of(slug)
    return file(request, WEB / "ladder.html")


@get("/account", include_in_schema=False, sync_to_thread=False)
def account_page(request: AnyRequest) -> Response[bytes]:
    """Signing in, and all about one's account."""
    return file(request, WEB / "account.html")


@get("/confirm/{token:str}", include_in_schema=False, sync_to_thread=False)
def confirm_page(request: AnyRequest, token: InPath) -> Response[bytes]:
    """What a letter leads to that confirms an address."""
    return file(request, WEB / "confirm.html")


@get("/reset/{token:str}", include_in_schema=False, sync_to_thread=False)
def reset_page(request: AnyRequest, token: InPath) -> Response[bytes]:
    """What a letter leads to for who has forgotten the password."""
    return file(request, WEB / "reset.html")


@get("/games/{slug:str}/board.svg", include_in_schema=False, sync_to_thread=False)
def board(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The chart of a game."""
    return file(request, game_of(slug).package / "board.svg")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
def static(request: AnyRequest, path: FromPath[Path]) -> Response[bytes]:
    """Scripts, styles and art."""
    name = str(path).lstrip("/")
    wanted = Path(os.path.normpath(WEB / name))
    if "\0" in name or not wanted.is_relative_to(WEB) or not wanted.is_file():
        raise NotFound("There is no such file.")
    return file(request, wanted)


def plain_page(title: str, sentence: str, status: int) -> Response[str]:
    """A page that says one thing, for when there is nothing else to show."""
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)} · Flagplot</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/styles/theme.css">'
        f'<h1>{html.escape(title)}</h1><p>{html.escape(sentence)}</p><p><a href="/">To the front page</a></p></html>'
    )
    return Response(text, media_type=MediaType.HTML, status_code=status)


HANDLERS = [
    front,
    table,
    dice,
    rules_page,
    guide_page,
    lobby_page,
    join_page,
    ladder_page,
    account_page,
    confirm_page,
    reset_page,
    board,
    static,
]
