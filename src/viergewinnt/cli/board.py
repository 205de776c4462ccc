"""A position on the terminal, in colour where the terminal has it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rich.text import Text

from viergewinnt.rules.signs import FIRST, SECOND

if TYPE_CHECKING:
    from rich.console import Console

    from viergewinnt.rules.position import Position, Side

__all__ = ["STYLES", "print_board", "sign_of"]

STYLES = {FIRST: "bold red", SECOND: "bold yellow"}


def sign_of(side: Side) -> str:
    """The sign of a side's stones in pictures."""
    return FIRST if side == "first" else SECOND


def print_board(console: Console, position: Position) -> None:
    """Prints the picture; colours only repeat what the signs say, a winning four is inverse."""
    picture = Text(str(position))
    for sign, style in STYLES.items():
        picture.highlight_words([sign], style)
    width = len("1 2 3 4 5 6 7\n")
    for column, row in position.winning_cells:
        place = (6 - row) * width + 2 * (column - 1)
        picture.stylize("reverse", place, place + 1)
    console.print(picture, soft_wrap=True)
