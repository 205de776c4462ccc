"""The position database: what engines found out, kept for good in SQLite or PostgreSQL."""

from viergewinnt.memory.store import PositionDatabase, Stored, open_memory

__all__ = ["PositionDatabase", "Stored", "open_memory"]
