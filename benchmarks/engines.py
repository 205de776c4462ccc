"""The native engines beside the plain Python reference and open_spiel's tree search."""

from __future__ import annotations

import random
import time
from functools import partial
from typing import TYPE_CHECKING, Any

import viergewinnt as vg
from benchmarks.table import Table
from viergewinnt import _native, search

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["measure_depth_search", "measure_playouts", "measure_tree_search"]

SEED = 20260101
PLAYOUTS = 5_000_000
PLAIN_PLAYOUTS = 2_000
SIMULATIONS = (1_000, 10_000, 100_000)
RUNS = 5


def timed(run: Callable[[], object], runs: int = RUNS) -> float:
    """Seconds of the quickest of some runs."""
    seconds = []
    for _ in range(runs):
        started = time.perf_counter()
        run()
        seconds.append(time.perf_counter() - started)
    return min(seconds)


def measure_playouts() -> Table:
    """Playouts a second from the empty board, by vector path."""
    start = search.ConnectPosition.start()
    rng = random.Random(SEED)
    games = range(PLAIN_PLAYOUTS)
    plain = PLAIN_PLAYOUTS / timed(lambda: [search.play_out(start, rng) for _ in games], 3)
    rows = [("plain Python", f"{plain:,.0f}", "1×")]
    counts = set()
    for path in _native.available_paths():
        play = partial(_native.count_playouts, vg.Position(), PLAYOUTS, SEED, path=path)
        counts.add(play())
        rate = PLAYOUTS / timed(play)
        rows.append((path, f"{rate:,.0f}", f"{rate / plain:,.0f}×"))
    assert len(counts) == 1, "the paths count differently"
    return Table(
        "Playouts from the empty board",
        ("", "playouts a second", "ratio"),
        rows,
        f"One thread; {PLAYOUTS:,} playouts, the best of {RUNS} runs, equal counts by every path.",
    )


def measure_depth_search() -> Table:
    """Whole choices from the empty board by depth search."""
    rows = [
        _minimax_row(3),
        _minimax_row(5, with_plain=False),
        _alphabeta_row(5),
        _alphabeta_row(10, with_plain=False),
    ]
    return Table(
        "Depth search from the empty board",
        ("", "nodes", "ms", "plain Python ms", "ratio"),
        rows,
        f"One thread, the best of {RUNS} runs; a dash where plain Python would take minutes. Both"
        " evaluate all columns.",
    )


def _minimax_row(depth: int, *, with_plain: bool = True) -> tuple[str, ...]:
    native = _native.DepthSearch(
        _native.LeafEvaluation.playouts(200, seed=SEED), algorithm="minimax", table="none"
    )
    plain = search.Minimax(depth, search.PlayoutEvaluation(200, seed=SEED))
    name = f"minimax, depth {depth}, 200 playouts a leaf, no table"
    return _row(name, native, depth, plain.choose if with_plain else None)


def _alphabeta_row(depth: int, *, with_plain: bool = True) -> tuple[str, ...]:
    native = _native.DepthSearch(_native.LeafEvaluation.windows())
    plain = search.AlphaBeta(depth, search.WindowEvaluation())
    name = f"alpha-beta, depth {depth}, windows"
    return _row(name, native, depth, plain.choose if with_plain else None)


def _row(
    name: str,
    native: _native.DepthSearch,
    depth: int,
    plain: Callable[[search.ConnectPosition], object] | None,
) -> tuple[str, ...]:
    nodes = native.search(vg.Position(), depth).nodes
    ours = timed(lambda: native.search(vg.Position(), depth))
    if plain is None:
        return (name, f"{nodes:,}", f"{1000 * ours:,.1f}", "—", "—")
    start = search.ConnectPosition.start()
    theirs = timed(lambda: plain(start), 1)
    ratio = f"{theirs / ours:,.0f}×"
    return (name, f"{nodes:,}", f"{1000 * ours:,.2f}", f"{1000 * theirs:,.0f}", ratio)


def measure_tree_search() -> Table:
    """Simulations a second from the empty board, beside open_spiel's bot in C++."""
    import pyspiel

    game: Any = pyspiel.load_game("connect_four")
    rows = []
    for simulations in SIMULATIONS:
        ours = timed(partial(_native.Mcts().search, vg.Position(), simulations=simulations))
        evaluator = pyspiel.RandomRolloutEvaluator(1, SEED)
        bot: Any = pyspiel.MCTSBot(game, evaluator, 2.0, simulations, 1024, True, SEED, False)
        theirs = timed(partial(bot.step, game.new_initial_state()), 2)
        rows.append(
            (
                f"{simulations:,}",
                f"{1000 * ours:,.1f}",
                f"{simulations / ours:,.0f}",
                f"{1000 * theirs:,.1f}",
                f"{simulations / theirs:,.0f}",
                f"{theirs / ours:.1f}×",
            )
        )
    return Table(
        "Monte Carlo tree search from the empty board, beside open_spiel's MCTSBot",
        ("simulations", "ms", "a second", "open_spiel ms", "a second", "ratio"),
        rows,
        f"One thread, one playout a simulation, both with proven results; the best of {RUNS} runs.",
    )
