"""The solver beside BitBully: the same positions, cold tables, whole Python calls."""

from __future__ import annotations

import random
import statistics
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import viergewinnt as vg
from benchmarks.table import Table
from viergewinnt import _native

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.solver import Path

__all__ = [
    "TABLE_MB",
    "Timing",
    "alternating",
    "bitbully_board",
    "joined",
    "measure_paths",
    "measure_solver",
    "measure_start",
    "measure_threads",
    "ratio_interval",
]

SEED = 20260101
POSITIONS = {8: 50, 10: 50} | dict.fromkeys((12, 14, 16, 18, 20, 24, 28, 32), 200)
TABLE_MB = 24  # BitBully's table: 2**20 entries of 24 bytes
RESAMPLES = 2000


@dataclass(frozen=True)
class Timing:
    """Seconds and nodes for each position, with a table that was cleared before."""

    seconds: list[float]
    scores: list[int]
    nodes: int

    @property
    def total(self) -> float:
        return sum(self.seconds)

    def quantile_ms(self, share: float) -> float:
        ordered = sorted(self.seconds)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))]


def draw(stones: int, number: int) -> list[vg.Position]:
    """Half of the positions uniform over games, half uniform over positions."""
    rng = random.Random(SEED * 100 + stones)
    half = number // 2
    return [vg.random_position(stones, over="games", rng=rng) for _ in range(half)] + [
        vg.random_position(stones, over="positions", rng=rng) for _ in range(number - half)
    ]


def time_ours(solver: vg.Solver, positions: Sequence[vg.Position]) -> Timing:
    seconds, scores, nodes = [], [], 0
    for position in positions:
        solver.reset()
        started = time.perf_counter()
        score = solver.score(position)
        seconds.append(time.perf_counter() - started)
        scores.append(score)
        nodes += solver.nodes
    return Timing(seconds, scores, nodes)


def time_bitbully(positions: Sequence[vg.Position]) -> Timing:
    from bitbully import BitBully

    agent: Any = BitBully(opening_book=None)
    seconds, scores = [], []
    agent.reset_node_counter()
    for position in positions:
        board = bitbully_board(position)
        agent.reset_transposition_table()
        started = time.perf_counter()
        score = agent.mtdf(board)
        seconds.append(time.perf_counter() - started)
        scores.append(score)
    return Timing(seconds, scores, agent.get_node_counter())


def bitbully_board(position: vg.Position) -> Any:
    from bitbully import Board

    digits = position.digits
    assert digits is not None
    return Board([int(column) - 1 for column in digits])


