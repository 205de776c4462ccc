"""From the values of a depth search to scores that people read, and back from rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from viergewinnt import _native
from viergewinnt.engines.choice import Choice, Score
from viergewinnt.rules.position import Position
from viergewinnt.solver.evaluation import STONES_A_SIDE, Evaluation

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.engines.memory import Row
    from viergewinnt.solver.evaluation import Outcome

__all__ = ["Scale", "StoneValue"]

HORIZON = 1_000_000  # as in viergewinnt.search.value
CELLS = 2 * STONES_A_SIDE
# System B's points: 10000 times the share and, once decided, 20000 and 50 for each empty cell.
SHARE_POINTS, DECIDED_POINTS, PLY_POINTS = 10_000, 20_000, 50


class StoneValue(NamedTuple):
    """A value of the native search, seen by the side to move: see `viergewinnt.search.Value`."""

    decided: int
    estimate: float

    @property
    def end_ply(self) -> int:
        """The stones on the board when the decided game ends."""
        return HORIZON - abs(self.decided)

    def outcome(self, searched_out: bool) -> Outcome | None:
        """The outcome, where it is certain."""
        if self.decided == 0:
            return "draw" if searched_out else None
        return "win" if self.decided > 0 else "loss"

    @classmethod
    def of_exact(cls, score: int, position: Position, draw: float) -> StoneValue:
        """The value that an exact score has in a position."""
        if score == 0:
            return cls(0, draw)
        distance = HORIZON - position.ply - Evaluation.of(score, position).plies
        return cls(distance if score > 0 else -distance, 0.0)


@dataclass(frozen=True, slots=True)
class Scale:
    """How estimates are shown. Decided values are exact scores, except in points of playouts."""

    form: str
    """`share`, `signed` or `points` of playouts, or `plain` for estimates shown as they are."""
    playouts: int

    @classmethod
    def of(cls, evaluation: str, scale: str, playouts: int) -> Scale:
        """The scale of an evaluation."""
        return cls(scale if evaluation == "montecarlo" else "plain", playouts)

    def score(self, value: StoneValue, searched_out: bool) -> Score:
        """What a value is worth on this scale."""
        if self.form == "points":
            return Score(self.in_points(value), "points")
        if value.decided:
            stones = (value.end_ply + 1) // 2  # of the winner, the winning one included
            exact = STONES_A_SIDE + 1 - stones
            return Score(exact if value.decided > 0 else -exact, "exact")
        if searched_out:
            return Score(0, "exact")
        if self.form == "share":
            return Score((value.estimate + 1) / 2, "share")
        if self.form == "signed":
            return Score(round(value.estimate * self.playouts, 6), "points")
        return Score(value.estimate, "points")

    def choice(self, position: Position, found: _native.DepthResult, column: int) -> Choice:
        """The choice of a column out of what a search found."""
        values = {place: StoneValue(*value) for place, value in sorted(found.columns.items())}
        value = values.get(column, StoneValue(*found.value))
        searched_out = found.depth >= CELLS - position.ply
        outcomes = {place: its_value.outcome(searched_out) for place, its_value in values.items()}
        score = self.score(value, searched_out)
        return Choice(
            column,
            score.value,
            score.kind,
            columns={
                place: self.score(its_value, searched_out) for place, its_value in values.items()
            },
            proven={place: outcome for place, outcome in outcomes.items() if outcome is not None},
            line="".join(map(str, found.line)) if column == found.column else str(column),
            depth=found.depth,
            nodes=found.nodes,
            playouts=found.playouts,
        )

    @staticmethod
    def in_points(value: StoneValue) -> float:
        """The points of system B."""
        if value.decided:
            points = DECIDED_POINTS + PLY_POINTS * (CELLS - value.end_ply)
            return points if value.decided > 0 else -points
        return SHARE_POINTS * (value.estimate + 1) / 2

    def value(self, score: Score, position: Position, draw: float) -> StoneValue:
        """The value that was shown as a score; `draw` is what the search takes a draw for."""
        if score.kind == "exact":
            return StoneValue.of_exact(int(score.value), position, draw)
        if score.kind == "share":
            return StoneValue(0, 2 * score.value - 1)
        if self.form == "signed":
            return StoneValue(0, score.value / self.playouts)
        if self.form == "points":
            if abs(score.value) < DECIDED_POINTS:
                return StoneValue(0, 2 * score.value / SHARE_POINTS - 1)
            left = round((abs(score.value) - DECIDED_POINTS) / PLY_POINTS)
            distance = HORIZON - (CELLS - left)
            return StoneValue(distance if score.value > 0 else -distance, 0.0)
        return StoneValue(0, score.value)

    def memory_rows(self, rows: Sequence[Row], draw: float) -> _native.MemoryRows | None:
        """The rows as the native search looks them up; None when there are none."""
        if not rows:
            return None
        import numpy as np

        known = [row for row in rows if row.depth is not None]
        values = [self.value(row.score, Position.from_key(row.key), draw) for row in known]
        return _native.MemoryRows(
            np.array([row.key for row in known], np.uint64),
            np.array([row.depth for row in known], np.uint8),
            np.array([value.decided for value in values], np.int32),
            np.array([value.estimate for value in values], np.float64),
            np.array([row.side != "other" for row in known], np.uint8),
        )
