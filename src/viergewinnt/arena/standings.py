"""What the games of a tournament come to: scores of pairings, ratings, and their intervals."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from viergewinnt.arena.match import seed_of
from viergewinnt.arena.ratings import ANCHOR_ELO, bradley_terry, rating_samples, wilson_interval

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.arena.game_row import GameRow

__all__ = ["PairScore", "Record", "Standing", "pair_scores", "standings"]

SAMPLES = 1000
TAIL = 0.025  # on either side of the interval of a rating


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """How games went for one engine."""

    engine: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """All of them."""
        return self.wins + self.draws + self.losses

    @property
    def score(self) -> float:
        """The share of points, a draw being half a point."""
        return (self.wins + self.draws / 2) / self.games

    def to_json(self) -> dict[str, Any]:
        """As commands print it."""
        return asdict(self) | {"games": self.games, "score": self.score}


@dataclass(frozen=True, slots=True, kw_only=True)
class PairScore(Record):
    """How the games of one pairing went for the first of the two."""

    opponent: str
    low: float
    """Where the score would lie over all openings, with 99 % confidence."""
    high: float

    def turned(self) -> PairScore:
        """The same games, seen by the opponent."""
        return PairScore(
            engine=self.opponent,
            opponent=self.engine,
            wins=self.losses,
            draws=self.draws,
            losses=self.wins,
            low=1 - self.high,
            high=1 - self.low,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing(Record):
    """Where an engine stands after all its games."""

    rating: float
    """Elo points, to a hundredth."""
    low: float | None = None
    """The 95 % interval of the rating; None after nothing but wins or nothing but losses, which say
    that the engine is stronger or weaker than the others, and not by how much."""
    high: float | None = None
    faults: int = 0
    """Games lost by an illegal column or an error."""


def pair_scores(
    rows: Sequence[GameRow], engines: Sequence[str], pairings: Sequence[tuple[int, int]]
) -> tuple[PairScore, ...]:
    """The score of each pairing, in the order of the schedule."""
    found: dict[frozenset[str], list[GameRow]] = {}
    for row in rows:
        found.setdefault(frozenset((row.first, row.second)), []).append(row)
    scores = []
    for one, other in pairings:
        engine, opponent = engines[one], engines[other]
        games = found[frozenset((engine, opponent))]
        points = [row.points(engine) for row in games]
        low, high = wilson_interval(sum(points) / len(points), len(points) // 2)
        scores.append(
            PairScore(engine=engine, opponent=opponent, low=low, high=high, **_counts(points))
        )
    return tuple(scores)


def standings(
    rows: Sequence[GameRow],
    engines: Sequence[str],
    pairings: Sequence[tuple[int, int]],
    openings: Sequence[str],
    *,
    seed: int,
    anchor: str | None = None,
) -> tuple[Standing, ...]:
    """The engines by rating, the best first.

    The mean rating is 1500 or, with an anchor, the rating of that engine. Intervals are those of
    a thousand tournaments with openings drawn anew from those that were played.
    """
    import numpy as np

    place = {spec: number for number, spec in enumerate(engines)}
    column = {pair: number for number, pair in enumerate(pairings)}
    line = {opening: number for number, opening in enumerate(openings)}
    points = np.zeros((len(openings), len(pairings)))
    for row in rows:
        one, other = sorted((place[row.first], place[row.second]))
        points[line[row.opening], column[one, other]] += row.points(engines[one])
    played = np.full(len(pairings), 2.0 * len(openings))
    ratings = bradley_terry(len(engines), pairings, points.sum(axis=0), played)
    samples = rating_samples(
        len(engines), pairings, points, samples=SAMPLES, seed=seed_of(seed, "bootstrap")
    )
    if anchor is not None:
        ratings += ANCHOR_ELO - ratings[place[anchor]]
        samples += ANCHOR_ELO - samples[:, [place[anchor]]]
    lows, highs = np.quantile(samples, [TAIL, 1 - TAIL], axis=0)
    table = []
    for spec, number in place.items():
        made = [row.points(spec) for row in rows if spec in (row.first, row.second)]
        measured = set(made) not in ({0.0}, {1.0})
        low, high = (round(float(ends[number]), 2) if measured else None for ends in (lows, highs))
        table.append(
            Standing(
                engine=spec,
                rating=round(float(ratings[number]), 2),
                low=low,
                high=high,
                faults=sum(row.culprit == spec for row in rows),
                **_counts(made),
            )
        )
    return tuple(sorted(table, key=lambda standing: -standing.rating))


def _counts(points: Sequence[float]) -> dict[str, int]:
    return {"wins": points.count(1), "draws": points.count(0.5), "losses": points.count(0)}
