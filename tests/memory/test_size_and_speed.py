"""A row takes few bytes and a lookup little time on both databases; `make soak` tries a million."""

import time
from collections.abc import Callable

import viergewinnt as vg
from benchmarks.positions import MAX_LOOKUP_MS, MAX_MB, SPEC, fill, lookup_ms
from tests.conftest import Record
from viergewinnt.memory import PositionDatabase
from viergewinnt.memory.seeding import wanted_by
from viergewinnt.memory.statistics import size_bytes


def test_a_million_rows_stay_small_and_lookups_fast(
    store: PositionDatabase, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rows = count(20_000, 1_000_000)
    wanted = wanted_by(SPEC, vg.Position())
    empty_bytes = size_bytes(store.database)
    started = time.perf_counter()
    positions = fill(store, wanted, rows, seed)
    elapsed_s = time.perf_counter() - started
    bytes_a_row = (size_bytes(store.database) - empty_bytes) / rows
    milliseconds = lookup_ms(store, wanted, positions)
    kind = "SQLite" if store.database.is_sqlite else "PostgreSQL"
    record(
        database=kind,
        rows=rows,
        megabytes=round(bytes_a_row * rows / 1e6, 1),
        lookup_ms=round(milliseconds, 4),
        rows_a_second=round(rows / elapsed_s),
    )
    # The maps that PostgreSQL keeps of free pages weigh more in a small table.
    assert bytes_a_row < MAX_MB * (1 if rows == 1_000_000 else 1.1)
    # A server answers over a socket, and other programs share this machine.
    assert milliseconds < MAX_LOOKUP_MS * (1 if store.database.is_sqlite else 5)
