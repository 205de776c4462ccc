"""The board as a small SVG drawing, for notebooks."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viergewinnt.rules.signs import EMPTY, FIRST

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

__all__ = ["draw_board"]

_CELL = 40  # pixels a side
_COLOURS = {True: "#d7263d", False: "#f6c945"}


def draw_board(rows: Sequence[Sequence[str]], marked: Collection[tuple[int, int]]) -> str:
    """Draws rows from the top; `marked` cells, as (column, row), get a ring.

    The sides differ by mark as well as by colour: the first player's stones carry a dot.
    """
    width, height = len(rows[0]) * _CELL, len(rows) * _CELL
    parts = [
        (
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height + _CELL // 2}"'
            f' width="{width}" role="img" aria-label="Connect Four position">'
        ),
        f'<rect width="{width}" height="{height}" rx="6" fill="#1d4e89"/>',
    ]
    for line, signs in enumerate(rows):
        for place, sign in enumerate(signs):
            parts += _draw_cell(place, line, sign, (place + 1, len(rows) - line) in marked)
    for place in range(len(rows[0])):
        parts.append(
            f'<text x="{(place + 0.5) * _CELL:g}" y="{height + _CELL * 0.4:g}" font-size="14"'
            f' text-anchor="middle" fill="currentColor">{place + 1}</text>'
        )
    parts.append("</svg>")
    return "".join(parts)


def _draw_cell(place: int, line: int, sign: str, marked: bool) -> list[str]:
    centre = f'cx="{(place + 0.5) * _CELL:g}" cy="{(line + 0.5) * _CELL:g}"'
    if sign == EMPTY:
        return [f'<circle {centre} r="16" fill="#ffffff"/>']
    drawn = [f'<circle {centre} r="16" fill="{_COLOURS[sign == FIRST]}"/>']
    if sign == FIRST:
        drawn.append(f'<circle {centre} r="5" fill="#ffffff"/>')
    if marked:
        drawn.append(f'<circle {centre} r="13" fill="none" stroke="#111111" stroke-width="4"/>')
    return drawn
