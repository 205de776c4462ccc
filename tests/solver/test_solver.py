"""The solver as a Python object: values, limits, threads, wrong use."""

import math
import random
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice

import numpy as np
import pytest

import viergewinnt as vg
from viergewinnt import _native
from viergewinnt.search import ConnectPosition, ConnectSolver
from viergewinnt.solver import Path

PATHS: list[Path] = list(_native.available_paths())  # type: ignore[arg-type]
HARD = "4"  # takes many seconds without a book
# 1,000 positions of 10-40 stones, seeds 0-999; see test_the_node_count_is_the_signature.
SIGNATURE = 2138973


def test_scores_agree_with_the_plain_python_solver_and_its_mirror(
    seed: int, count: Callable[[int, int], int]
) -> None:
    rng, solver, reference = random.Random(seed), vg.Solver(book=None), ConnectSolver()
    for _ in range(count(150, 2000)):
        position = vg.random_position(rng.randrange(28, 42), over="positions", rng=rng)
        assert position.digits is not None
        plain = ConnectPosition.from_moves(position.digits)
        assert solver.score(position) == reference.score(plain)
        analysis, mirrored = solver.analyse(position), solver.analyse(position.mirrored())
        assert {8 - c: value for c, value in mirrored.columns.items()} == analysis.columns
        assert analysis.best == tuple(sorted(8 - column for column in mirrored.best))


@pytest.mark.parametrize(
    ("digits", "score", "outcome", "plies"),
    [
        ("121212", 18, "win", 1),
        ("4455", 18, "win", 3),
        ("44553", -18, "loss", 2),
        ("547125662261271266215743771576315353334", 0, "draw", 3),
    ],
)
def test_a_score_says_when_the_game_ends(digits: str, score: int, outcome: str, plies: int) -> None:
    evaluation = vg.Solver(book=None).analyse(digits).evaluation
    assert (evaluation.score, evaluation.outcome, evaluation.plies) == (score, outcome, plies)


def test_the_line_ends_the_game_when_the_value_says(seed: int) -> None:
    rng, solver = random.Random(seed), vg.Solver(book=None)
    for _ in range(100):
        position = vg.random_position(rng.randrange(16, 42), rng=rng)
        evaluation, line = solver.analyse(position).evaluation, solver.line(position)
        assert len(line) == evaluation.plies
        game = vg.Game(line, start=position)
        assert game.position.is_over
        if evaluation.outcome == "draw":
            assert game.position.is_draw
        else:
            winner = position.to_move if evaluation.outcome == "win" else other(position.to_move)
            assert game.position.winner == winner
        for place, step in enumerate(game.positions()):
            if not step.is_over:
                assert solver.score(step) == evaluation.score * (-1) ** place


def other(side: str) -> str:
    return "second" if side == "first" else "first"


def unreachable_positions(rng: random.Random) -> Iterator[vg.Position]:
    """Undecided late positions, some stones of which swapped places until no game leads there."""
    while True:
        position = vg.random_position(rng.randrange(32, 41), over="positions", rng=rng)
        grid = [list(row) for row in position.grid()]
        places = {
            sign: [(row, c) for row in range(6) for c in range(7) if grid[row][c] == sign]
            for sign in "XO"
        }
        for _ in range(6):
            (row, column), (other_row, other_column) = (
                rng.choice(places["X"]),
                rng.choice(places["O"]),
            )
            signs = grid[row][column], grid[other_row][other_column]
            grid[other_row][other_column], grid[row][column] = signs
            try:
                swapped = vg.Position.parse(grid)
            except vg.ImpossiblePosition:
                break  # a four of the side to move, or of both
            if not swapped.is_over and swapped.digits is None:
                yield swapped
                break


def test_positions_that_play_cannot_reach_are_solved_like_any_other(
    seed: int, count: Callable[[int, int], int]
) -> None:
    positions = unreachable_positions(random.Random(seed))
    reference, solvers = ConnectSolver(), [vg.Solver(book=None, path=path) for path in PATHS]
    for position in islice(positions, count(60, 1000)):
        rows = ["".join(row) for row in position.grid()]
        plain = ConnectPosition.from_grid(rows, position.to_move)
        score = reference.score(plain)
        columns = {
            column: value.score for column, value in solvers[0].analyse(position).columns.items()
        }
        assert columns == {c: -reference.score(plain.play(c)) for c in plain.legal_moves}
        assert [solver.score(position) for solver in solvers] == [score] * len(solvers)
        assert vg.Solver(book=None, threads=2, table_mb=1).scores(
            [position.mirrored()]
        ).tolist() == [score]


