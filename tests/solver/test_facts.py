"""Every score against BitBully's: `facts.txt`, made by `make_facts.py`."""

import random
from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

import viergewinnt as vg
from tests.conftest import Record
from tests.solver.make_facts import FACTS
from viergewinnt import _native
from viergewinnt.solver import Path

PATHS: list[Path] = list(_native.available_paths())  # type: ignore[arg-type]
# Before so many stones a search takes too long for a test: a few positions stand for them.
QUICK_FROM = 12


@cache
def facts() -> list[tuple[str, int, dict[int, int]]]:
    read = []
    for line in FACTS.read_text().splitlines():
        digits, score, *columns = line.split()
        scores = {c: int(text) for c, text in enumerate(columns, start=1) if text != "."}
        read.append((digits.replace("-", ""), int(score), scores))
    return read


def sample(rng: random.Random, size: int, early: int) -> list[tuple[str, int, dict[int, int]]]:
    """So many facts of QUICK_FROM stones and more, and `early` ones of fewer."""
    late = [fact for fact in facts() if len(fact[0]) >= QUICK_FROM]
    first = [fact for fact in facts() if 8 <= len(fact[0]) < QUICK_FROM]
    return rng.sample(first, min(early, len(first))) + rng.sample(late, min(size, len(late)))


def test_the_facts_are_as_many_as_promised() -> None:
    stones = [len(digits) for digits, _, _ in facts()]
    assert sum(8 <= n <= 41 for n in stones) >= 20_000
    assert sum(n <= 7 for n in stones) >= 500
    assert set(stones) == set(range(42))
    assert all(score == max(columns.values()) for _, score, columns in facts())
    assert facts()[0] == ("", 1, {1: -2, 2: -1, 3: 0, 4: 1, 5: 0, 6: -1, 7: -2})


@pytest.mark.parametrize("path", PATHS)
def test_every_score_and_column_agrees_with_bitbully(
    path: Path, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    solver = vg.Solver(book=None, path=path)
    chosen = sample(random.Random(seed), count(1500, 1_000_000), count(3, 1_000_000))
    for digits, score, columns in chosen:
        analysis = solver.analyse(digits)
        found = {column: value.score for column, value in analysis.columns.items()}
        assert (digits, found) == (digits, columns)
        assert (digits, solver.score(digits)) == (digits, score)
    record(path=path, positions=len(chosen))


@pytest.mark.parametrize("threads", [2, 4])
def test_threads_change_no_score(
    threads: int, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    solver = vg.Solver(book=None, threads=threads)
    chosen = sample(random.Random(seed), count(200, 2000), count(2, 236))
    for digits, _, columns in chosen:
        found = {c: value.score for c, value in solver.analyse(digits).columns.items()}
        assert (digits, found) == (digits, columns)
        solver.reset()
    record(threads=threads, positions=len(chosen))


@pytest.mark.parametrize("threads", [1, 2])
def test_the_batch_call_agrees_with_bitbully(
    threads: int, seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    chosen = sample(random.Random(seed), count(5000, 1_000_000), 0)
    keys = np.array([vg.Position.parse(digits).key for digits, _, _ in chosen], np.uint64)
    scores = vg.Solver(book=None, threads=threads).scores(keys)
    assert scores.dtype == np.int8
    assert scores.tolist() == [score for _, score, _ in chosen]
    record(threads=threads, positions=len(chosen))


def test_the_classic_openings_without_a_book(count: Callable[[int, int], int]) -> None:
    solver = vg.Solver(book=None, threads=2, table_mb=512)
    for digits, score, _ in [fact for fact in facts() if len(fact[0]) in (6, 7)][: count(2, 24)]:
        assert (digits, solver.score(digits)) == (digits, score)


def test_the_start_scores_one() -> None:
    analysis = vg.Solver(book=None, threads=2, table_mb=256).analyse("")
    assert [value.score for value in analysis.columns.values()] == [-2, -1, 0, 1, 0, -1, -2]
