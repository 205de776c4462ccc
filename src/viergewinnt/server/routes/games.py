"""/api/games: making a game, its stones, and its computers."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Annotated, Any

from fastapi import APIRouter, Query, Response

from viergewinnt.engines.scenarios import load_scenarios
from viergewinnt.errors import FinishedPosition, GameRefused
from viergewinnt.rules.position import Position
from viergewinnt.server import agreements, moves, seats
from viergewinnt.server.access import (
    Actor,
    check_delete,
    check_hints,
    check_play,
    identify,
)
from viergewinnt.server.colours import check_pair, read_colour
from viergewinnt.server.game import SIDES, Seat, ServedGame
from viergewinnt.server.routes.parts import GameId, Secret, Service, Visit, errors
from viergewinnt.server.schemas import (
    ChooseWish,
    GameAnswer,
    GameChange,
    GameCreated,
    MoveRequest,
    NewGame,
    UndoRequest,
    VersionRequest,
)
from viergewinnt.server.store import now_ms
from viergewinnt.server.stream import EventStream, event_of
from viergewinnt.server.tokens import hash_of, new_id, new_secret
from viergewinnt.server.views import state_of

if TYPE_CHECKING:
    from viergewinnt.engines.choice import Choice
    from viergewinnt.server.service import GameService

__all__ = ["games_router"]

games_router = APIRouter(prefix="/api/games", tags=["games"])
CHANGES = errors(401, 403, 404, 409)
State = dict[str, Any]


@games_router.post("", status_code=201, response_model=GameCreated, responses=errors())
async def create_game(new: NewGame, service: Service) -> State:
    """Make a game. Its secrets are told only in this answer."""
    start, position = _start(new.start)
    if position.is_over:
        raise FinishedPosition("the game is over at the start", code="game_over")
    players = seats.default_players()
    for side in SIDES:
        asked = getattr(new.players, side)
        default = players[side]
        players[side] = replace(
            default,
            kind=asked.kind or default.kind,
            name=default.name if asked.name is None else seats.read_name(asked.name),
            colour=default.colour if asked.colour is None else read_colour(asked.colour),
            engine=service.pool.check(asked.engine or default.engine),
        )
    check_pair(players["first"].colour, players["second"].colour)
    owner = new_secret()
    secrets = {side: new_secret() for side in SIDES if players[side].kind == "human"}
    now = now_ms()
    game = ServedGame(
        id=new_id(),
        start=start,
        players=players,
        owner_hash=hash_of(owner),
        owner_seen_ms=now,
        seats={
            side: Seat(secret_hash=hash_of(secrets[side]) if side in secrets else None, seen_ms=now)
            for side in SIDES
        },
        created_ms=now,
        changed_ms=now,
        pace_ms=new.pace_ms,
        paused=new.paused,
    )
    await service.create(game)
    return {
        "id": game.id,
        "owner_secret": owner,
        "seat_secrets": secrets,
        "state": state_of(game, Actor("owner")),
    }


def _start(text: str) -> tuple[str, Position]:
    """A position text, kept as digits where it is digits, or the id of a scenario."""
    stripped = text.strip()
    for scenario in load_scenarios():
        if scenario.id == stripped:
            return scenario.position.text, scenario.position
    position = Position.parse(stripped)
    return stripped if not stripped or stripped.isdigit() else position.text, position


@games_router.get("/{id}", response_model=GameAnswer, responses=errors(401, 404))
async def read_game(game_id: GameId, service: Service, secret: Secret) -> State:
    """The game as it stands."""
    return state_of(*await service.get(game_id, secret))


@games_router.patch("/{id}", response_model=GameAnswer, responses=CHANGES)
async def change_game(wish: GameChange, visit: Visit) -> State:
    """Set the pace at which computers play each other."""
    return await visit.change(
        wish,
        lambda game, actor, now: seats.set_pace(game, actor, wish.pace_ms, now_ms=now),
    )


@games_router.delete("/{id}", status_code=204, responses=CHANGES)
async def delete_game(game_id: GameId, service: Service, secret: Secret) -> Response:
    """Remove the game for good."""
    await service.delete(game_id, lambda game: check_delete(game, identify(game, secret)))
    return Response(status_code=204)


@games_router.post("/{id}/moves", response_model=GameAnswer, responses=CHANGES)
async def play_stone(wish: MoveRequest, visit: Visit) -> State:
    """Play a stone for the side to move."""
    return await visit.change(
        wish,
        lambda game, actor, now: moves.play(game, actor, wish.column, now_ms=now),
    )


@games_router.post("/{id}/undo", response_model=GameAnswer, responses=CHANGES)
async def take_back(wish: UndoRequest, visit: Visit) -> State:
    """Take back a stone, to one's own last decision, or to so many stones."""
    return await visit.change(
        wish,
        lambda game, actor, now: moves.undo(game, actor, wish.to, now_ms=now),
    )


