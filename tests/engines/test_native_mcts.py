"""The native tree search: reproducible, right in what it proves, and able to keep its tree."""

import random
import threading
import time
from collections.abc import Callable

import pytest

import viergewinnt as vg
from tests.conftest import Record
from tests.engines.stopper import Stopper
from viergewinnt import _native
from viergewinnt.errors import FinishedPosition, SolverBusy

OUTCOMES = {"win": 1, "draw": 0, "loss": -1}


def report(result: _native.MctsResult) -> dict[int, tuple[int, float, str | None]]:
    return {c: (found.visits, found.share, found.proven) for c, found in result.columns.items()}


def test_what_it_proves_is_what_the_solver_says(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng, solver = random.Random(seed), vg.Solver(table_mb=8)
    positions, proven = count(100, 5000), 0
    for _ in range(positions):
        position = vg.random_position(rng.randrange(18, 41), over="games", rng=rng)
        result = _native.Mcts(memory_mb=16).search(position, simulations=2000, seed=seed)
        exact = solver.analyse(position).columns
        for column, found in result.columns.items():
            if found.proven is not None:
                proven += 1
                assert OUTCOMES[found.proven] == _sign(exact[column].score)
        if result.proven is not None:
            best = max(_sign(evaluation.score) for evaluation in exact.values())
            assert OUTCOMES[result.proven] == best == _sign(exact[result.column].score)
    assert proven > positions
    record(positions=positions, proven=proven)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)


def test_a_seed_gives_one_result_and_the_mirror_image_its_mirror(seed: int) -> None:
    rng = random.Random(seed)
    for playouts in (1, 16):
        position = vg.random_position(rng.randrange(20), over="games", rng=rng)
        results = []
        for image in (position, position, position.mirrored()):
            for path in _native.available_paths():
                mcts = _native.Mcts(playouts=playouts, path=path, memory_mb=8)
                found = report(mcts.search(image, simulations=1000, seed=seed))
                if image != position:
                    found = {8 - column: its for column, its in found.items()}
                results.append(found)
        assert all(found == results[0] for found in results)
        mcts = _native.Mcts(playouts=playouts)
        one, other = (
            mcts.search(vg.Position(), simulations=1000, seed=its_seed)
            for its_seed in (seed, seed + 1)
        )
        assert report(one) != report(other)


def test_the_tree_is_kept_between_the_moves_of_a_game() -> None:
    mcts = _native.Mcts()
    game = vg.Position()
    first = mcts.search(game, simulations=5000, reuse=True)
    assert (first.reused, first.simulations) == (0, 5000)
    game = game.play(first.column).play(4)
    second = mcts.search(game, simulations=100, reuse=True)
    assert second.reused > 0
    assert sum(found.visits for found in second.columns.values()) >= 100
    assert mcts.search(game, simulations=100).reused == 0
    assert mcts.search(vg.Position(), simulations=100, reuse=True).reused == 0


def test_a_limit_on_memory_is_kept() -> None:
    mcts = _native.Mcts(memory_mb=1)
    assert mcts.search(vg.Position(), simulations=200_000).simulations == 200_000
    assert mcts.tree_bytes <= 1 << 20
    mcts.forget()
    assert mcts.tree_bytes == 0


def test_stop_and_deadline_end_a_search_at_once() -> None:
    mcts = _native.Mcts()
    stops, deadlines = [], []
    for _ in range(5):
        flag = _native.StopFlag()
        stopper = Stopper(flag, 0.03)
        result = mcts.search(vg.Position(), simulations=10**9, stop=flag)
        stops.append(stopper.delay())
        assert not result.complete
        started = time.perf_counter()
        result = mcts.search(vg.Position(), time_s=0.03)
        deadlines.append(time.perf_counter() - started - 0.03)
        assert result.simulations > 0
        assert result.complete
    assert min(stops) < 0.01
    assert min(deadlines) < 0.01


def test_playouts_can_be_limited() -> None:
    result = _native.Mcts(playouts=10).search(vg.Position(), playouts=105)
    assert (result.playouts, result.simulations, result.complete) == (100, 10, False)


def test_one_search_serves_one_call_at_a_time() -> None:
    mcts, flag = _native.Mcts(), _native.StopFlag()
    thread = threading.Thread(
        target=lambda: mcts.search(vg.Position(), simulations=10**9, stop=flag)
    )
    thread.start()
    time.sleep(0.05)
    with pytest.raises(SolverBusy):
        mcts.search(vg.Position(), simulations=1)
    flag.set()
    thread.join()


def test_calls_without_sense_are_refused() -> None:
    with pytest.raises(FinishedPosition):
        _native.Mcts().search(vg.Position.parse("1212121"), simulations=1)
    with pytest.raises(ValueError, match="limit"):
        _native.Mcts().search(vg.Position())
    with pytest.raises(ValueError, match="exploration"):
        _native.Mcts(exploration=-1)
