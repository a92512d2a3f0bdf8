"""For whoever runs the server: whether it is well, and its figures."""

from __future__ import annotations

import asyncio
import hmac
import re
from typing import Literal

import msgspec
from litestar import Response, get
from litestar.exceptions import NotFoundException

from flagplot.server.errors import NotNow
from flagplot.server.services import AnyRequest, Services, answer, services_of
from flagplot.server.tables import work

PATIENCE = 5.0  # seconds for the database, and for a worker to say something
LOOPBACK = ("127.0.0.1", "::1")
PROXY_HEADERS = ("x-forwarded-for", "forwarded", "x-real-ip", "via")
OWN_NAMES = ("127.0.0.1", "[::1]", "localhost")  # by which programs on this machine call the server
METRICS_TYPE = "text/plain; version=0.0.4"  # to which the charset is added


class Health(msgspec.Struct, frozen=True):
    """How the parts of the server are; "busy" workers have too much to do to say so.

    The bulletin is what is heard of other processes on the same database.
    """

    database: Literal["ok", "failed"]
    workers: Literal["ok", "busy", "failed"]
    bulletin: Literal["ok", "failed"]


@get("/healthz", include_in_schema=False)
async def healthz(request: AnyRequest) -> Response[Health]:
    """Whether the server is well: 200, or 503 when something in it has failed."""
    services = services_of(request)
    database, workers = await asyncio.gather(_database(services), _workers(services))
    health = Health(database, workers, "ok" if services.bulletin.hears else "failed")
    return answer(health, 503 if "failed" in msgspec.structs.astuple(health) else 200)


async def _database(services: Services) -> Literal["ok", "failed"]:
    try:
        return "ok" if await asyncio.wait_for(services.database.answers(), PATIENCE) else "failed"
    except TimeoutError:
        return "failed"


async def _workers(services: Services) -> Literal["ok", "busy", "failed"]:
    try:
        await asyncio.wait_for(services.workers.do(work.warm_up), PATIENCE)
        return "ok"
    except TimeoutError:
        return "busy"
    except NotNow:
        return "failed"


@get("/metrics", include_in_schema=False)
async def metrics(request: AnyRequest) -> Response[bytes]:
    """The figures for Prometheus: for programs on this machine, and for whoever knows the token."""
    services = services_of(request)
    if not _may_read(request, services):
        raise NotFoundException
    try:
        services.metrics.sizes = await asyncio.wait_for(services.database.sizes(), PATIENCE)
    except TimeoutError:
        services.metrics.sizes = {}
    return Response(services.metrics.text(), media_type=METRICS_TYPE, headers={"Cache-Control": "no-store"})


def _may_read(request: AnyRequest, services: Services) -> bool:
    settings = services.settings.metrics
    given = request.headers.get("authorization", "")
    if settings and hmac.compare_digest(given.encode(), f"Bearer {settings.token}".encode()):
        return True
    if any(name in request.headers for name in PROXY_HEADERS):
        return False
    # A page of another site whose name leads here would come from this machine, too, but by that name.
    name = re.sub(r":\d+$", "", request.headers.get("host", "")).lower()
    return name in OWN_NAMES and request.client is not None and request.client.host in LOOPBACK


HANDLERS = [healthz, metrics]
