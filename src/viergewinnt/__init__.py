"""Connect Four: rules, engines, exact values."""

from viergewinnt._version import __version__
from viergewinnt.errors import (
    HistoryError,
    IllegalMove,
    ImpossiblePosition,
    NotationError,
    OptionError,
    VierGewinntError,
)
from viergewinnt.rules import Cell, Game, PlyCount, Position, Side, perft, random_position

__all__ = [
    "Cell",
    "Game",
    "HistoryError",
    "IllegalMove",
    "ImpossiblePosition",
    "NotationError",
    "OptionError",
    "PlyCount",
    "Position",
    "Side",
    "VierGewinntError",
    "__version__",
    "perft",
    "random_position",
]
