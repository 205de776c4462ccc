"""Ratings by the model of Bradley and Terry, and intervals.

An engine of strength s beats one of strength t with the probability 1 / (1 + exp(t - s)); a draw
counts as half a win. The strengths are those under which the results were most likely, after one
imaginary draw in each pairing that was played: it keeps an engine that won or lost everything
finite, and moves the others by less than the games do.
"""

from __future__ import annotations

import math
from statistics import NormalDist
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    import numpy.typing as npt

    Floats = npt.NDArray[np.float64]

__all__ = ["ANCHOR_ELO", "bradley_terry", "rating_samples", "wilson_interval"]

ANCHOR_ELO = 1500.0
ELO_A_UNIT = 400 / math.log(10)
IMAGINARY_GAMES = 1.0  # a pairing, drawn
LARGEST_STEP = 2.0  # of Newton's method, in the unit of strengths; keeps far starts from diverging
MAX_STEPS = 200
ENOUGH = 1e-10


def bradley_terry(
    engines: int, pairings: Sequence[tuple[int, int]], points: Floats, games: Floats
) -> Floats:
    """Elo points of each engine, their mean being `ANCHOR_ELO`.

    `points` are those of the first engine of each pairing out of `games`. Both may have axes before
    that of the pairings, as for samples: every such row is rated by itself. Each engine must be
    connected to each other one by pairings with games.
    """
    import numpy as np

    sides = np.zeros((len(pairings), engines))
    for place, (one, other) in enumerate(pairings):
        sides[place, one], sides[place, other] = 1, -1
    games = np.asarray(games, float)
    points = np.asarray(points, float) + IMAGINARY_GAMES / 2
    games = games + IMAGINARY_GAMES
    strengths = np.zeros((*points.shape[:-1], engines))
    for _ in range(MAX_STEPS):  # Newton's method: the likelihood is concave
        expected = 1 / (1 + np.exp(-strengths @ sides.T))
        slope = (points - games * expected) @ sides
        weights = games * expected * (1 - expected)
        curvature = np.einsum("pe,...p,pf->...ef", sides, weights, sides)
        # Strengths can all be shifted together; the ones hold their sum at zero.
        step = np.linalg.solve(curvature + 1.0, slope[..., None])[..., 0]
        largest = np.abs(step).max(axis=-1, keepdims=True)
        strengths += step * np.minimum(1, LARGEST_STEP / np.maximum(largest, ENOUGH))
        if largest.max() < ENOUGH:
            break
    strengths -= strengths.mean(axis=-1, keepdims=True)
    elo: Floats = ANCHOR_ELO + ELO_A_UNIT * strengths
    return elo


def rating_samples(
    engines: int,
    pairings: Sequence[tuple[int, int]],
    points: Floats,
    *,
    samples: int,
    seed: int,
) -> Floats:
    """Ratings of tournaments with openings drawn, with repetition, from those that were played.

    `points` has a row for each opening and a column for each pairing: what the first engine made of
    the two games. They stay together, as do the games of all pairings from one opening.
    """
    import numpy as np

    openings, _ = points.shape
    draws = np.random.default_rng(seed)
    often = draws.multinomial(openings, np.full(openings, 1 / openings), size=samples)
    return bradley_terry(engines, pairings, often @ points, np.full(len(pairings), 2.0 * openings))


def wilson_interval(score: float, pairs: int, confidence: float = 0.99) -> tuple[float, float]:
    """Where the true score lies, after so many openings, each played with both colours.

    Wilson's interval with the two games of an opening as one trial. Their mean lies between 0 and
    1, so that it varies at most as much as a coin of the same mean: the confidence is at least the
    one that is asked for, and an interval after nothing but wins is not empty.
    """
    z = NormalDist().inv_cdf((1 + confidence) / 2)
    spread = z * math.sqrt(score * (1 - score) / pairs + z * z / (4 * pairs * pairs))
    middle = score + z * z / (2 * pairs)
    scale = 1 + z * z / pairs
    return max(0.0, (middle - spread) / scale), min(1.0, (middle + spread) / scale)
