"""One game between two engines: seeded, limited, and ended when one of them misbehaves."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.registry import kind_of
from viergewinnt.engines.spec import read_spec
from viergewinnt.errors import IllegalMove
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Side

__all__ = ["Fault", "FaultCode", "Played", "Player", "play_game", "seed_of"]

FaultCode: TypeAlias = Literal["illegal_column", "engine_failed"]


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a game ended before its time: this side lost it by what it did."""

    side: Side
    code: FaultCode
    """`illegal_column`: no column that can be played; `engine_failed`: an error instead of one."""
    message: str


@dataclass(frozen=True, slots=True)
class Played:
    """A game as it went; the moves include those of the opening."""

    moves: str
    winner: Side | None
    """None for a draw."""
    fault: Fault | None = None


@dataclass(frozen=True, slots=True)
class Player:
    """An engine of a tournament; a fresh one is built for each game, so that nothing is left over.

    A SPEC with a seed of its own keeps it. The position database is read and never written.
    """

    spec: str

    def engine(self, seed: int) -> Engine:
        """The engine for one game."""
        name, in_text = read_spec(self.spec)
        options: dict[str, Any] = dict(in_text)
        if "seed" not in options and any(
            field.name == "seed" for field in fields(kind_of(name).options)
        ):
            options["seed"] = str(seed)
        return engine_of(name, read_only=True, **options)


def seed_of(*parts: object) -> int:
    """A seed that depends on all of the parts."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2


def play_game(first: Engine, second: Engine, opening: str, limit: Limit | None = None) -> Played:
    """Plays on from an opening to the end."""
    position, moves = Position.parse(opening), opening
    while not position.is_over:
        side = position.to_move
        column: int | None = None
        try:
            column = (first if side == "first" else second).choose(position, limit).column
            position = position.play(column)
        except MemoryError:
            raise  # of this machine, not of the engine
        except IllegalMove as error:
            code: FaultCode = "engine_failed" if column is None else "illegal_column"
            return _forfeit(moves, Fault(side, code, str(error)))
        except Exception as error:
            message = f"{type(error).__name__}: {error}"
            return _forfeit(moves, Fault(side, "engine_failed", message))
        moves += str(column)
    return Played(moves, position.winner)


def _forfeit(moves: str, fault: Fault) -> Played:
    return Played(moves, "second" if fault.side == "first" else "first", fault)
