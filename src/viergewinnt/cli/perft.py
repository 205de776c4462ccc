"""`viergewinnt perft`: counts by ply, as a table or JSON."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from viergewinnt.rules.perft import perft

__all__ = ["perft_command"]


def perft_command(
    depth: Annotated[int, typer.Argument(metavar="DEPTH", help="The last ply to count, 0 to 42.")],
    as_json: Annotated[
        bool, typer.Option("--json", help="One JSON array instead of a table.")
    ] = False,
) -> None:
    """Count games and distinct positions ply by ply.

    Finished games and positions are included. Ten plies take a second, every further ply three to
    four times as long and as much memory as the one before.
    """
    counts = perft(depth)
    if as_json:
        print(json.dumps([asdict(count) for count in counts]))
        return
    print(f"{'ply':>3} {'sequences':>20} {'positions':>15}")
    for count in counts:
        print(f"{count.ply:3} {count.sequences:20,} {count.positions:15,}")
        sys.stdout.flush()
