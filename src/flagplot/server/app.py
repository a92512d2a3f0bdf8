"""The web application: its routes, what it refuses and how, and what lives as long as it does."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, suppress
from typing import Any

from litestar import Litestar, Response
from litestar.datastructures import State
from litestar.exceptions import HTTPException, NotFoundException, ValidationException

from flagplot.engine.errors import FlagplotError
from flagplot.payloads import Trouble
from flagplot.server import api_docs, pages
from flagplot.server.errors import Conflict, NotFound, NotOffered, Refused, TooLarge
from flagplot.server.operating.metrics import Metrics
from flagplot.server.people.blocks import Blocks
from flagplot.server.people.limits import Limits, TooMany
from flagplot.server.routes import company, days, games, lobby, matches, operators, people, play, plots, replay
from flagplot.server.services import (
    SAFE_METHODS,
    AnyRequest,
    Services,
    StrictRequest,
    answer,
    authorize,
    person_at,
    services_of,
)
from flagplot.server.settings import Settings
from flagplot.server.storage.database import Database

LARGEST_BODY = 1_000_000
HANDLERS: list[Any] = [
    *games.HANDLERS,
    *people.HANDLERS,
    *matches.HANDLERS,
    *play.HANDLERS,
    *company.HANDLERS,
    *lobby.HANDLERS,
    *days.HANDLERS,
    *replay.HANDLERS,
    *plots.HANDLERS,
    *operators.HANDLERS,
    *pages.HANDLERS,
]
# The words for what is refused by the framework, or by the rules.
OTHER_REASONS = {404: NotFound.reason, 413: TooLarge.reason, 422: NotOffered.reason, 500: "error"}

logger = logging.getLogger(__name__)


def create_app(db_url: str, settings: Settings | None = None) -> Litestar:
    """The application on a database; ServerTrouble, in one sentence, when that cannot be opened."""
    chosen = settings or Settings()
    database = Database(db_url)
    metrics, limits, blocks = Metrics(), Limits(database, chosen.limits), Blocks(database)

    @asynccontextmanager
    async def with_services(app: Litestar) -> AsyncIterator[None]:
        app.state.services = services = Services(database, chosen, metrics, limits, blocks)
        services.bulletin.listen()
        await blocks.read()
        tasks = [asyncio.create_task(work) for work in _lasting(services)]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            services.close()

    return Litestar(
        HANDLERS,
        lifespan=[with_services],
        before_request=authorize,
        openapi_config=api_docs.CONFIG,
        request_max_body_size=LARGEST_BODY,
        request_class=StrictRequest,
        exception_handlers={Exception: refused},
        logging_config=None,
        state=State({"metrics": metrics, "limits": limits, "blocks": blocks}),
    )


def _lasting(services: Services) -> list[Coroutine[Any, Any, None]]:
    """What is done as long as the server runs."""
    lasting = [
        services.presence.run(),
        services.notices.run(),
        services.accounts.keep_tidy(),
        services.loop_delay.run(),
    ]
    return [_started(services), *lasting, services.pruner.run()]


async def _started(services: Services) -> None:
    await services.workers.warm_up()
    await services.answering.take_up()


def refused(request: AnyRequest, error: Exception) -> Response[Any]:
    """What went wrong, in one sentence; a stale request is told how things stand."""
    status, sentence = _in_words(request, error)
    reason = error.reason if isinstance(error, Refused) else OTHER_REASONS.get(status, Refused.reason)
    request.app.state.metrics.refusals[reason, status] += 1
    if request.method not in SAFE_METHODS and not isinstance(error, TooMany) and status < 500:
        with suppress(TooMany):  # this request has its own answer; the next one is refused
            services_of(request).limits.tally("refusal", person_at(request))
    if not request.url.path.startswith("/api/"):
        return pages.plain_page("Not found" if status == 404 else "That did not work", sentence, status)
    position = error.position if isinstance(error, Conflict) else None
    response = answer(Trouble(sentence, position), status)
    if isinstance(error, TooMany):
        response.headers["Retry-After"] = str(error.seconds)
    return response


def _in_words(request: AnyRequest, error: Exception) -> tuple[int, str]:
    if isinstance(error, Refused):
        return error.status, str(error)
    if isinstance(error, FlagplotError):
        return 422, str(error)
    if isinstance(error, NotFoundException):
        return 404, f"There is nothing at {request.url.path}."
    if isinstance(error, ValidationException):
        return 400, _invalid(error)
    if isinstance(error, HTTPException) and error.status_code < 500:
        return error.status_code, f"{error.detail.rstrip('.')}."
    if isinstance(error, RecursionError):
        return 400, "The request is nested too deeply."
    logger.error("%s %s failed.", request.method, request.scope.get("path_template"), exc_info=error)
    return 500, "Something went wrong in the server; it has been noted in its log."


def _invalid(error: ValidationException) -> str:
    """What is wrong with a request, as far as it can be said in one sentence."""
    extra = error.extra if isinstance(error.extra, list) else []
    for part in extra:
        if isinstance(part, dict) and part.get("message"):
            message = str(part["message"]).rstrip(".")
            key = part.get("key")
            return f"'{key}': {message[0].lower()}{message[1:]}." if key else f"{message}."
    return f"{error.detail.rstrip('.')}."
