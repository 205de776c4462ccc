"""One game between two engines: seeded, limited, and ended when one of them misbehaves."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from viergewinnt.composition import engine as engine_of
from viergewinnt.engines.registry import kind_of
from viergewinnt.engines.spec import read_spec
from viergewinnt.errors import IllegalMove, OptionError, VierGewinntError
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.limit import Limit
    from viergewinnt.engines.memory import Memory
    from viergewinnt.rules.position import Side

__all__ = ["Fault", "FaultCode", "Played", "play_game", "seed_of", "seeded_engine"]

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


def seeded_engine(spec: str, seed: int, *, database: Memory | None = None) -> Engine:
    """The engine of a SPEC, with this seed unless it has one of its own or takes none."""
    name, in_text = read_spec(spec)
    options: dict[str, Any] = dict(in_text)
    if any(field.name == "seed" for field in fields(kind_of(name).options)):
        options.setdefault("seed", str(seed))
    return engine_of(name, database=database, **options)


def seed_of(*parts: object) -> int:
    """A seed that depends on all of the parts."""
    digest = hashlib.sha256("/".join(map(str, parts)).encode()).digest()
    return int.from_bytes(digest[:8], "big") >> 2


def play_game(first: Engine, second: Engine, opening: str, limit: Limit | None = None) -> Played:
    """Plays on from an opening to the end.

    An engine that names a column that cannot be played, or fails, loses. Refused options and
    what goes wrong around an engine, such as a missing database, are raised.
    """
    position, moves = Position.parse(opening), opening
    while not position.is_over:
        side = position.to_move
        try:
            column = (first if side == "first" else second).choose(position, limit).column
        except (MemoryError, OptionError):
            raise
        except Exception as error:
            if isinstance(error, VierGewinntError) and isinstance(error, RuntimeError):
                raise
            message = f"{type(error).__name__}: {error}"
            return _forfeit(moves, Fault(side, "engine_failed", message))
        try:
            position = position.play(column)
        except IllegalMove as error:
            return _forfeit(moves, Fault(side, "illegal_column", str(error)))
        except TypeError:
            message = f"{column!r:.60} is no column; columns are 1 to 7"
            return _forfeit(moves, Fault(side, "illegal_column", message))
        moves += str(column)
    return Played(moves, position.winner)


def _forfeit(moves: str, fault: Fault) -> Played:
    return Played(moves, "second" if fault.side == "first" else "first", fault)
