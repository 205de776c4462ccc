"""The native depth search: the values of the plain Python reference, and the limits of a call."""

import random
import signal
import threading
import time
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

import viergewinnt as vg
from tests.conftest import Record
from tests.engines.stopper import Stopper
from viergewinnt import _native
from viergewinnt.errors import FinishedPosition, SolverBusy
from viergewinnt.search import (
    AlphaBeta,
    ConnectPosition,
    Evaluation,
    NoEvaluation,
    Value,
    WindowEvaluation,
    WindowWeights,
)

ALGORITHMS = ("minimax", "alphabeta")
TABLES = ("none", "plain", "symmetric")
PAIRS: dict[str, tuple[_native.LeafEvaluation, Evaluation[ConnectPosition]]] = {
    "none": (_native.LeafEvaluation.none(), NoEvaluation()),
    "windows": (_native.LeafEvaluation.windows(), WindowEvaluation()),
    "other windows": (
        _native.LeafEvaluation.windows(9, 4.5, -0.25, -7, 1),
        WindowEvaluation(WindowWeights(9, 4.5, -0.25, -7, 1)),
    ),
}


def random_position(rng: random.Random, most: int = 40) -> vg.Position:
    return vg.random_position(rng.randrange(most), over="games", rng=rng)


def plain(position: vg.Position) -> ConnectPosition:
    assert position.digits is not None
    return ConnectPosition.from_moves(position.digits)


