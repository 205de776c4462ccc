"""The perfect engine: the exact value of every column."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.choice import Choice, Score
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.limit import NO_LIMIT
from viergewinnt.engines.memory import Wanted
from viergewinnt.engines.options import OneOf, Options, Whole, option
from viergewinnt.engines.scale import CELLS, Scale
from viergewinnt.errors import SearchStopped
from viergewinnt.solver import Solver

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Parts
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Position
    from viergewinnt.solver import Analysis

__all__ = [
    "PERFECT",
    "SOLVER_PART",
    "PerfectEngine",
    "PerfectOptions",
    "proven_choice",
    "proven_columns",
]

# Under a time limit the solver has this part of it; a depth search answers in the rest.
SOLVER_PART = 0.8
# The solver is called again and again, each time for twice as long, and goes on from its table: so
# that a stop which comes just before a call is heeded soon after.
FIRST_SLICE_S = 0.1
DEPTH_WHEN_STOPPED = 4


@dataclass(frozen=True, kw_only=True)
class PerfectOptions(Options):
    """The options of `perfect`."""

    ties: str = option(
        "middle", OneOf(("middle", "random")), "which of equally good columns is played"
    )
    threads: int = option(1, Whole(1, 1024), "threads that search together")
    table_mb: int = option(64, Whole(1, 1 << 20), "memory of the search table in MiB")
    memory: str = option("none", OneOf(("none", "database")), "nothing, or the position database")
    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class PerfectEngine(BaseEngine[PerfectOptions]):
    """Solves the position, with book and table, and remembers between calls what it has proven.

    Under a limit that leaves no time for a proof it answers with what a depth search sees: a limit
    of depth or nodes always means that search, so that the answer depends on nothing else.
    """

    def __init__(self, name: str, options: PerfectOptions, spec: str, parts: Parts) -> None:
        super().__init__(name, options, spec, parts)
        self._solver = Solver(threads=options.threads, table_mb=options.table_mb)

    @property
    def sight(self) -> int | None:
        """To the end of any game."""
        return CELLS

    def reset(self) -> None:
        """Forgets what has been proven."""
        self._solver.reset()

    def stop(self) -> None:
        """See `Engine`."""
        super().stop()
        self._solver.stop()

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        if limit.depth is not None or limit.nodes is not None:
            return self._looked_ahead(position, limit, limit.time_s, seed)
        started = time.perf_counter()
        deadline = None if limit.time_s is None else started + limit.time_s
        solver_deadline = None if limit.time_s is None else started + SOLVER_PART * limit.time_s
        nodes_before = self._solver.nodes
        analysis = proven_columns(self._solver, position, solver_deadline, self._stop_flag)
        if analysis is None:
            if self._stop_flag.is_set or deadline is None:
                return self._looked_ahead(position, NO_LIMIT, None, seed)
            left_s = max(0.001, deadline - time.perf_counter())
            return self._looked_ahead(position, NO_LIMIT, left_s, seed)
        ties_seed = seed if self._options.ties == "random" else None
        column = _native.pick_column(position, analysis.best, seed=ties_seed)
        line = str(column) + self._line_after(position, column, deadline)
        return proven_choice(analysis, column, line=line, nodes=self._solver.nodes - nodes_before)

    def _line_after(self, position: Position, column: int, deadline: float | None) -> str:
        """Best play after a column, the same for a position and its mirror image."""
        after = position.play(column)
        if after.is_over or self._stop_flag.is_set:
            return ""
        mirrored = after.key != after.canonical_key
        left_s = None if deadline is None else deadline - time.perf_counter()
        if left_s is not None and left_s <= 0:
            return ""
        try:
            line = self._solver.line(after.mirrored() if mirrored else after, time_s=left_s)
        except SearchStopped:
            return ""
        return "".join(str(8 - int(digit)) for digit in line) if mirrored else line

    def _looked_ahead(
        self, position: Position, limit: Limit, time_s: float | None, seed: int
    ) -> Choice:
        stopped = self._stop_flag.is_set
        bounded = time_s is not None or limit.depth is not None or limit.nodes is not None
        depth = limit.cap_depth(CELLS) if bounded else DEPTH_WHEN_STOPPED
        found = _native.DepthSearch(_native.LeafEvaluation.windows()).search(
            position,
            depth,
            deepen=True,
            ties=self._options.ties,
            seed=seed,
            time_s=time_s,
            nodes=limit.nodes,
            stop=None if stopped else self._stop_flag,
        )
        return Scale.of("windows", "share", 0).choice(position, found, found.column)

    def wanted(self, position: Position, limit: Limit = NO_LIMIT) -> Wanted:  # noqa: ARG002
        """See `BaseEngine`."""
        return Wanted(engine="perfect", evaluation="perfect")

    def _is_worth_keeping(self, choice: Choice) -> bool:
        return choice.score_kind == "exact" and choice.depth is None


def proven_columns(
    solver: Solver, position: Position, deadline: float | None, stop_flag: _native.StopFlag
) -> Analysis | None:
    """All exact values; None when stopped or out of time before."""
    slice_s = FIRST_SLICE_S
    while not stop_flag.is_set:
        left_s = slice_s if deadline is None else min(slice_s, deadline - time.perf_counter())
        if left_s <= 0:
            return None
        try:
            return solver.analyse(position, time_s=left_s)
        except SearchStopped:
            slice_s *= 2
    return None


def proven_choice(analysis: Analysis, column: int, *, line: str, nodes: int) -> Choice:
    """The choice of one of the best columns, with all that was proven."""
    return Choice(
        column,
        analysis.evaluation.score,
        "exact",
        columns={c: Score(found.score, "exact") for c, found in analysis.columns.items()},
        proven={c: found.outcome for c, found in analysis.columns.items()},
        line=line,
        nodes=nodes,
        source=analysis.source,
    )


PERFECT = EngineKind("the exact value of every column", PerfectOptions, PerfectEngine, {})
