"""Options that several commands share."""

from __future__ import annotations

from typing import Annotated, TypeAlias

import typer

__all__ = ["AsJson", "TableMb", "Threads"]

AsJson: TypeAlias = Annotated[bool, typer.Option("--json", help="JSON instead of text.")]
Threads: TypeAlias = Annotated[int, typer.Option(metavar="N", help="Threads that search together.")]
TableMb: TypeAlias = Annotated[
    int, typer.Option("--table-mb", metavar="N", help="Memory of the search table in MiB.")
]
