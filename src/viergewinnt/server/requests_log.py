"""Every request: its id, its headers of security, its line in the log, and its figures."""

from __future__ import annotations

import re
import time
from typing import TYPE_CHECKING

import structlog

from viergewinnt.server.problems import problem
from viergewinnt.server.tokens import new_id

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from viergewinnt.server.metrics import Metrics

__all__ = ["SECURITY_HEADERS", "RequestLog"]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src"
    " 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none';"
    " frame-ancestors 'none'"
)
SECURITY_HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
_REQUEST_ID = re.compile(rb"[A-Za-z0-9_.-]{1,64}")

log = structlog.get_logger("viergewinnt.requests")


class RequestLog:
    """ASGI middleware around everything else. It logs no header, no body and no query."""

    def __init__(self, app: ASGIApp, metrics: Callable[[], Metrics]) -> None:
        self._app, self._metrics = app, metrics

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Hands on; a fault of ours is answered as problem+json and logged with the request id."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        given = dict(scope["headers"]).get(b"x-request-id", b"")
        request_id = given.decode() if _REQUEST_ID.fullmatch(given) else new_id()
        structlog.contextvars.clear_contextvars()
        structlog.contextvars.bind_contextvars(request_id=request_id)
        started = time.perf_counter()
        status = 0

        async def told(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = _with_ours(message.get("headers", ()), request_id)
                self._count(scope, status, time.perf_counter() - started)
            await send(message)

        try:
            await self._app(scope, receive, told)
        except Exception:
            log.exception("request.failed", method=scope["method"], route=_route(scope))
            if status:
                raise
            response = problem(500, "internal_error", "the server failed", request_id=request_id)
            start = {"type": "http.response.start", "status": 500}
            await told({**start, "headers": response.raw_headers})
            await told({"type": "http.response.body", "body": response.body})
        log.info(
            "request",
            method=scope["method"],
            route=_route(scope),
            status=status,
            elapsed_ms=round((time.perf_counter() - started) * 1000, 1),
        )

    def _count(self, scope: Scope, status: int, elapsed_s: float) -> None:
        metrics, route, method = self._metrics(), _route(scope), _method(scope)
        metrics.requests.labels(route, method, str(status)).inc()
        metrics.seconds.labels(route, method).observe(elapsed_s)


def _method(scope: Scope) -> str:
    known = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")
    return scope["method"] if scope["method"] in known else "other"


def _route(scope: Scope) -> str:
    """The pattern of the address, which holds no id."""
    path = getattr(scope.get("route"), "path", None)
    return path if isinstance(path, str) else "unmatched"


def _with_ours(headers: list[tuple[bytes, bytes]], request_id: str) -> list[tuple[bytes, bytes]]:
    there = {name.lower() for name, _ in headers}
    ours = {**SECURITY_HEADERS, "cache-control": "no-store", "x-request-id": request_id}
    return [
        *headers,
        *(
            (name.encode(), value.encode())
            for name, value in ours.items()
            if name.encode() not in there
        ),
    ]
