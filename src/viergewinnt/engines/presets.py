"""The settings of five earlier systems, by letter; docs/reference/presets.md tells their story."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.engines.options import Value

__all__ = ["PRESETS", "Preset"]


@dataclass(frozen=True, slots=True)
class Preset:
    """An engine with defaults of its own, each of which can still be given otherwise."""

    engine: str
    summary: str
    options: Mapping[str, Value]


PRESETS = {
    "preset-a": Preset(
        "minimax",
        "system A: minimax, wins less losses of 200 random games a leaf",
        {"evaluation": "montecarlo", "depth": 5, "playouts": 200, "scale": "signed"},
    ),
    "preset-b": Preset(
        "alphabeta",
        "system B: negamax in points, near-equal columns mixed by chance",
        {
            "evaluation": "montecarlo",
            "depth": 5,
            "playouts": 250,
            "draw": 0.0,
            "scale": "points",
            "jitter": 49,
            "memory": "none",
        },
    ),
    "preset-c": Preset(
        "minimax",
        "system C: minimax, wins of the best reply to each leaf",
        {
            "evaluation": "montecarlo",
            "depth": 5,
            "playouts": 100,
            "reading": "best",
            "draw": 0.0,
        },
    ),
    "preset-d": Preset(
        "alphabeta",
        "system D: alpha-beta, mean wins over the moves of each leaf, a cache that knows mirrors",
        {
            "evaluation": "montecarlo",
            "depth": 4,
            "playouts": 400,
            "reading": "mean",
            "draw": 0.0,
            "memory": "table",
            "stop_first": True,
        },
    ),
    "preset-e-minimax": Preset(
        "minimax",
        "system E: minimax over windows of four",
        {"evaluation": "windows", "depth": 5, "ties": "middle"},
    ),
    "preset-e-alphabeta": Preset(
        "alphabeta",
        "system E: alpha-beta over windows of four",
        {"evaluation": "windows", "depth": 5, "ties": "middle", "memory": "none"},
    ),
}
