"""The pages and their files: static, checked against what the browser has already.

Scripts, styles and art are named with the version of all of them, so that a browser asks for each only once. The
scripts of a page are sent as one, and so are its styles (`joining.py`).
"""

from __future__ import annotations

import functools
import gzip
import html
import mimetypes
import os
import re
from collections.abc import Sequence
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote_plus

from litestar import Response, get
from litestar.enums import MediaType
from litestar.handlers import HTTPRouteHandler
from litestar.params import FromPath
from litestar.status_codes import HTTP_200_OK, HTTP_404_NOT_FOUND

from flagplot.server import joining
from flagplot.server.errors import NotFound, Refused
from flagplot.server.routes.games import game_of
from flagplot.server.services import AnyRequest, InPath, load_session, services_of
from flagplot.server.tables.matches import LiveMatch

WEB = Path(__file__).parent.parent / "web"
TYPES = {".js": "text/javascript", ".svg": "image/svg+xml", ".webmanifest": "application/manifest+json"}
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; font-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
}
CHECKED_ANEW = "no-cache"
WORTH_PACKING = 1000  # bytes; smaller files gain nothing
KEPT = "max-age=31536000, immutable"
RAW_HEADERS = [(name.lower().encode(), value.encode()) for name, value in HEADERS.items()]


class PageForPeople(NamedTuple):
    """What differs between the pages about people; the frame is the same, and the text has a file of its own."""

    text: str
    title: str
    script: str
    look: str
    styles: tuple[str, ...] = ()


LADDER = PageForPeople("ladder", "Ladder", "ladder/page.js", "ladder-page")
PAGES_FOR_PEOPLE = {
    "/lobby": PageForPeople("lobby", "Lobby", "lobby/page.js", "lobby-page"),
    "/join/{invite:str}": PageForPeople("join", "Invitation", "join/page.js", "join-page", ("chart",)),
    "/daily": PageForPeople("daily", "Game of the day", "ladder/day.js", "ladder-page"),
    "/account": PageForPeople("account", "Account", "account/page.js", "account-page"),
    "/confirm/{token:str}": PageForPeople("confirm", "Confirm your address", "account/confirm.js", "account-page"),
    "/reset/{token:str}": PageForPeople("reset", "Choose a password", "account/reset.js", "account-page"),
}


def _version() -> str:
    """A digest of all files of the pages, and of how they are joined."""
    digest = blake2b(Path(joining.__file__).read_bytes(), digest_size=8)
    for path in sorted(WEB.rglob("*.*")):
        data = path.read_bytes()
        digest.update(f"{path.relative_to(WEB).as_posix()} {len(data)}\n".encode() + data)
    return digest.hexdigest()


VERSION = _version()
ANY_VERSION = re.compile(r"[0-9a-f]{16}")
SEVERAL_STYLES = re.compile(r"styles/([a-z-]+(?:\+[a-z-]+){1,30})\.css")


@functools.lru_cache(maxsize=200)
def _content(path: Path, _: int) -> bytes:
    return path.read_bytes()


def _read(path: Path) -> bytes:
    try:
        return _content(path, path.stat().st_mtime_ns)
    except OSError:
        raise NotFound("There is no such page.") from None


def file(request: AnyRequest, path: Path, caching: str = CHECKED_ANEW) -> Response[bytes]:
    """A file, or nothing if the browser has it."""
    kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    return _sent(request, _read(path), kind, HTTP_200_OK, caching)


def page_in(request: AnyRequest, path: Path, status: int = HTTP_200_OK, fetched: Sequence[str] = ()) -> Response[bytes]:
    """A page, with the scripts and styles of this version; a browser asks at once for what these will fetch."""
    answer = _page(request, _read(path).decode(), status)
    if fetched:
        answer.headers["Link"] = ", ".join(f"<{address}>; rel=preload; as=fetch; crossorigin" for address in fetched)
    return answer


def _page(request: AnyRequest, text: str, status: int) -> Response[bytes]:
    return _sent(request, _furnished(text), "text/html", status, CHECKED_ANEW)


@functools.lru_cache(maxsize=50)
def _furnished(text: str) -> bytes:
    """A page that names the files of this version."""
    return joining.with_joined_files(text, WEB).replace("/static/", f"/static/{VERSION}/").encode()


def framed(request: AnyRequest, page: PageForPeople) -> Response[bytes]:
    """A page about people in its frame."""
    text = _read(WEB / "people" / "frame.html").decode()
    links = "".join(f'\n<link rel="stylesheet" href="/static/styles/{style}.css">' for style in page.styles)
    main = _read(WEB / "people" / f"{page.text}.html").decode()
    parts = {"title": page.title, "script": page.script, "look": page.look, "styles": links, "main": main}
    for name, part in parts.items():
        text = text.replace(f"{{{{{name}}}}}", part)
    return _page(request, text, HTTP_200_OK)


@functools.lru_cache(maxsize=200)
def _tag(data: bytes) -> str:
    return f'"{blake2b(data, digest_size=12).hexdigest()}"'


def _sent(request: AnyRequest, data: bytes, kind: str, status: int, caching: str) -> Response[bytes]:
    headers = {"Cache-Control": caching, "Vary": "Accept-Encoding"}
    if len(data) >= WORTH_PACKING and "gzip" in request.headers.get("accept-encoding", ""):
        data, headers["Content-Encoding"] = _packed(data), "gzip"
    headers["ETag"] = tag = _tag(data)
    if request.headers.get("if-none-match") == tag and status == HTTP_200_OK:
        return Response(b"", status_code=304, headers=headers)
    return Response(data, status_code=status, media_type=kind, headers=headers)


