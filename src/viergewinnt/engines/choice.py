"""What an engine answers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Any, Literal, TypeAlias

from viergewinnt.search.montecarlo import Tally
from viergewinnt.solver.evaluation import Outcome

__all__ = ["Choice", "ChoiceSource", "Score", "ScoreKind", "Tally"]

ScoreKind: TypeAlias = Literal["exact", "share", "points"]
ChoiceSource: TypeAlias = Literal["search", "book", "database"]


def _nothing() -> Mapping[int, Any]:
    return MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Score:
    """How well the side to move stands, and on which scale that is said.

    `exact` is proven and on the scale of the solver: n is a win with the side's n-th stone counted
    from its last possible one, -n such a loss, 0 a draw. `share` lies between 0 (all lost) and 1
    (all won). `points` are those of the evaluation; more is better.
    """

    value: float
    kind: ScoreKind

    def __str__(self) -> str:
        if self.kind == "share":
            return f"{100 * self.value:.1f} %"
        return f"{self.value:+g}"


@dataclass(frozen=True, slots=True)
class Choice:
    """The column an engine picked, and everything it can say about that."""

    column: int
    score: float
    """Of the position for its side to move, on the scale that `score_kind` names."""
    score_kind: ScoreKind
    columns: Mapping[int, Score] = field(default_factory=_nothing)
    """What each legal column is worth, where the engine knows; each score names its own scale."""
    tallies: Mapping[int, Tally] = field(default_factory=_nothing)
    """The playouts of each column, where the engine plays out columns."""
    proven: Mapping[int, Outcome] = field(default_factory=_nothing)
    """The outcome of each column for which it is certain."""
    line: str = ""
    """The play expected, as digits from this column on; empty where the engine has none."""
    depth: int | None = None
    """Stones seen ahead in every line; None for an engine that does not search by depth."""
    nodes: int = 0
    playouts: int = 0
    simulations: int = 0
    """Ways down the tree, where the engine grows one."""
    elapsed_s: float = 0.0
    source: ChoiceSource = "search"
    engine: str = ""
    """The canonical SPEC of the engine that answered."""
    warnings: tuple[str, ...] = ()
    """What failed beside the answer, as a position database that could not be read or written."""

    def to_json(self) -> dict[str, object]:
        """The choice as commands and pages print it: times in milliseconds, columns as text."""
        return {
            "column": self.column,
            "score": self.score,
            "score_kind": self.score_kind,
            "columns": {
                str(column): {"score": score.value, "score_kind": score.kind}
                for column, score in self.columns.items()
            },
            "tallies": {
                str(column): {"wins": tally.wins, "draws": tally.draws, "losses": tally.losses}
                for column, tally in self.tallies.items()
            },
            "proven": {str(column): outcome for column, outcome in self.proven.items()},
            "line": self.line,
            "depth": self.depth,
            "nodes": self.nodes,
            "playouts": self.playouts,
            "simulations": self.simulations,
            "elapsed_ms": self.elapsed_s * 1000,
            "source": self.source,
            "engine": self.engine,
            "warnings": list(self.warnings),
        }
