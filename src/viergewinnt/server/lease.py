"""The right of one server process to make one computer's move."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["Lease"]


@dataclass(frozen=True, slots=True)
class Lease:
    """A computer's move, good only for that turn of the game."""

    game_id: str
    turn: int
    holder: str
