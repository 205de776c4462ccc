"""`viergewinnt critical`: positions that tell two engines apart."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from typing import Annotated

import typer

from viergewinnt.cli.interruption import told_how_to_go_on
from viergewinnt.cli.options import Cluster, Workers
from viergewinnt.engines.scenarios import dump_scenarios

__all__ = ["critical_command"]

NONE_FOUND = 1


def critical_command(
    first: Annotated[str, typer.Argument(metavar="SPEC", help="An engine.")],
    second: Annotated[str, typer.Argument(metavar="SPEC", help="Another engine.")],
    tries: Annotated[int, typer.Option(metavar="N", help="Random positions to try.")] = 1000,
    stones: Annotated[str, typer.Option(metavar="A-B", help="Stones on them.")] = "12-30",
    nodes: Annotated[
        int | None, typer.Option(metavar="N", help="Nodes for one choice at most.")
    ] = None,
    seed: Annotated[
        int | None, typer.Option(metavar="N", help="Repeats the search; else it is drawn.")
    ] = None,
    out: Annotated[
        Path | None, typer.Option(metavar="F", help="The file to write; else standard output.")
    ] = None,
    checkpoint: Annotated[
        Path | None,
        typer.Option(metavar="F", help="Keeps finished parts; by default in the user's state."),
    ] = None,
    workers: Workers = None,
    cluster: Cluster = None,
) -> None:
    """Find positions where two engines disagree and one of them is proven wrong.

    The result is a file of scenarios that ask to keep the value of the position:
    `viergewinnt scenarios --file F --all` puts it to any engines. The same seed gives the same
    file, however many workers there are. Ctrl-C keeps what is finished, and says how to go on.
    """
    from viergewinnt.arena import CriticalSearch, find_critical
    from viergewinnt.jobs import default_checkpoint

    least, most = _range(stones)
    search = CriticalSearch(
        engines=(first, second),
        tries=tries,
        least_stones=least,
        most_stones=most,
        nodes=nodes,
        seed=secrets.randbits(32) if seed is None else seed,
    )
    keep = default_checkpoint(search.job) if checkpoint is None else checkpoint
    chosen = [] if seed is not None else ["--seed", str(search.seed)]
    with told_how_to_go_on(keep, *chosen):
        found = find_critical(
            search, checkpoint=keep, workers=workers, cluster=cluster, progress=True
        )
    message = f"{len(found)} critical of {tries} positions, seed {search.seed}"
    print(message, file=sys.stderr)
    text = dump_scenarios(found)
    if found and out is None:
        print(text, end="", flush=True)
    elif found and out is not None:
        out.write_text(text, encoding="utf-8")
    if checkpoint is None:
        keep.unlink(missing_ok=True)
    if not found:
        raise typer.Exit(NONE_FOUND)


def _range(text: str) -> tuple[int, int]:
    from viergewinnt.errors import OptionError

    parts = text.split("-") if "-" in text else [text, text]
    if len(parts) != 2 or not all(part.isascii() and part.isdigit() for part in parts):
        raise OptionError(f"stones is {text!r:.40}; it has the form 12-30 or 12", code="bad_option")
    return int(parts[0]), int(parts[1])
