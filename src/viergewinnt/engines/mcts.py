"""Monte Carlo tree search (UCT) with proven results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.choice import Choice, Score
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.limit import NO_LIMIT
from viergewinnt.engines.memory import Wanted
from viergewinnt.engines.options import Number, OneOf, Options, Switch, Whole, option
from viergewinnt.engines.spec import format_spec
from viergewinnt.rules.setup import COLUMNS

if TYPE_CHECKING:
    from datetime import datetime

    from viergewinnt.engines.engine import Parts
    from viergewinnt.engines.limit import Limit
    from viergewinnt.engines.memory import Row
    from viergewinnt.rules.position import Position

__all__ = ["MCTS", "MctsEngine", "MctsOptions"]


@dataclass(frozen=True, kw_only=True)
class MctsOptions(Options):
    """The options of `mcts`."""

    simulations: int = option(
        10_000, Whole(1, 1_000_000_000), "ways down the tree, each ending in playouts"
    )
    playouts: int = option(1, Whole(1, 10_000), "random games at the end of each simulation")
    exploration: float = option(
        1.0, Number(0, 100), "how much columns tried seldom are preferred; the constant of UCT"
    )
    reuse: bool = option(
        False, Switch(), "go on with the tree of the last choice when the position is in it"
    )
    memory_mb: int = option(256, Whole(1, 1 << 20), "the most memory the tree may take, in MiB")
    memory: str = option("none", OneOf(("none", "database")), "nothing, or the position database")
    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class MctsEngine(BaseEngine[MctsOptions]):
    """A tree search; each simulation adds at most one node for every column."""

    def __init__(self, name: str, options: MctsOptions, spec: str, parts: Parts) -> None:
        super().__init__(name, options, spec, parts)
        self._tree = _native.Mcts(
            exploration=options.exploration, playouts=options.playouts, memory_mb=options.memory_mb
        )

    @property
    def sight(self) -> int | None:
        """None: what it sees depends on where it looks."""
        return None

    def reset(self) -> None:
        """Drops the tree."""
        self._tree.forget()

    def _simulations(self, limit: Limit) -> int:
        most = self._options.simulations
        if limit.nodes is not None:
            most = min(most, max(1, limit.nodes // COLUMNS - 1))  # each may open all columns
        if limit.playouts is not None:
            most = min(most, max(1, limit.playouts // self._options.playouts))
        return most

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        found = self._tree.search(
            position,
            simulations=self._simulations(limit),
            time_s=limit.time_s,
            seed=seed,
            reuse=self._options.reuse,
            stop=self._stop_flag,
            playouts=limit.playouts,
        )
        return Choice(
            found.column,
            found.columns[found.column].share,
            "share",
            columns={c: Score(its.share, "share") for c, its in found.columns.items()},
            proven={
                column: its.proven
                for column, its in found.columns.items()
                if its.proven is not None
            },
            line="".join(map(str, found.line)),
            nodes=found.nodes,
            playouts=found.playouts,
            simulations=found.simulations,
        )

    def row(self, position: Position, choice: Choice, *, at: datetime) -> Row | None:
        """See `Engine`. A row counts the playouts that its simulations stand for: those that end on
        a finished game need none, and what is proven needs no more of them.
        """
        row = super().row(position, choice, at=at)
        if row is None:
            return None
        effort = choice.simulations * self._options.playouts
        if choice.column in choice.proven:
            effort = max(effort, self._simulations(NO_LIMIT) * self._options.playouts)
        return replace(row, playouts=effort)

    def _is_worth_keeping(self, choice: Choice) -> bool:
        return choice.simulations > 0 or choice.column in choice.proven

    def wanted(self, position: Position, limit: Limit = NO_LIMIT) -> Wanted:  # noqa: ARG002
        """See `BaseEngine`."""
        options = self._options
        settings = {"playouts": options.playouts, "exploration": options.exploration}
        return Wanted(
            engine=format_spec("mcts", {"simulations": options.simulations, **settings}),
            evaluation=format_spec("mcts", settings),
            playouts=self._simulations(limit) * options.playouts,
        )


MCTS = EngineKind(
    "grows a tree where random games go well, and proves what it can", MctsOptions, MctsEngine, {}
)
