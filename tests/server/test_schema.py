"""Whatever fits the published description of the API, and what nearly fits it, is answered, and never with a 5xx."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from litestar import Litestar
from schemathesis import Case

from flagplot.client import Client
from flagplot.server import api_docs
from flagplot.server.app import HANDLERS
from tests.server.running import RunningServer


@pytest.fixture(scope="module")
def player(server: RunningServer) -> Client:
    client = server.guest()
    client.rename("Schema")
    return client


@pytest.fixture(scope="module")
def table(player: Client) -> str:
    """A match in which the player has the Axis."""
    return player.create("sea-control", {"axis": "me", "allied": "open"}, access="public").id


DESCRIPTION = Litestar(HANDLERS, openapi_config=api_docs.CONFIG).openapi_schema.to_schema()
schema = schemathesis.openapi.from_dict(DESCRIPTION)
EVERYWHERE = {"slug": "sea-control", "n": 0}
SITS_DOWN = ("/api/me", "/api/session", "/api/sessions")  # deleting these would end the test early


@schema.parametrize()
@settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))
def test_nothing_makes_the_server_fail(case: Case, server: RunningServer, player: Client, table: str) -> None:
    if case.method == "DELETE" and case.path in SITS_DOWN:
        answer = httpx.request("DELETE", f"{server.url}{case.path}", json=_plain(case.body))
        assert answer.status_code < 500, answer.text
        return
    here = {"match_id": table, **EVERYWHERE}
    for name in case.path_parameters or {}:
        if name in here:
            case.path_parameters[name] = here[name]
    if isinstance(case.body, dict) and "seat" in case.body:
        case.body["seat"] = "axis"
    if case.method == "DELETE":
        case.path_parameters["match_id"] = "nonsense"
    response = case.call(base_url=server.url, headers={"Cookie": f"flagplot_session={player.guest}"})
    assert response.status_code < 500, response.text
    if response.status_code >= 400:
        assert response.json()["error"].endswith("."), response.text


def _plain(body: Any) -> Any:
    return body if isinstance(body, dict | list | str | int | float | bool | None) else None