def ratio_interval(ours: Timing, theirs: Timing, rng: random.Random) -> tuple[float, float]:
    """The middle 95 % of the ratio of sums when positions are drawn again with replacement."""
    pairs = list(zip(ours.seconds, theirs.seconds, strict=True))
    ratios = []
    for _ in range(RESAMPLES):
        drawn = rng.choices(pairs, k=len(pairs))
        ratios.append(sum(pair[1] for pair in drawn) / sum(pair[0] for pair in drawn))
    ratios.sort()
    return ratios[RESAMPLES // 40], ratios[-RESAMPLES // 40]


def measure_solver() -> Table:
    """The default path beside BitBully, by stones."""
    solver, rng, rows = vg.Solver(book=None, table_mb=TABLE_MB), random.Random(SEED), []
    for stones, number in POSITIONS.items():
        positions = draw(stones, number)
        ours, theirs = Timing([], [], 0), Timing([], [], 0)
        for part in alternating(positions):
            ours = joined(ours, time_ours(solver, part))
            theirs = joined(theirs, time_bitbully(part))
        assert ours.scores == theirs.scores, f"scores differ at {stones} stones"
        low, high = ratio_interval(ours, theirs, rng)
        rows.append(
            (
                str(stones),
                str(number),
                f"{1000 * ours.total / number:,.3f}",
                f"{ours.quantile_ms(0.5):,.3f}",
                f"{ours.quantile_ms(0.99):,.3f}",
                f"{ours.nodes // number:,}",
                f"{1000 * theirs.total / number:,.3f}",
                f"{theirs.quantile_ms(0.5):,.3f}",
                f"{theirs.quantile_ms(0.99):,.3f}",
                f"{theirs.nodes // number:,}",
                f"**{theirs.total / ours.total:.1f}×** ({low:.1f}–{high:.1f})",
            )
        )
    return Table(
        f"Solving one position ({solver.path}), beside BitBully 0.0.79",
        (
            "stones", "positions", "ms", "median", "p99", "nodes",
            "BitBully ms", "median", "p99", "nodes", "ratio of sums (95 %)",
        ),
        rows,
        "Means, medians and 99th percentiles of whole Python calls; no book, one thread, table of"
        f" {TABLE_MB} MiB each, cleared before each position outside the time; half of the"
        f" positions random over games, half over positions, seed {SEED}; all scores equal.",
    )  # fmt: skip


def alternating(positions: Sequence[vg.Position], size: int = 25) -> list[Sequence[vg.Position]]:
    """Pieces that both solvers do in turn, so that a slow minute of the machine meets both."""
    return [positions[start : start + size] for start in range(0, len(positions), size)]


def joined(one: Timing, other: Timing) -> Timing:
    return Timing(one.seconds + other.seconds, one.scores + other.scores, one.nodes + other.nodes)


def measure_paths() -> Table:
    """Each vector path beside BitBully."""
    rows = []
    samples = {stones: draw(stones, 50) for stones in (12, 16, 20, 24)}
    theirs = {stones: time_bitbully(sample) for stones, sample in samples.items()}
    paths: tuple[Path, ...] = _native.available_paths()  # type: ignore[assignment]
    signatures = set()
    for path in paths:
        solver = vg.Solver(book=None, table_mb=TABLE_MB, path=path)
        cells, nodes = [], 0
        for stones, sample in samples.items():
            ours = time_ours(solver, sample)
            nodes += ours.nodes
            assert ours.scores == theirs[stones].scores
            cells.append(f"{theirs[stones].total / ours.total:.1f}×")
        rows.append((path, *cells))
        signatures.add(nodes)
    [signature] = signatures  # the paths search the same tree
    return Table(
        "Vector paths, ratio of sums to BitBully",
        ("path", *(f"{stones} stones" for stones in samples)),
        rows,
        f"50 positions each, otherwise as above. Signature: {signature:,} nodes on every path.",
    )


def measure_threads() -> Table:
    """Two threads beside one: on one position, and on a batch."""
    hard = sorted(draw(5, 16), key=lambda p: time_ours(vg.Solver(book=None), [p]).total)[-8:]
    batch = draw(16, 2000)
    rows = []
    for name, run, sample in (
        (f"{len(hard)} hard positions of 5 stones", _solve_each, hard),
        (f"a batch of {len(batch):,} positions of 16 stones", _solve_batch, batch),
    ):
        one, two = (statistics.median(run(threads, sample) for _ in range(3)) for threads in (1, 2))
        rows.append((name, f"{one:.2f} s", f"{two:.2f} s", f"{one / two:.2f}×"))
    header = ("", "one thread", "two threads", "ratio")
    return Table("Threads", header, rows, "Medians of three runs, cold tables.")


def _solve_each(threads: int, positions: Sequence[vg.Position]) -> float:
    solver, total = vg.Solver(book=None, threads=threads, table_mb=64), 0.0
    for position in positions:
        solver.reset()
        started = time.perf_counter()
        solver.score(position)
        total += time.perf_counter() - started
    return total


def _solve_batch(threads: int, positions: Sequence[vg.Position]) -> float:
    solver = vg.Solver(book=None, threads=threads, table_mb=64)
    started = time.perf_counter()
    solver.scores(positions)
    return time.perf_counter() - started


def measure_start() -> Table:
    """The empty board: minutes, so only when asked for."""
    start = vg.Position()
    theirs = time_bitbully([start])
    rows = []
    for threads in (1, 2):
        ours = time_ours(vg.Solver(book=None, threads=threads, table_mb=1024), [start])
        assert ours.scores == theirs.scores == [1]
        ratio = theirs.total / ours.total
        rows.append((f"{threads}", f"{ours.total:.1f} s", f"{ours.nodes:,}", f"{ratio:.0f}×"))
    return Table(
        "The empty board, without a book",
        ("threads", "time", "nodes", "ratio"),
        rows,
        f"BitBully with one thread and its own table: {theirs.total:.0f} s, {theirs.nodes:,} nodes."
        " Ours with a table of 1 GiB.",
    )
