"""Engines against engines, and against the truth.

Everything but `arena` is imported when it is first asked for, so that the package starts quickly.
"""

from importlib import import_module
from typing import TYPE_CHECKING

from viergewinnt.arena.run import arena

if TYPE_CHECKING:
    from viergewinnt.arena.critical import CriticalSearch, find_critical
    from viergewinnt.arena.game_row import GameRow, rows_from_csv, rows_to_csv
    from viergewinnt.arena.judge import PhaseQuality, judge_moves
    from viergewinnt.arena.match import Fault, Played, play_game
    from viergewinnt.arena.openings import draw_openings
    from viergewinnt.arena.ratings import bradley_terry, wilson_interval
    from viergewinnt.arena.schedule import Schedule
    from viergewinnt.arena.standings import PairScore, Standing
    from viergewinnt.arena.times import MoveTime, measure_times
    from viergewinnt.arena.tournament import Tournament

__all__ = [
    "CriticalSearch",
    "Fault",
    "GameRow",
    "MoveTime",
    "PairScore",
    "PhaseQuality",
    "Played",
    "Schedule",
    "Standing",
    "Tournament",
    "arena",
    "bradley_terry",
    "draw_openings",
    "find_critical",
    "judge_moves",
    "measure_times",
    "play_game",
    "rows_from_csv",
    "rows_to_csv",
    "wilson_interval",
]

ROOMS = {
    "critical": ("CriticalSearch", "find_critical"),
    "game_row": ("GameRow", "rows_from_csv", "rows_to_csv"),
    "judge": ("PhaseQuality", "judge_moves"),
    "match": ("Fault", "Played", "play_game"),
    "openings": ("draw_openings",),
    "ratings": ("bradley_terry", "wilson_interval"),
    "schedule": ("Schedule",),
    "standings": ("PairScore", "Standing"),
    "times": ("MoveTime", "measure_times"),
    "tournament": ("Tournament",),
}


def __getattr__(name: str) -> object:
    for room, names in ROOMS.items():
        if name in names:
            return getattr(import_module(f"viergewinnt.arena.{room}"), name)
    raise AttributeError(f"module 'viergewinnt.arena' has no attribute {name!r}")
