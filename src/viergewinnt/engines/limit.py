"""How much an engine may spend on one choice."""

from __future__ import annotations

import math
from dataclasses import dataclass

from viergewinnt.errors import OptionError

__all__ = ["NO_LIMIT", "Limit"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Limit:
    """Bounds for one choice, each optional; they only ever lower what the engine's options say.

    >>> Limit(time_s=0.5, nodes=10_000).depth is None
    True
    """

    time_s: float | None = None
    """Seconds from the call to the answer."""
    depth: int | None = None
    """Stones ahead."""
    nodes: int | None = None
    """Positions reached by a stone in a search."""
    playouts: int | None = None
    """Games played out at random, in all."""

    def __post_init__(self) -> None:
        if self.time_s is not None and not (
            _is_number(self.time_s) and math.isfinite(self.time_s) and self.time_s > 0
        ):
            raise OptionError(
                f"time_s is {self.time_s!r}; allowed are seconds greater than 0",
                code="bad_option",
                option="time_s",
                value=self.time_s,
            )
        for option in ("depth", "nodes", "playouts"):
            value = getattr(self, option)
            if value is not None and not (_is_whole(value) and value >= 1):
                raise OptionError(
                    f"{option} is {value!r}; allowed are whole numbers from 1",
                    code="bad_option",
                    option=option,
                    value=value,
                )

    def cap_depth(self, depth: int) -> int:
        """The lesser of an engine's depth and this limit."""
        return depth if self.depth is None else min(depth, self.depth)

    def cap_playouts(self, playouts: int) -> int:
        """The lesser of an engine's playouts and this limit."""
        return playouts if self.playouts is None else min(playouts, self.playouts)


NO_LIMIT = Limit()


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
