"""Errors as HTTP tells them: problem+json (RFC 9457) with a stable code."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from fastapi.responses import JSONResponse

from viergewinnt.errors import ErrorCode, VierGewinntError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["HTTP_CODES", "STATUS", "HttpProblem", "problem", "problem_of", "status_of"]

MEDIA_TYPE = "application/problem+json"

HTTP_CODES: Mapping[str, tuple[int, str]] = {
    "bad_request": (400, "the request cannot be read"),
    "invalid_request": (422, "a field of the request is missing or wrong"),
    "no_such_game": (404, "there is no game with this id"),
    "no_such_page": (404, "there is nothing at this address"),
    "method_not_allowed": (405, "this address does not take this method"),
    "body_timeout": (408, "the body of the request came too slowly"),
    "body_too_large": (413, "the body of the request is too long"),
    "too_many_requests": (429, "too many requests came from this address"),
    "engines_busy": (503, "all engines are busy and the queue is full"),
    "too_many_listeners": (503, "too many event streams are open"),
    "internal_error": (500, "the server failed; the request id finds it in the log"),
}
"""What the server itself refuses, beside the errors of the package."""

# Errors of the package that are not 422, what was asked being wrong in itself.
STATUS: Mapping[str, int] = {
    "wrong_secret": 401,
    "needs_agreement": 403,
    "not_allowed": 403,
    "not_your_turn": 403,
    "seat_held": 403,
    "wrong_code": 403,
    "column_full": 409,
    "computer_to_move": 409,
    "game_over": 409,
    "no_such_ply": 409,
    "nobody_to_ask": 409,
    "not_away": 409,
    "not_computer_turn": 409,
    "not_human_seat": 409,
    "nothing_to_redo": 409,
    "nothing_to_undo": 409,
    "offer_closed": 409,
    "offer_open": 409,
    "stale_version": 409,
    "database_damaged": 503,
    "database_failed": 503,
    "database_full": 503,
    "database_locked": 503,
    "database_read_only": 503,
    "database_unreachable": 503,
    "disk_full": 503,
    "driver_missing": 503,
    "engine_busy": 503,
    "schema_missing": 503,
    "schema_newer": 503,
    "schema_older": 503,
    "search_stopped": 503,
    "solver_busy": 503,
}
RETRY_AFTER_S = 2


class HttpProblem(Exception):  # noqa: N818 - an answer more than an error
    """Something that the server itself refuses."""

    def __init__(self, code: str, detail: str | None = None, **headers: str) -> None:
        self.status, title = HTTP_CODES[code]
        super().__init__(detail or title)
        self.code = code
        self.headers = {name.replace("_", "-"): value for name, value in headers.items()}


def status_of(code: ErrorCode) -> int:
    """The HTTP status of an error of the package."""
    return STATUS.get(code, 422)


def problem(
    status: int,
    code: str,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    **extra: Any,
) -> JSONResponse:
    """The answer of an error."""
    told = dict(headers or {})
    if status == 503:
        told.setdefault("Retry-After", str(RETRY_AFTER_S))
    if status == 401:
        told.setdefault("WWW-Authenticate", "Bearer")
    body = {"type": f"about:blank#{code}", "title": _title(code), "status": status, "code": code}
    return JSONResponse(
        {**body, "detail": detail, **extra}, status, headers=told, media_type=MEDIA_TYPE
    )


def problem_of(error: VierGewinntError, **extra: Any) -> JSONResponse:
    """The answer of an error of the package; a database's words are not for the world."""
    status = status_of(error.code)
    told = "the database cannot be used now" if status == 503 and "data" in error.code else None
    return problem(status, error.code, told or str(error), **extra)


def _title(code: str) -> str:
    if code in HTTP_CODES:
        return HTTP_CODES[code][1]
    return code.replace("_", " ")
