"""Where the parts are put together: engines by SPEC, with the position database behind them."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viergewinnt.engines.engine import Engine
    from viergewinnt.engines.memory import Memory

__all__ = ["engine", "open_database"]


def engine(spec: str, /, *, database: Memory | None = None, **options: object) -> Engine:
    """The engine of a name or SPEC, its options as text, as keywords, or some of each.

    With `memory="database"` it reads and fills `database` or, without one, the position database of
    this machine. Raises `OptionError`, which lists what is allowed, before anything is computed.

    >>> engine("alphabeta:depth=5,evaluation=windows", seed=1).spec
    'alphabeta:seed=1'
    """
    from viergewinnt.engines.engine import Parts
    from viergewinnt.engines.registry import build_engine

    open_memory = open_database if database is None else lambda: database
    return build_engine(spec, parts=Parts(open_memory), **options)


def open_database() -> Memory:
    """The position database of this machine."""
    from viergewinnt.memory import open_memory

    return open_memory()
