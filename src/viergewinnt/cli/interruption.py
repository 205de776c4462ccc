"""Ctrl-C in a long job: what it leaves behind, and how to go on from there."""

from __future__ import annotations

import shlex
import sys
from contextlib import contextmanager
from typing import TYPE_CHECKING

import typer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

__all__ = ["told_how_to_go_on"]

INTERRUPTED = 130


@contextmanager
def told_how_to_go_on(keep: Path, *chosen: str) -> Iterator[None]:
    """On Ctrl-C says where finished work is and what goes on with it, and ends the command.

    `chosen` are arguments that were not given, and that the same job needs.
    """
    try:
        yield
    except KeyboardInterrupt:
        command = shlex.join(["viergewinnt", *sys.argv[1:], *chosen])
        print(f"\nstopped; finished work is in {keep}\ngo on with: {command}", file=sys.stderr)
        raise typer.Exit(INTERRUPTED) from None
