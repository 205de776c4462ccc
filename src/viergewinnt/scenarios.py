"""The scenario boards: what an engine should see from each of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

__all__ = ["Scenario", "Sign", "Task", "load_scenarios"]

Sign: TypeAlias = Literal["X", "O"]
Task: TypeAlias = Literal["win", "stop", "only winning move"]


@dataclass(frozen=True)
class Scenario:
    """A board with a task for the side to move, and the columns that are right answers."""

    id: str
    task: Task
    sight: int | None
    """Stones ahead, the first one included, that must be seen; None: only for a perfect engine."""
    to_move: Sign
    began: Sign
    """The sign of the side that played the first stone."""
    rows: tuple[str, ...]
    """Six rows of `X`, `O` and `.`, the top row first."""
    right: tuple[int, ...]
    note: str = ""


@cache
def load_scenarios() -> tuple[Scenario, ...]:
    """Return the boards that come with the package, in their order."""
    text = (files("viergewinnt") / "data" / "scenarios.json").read_text(encoding="utf-8")
    return tuple(
        Scenario(**{**entry, "rows": tuple(entry["rows"]), "right": tuple(entry["right"])})
        for entry in json.loads(text)
    )
