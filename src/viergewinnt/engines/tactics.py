"""What can be seen at once: wins in one, and columns that let the other side win in one."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from viergewinnt.rules.position import Position

__all__ = ["safe_columns", "threatened_columns", "winning_columns"]


def winning_columns(position: Position) -> tuple[int, ...]:
    """The columns that win at once for the side to move."""
    return tuple(
        column for column in position.legal_moves if position.play(column).winner is not None
    )


def safe_columns(position: Position) -> tuple[int, ...]:
    """The columns after which the other side cannot win at once."""
    return tuple(
        column for column in position.legal_moves if not winning_columns(position.play(column))
    )


def threatened_columns(position: Position) -> tuple[int, ...]:
    """The columns where the other side would win at once if it were to move now."""
    wins_after = {
        column: set(winning_columns(position.play(column))) for column in position.legal_moves
    }
    return tuple(
        column
        for column in position.legal_moves
        if any(column in wins for other, wins in wins_after.items() if other != column)
    )
