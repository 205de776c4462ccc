"""Connect Four: rules, engines, exact values."""

from typing import TYPE_CHECKING

from viergewinnt._version import __version__
from viergewinnt.arena import arena
from viergewinnt.composition import engine
from viergewinnt.errors import (
    AccessRefused,
    BookError,
    CheckpointError,
    EngineBusy,
    FinishedPosition,
    GameFileError,
    GameRefused,
    HistoryError,
    IllegalMove,
    ImpossiblePosition,
    JobError,
    NotationError,
    OptionError,
    ScenarioError,
    SearchStopped,
    SolverBusy,
    StoreError,
    VierGewinntError,
)
from viergewinnt.rules import Cell, Game, PlyCount, Position, Side, perft, random_position
from viergewinnt.solver import Analysis, Evaluation, Solver

if TYPE_CHECKING:
    from viergewinnt.engines import Choice, Limit, Score

__all__ = [
    "AccessRefused",
    "Analysis",
    "BookError",
    "Cell",
    "CheckpointError",
    "Choice",
    "EngineBusy",
    "Evaluation",
    "FinishedPosition",
    "Game",
    "GameFileError",
    "GameRefused",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "JobError",
    "Limit",
    "NotationError",
    "OptionError",
    "PlyCount",
    "Position",
    "ScenarioError",
    "Score",
    "SearchStopped",
    "Side",
    "Solver",
    "SolverBusy",
    "StoreError",
    "VierGewinntError",
    "__version__",
    "arena",
    "engine",
    "perft",
    "random_position",
]


def __getattr__(name: str) -> object:
    """The names of engines, imported when they are first asked for."""
    if name not in ("Choice", "Limit", "Score"):
        raise AttributeError(f"module 'viergewinnt' has no attribute {name!r}")
    from viergewinnt import engines

    return getattr(engines, name)
