"""Where the position database is, and how large it may grow."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from viergewinnt.errors import OptionError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["DATABASE_VARIABLE", "DEFAULT_MAX_ROWS", "MAX_ROWS_VARIABLE", "Settings"]

DATABASE_VARIABLE = "VIERGEWINNT_POSITIONS_DATABASE"
MAX_ROWS_VARIABLE = "VIERGEWINNT_POSITIONS_MAX_ROWS"
DATA_VARIABLE = "VIERGEWINNT_DATA_DIR"
DEFAULT_MAX_ROWS = 10_000_000  # about a gigabyte
LARGEST_MAX_ROWS = 10**12


@dataclass(frozen=True, kw_only=True)
class Settings:
    """`database` is a URL or the path of an SQLite file; None is the user's own `positions.db`."""

    database: str | None = None
    max_rows: int = DEFAULT_MAX_ROWS

    def __post_init__(self) -> None:
        if not 1 <= self.max_rows <= LARGEST_MAX_ROWS:
            raise _bad_max_rows(self.max_rows)

    @classmethod
    def read(
        cls,
        *,
        database: str | None = None,
        max_rows: int | None = None,
        environ: Mapping[str, str] = os.environ,
    ) -> Self:
        """What is said here and, for the rest, what the environment says."""
        named = environ.get(MAX_ROWS_VARIABLE)
        if max_rows is None and named:
            if not (named.isascii() and named.isdigit() and len(named) <= 15):
                raise _bad_max_rows(named)
            max_rows = int(named)
        return cls(
            database=database or environ.get(DATABASE_VARIABLE) or None,
            max_rows=DEFAULT_MAX_ROWS if max_rows is None else max_rows,
        )


def _bad_max_rows(value: object) -> OptionError:
    return OptionError(
        f"the row cap is {value}; allowed are 1 to {LARGEST_MAX_ROWS}", code="bad_option"
    )


def default_path(file: str) -> Path:
    """The user's own database of that file name, in the platform's directory for data."""
    import platformdirs

    named = os.environ.get(DATA_VARIABLE)
    folder = Path(named) if named else platformdirs.user_data_path("viergewinnt", appauthor=False)
    return folder / file
