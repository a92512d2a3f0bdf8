"""Moves, answered without the framework's routing, which costs a move more than its rules do.

The route is the framework's own: the same checks, the same function, the same answers and refusals. Whatever does not
look like a move of our pages or of a client goes the usual way.
"""

from __future__ import annotations

import re
from typing import Any

from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.routes import HTTPRoute
from litestar.types import Receive, Scope, Send

from flagplot.server.app import refused
from flagplot.server.desk import StrictRequest, arrived

PATH, TEMPLATE = "/api/matches/{match_id:str}/choices", "/api/matches/{match_id}/choices"
MOVE = re.compile(r"/api/matches/([0-9a-f]+)/choices")
USUAL_HOST = re.compile(rb"[\w.:\[\]-]+", re.ASCII)


class DirectMoves:
    """Answers moves; hands everything else on to the application."""

    def __init__(self, app: Litestar) -> None:
        self._app = app
        self._route = _handler_of(app, PATH, "POST")

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        match_id = _match_moved_in(scope)
        if match_id is None:
            await self._app(scope, receive, send)
        else:
            await self._answer(match_id, scope, receive, send)

    async def _answer(self, match_id: str, scope: Any, receive: Receive, send: Send) -> None:
        scope["app"] = scope["litestar_app"] = self._app
        scope["route_handler"], scope["path_template"] = self._route, TEMPLATE
        scope["path_params"] = {"match_id": match_id}
        request = StrictRequest(scope, receive, send)
        try:
            await arrived(request)
            response = await self._route.fn(request, match_id, await request.json())
        except Exception as error:
            response = refused(request, error)
        await response.to_asgi_response(None, request)(scope, receive, send)


def _match_moved_in(scope: Any) -> str | None:
    """The id in the path of a move; None for every other request."""
    if scope["method"] != "POST" or scope.get("root_path") or not (found := MOVE.fullmatch(scope["path"])):
        return None
    hosts = [value for name, value in scope["headers"] if name == b"host"]
    return found[1] if all(map(USUAL_HOST.fullmatch, hosts)) else None


def _handler_of(app: Litestar, path: str, method: Any) -> HTTPRouteHandler:
    """The handler with which the application answers a route, with its limits."""
    route = next(route for route in app.routes if route.path == path)
    assert isinstance(route, HTTPRoute)
    return route.route_handler_map[method][0]
