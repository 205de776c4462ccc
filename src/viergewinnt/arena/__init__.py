"""Engines against engines, and against the truth."""

from viergewinnt.arena.critical import CriticalSearch, find_critical

__all__ = ["CriticalSearch", "find_critical"]
