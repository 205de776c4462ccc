"""Minimax and alpha-beta to a depth, over any evaluation and memory."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.limit import NO_LIMIT
from viergewinnt.engines.memory import Wanted
from viergewinnt.engines.options import Number, OneOf, Options, Switch, Whole, option
from viergewinnt.engines.scale import Scale, StoneValue
from viergewinnt.engines.spec import format_spec
from viergewinnt.engines.tactics import threatened_columns, winning_columns
from viergewinnt.rules.setup import COLUMNS, ROWS

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.engines.choice import Choice
    from viergewinnt.engines.engine import Parts
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Position

__all__ = ["ALPHABETA", "MINIMAX", "DepthEngine", "DepthOptions"]

CELLS = COLUMNS * ROWS
# Deeper searches go depth by depth even without a limit, so that there is a best so far to return.
DEEPEN_FROM = 7
# A search of so few stones fills no more than this, and an engine is quickly made: tournaments make
# a new one for each game.
SMALL_UNTIL, SMALL_TABLE_MB, TABLE_MB = 6, 1, 8
PLAYOUTS, WINDOWS = ("evaluation", "montecarlo"), ("evaluation", "windows")
# What a score does not depend on: who looks, how quickly, and which of equal columns is picked.
NOT_SETTINGS = frozenset(
    ["depth", "jitter", "known_until", "memory", "seed", "stop_first", "threads", "ties", "values"]
)


@dataclass(frozen=True, kw_only=True)
class DepthOptions(Options):
    """The options of `minimax` and `alphabeta`."""

    evaluation: str = option(
        "windows", OneOf(("montecarlo", "windows", "none")), "how leaves are estimated"
    )
    depth: int = option(5, Whole(1, CELLS), "stones seen ahead, its own first one included")
    playouts: int = option(
        200,
        Whole(1, 1_000_000),
        "random games a leaf or, by reading, a move of it",
        only_with=PLAYOUTS,
    )
    reading: str = option(
        "share",
        OneOf(("share", "best", "mean")),
        "share of wins of the leaf, of its best reply, or the mean over its moves",
        only_with=PLAYOUTS,
    )
    draw: float = option(
        0.5, Number(0, 1), "what a drawn random game counts, a won one being 1", only_with=PLAYOUTS
    )
    scale: str = option(
        "share",
        OneOf(("share", "signed", "points")),
        "share of wins; wins less losses of all playouts; 10000 times the share, with"
        " 20000 and 50 for each stone left when the game is decided",
        only_with=PLAYOUTS,
    )
    jitter: int = option(
        0,
        Whole(0, 10_000),
        "the score of each column is shifted by chance, at most so many ten-thousandths",
        only_with=PLAYOUTS,
    )
    four: float = option(15, Number(-1e6, 1e6), "four own stones", only_with=WINDOWS)
    three: float = option(3, Number(-1e6, 1e6), "three own, one empty", only_with=WINDOWS)
    two: float = option(1, Number(-1e6, 1e6), "two own, two empty", only_with=WINDOWS)
    other_three: float = option(
        -2, Number(-1e6, 1e6), "three of the other side, one empty", only_with=WINDOWS
    )
    middle: float = option(
        3.5, Number(-1e6, 1e6), "each own stone in the middle column", only_with=WINDOWS
    )
    memory: str = option(
        "none",
        OneOf(("none", "table", "database")),
        "nothing; a table within each search; that and the position database",
    )
    known_until: int = option(
        12,
        Whole(0, CELLS - 1),
        "inside the tree, rows of positions of at most so many stones are used",
        only_with=("memory", "database"),
    )
    stop_first: bool = option(False, Switch(), "a win in one of the other side is always stopped")
    ties: str = option(
        "random", OneOf(("random", "middle")), "which of equally good columns is played"
    )
    values: str = option(
        "all", OneOf(("all", "best")), "columns searched to the end; best is faster"
    )
    threads: int = option(1, Whole(1, 1024), "threads that play out", only_with=PLAYOUTS)
    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class DepthEngine(BaseEngine[DepthOptions]):
    """A search to a depth."""

    def __init__(
        self, name: str, options: DepthOptions, spec: str, parts: Parts, *, algorithm: str
    ) -> None:
        super().__init__(name, options, spec, parts)
        self._algorithm = algorithm
        self._scale = Scale.of(options.evaluation, options.scale, options.playouts)
        self._rows: _native.MemoryRows | None = None
        self._rows_are_read = False
        self._kept: _native.DepthSearch | None = None

    @property
    def sight(self) -> int | None:
        """The depth."""
        return self._options.depth

    def reset(self) -> None:
        """Reads the rows of the position database anew before the next choice."""
        if self._has_memory:
            self._rows, self._rows_are_read, self._kept = None, False, None

    def _evaluation(self, seed: int) -> _native.LeafEvaluation:
        options = self._options
        if options.evaluation == "none":
            return _native.LeafEvaluation.none()
        if options.evaluation == "windows":
            return _native.LeafEvaluation.windows(
                options.four, options.three, options.two, options.other_three, options.middle
            )
        return _native.LeafEvaluation.playouts(
            options.playouts,
            reading=options.reading,
            draw_share=options.draw,
            seed=seed,
            threads=options.threads,
        )

    def _native_search(self, position: Position, seed: int) -> _native.DepthSearch:
        """The search, kept between calls where its evaluation stays the same; its table is not."""
        if self._kept is not None:
            return self._kept
        options = self._options
        evaluation = self._evaluation(seed)
        search = _native.DepthSearch(
            evaluation,
            algorithm=self._algorithm,
            table="none" if options.memory == "none" else "symmetric",
            table_mb=SMALL_TABLE_MB if options.depth <= SMALL_UNTIL else TABLE_MB,
            rows=self._preloaded(position, evaluation.draw),
            rows_until_ply=options.known_until,
        )
        rows_are_there = self._rows_are_read or not self._has_memory
        if rows_are_there and (options.evaluation != "montecarlo" or options.seed is not None):
            self._kept = search
        return search

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        options = self._options
        depth = limit.cap_depth(options.depth)
        limited = (limit.time_s, limit.nodes, limit.playouts) != (None, None, None)
        search = self._native_search(position, seed)
        found = search.search(
            position,
            depth,
            deepen=limited or depth >= DEEPEN_FROM,
            all_values=options.values == "all" or options.jitter > 0,
            ties=options.ties,
            seed=seed,
            time_s=limit.time_s,
            nodes=limit.nodes,
            playouts=limit.playouts,
            stop=self._stop_flag,
        )
        column = self._pick(position, found, seed)
        return self._scale.choice(position, found, column)

    def _pick(self, position: Position, found: _native.DepthResult, seed: int) -> int:
        """The search's own pick, unless jitter or the rule of stopping first says otherwise."""
        options = self._options
        wins = winning_columns(position)
        if options.stop_first and not wins and (stops := threatened_columns(position)):
            if found.column in stops:
                return found.column
            return _native.pick_column(position, stops, seed=seed)
        if options.jitter and not wins and found.columns:
            return self._jittered(position, found.columns, seed)
        return found.column

    def _jittered(
        self, position: Position, columns: Mapping[int, tuple[int, float]], seed: int
    ) -> int:
        """The best column after the points of each have been shifted by chance."""
        mirrored = position.key != position.canonical_key
        rng = random.Random(f"{seed}/{position.canonical_key}")
        shift = {c: rng.randint(-self._options.jitter, self._options.jitter) for c in range(1, 8)}
        points = {
            column: Scale.in_points(StoneValue(*value)) + shift[8 - column if mirrored else column]
            for column, value in columns.items()
        }
        top = max(points.values())
        best = [column for column, its_points in points.items() if its_points == top]
        return _native.pick_column(position, best, seed=seed)

    # ------------------------------------------------------------------------------- memory

    def wanted(self, position: Position, limit: Limit = NO_LIMIT) -> Wanted:
        """See `BaseEngine`; no search is deeper than the stones left."""
        options = self._options
        every = {name: getattr(options, name) for name in options.names if options.applies(name)}
        settings = {k: v for k, v in every.items() if k not in NOT_SETTINGS and k != "evaluation"}
        named = {
            k: v for k, v in every.items() if k not in {"memory", "known_until", "seed", "threads"}
        }
        return Wanted(
            engine=format_spec(self._algorithm, named),
            evaluation=f"search/{format_spec(options.evaluation, settings)}",
            depth=min(limit.cap_depth(options.depth), CELLS - position.ply),
            side=None if self._evaluation(0).antisymmetric else "to_move",
        )

    def _preloaded(self, position: Position, draw: float) -> _native.MemoryRows | None:
        if self._has_memory and not self._rows_are_read:
            wanted = self.wanted(position)
            rows = self._from_memory(
                lambda: self._memory.preload(self._options.known_until, wanted)
            )
            if rows is None:
                return None
            self._rows = self._scale.memory_rows(rows, draw)
            self._rows_are_read = True
        return self._rows


def _minimax(name: str, options: DepthOptions, spec: str, parts: Parts) -> DepthEngine:
    return DepthEngine(name, options, spec, parts, algorithm="minimax")


def _alphabeta(name: str, options: DepthOptions, spec: str, parts: Parts) -> DepthEngine:
    return DepthEngine(name, options, spec, parts, algorithm="alphabeta")


MINIMAX = EngineKind("every line of play to a depth", DepthOptions, _minimax, {})
ALPHABETA = EngineKind(
    "the values of minimax for a fraction of the positions",
    DepthOptions,
    _alphabeta,
    {"memory": "table"},
)
