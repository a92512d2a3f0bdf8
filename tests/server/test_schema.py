"""Whatever fits the published description of the API, and what nearly fits it, is answered, and never with a 5xx."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import httpx
import pytest
from hypothesis import HealthCheck, given, settings
from litestar import Litestar

from flagplot.client import Client
from flagplot.server import api_docs
from flagplot.server.app import HANDLERS
from tests.server.running import RunningServer

if TYPE_CHECKING:
    from schemathesis import Case
    from schemathesis.schemas import BaseSchema

DESCRIPTION = Litestar(HANDLERS, openapi_config=api_docs.CONFIG).openapi_schema.to_schema()
OPERATIONS = [(method.upper(), path) for path, methods in DESCRIPTION["paths"].items() for method in methods]
EVERYWHERE = {"slug": "sea-control", "n": 0}
SITS_DOWN = ("/api/me", "/api/session", "/api/sessions")  # deleting these would end the test early


@pytest.fixture(scope="module")
def player(server: RunningServer) -> Client:
    client = server.guest()
    client.rename("Schema")
    return client


@pytest.fixture(scope="module")
def table(player: Client) -> str:
    """A match in which the player has the Axis."""
    return player.create("sea-control", {"axis": "me", "allied": "open"}, access="public").id


@pytest.fixture(scope="module")
def schema() -> BaseSchema:
    import schemathesis  # not above: it takes a second that only these tests should take

    return schemathesis.openapi.from_dict(DESCRIPTION)


@pytest.mark.parametrize(("method", "path"), OPERATIONS)
def test_nothing_makes_the_server_fail(
    schema: BaseSchema, server: RunningServer, player: Client, table: str, is_long_run: bool, method: str, path: str
) -> None:
    from schemathesis import GenerationMode

    operation = schema[path][method]
    takes_json = len(operation.body) > 0  # what takes none can hardly be asked wrongly
    for mode in (GenerationMode.POSITIVE, *([GenerationMode.NEGATIVE] if takes_json else [])):

        @settings(max_examples=25 if is_long_run else 5, suppress_health_check=list(HealthCheck))
        @given(case=operation.as_strategy(generation_mode=mode))
        def answered(case: Case[Any]) -> None:
            response = sent(case, server, player, table)
            assert response.status_code < 500, response.text
            if response.status_code >= 400:
                assert response.json()["error"].endswith("."), response.text

        answered()


def sent(case: Case[Any], server: RunningServer, player: Client, table: str) -> Any:
    """The answer to a request, which is about a match that exists as far as it does no harm to this test."""
    if case.method == "DELETE" and case.path in SITS_DOWN:
        return httpx.request("DELETE", f"{server.url}{case.path}", json=_plain(case.body))
    here = {"match_id": table, **EVERYWHERE}
    for name in case.path_parameters or {}:
        if name in here:
            case.path_parameters[name] = here[name]
    if isinstance(case.body, dict) and "seat" in case.body:
        case.body["seat"] = "axis"
    if case.method == "DELETE":
        case.path_parameters["match_id"] = "nonsense"
    return case.call(base_url=server.url, headers={"Cookie": f"flagplot_session={player.guest}"})


def _plain(body: Any) -> Any:
    return body if isinstance(body, dict | list | str | int | float | bool | None) else None


@pytest.mark.long
def test_no_boundary_of_the_description_makes_the_server_fail(server: RunningServer, player: Client) -> None:
    schemathesis = Path(sys.executable).with_name("schemathesis")
    cookie = f"Cookie: flagplot_session={player.guest}"
    done = subprocess.run(
        [
            *(schemathesis, "run", f"{server.url}/docs/api/openapi.json", "--header", cookie),
            *("--phases", "examples,coverage", "--checks", "not_a_server_error", "--seed", "1"),
        ],
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout
