"""A depth search that misjudges as people do: the engine behind the levels."""

from __future__ import annotations

import math
import random
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.choice import Choice, Score
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.options import Number, Options, Whole, option
from viergewinnt.engines.perfect import SOLVER_PART, proven_choice, proven_columns
from viergewinnt.engines.scale import CELLS, Scale, StoneValue
from viergewinnt.engines.tactics import threatened_columns
from viergewinnt.rules.setup import COLUMNS
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Parts
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Position

__all__ = ["FALLIBLE", "FallibleEngine", "FallibleOptions"]

TABLE_FROM_DEPTH = 6  # below, clearing a table costs more than it saves
SOLVER_TABLE_MB = 16
OPENING_ENDS = 8
DECIDED = 1e9  # beyond any points
UNSEEN = (0, 0.0)
SCALE = Scale.of("windows", "share", 0)


@dataclass(frozen=True, kw_only=True)
class FallibleOptions(Options):
    """The options of `fallible`."""

    depth: int = option(4, Whole(1, CELLS), "stones looked ahead, its own first one included")
    sight: int = option(2, Whole(0, CELLS), "stones ahead within which it overlooks nothing")
    overlook: float = option(
        0.0,
        Number(0, 1),
        "how likely it overlooks a win or a loss that lies beyond its sight",
    )
    temperature: float = option(
        4.0, Number(0, 1e6), "how far points are misjudged; of equal columns any may be best"
    )
    opening: float = option(
        0.0,
        Number(0, 1e6),
        "how much further points are misjudged on the empty board; fades until 8 stones",
    )
    exact_from: int = option(
        CELLS, Whole(0, CELLS), "from so many stones on it plays perfectly; 42 is never"
    )
    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class FallibleEngine(BaseEngine[FallibleOptions]):
    """Looks ahead, overlooks some of what it could see there, and misjudges the rest by chance.

    Chance derives from the seed and the position up to mirror, so that a misjudgement is made again
    in the same place. One draw decides whether the threats of the other side are seen, one for each
    column whether its own win there is.
    """

    def __init__(self, name: str, options: FallibleOptions, spec: str, parts: Parts) -> None:
        super().__init__(name, options, spec, parts)
        self._points = _native.LeafEvaluation.windows()
        self._depth_search = _native.DepthSearch(
            self._points,
            table="symmetric" if options.depth >= TABLE_FROM_DEPTH else "none",
            table_mb=1,
        )
        self._solver: Solver | None = None

    @property
    def sight(self) -> int | None:
        """What it never overlooks; None where that is nothing."""
        return min(self._options.sight, self._options.depth) or None

    def reset(self) -> None:
        """Forgets what has been proven."""
        if self._solver is not None:
            self._solver.reset()

    def stop(self) -> None:
        """See `Engine`."""
        super().stop()
        if self._solver is not None:
            self._solver.stop()

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        time_s = limit.time_s
        if position.ply >= self._options.exact_from and limit.depth is None and limit.nodes is None:
            started = time.perf_counter()
            deadline = None if time_s is None else started + SOLVER_PART * time_s
            self._solver = self._solver or Solver(table_mb=SOLVER_TABLE_MB)
            nodes_before = self._solver.nodes
            analysis = proven_columns(self._solver, position, deadline, self._stop_flag)
            if analysis is not None:
                column = _native.pick_column(position, analysis.best, seed=seed)
                nodes = self._solver.nodes - nodes_before
                return proven_choice(analysis, column, line=str(column), nodes=nodes)
            if time_s is not None:
                time_s = max(0.001, started + time_s - time.perf_counter())
        depth = limit.cap_depth(self._options.depth)
        limited = limit.time_s is not None or limit.nodes is not None
        found = self._depth_search.search(
            position,
            depth,
            deepen=limited or depth >= TABLE_FROM_DEPTH,
            ties="random",
            seed=seed,
            time_s=time_s,
            nodes=limit.nodes,
            stop=self._stop_flag,
        )
        if found.depth == 0:
            return SCALE.choice(position, found, found.column)
        return self._judged(position, found, seed)

    def _judged(self, position: Position, found: _native.DepthResult, seed: int) -> Choice:
        """The column that looks best after what is overlooked and misjudged."""
        mirrored = position.key != position.canonical_key
        rng = random.Random(f"{seed}/{position.canonical_key}")
        chances = [rng.random() for _ in range(2 * COLUMNS + 1)]
        losses_overlooked = chances[-1] < self._chance_for_losses(position)
        searched_out = found.depth >= CELLS - position.ply
        temperature = self._temperature(position.ply)
        worth, scores, proven = {}, {}, {}
        for column in sorted(position.legal_moves, reverse=mirrored):
            place = COLUMNS - column if mirrored else column - 1
            win_overlooked = chances[COLUMNS + place] < self._chance_for_win(position, column)
            value = StoneValue(*found.columns.get(column, UNSEEN))
            decided_beyond = value.end_ply - position.ply > self._options.sight
            overlooked = win_overlooked if value.decided > 0 else losses_overlooked
            if column not in found.columns or (value.decided and decided_beyond and overlooked):
                value = StoneValue(0, self._at_first_glance(position, column))
            elif (outcome := value.outcome(searched_out)) is not None:
                proven[column] = outcome
            if value.decided:
                worth[column] = math.copysign(DECIDED, value.decided) + value.decided
                scores[column] = SCALE.score(value, searched_out)
            else:
                # Gumbel noise makes the best of all a draw from their softmax.
                chance = max(chances[place], 1e-12)
                noise = -temperature * math.log(-math.log(chance))
                worth[column] = value.estimate + noise
                exact = column in proven
                scores[column] = Score(0, "exact") if exact else Score(worth[column], "points")
        column = max(worth, key=worth.__getitem__)
        return Choice(
            column,
            scores[column].value,
            scores[column].kind,
            columns=dict(sorted(scores.items())),
            proven=dict(sorted(proven.items())),
            line="".join(map(str, found.line)) if column == found.column else str(column),
            depth=found.depth,
            nodes=found.nodes,
        )

    def _temperature(self, ply: int) -> float:
        freshness = max(0.0, 1 - ply / OPENING_ENDS)
        return self._options.temperature + self._options.opening * freshness

    def _chance_for_losses(self, position: Position) -> float:
        """Of overlooking what the other side can do; an immediate diagonal four twice as likely."""
        chance = self._options.overlook
        if chance and self._options.sight < 2:
            turned = [
                _is_diagonal(position.play(other).play(column))
                for column in threatened_columns(position)
                for other in position.legal_moves
                if other != column and position.play(other).winner is None
            ]
            if turned and all(turned):
                return 2 * chance
        return chance

    def _chance_for_win(self, position: Position, column: int) -> float:
        """Of overlooking a win in a column; an immediate diagonal four twice as likely."""
        chance = self._options.overlook
        if chance and self._options.sight < 1 and _is_diagonal(position.play(column)):
            return 2 * chance
        return chance

    def _at_first_glance(self, position: Position, column: int) -> float:
        """The points after a column alone, for the side that plays it."""
        after = position.play(column)
        return self._points.estimate(position if after.is_over else after, for_mover=after.is_over)


def _is_diagonal(position: Position) -> bool:
    """Whether a game was won by diagonal fours only."""
    cells = position.winning_cells
    if not cells:
        return False
    columns = [column for column, _ in cells]
    rows = [row for _, row in cells]
    return max(columns.count(column) for column in columns) <= 2 >= max(map(rows.count, rows))


FALLIBLE = EngineKind(
    "looks ahead, overlooks and misjudges by chance; the levels are made of it",
    FallibleOptions,
    FallibleEngine,
    {},
)
