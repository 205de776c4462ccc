"""Pure Monte Carlo: the column whose random playouts end best."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.choice import Choice, Score, Tally
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.limit import NO_LIMIT
from viergewinnt.engines.memory import Wanted
from viergewinnt.engines.options import OneOf, Options, Switch, Whole, option
from viergewinnt.engines.spec import format_spec
from viergewinnt.engines.tactics import safe_columns, winning_columns

if TYPE_CHECKING:
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Position

__all__ = ["MONTECARLO", "MonteCarloEngine", "MonteCarloOptions"]


@dataclass(frozen=True, kw_only=True)
class MonteCarloOptions(Options):
    """The options of `montecarlo`."""

    playouts: int = option(200, Whole(1, 100_000_000), "random games for each open column")
    stop_first: bool = option(
        True, Switch(), "a column that lets the other side win at once only if there is no other"
    )
    memory: str = option("none", OneOf(("none", "database")), "nothing, or the position database")
    threads: int = option(1, Whole(1, 1024), "threads that play out")
    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class MonteCarloEngine(BaseEngine[MonteCarloOptions]):
    """Plays out every column; takes a win at once and, by rule, lets none happen."""

    @property
    def sight(self) -> int | None:
        """Its win at once and, with `stop_first`, the other side's."""
        return 2 if self._options.stop_first else 1

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:
        options = self._options
        found = _native.play_out_columns(
            position,
            options.playouts,
            seed,
            threads=options.threads,
            stop=self._stop_flag,
            time_s=limit.time_s,
            max_playouts=limit.playouts,
        )
        tallies = {column: Tally(*ends) for column, ends in found.columns.items()}
        wins = winning_columns(position)
        allowed = wins or (options.stop_first and safe_columns(position)) or position.legal_moves
        top = max(tallies[column].share() for column in allowed)
        best = [column for column in allowed if tallies[column].share() == top]
        column = _native.pick_column(position, best, seed=seed)
        return Choice(
            column,
            top,
            "share",
            columns={place: Score(tally.share(), "share") for place, tally in tallies.items()},
            tallies=tallies,
            proven=dict.fromkeys(wins, "win"),
            playouts=found.playouts,
        )

    def wanted(self, position: Position, limit: Limit = NO_LIMIT) -> Wanted:
        """See `BaseEngine`; playouts are counted over all columns."""
        options = self._options
        rule = {"stop_first": options.stop_first}
        return Wanted(
            engine=format_spec("montecarlo", {"playouts": options.playouts, **rule}),
            evaluation=format_spec("montecarlo", rule),
            playouts=limit.cap_playouts(options.playouts * len(position.legal_moves)),
        )


MONTECARLO = EngineKind(
    "plays every column out at random and takes the one that ends best",
    MonteCarloOptions,
    MonteCarloEngine,
    {},
)
