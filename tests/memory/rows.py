"""Random rows, as engines of several kinds would leave them."""

import random
from datetime import UTC, datetime, timedelta

import viergewinnt as vg
from viergewinnt.engines.choice import Score, ScoreKind
from viergewinnt.engines.memory import Perspective, Row, Wanted

ENGINES = ("alphabeta:depth=5", "minimax:depth=5,evaluation=montecarlo", "montecarlo", "perfect")
EVALUATIONS = ("search/windows:four=15", "search/montecarlo:draw=0.5,playouts=200,reading=share")
SIDES: tuple[Perspective | None, ...] = (None, "to_move", "other")
BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)


def random_undecided(rng: random.Random, stones: int) -> vg.Position:
    return vg.random_position(stones, rng=rng)


def random_score(rng: random.Random) -> Score:
    kind: ScoreKind = rng.choice(("exact", "share", "points"))
    value = {
        "exact": float(rng.randint(-21, 21)),
        "share": rng.randint(0, 2 * (playouts := rng.randint(1, 2000))) / (2 * playouts),
        "points": rng.choice((rng.gauss(0, 1e4), rng.randint(-99, 99) / 2)),
    }[kind]
    return Score(value, kind)


def random_row(
    rng: random.Random, position: vg.Position | None = None, *, engines: int = len(ENGINES)
) -> Row:
    """A row of a position, by default any with 0 to 41 stones."""
    if position is None:
        position = random_undecided(rng, rng.randint(0, 41))
    canonical = vg.Position.from_key(position.canonical_key)
    known = [column for column in canonical.legal_moves if rng.random() < 0.8]
    by_depth = rng.random() < 0.6
    return Row(
        key=position.canonical_key,
        engine=rng.choice(ENGINES[:engines]),
        evaluation=rng.choice(EVALUATIONS),
        depth=rng.randint(0, 9) if by_depth else None,
        playouts=None if by_depth else rng.randint(0, 10**12),
        column=rng.choice(canonical.legal_moves),
        score=random_score(rng),
        columns={column: random_score(rng) for column in known} if known else None,
        side=rng.choice(SIDES),
        at=BEGINNING + timedelta(microseconds=rng.randrange(10**15)),
    )


def wanted_like(row: Row) -> Wanted:
    """What exactly this row satisfies."""
    return Wanted(row.engine, row.evaluation, row.depth, row.playouts, row.side)
