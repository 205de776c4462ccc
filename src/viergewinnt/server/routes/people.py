"""/api/games/…/players, invitations, seats, offers and claims: the persons of a game."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Path

from viergewinnt.rules.position import Side
from viergewinnt.server import agreements, seats
from viergewinnt.server.access import Actor
from viergewinnt.server.game import SIDES, ServedGame
from viergewinnt.server.routes.parts import Service, Visit, errors
from viergewinnt.server.schemas import (
    CodeAnswer,
    GameAnswer,
    InvitationRequest,
    OfferRequest,
    PlayerChange,
    SeatAnswer,
    SeatRequest,
    VersionRequest,
)
from viergewinnt.server.tokens import hash_of, new_id, new_secret

__all__ = ["people_router"]

people_router = APIRouter(prefix="/api", tags=["people"])
CHANGES = errors(401, 403, 404, 409)
Number = Annotated[int, Path(ge=1, le=10**9)]
State = dict[str, Any]


@people_router.patch("/games/{id}/players/{side}", response_model=GameAnswer, responses=CHANGES)
async def change_player(side: Side, wish: PlayerChange, visit: Visit) -> State:
    """Change who or what plays a side: human or computer, engine, name, colour."""
    engine = None if wish.engine is None else visit.service.pool.check(wish.engine)
    return await visit.change(
        wish,
        lambda game, actor, now: seats.change_player(
            game,
            actor,
            side,
            now_ms=now,
            kind=wish.kind,
            name=wish.name,
            colour=wish.colour,
            engine=engine,
        ),
    )


@people_router.post(
    "/games/{id}/invitations", status_code=201, response_model=CodeAnswer, responses=CHANGES
)
async def invite(wish: InvitationRequest, visit: Visit) -> State:
    """Make a code with which another person takes the seat of a side; an older one is void."""
    code = new_secret()
    await visit.service.change(
        visit.game_id,
        visit.secret,
        lambda game, actor, now: seats.invite(game, actor, wish.side, hash_of(code), now_ms=now),
    )
    return {"code": code, "side": wish.side}


@people_router.post("/seats", status_code=201, response_model=SeatAnswer, responses=CHANGES)
async def take_seat(wish: SeatRequest, service: Service) -> State:
    """Take the seat that a code opens. The secret is told only now; an older one is void."""
    code_hash, secret = hash_of(wish.code), new_secret()
    game_id = await asyncio.wrap_future(service.store.game_of_code(code_hash))
    if game_id is None:
        raise seats.wrong_code()

    def take(game: ServedGame, _: Actor, now: int) -> ServedGame:
        return seats.take_seat(game, code_hash, hash_of(secret), now_ms=now)

    after, _, _ = await service.change(game_id, None, take)
    side = next(s for s in SIDES if after.seats[s].secret_hash == hash_of(secret))
    return {"id": game_id, "side": side, "secret": secret}


@people_router.post(
    "/games/{id}/offers", status_code=201, response_model=GameAnswer, responses=CHANGES
)
async def make_offer(wish: OfferRequest, visit: Visit) -> State:
    """Ask the other person for an undo, a rematch, a draw, or hints for both."""
    return await visit.change(
        wish,
        lambda game, actor, now: agreements.make_offer(
            game, actor, wish.kind, now_ms=now, to=wish.to
        ),
    )


@people_router.post(
    "/games/{id}/offers/{number}/accept", response_model=GameAnswer, responses=CHANGES
)
async def accept_offer(number: Number, wish: VersionRequest, visit: Visit) -> State:
    """Accept what the other person offered; it is done at once."""
    return await visit.change(
        wish,
        lambda game, actor, now: agreements.accept(
            game, actor, number, now_ms=now, next_id=new_id()
        ),
    )


@people_router.post(
    "/games/{id}/offers/{number}/decline", response_model=GameAnswer, responses=CHANGES
)
async def decline_offer(number: Number, wish: VersionRequest, visit: Visit) -> State:
    """Decline an offer, or take one's own back."""
    return await visit.change(
        wish,
        lambda game, actor, now: agreements.decline(game, actor, number, now_ms=now),
    )


@people_router.post("/games/{id}/claim", response_model=GameAnswer, responses=CHANGES)
async def claim(wish: VersionRequest, visit: Visit) -> State:
    """Win a game whose other person has been away for two minutes at their turn."""
    return await visit.change(
        wish,
        lambda game, actor, now: agreements.claim(game, actor, now_ms=now),
    )
