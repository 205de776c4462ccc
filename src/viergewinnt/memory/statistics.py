"""How many positions are known, by phase of the game and by engine."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from sqlalchemy import func, select, text

from viergewinnt.memory.schema import EITHER, KEY_BITS, engines, evaluations, positions

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from viergewinnt.memory.connection import Database

__all__ = ["PHASES", "EngineCount", "Phase", "count_rows", "size_bytes"]

Phase = tuple[int, int]  # its least and its most stones
PHASES: tuple[Phase, ...] = tuple((first, first + 5) for first in range(0, 42, 6))


@dataclass(frozen=True)
class EngineCount:
    """The rows of one engine, evaluation and side."""

    engine: str
    evaluation: str
    side: str | None
    phases: Mapping[Phase, int]

    @property
    def rows(self) -> int:
        """All of them."""
        return sum(self.phases.values())


def count_rows(database: Database) -> list[EngineCount]:
    """Counts the rows of each engine, in the order of their names."""
    ply = positions.c.place.op(">>")(KEY_BITS)
    group = (engines.c.spec, evaluations.c.text, engines.c.side, ply)
    query = (
        select(*group, func.count())
        .select_from(positions.join(engines).join(evaluations))
        .group_by(*group)
    )

    def count(connection: Connection) -> dict[tuple[str, str, str], Counter[Phase]]:
        found: dict[tuple[str, str, str], Counter[Phase]] = {}
        for engine, evaluation, side, ply, rows in connection.execute(query):
            phases = found.setdefault((engine, evaluation, side), Counter())
            phases[PHASES[ply // 6]] += rows
        return found

    return [
        EngineCount(
            engine,
            evaluation,
            None if side == EITHER else side,
            {phase: phases[phase] for phase in PHASES},
        )
        for (engine, evaluation, side), phases in sorted(database.read(count).items())
    ]


def size_bytes(database: Database) -> int:
    """What the tables take on the disk, the write-ahead log of SQLite not counted."""
    if database.path is not None:
        return database.path.stat().st_size
    query = text(
        "SELECT sum(pg_total_relation_size(c)) FROM unnest(ARRAY['positions', 'engines',"
        " 'evaluations', 'totals']::regclass[]) AS c"
    )
    return int(database.read(lambda connection: connection.execute(query).scalar_one()))
