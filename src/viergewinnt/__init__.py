"""Connect Four: rules, engines, exact values."""

from viergewinnt._version import __version__
from viergewinnt.errors import (
    FinishedPosition,
    HistoryError,
    IllegalMove,
    ImpossiblePosition,
    NotationError,
    OptionError,
    SearchStopped,
    SolverBusy,
    VierGewinntError,
)
from viergewinnt.rules import Cell, Game, PlyCount, Position, Side, perft, random_position
from viergewinnt.solver import Analysis, Evaluation, Solver

__all__ = [
    "Analysis",
    "Cell",
    "Evaluation",
    "FinishedPosition",
    "Game",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "NotationError",
    "OptionError",
    "PlyCount",
    "Position",
    "SearchStopped",
    "Side",
    "Solver",
    "SolverBusy",
    "VierGewinntError",
    "__version__",
    "perft",
    "random_position",
]
