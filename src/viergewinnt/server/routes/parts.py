"""What routes ask for: the service, the secret, and how errors are described."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Header, Path, Request

from viergewinnt.errors import AccessRefused
from viergewinnt.server.schemas import Problem, VersionRequest
from viergewinnt.server.service import GameService, Transition
from viergewinnt.server.views import state_of

__all__ = ["GameId", "Secret", "Service", "Visit", "errors"]

MEANINGS = {
    400: "The request cannot be read.",
    401: "The secret is not one of this game.",
    403: "Whoever asks may not do that.",
    404: "There is no such thing.",
    408: "The body came too slowly.",
    409: "The game does not allow it as it stands; with `stale_version` the game comes along.",
    413: "The body is too long.",
    422: "Something in the request is wrong.",
    429: "Too many requests; see Retry-After.",
    503: "Engines or database are not to be had now; see Retry-After.",
}


def errors(*statuses: int) -> dict[int | str, dict[str, Any]]:
    """The descriptions of errors for OpenAPI; some may come from everywhere."""
    return {
        status: {
            "model": Problem,
            "description": MEANINGS[status],
            "content": {"application/problem+json": {}},
        }
        for status in sorted({*statuses, 400, 408, 413, 422, 429, 503})
    }


def _service(request: Request) -> GameService:
    service: GameService = request.app.state.service
    return service


def _secret(
    authorization: Annotated[
        str | None, Header(description="`Bearer` and a secret of the game.", max_length=300)
    ] = None,
) -> str | None:
    if authorization is None:
        return None
    scheme, _, secret = authorization.partition(" ")
    if scheme.lower() != "bearer" or not secret.strip():
        raise AccessRefused(
            "the Authorization header must be Bearer and a secret", code="wrong_secret"
        )
    return secret.strip()


Service = Annotated[GameService, Depends(_service)]
Secret = Annotated[str | None, Depends(_secret)]
GameId = Annotated[str, Path(alias="id", min_length=1, max_length=32, pattern=r"^[A-Za-z0-9_-]+$")]


class _Visit:
    """One game, asked for by somebody."""

    def __init__(self, game_id: GameId, service: Service, secret: Secret) -> None:
        self.game_id, self.service, self.secret = game_id, service, secret

    async def change(self, wish: VersionRequest, transition: Transition) -> dict[str, Any]:
        """Changes the game and shows it as it then is."""
        after, actor, _ = await self.service.change(
            self.game_id, self.secret, transition, version=wish.version
        )
        return state_of(after, actor)


Visit = Annotated[_Visit, Depends()]
