"""/healthz, /readyz, /metrics and /docs: for those who run the server."""

from __future__ import annotations

import asyncio

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse
from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from viergewinnt.server.docs_page import docs_page
from viergewinnt.server.routes.parts import Service, errors

__all__ = ["operation_router"]

operation_router = APIRouter(tags=["operation"])


@operation_router.get("/healthz")
async def health() -> dict[str, str]:
    """The process answers."""
    return {"status": "ok"}


@operation_router.get("/readyz", responses=errors())
async def readiness(service: Service) -> dict[str, str]:
    """The database answers, too."""
    await asyncio.wrap_future(service.store.check())
    return {"status": "ok"}


@operation_router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"description": "Prometheus' text format.", "content": {"text/plain": {}}},
    },
)
async def metrics(request: Request) -> Response:
    """Figures of this process."""
    registry = request.app.state.metrics.registry
    return Response(generate_latest(registry), media_type=CONTENT_TYPE_LATEST)


@operation_router.get("/docs", response_class=HTMLResponse, include_in_schema=False)
async def docs(request: Request) -> HTMLResponse:
    """The API on a page that needs nothing from elsewhere."""
    return HTMLResponse(docs_page(request.app.openapi()))
