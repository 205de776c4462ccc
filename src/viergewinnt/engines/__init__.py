"""Engines: what picks a column, by one protocol, from options in one line of text."""

from viergewinnt.engines.choice import Choice, ChoiceSource, Score, ScoreKind, Tally
from viergewinnt.engines.engine import BaseEngine, Engine, EngineKind, Parts
from viergewinnt.engines.levels import LEVELS
from viergewinnt.engines.limit import Limit
from viergewinnt.engines.memory import (
    DictMemory,
    Memory,
    Perspective,
    ReadOnly,
    Row,
    Wanted,
    best_row,
)
from viergewinnt.engines.options import Options
from viergewinnt.engines.presets import PRESETS, Preset
from viergewinnt.engines.registry import Description, build_engine, describe, engine_names, kind_of

__all__ = [
    "LEVELS",
    "PRESETS",
    "BaseEngine",
    "Choice",
    "ChoiceSource",
    "Description",
    "DictMemory",
    "Engine",
    "EngineKind",
    "Limit",
    "Memory",
    "Options",
    "Parts",
    "Perspective",
    "Preset",
    "ReadOnly",
    "Row",
    "Score",
    "ScoreKind",
    "Tally",
    "Wanted",
    "best_row",
    "build_engine",
    "describe",
    "engine_names",
    "kind_of",
]
