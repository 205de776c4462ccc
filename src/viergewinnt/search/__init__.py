"""Two-player search in plain Python, written to be read.

The generic part is a game (`State`), searches over it (`Minimax`, `AlphaBeta`, `MonteCarlo`), their
evaluations, and proofs within a number of stones. Two games use it: Connect Four on boards of any
size, and tic-tac-toe. Nothing here uses the native core, which is tested against it.
"""

from viergewinnt.search.alphabeta import AlphaBeta, TableUse
from viergewinnt.search.connect import STANDARD, Board, Cell, ConnectPosition
from viergewinnt.search.evaluation import (
    CachedEvaluation,
    Evaluation,
    NoEvaluation,
    PlayoutEvaluation,
    Reading,
    WindowEvaluation,
    WindowWeights,
)
from viergewinnt.search.game import Move, Side, State, StateT, opponent
from viergewinnt.search.minimax import Minimax
from viergewinnt.search.montecarlo import (
    MonteCarlo,
    MonteCarloResult,
    Tally,
    play_out,
    random_state,
)
from viergewinnt.search.proof import forced_wins, forces_win, lasting_moves
from viergewinnt.search.result import SearchResult
from viergewinnt.search.solver import ConnectSolver
from viergewinnt.search.tictactoe import TicTacToe
from viergewinnt.search.value import Value

__all__ = [
    "STANDARD",
    "AlphaBeta",
    "Board",
    "CachedEvaluation",
    "Cell",
    "ConnectPosition",
    "ConnectSolver",
    "Evaluation",
    "Minimax",
    "MonteCarlo",
    "MonteCarloResult",
    "Move",
    "NoEvaluation",
    "PlayoutEvaluation",
    "Reading",
    "SearchResult",
    "Side",
    "State",
    "StateT",
    "TableUse",
    "Tally",
    "TicTacToe",
    "Value",
    "WindowEvaluation",
    "WindowWeights",
    "forced_wins",
    "forces_win",
    "lasting_moves",
    "opponent",
    "play_out",
    "random_state",
]
