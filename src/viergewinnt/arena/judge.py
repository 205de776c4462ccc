"""Moves judged by the perfect solver: how many keep the value, how many are the best."""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from viergewinnt.jobs import Job, run_job
from viergewinnt.rules.position import Position
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from viergewinnt.arena.game_row import GameRow
    from viergewinnt.jobs import JSON, Progress

__all__ = ["PHASES", "PhaseQuality", "judge_chunk", "judge_moves"]

PHASE = 6  # plies
PHASES = tuple((ply, ply + PHASE - 1) for ply in range(0, 42, PHASE))
POSITIONS_A_CHUNK = 100


@dataclass(frozen=True, slots=True)
class PhaseQuality:
    """The moves of an engine at some plies, beside perfect play."""

    engine: str
    first_ply: int
    """Stones on the board before the move."""
    last_ply: int
    moves: int
    kept: int
    """Moves that keep the value: a won position stays won, a drawn one drawn."""
    best: int
    """Moves of the highest score: the earliest win, the latest loss."""
    risky: int
    """Moves where some column loses value."""
    risky_kept: int

    @property
    def kept_rate(self) -> float | None:
        """Of all moves, those that keep the value."""
        return self.kept / self.moves if self.moves else None

    @property
    def best_rate(self) -> float | None:
        """Of all moves, those of the highest score."""
        return self.best / self.moves if self.moves else None

    @property
    def risky_kept_rate(self) -> float | None:
        """Of the moves where some column loses value, those that keep it."""
        return self.risky_kept / self.risky if self.risky else None

    def to_json(self) -> dict[str, Any]:
        """Counts and rates."""
        return asdict(self) | {
            "kept_rate": self.kept_rate,
            "best_rate": self.best_rate,
            "risky_kept_rate": self.risky_kept_rate,
        }

    @classmethod
    def from_json(cls, told: dict[str, Any]) -> PhaseQuality:
        """What `to_json` gave."""
        return cls(**{name: told[name] for name in cls.__slots__})


class _Move(NamedTuple):
    engine: str
    ply: int
    key: int  # canonical
    column: int  # mirrored where the canonical key is that of the mirror image


def judge_moves(
    rows: Sequence[GameRow],
    engines: Sequence[str],
    *,
    checkpoint: Path | str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    progress: bool | Progress = False,
) -> tuple[PhaseQuality, ...]:
    """The quality of the moves of each engine, by phase.

    Each position is solved once, however many games it is in and mirrored or not; what has been
    solved is kept in the checkpoint. Moves of the opening are not judged.
    """
    moves = [move for row in rows for move in _moves_of(row)]
    keys = list(dict.fromkeys(move.key for move in moves))
    chunks = -(-len(keys) // POSITIONS_A_CHUNK)
    weights = [
        min(POSITIONS_A_CHUNK, len(keys) - POSITIONS_A_CHUNK * chunk) for chunk in range(chunks)
    ]
    parameters: dict[str, JSON] = {"positions": cast("list[JSON]", keys)}
    job = Job("judge", parameters, chunks, judge_chunk, "positions", weights)
    payloads = run_job(
        job, checkpoint=checkpoint, workers=workers, cluster=cluster, progress=progress
    )
    scores: dict[int, dict[int, int]] = {}
    for payload in payloads:
        for key, columns in json.loads(payload):
            scores[key] = {int(column): score for column, score in columns.items()}
    return tuple(_qualities(moves, engines, scores))


def judge_chunk(parameters: Mapping[str, JSON], index: int) -> bytes:
    """The scores of all columns of the positions of one chunk, as JSON."""
    start = index * POSITIONS_A_CHUNK
    keys = cast("list[int]", parameters["positions"])[start : start + POSITIONS_A_CHUNK]
    solver = Solver()
    solved = []
    # The fuller boards first: what they leave in the table makes the others quick.
    for position in sorted(map(Position.from_key, keys), key=lambda its: -its.ply):
        analysis = solver.analyse(position)
        scores = {str(column): its.score for column, its in analysis.columns.items()}
        solved.append((position.key, scores))
    return json.dumps(solved, separators=(",", ":")).encode()


def _moves_of(row: GameRow) -> Iterator[_Move]:
    for position, column in row.choices():
        key = position.canonical_key
        engine = row.first if position.to_move == "first" else row.second
        yield _Move(engine, position.ply, key, column if key == position.key else 8 - column)


def _qualities(
    moves: Sequence[_Move], engines: Sequence[str], scores: Mapping[int, Mapping[int, int]]
) -> Iterator[PhaseQuality]:
    found: Counter[tuple[str, int, str]] = Counter()
    for move in moves:
        columns = scores[move.key]
        best, worst, played = max(columns.values()), min(columns.values()), columns[move.column]
        kept, risky = _sign(played) == _sign(best), _sign(worst) < _sign(best)
        of = move.engine, move.ply // PHASE
        found[*of, "moves"] += 1
        found[*of, "kept"] += kept
        found[*of, "best"] += played == best
        found[*of, "risky"] += risky
        found[*of, "risky_kept"] += risky and kept
    for engine in engines:
        for number, (first, last) in enumerate(PHASES):
            if found[engine, number, "moves"]:
                counts = [
                    found[engine, number, name]
                    for name in ("moves", "kept", "best", "risky", "risky_kept")
                ]
                yield PhaseQuality(engine, first, last, *counts)


def _sign(score: int) -> int:
    return (score > 0) - (score < 0)
