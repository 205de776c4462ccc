"""The position database: what a million rows take, and how long a call does."""

from __future__ import annotations

import random
import statistics
import tempfile
import time
from datetime import UTC, datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

import viergewinnt as vg
from benchmarks.table import Table
from viergewinnt.engines.choice import Score
from viergewinnt.engines.memory import Row, Wanted
from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.connection import Database
from viergewinnt.memory.migration import migrate
from viergewinnt.memory.seeding import wanted_by
from viergewinnt.memory.statistics import size_bytes

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

__all__ = ["fill", "lookup_ms", "measure_positions"]

ROWS, BATCH, CALLS, SEED = 1_000_000, 250, 2000, 20260105
MAX_MB, MAX_LOOKUP_MS = 150, 0.2
SPEC = "minimax:depth=5,evaluation=montecarlo,playouts=200"


def measure_positions() -> Table:
    """Fills an SQLite file as seeding does and times single calls on it."""
    with tempfile.TemporaryDirectory() as folder:
        url = str(Path(folder) / "positions.db")
        migrate(Database(url))
        with PositionDatabase.open(url) as database:
            wanted = wanted_by(SPEC, vg.Position())
            started = time.perf_counter()
            positions = fill(database, wanted, ROWS, SEED)
            rate = ROWS / (time.perf_counter() - started)
            megabytes = size_bytes(database.database) / 1e6
            known = lookup_ms(database, wanted, positions)
            rng = random.Random(SEED + 1)
            unknown = lookup_ms(
                database, wanted, [vg.random_position(13, rng=rng) for _ in range(CALLS)]
            )
            store_ms = _store_ms(database, wanted)
            started = time.perf_counter()
            loaded = len(database.preload(12, wanted))
            preload_s = time.perf_counter() - started
    assert megabytes < MAX_MB, f"{megabytes:.1f} MB"
    assert known < MAX_LOOKUP_MS, f"{known:.3f} ms"
    return Table(
        "Position database",
        ("", "SQLite"),
        [
            (f"{ROWS:,} rows", f"{megabytes:.1f} MB"),
            ("lookup of a known position", f"{known * 1000:.0f} µs"),
            ("lookup of an unknown position", f"{unknown * 1000:.0f} µs"),
            ("one row kept for good", f"{store_ms * 1000:.0f} µs"),
            (f"preload of {loaded:,} rows", f"{preload_s:.1f} s"),
            ("rows kept a second, when seeding", f"{rate:,.0f}"),
        ],
        f"Random positions with 8 to 20 stones, as rows of `{SPEC}` with the scores of all columns,"
        f" kept {BATCH} at a time. Times are the median of {CALLS:,} calls.",
    )


def fill(database: PositionDatabase, wanted: Wanted, rows: int, seed: int) -> list[vg.Position]:
    """Keeps so many rows of random positions; some of them, to look up."""
    rng, seen, some = random.Random(seed), set[int](), []
    batch: list[Row] = []
    for row, position in _rows(rng, wanted):
        if row.key in seen:
            continue
        seen.add(row.key)
        batch.append(row)
        if len(seen) % (rows // CALLS or 1) == 0:
            some.append(position)
        if len(batch) == BATCH or len(seen) == rows:
            database.store_all(batch)
            batch.clear()
        if len(seen) == rows:
            return some
    raise AssertionError


def lookup_ms(database: PositionDatabase, wanted: Wanted, positions: list[vg.Position]) -> float:
    """The median of looking each of them up."""
    return _median_ms([partial(database.lookup, position, wanted) for position in positions])


def _store_ms(database: PositionDatabase, wanted: Wanted) -> float:
    rows = _rows(random.Random(SEED + 2), wanted)
    return _median_ms([partial(database.store, row) for row, _ in islice(rows, CALLS)])


def _rows(rng: random.Random, wanted: Wanted) -> Iterator[tuple[Row, vg.Position]]:
    while True:
        position = vg.random_position(rng.randint(8, 20), rng=rng)
        columns = {c: Score(rng.randint(0, 400) / 400, "share") for c in position.legal_moves}
        best = max(columns, key=lambda column: columns[column].value)
        yield (
            Row(
                key=position.canonical_key,
                engine=wanted.engine,
                evaluation=wanted.evaluation,
                depth=wanted.depth,
                playouts=None,
                column=best,
                score=columns[best],
                columns=columns,
                side=wanted.side,
                at=datetime.now(UTC),
            ),
            position,
        )


def _median_ms(calls: list[Callable[[], object]]) -> float:
    times = []
    for call in calls:
        started = time.perf_counter_ns()
        call()
        times.append(time.perf_counter_ns() - started)
    return statistics.median(times) / 1e6
