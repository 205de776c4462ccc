"""A position: immutable, hashable, and the same value as its colour-inverted twin."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from viergewinnt import _native
from viergewinnt.errors import IllegalMove
from viergewinnt.rules import notation
from viergewinnt.rules.drawing import draw_board
from viergewinnt.rules.setup import COLUMNS, ROWS, bitboards_from_key
from viergewinnt.rules.signs import EMPTY, FIRST, SECOND

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

__all__ = ["Cell", "Position", "Side"]

Side = Literal["first", "second"]
Cell = tuple[int, int]  # column 1-7 from the left, row 1-6 from the bottom


class Position(_native.Position):
    """A Connect Four position; `Position()` is the start.

    >>> p = Position.parse("4453")
    >>> p.play(4).legal_moves
    (1, 2, 3, 4, 5, 6, 7)
    """

    __slots__ = ()

    @classmethod
    def parse(
        cls,
        source: Position | str | Iterable[Iterable[object]] | Mapping[str, Mapping[str, str]],
        *,
        to_move: str | None = None,
    ) -> Self:
        """Reads a position text, a picture, a grid or a robot board; a position is taken as it is.

        `to_move` is the sign of the side to move. Without it that is the sign with fewer
        stones and, on equal counts, `X` (on a robot board `r`). The side with more stones,
        or the side to move on equal counts, began and becomes `first`. Raises
        `NotationError`, `ImpossiblePosition` or, for digits that cannot be played,
        `IllegalMove`.
        """
        if isinstance(source, Position):
            return source if type(source) is cls else _native.from_bitboards(cls, *source.bitboards)
        read = notation.read(source, to_move)
        if not isinstance(read, notation.Moves):
            return _native.from_bitboards(cls, *read)
        position = cls()
        for place, column in enumerate(read.columns, start=1):
            try:
                position = position.play(column)
            except IllegalMove as error:
                raise IllegalMove(
                    f"move {place} of {notation.quote(str(source))}: {error}",
                    code=error.code,
                    **error.data,
                    place=place,
                ) from None
        return position

    @classmethod
    def from_key(cls, key: int) -> Self:
        """The position of an exact key."""
        return _native.from_bitboards(cls, *bitboards_from_key(key))

    def grid(self) -> tuple[tuple[str, ...], ...]:
        """Six rows from the top: `X` for the first player, `O` for the second, `.` for empty."""
        own, everything = self.bitboards
        own_sign, other_sign = (FIRST, SECOND) if self.to_move == "first" else (SECOND, FIRST)
        return tuple(
            tuple(
                EMPTY if not everything >> bit & 1 else own_sign if own >> bit & 1 else other_sign
                for bit in range(row, COLUMNS * (ROWS + 1), ROWS + 1)
            )
            for row in reversed(range(ROWS))
        )

    @property
    def text(self) -> str:
        """The position in one line: rows from the top, then the sign to move."""
        return notation.format_text(self.grid(), FIRST if self.to_move == "first" else SECOND)

    def __str__(self) -> str:
        return notation.format_picture(self.grid())

    def __repr__(self) -> str:
        return f"{type(self).__name__}.parse({self.text!r})"

    def __reduce__(self) -> tuple[object, ...]:
        return type(self).from_key, (self.key,)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def _repr_svg_(self) -> str:
        return draw_board(self.grid(), self.winning_cells)
