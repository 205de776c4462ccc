"""The board as the robot's camera sends it: `{"Column1": {"Row1": "h", …, "Row6": "0"}, …}`."""

from __future__ import annotations

from collections.abc import Mapping

from viergewinnt.errors import NotationError
from viergewinnt.rules.setup import COLUMNS, ROWS
from viergewinnt.rules.signs import HUMAN_ROBOT

__all__ = ["rows_from_robot_board"]

_COLUMN_NAMES = tuple(f"Column{column}" for column in range(1, COLUMNS + 1))
_ROW_NAMES = tuple(f"Row{row}" for row in range(1, ROWS + 1))


def rows_from_robot_board(board: Mapping[object, object]) -> list[list[str]]:
    """The rows from the top, every cell present and one of `h`, `r` and `0`."""
    _check_keys(board, _COLUMN_NAMES, "the board")
    columns = []
    for column, column_name in enumerate(_COLUMN_NAMES, start=1):
        cells = board[column_name]
        if not isinstance(cells, Mapping):
            raise NotationError(
                f"{column_name} is {cells!r:.60}; it must hold the cells Row1 to Row{ROWS}",
                code="bad_cell",
                cells=tuple((column, row) for row in range(1, ROWS + 1)),
            )
        _check_keys(cells, _ROW_NAMES, column_name, column)
        columns.append([_cell(cells[name], column, row) for row, name in enumerate(_ROW_NAMES, 1)])
    return [[column[row] for column in columns] for row in reversed(range(ROWS))]


def _check_keys(
    found: Mapping[object, object], wanted: tuple[str, ...], where: str, column: int | None = None
) -> None:
    for key in found:
        if key not in wanted:
            raise NotationError(
                f"{where} has an unknown entry {key!r:.60};"
                f" it has {wanted[0]} to {wanted[-1]} only",
                code="unknown_key",
                key=str(key),
            )
    for number, name in enumerate(wanted, start=1):
        if name not in found:
            rows = range(1, ROWS + 1) if column is None else (number,)
            raise NotationError(
                f"{name} is missing in {where}; it has {wanted[0]} to {wanted[-1]}",
                code="missing_cell",
                cells=tuple((column or number, row) for row in rows),
            )


def _cell(value: object, column: int, row: int) -> str:
    if not isinstance(value, str) or value not in HUMAN_ROBOT.meaning:
        raise NotationError(
            f'Column{column}, Row{row} is {value!r:.60}; allowed are "h" (human), "r" (robot) and'
            ' "0" (empty)',
            code="bad_cell",
            cells=((column, row),),
        )
    return value
