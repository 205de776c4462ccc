"""A served game: what cannot be derived is kept, all else is derived from it."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Literal, TypeAlias

from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.rules.position import Side

__all__ = [
    "OTHER",
    "SIDES",
    "DecidedBy",
    "Ending",
    "Offer",
    "OfferKind",
    "Person",
    "Player",
    "PlayerKind",
    "Seat",
    "ServedGame",
    "Stone",
]

PlayerKind: TypeAlias = Literal["human", "computer"]
DecidedBy: TypeAlias = Literal["person", "best-move", "computer"]
OfferKind: TypeAlias = Literal["undo", "rematch", "draw", "hints"]
Person: TypeAlias = Literal["owner", "first", "second"]
"""Who acts: the owner, or who holds the seat of a side."""

SIDES: tuple[Side, Side] = ("first", "second")
OTHER: Mapping[Side, Side] = {"first": "second", "second": "first"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One side of a game. The engine is kept while a human plays, for when it is switched on."""

    kind: PlayerKind
    name: str
    colour: str
    engine: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Stone:
    """A stone and what is known about the decision for it; the report is that of an engine."""

    column: int
    decided_by: DecidedBy
    at_ms: int
    engine: str | None = None
    source: str | None = None
    score: float | None = None
    score_kind: str | None = None
    depth: int | None = None
    nodes: int | None = None
    playouts: int | None = None
    elapsed_ms: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """The place of a side's person: the hash of the secret, and whether the owner gave it away."""

    secret_hash: str | None = None
    handed: bool = False
    seen_ms: int = 0
    """When its holder was last heard of."""
    code_hash: str | None = None
    """Of the invitation that is open for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """Something that one person asks of the other."""

    number: int
    kind: OfferKind
    by: Person
    ply: int | None = None
    """Of an undo: the stones that are to be left."""
    status: Literal["open", "accepted", "declined", "expired"] = "open"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """An end that does not show on the board; without a winner it is a draw."""

    reason: Literal["agreed", "claimed"]
    winner: Side | None = None


@dataclass(frozen=True, kw_only=True)
class ServedGame:
    """A game at one version. Every change makes a new one with the next version."""

    id: str
    start: str
    """Position text of the board that the game begins with."""
    players: Mapping[Side, Player]
    owner_hash: str
    seats: Mapping[Side, Seat]
    created_ms: int
    changed_ms: int
    stones: tuple[Stone, ...] = ()
    """Those played and, after them, those taken back that can be played again."""
    played: int = 0
    """How many of the stones are on the board."""
    pace_ms: int = 600
    """The least time between two stones when computers play each other."""
    paused: bool = False
    """Computers make no move until they are told to go on."""
    held: bool = False
    """After a stone was taken back: the computer to move lets the person decide."""
    hints_agreed: bool = False
    ending: Ending | None = None
    offers: tuple[Offer, ...] = ()
    next_game: str | None = None
    """The id of the game that goes on from here: restart or rematch."""
    owner_seen_ms: int = 0
    version: int = 1
    turn: int = 1
    """Counts what makes the work of an engine stale."""

    @cached_property
    def start_position(self) -> Position:
        return Position.parse(self.start)

    @cached_property
    def position(self) -> Position:
        """The board as it stands."""
        position = self.start_position
        for stone in self.stones[: self.played]:
            position = position.play(stone.column)
        return position

    @property
    def moves(self) -> str:
        """The columns played from the start."""
        return "".join(str(stone.column) for stone in self.stones[: self.played])

    @property
    def redo_moves(self) -> str:
        """The columns that can be played again, the next one first."""
        return "".join(str(stone.column) for stone in self.stones[self.played :])

    @property
    def is_over(self) -> bool:
        """Whether nobody is to move any more."""
        return self.ending is not None or self.position.is_over

    @property
    def to_move(self) -> Side | None:
        """The side to move; None after the end."""
        return None if self.is_over else self.position.to_move

    @property
    def is_computer_turn(self) -> bool:
        """Whether the side to move is a computer's, whatever keeps it from moving."""
        return self.to_move is not None and self.players[self.to_move].kind == "computer"

    @property
    def thinking(self) -> bool:
        """Whether a computer is about to make a move."""
        return self.is_computer_turn and not self.held and not self.paused

    @property
    def waiting(self) -> bool:
        """Whether the computer to move lets the person decide: play for it, or resume."""
        return self.is_computer_turn and self.held

    @property
    def is_computers_only(self) -> bool:
        """Whether computers play each other."""
        return all(player.kind == "computer" for player in self.players.values())

    def side_of(self, index: int) -> Side:
        """The side that the stone of this index belongs to."""
        first = self.start_position.to_move
        return first if index % 2 == 0 else OTHER[first]

    def changed(self, now_ms: int, *, stale: bool = True, **changes: object) -> ServedGame:
        """The game after a change; `stale` says that no engine's work for it is good any more."""
        return replace(
            self,
            version=self.version + 1,
            turn=self.turn + stale,
            changed_ms=now_ms,
            **changes,  # type: ignore[arg-type]
        )