@pytest.mark.parametrize("evaluation", PAIRS)
def test_values_are_those_of_the_plain_reference(
    evaluation: str, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    native, reference = PAIRS[evaluation]
    rng = random.Random(seed)
    positions = count(12, 500)
    for _ in range(positions):
        position = random_position(rng)
        for depth in (1, 2, 3, 4):
            expected = AlphaBeta(depth, reference).choose(plain(position))
            for algorithm, table in product(ALGORITHMS, TABLES):
                search = _native.DepthSearch(native, algorithm=algorithm, table=table)
                found = search.search(position, depth, ties="lowest")
                assert {c: Value(*v) for c, v in found.columns.items()} == expected.values
                assert (found.column, found.best) == (expected.move, expected.best)
    record(positions=positions)


@pytest.mark.parametrize("evaluation", PAIRS)
def test_minimax_and_alpha_beta_agree_at_every_depth(
    evaluation: str, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    native, _ = PAIRS[evaluation]
    rng = random.Random(seed)
    positions = count(10, 2000)
    for trial in range(positions):
        position = random_position(rng)
        for depth in range(1, 9):
            # Without a table minimax visits millions of positions at depth 8.
            tables = TABLES if depth <= 6 or trial % 10 == 9 else TABLES[1:]
            by_table = [
                _native.DepthSearch(native, algorithm="minimax", table=table).search(
                    position, depth
                )
                for table in tables
            ]
            for table, all_values in product(TABLES, (True, False)):
                search = _native.DepthSearch(native, table=table)
                found = search.search(position, depth, all_values=all_values, deepen=not all_values)
                for expected in by_table:
                    assert (found.value, found.best) == (expected.value, expected.best)
                    assert found.column == expected.column
                    if all_values:
                        assert found.columns == expected.columns
    record(positions=positions)


def test_a_table_and_its_symmetry_save_work() -> None:
    nodes = [
        _native.DepthSearch(_native.LeafEvaluation.windows(), table=table)
        .search(vg.Position(), 8)
        .nodes
        for table in TABLES
    ]
    assert nodes[0] > nodes[1] > nodes[2]


def test_the_mirror_image_has_mirrored_values(seed: int, count: Callable[[int, int], int]) -> None:
    rng = random.Random(seed)
    evaluation = _native.LeafEvaluation.playouts(20, seed=seed)
    for _ in range(count(20, 500)):
        position = random_position(rng)
        for algorithm, table in product(ALGORITHMS, TABLES):
            search = _native.DepthSearch(evaluation, algorithm=algorithm, table=table)
            here = search.search(position, 3, ties="random", seed=seed)
            there = search.search(position.mirrored(), 3, ties="random", seed=seed)
            assert there.columns == {8 - column: v for column, v in here.columns.items()}
            assert there.nodes == here.nodes
            if position != position.mirrored():
                assert there.column == 8 - here.column


@pytest.mark.parametrize("reading", ["share", "best", "mean"])
@pytest.mark.parametrize("draw_share", [0.5, 0.0])
def test_playout_estimates_take_the_root_side(reading: str, draw_share: float, seed: int) -> None:
    evaluation = _native.LeafEvaluation.playouts(
        30, reading=reading, draw_share=draw_share, seed=seed
    )
    assert evaluation.antisymmetric == (draw_share == 0.5)
    rng = random.Random(seed)
    for _ in range(20):
        position = random_position(rng)
        if any(position.play(column).is_over for column in position.legal_moves):
            continue
        # At depth 1 each value is the estimate of the child for the side that has just moved.
        found = _native.DepthSearch(evaluation).search(position, 1)
        for column in position.legal_moves:
            child = position.play(column)
            estimate = evaluation.estimate(child, for_mover=False)
            assert found.columns[column] == (0, estimate)
            if evaluation.antisymmetric:
                assert estimate == pytest.approx(-evaluation.estimate(child), abs=1e-12)


def test_readings_follow_from_the_counts_of_playouts(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(20):
        position = random_position(rng, 35)
        tallies = [
            _native.count_playouts(position.play(column), 40, seed)[::-1]
            for column in position.legal_moves
        ]
        shares = [(wins + 0.5 * draws) / 40 for wins, draws, _ in tallies]
        for reading, share in (("best", max(shares)), ("mean", sum(shares) / len(shares))):
            evaluation = _native.LeafEvaluation.playouts(40, reading=reading, seed=seed)
            assert evaluation.estimate(position) == pytest.approx(2 * share - 1, abs=1e-12)
        wins, draws, _ = _native.count_playouts(position, 40, seed)
        evaluation = _native.LeafEvaluation.playouts(40, seed=seed)
        assert evaluation.estimate(position) == 2 * ((wins + 0.5 * draws) / 40) - 1


def test_rows_are_believed_where_they_suffice() -> None:
    child = vg.Position.parse("44")
    key = child.canonical_key

    def rows(depth: int, for_mover: int) -> _native.MemoryRows:
        return _native.MemoryRows(
            np.array([key], np.uint64),
            np.array([depth], np.uint8),
            np.array([0], np.int32),
            np.array([500.0]),
            np.array([for_mover], np.uint8),
        )

    windows = _native.LeafEvaluation.windows()
    believed = _native.DepthSearch(windows, rows=rows(3, 1)).search(vg.Position(), 5)
    assert believed.memory_hits > 0
    for refused in (rows(2, 1), rows(3, 0)):
        assert _native.DepthSearch(windows, rows=refused).search(vg.Position(), 5).memory_hits == 0
    late = _native.DepthSearch(windows, rows=rows(3, 1), rows_until_ply=1)
    assert late.search(vg.Position(), 5).memory_hits == 0
    assert rows(3, 1).find(key, 3, True) == (0, 500.0)
    assert rows(3, 1).find(key, 4, True) is None
    with pytest.raises(ValueError, match="same length"):
        _native.MemoryRows(
            np.zeros(2, np.uint64),
            np.zeros(1, np.uint8),
            np.zeros(2, np.int32),
            np.zeros(2),
            np.zeros(2, np.uint8),
        )


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("evaluation", ["windows", "playouts", "costly playouts"])
def test_a_stop_ends_a_search_at_once_with_the_best_so_far(algorithm: str, evaluation: str) -> None:
    leaf = {
        "windows": _native.LeafEvaluation.windows(),
        "playouts": _native.LeafEvaluation.playouts(200),
        "costly playouts": _native.LeafEvaluation.playouts(1_000_000),
    }[evaluation]
    search = _native.DepthSearch(leaf, algorithm=algorithm, table="none")
    delays = []
    for _ in range(5):
        flag = _native.StopFlag()
        stopper = Stopper(flag, 0.05)
        found = search.search(vg.Position(), 42, deepen=True, stop=flag)
        delays.append(stopper.delay())
        assert not found.complete
        assert found.column in range(1, 8)
    # The quickest of some: other programs on the machine may delay a thread.
    assert min(delays) < 0.01


def test_a_deadline_ends_a_search_in_time() -> None:
    search = _native.DepthSearch(_native.LeafEvaluation.windows(), table="none")
    delays = []
    for _ in range(5):
        started = time.perf_counter()
        found = search.search(vg.Position(), 42, deepen=True, time_s=0.03)
        delays.append(time.perf_counter() - started - 0.03)
        assert not found.complete
        assert found.depth >= 1
        assert set(found.columns) == set(range(1, 8))
    assert min(delays) < 0.01


def test_a_node_limit_gives_the_same_result_each_time() -> None:
    search = _native.DepthSearch(_native.LeafEvaluation.windows())
    found = [search.search(vg.Position(), 42, deepen=True, nodes=20_000) for _ in range(2)]
    assert found[0].nodes == found[1].nodes == 20_000
    assert found[0].columns == found[1].columns
    assert found[0].columns == search.search(vg.Position(), found[0].depth).columns


def test_one_search_serves_one_call_at_a_time() -> None:
    search = _native.DepthSearch(_native.LeafEvaluation.windows(), algorithm="minimax")
    flag = _native.StopFlag()
    thread = threading.Thread(target=lambda: search.search(vg.Position(), 42, stop=flag))
    thread.start()
    time.sleep(0.05)
    with pytest.raises(SolverBusy):
        search.search(vg.Position(), 1)
    flag.set()
    thread.join()
    assert search.search(vg.Position(), 1).complete


def test_a_finished_position_and_bad_options_are_refused() -> None:
    search = _native.DepthSearch(_native.LeafEvaluation.none())
    with pytest.raises(FinishedPosition):
        search.search(vg.Position.parse("1212121"), 3)
    with pytest.raises(ValueError, match="depth"):
        search.search(vg.Position(), 0)
    with pytest.raises(ValueError, match="ties"):
        search.search(vg.Position(), 1, ties="none")
    with pytest.raises(ValueError, match="weight"):
        _native.LeafEvaluation.windows(float("nan"))
    with pytest.raises(ValueError, match="draw"):
        _native.LeafEvaluation.playouts(10, draw_share=1.5)


@pytest.mark.parametrize("evaluation", ["windows", "playouts"])
def test_ctrl_c_ends_a_search(evaluation: str) -> None:
    leaf = {
        "windows": _native.LeafEvaluation.windows(),
        "playouts": _native.LeafEvaluation.playouts(1_000_000),
    }[evaluation]
    search = _native.DepthSearch(leaf, table="none")
    timer = threading.Timer(0.1, signal.raise_signal, [signal.SIGINT])
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        search.search(vg.Position(), 42)
    timer.join()
    assert search.search(vg.Position(), 1).complete
