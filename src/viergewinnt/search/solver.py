"""Connect Four to the end of the game, fast enough in plain Python for the last half of a game.

Positions are integers used as sets of cells, in the layout of `Board.code`: one bit a cell, columns
from the bottom, and above each column a spare bit that never holds a stone, so that a shifted line
cannot run on into the next column.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from viergewinnt.errors import OptionError
from viergewinnt.search.connect import STANDARD, Board, ConnectPosition
from viergewinnt.search.result import require_moves

if TYPE_CHECKING:
    from viergewinnt.search.game import Move

__all__ = ["ConnectSolver"]


class ConnectSolver:
    """Finds exact scores by alpha-beta over all moves, and remembers what it has proven.

    A score counts the stones that the winner has left when it wins, the winning one included: 1 for
    a win with its last possible stone, one more for each stone earlier. It is negative for a loss
    and 0 for a draw. One solver serves one board and any number of its positions.
    """

    def __init__(self, board: Board = STANDARD) -> None:
        self.board = board
        self.nodes = 0
        """Positions searched so far."""
        columns = range(1, board.columns + 1)
        self._steps = (1, board.rows, board.rows + 1, board.rows + 2)
        self._bottom = sum(board.code((column, 1)) for column in columns)
        self._board_cells = self._bottom * ((1 << board.rows) - 1)
        self._columns = tuple(
            sum(board.code((column, row)) for row in range(1, board.rows + 1))
            for column in sorted(columns, key=lambda column: abs(2 * column - board.columns - 1))
        )
        # For each key: the score lies between the two numbers, both included.
        self._bounds: dict[int, tuple[int, int]] = {}

    def score(self, position: ConnectPosition) -> int:
        """Return the exact score for the side to move; the game may be over."""
        return self._score_within(position, -self.board.cells, self.board.cells)

    def outcome(self, position: ConnectPosition) -> int:
        """Return 1 for a win of the side to move, 0 for a draw, -1 for a loss."""
        score = self._score_within(position, -1, 1)
        return (score > 0) - (score < 0)

    def outcomes(self, position: ConnectPosition) -> dict[Move, int]:
        """Return the outcome of every legal move for the side to move."""
        return {move: -self.outcome(position.play(move)) for move in require_moves(position)}

    def _score_within(self, position: ConnectPosition, alpha: int, beta: int) -> int:
        if position.board != self.board:
            message = f"the position is on {position.board}, the solver for {self.board}"
            raise OptionError(message, code="bad_option", option="position")
        if position.winner is not None:
            return -self._score_of_win(position.ply - 1)
        if position.is_draw:
            return 0
        own = other = 0
        for column, sides in enumerate(position.columns, start=1):
            for row, side in enumerate(sides, start=1):
                code = self.board.code((column, row))
                if side == position.to_move:
                    own |= code
                else:
                    other |= code
        stones = own | other
        if self._completing(own, stones) & (stones + self._bottom):
            return self._score_of_win(position.ply)
        threats = self._completing(other, stones)
        return self._search(own, stones, threats, position.ply, alpha, beta)

    def _score_of_win(self, ply: int) -> int:
        """Return the score of the side that wins with its next stone after `ply` stones."""
        return (self.board.cells + 1 - ply) // 2

    def _completing(self, side: int, stones: int) -> int:
        """Return the empty cells that would complete a run of `side`."""
        run = self.board.run
        cells = 0
        for step in self._steps:
            for missing in range(run):
                line = -1
                for place in range(run):
                    # The cell `place - missing` steps away, moved onto the missing one.
                    distance = (place - missing) * step
                    if distance > 0:
                        line &= side >> distance
                    elif distance < 0:
                        line &= side << -distance
                cells |= line
        return cells & self._board_cells & ~stones

    def _search(self, own: int, stones: int, threats: int, ply: int, alpha: int, beta: int) -> int:
        """Return the score of a position in which the side to move cannot win at once.

        `threats` are the empty cells that would complete a run of the other side. A result inside
        (alpha, beta) is exact; one of alpha or less is an upper bound, one of beta or more a lower
        bound.
        """
        self.nodes += 1
        # The other side wins next if it has a threat that cannot be stopped, or if the stone that
        # stops it, or any stone at all, makes room for the next threat above.
        landing = (stones + self._bottom) & self._board_cells
        forced = landing & threats
        candidates = (forced or landing) & ~(threats >> 1)
        if forced & (forced - 1) or (landing and not candidates):
            return -self._score_of_win(ply + 1)
        if ply >= self.board.cells - 2:
            return 0  # nobody can win with either of the last two stones

        key = own + stones
        lower, upper = self._bounds.get(
            key, (-self._score_of_win(ply + 3), self._score_of_win(ply + 2))
        )
        if lower >= beta or lower == upper:
            return lower
        if upper <= alpha:
            return upper
        alpha_here, beta_here = max(alpha, lower), min(beta, upper)

        best = -self.board.cells
        for child_threats, code in self._ordered(own, stones, candidates):
            score = -self._search(
                own ^ stones,
                stones | code,
                child_threats,
                ply + 1,
                -beta_here,
                -max(alpha_here, best),
            )
            best = max(best, score)
            if best >= beta_here:
                break
        if best > alpha_here:
            lower = max(lower, best)
        if best < beta_here:
            upper = min(upper, best)
        self._bounds[key] = (lower, upper)
        return best

    def _ordered(self, own: int, stones: int, candidates: int) -> list[tuple[int, int]]:
        """Return the moves that make most threats first, then the middle ones: threats and cell."""
        moves = [
            (self._completing(own | code, stones | code), code)
            for column in self._columns
            if (code := candidates & column)
        ]
        moves.sort(key=lambda move: move[0].bit_count(), reverse=True)
        return moves
