"""Ratings: known strengths found again, the likelihood at its top, and honest intervals."""

import itertools
import math
import random
from collections.abc import Callable

import numpy as np
import pytest

from tests.conftest import Record
from viergewinnt.arena import bradley_terry, wilson_interval
from viergewinnt.arena.ratings import rating_samples

PER_ELO = math.log(10) / 400


def chance(one: float, other: float) -> float:
    return 1 / (1 + 10 ** ((other - one) / 400))


def log_likelihood(
    elo: list[float],
    pairings: list[tuple[int, int]],
    points: list[float],
    games: list[float],
) -> float:
    """Written down from the model, one imaginary draw a pairing included."""
    total = 0.0
    for (one, other), made, of in zip(pairings, points, games, strict=True):
        p = chance(elo[one], elo[other])
        total += (made + 0.5) * math.log(p) + (of - made + 0.5) * math.log(1 - p)
    return total


def test_no_other_ratings_make_the_results_more_likely(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    trials = count(30, 2000)
    for _ in range(trials):
        engines = rng.randint(2, 7)
        pairings = list(itertools.combinations(range(engines), 2))
        if rng.random() < 0.3:
            pairings = [(0, other) for other in range(1, engines)]
        games = [2.0 * rng.randint(1, 200) for _ in pairings]
        points = [rng.choice((0, of, rng.randint(0, int(2 * of)) / 2)) for of in games]
        elo = bradley_terry(engines, pairings, np.array(points), np.array(games)).tolist()
        assert sum(elo) / engines == pytest.approx(1500)
        top = log_likelihood(elo, pairings, points, games)
        for size in (0.5, 20, 300):
            other = [rating + rng.gauss(0, size) for rating in elo]
            assert log_likelihood(other, pairings, points, games) <= top + 1e-9
        for place in range(engines):  # the slope in each direction is nothing
            up = [rating + 0.01 * (place == at) for at, rating in enumerate(elo)]
            down = [rating - 0.01 * (place == at) for at, rating in enumerate(elo)]
            slope = log_likelihood(up, pairings, points, games) - log_likelihood(
                down, pairings, points, games
            )
            assert abs(slope) < 1e-6
    record(trials=trials)


def test_two_engines_differ_by_what_their_score_says() -> None:
    elo = bradley_terry(2, [(0, 1)], np.array([75_000.0]), np.array([100_000.0]))
    assert elo[0] - elo[1] == pytest.approx(400 * math.log10(3), abs=0.01)  # 190.8: textbook


def test_known_strengths_are_found_again(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    """95 % intervals hold the true rating about as often as they say."""
    rng = random.Random(seed)
    true = [1200.0, 1400.0, 1500.0, 1550.0, 1850.0]
    pairings = list(itertools.combinations(range(5), 2))
    held = tries = 0
    for trial in range(count(40, 1000)):
        points = np.array(
            [
                [
                    sum(rng.random() < chance(true[one], true[other]) for _ in range(2))
                    for one, other in pairings
                ]
                for _ in range(150)
            ],
            float,
        )
        rated = bradley_terry(5, pairings, points.sum(axis=0), np.full(10, 300.0))
        assert np.abs(rated - true).max() < 90
        low, high = np.quantile(
            rating_samples(5, pairings, points, samples=300, seed=trial), [0.025, 0.975], axis=0
        )
        held += int(((low <= true) & (true <= high)).sum())
        tries += 5
    assert 0.88 < held / tries <= 1
    record(intervals=tries, held=held)


def test_games_of_one_opening_stay_together() -> None:
    """Openings that decide every game leave much less certain than as many independent games."""
    together = np.array([[2.0], [0.0]] * 50)
    apart = np.array([[1.0], [1.0]] * 50)
    wide = rating_samples(2, [(0, 1)], together, samples=500, seed=1)[:, 0]
    narrow = rating_samples(2, [(0, 1)], apart, samples=500, seed=1)[:, 0]
    assert wide.std() > 10
    assert narrow.std() < 1e-6


def test_intervals_of_scores_are_those_of_wilson() -> None:
    # 10 successes of 20 at 95 %: 0.2993 to 0.7007, as in published tables.
    assert wilson_interval(0.5, 20, 0.95) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    low, high = wilson_interval(0.6, 400)
    assert 0.5 < low < 0.54
    assert 0.65 < high < 0.67
    low, high = wilson_interval(1.0, 50)
    assert high == 1
    assert 0.85 < low < 0.95


def test_intervals_of_scores_hold_at_least_as_often_as_they_say(
    seed: int, count: Callable[[int, int], int], record: Record
) -> None:
    rng = random.Random(seed)
    trials = count(2000, 100_000)
    held = 0
    for _ in range(trials):
        true = rng.uniform(0.05, 0.95)
        pairs = 60
        score = sum((rng.random() < true) + (rng.random() < true) for _ in range(pairs))
        low, high = wilson_interval(score / (2 * pairs), pairs)
        held += low <= true <= high
    assert held / trials > 0.985
    record(trials=trials, held=held)
