"""Games, persons and choices as tests of the server need them."""

from dataclasses import replace
from typing import Any

from viergewinnt.engines.choice import Choice
from viergewinnt.rules.position import Side
from viergewinnt.server.access import Actor
from viergewinnt.server.game import SIDES, PlayerKind, Seat, ServedGame
from viergewinnt.server.moves import play
from viergewinnt.server.seats import default_players
from viergewinnt.server.tokens import hash_of, new_id, new_secret

OWNER, FIRST, SECOND, WATCHER = Actor("owner"), Actor("first"), Actor("second"), Actor()
T0 = 1_800_000_000_000


def new_game(
    first: PlayerKind = "human",
    second: PlayerKind = "human",
    *,
    handed: tuple[Side, ...] = (),
    moves: str = "",
    start: str = "",
    **changes: Any,
) -> ServedGame:
    """Give a game; `moves` are played by whoever may."""
    players = default_players()
    kinds: dict[Side, PlayerKind] = {"first": first, "second": second}
    players = {side: replace(players[side], kind=kinds[side]) for side in SIDES}
    seats = {
        side: Seat(
            secret_hash=hash_of(new_secret()) if kinds[side] == "human" else None,
            handed=side in handed,
            seen_ms=T0,
        )
        for side in SIDES
    }
    game = ServedGame(
        id=new_id(),
        start=start,
        players=players,
        owner_hash=hash_of(new_secret()),
        owner_seen_ms=T0,
        seats=seats,
        created_ms=T0,
        changed_ms=T0,
        **changes,
    )
    for digit in moves:
        game = put(game, int(digit))
    return game


def put(game: ServedGame, column: int, now_ms: int = T0) -> ServedGame:
    """Play a stone for whichever side is to move."""
    from viergewinnt.server.moves import play_computer_move

    if game.is_computer_turn:
        return play_computer_move(game, choice(column), now_ms=now_ms)
    side = game.to_move
    assert side is not None
    return play(game, Actor(side), column, now_ms=now_ms)


def choice(column: int) -> Choice:
    """Give a choice with a report."""
    return Choice(
        column, 0.5, "share", depth=5, nodes=100, playouts=7, elapsed_s=0.25, engine="alphabeta"
    )
