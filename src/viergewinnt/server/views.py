"""A served game as HTTP shows it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from viergewinnt.server.access import capabilities
from viergewinnt.server.game import SIDES

if TYPE_CHECKING:
    from viergewinnt.server.access import Actor
    from viergewinnt.server.game import ServedGame, Stone

__all__ = ["state_of", "time_text"]

STONES_A_SIDE = 21


def time_text(ms: int) -> str:
    """A time in UTC, as ISO 8601."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def state_of(game: ServedGame, actor: Actor) -> dict[str, Any]:
    """The body of GET: the same for everybody but for `you`."""
    position = game.position
    stones, redo_stones = _stones(game)
    played = [stone["side"] for stone in stones]
    start = game.start_position
    before = {"first": (start.ply + 1) // 2, "second": start.ply // 2}
    return {
        "id": game.id,
        "version": game.version,
        "start": game.start,
        "position": position.text,
        "moves": game.moves,
        "redo": game.redo_moves,
        "ply": position.ply,
        "to_move": game.to_move,
        "legal_moves": [] if game.is_over else list(position.legal_moves),
        "players": {
            side: {
                "kind": game.players[side].kind,
                "name": game.players[side].name,
                "colour": game.players[side].colour,
                "engine": game.players[side].engine,
                "handed": game.seats[side].handed,
                "stones_left": STONES_A_SIDE - before[side] - played.count(side),
            }
            for side in SIDES
        },
        "last_cell": stones[-1]["cell"] if stones else None,
        "thinking": game.thinking,
        "waiting": game.waiting,
        "paused": game.paused,
        "pace_ms": game.pace_ms,
        "outcome": _outcome(game),
        "cells": [list(cell) for cell in position.winning_cells],
        "stones": stones,
        "redo_stones": redo_stones,
        "hints_agreed": game.hints_agreed,
        "offers": [
            {"number": o.number, "kind": o.kind, "by": o.by, "ply": o.ply, "status": o.status}
            for o in game.offers
        ],
        "next_game": game.next_game,
        "created_at": time_text(game.created_ms),
        "changed_at": time_text(game.changed_ms),
        "you": {"person": actor.person, "may": capabilities(game, actor)},
    }


def _outcome(game: ServedGame) -> dict[str, Any] | None:
    if game.ending is not None:
        return {"winner": game.ending.winner, "reason": game.ending.reason}
    if not game.position.is_over:
        return None
    winner = game.position.winner
    return {"winner": winner, "reason": "full" if winner is None else "four"}


def _stones(game: ServedGame) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    shown = []
    position = game.start_position
    for index, stone in enumerate(game.stones):
        row = position.heights[stone.column - 1] + 1
        position = position.play(stone.column)
        shown.append(_stone(stone, game.side_of(index), row, position.ply))
    return shown[: game.played], shown[game.played :]


def _stone(stone: Stone, side: str, row: int, ply: int) -> dict[str, Any]:
    return {
        "ply": ply,
        "side": side,
        "column": stone.column,
        "cell": [stone.column, row],
        "decided_by": stone.decided_by,
        "at": time_text(stone.at_ms),
        "engine": stone.engine,
        "source": stone.source,
        "score": stone.score,
        "score_kind": stone.score_kind,
        "depth": stone.depth,
        "nodes": stone.nodes,
        "playouts": stone.playouts,
        "elapsed_ms": stone.elapsed_ms,
    }
