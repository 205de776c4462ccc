"""The application factory: nothing happens before it is called, and all it needs is given."""

from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING, Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

from viergewinnt._version import __version__
from viergewinnt.errors import VierGewinntError
from viergewinnt.server.limits import Limits
from viergewinnt.server.metrics import Metrics
from viergewinnt.server.problems import HttpProblem, problem, problem_of
from viergewinnt.server.requests_log import RequestLog
from viergewinnt.server.routes import (
    engines_router,
    games_router,
    operation_router,
    people_router,
)
from viergewinnt.server.service import GameService, StaleVersion
from viergewinnt.server.settings import ServerSettings
from viergewinnt.server.views import state_of

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

__all__ = ["create_app"]

DESCRIPTION = (
    "Connect Four. Columns are 1 to 7 from the left, rows 1 to 6 from the bottom; scores are from"
    " the side to move. Secrets travel as Authorization: Bearer. Every change names the version"
    " that it saw; one for an older version is refused with 409 and the game as it is. Errors are"
    " application/problem+json with a stable code."
)
HTTP_PROBLEMS = {400: "bad_request", 404: "no_such_page", 405: "method_not_allowed"}


def create_app(settings: ServerSettings | None = None) -> FastAPI:
    """A server with these settings, or those of the environment. The database is opened here."""
    service = GameService(ServerSettings.read() if settings is None else settings)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await service.start()
        try:
            yield
        finally:
            await service.close()

    app = FastAPI(
        title="Vier Gewinnt",
        version=__version__,
        description=DESCRIPTION,
        docs_url=None,
        redoc_url=None,
        openapi_url="/openapi.json",
        lifespan=lifespan,
        redirect_slashes=False,
    )
    app.state.service = service
    app.state.metrics = Metrics(service)
    for router in (games_router, people_router, engines_router, operation_router):
        app.include_router(router)
    _add_handlers(app)
    app.add_middleware(Limits, settings=service.settings)
    app.add_middleware(RequestLog, metrics=lambda: app.state.metrics)
    return app


def _add_handlers(app: FastAPI) -> None:
    @app.exception_handler(VierGewinntError)
    async def refused(_: Request, error: VierGewinntError) -> Response:
        return problem_of(error)

    @app.exception_handler(StaleVersion)
    async def stale(_: Request, error: StaleVersion) -> Response:
        return problem_of(error.refusal, state=state_of(error.game, error.actor))

    @app.exception_handler(HttpProblem)
    async def http_problem(_: Request, error: HttpProblem) -> Response:
        return problem(error.status, error.code, str(error), headers=error.headers)

    @app.exception_handler(RequestValidationError)
    async def invalid(_: Request, error: RequestValidationError) -> Response:
        faults = [
            {"place": ".".join(map(str, fault["loc"])), "message": fault["msg"]}
            for fault in error.errors()
        ]
        first = faults[0]
        detail = f"{first['place']}: {first['message']}"
        return problem(422, "invalid_request", detail, faults=faults)

    @app.exception_handler(HTTPException)
    async def other(request: Request, error: HTTPException) -> Response:
        if isinstance(error.__cause__, HttpProblem):  # FastAPI wraps what reading a body raises
            return await http_problem(request, error.__cause__)
        code = HTTP_PROBLEMS.get(error.status_code, "bad_request")
        headers: dict[str, Any] = dict(error.headers or {})
        return problem(error.status_code, code, str(error.detail), headers=headers)
