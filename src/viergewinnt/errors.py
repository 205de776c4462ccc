"""Everything that can be refused, as one tree.

VierGewinntError
├── NotationError        a text, picture, grid, board or key that cannot be read
├── ImpossiblePosition   stones that no position of the game can show
├── IllegalMove          a move that the rules forbid
├── HistoryError         an undo, redo or jump to where the game has never been
└── OptionError          an argument or option outside what is allowed

All are also `ValueError`. Each carries a stable `code` out of `ErrorCode`, a message that quotes
the input and says what is allowed, and its facts as `data`. They pickle, so that they cross
processes.
"""

from __future__ import annotations

from typing import Literal

__all__ = [
    "ErrorCode",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "NotationError",
    "OptionError",
    "VierGewinntError",
]

ErrorCode = Literal[
    # NotationError
    "bad_cell",
    "bad_key",
    "bad_label",
    "bad_to_move",
    "missing_cell",
    "mixed_signs",
    "not_a_position",
    "too_long",
    "unknown_key",
    "unknown_sign",
    "wrong_size",
    # ImpossiblePosition
    "count_mismatch",
    "floating_stone",
    "play_after_win",
    "two_winners",
    "winner_not_last",
    # IllegalMove
    "cell_taken",
    "column_full",
    "game_over",
    "no_such_cell",
    "no_such_column",
    # HistoryError
    "no_such_ply",
    "nothing_to_redo",
    "nothing_to_undo",
    # OptionError
    "bad_option",
]


class VierGewinntError(Exception):
    """Base of all errors of this package."""

    def __init__(self, message: str, *, code: ErrorCode, **data: object) -> None:
        super().__init__(message)
        self.code: ErrorCode = code
        self.data = data

    def __reduce__(self) -> tuple[object, ...]:
        return _rebuild, (type(self), str(self), self.code, self.data)


def _rebuild(
    error: type[VierGewinntError], message: str, code: ErrorCode, data: dict[str, object]
) -> VierGewinntError:
    return error(message, code=code, **data)


class NotationError(VierGewinntError, ValueError):
    """A text, picture, grid, board or key that cannot be read as a position."""


class ImpossiblePosition(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """Stones that no position of the game can show; `data["cells"]` names the cells at fault."""


class IllegalMove(VierGewinntError, ValueError):  # noqa: N818 - the name says it
    """A move that the rules forbid; the position it was tried in is unchanged."""


class HistoryError(VierGewinntError, ValueError):
    """An undo, redo or jump to where the game has never been; the game is unchanged."""


class OptionError(VierGewinntError, ValueError):
    """An argument or option outside what is allowed."""


def illegal_move(code: ErrorCode, column: object, position: str) -> IllegalMove:
    """The refusal that the native rules raise for one move."""
    reasons: dict[ErrorCode, str] = {
        "column_full": f"column {column} is full",
        "game_over": "the game is over",
        "no_such_column": f"there is no column {column!r}: columns are 1 to 7",
    }
    message = f"cannot play {column!r} in {position}: {reasons[code]}"
    return IllegalMove(message, code=code, column=column, position=position)
