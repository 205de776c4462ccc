"""Reading and writing positions as text.

A *position text* is one line: the digits of the columns played, or six rows from the top joined by
`/` and the sign to move. A *picture* is six lines. A *grid* is a sequence of six rows of seven
signs. A *robot board* is the mapping that the robot's camera sends. Reading gives either the
columns to play or checked bitboards; it never builds a position itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from viergewinnt.errors import NotationError
from viergewinnt.rules.robot_board import rows_from_robot_board
from viergewinnt.rules.setup import COLUMNS, ROWS, Bitboards, bitboards_from_rows
from viergewinnt.rules.signs import EMPTY, FIRST, HUMAN_ROBOT, SECOND

__all__ = ["Moves", "format_picture", "format_text", "quote", "read", "read_digits"]

MAX_CHARACTERS = 4096
_SEPARATORS = str.maketrans(dict.fromkeys("|[](){},;:'\"\u2502", " "))
_FOOTER = "1234567"
_FRAME = re.compile(r"[-+=_|\s]*[+=_][-+=_|\s]*|-{8,}")
_SIGN_TO_MOVE = re.compile(r"(?P<row>.*\S)\s+(?P<sign>\S)")
_NUMBERS = {0: EMPTY, 1: FIRST, 2: SECOND}


@dataclass(frozen=True, slots=True)
class Moves:
    """The columns that a text of digits names, not yet played."""

    columns: tuple[int, ...]


def read(source: object, to_move: str | None) -> Moves | Bitboards:
    """Reads any form of a position; `to_move` is the sign to move where the form leaves it open."""
    if isinstance(source, str):
        return _read_text(source, to_move)
    if isinstance(source, Mapping):
        rows = rows_from_robot_board(source)
        return bitboards_from_rows(rows, to_move, "the robot board", HUMAN_ROBOT)
    if isinstance(source, Iterable) and not isinstance(source, bytes | bytearray):
        return bitboards_from_rows(_rows_from_grid(source), to_move, "the grid")
    raise NotationError(
        f"a {type(source).__name__} is not a position: give a text, a picture, a grid of six"
        " rows of seven signs, or a robot board",
        code="not_a_position",
    )


def read_digits(text: str) -> Moves:
    """Reads the digits of the columns played."""
    for place, sign in enumerate(text, start=1):
        if sign not in "0123456789":
            raise NotationError(
                f"{sign!a} at place {place} of {quote(text)} is not a column; a game is written as"
                " the digits 1 to 7 of the columns played, a position as six rows joined by /",
                code="unknown_sign",
                sign=sign,
                place=place,
            )
    return Moves(tuple(map(int, text)))


def quote(text: str) -> str:
    """The text as messages show it: on one line and never longer than a board."""
    shown = text if len(text) <= 60 else f"{text[:57]}..."
    return ascii(shown)


def format_text(rows: Sequence[Sequence[str]], to_move: str) -> str:
    """The one-line text of rows from the top."""
    return f"{'/'.join(''.join(row) for row in rows)} {to_move}"


def format_picture(rows: Sequence[Sequence[str]]) -> str:
    """Six lines with spaces between the cells, and the column numbers below."""
    return "\n".join(" ".join(line) for line in (*rows, _FOOTER))


def _read_text(text: str, to_move: str | None) -> Moves | Bitboards:
    if len(text) > MAX_CHARACTERS:
        raise NotationError(
            f"a text of {len(text)} characters is not a position: the longest has {MAX_CHARACTERS}",
            code="too_long",
            characters=len(text),
        )
    stripped = text.strip()
    if "/" in stripped:
        return _read_rows_text(stripped, to_move)
    if "\n" not in stripped and "\r" not in stripped and not _looks_like_a_row(stripped):
        if to_move is not None:
            raise NotationError(
                f"the digits {quote(stripped)} already say who is to move; leave to_move out",
                code="bad_to_move",
                to_move=to_move,
            )
        return read_digits(stripped)
    rows = _rows_from_picture(stripped)
    return bitboards_from_rows(rows, to_move, f"the picture {quote(stripped)}")


def _looks_like_a_row(line: str) -> bool:
    signs = line.translate(_SEPARATORS).replace(" ", "")
    return bool(signs) and all(sign in "XO.-hr" for sign in signs)


def _read_rows_text(text: str, to_move: str | None) -> Bitboards:
    *upper, last = text.split("/")
    said = None
    match = _SIGN_TO_MOVE.fullmatch(last)
    # With spaces between the cells only an eighth sign can be the one to move.
    if match and (" " not in match["row"].strip() or len(_signs(match["row"])) >= COLUMNS):
        last, said = match["row"], match["sign"]
    if said is not None and to_move is not None and said != to_move:
        raise NotationError(
            f"{quote(text)} says that {said} is to move, to_move says {to_move!r}",
            code="bad_to_move",
            to_move=to_move,
        )
    rows = [_signs(row) for row in (*upper, last)]
    return bitboards_from_rows(rows, said if said is not None else to_move, quote(text))


def _rows_from_picture(picture: str) -> list[str]:
    lines = [line for line in map(str.strip, picture.splitlines()) if line]
    lines = [line for line in lines if not _FRAME.fullmatch(line)]
    if lines and _signs(lines[-1]) == _FOOTER:
        del lines[-1]
    if lines and _signs(lines[0]) == _FOOTER:
        del lines[0]
    rows = []
    for label, line in zip(range(len(lines), 0, -1), lines, strict=True):
        signs = _signs(line)
        for printed in {signs[:1], signs[-1:]} & set("123456789"):
            if len(lines) == ROWS and printed != str(label):
                raise NotationError(
                    f"the row labelled {printed} of the picture {quote(picture)} is row {label}:"
                    " rows are counted from the bottom",
                    code="bad_label",
                    row=label,
                )
        rows.append(signs.removeprefix(str(label)).removesuffix(str(label)))
    return rows


def _signs(line: str) -> str:
    return "".join(line.translate(_SEPARATORS).split())


def _rows_from_grid(grid: Iterable[object]) -> list[list[str]]:
    rows = []
    for row in _at_most(grid, ROWS):
        if not isinstance(row, Iterable):
            raise NotationError(
                f"a row of the grid is {quote(repr(row))}; a grid is six rows of seven signs",
                code="not_a_position",
            )
        rows.append([_sign_of(cell) for cell in _at_most(row, COLUMNS)])
    return rows


def _at_most(items: Iterable[object], size: int) -> list[object]:
    """The items, one more than `size` at most: enough to see that there are too many."""
    return [item for item, _ in zip(items, range(size + 1), strict=False)]


def _sign_of(cell: object) -> str:
    if isinstance(cell, str):
        return cell
    if cell is None:
        return EMPTY
    try:
        sign = _NUMBERS.get(cell)  # type: ignore[call-overload]
    except TypeError:  # not hashable
        sign = None
    return sign if sign is not None and not isinstance(cell, bool) else quote(repr(cell))