def test_a_finished_position_has_no_score() -> None:
    for digits in ("1212121", "547125662261271266215743771576315353334444"):
        for call in (
            vg.Solver(book=None).score,
            vg.Solver(book=None).analyse,
            vg.Solver(book=None).line,
        ):
            with pytest.raises(vg.FinishedPosition, match="over") as refusal:
                call(digits)
            assert refusal.value.code == "game_over"


def test_a_batch_takes_positions_texts_and_keys_and_refuses_by_place() -> None:
    solver = vg.Solver(book=None, threads=2)
    late = vg.random_position(30, seed=1)
    assert late.digits is not None
    scores = solver.scores([late, late.digits, late.key, late.mirrored()])
    assert scores.tolist() == [solver.score(late)] * 4
    assert solver.scores([]).tolist() == []
    assert solver.scores(np.array([late.key], np.int64)).tolist() == [solver.score(late)]
    won = vg.Position.parse("1212121")
    with pytest.raises(vg.FinishedPosition, match="place 1"):
        solver.scores([late, won])
    with pytest.raises(vg.NotationError, match="127 at place 2") as refusal:
        solver.scores([late, late, 127])
    assert refusal.value.code == "bad_key"
    assert solver.scores(list(np.array([late.key], np.uint64))).tolist() == [solver.score(late)]
    for key in (-1, 1 << 49, 1 << 70):
        with pytest.raises(vg.NotationError, match=f"{key} at place 1") as refusal:
            solver.scores([late, key])
        assert refusal.value.code == "bad_key"
    with pytest.raises(vg.OptionError, match="'4453'"):
        solver.scores("4453")
    with pytest.raises(vg.OptionError):
        solver.scores(np.array([[late.key]], np.uint64))
    with pytest.raises(vg.OptionError):
        solver.scores(np.array([-1]))
    with pytest.raises(vg.OptionError):
        solver.scores(np.array([1.5]))


def test_a_batch_reports_its_progress() -> None:
    positions = [vg.random_position(22, seed=seed) for seed in range(400)]
    reports: list[tuple[int, int]] = []
    vg.Solver(book=None, threads=2).scores(
        positions, progress=lambda done, of: reports.append((done, of))
    )
    assert reports[-1] == (400, 400)
    assert [done for done, _ in reports] == sorted(done for done, _ in reports)


def test_a_batch_longer_than_one_part_keeps_its_order() -> None:
    some = [vg.random_position(33 + seed % 8, seed=seed) for seed in range(1000)]
    solver = vg.Solver(book=None, threads=2)
    keys = np.tile(np.array([position.key for position in some], np.uint64), 140)
    reports: list[tuple[int, int]] = []
    scores = solver.scores(keys, progress=lambda done, of: reports.append((done, of)))
    assert scores[:1000].tolist() == [solver.score(position) for position in some]
    assert (scores.reshape(140, 1000) == scores[:1000]).all()
    assert reports == sorted(reports)
    assert reports[-1] == (140_000, 140_000)
    keys[139_999] = 127
    with pytest.raises(vg.NotationError, match="place 139999"):
        solver.scores(keys)


def test_an_error_in_progress_ends_the_batch_and_leaves_the_solver_fit() -> None:
    solver = vg.Solver(book=None, threads=2)
    positions = [vg.random_position(22, seed=seed) for seed in range(400)]

    def fail(done: int, of: int) -> None:
        raise RuntimeError("no more")

    with pytest.raises(RuntimeError, match="no more"):
        solver.scores(positions, progress=fail)
    assert solver.scores(positions[:3]).shape == (3,)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_time_limit_ends_a_search_within_ten_milliseconds(threads: int) -> None:
    solver = vg.Solver(book=None, threads=threads, table_mb=256)
    late_s = []
    for _ in range(5):
        started = time.perf_counter()
        with pytest.raises(vg.SearchStopped) as stopped:
            solver.score(HARD, time_s=0.05)
        late_s.append(time.perf_counter() - started - 0.05)
    assert stopped.value.code == "search_stopped"
    # The machine may be busy with something else: most of the time is enough.
    assert sorted(late_s)[2] < 0.01
    assert min(late_s) >= 0


@pytest.mark.parametrize("threads", [1, 2])
def test_stop_ends_a_search_within_ten_milliseconds(threads: int) -> None:
    solver = vg.Solver(book=None, threads=threads, table_mb=256)
    late_s = []
    for _ in range(5):
        asked: list[float] = []

        def stop(asked: list[float] = asked) -> None:
            asked.append(time.perf_counter())
            solver.stop()

        timer = threading.Timer(0.05, stop)
        timer.start()
        with pytest.raises(vg.SearchStopped):
            solver.analyse(HARD)
        late_s.append(time.perf_counter() - asked[0])
        timer.join()
    assert sorted(late_s)[2] < 0.01
    assert solver.score("121212") == 18  # a stop is for the call under way only


