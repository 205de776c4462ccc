"""Seconds a move: measured by themselves, with nothing else going on, and never part of results."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from viergewinnt.arena.match import seed_of
from viergewinnt.arena.reader import Reader
from viergewinnt.arena.schedule import Meeting

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.arena.game_row import GameRow
    from viergewinnt.arena.schedule import Schedule
    from viergewinnt.engines.memory import Memory
    from viergewinnt.rules.position import Side

__all__ = ["MoveTime", "measure_times"]

BUDGET_S = 0.5  # for each engine; the move under way is finished
MOST_MOVES = 500


@dataclass(frozen=True, slots=True)
class MoveTime:
    """What moves of an engine took when its games were played again."""

    engine: str
    moves: int
    mean_s: float
    longest_s: float

    def to_json(self) -> dict[str, Any]:
        """As commands print it: milliseconds."""
        return {
            "engine": self.engine,
            "moves": self.moves,
            "mean_ms": self.mean_s * 1000,
            "longest_ms": self.longest_s * 1000,
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> MoveTime:
        """What `to_json` gave."""
        return cls(told["engine"], told["moves"], told["mean_ms"] / 1000, told["longest_ms"] / 1000)


def measure_times(plan: Schedule, rows: Sequence[GameRow]) -> tuple[MoveTime, ...]:
    """Plays moves of some games of each engine again in this process, one after the other.

    The games are spread over all of them. Each engine has half a second, and at least one move.
    """
    with Reader() as database:
        return tuple(_measured(plan, rows, spec, database) for spec in plan.engines)


def _measured(plan: Schedule, rows: Sequence[GameRow], spec: str, database: Memory) -> MoveTime:
    games = [row for row in rows if spec in (row.first, row.second)]
    seconds: list[float] = []
    for row in sorted(games, key=lambda row: seed_of("times", row.game)):
        side: Side = "first" if row.first == spec else "second"
        engine = plan.engine(Meeting(row.first, row.second, row.opening), side, database)
        for position, _ in row.choices():
            if position.to_move != side:
                continue
            started = time.perf_counter()
            engine.choose(position, plan.limit)
            seconds.append(time.perf_counter() - started)
            if sum(seconds) > BUDGET_S or len(seconds) == MOST_MOVES:
                return _of(spec, seconds)
    return _of(spec, seconds)


def _of(spec: str, seconds: list[float]) -> MoveTime:
    mean = sum(seconds) / len(seconds) if seconds else 0.0
    return MoveTime(spec, len(seconds), mean, max(seconds, default=0.0))
