"""Tic-tac-toe, a second game for the generic search.

Moves are the cells 1-9, as on a telephone: 1 2 3 in the top row, 7 8 9 in the bottom row.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from viergewinnt.errors import IllegalMove

if TYPE_CHECKING:
    from viergewinnt.search.game import Move, Side

__all__ = ["TicTacToe"]

_LINES: Final = (
    *((1, 2, 3), (4, 5, 6), (7, 8, 9)),
    *((1, 4, 7), (2, 5, 8), (3, 6, 9)),
    *((1, 5, 9), (3, 5, 7)),
)


def _symmetries() -> tuple[tuple[int, ...], ...]:
    """Return the eight symmetries of the square: where each of the cells 1-9 goes."""

    def cell(row: int, column: int) -> int:
        return 3 * row + column + 1

    places = [(row, column) for row in range(3) for column in range(3)]
    maps = []
    for mirror in (False, True):
        for turns in range(4):
            goes_to = []
            for place in places:
                row, column = place
                if mirror:
                    column = 2 - column
                for _ in range(turns):
                    row, column = column, 2 - row
                goes_to.append(cell(row, column))
            maps.append(tuple(goes_to))
    return tuple(maps)


_IMAGES: Final = _symmetries()
# For each symmetry, where each cell comes from.
_ORIGINALS: Final = tuple(
    tuple(images.index(cell) + 1 for cell in range(1, 10)) for images in _IMAGES
)
# For each symmetry, the weight of a stone in the key: each cell is a digit to base 3.
_WEIGHTS: Final = tuple(tuple(3 ** (cell - 1) for cell in images) for images in _IMAGES)
_NO_STONES: Final = (0,) * len(_IMAGES)


@dataclass(frozen=True, slots=True)
class TicTacToe:
    """A position of tic-tac-toe; `TicTacToe()` is the start."""

    cells: tuple[Side | None, ...] = (None,) * 9
    winner: Side | None = None
    ply: int = 0
    # The stones of the side to move and of the other side as sums of weights, for each symmetry.
    _own: tuple[int, ...] = _NO_STONES
    _other: tuple[int, ...] = _NO_STONES

    @property
    def to_move(self) -> Side:
        """The side whose turn it is."""
        return "first" if self.ply % 2 == 0 else "second"

    @property
    def is_over(self) -> bool:
        """Whether there is a winner or all cells are taken."""
        return self.winner is not None or self.ply == 9

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The empty cells; none when the game is over."""
        if self.winner is not None:
            return ()
        return tuple(cell for cell, stone in enumerate(self.cells, start=1) if stone is None)

    @property
    def plies_left(self) -> int:
        """The number of empty cells."""
        return 9 - self.ply

    @property
    def keys(self) -> tuple[int, ...]:
        """The position and its images as numbers to base 3: 1 own stone, 2 the other side's."""
        return tuple(own + 2 * other for own, other in zip(self._own, self._other, strict=True))

    def play(self, move: Move) -> TicTacToe:
        """Put a stone into an empty cell."""
        if not 1 <= move <= 9:
            message = f"there is no cell {move}: cells are 1 to 9"
            raise IllegalMove(message, code="no_such_cell", cell=move)
        if self.is_over:
            message = f"cannot play {move}: the game is over"
            raise IllegalMove(message, code="game_over", cell=move)
        if self.cells[move - 1] is not None:
            message = f"cannot play {move}: the cell is taken"
            raise IllegalMove(message, code="cell_taken", cell=move)
        mover = self.to_move
        cells = (*self.cells[: move - 1], mover, *self.cells[move:])
        won = any(move in line and all(cells[c - 1] == mover for c in line) for line in _LINES)
        stones = tuple(
            own + weights[move - 1] for own, weights in zip(self._own, _WEIGHTS, strict=True)
        )
        return TicTacToe(cells, mover if won else None, self.ply + 1, self._other, stones)

    def image(self, symmetry: int) -> TicTacToe:
        """Return the position turned or mirrored."""
        own, other = list(_NO_STONES), list(_NO_STONES)
        cells: list[Side | None] = [None] * 9
        for cell, stone in enumerate(self.cells, start=1):
            if stone is not None:
                goes_to = self.image_of_move(cell, symmetry)
                cells[goes_to - 1] = stone
                sums = own if stone == self.to_move else other
                for index, weights in enumerate(_WEIGHTS):
                    sums[index] += weights[goes_to - 1]
        return TicTacToe(tuple(cells), self.winner, self.ply, tuple(own), tuple(other))

    def image_of_move(self, move: Move, symmetry: int) -> Move:
        """Return the cell that `move` is in `image(symmetry)`."""
        return _IMAGES[symmetry][move - 1]

    def move_of_image(self, move: Move, symmetry: int) -> Move:
        """Return the cell here of a move in `image(symmetry)`."""
        return _ORIGINALS[symmetry][move - 1]

    def __str__(self) -> str:
        signs = {"first": "X", "second": "O", None: "."}
        rows = (self.cells[start : start + 3] for start in (0, 3, 6))
        return "\n".join(" ".join(signs[stone] for stone in row) for row in rows)
