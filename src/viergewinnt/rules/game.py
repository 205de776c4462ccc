"""A game: a start, the moves played, and the moves taken back that can still be played again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from viergewinnt.errors import HistoryError
from viergewinnt.rules import notation
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterator

__all__ = ["Game"]


class Game:
    """A position with its history.

    >>> g = Game("4453")
    >>> g.play(4).ply
    5
    >>> g.undo().ply, g.redo().ply, g.moves
    (4, 5, '44534')
    """

    __slots__ = ("_current", "_line")

    def __init__(self, moves: str = "", *, start: Position | None = None) -> None:
        """Plays the digits of `moves` from `start`, by default the empty board."""
        self._line = [
            (start if start is not None else Position(), 0)
        ]  # (position, column leading to it)
        self._current = 0
        for column in notation.read_digits(moves).columns:
            self.play(column)

    @property
    def position(self) -> Position:
        return self._line[self._current][0]

    @property
    def start(self) -> Position:
        return self._line[0][0]

    @property
    def moves(self) -> str:
        """The columns played from the start to the position."""
        return self._digits(1, self._current + 1)

    @property
    def redo_moves(self) -> str:
        """The columns that were taken back and that `redo` plays again, the next one first."""
        return self._digits(self._current + 1, len(self._line))

    @property
    def ply(self) -> int:
        """Stones on the board."""
        return self.position.ply

    def play(self, column: int) -> Position:
        """Plays a stone. What had been taken back is then forgotten."""
        position = self.position.play(column)
        del self._line[self._current + 1 :]
        self._line.append((position, int(column)))
        self._current += 1
        return position

    def undo(self) -> Position:
        """Takes the last stone back."""
        if self._current == 0:
            raise HistoryError("there is no stone to take back", code="nothing_to_undo")
        self._current -= 1
        return self.position

    def redo(self) -> Position:
        """Plays the stone that was taken back last again."""
        if self._current + 1 == len(self._line):
            raise HistoryError("no stone was taken back", code="nothing_to_redo")
        self._current += 1
        return self.position

    def jump(self, ply: int) -> Position:
        """Goes to where the board had, or after redoing will have, so many stones."""
        first = self.start.ply
        last = first + len(self._line) - 1
        if not first <= ply <= last:
            raise HistoryError(
                f"the game has no ply {ply}: it runs from {first} to {last}",
                code="no_such_ply",
                ply=ply,
                first=first,
                last=last,
            )
        self._current = ply - first
        return self.position

    def positions(self) -> Iterator[Position]:
        """Every position from the start to the current one."""
        for position, _ in self._line[: self._current + 1]:
            yield position

    def copy(self) -> Game:
        """A game of its own with the same start, moves and redo tail."""
        twin = Game(self.moves + self.redo_moves, start=self.start)
        twin._current = self._current
        return twin

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self._line == other._line and self._current == other._current

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __str__(self) -> str:
        return self.moves

    def __repr__(self) -> str:
        start = "" if self.start == Position() else f", start={self.start!r}"
        return f"Game({self.moves!r}{start})"

    def _digits(self, begin: int, end: int) -> str:
        return "".join(str(column) for _, column in self._line[begin:end])
