"""Moves and what pages ask after them, answered without the framework's routing, which costs more than the rules do.

The routes are the framework's own: the same checks, the same functions, the same answers and refusals. Whatever does
not look like a request of our pages or of a client goes the usual way.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Receive, Scope, Send

from flagplot.server.app import refused
from flagplot.server.services import StrictRequest, authorize

PATHS = {"POST": "/api/matches/{match_id:str}/choices", "GET": "/api/matches/{match_id:str}/changes"}
MATCH = re.compile(r"/api/matches/([0-9a-f]+)/(choices|changes)")
USUAL_HOST = re.compile(rb"[\w.:\[\]-]+", re.ASCII)
PARAMETER = re.compile(rb"(seat)=([\w-]+)|(since|heard)=(\d{1,15})|(wait)=(\d{1,3}(?:\.\d{1,3})?)", re.ASCII)
KINDS: Mapping[str, Callable[[str], Any]] = {"seat": str, "since": int, "heard": int, "wait": float}


class Direct(NamedTuple):
    """A route that is answered directly, and how its path is told in figures."""

    handler: HTTPRouteHandler
    template: str
    last_word: str


class DirectMoves:
    """Answers moves, and questions for changes; hands everything else on to the application."""

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self._routes = {
            method: Direct(_handler_of(app, path, method), path.replace(":str", ""), path.rpartition("/")[2])
            for method, path in PATHS.items()
        }

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        route = self._routes.get(scope["method"])  # type: ignore[typeddict-item]
        match_id = _match_meant(scope, route.last_word) if route else None
        asked = _asked(scope["query_string"]) if match_id and scope["method"] == "GET" else {}  # type: ignore[typeddict-item]
        if route is None or match_id is None or asked is None:
            await self._app(scope, receive, send)
        else:
            await self._answer(route, match_id, asked, scope, receive, send)

    async def _answer(
        self, route: Direct, match_id: str, asked: dict[str, Any], scope: Any, receive: Receive, send: Send
    ) -> None:
        scope["app"] = scope["litestar_app"] = self._app
        scope["route_handler"], scope["path_template"] = route.handler, route.template
        scope["path_params"] = {"match_id": match_id}
        request = StrictRequest(scope, receive, send)
        try:
            await authorize(request)
            if scope["method"] == "GET":
                response = await route.handler.fn(request, match_id, **asked)
            else:
                response = await route.handler.fn(request, match_id, await request.json())
        except Exception as error:
            response = refused(request, error)
        await response.to_asgi_response(None, request)(scope, receive, send)


def _match_meant(scope: Any, last_word: str) -> str | None:
    """The id in the path of a request that ends in this word; None for every other request."""
    if scope.get("root_path") or not (found := MATCH.fullmatch(scope["path"])) or found[2] != last_word:
        return None
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return found[1] if all(map(USUAL_HOST.fullmatch, hosts)) else None


def _asked(query: bytes) -> dict[str, Any] | None:
    """The parameters of a question for changes; None when they are not as our pages write them."""
    asked: dict[str, Any] = {}
    for part in query.split(b"&"):
        found = PARAMETER.fullmatch(part)
        name, value = (group.decode() for group in found.groups() if group) if found else ("", "")
        if not name or name in asked:
            return None
        asked[name] = KINDS[name](value)
    return asked if "since" in asked else None


def _handler_of(app: Litestar, path: str, method: Any) -> HTTPRouteHandler:
    """The handler with which the application answers a route, with its limits."""
    route = next(route for route in app.routes if route.path == path)
    assert isinstance(route, HTTPRoute)
    return route.route_handler_map[method][0]
