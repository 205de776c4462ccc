"""Connect Four on a board of any size with any run length: the rules written out plainly.

Slow and independent of the native core on purpose: the core is tested against this module.
Columns and rows are counted from 1, rows from the bottom.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from viergewinnt.errors import IllegalMove, ImpossiblePosition, NotationError, OptionError
from viergewinnt.search.game import Move, Side, opponent

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

__all__ = ["STANDARD", "Board", "Cell", "ConnectPosition"]

Cell = tuple[int, int]
"""Column and row."""

_DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))  # up, right, right and up, right and down
_SIGNS: dict[str, Side] = {"X": "first", "O": "second"}


@dataclass(frozen=True)
class Board:
    """The empty board: its size and how many stones in a row win."""

    columns: int = 7
    rows: int = 6
    run: int = 4

    def __post_init__(self) -> None:
        for name in ("columns", "rows", "run"):
            value = getattr(self, name)
            if value < 1:
                message = f"{name} is {value}: a board has at least one of each"
                raise OptionError(message, code="bad_option", option=name, value=value)

    @property
    def cells(self) -> int:
        """The number of cells, and so the length of the longest game."""
        return self.columns * self.rows

    def __contains__(self, cell: Cell) -> bool:
        """Say whether `cell` lies on the board."""
        column, row = cell
        return 1 <= column <= self.columns and 1 <= row <= self.rows

    @cached_property
    def windows(self) -> tuple[tuple[Cell, ...], ...]:
        """All lines of `run` cells."""
        lines = []
        for column in range(1, self.columns + 1):
            for row in range(1, self.rows + 1):
                for right, up in _DIRECTIONS:
                    line = tuple((column + right * i, row + up * i) for i in range(self.run))
                    if line[-1] in self:
                        lines.append(line)
        return tuple(dict.fromkeys(lines))

    def code(self, cell: Cell) -> int:
        """Return the bit of a cell in keys: one group a column, with a spare bit above its top."""
        column, row = cell
        return 1 << ((column - 1) * (self.rows + 1) + row - 1)

    def codes(self, cell: Cell) -> tuple[int, int]:
        """Return the bits of a cell and of its mirror image."""
        column, row = cell
        return self.code(cell), self.code((self.columns + 1 - column, row))


STANDARD = Board()


@dataclass(frozen=True, slots=True)
class ConnectPosition:
    """A position on such a board.

    Made by `start`, `from_moves`, `from_grid` and `play`, which keep its fields consistent.
    """

    board: Board
    columns: tuple[tuple[Side, ...], ...]
    """The stones of each column from the bottom."""
    ply: int
    to_move: Side
    winner: Side | None
    keys: tuple[int, int]
    """Exact keys of the position and of its mirror image, see `key`."""
    _all: tuple[int, int]
    """All stones as bits, and all stones of the mirror image."""

    @classmethod
    def start(cls, board: Board = STANDARD) -> ConnectPosition:
        """Return the empty board with `first` to move."""
        return cls(board, ((),) * board.columns, 0, "first", None, (0, 0), (0, 0))

    @classmethod
    def from_moves(cls, moves: str | Sequence[Move], board: Board = STANDARD) -> ConnectPosition:
        """Play `moves` from the start: a sequence of columns, or a text of one digit each."""
        position = cls.start(board)
        for move in moves:
            if isinstance(move, str) and not (move.isascii() and move.isdigit()):
                message = f"{moves!r} contains {move!r}: moves are the digits of the columns played"
                raise NotationError(message, code="not_a_position", text=moves)
            position = position.play(int(move))
        return position

    @classmethod
    def from_grid(
        cls, grid: Sequence[str], to_move: Side, board: Board = STANDARD
    ) -> ConnectPosition:
        """Set up stones from rows of `X` (first), `O` (second) and `.`, the top row first.

        How many stones each side has is not checked: such positions are legal input for engines.
        Raises `NotationError` for a wrong size or sign, `ImpossiblePosition` for a floating stone
        and for runs of both sides, or of the side to move.
        """
        if len(grid) != board.rows or any(len(row) != board.columns for row in grid):
            message = f"the grid must have {board.rows} rows of {board.columns} signs: {grid!r}"
            raise NotationError(message, code="wrong_size", grid=tuple(grid))
        columns: list[list[Side]] = [[] for _ in range(board.columns)]
        for row, signs in enumerate(reversed(grid), start=1):
            for column, sign in enumerate(signs, start=1):
                if sign == ".":
                    continue
                if sign not in _SIGNS:
                    message = f"{sign!r} in column {column}, row {row}: allowed are 'X', 'O', '.'"
                    raise NotationError(message, code="unknown_sign", cell=(column, row))
                if len(columns[column - 1]) != row - 1:
                    message = f"the stone in column {column}, row {row} has nothing below it"
                    raise ImpossiblePosition(message, code="floating_stone", cells=((column, row),))
                columns[column - 1].append(_SIGNS[sign])

        own, stones = [0, 0], [0, 0]
        for column, sides in enumerate(columns, start=1):
            for row, side in enumerate(sides, start=1):
                for image, code in enumerate(board.codes((column, row))):
                    stones[image] += code
                    own[image] += code if side == to_move else 0
        position = cls(
            board=board,
            columns=tuple(tuple(sides) for sides in columns),
            ply=sum(map(len, columns)),
            to_move=to_move,
            winner=None,
            keys=(own[0] + stones[0], own[1] + stones[1]),
            _all=(stones[0], stones[1]),
        )
        return position._with_winner_found()

    @property
    def key(self) -> int:
        """An exact key, relative to the side to move.

        The stones of the side to move as bits plus all stones as bits; within a column the sum
        tells the height too, for it lies between 2^height - 1 and 2^(height+1) - 2.
        """
        return self.keys[0]

    @property
    def is_draw(self) -> bool:
        """Whether the board is full without a winner."""
        return self.ply == self.board.cells and self.winner is None

    @property
    def is_over(self) -> bool:
        """Whether there is a winner or the board is full."""
        return self.winner is not None or self.ply == self.board.cells

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The columns with room, from 1; none when the game is over."""
        if self.winner is not None:
            return ()
        rows = self.board.rows
        return tuple(
            column for column, sides in enumerate(self.columns, start=1) if len(sides) < rows
        )

    @property
    def plies_left(self) -> int:
        """The number of empty cells."""
        return self.board.cells - self.ply

    @property
    def winning_cells(self) -> tuple[Cell, ...]:
        """The cells of all the winner's runs, in ascending order."""
        if self.winner is None:
            return ()
        cells: set[Cell] = set()
        for cell in self._cells_of(self.winner):
            for line in self._lines_through(cell):
                if len(line) >= self.board.run:
                    cells.update(line)
        return tuple(sorted(cells))

    def play(self, move: Move) -> ConnectPosition:
        """Drop a stone into a column, from 1; raise `IllegalMove` if the rules forbid it."""
        self._refuse_illegal(move)
        mover = self.to_move
        before = self.columns[move - 1]
        after = (*before, mover)
        all_before = self._all
        code, mirrored_code = self.board.codes((move, len(after)))
        all_after = (all_before[0] + code, all_before[1] + mirrored_code)
        # A key is own + all. Now the other side is to move, and it owns what the mover does not:
        # all_before - own, which is 2 * all_before - key.
        keys = (
            2 * all_before[0] - self.keys[0] + all_after[0],
            2 * all_before[1] - self.keys[1] + all_after[1],
        )
        columns = (*self.columns[: move - 1], after, *self.columns[move:])
        position = ConnectPosition(
            self.board, columns, self.ply + 1, opponent(mover), None, keys, all_after
        )
        # Only the side that has just moved can have won, and only through its new stone.
        if not position._has_run_through((move, len(after))):
            return position
        return position._won_by(mover)

    def stone(self, cell: Cell) -> Side | None:
        """Return whose stone lies in `cell`; None for an empty cell or one off the board."""
        column, row = cell
        if not 1 <= column <= len(self.columns):
            return None
        sides = self.columns[column - 1]
        return sides[row - 1] if 1 <= row <= len(sides) else None

    def mirrored(self) -> ConnectPosition:
        """Return the position with left and right swapped."""
        return ConnectPosition(
            self.board,
            self.columns[::-1],
            self.ply,
            self.to_move,
            self.winner,
            self.keys[::-1],
            self._all[::-1],
        )

    def image(self, symmetry: int) -> ConnectPosition:
        """Return the position itself (0) or its mirror image (1)."""
        return self.mirrored() if symmetry else self

    def image_of_move(self, move: Move, symmetry: int) -> Move:
        """Return the column that `move` is in `image(symmetry)`."""
        return self.board.columns + 1 - move if symmetry else move

    def move_of_image(self, move: Move, symmetry: int) -> Move:
        """Return the column here of a move in `image(symmetry)`; mirroring undoes itself."""
        return self.image_of_move(move, symmetry)

    def grid(self) -> tuple[str, ...]:
        """Return the rows from the top, with `X` for first, `O` for second and `.` for empty."""
        signs = {side: sign for sign, side in _SIGNS.items()}
        return tuple(
            "".join(signs[sides[row]] if row < len(sides) else "." for sides in self.columns)
            for row in reversed(range(self.board.rows))
        )

    def __str__(self) -> str:
        return "\n".join(" ".join(row) for row in self.grid())

    def _refuse_illegal(self, move: Move) -> None:
        if not 1 <= move <= self.board.columns:
            reason = f"there is no column {move}: columns are 1 to {self.board.columns}"
            raise IllegalMove(reason, code="no_such_column", column=move)
        if self.is_over:
            message = f"cannot play {move}: the game is over"
            raise IllegalMove(message, code="game_over", column=move)
        if len(self.columns[move - 1]) == self.board.rows:
            message = f"cannot play {move}: column {move} is full"
            raise IllegalMove(message, code="column_full", column=move)

    def _won_by(self, side: Side) -> ConnectPosition:
        return ConnectPosition(
            self.board, self.columns, self.ply, self.to_move, side, self.keys, self._all
        )

    def _with_winner_found(self) -> ConnectPosition:
        """Look for runs all over the board."""
        if any(self._has_run_through(cell) for cell in self._cells_of(self.to_move)):
            message = f"{self.to_move} is to move and has a run already"
            raise ImpossiblePosition(message, code="winner_not_last", to_move=self.to_move)
        mover = opponent(self.to_move)
        if any(self._has_run_through(cell) for cell in self._cells_of(mover)):
            return self._won_by(mover)
        return self

    def _cells_of(self, side: Side) -> Iterator[Cell]:
        for column, sides in enumerate(self.columns, start=1):
            for row, stone in enumerate(sides, start=1):
                if stone == side:
                    yield column, row

    def _has_run_through(self, cell: Cell) -> bool:
        run = self.board.run
        return any(len(line) >= run for line in self._lines_through(cell))

    def _lines_through(self, cell: Cell) -> Iterator[list[Cell]]:
        """Yield, for each direction, the unbroken line of one side's stones through `cell`."""
        side = self.stone(cell)
        for right, up in _DIRECTIONS:
            line = [cell]
            for sense in (1, -1):
                column, row = cell[0] + sense * right, cell[1] + sense * up
                while self.stone((column, row)) == side:
                    line.append((column, row))
                    column, row = column + sense * right, row + sense * up
            yield line
