"""A game of a tournament as a row, and rows as CSV."""

from __future__ import annotations

import csv
import io
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias, cast, get_args

from viergewinnt.arena.match import Fault
from viergewinnt.errors import OptionError
from viergewinnt.rules.position import Position

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from viergewinnt.arena.match import FaultCode
    from viergewinnt.rules.position import Side

__all__ = ["GameRow", "Result", "rows_from_csv", "rows_to_csv"]

Result: TypeAlias = Literal["first", "second", "draw"]
HEADER = ("game", "first", "second", "opening", "moves", "result", "fault_side", "fault", "message")


@dataclass(frozen=True, slots=True)
class GameRow:
    """One game."""

    game: int
    """From 1, in the order of the schedule."""
    first: str
    """The SPEC of the side that played the first stone of the opening."""
    second: str
    opening: str
    """As digits."""
    moves: str
    """All of them, those of the opening included."""
    winner: Side | None
    fault: Fault | None = None

    @property
    def result(self) -> Result:
        """Who won, or `draw`."""
        return self.winner or "draw"

    @property
    def culprit(self) -> str | None:
        """The engine that lost by a fault."""
        if self.fault is None:
            return None
        return self.first if self.fault.side == "first" else self.second

    def choices(self) -> Iterator[tuple[Position, int]]:
        """What the engines chose: each position after the opening, and the column played in it."""
        position = Position.parse(self.opening)
        for digit in self.moves[len(self.opening) :]:
            yield position, int(digit)
            position = position.play(int(digit))

    def points(self, spec: str) -> float:
        """1 for a win of one of the two engines, ½ for a draw, 0 for a loss."""
        if self.winner is None:
            return 0.5
        return float((self.first if self.winner == "first" else self.second) == spec)


def rows_to_csv(rows: Iterable[GameRow]) -> str:
    """One line for each game, below a line of names."""
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(HEADER)
    for row in rows:
        fault = ("", "", "") if row.fault is None else _cells(row.fault)
        writer.writerow(
            (row.game, row.first, row.second, row.opening, row.moves, row.result, *fault)
        )
    return text.getvalue()


def rows_from_csv(text: str) -> tuple[GameRow, ...]:
    """What `rows_to_csv` wrote."""
    lines = csv.reader(io.StringIO(text))
    if tuple(next(lines, ())) != HEADER:
        raise OptionError(
            f"this is no table of games: its first line must be {','.join(HEADER)}",
            code="file_form",
        )
    return tuple(_row(cells, lines.line_num) for cells in lines)


def _row(cells: list[str], line: int) -> GameRow:
    if len(cells) != len(HEADER) or not cells[0].isdecimal() or cells[5] not in get_args(Result):
        raise OptionError(
            f"line {line} of the table, {','.join(cells)!r:.60}, is no game: it has"
            f" {len(HEADER)} cells, the first a number, the sixth one of"
            f" {', '.join(get_args(Result))}",
            code="file_form",
        )
    game, first, second, opening, moves, result, side, code, message = cells
    winner = None if result == "draw" else cast("Side", result)
    fault = Fault(cast("Side", side), cast("FaultCode", code), message) if code else None
    return GameRow(int(game), first, second, opening, moves, winner, fault)


def _cells(fault: Fault) -> tuple[str, str, str]:
    return fault.side, fault.code, fault.message
