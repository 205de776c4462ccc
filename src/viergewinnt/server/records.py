"""Served games as rows of the database, and back."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from viergewinnt.server.game import SIDES, Ending, Offer, Player, Seat, ServedGame, Stone

if TYPE_CHECKING:
    from collections.abc import Iterable

__all__ = ["due_ms", "game_from_rows", "game_row", "seat_rows", "stone_row"]

_SETTINGS = ("pace_ms", "paused", "held", "hints_agreed", "next_game")


def game_row(game: ServedGame) -> dict[str, Any]:
    """The row of a game, without a lease: a new turn is nobody's yet."""
    settings = {name: getattr(game, name) for name in _SETTINGS}
    settings["players"] = {side: asdict(player) for side, player in game.players.items()}
    settings["offers"] = [asdict(offer) for offer in game.offers]
    settings["ending"] = None if game.ending is None else asdict(game.ending)
    return {
        "id": game.id,
        "version": game.version,
        "turn": game.turn,
        "start": game.start,
        "moves": game.moves + game.redo_moves,
        "played": game.played,
        "settings": json.dumps(settings, separators=(",", ":")),
        "is_over": game.is_over,
        "created_ms": game.created_ms,
        "changed_ms": game.changed_ms,
    }


def due_ms(game: ServedGame) -> int | None:
    """When the computer to move should make its move; None when none is to."""
    if not game.thinking:
        return None
    return game.changed_ms + (game.pace_ms if game.is_computers_only and game.played else 0)


def stone_row(game_id: str, number: int, stone: Stone) -> dict[str, Any]:
    """The row of a stone: all but its column, which stands in the moves."""
    values = asdict(stone)
    del values["column"]
    return {"game_id": game_id, "number": number, **values}


def seat_rows(game: ServedGame) -> list[dict[str, Any]]:
    """The rows of the owner and of both sides."""
    owner = Seat(secret_hash=game.owner_hash, seen_ms=game.owner_seen_ms)
    persons: dict[str, Seat] = {"owner": owner, "first": game.seats["first"]}
    persons["second"] = game.seats["second"]
    return [
        {"game_id": game.id, "person": person, **asdict(seat)} for person, seat in persons.items()
    ]


def game_from_rows(row: Any, stone_rows: Iterable[Any], seat_rows: Iterable[Any]) -> ServedGame:
    """The game that was stored as these rows."""
    settings = json.loads(row.settings)
    seats = {
        each.person: Seat(
            secret_hash=each.secret_hash,
            handed=bool(each.handed),
            seen_ms=each.seen_ms,
            code_hash=each.code_hash,
        )
        for each in seat_rows
    }
    ending = settings["ending"]
    return ServedGame(
        id=row.id,
        start=row.start,
        players={side: Player(**settings["players"][side]) for side in SIDES},
        owner_hash=seats["owner"].secret_hash or "",
        owner_seen_ms=seats["owner"].seen_ms,
        seats={side: seats[side] for side in SIDES},
        created_ms=row.created_ms,
        changed_ms=row.changed_ms,
        stones=tuple(
            _stone(column, values) for column, values in zip(row.moves, stone_rows, strict=True)
        ),
        played=row.played,
        ending=None if ending is None else Ending(**ending),
        offers=tuple(Offer(**offer) for offer in settings["offers"]),
        version=row.version,
        turn=row.turn,
        **{name: settings[name] for name in _SETTINGS},
    )


def _stone(column: str, values: Any) -> Stone:
    report = dict(values._mapping)  # noqa: SLF001 - the public name of a row as a mapping
    del report["game_id"], report["number"]
    return Stone(column=int(column), **report)
