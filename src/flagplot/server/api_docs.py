"""The page that describes the API: our own, so that nothing is loaded from elsewhere."""

from __future__ import annotations

import html
from typing import Any

from litestar.openapi.config import OpenAPIConfig
from litestar.openapi.plugins import OpenAPIRenderPlugin

import flagplot
from flagplot.server.services import AnyRequest

METHODS = ("get", "post", "put", "delete")


class OperationList(OpenAPIRenderPlugin):
    """A plain list of what can be asked of the server."""

    def render(self, request: AnyRequest, openapi_schema: dict[str, Any]) -> bytes:
        rows = [
            f"<tr><td>{method.upper()}</td><td><code>{html.escape(path)}</code></td>"
            f"<td>{html.escape(operation.get('description', ''))}</td></tr>"
            for path, operations in openapi_schema["paths"].items()
            for method, operation in operations.items()
            if method in METHODS
        ]
        return (
            '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">'
            '<title>The API of Flagplot</title><link rel="icon" href="data:,">'
            '<link rel="stylesheet" href="/static/styles/theme.css"><h1>The API of Flagplot</h1>'
            '<p>JSON over HTTP. <a href="/docs/api/openapi.json">The whole description</a> is in OpenAPI form; '
            "<code>flagplot.client</code> is a client in Python. A WebSocket at "
            "<code>/api/matches/{match_id}/live?seat=</code> sends a position, then every change.</p>"
            f"<table><tr><th>method</th><th>path</th><th>what it does</th></tr>{''.join(rows)}</table></html>"
        ).encode()


CONFIG = OpenAPIConfig(
    title="Flagplot",
    version=flagplot.__version__,
    description="Naval wargames of 1939-45: games, matches, positions and choices. What is refused is told as JSON, "
    "with one sentence in `error`. Whoever reads, or asks for hints or odds, more often than the operator allows gets "
    "a 429 with Retry-After; whoever has too many running games a 409; blocked names and addresses, and new accounts "
    "where sign-up is closed, a 403.",
    path="/docs/api",
    use_handler_docstrings=True,
    render_plugins=[OperationList(path="/")],
)
