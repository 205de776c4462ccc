"""Connect Four: rules, engines, exact values."""

from viergewinnt._version import __version__
from viergewinnt.errors import (
    BookError,
    CheckpointError,
    FinishedPosition,
    HistoryError,
    IllegalMove,
    ImpossiblePosition,
    JobError,
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
    "BookError",
    "Cell",
    "CheckpointError",
    "Evaluation",
    "FinishedPosition",
    "Game",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "JobError",
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