@functools.lru_cache(maxsize=400)
def _packed(data: bytes) -> bytes:
    return gzip.compress(data, mtime=0)


@get("/", include_in_schema=False, sync_to_thread=False)
def front(request: AnyRequest) -> Response[bytes]:
    """The front page."""
    return page_in(request, WEB / "index.html")


@get("/g/{match_id:str}", include_in_schema=False)
async def table(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The table at which a match is played; to strangers, the same page as that of no match at all."""
    guest = await load_session(request)
    try:
        live = await services_of(request).matches.look(match_id)
        live.view_of(guest, None)
    except NotFound:
        return page_in(request, WEB / "table.html", HTTP_404_NOT_FOUND)
    except Refused:
        return page_in(request, WEB / "table.html")  # which says what is the matter
    return page_in(request, WEB / "table.html", fetched=_fetched_at_first(live))


def _fetched_at_first(live: LiveMatch) -> list[str]:
    """What the page of a match fetches before it can draw the chart."""
    match, address = live.match, f"/api/matches/{live.id}"
    fetched = ["/api/games", address, f"{address}/board?scenario={quote_plus(match.board_key)}"]
    return fetched if match.board.scale else [*fetched, f"/games/{live.game.slug}/board.svg"]


@get("/g/{match_id:str}/dice", include_in_schema=False, sync_to_thread=False)
def dice(request: AnyRequest, match_id: InPath) -> Response[bytes]:
    """The proof of a match's dice."""
    return page_in(request, WEB / "dice.html")


@get("/rules/{slug:str}", include_in_schema=False, sync_to_thread=False)
def rules_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The rule book of a game."""
    game_of(slug)
    return page_in(request, WEB / "rules.html")


@get("/guide/{slug:str}", include_in_schema=False, sync_to_thread=False)
def guide_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The guide of a game."""
    game_of(slug)
    return page_in(request, WEB / "guide.html")


@get("/ladder/{slug:str}", include_in_schema=False, sync_to_thread=False)
def ladder_page(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The ladder of a game."""
    game_of(slug)
    return framed(request, LADDER)


def _route(path: str, page: PageForPeople) -> HTTPRouteHandler:
    @get(path, include_in_schema=False, sync_to_thread=False)
    def shown(request: AnyRequest) -> Response[bytes]:
        return framed(request, page)

    return shown


@get("/games/{slug:str}/board.svg", include_in_schema=False, sync_to_thread=False)
def board(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The chart of a game."""
    return file(request, game_of(slug).package / "board.svg")


@get("/games/{slug:str}/cover.svg", include_in_schema=False, sync_to_thread=False)
def cover(request: AnyRequest, slug: InPath) -> Response[bytes]:
    """The picture of a game for its card; its chart, where it has no other."""
    package = game_of(slug).package
    own = package / "cover.svg"
    return file(request, own if own.is_file() else package / "board.svg")


@get("/static/{path:path}", include_in_schema=False, sync_to_thread=False)
def static(request: AnyRequest, path: FromPath[Path]) -> Response[bytes]:
    """Scripts, styles and art; a page that was opened before an update gets the present ones, but not for keeps."""
    name = str(path).lstrip("/")
    version, _, rest = name.partition("/")
    if ANY_VERSION.fullmatch(version):
        name = rest
    caching = KEPT if version == VERSION else CHECKED_ANEW
    if name.startswith(joining.JOINED):
        entry = _existing(name.removeprefix(joining.JOINED), ".js")
        return _sent(request, _joined_script(entry), TYPES[".js"], HTTP_200_OK, caching)
    if several := SEVERAL_STYLES.fullmatch(name):
        names = tuple(several[1].split(joining.BETWEEN))
        for one in names:
            _existing(f"styles/{one}.css")
        return _sent(request, _joined_styles(names), "text/css", HTTP_200_OK, caching)
    return file(request, WEB / _existing(name), caching)


def _existing(name: str, suffix: str = "") -> str:
    """The path of a file below the pages, without detours; NotFound where there is none of that kind."""
    wanted = Path(os.path.normpath(WEB / name))
    if "\0" in name or not wanted.is_relative_to(WEB) or not wanted.name.endswith(suffix) or not wanted.is_file():
        raise NotFound("There is no such file.")
    return wanted.relative_to(WEB).as_posix()


@functools.lru_cache(maxsize=20)
def _joined_script(entry: str) -> bytes:
    return joining.joined_script(entry, WEB, f"/static/{VERSION}/")


@functools.lru_cache(maxsize=20)
def _joined_styles(names: tuple[str, ...]) -> bytes:
    return joining.joined_styles(names, WEB)


def plain_page(title: str, sentence: str, status: int) -> Response[str]:
    """A page that says one thing, for when there is nothing else to show."""
    text = (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{html.escape(title)} · Flagplot</title>'
        f'<link rel="icon" href="data:,"><link rel="stylesheet" href="/static/{VERSION}/styles/theme.css">'
        f'<h1>{html.escape(title)}</h1><p>{html.escape(sentence)}</p><p><a href="/">To the front page</a></p></html>'
    )
    return Response(text, media_type=MediaType.HTML, status_code=status)


HANDLERS = [
    front,
    table,
    dice,
    rules_page,
    guide_page,
    ladder_page,
    *(_route(path, page) for path, page in PAGES_FOR_PEOPLE.items()),
    board,
    cover,
    static,
]