@games_router.post("/{id}/redo", response_model=GameAnswer, responses=CHANGES)
async def play_again(wish: VersionRequest, visit: Visit) -> State:
    """Play again the stone that was taken back last."""
    return await visit.change(
        wish,
        lambda game, actor, now: moves.redo(game, actor, now_ms=now),
    )


@games_router.post("/{id}/resume", response_model=GameAnswer, responses=CHANGES)
async def resume(wish: VersionRequest, visit: Visit) -> State:
    """Let the computers go on, after a pause or a stone taken back."""
    return await visit.change(
        wish,
        lambda game, actor, now: moves.resume(game, actor, now_ms=now),
    )


@games_router.post("/{id}/pause", response_model=GameAnswer, responses=CHANGES)
async def pause(wish: VersionRequest, visit: Visit) -> State:
    """Keep the computers from moving."""
    return await visit.change(
        wish,
        lambda game, actor, now: moves.pause(game, actor, now_ms=now),
    )


@games_router.post("/{id}/swap-sides", response_model=GameAnswer, responses=CHANGES)
async def swap_sides(wish: VersionRequest, visit: Visit) -> State:
    """Let the two players change places; the colours stay with the stones."""
    return await visit.change(
        wish,
        lambda game, actor, now: seats.swap_sides(game, actor, now_ms=now),
    )


@games_router.post("/{id}/restart", status_code=201, response_model=GameAnswer, responses=CHANGES)
async def restart(game_id: GameId, wish: VersionRequest, service: Service, secret: Secret) -> State:
    """Begin again under a new id, with the same secrets; the old game stays and names the new."""
    _, actor, new = await service.change(
        game_id,
        secret,
        lambda game, actor, now: agreements.restart(game, actor, now_ms=now, next_id=new_id()),
        version=wish.version,
    )
    assert new is not None  # noqa: S101 - a restart makes one
    return state_of(new, actor)


# ------------------------------------------------------------------------------- engines of a game


@games_router.post("/{id}/step", response_model=GameAnswer, responses=CHANGES)
async def step(game_id: GameId, wish: VersionRequest, service: Service, secret: Secret) -> State:
    """Let the computer to move make this one move, and stay paused."""
    game, actor = await service.get_at(game_id, secret, wish.version)
    moves.step(game, actor)
    assert game.to_move is not None  # noqa: S101 - a computer is to move
    choice = await service.pool.choose(game.players[game.to_move].engine, game.position)
    assert choice is not None  # noqa: S101 - nobody cancels it
    after, actor, _ = await service.change(
        game_id,
        secret,
        lambda game, _, now: moves.play_computer_move(game, choice, now_ms=now),
        version=wish.version,
    )
    return state_of(after, actor)


@games_router.post("/{id}/best-move", response_model=GameAnswer, responses=CHANGES)
async def play_best_move(
    game_id: GameId, wish: ChooseWish, service: Service, secret: Secret
) -> State:
    """Let an engine choose the stone, and play it."""
    game, actor = await service.get_at(game_id, secret, wish.version)
    check_play(game, actor)
    choice = await _hint(service, game, actor, wish.engine)

    def play(game: ServedGame, actor: Actor, now: int) -> ServedGame:
        check_hints(game, actor)
        return moves.play(game, actor, choice.column, now_ms=now, choice=choice)

    after, actor, _ = await service.change(game_id, secret, play, version=wish.version)
    return state_of(after, actor)


@games_router.post("/{id}/hint", responses=CHANGES)
async def hint(game_id: GameId, wish: ChooseWish, service: Service, secret: Secret) -> State:
    """What an engine would play, and what it thinks of the columns; nothing is played."""
    game, actor = await service.get_at(game_id, secret, wish.version)
    choice = await _hint(service, game, actor, wish.engine)
    return choice.to_json()


async def _hint(service: GameService, game: ServedGame, actor: Actor, engine: str) -> Choice:
    check_hints(game, actor)
    if game.is_over:
        raise GameRefused("the game is over: there is no next stone", code="game_over")
    choice = await service.pool.choose(service.pool.check(engine), game.position)
    assert choice is not None  # noqa: S101 - nobody cancels it
    return choice


@games_router.get(
    "/{id}/events",
    response_class=Response,
    responses={
        200: {"description": "States as they come.", "content": {"text/event-stream": {}}},
        **errors(401, 404),
    },
)
async def events(
    game_id: GameId,
    service: Service,
    secret: Secret,
    once: Annotated[bool, Query(description="One state, and no more.")] = False,
) -> Response:
    """The game as it stands, and again whenever it changes."""
    game, actor = await service.get(game_id, secret)
    if once:
        return Response(event_of(game, actor), media_type="text/event-stream")
    return EventStream(service, game, actor, secret)
