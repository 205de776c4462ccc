"""The scenario boards: what an engine should see from each of them."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from viergewinnt.rules.position import Position
from viergewinnt.rules.setup import COLUMNS, ROWS

__all__ = ["Scenario", "Sign", "Task", "load_scenarios"]

Sign: TypeAlias = Literal["X", "O"]
Task: TypeAlias = Literal["win", "stop", "only winning move", "keep"]
"""`keep` asks for a column that keeps the value of the position, where some columns lose it."""


@dataclass(frozen=True)
class Scenario:
    """A board with a task for the side to move, and the columns that are right answers."""

    id: str
    task: Task
    sight: int | None
    """Stones ahead, the first one included, that must be seen; None: to the end of the game."""
    to_move: Sign
    began: Sign
    """The sign of the side that played the first stone."""
    rows: tuple[str, ...]
    """Six rows of `X`, `O` and `.`, the top row first."""
    right: tuple[int, ...]
    note: str = ""

    @property
    def position(self) -> Position:
        """The board as a position."""
        return Position.parse(f"{'/'.join(self.rows)} {self.to_move}")

    @classmethod
    def of(
        cls,
        id: str,  # noqa: A002 - the name of the field
        position: Position,
        task: Task,
        sight: int | None,
        right: tuple[int, ...],
        note: str = "",
    ) -> Scenario:
        """The scenario of a position, its first player drawn as `X`."""
        return cls(
            id,
            task,
            sight,
            to_move="X" if position.to_move == "first" else "O",
            began="X",
            rows=tuple("".join(row) for row in position.grid()),
            right=right,
            note=note,
        )

    @property
    def needed_sight(self) -> int:
        """Stones ahead that must be seen, those left on the board where it is to the end."""
        return COLUMNS * ROWS - self.position.ply if self.sight is None else self.sight

    def is_covered_by(self, sight: int | None) -> bool | None:
        """Whether a sight covers the board; None for an engine that claims none."""
        return None if sight is None else sight >= self.needed_sight


@cache
def load_scenarios() -> tuple[Scenario, ...]:
    """Return the boards that come with the package, in their order."""
    text = (files("viergewinnt") / "data" / "scenarios.json").read_text(encoding="utf-8")
    return tuple(
        Scenario(**{**entry, "rows": tuple(entry["rows"]), "right": tuple(entry["right"])})
        for entry in json.loads(text)
    )
