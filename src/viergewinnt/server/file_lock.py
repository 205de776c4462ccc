"""One serving process for each SQLite file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from viergewinnt.errors import StoreError

if TYPE_CHECKING:
    from pathlib import Path

__all__ = ["FileLock"]


class FileLock:
    """Held from the making until `release` or the end of the process, however that comes."""

    def __init__(self, database: Path) -> None:
        """Raises `StoreError` when another process has it."""
        path = database.with_name(f"{database.name}.serving")
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as fault:
            raise StoreError(
                f"the lock {path} cannot be made ({fault.strerror})",
                code="database_unreachable",
                database=str(database),
            ) from fault
        try:
            _lock(self._file)
        except OSError:
            os.close(self._file)
            raise StoreError(
                f"another server has {database} open; one file has one server, PostgreSQL takes"
                " several: --database postgresql://…",
                code="database_locked",
                database=str(database),
            ) from None

    def release(self) -> None:
        """Lets another process have it."""
        os.close(self._file)


def _lock(file: int) -> None:
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
