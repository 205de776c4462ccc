"""Native playouts: uniform random play, the same for every path and number of threads."""

import math
import random
import time
from collections.abc import Callable
from fractions import Fraction
from functools import cache

import pytest

import viergewinnt as vg
from tests.conftest import Record
from viergewinnt import _native
from viergewinnt.errors import FinishedPosition, SearchStopped

PATHS = _native.available_paths()


@cache
def chances(position: vg.Position) -> tuple[Fraction, Fraction, Fraction]:
    """The exact chances of win, draw and loss for the side to move in random play."""
    if position.is_over:
        return (Fraction(0), Fraction(1), Fraction(0)) if position.is_draw else _LOST
    of_moves = [chances(position.play(column)) for column in position.legal_moves]
    wins, draws, losses = (sum(parts, Fraction(0)) for parts in zip(*of_moves, strict=True))
    number = len(of_moves)
    return losses / number, draws / number, wins / number


_LOST = (Fraction(0), Fraction(0), Fraction(1))


def furthest(chance: float, number: int) -> float:
    """How far a count may be off.

    By Bernstein's inequality it is further off with a probability of at most 2 exp(-30) < 2e-13, so
    that a million counts fail a right program less than once in five million runs.
    """
    return math.sqrt(60 * number * chance * (1 - chance)) + 20 + 1e-6


def test_shares_are_those_of_exact_enumeration(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    positions, number = count(40, 2000), 50_000
    for _ in range(positions):
        position = vg.random_position(rng.randrange(31, 42), over="games", rng=rng)
        chances.cache_clear()
        counted = _native.count_playouts(position, number, rng.getrandbits(32))
        for its_count, chance in zip(counted, chances(position), strict=True):
            assert abs(its_count - number * chance) <= furthest(float(chance), number)
    record(positions=positions, playouts=number)


def test_counts_are_the_same_for_every_path_number_of_threads_and_mirror(
    seed: int, count: Callable[[int, int], int]
) -> None:
    rng = random.Random(seed)
    for _ in range(count(20, 500)):
        position = vg.random_position(rng.randrange(40), over="games", rng=rng)
        number = rng.randrange(1, 30_000)
        expected = _native.count_playouts(position, number, seed)
        assert sum(expected) == number
        for path in PATHS:
            for threads in (1, 2, 3):
                for image in (position, position.mirrored()):
                    assert (
                        _native.count_playouts(image, number, seed, threads=threads, path=path)
                        == expected
                    )


def test_an_uneven_start_is_known() -> None:
    """Often measured: the first side wins 55.6 % of random games, and 0.25 % are drawn."""
    number = 2_000_000
    wins, draws, _ = _native.count_playouts(vg.Position(), number, 1)
    assert wins / number == pytest.approx(0.556, abs=0.002)
    assert draws / number == pytest.approx(0.0025, abs=0.0005)


def test_the_table_of_columns() -> None:
    position = vg.Position.parse("111111434")
    found = _native.play_out_columns(position, 500, 7)
    assert found.complete
    assert tuple(found.columns) == position.legal_moves == (2, 3, 4, 5, 6, 7)
    assert found.playouts == 500 * len(position.legal_moves)
    assert all(sum(tally) == 500 for tally in found.columns.values())


def test_a_column_that_wins_at_once_shows_all_playouts() -> None:
    found = _native.play_out_columns(vg.Position.parse("414141"), 300, 7)
    assert found.columns[4] == (300, 0, 0)
    assert found.best == (4,)


def test_the_budget_is_shared_out_evenly() -> None:
    found = _native.play_out_columns(vg.Position(), 1000, 7, max_playouts=99)
    assert not found.complete
    assert [sum(tally) for tally in found.columns.values()] == [14] * 7


def test_a_stop_leaves_equal_numbers() -> None:
    flag = _native.StopFlag()
    flag.set()
    found = _native.play_out_columns(vg.Position(), 10**12, 7, stop=flag)
    numbers = {sum(tally) for tally in found.columns.values()}
    assert not found.complete
    assert len(numbers) == 1
    assert numbers.pop() > 0
    with pytest.raises(SearchStopped):
        _native.count_playouts(vg.Position(), 10**12, 7, stop=flag)


@pytest.mark.parametrize("threads", [1, 2])
def test_a_deadline_is_kept(threads: int) -> None:
    delays = []
    for _ in range(5):
        started = time.perf_counter()
        _native.play_out_columns(vg.Position(), 10**12, 7, time_s=0.03, threads=threads)
        delays.append(time.perf_counter() - started - 0.03)
    assert min(delays) < 0.01


def test_a_pick_is_mirrored_and_even(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(200):
        position = vg.random_position(rng.randrange(30), over="games", rng=rng)
        if position == position.mirrored():
            continue
        columns = rng.sample(position.legal_moves, rng.randint(1, len(position.legal_moves)))
        mirrored = [8 - column for column in columns]
        for its_seed in (None, rng.getrandbits(32)):
            picked = _native.pick_column(position, columns, seed=its_seed)
            assert picked in columns
            there = _native.pick_column(position.mirrored(), mirrored, seed=its_seed)
            assert there == 8 - picked
    picks = [_native.random_column(vg.Position(), its_seed) for its_seed in range(70_000)]
    for column in range(1, 8):
        assert abs(picks.count(column) - 10_000) <= furthest(1 / 7, 70_000)


def test_a_finished_position_has_no_columns() -> None:
    with pytest.raises(FinishedPosition):
        _native.play_out_columns(vg.Position.parse("1212121"), 10, 1)
    assert _native.count_playouts(vg.Position.parse("1212121"), 10, 1) == (0, 0, 10)
    with pytest.raises(ValueError, match="column"):
        _native.pick_column(vg.Position(), [])
