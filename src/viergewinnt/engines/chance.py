"""The engine that picks any open column."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.engines.choice import Choice
from viergewinnt.engines.engine import BaseEngine, EngineKind
from viergewinnt.engines.options import Options, Whole, option

if TYPE_CHECKING:
    from viergewinnt.engines.limit import Limit
    from viergewinnt.rules.position import Position

__all__ = ["RANDOM", "RandomEngine", "RandomOptions"]


@dataclass(frozen=True, kw_only=True)
class RandomOptions(Options):
    """The options of `random`."""

    seed: int | None = option(
        None, Whole(0, 2**63 - 1, optional=True), "repeats every choice; without it chance is fresh"
    )


class RandomEngine(BaseEngine[RandomOptions]):
    """Uniform over the open columns."""

    @property
    def sight(self) -> int | None:
        """None: it looks at nothing."""
        return None

    def _search(self, position: Position, limit: Limit, seed: int) -> Choice:  # noqa: ARG002
        return Choice(_native.random_column(position, seed), 0.0, "points")


RANDOM = EngineKind("any open column, each as likely", RandomOptions, RandomEngine, {})
