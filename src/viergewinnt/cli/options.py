"""Options that several commands share."""

from __future__ import annotations

import sys
from typing import Annotated, TypeAlias

import typer

from viergewinnt.book import Book, open_book
from viergewinnt.errors import BookError

__all__ = ["AsJson", "BookName", "Cluster", "TableMb", "Threads", "TimeS", "Workers", "book_named"]

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Threads: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Threads that search together.")]
TableMb: TypeAlias = Annotated[
    int, typer.Option("--table-mb", metavar="N", help="Memory of the search table in MiB.")
]
TimeS: TypeAlias = Annotated[
    float | None, typer.Option("--time", metavar="S", help="Seconds for one choice.")
]
BookName: TypeAlias = Annotated[
    str,
    typer.Option(
        "--book", metavar="none|default|FILE", help="The opening book that answers early positions."
    ),
]
Workers: TypeAlias = Annotated[
    int | None, typer.Option(metavar="N", help="Processes; by default one for each core.")
]
Cluster: TypeAlias = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="A Dask scheduler, or `local` to start one here."),
]


def book_named(name: str) -> Book | None:
    """The book that --book names. Answers are the same without it, so a bad one is only told."""
    if name == "none":
        return None
    try:
        return open_book(name)
    except BookError as error:
        print(f"warning: {error} [{error.code}]; searching without it", file=sys.stderr)
        return None
