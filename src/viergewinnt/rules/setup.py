"""From signs on a board to checked bitboards, naming every way in which stones are impossible."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viergewinnt import _native
from viergewinnt.errors import ErrorCode, ImpossiblePosition, NotationError
from viergewinnt.rules.signs import EMPTY, KNOWN_SIGNS, Family, family_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from viergewinnt.rules.position import Cell

__all__ = ["COLUMNS", "ROWS", "Bitboards", "bitboards_from_rows"]

COLUMNS, ROWS = 7, 6
_COLUMN_BITS = ROWS + 1

Bitboards = tuple[int, int]  # the stones of the side to move, all stones


def bitboards_from_rows(
    rows: Sequence[Sequence[str]], to_move: str | None, quoted: str, family: Family | None = None
) -> Bitboards:
    """Reads rows of signs, the top row first, and checks them.

    `to_move` is the sign of the side to move; without it the side with fewer stones moves, and
    on equal counts the one the family names. `quoted` is how messages show the input.
    """
    _check_size(rows, quoted)
    _check_signs(rows, quoted)
    family = family or family_of({sign for row in rows for sign in row}, quoted)
    stones: dict[str, list[Cell]] = {sign: [] for sign in (*family.stones, EMPTY)}
    for row, signs in zip(range(ROWS, 0, -1), rows, strict=True):
        for column, sign in enumerate(signs, start=1):
            stones[family.meaning[sign]].append((column, row))
    _check_floating(stones, family, quoted)
    mover, waiting = _sides(stones, family, to_move, quoted)
    own, other = _bits(stones[mover]), _bits(stones[waiting])
    _check_winners(own, other, mover, waiting, quoted)
    return own, own | other


def bitboards_from_key(key: int) -> Bitboards:
    """The bitboards of an exact key."""
    decoded = _native.decode_key(key) if 0 <= key < 1 << (COLUMNS * _COLUMN_BITS) else None
    if decoded is None:
        raise NotationError(
            f"{key} is not the key of a position: a key is a whole number below 2**49"
            " that holds at most six stones in each of seven columns",
            code="bad_key",
            key=key,
        )
    own, everything = decoded
    quoted = f"the key {key}"
    own_count, other_count = own.bit_count(), (own ^ everything).bit_count()
    if not 0 <= other_count - own_count <= 1:
        raise _wrong_counts(own_count, other_count, quoted)
    _check_winners(own, own ^ everything, "the side to move", "the other side", quoted)
    return own, everything


def _check_size(rows: Sequence[Sequence[str]], quoted: str) -> None:
    if len(rows) != ROWS:
        raise NotationError(
            f"{quoted} has {_counted(len(rows), 'row')};"
            f" a board has {ROWS} rows of {COLUMNS} cells",
            code="wrong_size",
            rows=len(rows),
        )
    for row, signs in zip(range(ROWS, 0, -1), rows, strict=True):
        if len(signs) != COLUMNS:
            raise NotationError(
                f"row {row} of {quoted} has {_counted(len(signs), 'cell')}; a row has {COLUMNS}"
                " (rows are counted from the bottom)",
                code="wrong_size",
                row=row,
                cells=len(signs),
            )


def _check_signs(rows: Sequence[Sequence[str]], quoted: str) -> None:
    for row, signs in zip(range(ROWS, 0, -1), rows, strict=True):
        for column, sign in enumerate(signs, start=1):
            if sign not in KNOWN_SIGNS:
                raise NotationError(
                    f"unknown sign {sign!r} in column {column}, row {row} of {quoted};"
                    " allowed are X, O and . or - for an empty cell,"
                    " or h, r and 0 for an empty cell",
                    code="unknown_sign",
                    sign=sign,
                    cells=((column, row),),
                )


def _check_floating(stones: dict[str, list[Cell]], family: Family, quoted: str) -> None:
    empty = set(stones[EMPTY])
    floating = sorted(
        (column, row)
        for sign in family.stones
        for column, row in stones[sign]
        if (column, row - 1) in empty
    )
    if floating:
        places = ", ".join(f"column {column}, row {row}" for column, row in floating)
        raise _impossible(
            f"nothing is under the stone in {places} of {quoted}", "floating_stone", floating
        )


def _sides(
    stones: dict[str, list[Cell]], family: Family, to_move: str | None, quoted: str
) -> tuple[str, str]:
    counts = {sign: len(stones[sign]) for sign in family.stones}
    if to_move is not None:
        mover = family.meaning.get(to_move, EMPTY)
        if mover == EMPTY:
            raise NotationError(
                f"{to_move!r} cannot be to move in {quoted}; allowed are"
                f" {family.stones[0]} and {family.stones[1]}",
                code="bad_to_move",
                to_move=to_move,
            )
    elif counts[family.stones[0]] == counts[family.stones[1]]:
        mover = family.on_equal
    else:
        mover = min(family.stones, key=counts.__getitem__)
    waiting = family.stones[1] if mover == family.stones[0] else family.stones[0]
    if not 0 <= counts[waiting] - counts[mover] <= 1:
        raise _wrong_counts(counts[mover], counts[waiting], quoted, mover, waiting)
    return mover, waiting


def _check_winners(own: int, other: int, mover: str, waiting: str, quoted: str) -> None:
    defect = _native.find_defect(own, own | other)
    if defect is None:
        return
    own_cells, other_cells = _native.cells_of_fours(own), _native.cells_of_fours(other)
    if defect == "two_winners":
        raise _impossible(
            f"{mover} and {waiting} both have four in a row in {quoted}",
            "two_winners",
            sorted(own_cells + other_cells),
        )
    if defect == "winner_not_last":
        raise _impossible(
            f"{mover} has four in a row in {quoted} but is to move: only the side that moved last"
            " can have won; say which side is to move if it is the other one",
            "winner_not_last",
            own_cells,
        )
    if defect == "play_after_win":
        raise _impossible(
            f"{waiting} has four in a row in {quoted} that its last stone did not complete:"
            " play went on after the win",
            "play_after_win",
            other_cells,
        )
    raise AssertionError(f"unexpected defect {defect}")


def _wrong_counts(
    own: int, other: int, quoted: str, mover: str = "the side to move", waiting: str = "the other"
) -> ImpossiblePosition:
    return ImpossiblePosition(
        f"{quoted} has {_counted(own, 'stone')} of {mover} and {other} of {waiting}, with {mover}"
        " to move; the side to move has as many as the other or one fewer",
        code="count_mismatch",
        own=own,
        other=other,
        cells=(),
    )


def _impossible(message: str, code: ErrorCode, cells: Sequence[Cell]) -> ImpossiblePosition:
    return ImpossiblePosition(message, code=code, cells=tuple(cells))


def _bits(cells: Sequence[Cell]) -> int:
    return sum(1 << ((column - 1) * _COLUMN_BITS + row - 1) for column, row in cells)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
