"""Levels of strength for people: `level-1`, a beginner, to `level-10`, which is perfect."""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING

from viergewinnt.engines.presets import Preset

if TYPE_CHECKING:
    from collections.abc import Mapping

    from viergewinnt.engines.options import Value

__all__ = ["LEVELS"]


def _fallible(summary: str, **options: Value) -> Preset:
    return Preset("fallible", summary, options)


LEVELS: Mapping[str, Preset] = MappingProxyType(
    {
        "level-1": _fallible(
            "a beginner: overlooks half of what is on the board",
            depth=2,
            sight=0,
            overlook=0.45,
            temperature=12,
        ),
        "level-2": _fallible(
            "never misses its own win, but sometimes that of the other side",
            depth=2,
            sight=1,
            overlook=0.25,
            temperature=9,
        ),
        "level-3": _fallible(
            "sees every win in one of either side, and no further",
            depth=2,
            sight=2,
            temperature=7,
        ),
        "level-4": _fallible(
            "sees double threats, but only sometimes",
            depth=4,
            sight=2,
            overlook=0.4,
            temperature=6,
        ),
        "level-5": _fallible(
            "falls for no double threat",
            depth=4,
            sight=4,
            temperature=3.6,
        ),
        "level-6": _fallible(
            "looks six stones ahead, with slips",
            depth=6,
            sight=4,
            overlook=0.15,
            temperature=2.4,
            opening=3,
        ),
        "level-7": _fallible(
            "looks eight stones ahead, with slips, and reads the endgame to its end",
            depth=8,
            sight=6,
            overlook=0.15,
            temperature=2.1,
            opening=5,
            exact_from=25,
        ),
        "level-8": _fallible(
            "looks eight stones ahead and is perfect from 18 stones on",
            depth=8,
            sight=8,
            temperature=1.7,
            opening=5,
            exact_from=18,
        ),
        "level-9": _fallible(
            "looks ten stones ahead in the opening and is perfect from 13 stones on",
            depth=10,
            sight=10,
            temperature=1,
            opening=5,
            exact_from=13,
        ),
        "level-10": Preset("perfect", "perfect: any of equally good columns", {"ties": "random"}),
    }
)
