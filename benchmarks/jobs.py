"""A long job on one and on two processes: chunks of the opening book, searched from nothing."""

from __future__ import annotations

import statistics
import time
from typing import TYPE_CHECKING

from benchmarks.table import Table
from viergewinnt import _native
from viergewinnt.jobs import Job, run_job

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.jobs import JSON

__all__ = ["measure_processes", "search_shape"]

STONES, FIRST, SHAPES, RUNS = 12, 2000, 64, 3


def search_shape(_parameters: Mapping[str, JSON], chunk: int) -> bytes:
    """One shape of 12 stones with a table of its own, so that no worker finds work done before."""
    return _native.Solver(1, 64, "automatic", None).book_chunk(STONES, FIRST + 37 * chunk)


def measure_processes() -> Table:
    """The same chunks with one process and with two, in turns."""
    job = Job(name="shapes", parameters={}, chunks=SHAPES, work=search_shape, unit="shapes")
    times: dict[int, list[float]] = {1: [], 2: []}
    results = set()
    for _ in range(RUNS):
        for workers, seconds in times.items():
            started = time.perf_counter()
            results.add(b"".join(run_job(job, workers=workers, progress=False)))
            seconds.append(time.perf_counter() - started)
    assert len(results) == 1, "the results differ"
    one, two = (statistics.median(seconds) for seconds in times.values())
    return Table(
        "A long job on two processes",
        ("", "one process", "two processes", "share of the time"),
        [
            (
                f"{SHAPES} shapes of the opening book",
                f"{one:.1f} s",
                f"{two:.1f} s",
                f"{two / one:.2f}",
            )
        ],
        f"Medians of {RUNS} runs in turns, equal results; the start of the processes counts.",
    )
