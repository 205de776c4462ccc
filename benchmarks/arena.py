"""Tournaments between light engines: games a second."""

from __future__ import annotations

import os
import time

import viergewinnt as vg
from benchmarks.table import Table

__all__ = ["measure_arena"]

SEED = 20260101
GAMES = 2000
PAIRS = (
    ("level-3", "level-4"),
    ("alphabeta:depth=2", "alphabeta:depth=4"),
    ("montecarlo:playouts=50", "alphabeta:depth=4"),
    ("mcts:simulations=500", "alphabeta:depth=6"),
)


def measure_arena() -> Table:
    """Games a second of tournaments on one core and on all."""
    cores = os.cpu_count() or 1
    rows = []
    for pair in PAIRS:
        rates = []
        played = set()
        for workers in (1, cores):
            started = time.perf_counter()
            tournament = vg.arena(pair, games=GAMES, seed=SEED, workers=workers, times=False)
            rates.append(f"{GAMES / (time.perf_counter() - started):,.0f}")
            played.add(tournament.rows)
        assert len(played) == 1, "the games depend on the number of workers"
        rows.append((" against ".join(pair), *rates))
    return Table(
        "Tournaments",
        ("", "games a second, one worker", f"{cores} workers"),
        rows,
        f"{GAMES:,} games from openings of six stones, with everything from starting the workers to"
        " the games as rows; the same games each time.",
    )
