"""Options of `viergewinnt positions`, and opening the database they name."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, TypeAlias

import typer

if TYPE_CHECKING:
    from viergewinnt.memory import PositionDatabase

__all__ = ["FORMAT_VERSION", "DatabaseUrl", "MaxRows", "open_database"]

FORMAT_VERSION = 1

DatabaseUrl: TypeAlias = Annotated[
    str | None,
    typer.Option(
        "--database",
        metavar="URL",
        help="An SQLite file or postgresql://USER@HOST/NAME; by default your own positions.db.",
    ),
]
MaxRows: TypeAlias = Annotated[
    int | None,
    typer.Option("--max-rows", metavar="N", help="Take in nothing new beyond so many rows."),
]


def open_database(url: str | None, max_rows: int | None) -> PositionDatabase:
    """The database of these options, and of the settings where they say nothing."""
    from viergewinnt.memory import PositionDatabase

    return PositionDatabase.open(url, max_rows=max_rows)
