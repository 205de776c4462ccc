"""Full analyses with opening books: all columns of a position, beside BitBully with its book."""

from __future__ import annotations

import random
import time
from typing import TYPE_CHECKING, Any, Literal

import viergewinnt as vg
from benchmarks.solver import TABLE_MB, Timing, alternating, bitbully_board, joined, ratio_interval
from benchmarks.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

__all__ = ["measure_book", "measure_book_by_stones"]

SEED = 20261119
RANDOM_POSITIONS = 2000
GAME_STONES = range(8, 21)
GAME_POSITIONS = 500
BEST_MOVE_SHARE = 0.8


def random_positions() -> list[vg.Position]:
    """Spread evenly over 0 to 41 stones; half of them uniform over games, half over positions."""
    rng = random.Random(SEED)
    kinds: tuple[Literal["games", "positions"], ...] = ("games", "positions")
    return [
        vg.random_position(i % 42, over=kinds[i // 42 % 2], rng=rng)
        for i in range(RANDOM_POSITIONS)
    ]


def game_positions(stones: int, number: int) -> list[vg.Position]:
    """From games in which a move is a best one with probability 0.8, else any legal one."""
    rng, solver = random.Random(SEED * 100 + stones), vg.Solver()
    found: list[vg.Position] = []
    while len(found) < number:
        position = vg.Position()
        while position.ply < stones and not position.is_over:
            best = rng.random() < BEST_MOVE_SHARE
            columns = solver.analyse(position).best if best else position.legal_moves
            position = position.play(rng.choice(columns))
        if not position.is_over:
            found.append(position)
    return found


def analyser_of_ours() -> Callable[[vg.Position], tuple[float, dict[int, int], int]]:
    solver = vg.Solver(table_mb=TABLE_MB)

    def analyse(position: vg.Position) -> tuple[float, dict[int, int], int]:
        solver.reset()
        started = time.perf_counter()
        analysis = solver.analyse(position)
        seconds = time.perf_counter() - started
        scores = {column: value.score for column, value in analysis.columns.items()}
        return seconds, scores, analysis.nodes

    return analyse


def analyser_of_bitbully() -> Callable[[vg.Position], tuple[float, dict[int, int], int]]:
    from bitbully import BitBully

    agent: Any = BitBully(opening_book="12-ply-dist")

    def analyse(position: vg.Position) -> tuple[float, dict[int, int], int]:
        board = bitbully_board(position)
        agent.reset_transposition_table()
        agent.reset_node_counter()
        started = time.perf_counter()
        scores = agent.score_all_moves(board)
        seconds = time.perf_counter() - started
        found = {column + 1: int(score) for column, score in scores.items()}
        return seconds, found, agent.get_node_counter()

    return analyse


def time_both(positions: Sequence[vg.Position]) -> tuple[Timing, Timing]:
    """In turns of a few positions, so that a slow minute of the machine meets both."""
    analysers = (analyser_of_ours(), analyser_of_bitbully())
    timings = [Timing([], [], 0), Timing([], [], 0)]
    for part in alternating(positions):
        columns = []
        for i, analyse in enumerate(analysers):
            answers = [analyse(position) for position in part]
            seconds = [answer[0] for answer in answers]
            best = [max(answer[1].values()) for answer in answers]
            timings[i] = joined(timings[i], Timing(seconds, best, sum(a[2] for a in answers)))
            columns.append([answer[1] for answer in answers])
        assert columns[0] == columns[1], "a column differs"
    return timings[0], timings[1]


def _row(name: str, positions: Sequence[vg.Position], rng: random.Random) -> tuple[str, ...]:
    ours, theirs = time_both(positions)
    low, high = ratio_interval(ours, theirs, rng)
    p99 = theirs.quantile_ms(0.99) / ours.quantile_ms(0.99)
    return (
        name,
        f"{len(positions):,}",
        f"{1000 * ours.total / len(positions):,.3f}",
        f"{ours.quantile_ms(0.5):,.3f}",
        f"{ours.quantile_ms(0.99):,.2f}",
        f"{1000 * theirs.total / len(positions):,.2f}",
        f"{theirs.quantile_ms(0.5):,.3f}",
        f"{theirs.quantile_ms(0.99):,.1f}",
        f"**{theirs.total / ours.total:.1f}×** ({low:.1f}–{high:.1f})",
        f"{p99:.1f}×",
    )


HEADER = (
    "", "positions", "ms", "median", "p99", "BitBully ms", "median", "p99",
    "ratio of sums (95 %)", "of p99",
)  # fmt: skip


def measure_book() -> Table:
    """Random positions of all lengths."""
    row = _row("0–41 stones", random_positions(), random.Random(SEED))
    return Table(
        "All columns of a random position, with the opening book",
        HEADER,
        [row],
        "Whole Python calls; default books of both, one thread, tables cleared before each position"
        f" outside the time; half over games, half over positions, seed {SEED}; all columns equal.",
    )


def measure_book_by_stones() -> Table:
    """Positions of sensible games with mistakes."""
    rng = random.Random(SEED)
    rows = [
        _row(f"{stones} stones", game_positions(stones, GAME_POSITIONS), rng)
        for stones in GAME_STONES
    ]
    return Table(
        "All columns of a position of play with mistakes, with the opening book",
        HEADER,
        rows,
        f"Games in which a move is a best one with probability {BEST_MOVE_SHARE}, else any legal"
        f" one, seed {SEED}; otherwise as above.",
    )