def test_a_refused_call_does_not_take_back_a_stop() -> None:
    solver = vg.Solver(book=None, table_mb=256)
    for _ in range(5):
        ended = threading.Event()

        def search(ended: threading.Event = ended) -> None:
            with pytest.raises(vg.SearchStopped):
                solver.score(HARD, time_s=5)
            ended.set()

        thread = threading.Thread(target=search)
        thread.start()
        time.sleep(0.05)
        solver.stop()
        with suppress(vg.SolverBusy):
            assert solver.score("121212") == 18
        assert ended.wait(1)
        thread.join()


@pytest.mark.parametrize("time_s", [math.inf, 1e300, 1e9, 60])
def test_a_long_or_endless_time_limit_is_one(time_s: float) -> None:
    position = vg.random_position(24, seed=1)
    assert vg.Solver(book=None).score(position, time_s=time_s) == vg.Solver(book=None).score(
        position
    )


@pytest.mark.parametrize("time_s", [-1, -math.inf, math.nan])
def test_a_time_limit_that_is_none_is_refused(time_s: float) -> None:
    solver = vg.Solver(book=None)
    for call in (solver.score, solver.analyse, solver.line):
        with pytest.raises(vg.OptionError, match=f"time_s is {float(time_s)}") as refusal:
            call("4453", time_s=time_s)
        assert refusal.value.code == "bad_option"
    with pytest.raises(vg.OptionError):
        solver.scores(["4453"], time_s=time_s)


def test_ctrl_c_interrupts_a_search() -> None:
    solver = vg.Solver(book=None, table_mb=256)
    for call in (solver.score, solver.analyse, solver.line, lambda p: solver.scores([p])):
        timer = threading.Timer(0.2, signal.raise_signal, [signal.SIGINT])
        timer.start()
        started = time.perf_counter()
        with pytest.raises(KeyboardInterrupt):
            call(HARD)
        assert time.perf_counter() - started < 2
        timer.join()


def test_other_threads_keep_ticking_while_one_searches() -> None:
    ticks: list[float] = []
    done = threading.Event()

    def tick() -> None:
        while not done.wait(0.005):
            ticks.append(time.perf_counter())

    ticker = threading.Thread(target=tick)
    ticker.start()
    with pytest.raises(vg.SearchStopped):
        vg.Solver(book=None, table_mb=256).score(HARD, time_s=1.0)
    done.set()
    ticker.join()
    assert len(ticks) > 50


def test_a_second_caller_is_told_that_the_solver_is_busy() -> None:
    solver = vg.Solver(book=None, table_mb=256)
    started = threading.Event()

    def search() -> None:
        started.set()
        with pytest.raises(vg.SearchStopped):
            solver.score(HARD, time_s=0.5)

    thread = threading.Thread(target=search)
    thread.start()
    started.wait()
    time.sleep(0.1)
    with pytest.raises(vg.SolverBusy) as refusal:
        solver.score("444")
    assert refusal.value.code == "solver_busy"
    with pytest.raises(vg.SolverBusy):
        solver.reset()
    thread.join()


def test_reset_forgets_and_counts_anew() -> None:
    solver = vg.Solver(book=None)
    position = vg.random_position(14, seed=6)
    score, nodes = solver.score(position), solver.nodes
    solver.score(position)
    assert 0 < solver.nodes - nodes < nodes / 10
    solver.reset()
    assert solver.nodes == 0
    assert solver.score(position) == score
    assert solver.nodes == nodes


@pytest.mark.parametrize(
    "options",
    [{"threads": 0}, {"threads": 2000}, {"table_mb": 0}, {"table_mb": 1 << 30}, {"path": "neon"}],
)
def test_options_outside_what_is_allowed_are_refused(options: dict[str, object]) -> None:
    with pytest.raises(vg.OptionError) as refusal:
        vg.Solver(book=None, **options)  # type: ignore[arg-type]
    assert refusal.value.code == "bad_option"


@pytest.mark.parametrize("path", PATHS)
def test_the_node_count_is_the_signature(path: Path) -> None:
    """A change here means that the search changed; a commit that changes it says so."""
    solver = vg.Solver(book=None, path=path)
    for seed in range(1000):
        solver.score(vg.random_position(14 + seed % 27, seed=seed))
    assert solver.nodes == SIGNATURE
